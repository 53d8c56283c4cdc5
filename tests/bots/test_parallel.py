"""Several processes search one decision; what they found is added up, and nobody is left behind."""

from __future__ import annotations

import math
import os
import time
from collections.abc import Iterator

import pytest

from koloda.bots import UnknownBot, bot
from koloda.bots.mcts import evaluate
from koloda.bots.parallel import Children, Values, added_up, can_fork
from koloda.bots.player import Player
from koloda.core.rng import Rng
from koloda.games.durak import GAME as DURAK

pytestmark = pytest.mark.skipif(not can_fork(), reason="this system cannot fork")


@pytest.fixture(autouse=True)
def nobody_is_left_behind(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Every process that a test has forked has ended, and somebody has waited for it."""
    forked: list[int] = []
    fork = os.fork

    def counted() -> int:
        process = fork()
        forked.append(process)
        return process

    monkeypatch.setattr(os, "fork", counted)
    yield
    for process in forked:
        with pytest.raises(ChildProcessError):
            os.waitpid(process, os.WNOHANG)


def test_visits_of_all_processes_add_up() -> None:
    state = DURAK.deal(4, 2)
    seat = int(state.actor)
    found = evaluate(Player(state, seat, Rng(3)), None, 30, processes=3)
    assert sum(estimate.visits for estimate in found) == 90
    assert found[0].visits * 2 >= max(estimate.visits for estimate in found)


def test_processes_with_iterations_repeat_exactly() -> None:
    state = DURAK.deal(4, 2)
    players = [Player(state, int(state.actor), Rng(3)) for _ in range(2)]
    assert evaluate(players[0], None, 20, processes=2) == evaluate(players[1], None, 20, processes=2)


def test_a_child_that_is_late_is_not_waited_for() -> None:
    def sleep() -> Values:
        time.sleep(600)
        return []

    children = Children([sleep, lambda: [(1, 2, 0.5, 0.25, 0.0)]])
    assert children.values(lambda: 0.5) == [[(1, 2, 0.5, 0.25, 0.0)]]


def test_a_child_that_fails_counts_for_nothing() -> None:
    def fail() -> Values:
        raise ValueError("no luck")

    assert Children([fail]).values(lambda: 30.0) == []


def test_means_are_weighted_by_visits() -> None:
    found = added_up([[(1, 1, 4.0, 2.0, 0.0), (2, 1, 1.0, 2.0, 2.0)], [(1, 3, 0.0, 1.0, 0.0)]])
    assert [each[:3] for each in found] == [(1, 4, 1.0), (2, 1, 1.0)]


def test_errors_of_several_searches_add_up_as_independent_ones() -> None:
    found = added_up([[(1, 4, 0.0, 3.0, 0.0), (2, 1, 1.0, 4.0, 1.0)], [(1, 4, 0.0, 4.0, 0.0)]])
    (_, _, _, first, of_first), (_, _, _, second, of_second) = found
    assert (first, of_first) == (2.5, 0.0)
    assert (second, of_second) == (4.0, math.hypot(4.0, 2.5))


def test_the_name_tells_the_processes() -> None:
    state = DURAK.deal(4, 2)
    assert bot("mcts:8:2").choose(Player(state, int(state.actor), Rng(1))) in state.legal(state.actor)
    for name in ("mcts:8:0", "mcts:8:", "mcts:2:100", "mcts::2"):
        with pytest.raises(UnknownBot, match="known are"):
            bot(name)
    with pytest.raises(UnknownBot, match="one process"):
        bot("mcts:8:2").check_repeatable()


def test_of_several_searches_the_best_is_of_most_worth_among_what_was_tried_often() -> None:
    found = added_up([[(1, 10, 0.1, 1.0, 0.0), (2, 9, 0.2, 1.0, 0.0), (3, 4, 0.9, 1.0, 0.0)]])
    assert [each[0] for each in found] == [2, 1, 3]
