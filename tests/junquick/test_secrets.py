"""Nothing leaks: face-down nests, passed cards, the duel's cards, and who is asked in a window."""

from __future__ import annotations

from typing import Any

import pytest

from junquick.positions import asked, phase, picking, play, position
from koloda.core.rng import Rng
from koloda.core.state import SECRET_CHOICE, SECRET_WINDOW, TURN
from koloda.games.junquick import GAME
from koloda.games.junquick.state import JunQuickState
from koloda.testing.variants import walk


def seen(state: JunQuickState, seat: int | None) -> tuple[dict[str, Any], list[tuple[object, ...]]]:
    return state.view(seat), state.watch().seen_by(seat)


def same_for(seat: int | None, one: JunQuickState, other: JunQuickState) -> bool:
    return seen(one, seat) == seen(other, seat)


def test_who_is_asked_in_a_response_window_is_a_secret() -> None:
    """Two positions that differ only in who holds Hysteria look the same to a third seat and a spectator."""
    one = position("seats 4; 0: CS J1; 1: HY J1; 2: TS J1; 3: J1; pile J2@3; fp 1")
    other = position("seats 4; 0: CS J1; 1: TS J1; 2: HY J1; 3: J1; pile J2@3; fp 1")
    for state in (one, other):
        play(state, "0 inf CS")
        assert phase(state) == "response"
    assert (asked(one), asked(other)) == ([1], [2])
    for seat in (0, 3, None):
        assert same_for(seat, one, other)
        assert one.view(seat)["to_act"] is None
    play(one, "1 wait")
    play(other, "2 wait")
    for seat in (0, 3, None):
        assert same_for(seat, one, other)


def test_a_window_that_nobody_can_use_leaves_the_same_events() -> None:
    one = position("seats 3; 0: CS J1; 1: HY J1; 2: J1; pile J2@2; fp 1")
    other = position("seats 3; 0: CS J1; 1: TS J1; 2: J1; pile J2@2; fp 1")
    play(one, "0 inf CS", "1 wait")
    play(other, "0 inf CS")
    for seat in (0, 2, None):
        assert same_for(seat, one, other)


def test_who_is_asked_in_a_chief_window_is_a_secret() -> None:
    one = position("seats 4; 0: J4; 1: TS J1; 2: J2 J1; 3: J1 J1; pile J2@3; fp 0")
    other = position("seats 4; 0: J4; 1: J2 J1; 2: TS J1; 3: J1 J1; pile J2@3; fp 0")
    play(one, "0 lay J4")
    play(other, "0 lay J4")
    assert asked(one) != asked(other)
    for seat in (0, 3, None):
        assert same_for(seat, one, other)


def test_a_losing_submission_is_never_shown() -> None:
    one = position("seats 4; 0: D1; 1: J1; 2: TS J1; 3: J1; pile J4@3; fp 0")
    other = position("seats 4; 0: D1; 1: J1; 2: CS J1; 3: J1; pile J4@3; fp 0")
    play(one, "0 inf D1", "2 inf TS")
    play(other, "0 inf D1", "2 wait", "2 wait")
    for seat in (1, 3, None):
        assert one.watch().seen_by(seat) == other.watch().seen_by(seat)
    assert one.watch().seen_by(2) != one.watch().seen_by(1)


def test_sealed_choices_are_in_the_own_view_only() -> None:
    state = position("seats 3; 0: D1; 1: TS; 2: J1; pile J4@2; fp 0")
    before = [seen(state, seat) for seat in (1, 2, None)]
    play(state, "0 inf D1")
    assert state.view(0)["choice"] == ["inf D1"]
    assert [seen(state, seat) for seat in (1, 2, None)] == before


def test_a_seat_that_can_form_or_cure_does_not_show_it_by_being_asked() -> None:
    one = position(
        "seats 3; 0: J1; 1: J1; 2: J1; nest 1: J1 J2 EV EV; virus 1: V1; pile CS@0; out 0 1; turn 2; fp 0"
    )
    play(one, "2 pass")
    assert phase(one) == "form"
    assert one.view(0)["to_act"] is None
    assert one.view(1)["to_act"] == 1
    play(one, "1 done")
    assert phase(one) == "cure"
    assert one.view(2)["to_act"] is None
    assert "done" not in str(one.watch().seen_by(0))


def test_nests_are_face_down_for_all_others() -> None:
    one = position("seats 4; 0: T3 J1; 1: J1; 2: J1; 3: J1; nest 1: J4 J3; pile J1@3; fp 1")
    other = one.clone()
    other.watch()
    one.watch().events.clear()
    picking(one, "0 act T3 1", "J4 from nest 1")
    picking(other, "0 act T3 1", "J3 from nest 1")
    for seat in (2, 3, None):
        assert same_for(seat, one, other)
    for seat in (0, 1):
        assert not same_for(seat, one, other)


def test_cards_passed_are_seen_by_two_only() -> None:
    states = []
    for given in ("TS", "HY"):
        state = position(
            "seats 4; fp 3; 0: TS HY J1 J1 J1 J1; 1: J1 J1 J1 J1 J1; 2: J2 J2 J2 J2 J2 J2; "
            "3: J3 J3 J3 J3 J3 J3; out 0 2 3; pile CS@1; turn 1; top EM J1"
        )
        play(state, "1 pass", "0 give J1", "0 give J1", f"0 give {given}")
        states.append(state)
    for seat in (2, 3, None):
        assert same_for(seat, *states)
    for seat in (0, 1):
        assert not same_for(seat, *states)


def test_a_gift_in_progress_is_seen_by_nobody() -> None:
    states = []
    for given in ("J1", "J2"):
        state = position(
            "fp 2; 0: J1 J1 J1 J2 J2 J2; 1: J3 J3 J3 J4 J4 J4; 2: CS CS D1 TS TS; out 1 2; pile CS@1; top EM"
        )
        play(state, "0 pass", f"0 give {given}")
        states.append(state)
    for seat in (1, 2, None):
        assert same_for(seat, *states)


def test_the_duels_cards_are_face_down_until_the_answer() -> None:
    states = []
    for put in ("J1", "TS"):
        state = position("seats 3; 0: L3 J1 TS; 1: J1; 2: J1; pile J1@2; fp 1")
        play(state, "0 act L3 1", f"0 put {put}", "0 done", "0 claim N1")
        states.append(state)
    for seat in (1, 2, None):
        assert same_for(seat, *states)
        assert states[0].view(seat)["duel"] == {
            "seat": 0,
            "opponent": 1,
            "cards": 1,
            "claim": ["N1"],
            "complete": True,
        }
    assert states[0].view(0)["put"] == ["J1"]


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_swapping_unseen_cards_of_another_hand_changes_no_view(seats: int) -> None:
    """Invariant I13: a determinized state has other hidden cards, and the views are the same."""
    state = GAME.deal(seats, 3, watch=True)
    rng = Rng(3)
    for step in range(100_000):
        if state.over:
            break
        if step % 6 == 0:
            for seat in range(seats):
                assert state.determinize(seat, rng).view(seat) == state.view(seat)
        state.apply(state.actor, state.random_legal(state.actor, rng))


def test_masked_events_name_no_hidden_card() -> None:
    """A spectator's events of drawing, stealing and passing have no card codes."""
    for seed in range(6):
        state = GAME.deal(4, seed, watch=True)
        rng = Rng(seed)
        while not state.over:
            state.apply(state.actor, state.random_legal(state.actor, rng))
        for kind, *details in state.watch().seen_by(None):
            if kind in ("draw", "gift", "taken"):
                assert isinstance(details[-1], tuple)
                assert set(details[-1]) <= {"??"}
            if kind == "stolen":
                assert details[-1] == "??"
            assert kind != "outrun"


def test_what_a_search_may_notice() -> None:
    state = position("seats 3; 0: L3 J1 TS; 1: J1; 2: J1; pile J1@2; fp 1")
    action = GAME.action
    play(state, "0 act L3 1")
    assert not state.notices(1, 0, action("put TS"))
    assert state.notices(0, 0, action("put TS"))
    play(state, "0 put TS")
    assert state.notices(1, 0, action("done"))
    window = position("seats 3; 0: D1; 1: TS; 2: J1; pile J4@2; fp 0")
    assert window.notices(2, 1, action("inf TS"))
    play(window, "0 inf D1")
    assert not window.notices(2, 1, action("inf TS"))
    assert not window.notices(2, 1, action("wait"))
    assert window.notices(2, 1, action("pass"))


INSTANTS = "fp 2; 0: J1 J1 J1 J1 EM; 1: J2 J2 J2 J2 BT DP; 2: J3 J3 J3 J3 J3; out 1 2; pile CS@1; top J4 J4"


def test_who_has_an_instant_to_name_is_asked_in_secret() -> None:
    state = position(INSTANTS, instant_mode="declare")
    play(state, "0 pass")
    assert state.question() == SECRET_WINDOW


def test_a_named_instant_is_noticed_by_all_and_a_gift_by_who_gets_it() -> None:
    state = position(INSTANTS, instant_mode="declare")
    instants = [text for text in map(GAME.text, range(GAME.num_actions)) if text.startswith("inst ")]
    assert len(instants) == 4
    assert all(state.notices(seat, 1, GAME.action(text)) for seat in range(3) for text in instants)
    assert [state.notices(seat, 1, GAME.action("give J2")) for seat in range(3)] == [False, True, True]


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_a_sampled_world_asks_in_the_way_in_which_the_true_one_asks(seats: int) -> None:
    """Who forms or cures in an open nest takes his own time: whoever looks on knows that by the clock."""
    asked: set[int] = set()
    rng = Rng(seats)
    for seed in range(12):
        for state in walk(GAME.deal(seats, seed), seed):
            if state.view(None)["phase"] not in ("form", "cure"):
                continue
            asked.add(int(state.question()))
            for seat in range(seats):
                world = state.determinize(seat, rng)
                assert world.question() == state.question(), (seed, seat, state.view(seat)["phase"])
    assert asked == {TURN, SECRET_CHOICE}
