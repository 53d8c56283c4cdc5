"""What people read while they play names things by words: no hidden card is `??`, no place is `1:-1`."""

from __future__ import annotations

import re

import pytest

from koloda import game, game_list
from koloda.core.rng import Rng
from koloda.table.texts import say

LANGUAGES = ("en", "uk", "ru")
NAMES = ["Ann", "Bob", "Eve", "Dan"]
# hidden cards, places, names of options and their values, Python's own words
INTERNAL = re.compile(r"\?\?|\d:-?\d|\w_\w|\bNone\b|\bTrue\b|\bFalse\b|[\[\]{}]")

# cards as notation writes them
CODES = re.compile(r"\b(?:[RYGBOV][0-9SDV]|W[C4]|X[1-6U]|DP|[JLT][1-4]|N[1-4]|G3|[CL]\d\d)\b")


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", [game.id for game in game_list()])
def test_nothing_internal_is_read_in_a_whole_deal(name: str, lang: str) -> None:
    rules = game(name)
    seats = rules.default_seats
    state = rules.deal(seats, 5, watch=True)
    rng = Rng(5)
    read: set[str] = set()
    told = 0
    while not state.over:
        seat = int(state.actor)
        legal = [int(action) for action in state.legal(seat)]
        read.update(str(state.game.label(action, lang)) for action in legal)
        wise = rng.below(3) > 0
        action = rules.heuristic.choose(state, seat, rng) if wise else legal[rng.below(len(legal))]
        state.apply(seat, action)
        for event in state.events[told:]:
            for viewer in (*range(seats), None):
                if (seen := event.seen_by(viewer)) is not None:
                    read.add(state.game.event_text(seen, NAMES[:seats], lang))
        told = len(state.events)
    assert len(read) > 20
    assert [text for text in sorted(read) if INTERNAL.search(text)] == []


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", [game.id for game in game_list()])
def test_a_refusal_is_a_sentence_without_anything_internal(name: str, lang: str) -> None:
    rules = game(name)
    state = rules.deal(rules.default_seats, 6)
    rng = Rng(6)
    read: set[str] = set()
    while not state.over:
        seat = int(state.actor)
        for _ in range(8):
            why = state.why_not(seat, rng.below(rules.num_actions))
            if why is not None:
                read.add(say(lang, "illegal", state.game.reason_text(why, lang)))
        state.apply(seat, rules.heuristic.choose(state, seat, rng))
    assert len(read) > 5
    assert [text for text in sorted(read) if INTERNAL.search(text) or CODES.search(text)] == []
    assert [text for text in read if text[0].islower() or text[-1] not in ".!?"] == []
