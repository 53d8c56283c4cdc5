"""Exact play in Durak when nothing is hidden, for two sides: proof-number search."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from koloda.core.bits import lowest, popcount
from koloda.core.endings import Endings
from koloda.core.errors import KolodaError
from koloda.core.rng import Rng
from koloda.core.state import State
from koloda.core.vecs import append, vec
from koloda.games.durak.actions import ADD, BEAT, MOVE
from koloda.games.durak.bots.heuristic import DurakHeuristic
from koloda.games.durak.bots.proofs import MANY, MOST_SLOTS, NO, YES, Proofs, both, settled
from koloda.games.durak.cards import CARDS, SUIT, same_ranks
from koloda.games.durak.legal import playable, refusal
from koloda.games.durak.state import DurakState

UNKNOWN: Final = 2  # the budget ran out
DEEPEST: Final = 1500  # far beyond any deal without a stock; bounds the recursion

SHARED: Final = 4  # of the numbers that are added up, all but the largest count only so much less

MOST_POSITIONS: Final = 20_000  # that the endings of one search keep: a megabyte

BELOW_ACE: Final[i64] = 0x7FBFDFEFF
BELOW_KING: Final[i64] = 0x3F9FCFE7F
BELOW_JACK: Final[i64] = 0x0F87C3E1F

LANE: Final = 0x7FFFFFFF
FIRST: Final = 0x2545F491
SECOND: Final = 0x1B873593


class Solver:
    """Values are those of the side of seat 0: 1 it wins, 0 draw, -1 it loses, UNKNOWN.

    Depth-first proof-number search: it asks whether that side reaches a value, and always looks next where
    the answer seems nearest. Where a last card may be beaten for a draw, that takes two questions.
    """

    proofs: Proofs
    nodes: i64
    budget: i64
    wanted: i64  # the value of the question
    policy: DurakHeuristic
    rng: Rng

    def __init__(self, budget: i64, slots: i64 = MOST_SLOTS) -> None:
        self.proofs = Proofs(slots)
        self.nodes = 0
        self.budget = budget
        self.wanted = 1
        self.policy = DurakHeuristic()
        self.rng = Rng(0)

    def best(self, state: State) -> tuple[i64, i64]:
        """(value, action) for the seat to act; of actions found equal the heuristic's own, then the first."""
        assert isinstance(state, DurakState)
        seat = state.actor
        actions = self.ordered(state, seat)
        value = self.value(state.clone())
        if value == UNKNOWN or value == -side(seat):
            return value, actions[0]
        budget = self.budget
        self.budget = self.nodes  # what is known already; the table may have forgotten it
        for action in actions:
            if self.after(state, seat, action) == value:
                self.budget = budget
                return value, action
        self.budget = budget
        for action in actions:
            if self.after(state, seat, action) == value:
                return value, action
        return UNKNOWN, actions[0]

    def values(self, state: State) -> list[tuple[int, int]]:
        """(action, value) of every legal action of the seat to act; empty where the budget runs out."""
        assert isinstance(state, DurakState)
        found: list[tuple[int, int]] = []
        for action in self.ordered(state, state.actor):
            value = self.after(state, state.actor, action)
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

    def after(self, state: DurakState, seat: i64, action: i64) -> i64:
        child = state.clone()
        child.apply(seat, action)
        return self.value(child)

    def value(self, state: DurakState) -> i64:
        """The value of a position, which is used up."""
        advance(state)
        answer = self.reaches(state, 1)
        if answer == NO and state.rules.final_beat:
            answer = self.reaches(state, 0)
            if answer == YES:
                return 0
        if answer == YES:
            return 1
        if answer == NO:
            return -1
        return UNKNOWN

    def reaches(self, state: DurakState, wanted: i64) -> i64:
        """YES, NO, or what was found out until the budget ran out."""
        self.wanted = wanted
        word = self.estimate(state)
        if settled(word):
            return word
        key = position_key(state, wanted)
        word = self.proofs.get(key)
        if (word == 0 or not settled(word)) and self.nodes < self.budget:
            word = self.prove(state, key, MANY, MANY, 0)
        return word

    def prove(self, state: DurakState, key: i64, most_own: i64, most_other: i64, depth: i64) -> i64:
        """Look below a position until one of its two numbers reaches its bound.

        `own` is the number of the side to act, which needs one good action: the smallest of its actions.
        `other` needs them all. Their sum would count much twice, since the ways of a round meet again.
        """
        self.nodes += 1
        seat = state.actor
        children: list[DurakState] = []
        keys = vec[i64]()
        words = vec[i64]()
        for action in state.legal(seat):
            child = state.clone()
            child.apply(seat, action)
            advance(child)
            children.append(child)
            keys = append(keys, position_key(child, self.wanted))
            words = append(words, self.estimate(child))
        while True:
            best: i64 = -1
            own: i64 = MANY
            second: i64 = MANY
            best_other: i64 = 0
            largest: i64 = 0
            total: i64 = 0
            for i in range(len(keys)):
                word = words[i]
                if not settled(word):
                    found = self.proofs.get(keys[i])
                    if found:
                        word = found
                mine = word >> 30
                theirs = word & MANY
                if seat & 1:
                    mine = word & MANY
                    theirs = word >> 30
                if best < 0 or mine < own:
                    second = own
                    own = mine
                    best = i
                    best_other = theirs
                elif mine < second:
                    second = mine
                total += theirs
                if theirs > largest:
                    largest = theirs
            other = min(largest + (total - largest) // SHARED, MANY - 1)
            if own == 0:
                other = MANY
            word = both(other, own) if seat & 1 else both(own, other)
            self.proofs.put(key, word)
            if own >= most_own or other >= most_other or self.nodes >= self.budget or depth >= DEEPEST:
                return word
            next_own = min(most_own, 2 * second + 1)
            next_other = min(most_other - (total - best_other) // SHARED, MANY) if most_other < MANY else MANY
            child = children[best]
            if (child.actor ^ seat) & 1:
                self.prove(child, keys[best], next_other, next_own, depth + 1)
            else:
                self.prove(child, keys[best], next_own, next_other, depth + 1)

    def estimate(self, state: DurakState) -> i64:
        """The numbers of a position that nobody has looked below, or the answer where it is easily seen."""
        if not state.pending:
            result = state.returns()[0]
            if result > 0.0 or (result == 0.0 and self.wanted == 0):
                return YES
            return NO
        first: i64 = 0
        second: i64 = 0
        for seat in range(state.seats):
            if (seat ^ state.lead_seat) & 1:
                second |= state.hands[seat]
            else:
                first |= state.hands[seat]
        lead_odd = state.lead_seat & 1
        if state.seats == 2 and not state.rules.final_beat:
            if leader_wins(state, first, second):
                return NO if lead_odd else YES
            if state.phase == BEAT and beater_wins(state, first, second):
                return YES if lead_odd else NO
        if state.taking:
            second |= state.table
        trumps = state.trumps
        lead_number = difficulty(first, second, trumps)
        def_number = difficulty(second, first, trumps)
        seat = state.actor
        choices = popcount(playable(state, seat))
        if (seat ^ state.lead_seat) & 1:
            lead_number += 2 * choices
        else:
            def_number += 2 * choices
        return both(def_number, lead_number) if lead_odd else both(lead_number, def_number)

    def ordered(self, state: DurakState, seat: i64) -> list[i64]:
        """The legal actions, the heuristic's choice first."""
        first = self.policy.choose(state, seat, self.rng)
        actions: list[i64] = [first]
        actions += [action for action in state.legal(seat) if action != first]
        return actions


def advance(state: DurakState) -> None:
    """Go on to where somebody has a choice, or to the end."""
    while state.pending:
        seat = state.actor
        cards = playable(state, seat)
        if state.phase != MOVE:
            if cards:
                return
            state.apply(seat, refusal(state))
        elif cards & (cards - 1):
            return
        else:
            state.apply(seat, lowest(cards))


def beatable(cards: i64, by: i64, trumps: i64) -> i64:
    """Those of the cards that some card of the others beats."""
    lower = (by >> 1) & BELOW_ACE
    lower |= (lower >> 1) & BELOW_ACE
    lower |= (lower >> 2) & BELOW_KING
    lower |= (lower >> 4) & BELOW_JACK
    weak = cards & lower
    if by & trumps:
        weak |= cards & ~trumps
    return weak


def difficulty(cards: i64, by: i64, trumps: i64) -> i64:
    """How hard it is to get rid of these cards: the ranks that can be beaten, but those that can be added."""
    weak = beatable(cards, by, trumps)
    ranks = popcount(same_ranks(weak) & ~same_ranks(cards & ~weak) & SUIT)
    return 1 + ranks * ranks * ranks


def wins_by_takes(cards: i64, by: i64, trumps: i64) -> bool:
    """Does the leader of two win, since nearly all that he leads must be taken?

    He leads what cannot be beaten, from below and trumps last, so that nothing taken beats what follows, and
    adds what he has of its rank; at the end what is left, if it is of one rank, for his last card wins.
    """
    weak = beatable(cards, by, trumps)
    strong = cards & ~weak
    if popcount(by) >= 4:
        weak &= ~same_ranks(strong)
    if weak & ~same_ranks(weak & -weak):
        return False
    return popcount(weak) <= popcount(by) + popcount(strong)


def leader_wins(s: DurakState, own: i64, others: i64) -> bool:
    """Is it plain that the leader of two wins, who is asked to lead or to add to what is taken?"""
    if s.phase == MOVE:
        return wins_by_takes(own, others, s.trumps)
    if s.phase != ADD or not s.taking:
        return False
    taken = others | s.table
    given = beatable(own, taken, s.trumps) & same_ranks(s.table)
    if popcount(given) > s.limit - s.count:
        return False
    return wins_by_takes(own & ~given, taken | given, s.trumps)


def beater_wins(s: DurakState, others: i64, own: i64) -> bool:
    """Is it plain that the defender of two wins by one card, to which nothing can be added?"""
    able = playable(s, s.defender)
    while able:
        card = able & -able
        able ^= card
        left = own ^ card
        if not left:
            return True
        if s.count < s.limit and others & same_ranks(s.table | card):
            continue
        if wins_by_takes(left, others, s.trumps):
            return True
    return False


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
        if self.solver.proofs.count > MOST_POSITIONS:
            self.solver.proofs.clear()
        self.allow(self.nodes)
        self.value = self.solver.value(state.clone())
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
        """So many further positions; what is known of others stays in the table."""
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


def position_key(s: DurakState, wanted: i64) -> i64:
    """A hash of the question and all that matters for the rest of the deal: two lanes of 31 bits."""
    a: i64 = wanted * 512 + s.phase * 8 + s.lead_seat
    b: i64 = s.turn * 64 + s.limit - s.count
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
