"""Real time: seats that may act without owing it, and rounds that come to an end all the same."""

from __future__ import annotations

import pytest

from koloda.core.bits import members
from koloda.core.policy import playout, random_playout
from koloda.core.rng import Rng
from koloda.games.yassa import GAME
from yassa.positions import count, legal, now, play, position, yassa

OTHERS = "B: Y1 Y2 Y3; C: B1 B2 B3; D: G1 G2 G3"


@pytest.mark.parametrize("seats", [2, 3, 5, 10])
@pytest.mark.parametrize("mistakes", ["off", "on"])
@pytest.mark.parametrize("intervention", ["skip_escape", "any_identical"])
def test_rounds_end_whoever_acts_first(seats: int, mistakes: str, intervention: str) -> None:
    options = {
        "reaction_mode": "realtime",
        "mistake_penalty": mistakes,
        "intervention": intervention,
        "max_steps": 400,
    }
    for seed in range(3):
        state = yassa(GAME.deal(seats, seed, options))
        random_playout(state, Rng(seed))
        assert state.over
        assert state.steps <= 400
        state = yassa(GAME.deal(seats, seed, options))
        playout(state, GAME.heuristic, Rng(seed))
        assert state.over


def test_nobody_is_free_where_nothing_can_be_done_out_of_turn() -> None:
    state = position(f"A: R5 R9 G1; {OTHERS}; top R2", reaction_mode="realtime")
    assert state.free == 0
    play(state, "A play R5")
    assert state.free == 0


def test_everybody_but_the_offender_is_free_to_call() -> None:
    state = position(f"A: R5 R9; {OTHERS}; top R2", reaction_mode="realtime")
    play(state, "A play R5")
    assert now(state) == "TURN(B)"
    assert list(members(state.free)) == [2, 3]
    assert "call" in legal(state, "B")
    assert legal(state, "A") == []


def test_the_first_call_counts_and_later_ones_are_refused() -> None:
    state = position(f"A: R5 R9; {OTHERS}; top R2", reaction_mode="realtime")
    play(state, "A play R5", "D call")
    assert count(state, "A") == 3
    assert [legal(state, player) for player in "ACD"] == [[], [], []]
    assert now(state) == "TURN(B)"


def test_the_next_player_may_shut_the_window_by_acting_fast() -> None:
    state = position("A: R5 R9; B: R1 Y2 Y3; C: B1 B2 B3; D: G1 G2 G3; top R2", reaction_mode="realtime")
    play(state, "A play R5", "B play R1")
    assert legal(state, "D") == []
    assert count(state, "A") == 1


def test_nobody_acts_before_the_taker_is_ready() -> None:
    state = position(f"A: W4 R9 G1; {OTHERS}; top R2", reaction_mode="realtime", mistake_penalty="on")
    play(state, "A play W4:G", "B accept")
    assert now(state) == "READY(B)"
    assert state.free == 0
    assert [legal(state, player) for player in "ACD"] == [[], [], []]


def test_the_heuristic_calls_whenever_it_can() -> None:
    state = position(f"A: R5 R9; {OTHERS}; top R2", reaction_mode="realtime")
    play(state, "A play R5")
    for seat in (1, 2, 3):
        assert GAME.text(GAME.heuristic.choose(state, seat, Rng(1))) == "call"


def test_the_heuristic_shouts_and_calls_in_windows_too() -> None:
    state = position(f"A: R5 R9; {OTHERS}; top R2")
    assert GAME.text(GAME.heuristic.choose(state, 0, Rng(1))).endswith("!")
    play(state, "A play R5")
    assert GAME.text(GAME.heuristic.choose(state, 1, Rng(1))) == "call"
