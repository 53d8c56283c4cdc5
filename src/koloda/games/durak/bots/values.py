"""What is learned about positions between two rounds, with all hands known: who will win, or be the fool.

The cards are seen by roles: the hands from that of the seat that leads on, then the stock as a set. The plain
suits of a role share a table, so that renaming them changes nothing.
"""

from __future__ import annotations

import math
from typing import Final

from mypy_extensions import i64

from koloda.core.bits import bit, popcount
from koloda.core.outlook import Values
from koloda.core.rng import Rng
from koloda.core.state import State
from koloda.core.vecs import append, vec
from koloda.games.durak.bots.solver import DurakEndings
from koloda.games.durak.cards import ALL, CARDS
from koloda.games.durak.state import DurakState

MASKS: Final = 512  # of the nine cards of a suit, or of nine ranks
SUIT_MASK: Final = 511
ROLE: Final = 1024  # two tables for each set of cards: a plain suit, the trump suit
SIZES: Final = 16  # cards of a hand; 15 stands for more
KNOWN_NODES: Final = 400  # positions of an ending that is solved to learn from


class DurakValues(Values):
    """For two sides one output, what the side that leads will get; else for each role the share of fools."""

    seats: i64
    sides: bool

    def __init__(self, seats: i64, sides: bool) -> None:
        roles = seats + 1
        tables = [(int(number * MASKS), 9) for number in range(2 * roles + seats)]
        size = roles * ROLE + seats * (MASKS + SIZES) + CARDS + 1
        name = f"{int(seats)}-sides" if sides else f"{int(seats)}"
        super().__init__(name, size, 1 if sides else seats, tables, DurakEndings(CARDS, KNOWN_NODES))
        self.seats = seats
        self.sides = sides

    def features(self, state: State) -> vec[i64]:
        assert isinstance(state, DurakState)
        active = vec[i64]()
        seats = self.seats
        pairs = (seats + 1) * ROLE
        sizes = pairs + seats * MASKS
        rest = ALL & ~state.discard
        seat = state.lead_seat
        for role in range(seats):
            hand = state.hands[seat]
            rest &= ~hand
            active = with_suits(active, hand, state.trumps, role * ROLE)
            a = hand & SUIT_MASK
            b = hand >> 9 & SUIT_MASK
            c = hand >> 18 & SUIT_MASK
            d = hand >> 27
            active = append(active, pairs + role * MASKS + ((a & b) | (c & d) | ((a | b) & (c | d))))
            size = popcount(hand)
            if size >= SIZES:
                size = SIZES - 1
            active = append(active, sizes + role * SIZES + size)
            seat += 1
            if seat == seats:
                seat = 0
        active = with_suits(active, rest, state.trumps, seats * ROLE)
        return append(active, sizes + seats * SIZES + CARDS - state.drawn)

    def returns(self, state: State) -> list[float]:
        assert isinstance(state, DurakState)
        net = self.net
        net.feed(self.features(state))
        lead = state.lead_seat
        result: list[float] = [0.0] * int(self.seats)
        if self.sides:
            value = 1.0 - 2.0 / (1.0 + math.exp(2.0 * net.output(0)))
            for seat in range(self.seats):
                result[seat] = -value if (seat ^ lead) & 1 else value
            return result
        total = 0.0
        for role in range(self.seats):
            seat = (lead + role) % self.seats
            if not state.out & bit(seat):
                result[seat] = math.exp(net.output(role))
                total += result[seat]
        won = 1.0 / float(self.seats - 1)
        for seat in range(self.seats):
            result[seat] = won - result[seat] / total * (1.0 + won)
        return result

    def targets(self, state: State, returns: list[float]) -> list[float]:
        assert isinstance(state, DurakState)
        lead = state.lead_seat
        if self.sides:
            return [returns[lead]]
        won = 1.0 / float(self.seats - 1)
        return [(won - returns[(lead + role) % self.seats]) / (1.0 + won) for role in range(self.seats)]

    def redrawn(self, state: State, rng: Rng) -> State:
        """The stock in another order; an open bottom card stays where it is."""
        assert isinstance(state, DurakState)
        copy = state.clone()
        last: i64 = CARDS - 1 if state.rules.bottom_card else CARDS
        if state.drawn < last:
            stock = vec[i64]()
            for i in range(state.drawn, last):
                stock = append(stock, state.deck[i])
            rng.shuffle(stock)
            deck = state.deck[:]
            for i in range(state.drawn, last):
                deck[i] = stock[i - state.drawn]
            copy.deck = deck
        return copy


def with_suits(active: vec[i64], cards: i64, trumps: i64, base: i64) -> vec[i64]:
    """The features of a set of cards, suit by suit."""
    for suit in range(4):
        active = append(active, base + (cards & SUIT_MASK) + (MASKS if trumps & 1 else 0))
        cards >>= 9
        trumps >>= 9
    return active
