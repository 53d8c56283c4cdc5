"""A clone has every field of its state: what it forgets is found by looking at the class itself."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from koloda.core.policy import next_seat
from koloda.core.rng import Rng
from koloda.games.junquick import GAME
from koloda.games.junquick.state import JunQuickState

SOURCES = Path(__file__).parents[2] / "src/koloda"
# a play that cannot be cancelled any more leaves these behind, and nobody reads them
LAST_PLAY = {
    *("last_author", "last_base", "last_aside", "last_before", "last_after", "last_in_force", "last_top"),
    *("crashed", "moved"),
}
LAST_MOVE = {"moved_from", "moved_to", "other_known", "other_floats"}
FOR_EVER = {"game", "seats", "rules", "dealt"}  # one value in a whole deal


def fields_of(path: str, name: str) -> set[str]:
    """What a class declares, from its source: a compiled class does not tell."""
    tree = ast.parse((SOURCES / path).read_text("utf-8"))
    found = next(node for node in tree.body if isinstance(node, ast.ClassDef) and node.name == name)
    return {
        node.target.id
        for node in found.body
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)
    }


FIELDS = fields_of("core/state.py", "State") | fields_of("games/junquick/state.py", "JunQuickState")


def value(state: JunQuickState, field: str) -> object:
    found = getattr(state, field)
    if field == "rng":
        return found.clone().below(1 << 30)
    if field == "beliefs" or isinstance(found, int | bool) or field in FOR_EVER:
        return found
    return list(found)


def compared(state: JunQuickState) -> set[str]:
    """The fields that mean anything now; a clone is not watched."""
    fields = FIELDS - {"log"}
    if state.last_card < 0:
        fields -= LAST_PLAY
    if state.last_card < 0 or state.moved < 0:
        fields -= LAST_MOVE
    if state.last_card < 0 or not state.crashed:
        fields -= {"other_packs"}
    return fields


def test_the_fields_are_found() -> None:
    assert {"pending", "robbed", "hands"} <= FIELDS
    assert LAST_PLAY | LAST_MOVE | FOR_EVER <= FIELDS


def starts() -> Iterator[JunQuickState]:
    """Deals with several options, and what random play hardly ever meets: redraws and idle rounds."""
    for options in ({}, {"instant_mode": "declare", "pass_rule": "strict"}, {"chief_time": "real"}):
        for seed in range(3):
            dealt = GAME.deal(3, seed, options)
            assert isinstance(dealt, JunQuickState)
            yield dealt
    redraw = "idle 1; 0: TS TS HY HY CS D1; 1: J1 J1 J1 J1 J1 J1; 2: J2 J2 J2 J2 J2 J2"
    yield GAME.position(f"{redraw}; deck BT EM EM J3 J3 J3 J3")
    untracked = GAME.deal(3, 4)
    untracked.stop_tracking()
    assert isinstance(untracked, JunQuickState)
    yield untracked
    yield GAME.position("seats 2; idle 3; redrawn; 0: TS TS TS HY HY HY; 1: CS CS CS D1 D1 D2")


def test_who_plays_on_in_clones_has_the_same_state() -> None:
    """A new clone before every action, beside a state that is never cloned."""
    for seed, state in enumerate(starts()):
        other = state
        rng = Rng(seed)
        state = state.clone()
        while True:
            other = other.clone()
            for field in compared(state):
                assert value(other, field) == value(state, field), field
            if state.over:
                break
            seat = next_seat(state, rng)
            action = state.random_legal(seat, rng)
            state.apply(seat, action)
            other.apply(seat, action)


def test_every_field_has_several_values_in_these_games() -> None:
    """Or else a clone that forgets it would not be noticed."""
    met: dict[str, set[str]] = {field: set() for field in FIELDS - FOR_EVER - {"log", "beliefs"}}
    for seed, state in enumerate(starts()):
        rng = Rng(seed)
        while True:
            for field in met.keys() & compared(state):
                met[field].add(str(value(state, field)))
            if state.over:
                break
            seat = next_seat(state, rng)
            state.apply(seat, state.random_legal(seat, rng))
    assert [field for field, values in met.items() if len(values) < 2] == []
