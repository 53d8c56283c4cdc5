"""The common deck. A card is a number: a city is colour * 6 + value - 1, then X1 to X6, XU and DP.

Copies of one card have no identity. A multiset of cards is one number: a bit for each of the 42 unique cards,
then two bits that count the XU and two that count the DP. So zones are joined and parted by + and -.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from koloda.core.bits import bit, lowest, members, popcount, shifted
from koloda.core.vecs import append, vec

COLOURS: Final = "RBGYOV"
COLOUR_NAMES: Final = ["red", "blue", "green", "yellow", "orange", "violet"]

CITIES: Final = 36  # X1; all lower numbers are cities
XU: Final = 42
DP: Final = 43
HAND: Final = 3  # cards that everybody has before laying
CODES: Final = (
    [f"{colour}{value}" for colour in COLOURS for value in range(1, 7)]
    + [f"X{value}" for value in range(1, 7)]
    + ["XU", "DP"]
)
NUMBERS: Final = {code: card for card, code in enumerate(CODES)}

# sets of cards by their bits
ALL_CITIES: Final = 0xFFFFFFFFF
EXCHANGES: Final = 0x3F000000000  # those with a value
UNIQUE: Final = 0x3FFFFFFFFFF
XU_SET: Final = 0x40000000000
DP_SET: Final = 0x80000000000

# in a multiset
XU_PLACE: Final = 42
DP_PLACE: Final = 44
SPECIALS: Final = 0x3BF000000000  # X1 to X6, two XU, three DP

COLOUR: Final = 0x3F  # the six cities of the first colour
ONES: Final = 0x41041041  # the six cities of value 1; a set of colours is a part of them


def unit(card: i64) -> i64:
    """The multiset of this one card."""
    return bit(card) if card < DP else bit(DP_PLACE)


def count_of(cards: i64, card: i64) -> i64:
    """How many copies of a card a multiset has."""
    if card < XU:
        return cards >> card & 1
    return cards >> XU_PLACE & 3 if card == XU else cards >> DP_PLACE


def size(cards: i64) -> i64:
    """How many cards a multiset has."""
    return popcount(cards & UNIQUE) + (cards >> XU_PLACE & 3) + (cards >> DP_PLACE)


def different(cards: i64) -> i64:
    """The set of the different cards of a multiset."""
    found = cards & UNIQUE
    if cards >> XU_PLACE & 3:
        found |= XU_SET
    if cards >> DP_PLACE:
        found |= DP_SET
    return found


def due(table: i64) -> i64:
    """The set of cards of the lowest class on the table: Deportation, City, Exchange, Universal."""
    if table >> DP_PLACE:
        return DP_SET
    if table & ALL_CITIES:
        return table & ALL_CITIES
    if table & EXCHANGES:
        return table & EXCHANGES
    return XU_SET


def same_colour(city: i64) -> i64:
    """The six cities of the colour of this one."""
    return shifted(COLOUR, city // 6 * 6)


def same_value(city: i64) -> i64:
    """The six cities of the value of this one."""
    return shifted(ONES, city % 6)


def colours_of(cities: i64) -> i64:
    """The colours that occur, as their cities of value 1."""
    cities |= cities >> 3
    return (cities | cities >> 1 | cities >> 2) & ONES


def values_of(cities: i64) -> i64:
    """The values that occur, as bits 0 to 5."""
    cities |= cities >> 18
    return (cities | cities >> 6 | cities >> 12) & COLOUR


def full_deck(colours: i64) -> i64:
    """The common deck with these colours in play."""
    return colours * COLOUR + SPECIALS


def small_deck(colours: i64) -> i64:
    """That of the small board: the first colour has its 1, the second its 2 and so on; one XU, one DP."""
    deck: i64 = bit(XU_PLACE) + bit(DP_PLACE)
    value: i64 = 0
    while colours:
        deck += bit(lowest(colours) + value)
        colours &= colours - 1
        value += 1
    return deck


def listed(cards: i64) -> vec[i64]:
    """The cards of a multiset in canonical order, copies repeated."""
    found = vec[i64]()
    for card in members(different(cards)):
        for i in range(count_of(cards, card)):
            found = append(found, card)
    return found


def codes(cards: i64) -> list[str]:
    """The codes of a multiset in canonical order, copies repeated."""
    return [CODES[card] for card in listed(cards)]
