# not compiled: text, made for people and files
"""The actions of a game by number: their canonical texts, and what people call them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from koloda.core.errors import BadNotation
from koloda.core.options import shown

Kind = str | tuple[str, Sequence[str]]  # a word, or a verb with all that it can be done to


class Actions:
    """Texts by number, numbers by text. `label(action, lang)` is the text for people.

    >>> actions = Actions.declared("snap", (("lay", ("6S", "7S")), "pass"), {"en": {"lay": "lay {}"}})
    >>> actions.texts, actions.number("pass"), actions.label(0, "en"), actions.label(2, "en")
    (['lay 6S', 'lay 7S', 'pass'], 2, 'lay 6S', 'pass')
    """

    def __init__(self, game: str, texts: Sequence[str], forms: str, label: Callable[[int, str], str]) -> None:
        self.game = game
        self.texts = list(texts)
        self.numbers = {text: action for action, text in enumerate(self.texts)}
        self.forms = forms  # what an action looks like, for the error
        self.label = label

    @classmethod
    def declared(
        cls,
        game: str,
        kinds: Sequence[Kind],
        labels: Mapping[str, Mapping[str, str]],
        pretty: Callable[[str, str], str] = lambda code, lang: code,
    ) -> Actions:
        """From kinds in the order of their numbers; `labels` has templates by language and verb."""
        texts: list[str] = []
        parts: list[tuple[str, str]] = []
        for kind in kinds:
            verb, objects = (kind, None) if isinstance(kind, str) else kind
            for thing in [""] if objects is None else objects:
                texts.append(f"{verb} {thing}".strip())
                parts.append((verb, thing))

        def label(action: int, lang: str) -> str:
            verb, thing = parts[action]
            return (
                labels[lang].get(verb, f"{verb} {{}}".strip() if thing else verb).format(pretty(thing, lang))
            )

        forms = ", ".join(kind if isinstance(kind, str) else f"{kind[0]} {kind[1][0]}" for kind in kinds)
        return cls(game, texts, forms, label)

    def __len__(self) -> int:
        return len(self.texts)

    def number(self, text: str) -> int:
        """The action with this text; the error says what an action looks like."""
        if text in self.numbers:
            return self.numbers[text]
        raise BadNotation(f"{shown(text)!r} is no action of {self.game}: write {self.forms}")
