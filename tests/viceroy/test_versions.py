"""The versions of the built-in deck: what files that name no deck are read by (section 2.5)."""

from __future__ import annotations

import json
from typing import Any

import pytest

from koloda.core.errors import BadTrace
from koloda.core.record import begin_record, check_record, write_record
from koloda.core.rng import Rng
from koloda.core.trace import begin_trace, check_trace, write_trace
from koloda.games.viceroy import GAME
from koloda.games.viceroy.deck import load
from koloda.table import rows
from koloda.table.room import Room

VERSIONS = ("default-1", "default-2", "default-3", "default-4")
SEED = 13  # of a deal that goes another way with each of them


def as_read(data: object) -> dict[str, Any]:
    read: dict[str, Any] = json.loads(json.dumps(data))
    return read


def trace_of(deck: str, named: bool = False) -> dict[str, Any]:
    """A deal with this deck, the options of the trace as somebody writes them who does not name it."""
    rng = Rng(SEED)
    trace, _ = write_trace(GAME, lambda state, seat: state.random_legal(seat, rng), 2, SEED, {"deck": deck})
    if not named:
        del trace["options"]["deck"]
    return as_read(trace)


def record_of(deck: str) -> dict[str, Any]:
    """The same as a record that says `default`, as it was said before there were versions."""
    state = GAME.deal(2, SEED, {"deck": deck}, watch=True)
    rng = Rng(SEED)
    actions = []
    while not state.over:
        seat = int(state.actor)
        actions.append((seat, int(state.random_legal(seat, rng))))
        state.step(*actions[-1])
    return as_read(write_record(GAME, state, SEED, {"deck": "default"}, ["a", "b"], actions))


def test_the_deck_without_a_version_is_the_newest() -> None:
    assert load("default") is load("default-4")
    assert [load(deck).version for deck in VERSIONS] == [1, 2, 3, 4]
    assert GAME.deal(2, SEED).game is GAME
    assert GAME.deal(2, SEED, {"deck": "default-1"}).game.file is load("default-1")


@pytest.mark.parametrize("deck", VERSIONS)
def test_a_trace_that_names_no_deck_is_read_by_the_version_that_fits(deck: str) -> None:
    trace = trace_of(deck)
    assert check_trace(GAME, trace).game.file is load(deck)
    assert begin_trace(GAME, trace).game.file is load(deck)


@pytest.mark.parametrize("deck", VERSIONS)
def test_a_record_that_says_default_is_read_by_the_version_that_fits(deck: str) -> None:
    record = record_of(deck)
    assert check_record(GAME, record).game.file is load(deck)
    assert begin_record(GAME, record).game.file is load(deck)


@pytest.mark.parametrize("deck", VERSIONS)
def test_a_difference_is_told_by_the_version_that_got_furthest(deck: str) -> None:
    trace = trace_of(deck)
    last = len(trace["steps"]) - 1
    trace["steps"][last]["legal"].append("no action")
    with pytest.raises(BadTrace, match=rf"^step {last}: legal: has \['no action'\] too many$"):
        check_trace(GAME, trace)
    record = record_of(deck)
    last = len(record["actions"]) - 1
    record["actions"][last][1] = "start C01"
    with pytest.raises(BadTrace, match=f"^action {last}: "):
        check_record(GAME, record)


def test_a_deck_that_is_named_is_the_only_reading() -> None:
    trace = trace_of("default-1", named=True)
    assert trace["options"]["deck"] == "default-1"
    assert check_trace(GAME, trace).over
    with pytest.raises(BadTrace, match=r"^step "):
        check_trace(GAME, {**trace, "options": {**trace["options"], "deck": "default-2"}})


def test_our_own_traces_of_the_newest_deck_name_none() -> None:
    rng = Rng(1)
    trace, _ = write_trace(GAME, lambda state, seat: state.random_legal(seat, rng), 2, 1)
    assert trace["options"] == {"virtuals": 0}


@pytest.mark.parametrize("given", [{}, {"deck": "default"}, {"virtuals": 1}])
def test_pinned_options_have_one_reading(given: dict[str, Any]) -> None:
    assert len(GAME.readings(given)) == 8  # four decks, and alone against one opponent as once or now
    pinned = GAME.pinned(given)
    assert pinned == {**given, "deck": "default-4", "solo_two_card": "clash"}
    assert GAME.readings(pinned) == [pinned]
    assert GAME.pinned({"deck": "default-1"})["deck"] == "default-1"
    GAME.check_portable(pinned)


def test_a_table_goes_on_with_the_deck_that_it_began_with() -> None:
    fields: dict[str, Any] = {"at": 0, "game": "viceroy", "seats": 2, "options": {}, "secret": "00" * 32}
    fields |= {"host": "a", "turn": 0, "bank": 0, "reaction": 0}
    decks, shown = [], []
    older = [{**GAME.pinned({}), "deck": deck} for deck in ("default-2", "default-3")]
    for made in (
        rows.Made(**fields),
        *(rows.Made(**fields, pinned=pinned) for pinned in older),
        rows.Made(**fields, pinned=GAME.pinned({})),
    ):
        room = Room("t")
        for row in (made, rows.BotSat(0, 0, "easy"), rows.BotSat(0, 1, "easy"), rows.Dealt(0)):
            room.fold(row)
        assert room.state is not None
        decks.append(room.state.game.file)
        shown.append(room.state.view(0)["deck"])
    assert decks == [load(deck) for deck in VERSIONS]
    assert shown == [1, 2, 3, 4]  # by which the browser draws the cards
