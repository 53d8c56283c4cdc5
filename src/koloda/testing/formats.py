"""Traces, records and views: plain data that round-trips, and hostile data that is refused in one line."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from typing import Any

from koloda.core.errors import KolodaError
from koloda.core.record import check_record, write_record
from koloda.core.rng import Rng
from koloda.core.trace import check_trace, write_trace
from koloda.testing.refusing import refused
from koloda.testing.variants import Variant, walk

NONSENSE: tuple[Any, ...] = (
    *(None, True, False, -1, 0, 1, 7, 2**70, 1.5, float("nan"), "", "nonsense", "\n\x00", "9" * 3000),
    *([], {}, [None], [[[]]], {"": 0}, {"x": ["y"]}, ["nonsense"] * 3, ...),
)
TRIES = 150


def trace_of(variant: Variant, seed: int = 18) -> tuple[dict[str, Any], Any]:
    rng = Rng(seed)
    return write_trace(
        variant.game, lambda state, seat: state.random_legal(seat, rng), variant.seats, seed, variant.options
    )


def record_of(variant: Variant, seed: int = 19) -> tuple[dict[str, Any], Any]:
    state = variant.deal(seed, watch=True)
    rng = Rng(seed)
    actions: list[tuple[int, int]] = []
    while not state.over:
        seat, action = int(state.actor), int(state.random_legal(state.actor, rng))
        state.step(seat, action)
        actions.append((seat, action))
    names = [f"player {seat}" for seat in range(variant.seats)]
    times = list(range(len(actions)))
    return write_record(variant.game, state, seed, variant.options, names, actions, times), state


def a_trace_is_accepted_by_the_replayer(variant: Variant) -> None:
    trace, end = trace_of(variant)
    assert list(trace) == ["koloda", "game", "options", "seats", "setup", "steps", "result"]
    assert list(trace["result"])[:3] == ["scores", "returns", "winners"]
    again = check_trace(variant.game, json.loads(json.dumps(trace)))
    assert again.reveal() == end.reveal()
    assert all(step["legal"] == sorted(set(step["legal"])) for step in trace["steps"])


def a_record_is_rebuilt_from_its_seed(variant: Variant) -> None:
    record, end = record_of(variant)
    assert check_record(variant.game, json.loads(json.dumps(record))).reveal() == end.reveal()


def views_are_plain_data(variant: Variant) -> None:
    for number, state in enumerate(walk(variant.deal(14), 14)):
        if number % 7 == 0:
            for seat in (None, *range(variant.seats)):
                view = state.view(seat)
                assert json.loads(json.dumps(view)) == view
            assert json.loads(json.dumps(state.reveal())) == state.reveal()


def views_are_what_their_type_says(variant: Variant) -> None:
    """Every view fits the game's view_type: no key that it does not name, none missing, the right types."""
    import msgspec

    kind: Any = variant.game.view_type
    for number, state in enumerate(walk(variant.deal(27), 27)):
        if number % 5 == 0:
            for seat in (None, *range(variant.seats)):
                view = state.view(seat)
                unknown = set(view) - set(kind.__required_keys__) - set(kind.__optional_keys__)
                assert not unknown, f"the type of views does not name {sorted(unknown)}"
                msgspec.convert(view, kind, strict=True)
    assert state.over
    for seat in (None, *range(variant.seats)):
        msgspec.convert(state.view(seat), kind, strict=True)


def complaint(check: Callable[..., object], *args: Any) -> str:
    """The message of the error, if there is one: always a single line, never endless."""
    message = ""
    try:
        check(*args)
    except KolodaError as error:
        message = str(error)
    assert "\n" not in message
    assert len(message) < 4000
    return message


def paths(value: Any, limit: int = 400) -> list[tuple[Any, ...]]:
    """Where something can be changed in plain data: the way to every value, breadth first."""
    found: list[tuple[Any, ...]] = []
    queue: list[tuple[tuple[Any, ...], Any]] = [((), value)]
    while queue and len(found) < limit:
        path, inner = queue.pop(0)
        if path:
            found.append(path)
        if isinstance(inner, dict):
            queue += [((*path, key), child) for key, child in inner.items()]
        elif isinstance(inner, list):
            queue += [((*path, key), child) for key, child in enumerate(inner)]
    return found


def changed(value: Any, path: tuple[Any, ...], new: Any) -> Any:
    """A copy with another value, or (new is ...) without the value, at the end of the path."""
    result = copy.deepcopy(value)
    inner = result
    for key in path[:-1]:
        inner = inner[key]
    if new is ...:
        del inner[path[-1]]
    else:
        inner[path[-1]] = new
    return result


def broken(value: Any, rng: Rng) -> Any:
    """The data with one thing in it replaced by nonsense."""
    places = paths(value)
    return changed(value, places[rng.below(len(places))], NONSENSE[rng.below(len(NONSENSE))])


def broken_traces_and_records_are_refused_or_still_true(variant: Variant) -> None:
    rng = Rng(28)
    trace, record = trace_of(variant)[0], record_of(variant)[0]
    for count in range(TRIES):
        complaint(check_trace, variant.game, broken(trace, rng))
        complaint(check_record, variant.game, broken(record, rng))


def a_wrong_result_is_found(variant: Variant) -> None:
    trace = trace_of(variant)[0]
    for key in trace["result"]:
        wrong = changed(trace, ("result", key), "nonsense")
        assert key in str(refused(KolodaError, check_trace, variant.game, wrong))


def a_missing_legal_action_is_found(variant: Variant) -> None:
    trace = trace_of(variant)[0]
    for number, step in enumerate(trace["steps"]):
        if len(step["legal"]) > 1:
            short = changed(trace, ("steps", number, "legal"), step["legal"][1:])
            error = refused(KolodaError, check_trace, variant.game, short)
            assert f"step {number}: legal: lacks" in str(error)
            return


def any_options_are_resolved_or_refused(variant: Variant) -> None:
    for option in variant.game.options:
        for value in NONSENSE[:-1]:
            complaint(variant.game.resolve, None, {option.name: value})


def the_defaults_of_tables_are_options_that_mean_the_same_everywhere(variant: Variant) -> None:
    """Game.table_options: allowed at every seat count, portable, and only what differs from the rules."""
    game = variant.game
    game.check_portable(game.table_options)
    for seats in game.seat_counts:
        chosen = game.resolve(seats, game.table_choice({}))
        assert all(chosen[name] == value for name, value in game.table_options.items())
    usual = game.resolve()
    same = [name for name, value in game.table_options.items() if usual[name] == value]
    assert not same, f"{same} of table_options are the rules' own defaults"
    game.check_portable(game.slow_options)
    for preset in game.presets:
        wanted = game.presets[preset]
        choice = game.table_choice({"preset": preset})
        slow = {**choice, **game.slow_options}
        assert game.seats_with(slow), f"preset {preset} is not possible where a move may take days"
        chosen = game.resolve(game.seats_with(slow)[0], slow)
        assert all(chosen[name] == value for name, value in game.slow_options.items())
        assert game.seats_with(choice), f"preset {preset} is possible at no seat count"
        chosen = game.resolve(game.seats_with(choice)[0], choice)
        assert all(chosen[name] == value for name, value in wanted.items()), f"preset {preset} is overruled"


CHECKS = {
    "all": (
        a_trace_is_accepted_by_the_replayer,
        a_record_is_rebuilt_from_its_seed,
        views_are_plain_data,
        views_are_what_their_type_says,
    ),
    "game": (
        broken_traces_and_records_are_refused_or_still_true,
        a_wrong_result_is_found,
        a_missing_legal_action_is_found,
        any_options_are_resolved_or_refused,
        the_defaults_of_tables_are_options_that_mean_the_same_everywhere,
    ),
}
