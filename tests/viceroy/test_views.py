"""Views are what their type says, at every moment and for every viewer."""

from __future__ import annotations

from functools import cache
from types import NoneType, UnionType
from typing import Any, NotRequired, Union, get_args, get_origin, get_type_hints, is_typeddict

import msgspec
import pytest

from koloda.core.rng import Rng
from koloda.games.viceroy import GAME
from koloda.games.viceroy.actions import BUILD, PAY_BUILD
from koloda.games.viceroy.state import ViceroyState
from viceroy.positions import play, position


@cache
def keys_of(kind: Any) -> tuple[set[str], dict[str, Any]]:
    """The required keys and the types of all; __required_keys__ cannot read annotations that are strings."""
    marked = get_type_hints(kind, include_extras=True)
    needed = {key for key, part in marked.items() if kind.__total__ and get_origin(part) is not NotRequired}
    return needed, get_type_hints(kind)


def check_keys(value: Any, kind: Any, where: str = "view") -> None:
    """Every mapping has the keys of its TypedDict: those required, and no others."""
    if get_origin(kind) in (Union, UnionType):
        kinds = [part for part in get_args(kind) if part is not NoneType]
        if value is not None and len(kinds) == 1:
            check_keys(value, kinds[0], where)
    elif get_origin(kind) is list:
        for number, part in enumerate(value):
            check_keys(part, get_args(kind)[0], f"{where}[{number}]")
    elif is_typeddict(kind):
        needed, hints = keys_of(kind)
        assert needed <= set(value) <= set(hints), where
        for key, part in hints.items():
            if key in value:
                check_keys(value[key], part, f"{where}.{key}")


@pytest.mark.parametrize(
    ("seats", "options"),
    [
        (1, {}),
        (2, {}),
        (2, {"virtuals": 2, "virtual_attack_chooser": "random"}),
        (3, {"recolour": "auto"}),
        (4, {"open_screens": True}),
    ],
)
def test_every_view_of_random_play_has_its_type(seats: int, options: dict[str, object]) -> None:
    rng = Rng(seats)
    state = GAME.deal(seats, seats, options)
    while True:
        for seat in (None, *range(seats)):
            view = state.view(seat)
            msgspec.convert(view, GAME.view_type, strict=True)
            check_keys(view, GAME.view_type)
            assert state.awaited(seat) == view["undecided"]
        if state.over:
            break
        seat = state.actor
        wise = rng.below(2) == 0
        state.apply(seat, GAME.heuristic.choose(state, seat, rng) if wise else state.random_legal(seat, rng))


def test_a_plan_to_build_that_is_begun_awaits_nobody_else() -> None:
    state = position(
        "gems B2R2G2Y2; acquired C16; 1:0 C32 [Eb]; 1:1 C02",
        "gems B2R2G2Y2; acquired C61; 1:0 C63",
        phase="pay",
    )
    play(state, "0 keep", "1 keep")
    assert isinstance(state, ViceroyState)
    assert state.phase == PAY_BUILD
    assert [state.awaited(viewer) for viewer in (0, 1, None)] == [[0, 1]] * 3
    play(state, "0 build 1:2")
    assert state.ask[0] != BUILD  # it is asked about endless gems
    assert [state.awaited(viewer) for viewer in (0, 1, None)] == [[0, 1], [1], [1]]
