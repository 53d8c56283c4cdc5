"""The 108 cards of 54 types, and multisets of them.

A type is colour * 13 + symbol (0-9, Skip, Draw two, Reverse), then Order a colour and Order a colour and draw
four. A multiset is two integers: `held` has a bit for each type that is there, `more` a bit for the second
copy of a coloured type and, from bit 52 on, two bits each for the further copies of the two others.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from koloda.core.bits import bit, popcount, shifted
from koloda.core.vecs import vec

TYPES: Final = 54
WC: Final = 52  # Order a colour
W4: Final = 53  # Order a colour and draw four

# symbols beyond the digits
SKIP: Final = 10
DRAW_TWO: Final = 11
REVERSE: Final = 12

OPEN: Final = 4  # the colour while nobody has laid a card on a multi-coloured start card

COLOURED: Final = 0xFFFFFFFFFFFFF  # all coloured types
MULTI: Final = 0x30000000000000  # the two multi-coloured types
ALL: Final = 0x3FFFFFFFFFFFFF
ONE_COLOUR: Final = 0x1FFF  # the 13 types of the first colour
ONE_SYMBOL: Final = 0x8004002001  # the four types of the lowest symbol
DRAW_TWOS: Final = 0x8004002001 << 11
DIGITS: Final = 0x3FF * 0x8004002001

COLOURS: Final = "RYGB"
SYMBOLS: Final = "0123456789SDV"
CODES: Final = [colour + symbol for colour in COLOURS for symbol in SYMBOLS] + ["WC", "W4"]
NUMBERS: Final = {code: card for card, code in enumerate(CODES)}


def colour_types(colour: i64) -> i64:
    return shifted(ONE_COLOUR, colour * 13)


def symbol_types(card: i64) -> i64:
    """The types with the symbol of this coloured card."""
    return shifted(ONE_SYMBOL, card % 13)


def points_of(card: i64) -> i64:
    if card >= WC:
        return 50
    symbol = card % 13
    return 20 if symbol >= SKIP else symbol


def copies(card: i64) -> i64:
    """How many cards of this type the deck has."""
    if card >= WC:
        return 4
    return 2 if card % 13 else 1


def extra(card: i64) -> i64:
    """Where `more` counts the further copies of a multi-coloured type."""
    return 2 * card - 52


def put(held: vec[i64], more: vec[i64], i: i64, card: i64) -> None:
    """Add a card to the i-th of several multisets."""
    b = bit(card)
    if not held[i] & b:
        held[i] |= b
    elif card < WC:
        more[i] |= b
    else:
        more[i] += bit(extra(card))


def drop(held: vec[i64], more: vec[i64], i: i64, card: i64) -> None:
    """Remove a card from the i-th of several multisets."""
    b = bit(card)
    if card < WC:
        if more[i] & b:
            more[i] ^= b
        else:
            held[i] ^= b
    elif (more[i] >> extra(card)) & 3:
        more[i] -= bit(extra(card))
    else:
        held[i] ^= b


def count_of(held: i64, more: i64, card: i64) -> i64:
    """How many cards of this type a multiset has."""
    if not (held >> card) & 1:
        return 0
    return 1 + ((more >> card) & 1 if card < WC else (more >> extra(card)) & 3)


def count_in(held: i64, more: i64, types: i64) -> i64:
    """How many cards of these types a multiset has."""
    count = popcount(held & types) + popcount(more & types & COLOURED)
    if types & MULTI:
        count += ((types >> WC) & 1) * ((more >> 52) & 3) + ((types >> W4) & 1) * ((more >> 54) & 3)
    return count


def card_list(held: i64, more: i64) -> list[i64]:
    """The cards of a multiset in canonical order."""
    result: list[i64] = []
    for card in range(TYPES):
        result.extend([card] * int(count_of(held, more, card)))
    return result


def codes(held: i64, more: i64) -> list[str]:
    return [CODES[card] for card in card_list(held, more)]


def value_of(held: i64, more: i64) -> i64:
    """The points of a hand."""
    total: i64 = 0
    for card in card_list(held, more):
        total += points_of(card)
    return total
