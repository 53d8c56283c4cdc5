"""Events as sentences, from a template for each kind of event in each language.

In a template `{0}` is the first detail: a seat becomes its player's name, a card or a tuple of cards is made
pretty. `{0:number}` keeps a number, `{0:count}` is the length of a tuple.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from string import Formatter

Pretty = Callable[[str, str], str]  # (code, language) -> what people write
PRETTY = 1000  # codes that need not be made pretty again


def as_is(code: str, lang: str) -> str:
    return code


def by_kind(kind: str, details: Sequence[object]) -> str:
    return kind


class Sentences:
    """(event, names, language) -> sentence."""

    def __init__(
        self,
        templates: Mapping[str, Mapping[str, str]],
        pretty: Pretty = as_is,
        variant: Callable[[str, Sequence[object]], str] = by_kind,
    ) -> None:
        self.templates = templates
        self.pretty: Pretty = lru_cache(PRETTY)(pretty)
        self.variant = variant  # which template tells this event, where one kind has several
        self.parts: dict[str, list[tuple[str, int, str]]] = {}

    def __call__(self, event: tuple[object, ...], names: Sequence[str], lang: str) -> str:
        kind, *details = event
        template = self.templates[lang][self.variant(str(kind), details)]
        parts = self.parts.get(template)
        if parts is None:
            parts = self.parts[template] = split(template)
        words: list[str] = []
        for before, place, how in parts:
            words.append(before)
            if place >= 0:
                words.append(self.detail(details[place], how, names, lang))
        return "".join(words)

    def detail(self, value: object, how: str, names: Sequence[str], lang: str) -> str:
        """One detail of an event."""
        if how == "count" and isinstance(value, (tuple, list)):
            return str(len(value))
        if how == "number" or isinstance(value, bool) or value is None:
            return str(value)
        if isinstance(value, int):
            return names[value]
        if isinstance(value, (tuple, list)):
            return " ".join([self.pretty(str(code), lang) for code in value]) or "–"
        return self.pretty(str(value), lang)


def split(template: str) -> list[tuple[str, int, str]]:
    """The parts of a template: what stands before a detail, the number of the detail (-1: none), and how.

    >>> split("{0} draws {1:count}.")
    [('', 0, ''), (' draws ', 1, 'count'), ('.', -1, '')]
    """
    return [
        (before, -1 if name is None else int(name), how or "")
        for before, name, how, _ in Formatter().parse(template)
    ]
