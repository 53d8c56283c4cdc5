"""Replays: which step shows which action, for one seat and with open cards."""

from __future__ import annotations

import random
from typing import Any

import pytest

from koloda.core.record import write_record
from koloda.games import game as game_by_id
from koloda.games import ids
from koloda.table.replay import replay


def played(name: str, seed: int) -> dict[str, Any]:
    """The record of a deal in which everybody acts at random."""
    game = game_by_id(name)
    rng = random.Random(seed)
    options = game.quick_options(game.resolve(None, {}))
    state = game.deal(None, seed, options)
    actions = []
    while not state.over:
        seat = rng.choice([seat for seat in range(int(state.seats)) if state.pending >> seat & 1])
        action = int(rng.choice(list(state.legal(seat))))
        state.apply(seat, action)
        actions.append((seat, action))
    names = [f"P{seat}" for seat in range(int(state.seats))]
    return dict(write_record(game, state, seed, options, names, actions, list(range(len(actions))), {}))


@pytest.mark.parametrize("name", ids())
def test_every_seat_finds_the_step_of_each_action(name: str) -> None:
    """An analysis numbers the actions of a deal; a seat was not told every one of them as a step."""
    record = played(name, 5)
    game = game_by_id(name)
    actions = record["actions"]
    everything = replay(game, record, None, "en", is_open=True)
    assert everything.places == list(range(len(actions) + 1))
    for viewer in range(everything.seats):
        told = replay(game, record, viewer, "en")
        assert len(told.places) == len(actions) + 1
        assert told.places == sorted(told.places)
        assert told.places[-1] == len(told.steps) - 1
        for number, (seat, text) in enumerate(actions, 1):
            step = told.steps[told.places[number]]
            if seat == viewer:
                assert (step.seat, step.a) == (seat, text)
            elif told.places[number] > told.places[number - 1] and step.a is not None:
                assert (step.seat, step.a, step.label) == (seat, text, everything.steps[number].label)
