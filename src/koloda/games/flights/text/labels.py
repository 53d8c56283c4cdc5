# not compiled: text, made for people
"""Cards and actions as people name them."""

from __future__ import annotations

from collections.abc import Sequence

from koloda.core.texts import section_of
from koloda.games.flights.cards import COLOURS

COLOUR_WORDS: dict[str, tuple[str, ...]] = section_of("koloda.games.flights", "colours")
# of a city that is swapped: in some languages the object has a form of its own, красную 4
SWAPPED_WORDS: dict[str, tuple[str, ...]] = section_of("koloda.games.flights", "swapped_colours")
SPECIAL_WORDS: dict[str, dict[str, str]] = section_of("koloda.games.flights", "specials")


def card_name(code: str, lang: str) -> str:
    """A card as people name it: red 4, Exchange 3."""
    if code[0] in COLOURS:
        return f"{COLOUR_WORDS[lang][COLOURS.index(code[0])]} {code[1]}"
    specials = SPECIAL_WORDS[lang]
    return specials[code] if code in specials else specials["X"].format(code[1])


def swapped_name(city: str, lang: str) -> str:
    """A city as the object of a swap."""
    return f"{SWAPPED_WORDS[lang][COLOURS.index(city[0])]} {city[1]}"


LABELS: dict[str, dict[str, str]] = section_of("koloda.games.flights", "labels")


FLIGHT: dict[str, str] = section_of("koloda.games.flights", "flight")


def opening(words: Sequence[str], lang: str) -> str:
    """By the Flight card alone, the bid."""
    return FLIGHT[lang].format(words[-1][1:]) if words[0] == "lay" else label(words, lang)


def label(words: Sequence[str], lang: str) -> str:
    """An action, given by the words of its canonical text."""
    verb, *rest = words
    text = LABELS[lang][verb]
    if verb == "swap":
        return text.format(swapped_name(rest[0], lang), swapped_name(rest[2], lang), rest[1])
    return text.format(card_name(rest[0], lang), *(flight[1:] for flight in rest[1:]))
