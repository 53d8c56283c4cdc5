"""A search keeps to its time, whatever the position and the machine: the clock is the tests' own."""

from __future__ import annotations

from typing import cast

import pytest

import koloda
from koloda.bots.mcts import SOLVER_NODES, Budget, evaluate, think
from koloda.bots.player import Player
from koloda.bots.search import Search
from koloda.core.endings import Endings
from koloda.core.game import Game
from koloda.core.rng import Rng
from koloda.core.state import State
from koloda.games.durak import GAME as DURAK

TOLERANCE = 0.020


class FakeClock:
    """Goes on by so much at each iteration of a search, and a little when it is read."""

    def __init__(self, each: list[float]) -> None:
        self.now = 100.0
        self.each = each
        self.reads = 0

    def __call__(self) -> float:
        self.reads += 1
        self.now += 1e-6
        return self.now


class FakeSearch:
    """Only takes time."""

    def __init__(self, clock: FakeClock) -> None:
        self.clock = clock
        self.iterations = 0

    def run(self, count: int) -> None:
        for _ in range(count):
            self.clock.now += self.clock.each[self.iterations % len(self.clock.each)]
            self.iterations += 1


def spent(seconds: float, iterations: int | None, each: list[float]) -> tuple[float, int]:
    clock = FakeClock(each)
    search = FakeSearch(clock)
    budget = Budget(seconds, iterations, clock)
    budget.spend(search)  # type: ignore[arg-type]
    return clock.now - budget.start, search.iterations


@pytest.mark.parametrize("seconds", [0.005, 0.1, 0.3, 1.0, 3.0])
@pytest.mark.parametrize(
    "each",
    [[0.00001], [0.0005], [0.003], [0.012], [0.0001] * 50 + [0.015], [0.00002] * 1000 + [0.0002] * 300],
    ids=["fast", "usual", "slow", "plain Python", "a slow one now and then", "slower and slower"],
)
def test_the_time_is_used_and_not_exceeded(seconds: float, each: list[float]) -> None:
    time, iterations = spent(seconds, None, each)
    assert time <= seconds + TOLERANCE
    assert iterations >= 1
    assert time >= seconds - 0.005 - 2 * max(each)


def test_an_iteration_longer_than_the_time_is_the_only_one() -> None:
    assert spent(0.1, None, [5.0])[1] == 1


def test_iterations_end_a_search_before_its_time() -> None:
    assert spent(1.0, 17, [0.001])[1] == 17
    assert spent(0.01, 1_000_000, [0.001])[1] < 12


def test_iterations_alone_need_no_clock() -> None:
    clock = FakeClock([0.1])
    search = FakeSearch(clock)
    budget = Budget(None, 25, clock)
    reads = clock.reads
    budget.spend(search)  # type: ignore[arg-type]
    assert (search.iterations, clock.reads) == (25, reads)


def test_an_ending_that_is_too_long_to_solve_leaves_time_to_search() -> None:
    # every look at the clock takes a hundredth of a second: slower than any machine
    now = [0.0]

    def clock() -> float:
        now[0] += 0.01
        return now[0]

    state = DURAK.position("trump S; 1: 6C 7D 8H 9C TD JH; 2: QC KD AH 6S 7H 8C; lead 1")
    start = now[0]
    assert think(Player(state, 0, Rng(1)), 0.2, None, clock) in state.legal(0)
    assert now[0] - start <= 0.2 + TOLERANCE


@pytest.mark.parametrize("game", koloda.game_list(), ids=lambda game: game.id)
def test_every_action_is_evaluated_and_the_choice_comes_first(game: Game) -> None:
    state = game.deal(seed=4)
    while len(state.legal(state.actor)) == 1:
        state.apply(state.actor, state.legal(state.actor)[0])
    seat = int(state.actor)
    legal = [int(action) for action in state.legal(seat)]
    count = 2 * len(legal)
    found = evaluate(Player(state, seat, Rng(5)), None, count)
    assert sorted(estimate.action for estimate in found) == legal
    assert sum(estimate.visits for estimate in found) == count
    assert found[0].action == think(Player(state, seat, Rng(5)), None, count, learned=False)


def test_an_open_ending_is_evaluated_exactly() -> None:
    state = DURAK.position("trump S; stock -; 1: 9H TD; 2: JH QH; lead 1")
    values = {DURAK.text(found.action): found for found in evaluate(Player(state, 0, Rng(1)), None, 10)}
    assert (values["move TD"].value, values["move 9H"].value) == (1.0, -1.0)
    assert values["move TD"].visits == 0


class Hopeless:
    """Counts the positions that it is allowed, and never comes to an end."""

    allowed = 0

    def solve(self, state: State, nodes: int, every: bool) -> list[tuple[int, float]]:
        self.allowed += nodes
        return []


@pytest.mark.parametrize(
    ("iterations", "positions", "wanted"),
    [
        (50, None, 50_000),  # it was a million, seconds for each decision of a hopeless ending
        (2000, None, 100_000),
        (50, SOLVER_NODES, 1_000_000),
        (None, None, 1_000_000),
    ],
)
def test_few_iterations_look_at_few_positions_of_an_ending(
    iterations: int | None, positions: int | None, wanted: int
) -> None:
    endings = Hopeless()
    state = DURAK.position("trump S; stock -; 1: 9H TD; 2: JH QH; lead 1")
    assert Budget(None, iterations, positions=positions).solve(cast(Endings, endings), state, False) == []
    assert endings.allowed == wanted


def test_the_search_counts_its_own_iterations() -> None:
    state = DURAK.deal(4, 1)
    search = Search(state, state.actor, DURAK.heuristic, DURAK.tuning, Rng(1))
    search.run(12)
    assert search.iterations == 12


def test_a_search_by_the_clock_drops_actions_as_its_time_goes_by() -> None:
    state = DURAK.deal(4, 1)
    clock = FakeClock([0.0])
    search = Search(state, state.actor, DURAK.heuristic, DURAK.tuning, Rng(1))

    def ticking() -> float:
        """Every reading is a millisecond later."""
        clock.now += 0.001
        return clock.now

    Budget(0.5, None, ticking).spend(search)
    assert len(search.running) == 2
    capped = Search(state, state.actor, DURAK.heuristic, DURAK.tuning, Rng(1))
    capped.expected = 1_000_000
    Budget(0.5, 1_000_000, ticking).spend(capped)
    assert len(capped.running) == 2
