# not compiled: dominated by text
"""Traces: one complete deal with nothing hidden, that an outside referee can check (`trace/1`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from koloda.core.errors import BadTrace, KolodaError
from koloda.core.game import Game
from koloda.core.options import shown
from koloda.core.policy import drive
from koloda.core.rng import Rng
from koloda.core.state import State

FORMAT = "trace/1"
LONGEST = 1000  # characters of something wrong in a message

# decides for the actor of a state
Chooser = Callable[[State, int], int]


def legal_texts(state: State, seat: int) -> list[str]:
    """The canonical texts of the seat's legal actions, sorted by code point."""
    return sorted(state.game.text(action) for action in state.legal(seat))


class TraceWriter:
    """Writes a deal down from its beginning: `apply` carries out a decision, `finished` is the trace."""

    def __init__(self, state: State, options: Mapping[str, object] | None = None) -> None:
        game: Game = state.game
        seats = int(state.seats)
        self.state = state
        self.log = state.watch()
        self.trace: dict[str, Any] = {
            "koloda": FORMAT,
            "game": game.id,
            "options": game.trace_options(seats, game.resolve(seats, options)),
            "seats": seats,
            "setup": game.setup(state),
        }
        self.steps: list[dict[str, Any]] = []

    def apply(self, seat: int, action: int) -> None:
        state = self.state
        step: dict[str, Any] = {
            "seat": seat,
            "legal": legal_texts(state, seat),
            "action": state.game.text(action),
        }
        self.log.chance.clear()
        state.apply(seat, action)
        if self.log.chance:
            step["chance"] = [state.game.write_chance(chance) for chance in self.log.chance]
        self.steps.append(step)

    def finished(self) -> dict[str, Any]:
        return {**self.trace, "steps": self.steps, "result": self.state.game.result(self.state)}


def write_trace(
    game: Game,
    choose: Chooser,
    seats: int | None = None,
    seed: int = 0,
    options: Mapping[str, object] | None = None,
    context: Mapping[str, object] | None = None,
) -> tuple[dict[str, Any], State]:
    """Deal, let `choose(state, seat)` decide everything, and write it down; the final state too."""
    state = game.deal(seats, seed, options, context, watch=True)
    writer = TraceWriter(state, options)
    drive(state, lambda seat: choose(state, seat), writer.apply, Rng(seed, 2))
    return writer.finished(), state


def read_by(
    readings: Sequence[Mapping[str, object]], check: Callable[[Mapping[str, object]], State]
) -> tuple[Mapping[str, object], State | KolodaError]:
    """The first reading of a file's options that fits, and the state at its end.

    If none does: the one by which the file got furthest, and what is wrong with it then.
    """
    found: list[tuple[Mapping[str, object], KolodaError]] = []
    for options in readings:
        try:
            return options, check(options)
        except KolodaError as error:
            found.append((options, error))
    return max(found, key=lambda one: getattr(one[1], "reached", 0))


def begin_trace(game: Game, trace: Mapping[str, Any]) -> State:
    """The watched state at the beginning of a trace, by the reading that fits best."""
    readings = readings_of(game, trace)
    if len(readings) == 1:
        return begin_by(game, trace, readings[0])
    return begin_by(game, trace, read_by(readings, lambda options: check_by(game, trace, options))[0])


def readings_of(game: Game, trace: Mapping[str, Any]) -> list[dict[str, object]]:
    for key, kind in (("options", dict), ("seats", int), ("setup", dict), ("steps", list), ("result", dict)):
        if not isinstance(trace.get(key), kind):
            raise BadTrace(f"{key}: missing or not of the right kind")
    return game.readings(trace["options"])


def begin_by(game: Game, trace: Mapping[str, Any], options: Mapping[str, object]) -> State:
    state = game.restore(trace["setup"], trace["seats"], options, watch=True)
    state.watch().script = []
    return state


def take_step(state: State, step: object) -> None:
    """Check one step of a trace against the state, and carry it out."""
    game: Game = state.game
    if not isinstance(step, dict) or not isinstance(step.get("action"), str):
        raise BadTrace("no step: it needs seat, legal and action")
    seat = step.get("seat")
    if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < state.seats:
        raise BadTrace(f"seat {shown(seat)}: there are seats 0 to {state.seats - 1}")
    if state.over:
        raise BadTrace("the deal is over before this step")
    if seat != state.actor and not state.free:
        raise BadTrace(f"seat {seat} acts, the rules ask seat {state.actor}")
    legal = legal_texts(state, seat)
    if step.get("legal") != legal:
        raise BadTrace(difference("legal", step.get("legal"), legal))
    if step["action"] not in legal:
        raise BadTrace(f"action {shown(step['action'])} is not legal")
    outcomes = step.get("chance", [])
    if not isinstance(outcomes, list):
        raise BadTrace("chance: not a list")
    log = state.watch()
    log.script = [game.read_chance(outcome) for outcome in outcomes]
    state.apply(seat, game.action(step["action"]))
    if log.script:
        raise BadTrace(f"{log.script[0]}: the rules have no such chance outcome here")


def check_trace(game: Game, trace: Mapping[str, Any]) -> State:
    """Replay a trace and check everything in it; BadTrace names the first difference."""
    _, outcome = read_by(readings_of(game, trace), lambda options: check_by(game, trace, options))
    if isinstance(outcome, KolodaError):
        raise outcome
    return outcome


def check_by(game: Game, trace: Mapping[str, Any], options: Mapping[str, object]) -> State:
    """The same by one reading of the options."""
    state = begin_by(game, trace, options)
    for number, step in enumerate(trace["steps"]):
        try:
            take_step(state, step)
        except KolodaError as error:
            raise BadTrace(f"step {number}: {error}", number) from None
    length = len(trace["steps"])
    if not state.over:
        raise BadTrace("the trace ends before the deal is over", length)
    result = game.result(state)
    for key in [*result, *(key for key in trace["result"] if key not in result)]:
        theirs, ours = trace["result"].get(key), result.get(key)
        if key not in trace["result"] or key not in result or not same(theirs, ours):
            raise BadTrace(difference(f"result {key}", theirs, ours), length)
    return state


def difference(what: str, theirs: object, ours: object) -> str:
    if isinstance(theirs, list) and isinstance(ours, list):
        missing = [item for item in ours if item not in theirs]
        extra = [item for item in theirs if item not in ours]
        if missing or extra:
            parts = [f"lacks {missing}"] if missing else []
            parts += [f"has {one_line(extra)} too many"] if extra else []
            return f"{what}: {' and '.join(parts)}"
    return f"{what}: {one_line(theirs)} in the file, {ours} by the rules"


def one_line(value: object) -> str:
    """Something from a file that may be anything, in a message."""
    text = str(value) if str(value).isprintable() else repr(value)
    return text if len(text) <= LONGEST else text[:LONGEST] + "..."


def same(a: object, b: object) -> bool:
    """Equal, numbers within 1e-9; `b` is ours, `a` may be anything."""
    if isinstance(a, bool) or isinstance(b, bool):
        return a is b
    if isinstance(a, int | float) and isinstance(b, int | float):
        return b - 1e-9 <= a <= b + 1e-9  # comparisons, for a huge `a` cannot become a float
    if isinstance(a, list | tuple) and isinstance(b, list | tuple):
        return len(a) == len(b) and all(same(x, y) for x, y in zip(a, b, strict=True))
    if isinstance(a, Mapping) and isinstance(b, Mapping):
        return a.keys() == b.keys() and all(same(a[key], b[key]) for key in a)
    return a == b
