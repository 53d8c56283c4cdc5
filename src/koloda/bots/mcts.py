"""The searching bot: information-set MCTS with a budget of time or iterations, tuned for each game."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from koloda.bots.parallel import Children, Values, added_up
from koloda.bots.player import Player
from koloda.bots.search import Endings, Search, SearchPolicy, Settings
from koloda.bots.solver import UNKNOWN, DurakEndings, Solver, side, solvable
from koloda.core.game import Game
from koloda.core.state import State

Clock = Callable[[], float]

MARGIN = 0.004  # seconds kept back, so that an answer is never late
CHUNK_SECONDS = 0.002  # how long the clock may go unread
SOLVER_CHUNK = 50  # positions, at first
SOLVER_NODES = 12_800  # some 25 milliseconds, enough for all but the longest endings
SOLVER_SHARE = 0.25  # of the time, since a search must follow if the ending is too long


@dataclass(frozen=True)
class Tuning:
    """How a game is searched; found by matches."""

    randomness: int = 20  # per cent of random actions in rollouts
    horizon: int = 0  # of rollouts in stages, 0 to the end
    exploration: float = 1.4  # in standard deviations of the results
    urgency: float = 1000.0  # of untried actions
    modelled: int = 0  # per cent of the others' decisions in the tree that follow the rollout policy
    winning: float = 0.0  # what being first is worth beside the points
    trust: float = 0.0  # in the rollout policy's own choices
    endings: Endings | None = None  # what is known without playing on


USUAL = Tuning()
TUNING = {
    "durak": Tuning(endings=DurakEndings(6, 20)),
    "yassa": Tuning(winning=100.0, trust=0.5),
    "flights": Tuning(exploration=1.0, modelled=100, trust=0.5),
    "viceroy": Tuning(randomness=0, horizon=2, exploration=0.7, modelled=100, trust=0.5),
    "junquick": Tuning(randomness=5, horizon=2, exploration=1.0, modelled=100, trust=0.5),
}


class Estimate(NamedTuple):
    """What the search thinks of one action."""

    action: int
    visits: int  # 0: solved, the value is exact
    value: float  # the return that the seat may expect


class Budget:
    """What one decision may cost. Where it has iterations only, no clock is read and the result repeats."""

    def __init__(self, seconds: float | None, iterations: int | None, clock: Clock = time.monotonic) -> None:
        self.clock = clock
        self.start = clock()
        self.seconds = seconds
        self.iterations = iterations

    def left(self) -> float:
        """Seconds until an answer is due."""
        if self.seconds is None:
            return 3600.0
        return self.start + self.seconds - MARGIN - self.clock()

    def spend(self, search: Search) -> None:
        """Search until the budget is used up; the clock is read every few milliseconds, however slow."""
        if self.seconds is None:
            search.run(self.iterations or 0)
            return
        chunk = 1
        slowest = 0.0  # seconds of an iteration
        while True:
            if self.iterations is not None:
                chunk = min(chunk, self.iterations - int(search.iterations))
            left = self.left()
            if chunk <= 0 or (left <= slowest and search.iterations):
                return
            search.run(chunk)
            spent = max(left - self.left(), 1e-7)
            slowest = max(slowest * 0.9, spent / chunk)
            chunk = max(1, min(2 * chunk, int(min(CHUNK_SECONDS, left - spent) * chunk / spent)))

    def solve(self, state: State, every: bool) -> list[Estimate]:
        """The exact values of the actions in an open ending, the best first; empty if that takes too long.

        Unless every action is asked for, the first one that wins is enough.
        """
        solver = Solver(0)
        sign = int(side(state.actor))
        least = self.left() * (1 - SOLVER_SHARE)
        while solver.budget < SOLVER_NODES and self.left() > least:
            # what is solved is kept in the solver's table, so that a new start costs little
            solver.budget += max(SOLVER_CHUNK, solver.budget)
            if every:
                found = solver.values(state)
                values = [Estimate(int(action), 0, float(sign * value)) for action, value in found]
            else:
                value, action = solver.best(state)
                values = [] if value == UNKNOWN else [Estimate(int(action), 0, float(sign * value))]
            if values:
                return sorted(values, key=lambda estimate: -estimate.value)
        return []


def search_policy(game: Game, iterations: int, tuning: Tuning | None = None) -> SearchPolicy:
    """The search as this game is searched, or as it is tried out."""
    if tuning is None:
        tuning = TUNING.get(game.id, USUAL)
    settings = Settings(
        game.heuristic,
        tuning.randomness,
        tuning.horizon,
        tuning.exploration,
        tuning.urgency,
        tuning.modelled,
        tuning.winning,
        tuning.trust,
    )
    return SearchPolicy(settings, tuning.endings or Endings(), iterations)


def think(
    player: Player,
    seconds: float | None,
    iterations: int | None,
    clock: Clock = time.monotonic,
    processes: int = 1,
) -> int:
    """The decision after this much time or this many iterations, whichever comes first."""
    legal = player.legal()
    if len(legal) == 1:
        return legal[0]
    return _estimates(player, Budget(seconds, iterations, clock), False, processes)[0].action


def evaluate(
    player: Player,
    seconds: float | None,
    iterations: int | None,
    clock: Clock = time.monotonic,
    processes: int = 1,
) -> list[Estimate]:
    """What each legal action promises, the bot's own choice first.

    The difference of two values is what a person loses by choosing the worse of the two actions; of actions
    with few visits that is a rough estimate.
    """
    return _estimates(player, Budget(seconds, iterations, clock), True, processes)


def _estimates(player: Player, budget: Budget, every: bool, processes: int) -> list[Estimate]:
    """The exact values of an open ending, or else those of a search that has used up the budget."""
    state = player.determinize(player.rng.fork())
    if solvable(state, player.seat):
        solved = budget.solve(state, every)
        if solved:
            return solved
    policy = search_policy(player.game, 0)
    searches = [policy.search(state, player.seat, player.rng) for _ in range(processes)]

    def work(search: Search) -> Values:
        budget.spend(search)
        return search.values()

    if processes == 1:
        values = work(searches[0])
    else:
        children = Children([partial(work, search) for search in searches[1:]])
        values = added_up([work(searches[0]), *children.values(budget.left)])
    return sorted((Estimate(*value) for value in values), key=lambda estimate: -estimate.visits)
