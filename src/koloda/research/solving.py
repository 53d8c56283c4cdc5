"""Exact answers for small games of two seats: best responses, exploitability, and equilibria by CFR+.

Everything runs on sequences (what a seat may do in a row), a few operations of NumPy for each depth. A policy
is one array for each seat: the probabilities of all actions at all its information sets, one after another.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from koloda.bots import Bot
from koloda.bots.player import STREAM, Player
from koloda.core.errors import KolodaError
from koloda.core.rng import Rng
from koloda.research.trees import InformationSet, Tree

Array = NDArray[np.float64]
Policy = list[Array]  # by seat


class Level(NamedTuple):
    """The information sets of a seat after equally many own decisions."""

    first: NDArray[Any]  # of each set the first sequence
    sizes: NDArray[Any]  # and the number of actions
    before: NDArray[Any]  # the sequence that leads to it; 0 is the empty one, all others are moved by 1
    sequences: NDArray[Any]  # of all sets, in order
    owner: NDArray[Any]  # the place of the set in this level, for each sequence


class Side:
    """One seat's sequences: values go up from the last decisions, probabilities down from the first."""

    def __init__(self, tree: Tree, seat: int) -> None:
        self.size = tree.sequences[seat]
        own = [each for each in tree.sets if each.seat == seat]
        depths = range(max((each.depth for each in own), default=-1) + 1)
        self.levels = [level([each for each in own if each.depth == depth]) for depth in depths]
        self.counts = np.zeros(self.size)  # actions of the set, for each sequence
        for each in own:
            self.counts[each.first : each.first + len(each.actions)] = len(each.actions)

    def plan(self, policy: Array) -> Array:
        """The probability that the seat does all of a sequence; place 0 is the empty one."""
        plan = np.ones(self.size + 1)
        for each in self.levels:
            plan[each.sequences + 1] = plan[each.before][each.owner] * policy[each.sequences]
        return plan

    def best(self, gains: Array) -> float:
        """The value of the best policy against `gains` of the sequences."""
        values = gains.copy()
        for each in reversed(self.levels):
            best = np.maximum.reduceat(values[each.sequences + 1], starts(each))
            np.add.at(values, each.before, best)
        return float(values[0])

    def regrets(self, gains: Array, policy: Array) -> tuple[Array, float]:
        """How much more each action brings than the policy at its set, and the value of the policy."""
        values = gains.copy()
        regrets = np.zeros(self.size)
        for each in reversed(self.levels):
            here = values[each.sequences + 1]
            mean = np.add.reduceat(here * policy[each.sequences], starts(each))
            regrets[each.sequences] = here - mean[each.owner]
            np.add.at(values, each.before, mean)
        return regrets, float(values[0])

    def normal(self, weights: Array) -> Array:
        """Probabilities in proportion to the weights; all alike at sets where there is none."""
        policy = np.empty(self.size)
        for each in self.levels:
            here = weights[each.sequences]
            total = np.add.reduceat(here, starts(each))[each.owner]
            alike = 1.0 / self.counts[each.sequences]
            policy[each.sequences] = np.where(total > 0, here / np.where(total > 0, total, 1.0), alike)
        return policy


def level(sets: Sequence[InformationSet]) -> Level:
    count = np.array([len(each.actions) for each in sets])
    first = np.array([each.first for each in sets])
    owner = np.repeat(np.arange(len(sets)), count)
    within = np.arange(len(owner)) - np.repeat(np.cumsum(count) - count, count)
    return Level(first, count, np.array([each.before + 1 for each in sets]), first[owner] + within, owner)


def starts(each: Level) -> NDArray[Any]:
    found: NDArray[Any] = np.cumsum(each.sizes) - each.sizes
    return found


class SmallGame:
    """A tree of two seats whose returns add up to nothing, ready to be solved."""

    def __init__(self, tree: Tree) -> None:
        if tree.seats != 2:
            raise KolodaError(f"exploitability is for two seats, not {tree.seats}")
        if any(abs(sum(end.returns)) > 1e-9 for end in tree.ends):
            raise KolodaError("exploitability is for games whose returns add up to 0")
        self.tree = tree
        self.sides = [Side(tree, seat) for seat in range(2)]
        self.won = np.array([end.chance * end.returns[0] for end in tree.ends])
        self.last = [np.array([end.sequences[seat] + 1 for end in tree.ends]) for seat in range(2)]

    def gains(self, seat: int, plan: Array) -> Array:
        """What the ends of a seat's sequences bring it against the other's plan."""
        won = self.won if seat == 0 else -self.won
        weights = won * plan[self.last[1 - seat]]
        found: Array = np.bincount(self.last[seat], weights, self.sides[seat].size + 1).astype(np.float64)
        return found

    def uniform(self) -> Policy:
        return [1.0 / side.counts for side in self.sides]

    def value(self, policy: Policy) -> float:
        """What seat 0 wins when both follow the policy."""
        plans = [side.plan(own) for side, own in zip(self.sides, policy, strict=True)]
        return float((self.won * plans[0][self.last[0]] * plans[1][self.last[1]]).sum())

    def response(self, seat: int, policy: Policy) -> float:
        """What a best response of this seat wins against the other's policy."""
        other = self.sides[1 - seat].plan(policy[1 - seat])
        return self.sides[seat].best(self.gains(seat, other))

    def exploitability(self, policy: Policy) -> float:
        """Half of what two best responders win together: 0 for an equilibrium."""
        return max(0.0, (self.response(0, policy) + self.response(1, policy)) / 2)  # no -1e-17

    def solve(self, iterations: int, report: Callable[[int, Policy], None] | None = None) -> Policy:
        """CFR+: alternating updates, regrets cut off at 0, policies weighted by their number."""
        regrets = [np.zeros(side.size) for side in self.sides]
        sums = [np.zeros(side.size) for side in self.sides]
        policy = self.uniform()
        for number in range(1, iterations + 1):
            for seat, side in enumerate(self.sides):
                other = self.sides[1 - seat].plan(policy[1 - seat])
                gained, _ = side.regrets(self.gains(seat, other), policy[seat])
                regrets[seat] = np.maximum(regrets[seat] + gained, 0.0)
                policy[seat] = side.normal(regrets[seat])
                sums[seat] += number * side.plan(policy[seat])[1:]
            if report is not None:
                report(number, self.average(sums))
        return self.average(sums)

    def average(self, sums: list[Array]) -> Policy:
        return [side.normal(each) for side, each in zip(self.sides, sums, strict=True)]

    def asked(self, bot: Bot, samples: int = 1, seed: int = 0) -> Policy:
        """The policy of a bot: its decisions at every information set that its own play can reach.

        It is asked `samples` times, with another generator each time, and a mixed answer counts with all its
        chances; where it cannot come to by its own play nothing depends on what it would do.
        """
        policy = self.uniform()
        for seat, own in enumerate(policy):
            reached = np.zeros(self.sides[seat].size + 1, bool)
            reached[0] = True
            for each in self.tree.sets:  # parents first: the tree was walked from its root
                if each.seat != seat or not reached[each.before + 1]:
                    continue
                counts = [0.0] * len(each.actions)
                if len(counts) == 1:
                    counts[0] = 1.0
                else:
                    for sample in range(samples):
                        rng = Rng(seed * 1_000_003 + each.number * 1009 + sample, STREAM + seat)
                        for action, chance in bot.chances(Player(each.state.clone(), seat, rng)):
                            counts[each.actions.index(int(action))] += chance
                for place, times in enumerate(counts):
                    own[each.first + place] = times / sum(counts)
                    reached[each.first + place + 1] = times > 0
        return policy
