"""Positions as text: what is written is read again as the same position."""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from junquick.positions import legal, phase, play, position, surface
from junquick.test_invariants import choices
from koloda.core.errors import KolodaError
from koloda.core.options import Value
from koloda.core.policy import next_seat, random_playout
from koloda.core.rng import Rng
from koloda.games.junquick import GAME
from koloda.games.junquick.actions import CHIEF, FREEZE, GATHER
from koloda.games.junquick.state import JunQuickState

# what is not written: what seats remember, and how the position came about
MEMORY = ("known", "floats", "choices", "put", "moved")


def walk(seats: int, seed: int, options: dict[str, Value]) -> Iterator[JunQuickState]:
    state = GAME.deal(seats, seed, options)
    assert isinstance(state, JunQuickState)
    rng = Rng(seed)
    while not state.over:
        yield state
        actor = next_seat(state, rng)
        state.apply(actor, state.random_legal(actor, rng))


def writable(state: JunQuickState) -> bool:
    if state.phase == CHIEF:
        asked = state.in_round if state.rules.real_time else state.pending
        return not any(state.picks) and state.pending == asked
    return state.phase in (GATHER, FREEZE)


@given(seats=st.integers(2, 6), seed=st.integers(0, 2**32), options=choices())
@settings(max_examples=15)
def test_a_written_position_is_read_as_the_same(seats: int, seed: int, options: dict[str, Value]) -> None:
    for step, state in enumerate(walk(seats, seed, options)):
        if not writable(state):
            with pytest.raises(KolodaError, match="JunQuick has no notation for"):
                state.position()
            continue
        text = state.position()
        if step % 3:
            continue
        again = GAME.position(text, options)
        assert again.view(None) == state.view(None)
        there, here = again.reveal(), state.reveal()
        assert {key: there[key] for key in there if key not in MEMORY} == {
            key: here[key] for key in here if key not in MEMORY
        }
        assert [again.legal(seat) for seat in range(seats)] == [state.legal(seat) for seat in range(seats)]
        assert again.position() == text


@given(seats=st.integers(2, 6), seed=st.integers(0, 2**32), options=choices())
@settings(max_examples=15)
def test_a_game_goes_on_from_a_written_position_as_from_the_true_one(
    seats: int, seed: int, options: dict[str, Value]
) -> None:
    """Nothing that the rules need is missing: the same chance and choices lead to the same end."""
    for step, state in enumerate(walk(seats, seed, options)):
        if step % 23 == 0 and writable(state):
            again = GAME.position(state.position(), options)
            other = state.clone()
            again.rng = other.rng.clone()
            for each in (again, other):
                random_playout(each, Rng(step))
            assert GAME.result(again) == GAME.result(other)


def test_random_play_meets_every_moment_that_can_be_written() -> None:
    met: Counter[str] = Counter()
    for seed in range(4):
        for state in walk(3, seed, {}):
            if writable(state):
                met[str(state.view(None)["phase"])] += 1
                met["hysteria"] += "HY@" in state.position()
    assert all(met[key] for key in ("gather", "freeze", "chief", "hysteria")), met


def test_a_first_player_who_has_drawn_anew_or_acted_may_not_draw_again() -> None:
    text = "0: TS HY; 1: TS; 2: TS; fp 0; turn 0; idle 1"
    assert legal(position(text)) == ["redraw"]
    drawn = position(f"{text}; redrawn")
    assert legal(drawn) == ["pass"]
    assert legal(GAME.position(drawn.position())) == ["pass"]
    begun = position(f"{text}; begun")
    assert legal(begun) == ["pass"]
    assert legal(GAME.position(begun.position())) == ["pass"]


def test_hysteria_in_a_pile_cancels_the_card_below_it() -> None:
    state = position("0: HY; 1: J1; 2: HY; pile J4@2 TS@0 HY@1; fp 1")
    assert (phase(state), surface(state)) == ("chief", "N4")
    assert legal(state, 0) == ["hys", "pass", "wait"]
    play(state, "0 hys", "2 wait")
    assert (phase(state), surface(state)) == ("chief", "TS")


def test_of_an_arranged_window_the_last_card_can_be_cancelled_but_not_by_its_author() -> None:
    state = position("0: HY TS; 1: HY J1; 2: J1; pile J4@2 D1@0; fp 1")
    assert legal(state, 0) == []
    assert legal(state, 1) == ["hys", "pass", "wait"]


def test_an_icewhirl_is_written_with_its_extra_plays() -> None:
    state = play(position("0: IW J3 J4; 1: TS; 2: J1; pile J2@2; fp 0"), "0 inf IW")
    assert "extra 2" in state.position()
    play(state, "0 lay J3")
    again = GAME.position(state.position())
    assert legal(again, 0) == legal(state, 0)
    assert again.view(None)["freeze"] == {"seat": 0, "left": 1}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("seats x", "x is no number"),
        ("seats 99999999999999999999", "is no number"),
        ("seats ²", "is no number"),
        ("seats 3; 3: J1", "seat 3: there are seats 0 to 2"),
        ("fp 3", "seat 3: there are seats 0 to 2"),
        ("pile J1@7", "seat 7: there are seats 0 to 2"),
        ("seats 7", "2 to 6 seats"),
        ("hand 0: J1", "hand 0: J1 is no part of a position: there are seats"),
        ("0: J9", "'J9' is no card"),
        ("nest 0: TS", "TS does not lie in a nest"),
        ("home 0: J1 J2 J3", "J1 J2 J3: a pack is a 1, 2, 3 and 4"),
        ("home 0: J1 J2 J3 J3", "a pack is a 1, 2, 3 and 4"),
        ("virus 0: V5", "V5 is no virus"),
        ("virus 0: V1 V1; virus_deck V1", "3 times V1: the game has 2"),
        ("0: DM; 1: DM", "2 times DM: the game has 1"),
        ("pile J1", "J1 is no card of a pile"),
        ("pile EV@0", "EV@0 is no card of a pile"),
        ("pile EV=5@0", "EV=5@0 is no card of a pile"),
        ("pile J1=1@0", "J1=1@0 is no card of a pile"),
        ("pile HY@0", "HY lies in a pile on"),
        ("pile CS@0 J2@1 HY@0", "HY lies in a pile on"),
        ("pile J1@0 IW@1 HY@0", "HY lies in a pile on"),
        ("out 0 1 2", "somebody must be in the round"),
        ("round 0", "round is at least 1"),
        ("idle 6", "idle less than two for each seat"),
        ("extra 3", "extra at most 2"),
    ],
)
def test_what_is_no_position_is_refused_in_one_line(text: str, message: str) -> None:
    with pytest.raises(KolodaError) as refusal:
        GAME.position(text)
    assert message in str(refusal.value)
    assert "\n" not in str(refusal.value)


@given(st.text(max_size=60))
def test_any_text_is_a_position_or_refused(text: str) -> None:
    with contextlib.suppress(KolodaError):
        GAME.position(text)


WORDS = [
    *("0:", "1:", "nest", "home", "virus", "pile", "out", "top", "deck", "virus_deck", "extra", "turn"),
    *("begun", "redrawn", ";", ";", ";", ";", ";", "J1", "J2", "HY", "CS", "DM", "EV=2@1", "J4@0", "HY@1"),
    *("TS@2", "IW@1", "V1", "0", "1", "2"),
]


@given(st.lists(st.sampled_from(WORDS), max_size=25).map(" ".join))
@settings(max_examples=300)
def test_a_position_that_is_read_can_be_played(text: str) -> None:
    try:
        state = GAME.position(text)
    except KolodaError:
        return
    for _ in range(30):
        if not state.over:
            state.apply(state.actor, state.legal(state.actor)[0])
