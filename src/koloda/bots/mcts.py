"""The searching bot: information-set MCTS with a budget of time or iterations, and exact endings."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from koloda.bots import deals
from koloda.bots.parallel import Children, Values, added_up
from koloda.bots.player import Player
from koloda.bots.search import TWO_TO_32, Search
from koloda.core.endings import Endings
from koloda.core.state import State
from koloda.core.tuning import Tuning

Clock = Callable[[], float]

MARGIN = 0.004  # seconds kept back, so that an answer is never late
CHUNK_SECONDS = 0.002  # how long the clock may go unread
SOLVER_CHUNK = 50  # positions, at first; then a quarter of those so far
SOLVER_NODES = 1_000_000  # for two: some second; nearly all endings need less than a hundredth of that
SOLVER_LEAST = (
    50_000  # for more seats, whose endings are longer, and may be hopeless, and for few iterations,
)
SOLVER_MORE = 50  # or so many for each iteration of a long search
SOLVER_SHARE = 0.7  # of the time, since a search must follow if the ending is too long
DEALS_SHARE = 0.25


class Estimate(NamedTuple):
    """What the search thinks of one action."""

    action: int
    visits: int  # 0: solved, the value is exact
    value: float  # the return that the seat may expect
    error: float = 0.0  # the standard error of the value,
    cost_error: float = 0.0  # and of what the action costs, the difference to the bot's own choice


class Budget:
    """What one decision may cost. Where it has iterations only, no clock is read and the result repeats."""

    def __init__(
        self,
        seconds: float | None,
        iterations: int | None,
        clock: Clock = time.monotonic,
        positions: int | None = None,
    ) -> None:
        self.positions = positions  # of an ending of two; None: as suits the iterations
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
        whole = self.left()
        while True:
            if self.iterations is not None:
                chunk = min(chunk, self.iterations - int(search.iterations))
            left = self.left()
            if chunk <= 0 or (left <= slowest and search.iterations):
                return
            if isinstance(search, Search) and left < whole:
                guess = int(float(search.iterations) * whole / (whole - left))
                search.expected = guess if self.iterations is None else min(guess, self.iterations)
            search.run(chunk)
            spent = max(left - self.left(), 1e-7)
            slowest = max(slowest * 0.9, spent / chunk)
            chunk = max(1, min(2 * chunk, int(min(CHUNK_SECONDS, left - spent) * chunk / spent)))

    def share(self, part: float) -> Callable[[], bool]:
        """Is there still time for what comes before a search, which may use this part of it?"""
        least = self.left() * (1 - part)
        return lambda: self.left() > least

    def solve(self, endings: Endings, state: State, every: bool) -> list[Estimate]:
        """The exact values of the actions in an open ending, the best first; empty if that takes too long.

        Unless every action is asked for, the first one that wins is enough.
        """
        nodes = 0
        more_time = self.share(SOLVER_SHARE)
        most = SOLVER_NODES if self.positions is None else self.positions
        if state.seats > 2 or (self.positions is None and self.iterations is not None):
            most = max(SOLVER_LEAST, SOLVER_MORE * (self.iterations or 0))
        while nodes < most and more_time():
            more = min(max(SOLVER_CHUNK, nodes // 4), most - nodes)
            nodes += more
            found = endings.solve(state, more, every)
            if found:
                return [Estimate(int(action), 0, float(value)) for action, value in found]
        return []


def think(
    player: Player,
    seconds: float | None,
    iterations: int | None,
    clock: Clock = time.monotonic,
    processes: int = 1,
    tuning: Tuning | None = None,
    learned: bool = True,
    positions: int | None = None,
) -> int:
    """The decision after this much time or this many iterations, whichever comes first.

    It uses learned values where the game has some, unless `learned` or a tuning says otherwise. An open
    ending of two is solved within so many positions; few iterations look for few: none costs seconds.
    """
    chances = mixture(player, seconds, iterations, clock, processes, tuning, learned, positions)
    left = 1.0 if len(chances) == 1 else float(player.rng.next32()) / TWO_TO_32
    for action, chance in chances:
        left -= chance
        if left < 0.0:
            return action
    return chances[-1][0]


def mixture(
    player: Player,
    seconds: float | None,
    iterations: int | None,
    clock: Clock = time.monotonic,
    processes: int = 1,
    tuning: Tuning | None = None,
    learned: bool = True,
    positions: int | None = None,
) -> list[tuple[int, float]]:
    """The actions of which `think` chooses one, with their chances: mostly it is a single one."""
    legal = player.legal()
    if len(legal) == 1:
        return [(legal[0], 1.0)]
    budget = Budget(seconds, iterations, clock, positions)
    state, used = _position(player, tuning, learned)
    found = _solved(state, used, player.seat, budget, False)
    if not found and used.mixed and iterations is not None and processes == 1 and player.seats == 2:
        chances = deals.chances(state, player.seat, iterations, budget.share(DEALS_SHARE))
        if chances:
            return [(action, chance) for action, chance in zip(legal, chances, strict=True) if chance]
    if not found:
        found = _searched(player, state, used, budget, processes)
    return [(found[0].action, 1.0)]


def evaluate(
    player: Player,
    seconds: float | None,
    iterations: int | None,
    clock: Clock = time.monotonic,
    processes: int = 1,
) -> list[Estimate]:
    """What each legal action promises, the choice of such a search first.

    It plays to the end, without learned values: what it tells are the game's own returns.
    The difference of two values is what a person loses by choosing the worse of the two actions. Of actions
    with few visits that is a rough estimate: below two `cost_error` nothing is certain.
    """
    budget = Budget(seconds, iterations, clock, SOLVER_NODES)
    state, tuning = _position(player, None, False)
    found = _solved(state, tuning, player.seat, budget, True)
    return found or _searched(player, state, tuning, budget, processes)


def _position(player: Player, given: Tuning | None, learned: bool) -> tuple[State, Tuning]:
    """A world that the seat cannot tell from the true one, and how to search it."""
    state = player.determinize(player.rng.fork())
    game = player.game
    usual = game.tuned(state) if learned else game.tuning
    return state, usual if given is None else given


def _solved(state: State, tuning: Tuning, seat: int, budget: Budget, every: bool) -> list[Estimate]:
    """The exact values of an open ending, the best first; empty where there is none or it is too long."""
    if not tuning.endings.solvable(state, seat):
        return []
    # not the endings that a search uses: what was solved in time must not decide what it finds
    return budget.solve(tuning.endings.fresh(), state, every)


def _searched(player: Player, state: State, tuning: Tuning, budget: Budget, processes: int) -> list[Estimate]:
    """The values that searches find who use up the budget, the best first."""
    searches = [
        Search(state, player.seat, player.game.heuristic, tuning, player.rng) for _ in range(processes)
    ]

    def work(search: Search) -> Values:
        search.expected = budget.iterations or 0
        budget.spend(search)
        return search.values()

    if processes == 1:
        found = work(searches[0])
    else:
        children = Children([partial(work, search) for search in searches[1:]])
        found = added_up([work(searches[0]), *children.values(budget.left)])
    return [Estimate(*each) for each in found]
