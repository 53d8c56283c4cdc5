"""The cards, and a zone (hand, nest, discard) as one number that counts the copies of every card.

Copies of one card are interchangeable, so a zone is a multiset: 26 fields of one to four bits, in card order.
A set of cards is a mask of the lowest bits of their fields.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from koloda.core.bits import bit, popcount, shifted
from koloda.core.vecs import append, vec

CODES: Final = [
    *("J1", "J2", "J3", "J4", "L1", "L2", "L3", "L4", "T1", "T2", "T3", "T4", "G3", "DM"),
    *("CS", "EV", "TS", "HY", "IW", "D1", "D2", "D3", "BT", "EM", "IM", "DP"),
]
NUMBERS: Final = {code: card for card, code in enumerate(CODES)}
VIRUSES: Final = ["V1", "V2", "V3", "V4"]
KINDS: Final = 26

L1: Final = 4
T1: Final = 8
G3: Final = 12
DM: Final = 13
CS: Final = 14
EV: Final = 15
TS: Final = 16
HY: Final = 17
IW: Final = 18
D1: Final = 19
D3: Final = 21
BT: Final = 22
EM: Final = 23
IM: Final = 24
DP: Final = 25
LAID: Final = 21  # an instant that was laid or named is written as its card minus this, so that none is 0

# by card: where its field begins, the field itself (so the most copies that a deck may have), and the printed
# nominal (0: none)
START: Final = vec[i64](
    [0, 4, 8, 12, 16, 18, 20, 22, 24, 26, 28, 30, 32, 34, 35, 37, 40, 42, 45, 47, 49, 51, 53, 55, 57, 59]
)
FIELD: Final = vec[i64]([15, 15, 15, 15, 3, 3, 3, 3, 3, 3, 3, 3, 3, 1, 3, 7, 3, 7, 3, 3, 3, 3, 3, 3, 3, 3])
NOMINAL: Final = vec[i64]([1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3, 4, 3, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0])

# the classes that a claim names, and the class of each card; instants have none
CLASSES: Final = ["N1", "N2", "N3", "N4", "CS", "EV", "TS", "HY", "IW", "D"]
CLASS: Final = vec[i64]([0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 2, 3, 4, 5, 6, 7, 8, 9, 9, 9, -1, -1, -1, -1])

# sets of cards
PLAIN: Final = 0x1111
LIARS: Final = 0x550000
THIEVES: Final = 0x55000000
GATECRASHERS: Final = 0x100000000
DOMINANT: Final = 0x400000000
SLATES: Final = 0x800000000
EVOLUTIONS: Final = 0x2000000000
TOO_SOONS: Final = 0x10000000000
HYSTERIAS: Final = 0x40000000000
ICEWHIRLS: Final = 0x200000000000
DEVOURERS: Final = 0xA800000000000
INSTANTS: Final = 0xAA0000000000000
ACTIVE: Final = 0x155550000  # what can be activated: Fibbers, Thieves, Gatecrasher
NOMINALS: Final = 0x555551111
NEST_SET: Final = 0x2555551111
ALL_SET: Final = 0xAAAA52D55551111
# by rank: the cards with a higher nominal, the Dominant not counted
HIGHER: Final = vec[i64]([0x155551111, 0x154541110, 0x150501100, 0x40401000])
# the whole fields of the cards with each nominal
ONES: Final = 0x303000F
TWOS: Final = 0xC0C00F0
THREES: Final = 0x330300F00
FOURS: Final = 0x4C0C0F000
# the whole fields of the cards that may lie in a nest, of the instants, and of Hysteria
NEST_FIELDS: Final = 0xE7FFFFFFFF
INSTANT_FIELDS: Final = 0x1FE0000000000000
HYSTERIA_FIELD: Final = 0x1C0000000000

# the fields of two, three and four bits, and the second, third and fourth bits of all fields
TWO_WIDE: Final = 0xAAAA52955551111
THREE_WIDE: Final = 0x42000001111
FOUR_WIDE: Final = 0x1111
SECOND: Final = 0x15554A52AAAA2222
THIRD: Final = 0x108000004444
FOURTH: Final = 0x8888


class Deck:
    """The cards of a game, and which of them may be laid for their nominal as well as activated."""

    copies: vec[i64]  # by card
    whole: i64  # the zone with every copy of every card
    openers: i64  # plain Juns and property cards of double action
    layable: vec[i64]  # by rank: the openers with a higher nominal
    prices: vec[i64]  # of the viruses, ascending

    def __init__(self, copies: vec[i64], double: i64, prices: vec[i64]) -> None:
        self.copies = copies
        self.whole = 0
        for card in range(KINDS):
            self.whole += copies[card] << START[card]
        self.openers = PLAIN | double
        self.layable = vec[i64]()
        for rank in range(4):
            self.layable = append(self.layable, HIGHER[rank] & self.openers)
        self.prices = prices


def present(zone: i64) -> i64:
    """The set of the cards that the zone holds."""
    zone |= (zone >> 1 & TWO_WIDE) | (zone >> 2 & THREE_WIDE) | (zone >> 3 & FOUR_WIDE)
    return zone & ALL_SET


def fields(cards: i64) -> i64:
    """The whole fields of a set of cards."""
    return cards | (cards & TWO_WIDE) << 1 | (cards & THREE_WIDE) << 2 | (cards & FOUR_WIDE) << 3


def size(zone: i64) -> i64:
    """How many cards the zone holds."""
    total = popcount(zone & ALL_SET) + 2 * popcount(zone & SECOND)
    high = zone & 0x10800000CCCC  # few zones hold four copies of a card
    return total + 4 * popcount(high & THIRD) + 8 * popcount(high & FOURTH) if high else total


def copies(zone: i64, card: i64) -> i64:
    """How many copies of this card the zone holds."""
    return zone >> START[card] & FIELD[card]


def one(card: i64) -> i64:
    """The zone of one copy of this card; also the set of this card."""
    return bit(START[card])


def card_at(start: i64) -> i64:
    """The card whose field begins there."""
    return popcount(ALL_SET & (bit(start) - 1))


def first_card(cards: i64) -> i64:
    """The first card of a set, in card order."""
    return popcount(ALL_SET & ((cards & -cards) - 1))


def common(zone: i64, other: i64) -> i64:
    """The cards, with their copies, that lie in both zones."""
    result: i64 = 0
    cards = present(zone) & present(other)
    while cards:
        card = first_card(cards)
        result += shifted(min(copies(zone, card), copies(other, card)), START[card])
        cards &= cards - 1
    return result


def nth_card(zone: i64, n: i64) -> i64:
    """The n-th card of the zone, copies counted, in card order, from 0."""
    cards = present(zone)
    while True:
        card = first_card(cards)
        n -= copies(zone, card)
        if n < 0:
            return card
        cards &= cards - 1


def listed(zone: i64) -> vec[i64]:
    """The cards of the zone one by one, in card order."""
    result = vec[i64]()
    cards = present(zone)
    while cards:
        card = first_card(cards)
        for i in range(copies(zone, card)):
            result = append(result, card)
        cards &= cards - 1
    return result


def codes(zone: i64) -> list[str]:
    return [CODES[card] for card in listed(zone)]


# cards in a nest: the classes N1-N4 are the nominals without the Dominant


def of_class(zone: i64, nominal: i64) -> i64:
    """How many cards of this nominal, the Dominant not counted."""
    place = nominal - 1
    count = (zone >> (4 * place) & 15) + (zone >> (16 + 2 * place) & 3) + (zone >> (24 + 2 * place) & 3)
    return count + (zone >> 32 & 3) if nominal == 3 else count


def first_of_class(zone: i64, nominal: i64) -> i64:
    """The card of this nominal that is used first: plain, Fibber, Thief, Gatecrasher."""
    place = nominal - 1
    if zone >> (4 * place) & 15:
        return place
    if zone >> (16 + 2 * place) & 3:
        return 4 + place
    if zone >> (24 + 2 * place) & 3:
        return 8 + place
    return G3


def evolutions(zone: i64) -> i64:
    return zone >> 37 & 7


def missing(zone: i64) -> i64:
    """How many of the nominals 1-4 the zone lacks."""
    lacking: i64 = 0
    if not zone & ONES:
        lacking += 1
    if not zone & TWOS:
        lacking += 1
    if not zone & THREES:
        lacking += 1
    if not zone & FOURS:
        lacking += 1
    return lacking


def formable(zone: i64) -> bool:
    """Can a pack be made of these cards, with Evolutions or without?"""
    return missing(zone) <= evolutions(zone)


def most_packs(zone: i64) -> i64:
    """How many packs these cards make at most: all gaps together must not exceed the Evolutions."""
    jokers = evolutions(zone)
    count: i64 = 0
    while True:
        gaps: i64 = max(0, count + 1 - of_class(zone, 4) - (zone >> 34 & 1))
        for nominal in range(1, 4):
            gaps += max(0, count + 1 - of_class(zone, nominal))
        if gaps > jokers:
            return count
        count += 1
