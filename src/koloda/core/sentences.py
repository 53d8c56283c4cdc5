# not compiled: text, made for people
"""Events as sentences, from a template for each kind of event in each language.

In a template `{0}` is the first detail: a seat becomes its player's name, a card or a tuple of cards is made
pretty. `{0:number}` keeps a number, `{0:count}` is the length of a tuple.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

Pretty = Callable[[str, str], str]  # (code, language) -> what people write


class _Detail:
    """One detail of an event inside str.format."""

    def __init__(self, value: object, names: Sequence[str], lang: str, pretty: Pretty) -> None:
        self.value = value
        self.names = names
        self.lang = lang
        self.pretty = pretty

    def __format__(self, how: str) -> str:
        value = self.value
        if how == "count" and isinstance(value, tuple | list):
            return str(len(value))
        if how == "number":
            return str(value)
        if isinstance(value, bool) or value is None:
            return str(value)
        if isinstance(value, int):
            return self.names[value]
        if isinstance(value, tuple | list):
            return " ".join(self.pretty(str(code), self.lang) for code in value) or "–"
        return self.pretty(str(value), self.lang)


class Sentences:
    """(event, names, language) -> sentence."""

    def __init__(
        self,
        templates: Mapping[str, Mapping[str, str]],
        pretty: Pretty = lambda code, lang: code,
        variant: Callable[[str, Sequence[object]], str] = lambda kind, details: kind,
    ) -> None:
        self.templates = templates
        self.pretty = pretty
        self.variant = variant  # which template tells this event, where one kind has several

    def __call__(self, event: tuple[object, ...], names: Sequence[str], lang: str) -> str:
        kind, *details = event
        template = self.templates[lang][self.variant(str(kind), details)]
        return template.format(*(_Detail(detail, names, lang, self.pretty) for detail in details))
