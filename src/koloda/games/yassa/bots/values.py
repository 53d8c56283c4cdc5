"""What is learned about the beginning of a turn in Yassa, with all hands known: who will win the round.

The hands are seen by roles, from the seat whose turn it is on in the direction of play. Of colours only the
current one is told apart: the others share their tables, so that renaming them changes nothing.
"""

from __future__ import annotations

import math
from typing import Final

from mypy_extensions import i64

from koloda.core.bits import popcount
from koloda.core.endings import Endings
from koloda.core.outlook import Values
from koloda.core.rng import Rng
from koloda.core.state import State
from koloda.core.vecs import append, vec
from koloda.games.yassa.cards import (
    COLOURED,
    MULTI,
    ONE_COLOUR,
    ONE_SYMBOL,
    OPEN,
    W4,
    WC,
    colour_types,
    symbol_types,
)
from koloda.games.yassa.state import YassaState

POINTS: Final = 41.0  # of a hand at the end of a round, on average among those who have not won
DIGIT_TYPES: Final = 0x3FF
# where the tables of a role begin
COLOUR: Final = 0  # the current one: digits, three bits, Skips, Draw twos and Reverses, two bits each
OTHER: Final = 512  # likewise each other colour
FITTING: Final = (
    1024  # cards that fit, three bits; by symbol and multi-coloured ones, two bits each; size, two
)
MULTIS: Final = 1536  # of each kind, two bits; the size of the hand, three bits
SHAPE: Final = 1664  # colours and the most cards of one, three bits each; the size of the hand, four bits
ACTIVE: Final = 2688  # Skips, Draw twos, Reverses and multi-coloured cards, two bits each
LINKS: Final = 2944  # digits and pictures held in several colours, two bits each; cards out of reach, three,
ROLE: Final = 4992  # whether there are multi-coloured ones, and the size of the hand, three bits
# behind the roles
PAIR: Final = 0  # of a colour how many cards the first two have, three bits each, and whether it is current
TOP: Final = 128  # the symbol of the top card, 15 for a multi-coloured one
SIZES: Final = 144  # for two seats: of their hands, four bits each
# for two seats, of either hand: coloured types to which the other has no answer, two bits for those that fit
# and three for all, whether the other has multi-coloured cards, and the size of the hand, three bits
UNANSWERED: Final = 400
SHARED: Final = 1424


class YassaValues(Values):
    """For two seats one output, for the seat whose turn it is; else for each role the chance to win."""

    seats: i64

    def __init__(self, seats: i64) -> None:
        size = seats * ROLE + SHARED
        super().__init__(f"{int(seats)}", size, 1 if seats == 2 else seats, [], Endings())
        self.seats = seats

    def features(self, state: State) -> vec[i64]:
        assert isinstance(state, YassaState)
        active = vec[i64]()
        seat = state.turn
        counts = vec[i64]()
        for role in range(self.seats):
            active = self.of_hand(state, seat, role * ROLE, active)
            counts = append(counts, counts_of(state, seat))
            seat = state.next(seat)
        base = self.seats * ROLE
        first = counts[0]
        second = counts[1]
        for i in range(4):
            pair = (first >> (4 * i) & 7) | (second >> (4 * i) & 7) << 3
            active = append(active, base + PAIR + (pair | (0 if i else 64)))
        active = append(active, base + TOP + (state.top % 13 if state.top < WC else 15))
        if self.seats == 2:
            seat = state.turn
            sizes = min(state.sizes[seat], 15) | min(state.sizes[1 - seat], 15) << 4
            active = append(active, base + SIZES + sizes)
            active = append(active, base + UNANSWERED + unanswered(state, seat))
            active = append(active, base + UNANSWERED + 512 + unanswered(state, 1 - seat))
        return active

    def of_hand(self, s: YassaState, seat: i64, base: i64, active: vec[i64]) -> vec[i64]:
        current = first_colour(s)
        held = s.held[seat]
        more = s.more[seat]
        size = min(s.sizes[seat], 15)
        few = min(size, 7)
        colours: i64 = 0
        most: i64 = 0
        all_skips: i64 = 0
        all_draws: i64 = 0
        all_turns: i64 = 0
        for i in range(4):
            shift = ((current + i) & 3) * 13
            h = held >> shift & ONE_COLOUR
            m = more >> shift & ONE_COLOUR
            digits = popcount(h & DIGIT_TYPES) + popcount(m & DIGIT_TYPES)
            skips = (h >> 10 & 1) + (m >> 10 & 1)
            draws = (h >> 11 & 1) + (m >> 11 & 1)
            turns = (h >> 12) + (m >> 12)
            code = min(digits, 7) | skips << 3 | draws << 5 | turns << 7
            active = append(active, base + (OTHER if i else COLOUR) + code)
            count = digits + skips + draws + turns
            if count:
                colours += 1
            if count > most:
                most = count
            all_skips += skips
            all_draws += draws
            all_turns += turns
        twins = popcount(held & symbol_types(s.top)) if s.top < WC else i64(0)
        orders: i64 = 1 + (more >> 52 & 3) if held >> WC & 1 else 0
        fours: i64 = 1 + (more >> 54 & 3) if held >> W4 & 1 else 0
        multis = min(orders + fours, 3)
        fitting = min(popcount(held & s.fit & COLOURED), 7) | min(twins, 3) << 3 | multis << 5
        active = append(active, base + FITTING + (fitting | min(size, 3) << 7))
        kinds = min(orders, 3) | min(fours, 3) << 2
        active = append(active, base + MULTIS + (kinds | few << 4))
        active = append(active, base + SHAPE + (colours | min(most, 7) << 3 | size << 6))
        pictures = min(all_skips, 3) | min(all_draws, 3) << 2 | min(all_turns, 3) << 4
        active = append(active, base + ACTIVE + (pictures | multis << 6))
        far = min(out_of_reach(held, s.fit), 7) | min(multis, 1) << 3
        return append(active, base + LINKS + (links(held) | far << 4 | few << 8))

    def returns(self, state: State) -> list[float]:
        """As if the hands at the end were always worth the same."""
        assert isinstance(state, YassaState)
        net = self.net
        net.feed(self.features(state))
        result: list[float] = [0.0] * int(self.seats)
        seat = state.turn
        if self.seats == 2:
            value = POINTS / 2.0 * (1.0 - 2.0 / (1.0 + math.exp(2.0 * net.output(0))))
            result[seat] = value
            result[1 - seat] = -value
            return result
        total = 0.0
        for role in range(self.seats):
            result[seat] = math.exp(net.output(role))
            total += result[seat]
            seat = state.next(seat)
        n = float(self.seats)
        return [POINTS * (n - 1.0) * (each / total - 1.0 / n) for each in result]

    def utilities(self, returns: list[float], winning: float) -> list[float]:
        """Both are in proportion to the chances to win: nobody is the first already."""
        n = float(self.seats)
        scale = 1.0 + winning * n / (POINTS * (n - 1.0) * (n - 1.0))
        return [scale * each for each in returns]

    def outcome(self, state: State) -> list[float]:
        """1 for the winner of the round; if it is void, all share it."""
        assert isinstance(state, YassaState)
        if state.winner < 0:
            return [1.0 / float(self.seats)] * int(self.seats)
        return [1.0 if seat == state.winner else 0.0 for seat in range(self.seats)]

    def targets(self, state: State, outcome: list[float]) -> list[float]:
        assert isinstance(state, YassaState)
        if self.seats == 2:
            return [2.0 * outcome[state.turn] - 1.0]
        found: list[float] = []
        seat = state.turn
        for role in range(self.seats):
            found.append(outcome[seat])
            seat = state.next(seat)
        return found

    def redrawn(self, state: State, rng: Rng) -> State:
        """The stock in another order."""
        assert isinstance(state, YassaState)
        copy = state.clone()
        copy.rng = rng.fork()
        stock = state.stock[state.taken :]
        rng.shuffle(stock)
        copy.stock = stock
        copy.taken = 0
        return copy


def first_colour(s: YassaState) -> i64:
    """The current one, which comes first."""
    return 0 if s.colour == OPEN else s.colour


def counts_of(s: YassaState, seat: i64) -> i64:
    """How many cards of each colour a hand has, four bits each, the current one lowest: 7 stands for more."""
    current = first_colour(s)
    counts: i64 = 0
    for i in range(4):
        types = colour_types((current + i) & 3)
        counts |= min(popcount(s.held[seat] & types) + popcount(s.more[seat] & types), 7) << (4 * i)
    return counts


def alike(held: i64) -> i64:
    """The coloured types that have the colour or the symbol of one of these."""
    found: i64 = 0
    symbols: i64 = 0
    for colour in range(4):
        types = held >> (13 * colour) & ONE_COLOUR
        if types:
            found |= colour_types(colour)
            symbols |= types
    return found | symbols * ONE_SYMBOL


def out_of_reach(held: i64, fit: i64) -> i64:
    """Coloured types to which no chain leads of cards that fit one upon the other, from the top card on."""
    rest = held & COLOURED & ~fit
    reached = held & COLOURED & fit
    grew = True
    while grew and rest:
        near = rest & alike(reached)
        grew = near != 0
        reached |= near
        rest &= ~near
    return popcount(rest)


def unanswered(s: YassaState, seat: i64) -> i64:
    """For two: the row of the cards of this seat to which the other has no answer."""
    other = s.held[1 - seat]
    found = s.held[seat] & COLOURED & ~alike(other)
    counts = min(popcount(found & s.fit), 3) | min(popcount(found), 7) << 2
    return counts | (32 if other & MULTI else 0) | min(s.sizes[seat], 7) << 6


def links(held: i64) -> i64:
    """How many digits and how many pictures are held in several colours."""
    a = held & ONE_COLOUR
    b = held >> 13 & ONE_COLOUR
    c = held >> 26 & ONE_COLOUR
    d = held >> 39 & ONE_COLOUR
    several = a & b | c & d | (a | b) & (c | d)
    return min(popcount(several & DIGIT_TYPES), 3) | min(popcount(several >> 10), 3) << 2
