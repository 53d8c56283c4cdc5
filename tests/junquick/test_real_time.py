"""The Chieftain phase in real time (4.7 b): everybody in the round may act at any moment."""

from __future__ import annotations

import pytest

from junquick.positions import asked, legal, nest, phase, play, position, surface
from koloda.core.policy import random_playout
from koloda.core.rng import Rng
from koloda.games.junquick import GAME
from koloda.games.junquick.state import JunQuickState


def real(text: str) -> JunQuickState:
    return position(text, chief_time="real")


def free(state: JunQuickState) -> list[int]:
    return [seat for seat in range(state.seats) if state.free >> seat & 1]


@pytest.mark.rule("R36")
def test_everybody_in_the_round_is_asked_whatever_he_holds() -> None:
    state = real("0: TS; 1: J1; 2: J1; pile J4@2; fp 1")
    assert asked(state) == free(state) == [0, 1, 2]
    assert legal(state, 1) == ["pass", "wait"]
    assert legal(state, 0) == ["inf TS", "pass", "wait"]


@pytest.mark.rule("R36")
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
    other = play(position(text), "0 inf TS", "1 wait", "1 wait", "2 hys", "1 inf D1")
    assert nest(one, 1) == nest(other, 1) == ["J4"]


def test_random_play_in_real_time_ends() -> None:
    for seats in GAME.seat_counts:
        state = GAME.deal(seats, 4, {"chief_time": "real"})
        random_playout(state, Rng(4))
        assert state.over


def test_answers_and_silence_have_times_of_their_own_in_real_time() -> None:
    times = {"chief_time": "real", "response_ms": 1234, "silence_ms": 2345, "tie_ms": 345}
    chief = position("0: TS; 1: J1; 2: J1; pile J4@2; fp 1", **times)
    assert chief.time_limit() == 2345
    turn = position("0: CS J1; 1: HY J1; 2: J1; pile J2@2; fp 1", **times)
    assert turn.time_limit() == 0
    play(turn, "0 inf CS")
    assert (phase(turn), turn.time_limit()) == ("response", 1234)
    windows = position("0: TS; 1: J1; 2: J1; pile J4@2; fp 1", **{**times, "chief_time": "windows"})
    assert (phase(windows), windows.time_limit()) == ("chief", 0)


def test_only_cards_in_an_open_window_can_be_simultaneous() -> None:
    times = {"chief_time": "real", "tie_ms": 345}
    state = position("0: TS HY; 1: J1; 2: J1; pile J4@2; fp 1", **times)
    ties = {
        text: state.tie_time(0, GAME.action(text)) for text in ("inf CS", "inf D3", "hys", "pass", "wait")
    }
    assert ties == {"inf CS": 345, "inf D3": 345, "hys": 345, "pass": 0, "wait": 0}
    assert state.tie_time(0, GAME.action("act G3 5")) == 0
    turn = position("0: CS J1; 1: HY J1; 2: J1; pile J2@2; fp 1", **times)
    assert turn.tie_time(0, GAME.action("inf CS")) == 0
    windows = position("0: TS HY; 1: J1; 2: J1; pile J4@2; fp 1", tie_ms=345)
    assert windows.tie_time(0, GAME.action("inf TS")) == 0


@pytest.mark.rule("R36")
def test_of_simultaneous_cards_the_first_players_counts_then_counter_clockwise() -> None:
    state = real("seats 4; 0: TS; 1: J1; 2: J1; 3: J1; pile J4@2; fp 1")
    assert sorted(range(4), key=state.precedence) == [1, 0, 3, 2]
    assert [state.precedence(seat) for seat in range(4)] == [1, 0, 3, 2]


def test_nobody_who_waits_is_asked_before_the_next_card() -> None:
    state = play(real("0: TS; 1: J1; 2: J1; pile J4@2; fp 1"), "0 wait")
    assert legal(state, 0) == ["inf TS", "pass", "wait"]
    assert state.volunteers(0) == []


@pytest.mark.rule("R36")
def test_several_people_play_in_real_time_and_everybody_else_in_windows() -> None:
    assert GAME.resolve(4)["chief_time"] == "windows"
    for people, chief_time in ((1, "windows"), (2, "real"), (6, "real")):
        assert GAME.resolve(6, GAME.table_choice({}, people))["chief_time"] == chief_time
    calm = GAME.table_choice({"chief_time": "windows"}, 4)
    assert GAME.resolve(4, calm)["chief_time"] == "windows"
    race = GAME.table_choice({"chief_time": "real"}, 1)
    assert GAME.resolve(4, race)["chief_time"] == "real"
