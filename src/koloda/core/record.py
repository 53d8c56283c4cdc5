# not compiled: dominated by text
"""Records: a deal as it was played at a table, rebuilt from its seed (`koloda-record/1`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from koloda.core.errors import BadTrace, KolodaError
from koloda.core.fair import check_fair
from koloda.core.game import Game
from koloda.core.options import shown
from koloda.core.state import State
from koloda.core.trace import difference, read_by, same

FORMAT = "koloda-record/1"


def write_record(
    game: Game,
    state: State,
    seed: int,
    options: Mapping[str, object],
    names: Sequence[str],
    actions: Sequence[tuple[int, int]],
    times: Sequence[int] | None = None,
    context: Mapping[str, object] | None = None,
) -> dict[str, Any]:
    """The record of a deal: who did what (seat, action) and, in milliseconds since the start, when."""
    record: dict[str, Any] = {
        "format": FORMAT,
        "game": game.id,
        "options": dict(options),
        "seats": int(state.seats),
        "names": list(names),
        "seed": seed,
    }
    if context:
        record["context"] = dict(context)
    record["actions"] = [[seat, state.game.text(action)] for seat, action in actions]
    if times is not None:
        record["times"] = list(times)
    record["result"] = game.result(state) if state.over else None
    return record


def begin_record(game: Game, record: Mapping[str, Any]) -> State:
    """The watched state at the beginning of a record, by the reading that fits best."""
    readings = readings_of(game, record)
    if len(readings) == 1:
        return begin_by(game, record, readings[0])
    return begin_by(game, record, read_by(readings, lambda options: check_by(game, record, options))[0])


def readings_of(game: Game, record: Mapping[str, Any]) -> list[dict[str, object]]:
    for key, kind in (("options", dict), ("seats", int), ("names", list), ("seed", int), ("actions", list)):
        if not isinstance(record.get(key), kind):
            raise BadTrace(f"{key}: missing or not of the right kind")
    context = record.get("context", {})
    times = record.get("times")
    if not isinstance(context, dict):
        raise BadTrace("context: not an object")
    if len(record["names"]) != record["seats"] or not all(isinstance(name, str) for name in record["names"]):
        raise BadTrace("names: one text for each seat")
    if times is not None:
        whole = isinstance(times, list) and all(type(time) is int and time >= 0 for time in times)
        if not whole or len(times) != len(record["actions"]) or times != sorted(times):
            raise BadTrace("times: one number of milliseconds for each action, never falling")
    return game.readings(record["options"])


def begin_by(game: Game, record: Mapping[str, Any], options: Mapping[str, object]) -> State:
    return game.deal(record["seats"], record["seed"], options, record.get("context", {}), watch=True)


def take_action(state: State, entry: object) -> None:
    """Check one action of a record against the state, and carry it out."""
    if (
        not isinstance(entry, list)
        or len(entry) != 2
        or type(entry[0]) is not int
        or not isinstance(entry[1], str)
    ):
        raise BadTrace(f"{shown(entry)}: an action is [seat, text]")
    if not 0 <= entry[0] < state.seats:
        raise BadTrace(f"seat {shown(entry[0])}: there are seats 0 to {state.seats - 1}")
    state.step(entry[0], state.game.action(entry[1]))


def check_record(game: Game, record: Mapping[str, Any]) -> State:
    """Replay a record and check everything in it; BadTrace names the first difference."""
    _, outcome = read_by(readings_of(game, record), lambda options: check_by(game, record, options))
    if isinstance(outcome, KolodaError):
        raise outcome
    return outcome


def check_by(game: Game, record: Mapping[str, Any], options: Mapping[str, object]) -> State:
    """The same by one reading of the options."""
    state = begin_by(game, record, options)
    if "fair" in record:
        check_fair(record)
    for number, entry in enumerate(record["actions"]):
        try:
            take_action(state, entry)
        except KolodaError as error:
            raise BadTrace(f"action {number}: {error}", number) from None
    result = game.result(state) if state.over else None
    if not same(record.get("result"), result):
        raise BadTrace(difference("result", record.get("result"), result), len(record["actions"]))
    return state
