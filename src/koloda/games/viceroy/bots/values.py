"""What is learned about the beginning of a turn in Viceroy, with all cards known: the error of a regression.

`scoring.prospects` sees sums; the net sees open places, colours side by side, hands and screens too. For two
seats, by roles: whoever has the lowest number in the pyramid comes first.
"""

from __future__ import annotations

import math
from typing import Final

from mypy_extensions import i64

from koloda.core.bits import lowest, popcount
from koloda.core.endings import Endings
from koloda.core.outlook import Values
from koloda.core.rng import Rng
from koloda.core.state import State
from koloda.core.vecs import append, vec
from koloda.games.viceroy.auction import TURNS
from koloda.games.viceroy.bots.worth import Worth
from koloda.games.viceroy.cards import HALF
from koloda.games.viceroy.pyramid import COLUMNS, LEVELS, PLACES
from koloda.games.viceroy.scoring import beyond_mean, prospect, prospects
from koloda.games.viceroy.state import ViceroyState

SPAN: Final = 20.0  # an error of so many points, half of the difference of two seats, is the greatest
FREE: Final = 4  # the highest level of a card that costs nothing
TERM: Final = 16  # turns left are told apart, or
PHASES: Final = 4  # by threes
# where the tables of a role begin: what there is of something, times the turns left
COLOURS_HELD: Final = 0  # gems of each colour behind the screen, two bits each
ENDLESS: Final = 256  # likewise endless gems
BONUSES: Final = 512  # circle bonuses
GEMS: Final = 768  # all gems, up to 15
HAND: Final = 1024  # cards, up to 7
BEST: Final = 1152  # what the best card of the hand is worth
SECOND: Final = 1408  # and the next one
MAGIC: Final = 1664  # tokens and bonuses, up to 7 each
SETS: Final = 1920  # defence, magic and science, up to 3 each
ATTACKS: Final = 2176  # up to 7, and the other's defence
CIRCLES: Final = 2432
BASE: Final = 2560
SECOND_ROW: Final = 2816
UPPER_ROWS: Final = 2944
OPEN_LOW: Final = 3072  # open places of level 2: with and without supports of one colour, up to 3 each
OPEN_HIGH: Final = 3328  # those above
HOPES: Final = 3584  # bonuses of the colours of such supports
PAINTABLE: Final = 3616  # circles that lack one or two colours for which there are gems, up to 3 each
ROLE: Final = 3872
# behind the roles
EXPECTED: Final = 0  # what the regression says
RESERVE: Final = 256  # gems of each colour, two bits each
SHARED: Final = 512
ACTIVE: Final = 40  # features at once, at most


class ViceroyValues(Values):
    """One output: what is to be added for the first of the two, in parts of SPAN."""

    def __init__(self) -> None:
        tables: list[tuple[int, int]] = []
        for role in range(2):
            tables += [(role * ROLE + start, 8) for start in (COLOURS_HELD, ENDLESS, BONUSES)]
        tables.append((2 * ROLE + RESERVE, 8))
        super().__init__("2", 2 * ROLE + SHARED, 1, tables, Endings())

    def features(self, state: State) -> vec[i64]:
        assert isinstance(state, ViceroyState)
        worths = [Worth(state, seat, state.rng) for seat in range(2)]
        return self.active_of(state, worths, expected_by(state, worths))

    def active_of(self, s: ViceroyState, worths: list[Worth], expected: list[float]) -> vec[i64]:
        left = TURNS + 1 - s.turn
        first = first_of(s)
        active = self.of_seat(worths[first], left, 0, vec[i64](capacity=ACTIVE))
        active = self.of_seat(worths[1 - first], left, ROLE, active)
        lead: i64 = 0
        while lead < 15 and expected[first] > float(2 * lead) - 15.0:
            lead += 1
        active = append(active, 2 * ROLE + EXPECTED + lead * TERM + left)
        return append(active, 2 * ROLE + RESERVE + four(s.reserve, 0))

    def of_seat(self, worth: Worth, left: i64, base: i64, active: vec[i64]) -> vec[i64]:
        s = worth.s
        seat = worth.seat
        phase = (left - 1) // 3
        sums = worth.sums
        active = append(active, base + COLOURS_HELD + four(s.screens, seat * 4))
        active = append(active, base + ENDLESS + four(s.endless, seat * 4))
        bonuses = min(sums.bonus0, 3) | min(sums.bonus1, 3) << 2 | min(sums.bonus2, 3) << 4
        active = append(active, base + BONUSES + (bonuses | min(sums.bonus3, 3) << 6))
        active = append(active, base + GEMS + min(s.screen_total(seat), 15) * TERM + left)
        active = append(active, base + HAND + min(s.hand_count(seat), 7) * TERM + left)
        best: i64 = 0
        second: i64 = 0
        for half in range(2):
            cards = s.hands[seat * 2 + half]
            while cards:
                gain = worth.play_worth(half * HALF + lowest(cards), FREE, False)
                cards &= cards - 1
                if gain > best:
                    second = best
                    best = gain
                elif gain > second:
                    second = gain
        active = append(active, base + BEST + min(best // 15, 15) * TERM + left)
        active = append(active, base + SECOND + min(second // 15, 15) * TERM + left)
        magic = min(sums.magic, 7) * 8 + min(sums.magic_bonus, 7)
        active = append(active, base + MAGIC + magic * PHASES + phase)
        sets = min(sums.defence, 3) * 16 + min(sums.magic, 3) * 4 + min(sums.science, 3)
        active = append(active, base + SETS + sets * PHASES + phase)
        attacks = min(s.attack[1 - seat], 7) * 8 + min(sums.defence, 7)
        active = append(active, base + ATTACKS + attacks * PHASES + phase)
        active = append(active, base + CIRCLES + min(sums.circles, 7) * TERM + left)
        row = seat * LEVELS
        active = append(active, base + BASE + min(popcount(s.rows[row]), 15) * TERM + left)
        active = append(active, base + SECOND_ROW + min(popcount(s.rows[row + 1]), 7) * TERM + left)
        upper = min(popcount(s.rows[row + 2]), 3) | min(popcount(s.rows[row + 3]), 1) << 2
        active = append(active, base + UPPER_ROWS + upper * TERM + left)
        return self.of_places(worth, left, base, active)

    def of_places(self, worth: Worth, left: i64, base: i64, active: vec[i64]) -> vec[i64]:
        """The circles that may still come: open places, and those that paint completes."""
        s = worth.s
        seat = worth.seat
        hopes: i64 = 0
        above: i64 = 0  # open places from level 3 on
        one_short: i64 = 0
        two_short: i64 = 0
        for level in range(1, LEVELS):
            like: i64 = 0
            unlike: i64 = 0
            row = s.open_row(seat, level + 1)
            while row:
                i = seat * PLACES + (level - 1) * COLUMNS + lowest(row)
                row &= row - 1
                colour = s.deck.sectors[s.board[i]] >> 2 & 3
                if colour == s.deck.sectors[s.board[i + 1]] & 3:
                    like += 1
                    hopes += worth.sums.bonus(colour)
                else:
                    unlike += 1
            if level == 1:
                active = append(active, base + OPEN_LOW + places(like, unlike) * TERM + left)
            else:
                above += like << 8 | unlike
            row = s.rows[seat * LEVELS + level]
            while row:
                short = shortage(s, seat, level * COLUMNS + lowest(row))
                row &= row - 1
                if short == 1:
                    one_short += 1
                elif short == 2:
                    two_short += 1
        active = append(active, base + OPEN_HIGH + places(above >> 8, above & 255) * TERM + left)
        active = append(active, base + HOPES + min(hopes, 7) * PHASES + (left - 1) // 3)
        return append(active, base + PAINTABLE + places(one_short, two_short) * TERM + left)

    def returns(self, state: State) -> list[float]:
        assert isinstance(state, ViceroyState)
        net = self.net
        worths = [Worth(state, seat, state.rng) for seat in range(2)]
        expected = expected_by(state, worths)
        net.feed(self.active_of(state, worths, expected))
        error = SPAN * (1.0 - 2.0 / (1.0 + math.exp(2.0 * net.output(0))))
        first = first_of(state)
        expected[first] += error
        expected[1 - first] -= error
        return expected

    def targets(self, state: State, returns: list[float]) -> list[float]:
        assert isinstance(state, ViceroyState)
        first = first_of(state)
        error = returns[first] - prospects(state, TURNS + 1 - state.turn)[first]
        return [max(-1.0, min(1.0, error / SPAN))]

    def redrawn(self, state: State, rng: Rng) -> State:
        """The decks in another order."""
        assert isinstance(state, ViceroyState)
        copy = state.clone()
        copy.rng = rng.fork()
        copy.large = shuffled(state.large, state.large_at, rng)
        copy.small = shuffled(state.small, state.small_at, rng)
        copy.law = shuffled(state.law, state.law_at, rng)
        return copy


def expected_by(s: ViceroyState, worths: list[Worth]) -> list[float]:
    """What the regression says, with the sums that there are already."""
    left = TURNS + 1 - s.turn
    return beyond_mean([prospect(s, worth.seat, worth.sums, left) for worth in worths])


def first_of(s: ViceroyState) -> i64:
    return 0 if s.low[0] < s.low[1] else 1


def four(counts: vec[i64], begin: i64) -> i64:
    """Four numbers, two bits each: 3 stands for more."""
    found = min(counts[begin], 3) | min(counts[begin + 1], 3) << 2
    return found | min(counts[begin + 2], 3) << 4 | min(counts[begin + 3], 3) << 6


def places(some: i64, others: i64) -> i64:
    """Two numbers as one: 3 stands for more."""
    return min(some, 3) << 2 | min(others, 3)


def shortage(s: ViceroyState, seat: i64, place: i64) -> i64:
    """How many sectors of a circle must be painted so that it has one colour, with gems that there are."""
    sectors = s.painted_sectors(seat, place)
    least: i64 = 4
    for colour in range(4):
        other: i64 = 0
        for i in range(4):
            if sectors >> (2 * i) & 3 != colour:
                other += 1
        if other < least and s.screens[seat * 4 + colour] >= other:
            least = other
    return least


def shuffled(cards: vec[i64], begin: i64, rng: Rng) -> vec[i64]:
    """Those that have been drawn stay."""
    rest = cards[begin:]
    rng.shuffle(rest)
    result = cards[:]
    for i in range(len(rest)):
        result[begin + i] = rest[i]
    return result
