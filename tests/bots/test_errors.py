"""How sure a search is: its standard errors say how far another search of the same position may differ."""

from __future__ import annotations

import statistics

import pytest

from koloda.bots.mcts import Estimate, evaluate
from koloda.bots.player import Player
from koloda.bots.search import standard_error
from koloda.core.rng import Rng
from koloda.games.durak import GAME as DURAK

ITERATIONS = 120
POSITION = "trump S; stock 7C 8D QH TS JD; 1: 6C 9H KD 9C; 2: 7H 6D 8C AH; lead 1"


def searched(seed: int, iterations: int = ITERATIONS) -> dict[int, Estimate]:
    state = DURAK.position(POSITION)
    return {each.action: each for each in evaluate(Player(state, 0, Rng(seed)), None, iterations)}


def test_errors_are_as_large_as_searches_differ() -> None:
    """Of values and of costs, within a factor that 30 searches can tell."""
    runs = [searched(seed) for seed in range(30)]
    for action in runs[0]:
        values = [run[action].value for run in runs]
        claimed = statistics.mean(run[action].error for run in runs)
        assert 0.5 < statistics.stdev(values) / claimed < 2.0
    choices = [next(iter(run)) for run in runs]
    usual = statistics.mode(choices)
    alike = [run for run, choice in zip(runs, choices, strict=True) if choice == usual]
    assert len(alike) >= 10
    for action in runs[0]:
        if action == usual:
            continue
        costs = [run[usual].value - run[action].value for run in alike]
        claimed = statistics.mean(run[action].cost_error for run in alike)
        assert 0.4 < statistics.stdev(costs) / claimed < 2.0


def test_more_iterations_are_surer() -> None:
    few, many = searched(1), searched(1, 16 * ITERATIONS)
    assert sum(each.error for each in many.values()) < sum(each.error for each in few.values()) / 2


def test_the_choice_itself_costs_nothing_and_every_other_has_its_doubt() -> None:
    found = list(searched(2).values())
    assert found[0].cost_error == 0.0
    assert all(each.error > 0 and each.cost_error > 0 for each in found[1:])


@pytest.mark.parametrize("iterations", [1, 4, 5])
def test_a_single_try_is_no_certainty(iterations: int) -> None:
    found = list(searched(3, iterations).values())
    assert all(each.error > 0 for each in found)


def test_what_is_solved_has_no_error() -> None:
    state = DURAK.position("trump S; stock -; 1: 9H TD; 2: JH QH; lead 1")
    found = evaluate(Player(state, 0, Rng(1)), None, 10)
    assert [(each.error, each.cost_error) for each in found] == [(0.0, 0.0)] * len(found)


def test_few_tries_that_ended_alike_are_no_certainty() -> None:
    for count in (1, 2, 3, 5):
        assert standard_error([-1.0] * count, 1.0) > 0.5 / count
    many = [1.0, -1.0] * 200
    assert abs(standard_error(many, 9.0) - 400**-0.5) < 0.003  # then only what was seen counts
