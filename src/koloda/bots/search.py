"""Information-set Monte Carlo tree search for any game of the contract. Reads no clock: callers budget it.

Every iteration samples a state that the searching seat cannot tell from the true one, walks down the tree by
the actions available there, adds one edge, plays to the end and books the result for every seat on the way.
The tree is keyed by what the searching seat notices: sealed choices of one window are made side by side, each
from statistics that do not know the others, and actions that the seat does not notice lead to the same node.
"""

from __future__ import annotations

import math
from typing import Final

from mypy_extensions import i64, mypyc_attr

from koloda.bots.tree import NONE, ROOT, Tree
from koloda.core.bits import bit
from koloda.core.endings import Endings
from koloda.core.outlook import with_bonus
from koloda.core.policy import Policy
from koloda.core.rng import Rng
from koloda.core.state import State
from koloda.core.tuning import Tuning
from koloda.core.vecs import append, vec

KEY: Final = 1000003  # odd multiplier of the hash that joins what was noticed in a window
KEY_MASK: Final = 0xFFFFFFFFFF
WAY: Final = 0x10000000000  # keys of ways, above those of actions
UNNOTICED: Final = 0x20000000000
NEVER: Final = 1_000_000  # stages
TWO_TO_32: Final = 4294967296.0
IMAGINED: Final = 3.0  # results, for a standard error
LEAST: Final = 1e-6  # variance of results


@mypyc_attr(allow_interpreted_subclasses=True)  # bench/upper.py chooses other worlds
class Search:
    """One decision: `run` as often as there is budget, then `best`."""

    root: State
    seat: i64
    rollout: Policy
    tuning: Tuning
    endings: Endings
    rng: Rng
    seed: i64
    tree: Tree
    iterations: i64
    actions: i64
    num_actions: i64
    path: vec[i64]  # the edges of this iteration, the root's first, and who acted
    seats: vec[i64]
    chosen: i64  # by the last `select`
    liked: i64  # 1 if that is the rollout policy's own choice
    edges: vec[i64]  # of the root, one of each iteration,
    returns: vec[float]  # and what the searching seat got by it
    expected: i64  # iterations altogether
    running: vec[i64]  # the actions at the root that are still compared,
    choices: i64  # how many there were,
    halvings: i64  # and how often the worse half was dropped
    estimated: bool  # are the last returns those of the outlook?
    total: float  # of its utilities
    squares: float
    deviation: float

    def __init__(self, root: State, seat: i64, rollout: Policy, tuning: Tuning, rng: Rng) -> None:
        self.root = root
        self.seat = seat
        self.rollout = rollout
        self.tuning = tuning
        self.endings = tuning.endings.fresh()
        self.rng = rng.fork()
        self.seed = self.rng.next32()
        self.tree = Tree()
        self.iterations = 0
        self.actions = 0
        self.num_actions = root.game.num_actions
        self.path = vec[i64]()
        self.seats = vec[i64]()
        self.chosen = -1
        self.liked = 0
        self.edges = vec[i64]()
        self.returns = vec[float]()
        self.expected = 0
        self.running = vec[i64]()
        self.choices = 0
        self.halvings = 0
        self.estimated = False
        self.total = 0.0
        self.squares = 0.0
        self.deviation = 1.0

    def run(self, count: i64) -> None:
        self.expected = max(self.expected, self.iterations + count)
        for i in range(count):
            self.iterate()

    def iterate(self) -> None:
        """The n-th try of every action at the root meets the same n-th world: that compares them fairly."""
        tree = self.tree
        entry = self.compare()
        tries: i64 = 0 if entry == NONE else tree.visits[entry]
        self.rng = Rng(self.seed, tries)
        state = self.world()
        self.descend(state, entry)
        returns = self.finish(state)
        utilities = self.utilities(returns)
        self.iterations += 1
        self.book(utilities[self.seat])
        for i in range(len(self.path)):
            entry = self.path[i]
            seat = self.seats[i]
            tree.visits[entry] += 1
            tree.totals[entry] += utilities[seat]
        if len(self.path):
            self.edges = append(self.edges, self.path[0])
            self.returns = append(self.returns, returns[self.seat])

    def compare(self) -> i64:
        """Sets `chosen` to the action at the root that was tried least, and returns its edge, NONE if never.

        All are tried equally often, in the same worlds. Each time that a share of the iterations is used up
        the worse half is dropped, until two are left (sequential halving).
        """
        tree = self.tree
        base = self.seat * self.num_actions
        if not self.choices:
            self.begin()
        self.narrow()
        found: i64 = NONE
        fewest: i64 = -1
        for i in range(len(self.running)):
            entry = tree.find(ROOT, base + self.running[i])
            visits: i64 = 0 if entry == NONE else tree.visits[entry]
            if fewest < 0 or visits < fewest:
                found = entry
                fewest = visits
                self.chosen = self.running[i]
                self.liked = 1 if i == 0 else 0
        return found

    def begin(self) -> None:
        """All actions run, the policy's own first."""
        own = self.rollout.choose(self.root, self.seat, self.rng)
        self.running = append(self.running, own)
        for action in self.root.legal(self.seat):
            if action != own:
                self.running = append(self.running, action)
        self.choices = len(self.running)

    def narrow(self) -> None:
        """Drop the worse half of the actions if it is time; all of them were tried by then."""
        halvings: i64 = 1  # to come to one from so many choices
        while bit(halvings) < self.choices:
            halvings += 1
        done = self.iterations - self.choices
        while len(self.running) > 2 and done * halvings >= (self.halvings + 1) * (
            self.expected - self.choices
        ):
            self.halvings += 1
            kept = vec[i64]()
            for i in range(len(self.running)):
                better: i64 = 0
                worth = self.worth(self.running[i])
                for j in range(len(self.running)):
                    other = self.worth(self.running[j])
                    if other > worth or (other == worth and j < i):
                        better += 1
                if better * 2 < len(self.running):
                    kept = append(kept, self.running[i])
            self.running = kept

    def worth(self, action: i64) -> float:
        """Of an action at the root that was tried: its mean utility, and more if it is the policy's own."""
        entry = self.tree.find(ROOT, self.seat * self.num_actions + action)
        visits = float(self.tree.visits[entry])
        worth = self.tree.totals[entry] / visits
        if self.tree.liked[entry]:
            worth += self.tuning.trust * self.deviation / math.sqrt(visits)
        return worth

    def world(self) -> State:
        """A world that the seat cannot tell from the true one; of several candidates one by its likelihood.

        Each candidate takes the place of the one before with the chance of its share in the likelihoods so
        far, which is sampling importance resampling; if all are impossible to believe, the first one stays.
        """
        state = self.root.determinize(self.seat, self.rng)
        if self.tuning.candidates <= 1:
            return state
        total = state.likelihood(self.seat)
        for i in range(self.tuning.candidates - 1):
            other = self.root.determinize(self.seat, self.rng)
            weight = other.likelihood(self.seat)
            total += weight
            if float(self.rng.next32()) * total < weight * TWO_TO_32:
                state = other
        return state

    def book(self, utility: float) -> None:
        """Keep the deviation of the results: it is the measure of what an action may gain."""
        self.total += utility
        self.squares += utility * utility
        count = float(self.iterations)
        mean = self.total / count
        variance = self.squares / count - mean * mean
        self.deviation = math.sqrt(variance) if variance > 1e-9 else 1e-3

    def descend(self, state: State, entry: i64) -> None:
        """Walk down the tree, from an edge of the root, and add one edge."""
        tuning = self.tuning
        tree = self.tree
        path = vec[i64]()
        seats = vec[i64]()
        node: i64 = ROOT
        noticed: i64 = 0
        while state.pending:
            seat = self.next_seat(node, state)
            window = state.pending & ~bit(seat)
            adding = False
            if seat != self.seat and tuning.modelled and self.rng.below(100) < tuning.modelled:
                action = self.rollout.choose(state, seat, self.rng)
            else:
                if node != ROOT:
                    entry = self.select(node, state, seat)
                action = self.chosen
                if entry == NONE:
                    if tree.full():
                        break
                    entry = tree.add(node, seat * self.num_actions + action)
                    tree.available[entry] = 1
                    tree.liked[entry] = self.liked
                    adding = True
                path = append(path, entry)
                seats = append(seats, seat)
            if state.notices(self.seat, seat, action):
                noticed = (noticed * KEY + seat * self.num_actions + action + 1) & KEY_MASK
            state.apply(seat, action)
            self.actions += 1
            if adding or tree.full():
                break
            if window:
                node = tree.follow(node, UNNOTICED + 1 + seat)
            elif noticed:
                node = tree.follow(node, WAY + noticed)
                noticed = 0
            else:
                node = tree.follow(node, UNNOTICED)
        self.path = path
        self.seats = seats

    def next_seat(self, node: i64, state: State) -> i64:
        """In a window the searching seat decides first: it knows of no other choice yet.

        At the root it does so even where it only may act, which is in real time.
        """
        if node == ROOT or state.pending & bit(self.seat):
            return self.seat
        return state.actor

    def select(self, node: i64, state: State, seat: i64) -> i64:
        """Sets `chosen` to the action to follow and returns its edge, NONE for one that is untried.

        That is the action of the highest bound; of the untried ones the policy's own comes first.
        """
        tree = self.tree
        base = seat * self.num_actions
        legal = state.legal(seat)
        exploration = self.tuning.exploration * self.deviation
        trust = self.tuning.trust * self.deviation
        untried: i64 = 0
        visits_here: i64 = 0
        total_here = 0.0
        best_value = 0.0
        best: i64 = NONE
        for action in legal:
            entry = tree.find(node, base + action)
            if entry < 0:
                untried += 1
                continue
            tree.available[entry] += 1
            visits = tree.visits[entry]
            visits_here += visits
            total_here += tree.totals[entry]
            each = 1.0 / float(visits)
            value = tree.totals[entry] * each
            value += exploration * math.sqrt(math.log(float(tree.available[entry])) * each)
            if tree.liked[entry]:
                value += trust * math.sqrt(each)
            if best < 0 or value > best_value:
                best = entry
                self.chosen = action
                best_value = value
        if best >= 0:
            if not untried:
                return best
            hope = total_here / float(visits_here) + self.tuning.urgency * self.deviation
            if best_value > hope:
                return best
        self.chosen = self.expansion(node, state, seat, legal, untried)
        return NONE

    def expansion(self, node: i64, state: State, seat: i64, legal: list[i64], untried: i64) -> i64:
        tree = self.tree
        base = seat * self.num_actions
        self.liked = 0
        if untried == len(legal):
            self.liked = 1
            return self.rollout.choose(state, seat, self.rng)
        k = self.rng.below(untried)
        for action in legal:
            if tree.find(node, base + action) < 0:
                if k == 0:
                    return action
                k -= 1
        return legal[0]

    def finish(self, state: State) -> list[float]:
        """The rest of an iteration: play by the policy, sometimes at random, to the end or the cut-off."""
        self.estimated = False
        randomness = self.tuning.randomness
        rollout = self.rollout
        stop = state.stage() + self.tuning.horizon
        if not self.tuning.horizon:
            stop = NEVER
        elif state.pending and state.begins():
            stop -= 1
        while state.pending:
            if self.endings.known(state):
                return self.endings.results()
            if state.stage() >= stop:
                self.estimated = True
                return self.tuning.outlook.returns(state)
            seat = state.actor
            if randomness and self.rng.below(100) < randomness:
                state.apply(seat, state.random_legal(seat, self.rng))
            else:
                state.apply(seat, rollout.choose(state, seat, self.rng))
            self.actions += 1
        return state.returns()

    def utilities(self, returns: list[float]) -> list[float]:
        """What the search maximizes: the returns, and something for being first."""
        if self.estimated:
            return self.tuning.outlook.utilities(returns, self.tuning.winning)
        return with_bonus(returns, self.tuning.winning)

    def best(self) -> i64:
        """Of the actions that still run the one of most worth."""
        found: i64 = -1
        for i in range(len(self.running)):
            action = self.running[i]
            if self.tree.find(ROOT, self.seat * self.num_actions + action) != NONE and (
                found < 0 or self.worth(action) > self.worth(found)
            ):
                found = action
        return found

    def values(self) -> list[tuple[int, int, float, float, float]]:
        """Of every action tried at the root, the best first and then by visits: visits, mean return, its
        standard error, and the error of its difference to the best, from the worlds that both have met.

        The tries of an action are no independent draws, since the tree below learns; these are estimates.
        """
        tries: dict[i64, list[float]] = {}
        for i in range(len(self.edges)):
            tries.setdefault(self.edges[i], []).append(self.returns[i])
        base = self.seat * self.num_actions
        compared = tries.get(self.tree.find(ROOT, base + self.best()), [])
        usual = max(squares_about_mean(list(self.returns)) / float(max(1, len(self.returns) - 1)), LEAST)
        found: list[tuple[int, int, float, float, float]] = []
        for action in self.root.legal(self.seat):
            own = tries.get(self.tree.find(ROOT, base + action))
            if own is None:
                continue
            differences = [value - other for value, other in zip(own, compared, strict=False)]
            error = standard_error(own, usual)
            cost_error = 0.0 if own is compared else standard_error(differences, 2.0 * usual)
            found.append((int(action), len(own), sum(own) / float(len(own)), error, cost_error))
        best = self.best()
        return sorted(found, key=lambda each: (each[0] != best, -each[1]))


def squares_about_mean(values: list[float]) -> float:
    mean = sum(values) / float(len(values))
    return sum([(value - mean) ** 2 for value in values])


def standard_error(values: list[float], usual: float) -> float:
    """Of their mean. A few more results are imagined, of the usual variance: who has lost all of three tries
    may yet win the fourth."""
    count = float(len(values))
    squares = squares_about_mean(values) + IMAGINED * usual
    return math.sqrt(squares / (count - 1.0 + IMAGINED) / count)
