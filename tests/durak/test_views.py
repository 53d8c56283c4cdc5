"""Views are what their type says, and tell whose decision is awaited to those who may know."""

from __future__ import annotations

from functools import cache
from typing import Any, NotRequired, get_args, get_origin, get_type_hints, is_typeddict

import msgspec
from hypothesis import given

from durak.test_invariants import CHOICES, SEEDS, deal, played
from koloda.games.durak import GAME
from koloda.games.durak.actions import ADD
from koloda.games.durak.state import DurakState
from koloda.games.durak.view_types import DurakReveal, DurakView

Choice = tuple[int, dict[str, Any]]


@cache
def fields(kind: Any) -> tuple[dict[str, Any], set[str]]:
    """The fields of a TypedDict with their types, and those that are always there."""
    hints = get_type_hints(kind, include_extras=True)
    return get_type_hints(kind), {key for key, hint in hints.items() if get_origin(hint) is not NotRequired}


def check_keys(value: Any, kind: Any) -> None:
    """Exactly the keys of the TypedDict, in nested ones too: msgspec lets unknown ones pass."""
    if is_typeddict(kind):
        hints, required = fields(kind)
        assert required <= set(value) <= set(hints)
        for key, part in value.items():
            check_keys(part, hints[key])
    elif get_origin(kind) is list:
        for part in value:
            check_keys(part, get_args(kind)[0])


def check_views(state: DurakState) -> None:
    for seat in (*range(state.seats), None):
        view = state.view(seat)
        assert msgspec.convert(view, GAME.view_type, strict=True) == view
        check_keys(view, GAME.view_type)
        assert ("hand" in view) == (seat is not None)
    check_keys(state.reveal(), DurakReveal)
    assert msgspec.convert(state.reveal(), DurakReveal, strict=True) == state.reveal()


@given(CHOICES, SEEDS)
def test_every_view_has_the_declared_type(choice: Choice, seed: int) -> None:
    state = deal(choice, seed)
    for number, (position, _, _) in enumerate(played(state, seed)):
        if number % 9 == seed % 9:
            check_views(position)
    check_views(state)


def test_the_type_of_a_view_is_that_of_the_game() -> None:
    assert GAME.view_type is DurakView


@given(CHOICES, SEEDS)
def test_whose_decision_is_awaited_is_a_secret_of_the_poll_only(choice: Choice, seed: int) -> None:
    state = deal(choice, seed)
    for position, actor, _ in played(state, seed):
        for seat in (*range(choice[0]), None):
            told = position.awaited(seat)
            if position.phase == ADD and seat != actor:
                assert told is None
            else:
                assert told == [actor]
            assert position.view(seat)["to_act"] == (told[0] if told else None)
    assert all(state.awaited(seat) == [] for seat in (*range(choice[0]), None))
