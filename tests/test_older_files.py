"""Files from before a default changed: what does not name the option is read by what it meant then."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest

from koloda.core.errors import BadTrace
from koloda.core.record import check_record, write_record
from koloda.core.rng import Rng
from koloda.core.trace import begin_trace, check_by, check_trace
from koloda.games import all_games, game
from koloda.games.flights.state import FlightsState
from koloda.table import rows
from koloda.table.room import Room

OLDER = Path(__file__).parent / "traces" / "older"
IDS = [path.name.split(".")[0] for path in sorted(OLDER.glob("*.jsonl.gz"))]


def traces(game_id: str) -> Iterator[dict[str, Any]]:
    with gzip.open(OLDER / f"{game_id}.jsonl.gz", "rt", encoding="utf-8") as file:
        for line in file:
            yield json.loads(line)


@pytest.mark.parametrize("game_id", IDS)
def test_older_traces_are_read_by_the_defaults_of_their_time(game_id: str) -> None:
    rules = game(game_id)
    differ = 0
    for trace in traces(game_id):
        check_trace(rules, trace)
        try:
            check_by(rules, trace, trace["options"])
        except BadTrace:
            differ += 1
    assert differ  # the file does show what changed


@pytest.mark.parametrize("game_id", IDS)
def test_older_records_are_read_by_the_defaults_of_their_time(game_id: str) -> None:
    rules = game(game_id)
    seats = rules.seat_counts[0]
    oldest = rules.readings({})[-1]
    for seed in range(6):
        state = rules.deal(seats, seed, oldest, watch=True)
        rng = Rng(seed, 1)
        actions: list[tuple[int, int]] = []
        while not state.over:
            seat = int(state.actor)
            actions.append((seat, int(state.random_legal(seat, rng))))
            state.step(*actions[-1])
        names = [f"seat {seat}" for seat in range(seats)]
        check_record(rules, json.loads(json.dumps(write_record(rules, state, seed, {}, names, actions))))


@pytest.mark.parametrize("game_id", IDS)
def test_an_older_running_table_keeps_its_rules(game_id: str) -> None:
    rules = game(game_id)
    trace = next(traces(game_id))
    fields: dict[str, Any] = {"at": 0, "game": game_id, "seats": trace["seats"], "options": trace["options"]}
    fields |= {"secret": "00" * 32, "host": "h", "turn": 0, "bank": 0, "reaction": 0, "version": "0.1.0"}
    older = Room("t")
    older.fold(rows.Made(**fields))
    assert older.options == rules.readings(trace["options"])[-1]
    newer = Room("t")
    newer.fold(rows.Made(**fields, pinned=rules.pinned(trace["options"])))
    assert newer.options == rules.pinned(trace["options"]) != older.options


@pytest.mark.parametrize("rules", all_games(), ids=lambda rules: rules.id)
def test_pinned_options_have_one_reading_and_mean_the_defaults(rules: Any) -> None:
    pinned = rules.pinned({})
    assert rules.readings(pinned) == [pinned]
    assert rules.pinned(pinned) == pinned
    for option in rules.options:
        for value in option.older:
            assert option.check(value) != option.default
            named = {option.name: value}
            assert rules.pinned(named)[option.name] == value
            assert all(reading[option.name] == value for reading in rules.readings(named))


def test_a_trace_is_begun_by_the_reading_that_fits() -> None:
    rules = game("flights")
    begun = [begin_trace(rules, trace) for trace in traces("flights")]
    assert {cast(FlightsState, state).rules.collector for state in begun} == {
        False,
        True,
    }  # where both fit, the rules of today
