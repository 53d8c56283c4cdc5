"""The Chieftain phase in real time (4.7 b): everybody in the round may act at any moment."""

from __future__ import annotations

from junquick.positions import asked, legal, nest, phase, play, position, surface
from koloda.core.policy import random_playout
from koloda.core.rng import Rng
from koloda.games.junquick import GAME
from koloda.games.junquick.state import JunQuickState


def real(text: str) -> JunQuickState:
    return position(text, chief_time="real")


def free(state: JunQuickState) -> list[int]:
    return [seat for seat in range(state.seats) if state.free >> seat & 1]


def test_everybody_in_the_round_is_asked_whatever_he_holds() -> None:
    state = real("0: TS; 1: J1; 2: J1; pile J4@2; fp 1")
    assert asked(state) == free(state) == [0, 1, 2]
    assert legal(state, 1) == ["pass", "wait"]
    assert legal(state, 0) == ["inf TS", "pass", "wait"]


def test_a_card_is_laid_at_once_and_opens_the_next_window() -> None:
    state = real("0: TS; 1: CS J1; 2: J1; pile J4@2; fp 1")
    play(state, "0 inf TS")
    assert (surface(state), asked(state)) == ("TS", [0, 1, 2])


def test_who_waits_may_still_act_and_the_round_ends_when_all_are_silent() -> None:
    state = real("0: TS; 1: J1; 2: J1; pile J4@2; fp 1")
    play(state, "0 wait", "1 wait")
    assert asked(state) == [2]
    assert free(state) == [0, 1, 2]
    clone = state.clone()
    play(clone, "0 inf TS")
    assert surface(clone) == "TS"
    play(state, "2 wait")
    assert nest(state, 2) == ["J4"]


def test_a_pass_is_final_and_the_round_ends_when_only_the_top_player_is_left() -> None:
    state = real("0: TS; 1: J1; 2: J1; pile J4@2; fp 1")
    play(state, "0 pass")
    assert legal(state, 0) == []
    play(state, "1 pass")
    assert nest(state, 2) == ["J4"]


def test_a_response_window_asks_all_but_the_author_and_no_is_final() -> None:
    state = real("0: CS J1; 1: HY J1; 2: J1; pile J2@2; fp 1")
    play(state, "0 inf CS")
    assert phase(state) == "response"
    assert asked(state) == free(state) == [1, 2]
    assert legal(state, 2) == ["wait"]
    play(state, "2 wait")
    assert free(state) == [1]
    play(state, "1 hys")
    assert surface(state) == "N2"


def test_a_frozen_table_is_locked() -> None:
    state = real("0: IW J3; 1: TS; 2: J1; pile J4@2; fp 1")
    play(state, "0 inf IW")
    assert (asked(state), free(state)) == ([0], [])


def test_views_in_real_time_do_not_show_who_has_waited() -> None:
    state = real("0: TS; 1: J1; 2: J1; pile J4@2; fp 1")
    before = [state.view(seat) for seat in (1, 2, None)]
    play(state, "0 wait")
    assert [state.view(seat) for seat in (1, 2, None)] == before


def test_a_game_in_real_time_is_a_game_in_windows_with_the_same_laid_cards() -> None:
    """A log of the real-time form replays in the discrete form as the sequence of laid cards."""
    text = "0: TS J1; 1: D1 J1; 2: HY J1; pile J4@2; fp 1"
    one = real(text)
    play(one, "0 inf TS", "2 hys", "1 inf D1", "0 wait", "1 wait", "2 wait")
    other = play(position(text), "0 inf TS", "1 wait", "2 hys", "1 inf D1")
    assert nest(one, 1) == nest(other, 1) == ["J4"]


def test_random_play_in_real_time_ends() -> None:
    for seats in GAME.seat_counts:
        state = GAME.deal(seats, 4, {"chief_time": "real"})
        random_playout(state, Rng(4))
        assert state.over
