"""Views as their type describes them, and what the table is told of a state."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NotRequired, get_args, get_origin, get_type_hints, is_typeddict

import msgspec
from hypothesis import given, settings

from koloda.games.yassa import GAME
from koloda.games.yassa.state import YassaState
from yassa.positions import LETTERS, play, position
from yassa.test_invariants import DEALS, Deal, steps

OTHERS = "B: Y1 Y2 Y3; C: R5 B2 B3; D: G1 G2 G3"


def check_keys(value: object, kind: Any) -> None:
    """All keys of dicts that the type has, and no others."""
    if is_typeddict(kind):
        assert isinstance(value, Mapping)
        hints = get_type_hints(kind, include_extras=True)
        required = {key for key, part in hints.items() if get_origin(part) is not NotRequired}
        assert required <= set(value) <= set(hints)
        for key, part in get_type_hints(kind).items():
            if key in value:
                check_keys(value[key], part)
    elif isinstance(value, list):
        for part in value:
            check_keys(part, get_args(kind)[0])
    elif value is not None:
        for one in get_args(kind):
            check_keys(value, one)


def viewers(state: YassaState) -> Iterator[int | None]:
    yield None
    yield from range(state.seats)


@settings(max_examples=15)
@given(DEALS)
def test_views_are_as_their_type_says(deal: Deal) -> None:
    for state, _, _, _ in steps(deal):
        for viewer in viewers(state):
            view = state.view(viewer)
            check_keys(view, GAME.view_type)
            assert msgspec.convert(view, GAME.view_type, strict=True) == view


@settings(max_examples=25)
@given(DEALS)
def test_it_is_no_secret_who_decides(deal: Deal) -> None:
    for state, _, _, _ in steps(deal):
        for viewer in viewers(state):
            assert state.awaited(viewer) == state.view(viewer)["to_act"]


def wishes(state: YassaState, player: str) -> list[str]:
    return [GAME.text(action) for action in state.volunteers(LETTERS.index(player))]


def test_nobody_volunteers_to_make_a_mistake() -> None:
    options = {"reaction_mode": "realtime", "mistake_penalty": "on", "intervention": "any_identical"}
    state = position(f"A: R5 R9; {OTHERS}; top R2", **options)
    assert [wishes(state, player) for player in "BCD"] == [[], [], []]
    assert all(state.legal(seat) for seat in range(4))
    play(state, "A play R5")
    assert wishes(state, "A") == []
    assert wishes(state, "C") == ["intervene R5", "intervene R5!", "call"]
    assert wishes(state, "D") == ["call"]


@settings(max_examples=25)
@given(DEALS)
def test_volunteers_do_what_is_legal_and_no_mistake(deal: Deal) -> None:
    for state, _, _, _ in steps(deal):
        for seat in range(state.seats):
            legal = [int(action) for action in state.legal(seat)]
            assert state.volunteers(seat) == [
                action for action in legal if not GAME.text(action).startswith("mistake")
            ]
