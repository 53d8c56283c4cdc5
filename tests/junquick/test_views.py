"""Views are what their type says, and tell whose decision is awaited only where that is no secret."""

from __future__ import annotations

from functools import cache
from typing import Any, NotRequired, get_args, get_origin, get_type_hints, is_typeddict

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from junquick.positions import phase, play, position
from junquick.test_invariants import choices
from koloda.core.bits import members
from koloda.core.options import Value
from koloda.core.policy import next_seat
from koloda.core.rng import Rng
from koloda.games.junquick import GAME
from koloda.games.junquick.state import JunQuickState
from koloda.games.junquick.view_types import JunQuickView
from koloda.games.junquick.views import OPEN_QUESTIONS


@cache
def fields(kind: Any) -> tuple[dict[str, Any], set[str]]:
    """The types of a TypedDict's fields, and those that are always there.

    Not by __required_keys__, which sees strings where annotations are postponed.
    """
    extras = get_type_hints(kind, include_extras=True)
    return get_type_hints(kind), {key for key, hint in extras.items() if get_origin(hint) is not NotRequired}


def check_keys(value: Any, kind: Any) -> None:
    """The keys of this value and of all that is in it are those of its type, no more and no fewer."""
    if is_typeddict(kind) and isinstance(value, dict):
        hints, required = fields(kind)
        assert required <= set(value) <= set(hints), required ^ set(value)
        for key, part in value.items():
            check_keys(part, hints[key])
    elif isinstance(value, list):
        for part in value:
            check_keys(part, get_args(kind)[0])
    elif isinstance(value, dict):
        for option in get_args(kind):
            if option is not type(None):
                check_keys(value, option)


def check_view(view: dict[str, Any]) -> None:
    check_keys(view, JunQuickView)
    assert msgspec.convert(view, JunQuickView, strict=True) == view


@given(seats=st.integers(2, 6), seed=st.integers(0, 2**32), options=choices())
@settings(max_examples=12)
def test_every_view_is_of_its_type(seats: int, seed: int, options: dict[str, Value]) -> None:
    state = GAME.deal(seats, seed, options)
    rng = Rng(seed)
    while True:
        for seat in (None, *range(seats)):
            check_view(state.view(seat))
        if state.over:
            break
        actor = next_seat(state, rng)
        state.apply(actor, state.random_legal(actor, rng))


@pytest.mark.parametrize(
    "change",
    [
        {"secret": 1},
        {"fp": "0"},
        {"pile": [{"card": "J1", "seat": 0}]},
        {"pile": [{"card": "J1", "seat": 0, "value": 1, "x": 1}]},
    ],
)
def test_a_view_that_is_not_of_its_type_is_noticed(change: dict[str, object]) -> None:
    with pytest.raises((AssertionError, msgspec.ValidationError)):
        check_view({**GAME.deal(3, 1).view(0), **change})


@given(seats=st.integers(2, 6), seed=st.integers(0, 2**32), options=choices())
@settings(max_examples=12)
def test_the_view_says_who_is_awaited_and_nobody_else_where_that_is_a_secret(
    seats: int, seed: int, options: dict[str, Value]
) -> None:
    state = GAME.deal(seats, seed, options)
    assert isinstance(state, JunQuickState)
    rng = Rng(seed)
    while not state.over:
        asked = members(state.pending)
        for seat in (None, *range(seats)):
            awaited = state.awaited(seat)
            shown = state.view(seat)["to_act"]
            assert awaited == (None if shown is None else [shown])
            if state.phase in OPEN_QUESTIONS:
                assert awaited == asked
            else:
                assert awaited == ([seat] if seat in asked else None)
        actor = next_seat(state, rng)
        state.apply(actor, state.random_legal(actor, rng))
    assert [state.awaited(seat) for seat in (None, *range(seats))] == [[]] * (seats + 1)


@given(seats=st.integers(2, 6), seed=st.integers(0, 2**32), options=choices())
@settings(max_examples=8)
def test_an_answered_question_is_asked_of_nobody(seats: int, seed: int, options: dict[str, Value]) -> None:
    """A server that holds back an answer clears the seat's bit in a copy of the state and shows that."""
    state = GAME.deal(seats, seed, options)
    rng = Rng(seed)
    while not state.over:
        for seat in members(state.pending):
            held = state.clone()
            held.pending &= ~(1 << int(seat))
            for viewer in (None, *range(seats)):
                assert held.view(viewer)["to_act"] != seat
                assert held.view(viewer)["to_act"] != -1
        actor = next_seat(state, rng)
        state.apply(actor, state.random_legal(actor, rng))


def test_who_is_asked_in_a_window_is_awaited_by_nobody_else() -> None:
    state = play(position("seats 4; 0: CS J1; 1: HY J1; 2: TS J1; 3: J1; pile J2@3; fp 1"), "0 inf CS")
    assert phase(state) == "response"
    assert [state.awaited(seat) for seat in (0, 1, 2, 3, None)] == [None, [1], None, None, None]
