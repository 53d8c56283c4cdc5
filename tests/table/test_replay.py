"""Replays: which step shows which action, for one seat and with open cards."""

from __future__ import annotations

import random
import re
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


# a hidden card, a place of the pyramid, an amount of gems, a name of the program: nothing that people say
INTERNAL = re.compile(r"\?\?|\b\d:-?\d|\b[BRGY]\d[BRGY]\d|[a-z]_[a-z]|\b(ll|lr|bl|br)\b")


@pytest.mark.parametrize("lang", ["en", "uk", "ru"])
@pytest.mark.parametrize("name", ids())
def test_sentences_and_actions_show_nothing_of_the_program(name: str, lang: str) -> None:
    game = game_by_id(name)
    record = played(name, 7)
    for viewer, is_open in ((0, False), (None, False), (None, True)):
        for step in replay(game, record, viewer, lang, is_open).steps:
            for text in (step.label or "", *(event.text for event in step.events)):
                assert not INTERNAL.search(text), text


@pytest.mark.parametrize("lang", ["en", "uk", "ru"])
@pytest.mark.parametrize("name", ids())
def test_options_are_explained_without_their_names(name: str, lang: str) -> None:
    game = game_by_id(name)
    for option in game.options:
        words = game.words(option, lang)
        for text in (words.label, *words.choices, words.help):
            assert not re.search(r"[a-z]_[a-z]|\bms\b|\bмс\b|\bindividual\b", text), (option.name, text)
