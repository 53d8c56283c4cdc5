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
    assert 100 <= len(parts(["random", "heuristic"], 200_000)) < 150
    assert len(parts(["random"], 150)) < 10


def test_the_last_parts_of_quick_bots_are_small() -> None:
    """With two jobs none is idle for longer than a few deals of the other one take."""
    for games in (150, 1000, 200_000, 1_000_000):
        found = parts(["random", "heuristic"], games)
        assert sum(found) == games
        assert found[-1] <= 20
        assert found == sorted(found, reverse=True)
