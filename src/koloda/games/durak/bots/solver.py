"""Exact play in Durak when nothing is hidden: alpha-beta with a table of positions, for two sides."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from koloda.core.bits import popcount
from koloda.core.endings import Endings
from koloda.core.errors import KolodaError
from koloda.core.rng import Rng
from koloda.core.state import State
from koloda.games.durak.actions import BEAT, MOVE
from koloda.games.durak.bots.heuristic import DurakHeuristic
from koloda.games.durak.cards import CARDS
from koloda.games.durak.state import DurakState

UNKNOWN: Final = 2  # the budget ran out
DEEPEST: Final = 1500  # far beyond any deal without a stock; bounds the recursion

MOST_POSITIONS: Final = 20_000  # that the endings of one search keep: some 3 megabytes

LANE: Final = 0x7FFFFFFF
FIRST: Final = 0x2545F491
SECOND: Final = 0x1B873593


class Solver:
    """Values are those of the side of seat 0: 1 it wins, 0 draw, -1 it loses, UNKNOWN."""

    table: dict[i64, i64]
    nodes: i64
    budget: i64
    policy: DurakHeuristic
    rng: Rng

    def __init__(self, budget: i64) -> None:
        self.table = {}
        self.nodes = 0
        self.budget = budget
        self.policy = DurakHeuristic()
        self.rng = Rng(0)

    def best(self, state: State) -> tuple[i64, i64]:
        """(value, action) for the seat to act; of equal actions the heuristic's own, then the first."""
        assert isinstance(state, DurakState)
        seat = state.actor
        sign = side(seat)
        best_value: i64 = -UNKNOWN
        best_action: i64 = -1
        for action in self.ordered(state, seat):
            child = state.clone()
            child.apply(seat, action)
            value = self.value(child, 0)
            if value == UNKNOWN:
                return UNKNOWN, best_action
            if sign * value > best_value:
                best_value = sign * value
                best_action = action
                if best_value == 1:
                    break
        return sign * best_value, best_action

    def values(self, state: State) -> list[tuple[int, int]]:
        """(action, value) of every legal action of the seat to act; empty where the budget runs out."""
        assert isinstance(state, DurakState)
        found: list[tuple[int, int]] = []
        for action in self.ordered(state, state.actor):
            child = state.clone()
            child.apply(state.actor, action)
            value = self.value(child, 0)
            if value == UNKNOWN:
                return []
            found.append((int(action), int(value)))
        return found

    def line(self, state: State) -> list[tuple[int, int]]:
        """Best play of both sides to the end, as (seat, action); shorter where the budget runs out."""
        position = state.clone()
        played: list[tuple[int, int]] = []
        while position.pending:
            seat = position.actor
            value, action = self.best(position)
            if value == UNKNOWN:
                break
            played.append((int(seat), int(action)))
            position.apply(seat, action)
        return played

    def value(self, state: DurakState, depth: i64) -> i64:
        """The value of a position, which is used up."""
        while state.pending:
            seat = state.actor
            legal = state.legal(seat)
            if len(legal) > 1:
                return self.branch(state, seat, depth)
            state.apply(seat, legal[0])
        returns = state.returns()
        if returns[0] > 0.0:
            return 1
        if returns[0] < 0.0:
            return -1
        return 0

    def branch(self, state: DurakState, seat: i64, depth: i64) -> i64:
        key = position_key(state)
        known = self.table.get(key)
        if known is not None:
            return known
        self.nodes += 1
        if self.nodes > self.budget or depth >= DEEPEST:
            return UNKNOWN
        sign = side(seat)
        best: i64 = -1
        for action in self.ordered(state, seat):
            child = state.clone()
            child.apply(seat, action)
            value = self.value(child, depth + 1)
            if value == UNKNOWN:
                return UNKNOWN
            if sign * value > best:
                best = sign * value
                if best == 1:
                    break
        self.table[key] = sign * best
        return sign * best

    def ordered(self, state: DurakState, seat: i64) -> list[i64]:
        """The legal actions, the heuristic's choice first: good order is most of alpha-beta."""
        first = self.policy.choose(state, seat, self.rng)
        actions: list[i64] = [first]
        actions += [action for action in state.legal(seat) if action != first]
        return actions


class DurakEndings(Endings):
    """Endings of two sides: short ones of sampled deals, where a rollout would only guess, and open ones."""

    solver: Solver  # its table is that of one deal
    cards: i64  # `known`: how many may be left in all hands
    nodes: i64  # `known`: for one ending
    value: i64
    seats: i64

    def __init__(self, cards: i64, nodes: i64) -> None:
        self.solver = Solver(0)
        self.cards = cards
        self.nodes = nodes
        self.value = 0
        self.seats = 0

    def fresh(self) -> Endings:
        return DurakEndings(self.cards, self.nodes)

    def check(self, state: State) -> None:
        assert isinstance(state, DurakState)
        if not (state.rules.team or state.seats == 2):
            raise KolodaError("solve knows two sides: two players, or four in mode team")
        if state.drawn < CARDS:
            raise KolodaError("solve needs open cards: the stock must be empty")

    def searched(self) -> i64:
        return self.solver.nodes

    def known(self, state: State) -> bool:
        assert isinstance(state, DurakState)
        if state.drawn < CARDS or state.phase != MOVE or not (state.rules.team or state.seats == 2):
            return False
        held: i64 = 0
        for hand in state.hands:
            held |= hand
        if popcount(held) > self.cards:
            return False
        self.allow(self.nodes)
        self.value = self.solver.value(state.clone(), 0)
        self.seats = state.seats
        return self.value != UNKNOWN

    def results(self) -> list[float]:
        return [float(side(seat) * self.value) for seat in range(self.seats)]

    def solvable(self, state: State, seat: i64) -> bool:
        return solvable(state, seat)

    def solve(self, state: State, nodes: i64, every: bool) -> list[tuple[int, float]]:
        self.allow(nodes)
        sign = side(state.actor)
        if not every:
            value, action = self.solver.best(state)
            return [] if value == UNKNOWN else [(int(action), float(sign * value))]
        found = [(action, float(int(sign) * worth)) for action, worth in self.solver.values(state)]
        return sorted(found, key=lambda pair: -pair[1])

    def allow(self, nodes: i64) -> None:
        """So many further positions; what is solved stays in the table until it is too large."""
        if len(self.solver.table) > MOST_POSITIONS:
            self.solver.table = {}
        self.solver.budget = self.solver.nodes + nodes


def side(seat: i64) -> i64:
    """1 for the side of seat 0, -1 for the other: even and odd seats, in teams and for two players."""
    if seat & 1:
        return -1
    return 1


def solvable(state: State, seat: i64) -> bool:
    """Does this seat know all cards of a game of two sides?"""
    if not isinstance(state, DurakState) or not (state.rules.team or state.seats == 2):
        return False
    if state.drawn < CARDS:
        return False
    holders: i64 = 0
    for other in range(state.seats):
        if other != seat and state.hands[other] & ~state.known[other]:
            holders += 1
    # whose hand holds all that is unseen, holds it for certain
    return holders <= 1


def position_key(s: DurakState) -> i64:
    """A hash of all that matters for the rest of the deal: two lanes of 31 bits."""
    a: i64 = s.phase * 8 + s.lead_seat
    b: i64 = s.turn * 64 + s.count * 8 + s.limit
    if s.taking:
        a += 64
    if s.last:
        a += 128
    if s.beaten_off:
        a += 256
    for hand in s.hands:
        a = mixed(a, hand & 0x3FFFF, FIRST)
        b = mixed(b, hand & 0x3FFFF, SECOND)
        a = mixed(a, hand >> 18, SECOND)
        b = mixed(b, hand >> 18, FIRST)
    if s.phase != MOVE:
        a = mixed(a, s.table & 0x3FFFF, FIRST)
        b = mixed(b, s.table >> 18, SECOND)
        a = mixed(a, s.table >> 18, SECOND)
        b = mixed(b, s.table & 0x3FFFF, FIRST)
    if s.phase == BEAT:
        a = mixed(a, s.open_card() + 1, FIRST)
        b = mixed(b, s.open_card() + 1, SECOND)
    return (a << 31) | b


def mixed(lane: i64, part: i64, factor: i64) -> i64:
    lane = ((lane ^ part) * factor) & LANE
    return lane ^ (lane >> 15)
