"""How the deals of a simulation are shared out. That any number of jobs gives the same: tests/cli."""

from __future__ import annotations

from koloda.arena.simulate import Plan


def parts(bots: list[str], games: int) -> list[int]:
    return [count for _, count in Plan("durak", 2, 0, games, {}, bots).chunks()]


def test_bots_that_think_play_few_deals_in_one_go() -> None:
    """With two jobs none is idle for long while the other plays the last ones."""
    assert max(parts(["mcts:5", "random"], 30)) < 10
    assert sum(parts(["mcts:5", "random"], 30)) == 30


def test_the_deals_of_quick_bots_go_out_in_about_a_hundred_parts() -> None:
    assert len(parts(["random", "heuristic"], 200_000)) == 100
    assert parts(["random"], 150) == [150]
