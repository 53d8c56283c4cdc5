# not compiled: text, made for people
"""Actions, cards, viruses and classes as people call them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from koloda.core.texts import section_of

# by language and code: the cards of a deck
Names = Mapping[str, Mapping[str, str]]


NAMES: Names = section_of("koloda.games.junquick", "cards")
# the classes of claims and payments; a card code that is a class of its own has its name above
CLASS_NAMES: dict[str, dict[str, str]] = section_of("koloda.games.junquick", "classes")


def pretty(names: Names, code: str, lang: str) -> str:
    """A card, a virus or a class as people call it."""
    return CLASS_NAMES[lang].get(code) or names[lang].get(code, code)


LABELS: dict[str, dict[str, str]] = section_of("koloda.games.junquick", "labels")


def label(names: Names, text: str, lang: str) -> str:
    """The action with this canonical text."""
    verb, *words = text.split()
    texts = LABELS[lang]
    if verb == "say":
        return texts[text]
    if verb == "nest":
        return texts[verb].format(words[1])
    if verb == "act":
        return texts[verb].format(pretty(names, words[0], lang), words[1])
    if verb == "form":
        return texts[verb].format(join(names, words, lang))
    if verb == "cure":
        return texts[verb].format(pretty(names, words[0], lang), join(names, words[1:], lang))
    return texts[verb].format(*(pretty(names, word, lang) for word in words))


def join(names: Names, codes: Sequence[object], lang: str) -> str:
    return ", ".join(pretty(names, str(code), lang) for code in codes) or "–"
