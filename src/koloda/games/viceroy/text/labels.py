# not compiled: text, made for people
"""Actions, cards and gems in people's words."""

from __future__ import annotations

import re

from koloda.core.texts import section_of
from koloda.games.viceroy.deck import DeckFile

COLOUR_WORDS: dict[str, dict[str, str]] = section_of("koloda.games.viceroy", "colours")
SPOT_WORDS: dict[str, dict[str, str]] = section_of("koloda.games.viceroy", "spots")
SECTOR_WORDS: dict[str, dict[str, str]] = section_of("koloda.games.viceroy", "sectors")
DECK_WORDS: dict[str, dict[str, str]] = section_of("koloda.games.viceroy", "decks")
GEMS = re.compile(r"([BRGY]\d+)+")
NO_GEMS: dict[str, str] = section_of("koloda.games.viceroy", "no_gems")
PLACE = re.compile(r"(\d):(-?\d+)")
PLACE_WORDS: dict[str, tuple[str, ...]] = section_of("koloda.games.viceroy", "places")
LABELS: dict[str, dict[str, str]] = section_of("koloda.games.viceroy", "labels")


def card_name(deck: DeckFile, code: str, lang: str) -> str:
    """A card as people name it: Captain (C32)."""
    if code not in deck.deck.codes:
        return code
    return f"{deck.names[lang][deck.deck.codes.index(code)]} ({code})"


def place_name(text: str, lang: str) -> str | None:
    """A place of the pyramid as people find it, in cards from the middle of the base; None if it is none.

    >>> place_name("1:0", "en"), place_name("2:-1", "en"), place_name("3:1", "en")
    ('level 1, in the middle', 'level 2, ½ left of the middle', 'level 3, 2 right of the middle')
    """
    found = PLACE.fullmatch(text)
    if found is None:
        return None
    level, x = int(found[1]), int(found[2])
    halves = 2 * x + level - 1  # a card rests between two: half a card further to the right
    middle, left, right = PLACE_WORDS[lang]
    if not halves:
        return middle.format(level)
    far = (str(abs(halves) // 2) if abs(halves) > 1 else "") + ("½" if halves % 2 else "")
    return (left if halves < 0 else right).format(level, far)


def gem_names(text: str, lang: str) -> str | None:
    """An amount of gems in words; None if it is none.

    >>> gem_names("B2Y1", "en"), gem_names("-", "en"), gem_names("C32", "en")
    ('2 blue, 1 yellow', 'nothing', None)
    """
    if text == "-":
        return NO_GEMS[lang]
    if GEMS.fullmatch(text) is None:
        return None
    return ", ".join(
        f"{count} {COLOUR_WORDS[lang][colour]}" for colour, count in re.findall(r"([BRGY])(\d+)", text)
    )


def label(deck: DeckFile, text: str, lang: str) -> str:
    """An action's text in a person's words."""
    words = LABELS[lang]
    if text in words:
        return words[text]
    kind, *rest = re.split("[ =>]", text)
    if kind == "want":
        return words[kind].format(SPOT_WORDS[lang][rest[0]])
    if kind == "draw":
        return words[kind].format(DECK_WORDS[lang][rest[0]])
    shown_rest = [
        COLOUR_WORDS[lang].get(part)
        or SPOT_WORDS[lang].get(part)
        or SECTOR_WORDS[lang].get(part)
        or place_name(part, lang)
        or card_name(deck, part, lang)
        for part in rest
    ]
    return words[kind].format(*shown_rest)
