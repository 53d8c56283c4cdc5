"""Views are what their type says, for every seat and for spectators."""

from __future__ import annotations

from typing import Annotated, Any, NotRequired, get_args, get_origin, get_type_hints, is_typeddict

import msgspec
import pytest

from flights.positions import play, position
from koloda.core.rng import Rng
from koloda.games.flights import GAME
from koloda.games.flights.view_types import FlightsView

OPTIONS: list[dict[str, object]] = [
    {},
    {"burn_mode": "pair_first", "multi_finish": "first_only"},
    {"max_rounds": 4},
]


def check(value: Any, kind: Any) -> None:
    """The keys of this value, and of what is in it, are those of its type."""
    if is_typeddict(kind):
        hints = get_type_hints(kind, include_extras=True)
        assert set(value) <= set(hints)
        assert set(value) >= {key for key, hint in hints.items() if get_origin(hint) is not NotRequired}
        for key in value:
            check(value[key], hints[key])
    elif get_origin(kind) in (NotRequired, Annotated):
        check(value, get_args(kind)[0])
    elif get_origin(kind) is list:
        for part in value:
            check(part, get_args(kind)[0])
    elif value is not None:
        for part in get_args(kind):
            if is_typeddict(part):
                check(value, part)


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_view_is_of_its_type(seats: int, options: dict[str, object]) -> None:
    assert GAME.view_type is FlightsView
    rng = Rng(seats)
    state = GAME.deal(seats, seats, options)
    for _ in range(400):
        for viewer in (*range(seats), None):
            view = state.view(viewer)
            assert msgspec.convert(view, FlightsView, strict=True) == view
            check(view, FlightsView)
            assert ("hand" in view) == ("laid" in view) == (viewer is not None)
        if state.over:
            break
        state.apply(state.actor, state.random_legal(state.actor, rng))
    assert state.over or not options


def test_everybody_knows_whose_decision_is_awaited() -> None:
    state = position("first P2; P1 [R4 B2] DP; P2 [Y1 O4 R6] G4; P3 [] X4")
    for text, awaited in (
        ("", [0, 1, 2]),
        ("P2 lay G4 F5", [0, 2]),
        ("P1 lay DP F2", [2]),
        ("P3 lay X4 F5", [1]),
        ("P2 take DP", [2]),
    ):
        play(state, *([text] if text else []))
        for viewer in (0, 1, 2, None):
            assert state.awaited(viewer) == awaited == state.view(viewer)["to_act"]
