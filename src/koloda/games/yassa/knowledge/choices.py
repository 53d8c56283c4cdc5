"""What the others' choices tell of their hands: how likely they are if the hands of this world are true.

Everybody is taken for a player of some sense: he stays in his colour, keeps multi-coloured cards for need,
names the colour that he holds most of, and lays what he has drawn if it fits. Nobody is sure to: all is a
matter of odds.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from koloda.core.bits import lowest
from koloda.core.vecs import vec
from koloda.games.yassa.actions import AFTER_DRAW
from koloda.games.yassa.cards import (
    MULTI,
    REVERSE,
    SKIP,
    W4,
    WC,
    colour_types,
    count_in,
    drop,
    put,
    symbol_types,
)
from koloda.games.yassa.knowledge.memory import ARRIVE, BACK, LAID, YIELDED

if TYPE_CHECKING:
    from koloda.games.yassa.zones import YassaZones

KEEPS_WHAT_FITS: Final = 0.1  # how often a drawn card that fits is kept
YIELDS: Final = 0.2  # how often an answer is not given
IN_COLOUR: Final = 10  # what a card is worth to lay, as the heuristic has it
ACTION: Final = 10
IN_NEED: Final = -12  # a multi-coloured card
SCALE: Final = 5.0  # so much more is laid e times as often
NOTHING: Final = 63  # where the odds of a worth of nought lie
LARGEST: Final = 127
ODDS: Final = vec[float]([math.exp((worth - NOTHING) / SCALE) for worth in range(LARGEST + 1)])
UNKNOWN: Final = -1


class Reader:
    """Goes through the past of a world and keeps the odds of what the others did in it."""

    held: vec[i64]
    more: vec[i64]
    two: bool
    colour: i64
    top: i64
    before: i64  # the colour and the top before the last W4
    below: i64
    drawer: i64  # who has drawn a card, and may still lay it
    fresh: i64
    odds: float

    def __init__(self, seats: i64) -> None:
        self.held = vec[i64]([0] * int(seats))
        self.more = vec[i64]([0] * int(seats))
        self.two = seats == 2
        self.colour = UNKNOWN
        self.top = UNKNOWN
        self.before = UNKNOWN
        self.below = UNKNOWN
        self.drawer = UNKNOWN
        self.fresh = 0
        self.odds = 1.0

    def read(self, past: vec[i64], seat: i64) -> None:
        for fact in past:
            kind = fact & 15
            other = (fact >> 4) & 15
            detail = fact >> 8
            if kind == ARRIVE:
                self.keep()
                card = detail & 63
                put(self.held, self.more, other, card)
                if detail & 64 and other != seat:
                    self.drawer = other
                    self.fresh = card
            elif kind == LAID:
                card = detail & 63
                if self.drawer == other and detail & 64:
                    self.drawer = UNKNOWN
                else:
                    self.keep()
                if other != seat and not detail & 64 and self.colour != UNKNOWN:
                    self.lay(other, card, (detail >> 8) & 3)
                drop(self.held, self.more, other, card)
                if card == W4:
                    self.before = self.colour
                    self.below = self.top
                self.colour = (detail >> 8) & 3
                self.top = card
            elif kind == YIELDED:
                if other != seat and self.held[other] & detail:
                    self.odds *= YIELDS
            elif kind == BACK:
                put(self.held, self.more, other, W4)
                self.colour = self.before
                self.top = self.below

    def keep(self) -> None:
        """Whoever had drawn has passed."""
        if self.drawer == UNKNOWN:
            return
        self.drawer = UNKNOWN
        if self.colour != UNKNOWN and self.fresh < WC and self.fits(self.fresh):
            self.odds *= KEEPS_WHAT_FITS

    def fits(self, card: i64) -> bool:
        return card // 13 == self.colour or (self.top < WC and card % 13 == self.top % 13)

    def lay(self, other: i64, card: i64, named: i64) -> None:
        """One of several cards that fitted was laid."""
        symbol = self.top % 13
        answer = self.top < WC and symbol >= SKIP and symbol < REVERSE and card % 13 == symbol
        if card == self.top or answer:
            return  # as a twin: there was no such choice
        held = self.held[other]
        more = self.more[other]
        types = held & (colour_types(self.colour) | MULTI)
        if self.top < WC:
            types |= held & symbol_types(self.top)
        total = 0.0
        chosen = 0.0
        while types:
            each = lowest(types)
            types &= types - 1
            odds = ODDS[min(LARGEST, NOTHING + self.worth(held, more, each))]
            total += odds
            if each == card:
                chosen = odds
        if total > 0.0:
            self.odds *= chosen / total
        if card >= WC:
            self.name(held, more, named)

    def worth(self, held: i64, more: i64, card: i64) -> i64:
        if card >= WC:
            return IN_NEED
        colour = card // 13
        symbol = card % 13
        same: i64 = IN_COLOUR if colour == self.colour else 0
        own = count_in(held, more, colour_types(colour))
        if self.two:
            return same + own + (ACTION if symbol >= SKIP else symbol)
        worth = same + 4 * own + 2 * count_in(held, more, symbol_types(card) & ~colour_types(colour))
        return worth if symbol < SKIP else worth - ACTION

    def name(self, held: i64, more: i64, named: i64) -> None:
        """A colour was named: likelier one that is held more often."""
        total = 0.0
        chosen = 0.0
        for colour in range(4):
            odds = ODDS[min(LARGEST, NOTHING + 4 * count_in(held, more, colour_types(colour)))]
            total += odds
            if colour == named:
                chosen = odds
        self.odds *= chosen / total


def likelihood(s: YassaZones, seat: i64) -> float:
    """Of the others' choices, up to a factor."""
    reader = Reader(s.seats)
    reader.read(s.past, seat)
    if not (s.phase == AFTER_DRAW and s.turn == reader.drawer):
        reader.keep()
    return reader.odds
