# not compiled: it looks into states by the names of their fields
"""Copies of states for pickle and copy.deepcopy: for processes, replay buffers and other people's libraries.

A pickle holds the game's id, the options and the value of every field. It is made for programs of one version
of koloda; a record or a trace is what lasts.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from mypy_extensions import i64

import koloda
from koloda.core.log import Chance, Event, Log
from koloda.core.rng import Rng
from koloda.core.shell import Shell
from koloda.core.state import State
from koloda.core.vecs import vec

# what a new deal of the same game and options brings, or another field holds
LEFT_OUT = frozenset({"game", "rules", "log", "seats"})
PLAIN = (int, float, str, bytes, type(None))


def packed(state: State) -> tuple[Any, ...]:
    """What pickle needs: a function and its arguments."""
    log = None if state.log is None else log_parts(state.log)
    own: Any = state
    if isinstance(state, Shell):
        own = state.inner
    rules = getattr(own, "rules", None)
    options = getattr(rules, "options", None)
    if options is None:  # a game of plain Python: its states are ordinary objects
        fields = {name: value for name, value in vars(own).items() if name not in ("game", "log", "rng")}
        return rebuilt_plain, (own.game.id, type(own), fields, rng_parts(own.rng), log)
    fields = {}
    for name in names_of(own):
        if name not in LEFT_OUT:
            known, part = part_of(getattr(own, name))
            if known:
                fields[name] = part
    return rebuilt, (own.game.id, int(own.seats), dict(options), fields, log)


def rebuilt(game: str, seats: int, options: dict[str, Any], fields: dict[str, Any], log: Any) -> State:
    """A new deal, made into the state that was packed."""
    # not deal(): complete options are not always what a person may give
    state = koloda.game(game)._deal(seats, Rng(0), options, {}, False)
    for name, part in fields.items():
        setattr(state, name, whole(part))
    state.log = None if log is None else log_of(log)
    return state


def rebuilt_plain(game: str, kind: Any, fields: dict[str, Any], rng: list[int], log: Any) -> State:
    from koloda.core.plain import as_state

    state: Any = kind.__new__(kind)
    for name, value in fields.items():
        setattr(state, name, value)
    state.game = koloda.game(game)
    state.rng = rng_of(rng)
    state.log = None if log is None else log_of(log)
    return as_state(state)


def copied(state: State) -> State:
    """An independent copy, watched if the state is."""
    copy = state.clone()
    if state.log is not None:
        log = log_of(log_parts(state.log))
        if isinstance(copy, Shell):
            copy.inner.log = log
        copy.log = log
    return copy


def names_of(state: State) -> Iterator[str]:
    """The fields of a state, compiled or not."""
    if hasattr(state, "__dict__"):
        yield from vars(state)
    else:
        for kind in type(state).__mro__:
            yield from getattr(kind, "__mypyc_attrs__", ())


def part_of(value: Any) -> tuple[bool, Any]:
    """(can it be packed?, how). What cannot be is what a state has worked out and works out again."""
    if isinstance(value, PLAIN):
        return True, ("is", value)
    if isinstance(value, Rng):
        return True, ("rng", rng_parts(value))
    if type(value).__name__ == "vec[i64]":
        return True, ("vec", [int(each) for each in value])
    if isinstance(value, list | tuple):
        parts = [part_of(each) for each in value]
        return all(known for known, _ in parts), ("list", [part for _, part in parts])
    if hasattr(value, "parts"):
        return True, ("made", type(value), [part_of(each)[1] for each in value.parts()])
    return False, None


def whole(part: Any) -> Any:
    kind = part[0]
    if kind == "is":
        return part[1]
    if kind == "rng":
        return rng_of(part[1])
    if kind == "vec":
        return vec[i64](part[1])
    if kind == "list":
        return [whole(each) for each in part[1]]
    return part[1](*(whole(each) for each in part[2]))


def rng_parts(rng: Rng) -> list[int]:
    return [int(rng.a), int(rng.b), int(rng.c), int(rng.d)]


def rng_of(parts: list[int]) -> Rng:
    rng = Rng(0)
    rng.a, rng.b, rng.c, rng.d = parts
    return rng


def log_parts(log: Log) -> dict[str, Any]:
    """Events and chance are never changed, so that a copy may share them; pickle copies the tuples."""
    return {
        "events": [(event.kind, event.full, event.seats, event.public) for event in log.events],
        "scenes": [(number, copied(scene)) for number, scene in log.scenes],
        "chance": [(chance.zone, chance.values, chance.pick) for chance in log.chance],
        "script": None
        if log.script is None
        else [(chance.zone, chance.values, chance.pick) for chance in log.script],
    }


def log_of(parts: dict[str, Any]) -> Log:
    log = Log()
    log.events = [Event(*event) for event in parts["events"]]
    log.scenes = list(parts["scenes"])
    log.chance = [Chance(zone, list(values), pick) for zone, values, pick in parts["chance"]]
    if parts["script"] is not None:
        log.script = [Chance(zone, list(values), pick) for zone, values, pick in parts["script"]]
    return log
