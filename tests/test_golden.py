"""Golden playthroughs: one deal of every game with all that every seat sees, for a person to read in review.

Run as a program, this file writes them anew; read the difference before you commit it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import koloda
from koloda.core.bits import members
from koloda.core.game import Game
from koloda.core.rng import Rng
from koloda.core.state import State
from koloda.core.trace import legal_texts

GOLDEN = Path(__file__).parent / "golden"
SEED = 1


def playthrough(game: Game) -> Iterator[str]:
    """The lines of the file: decisions, events as everybody sees them, and what changes in every view."""
    state = game.deal(seed=SEED, watch=True)
    rng = Rng(SEED)
    views: dict[int | None, dict[str, Any]] = {}
    yield f"{game.names['en']}: {state.seats} seats, seed {SEED}, heuristic against random play, seat by seat"
    for key, value in game.setup(state).items():
        yield f"setup {key}: {plain(value)}"
    seen = 0
    number = 0
    while True:
        yield from events(state, seen)
        seen = len(state.events)
        yield from changes(state, views)
        if state.over:
            break
        seat = int(state.actor)
        action = choose(game, state, seat, rng)
        number += 1
        yield ""
        for other in members(state.pending):
            yield f"{number}. seat {other} may: {', '.join(legal_texts(state, other))}"
        labels = "; ".join(game.label(action, lang) for lang in ("en", "uk", "ru"))
        yield f"{number}. seat {seat}: {game.text(action)} ({labels})"
        state.apply(seat, action)
    for key, value in game.result(state).items():
        yield f"result {key}: {plain(value)}"


def choose(game: Game, state: State, seat: int, rng: Rng) -> int:
    if seat % 2:
        return int(state.random_legal(seat, rng))
    return int(game.heuristic.choose(state, seat, rng))


def events(state: State, seen: int) -> Iterator[str]:
    names = [f"[{seat}]" for seat in range(state.seats)]
    for event in state.events[seen:]:
        public = event.seen_by(None)
        if public is not None:
            yield f"   {state.game.event_text(public, names, 'en')}  {plain(public)}"
        for seat in range(state.seats):
            own = event.seen_by(seat)
            if own is not None and own != public:
                yield f"   to seat {seat}: {state.game.event_text(own, names, 'en')}  {plain(own)}"


def changes(state: State, views: dict[int | None, dict[str, Any]]) -> Iterator[str]:
    """What is new in each view; for the seats only what differs from the spectator's view."""
    public = state.view(None)
    for seat in (None, *range(state.seats)):
        view = state.view(seat)
        before = views.get(seat, {})
        for key, value in view.items():
            if value != before.get(key) and (seat is None or value != public.get(key)):
                yield f"   {'public' if seat is None else f'seat {seat}'} {key}: {plain(value)}"
        views[seat] = view


def plain(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


@pytest.mark.parametrize("game", koloda.game_list(), ids=lambda game: game.id)
def test_a_golden_playthrough_is_unchanged(game: Game) -> None:
    path = GOLDEN / f"{game.id}.txt"
    assert path.exists(), "run `python tests/test_golden.py`, read the new file, commit it"
    written = path.read_text("utf-8").splitlines()
    assert list(playthrough(game)) == written


if __name__ == "__main__":
    GOLDEN.mkdir(exist_ok=True)
    for one in koloda.game_list():
        text = "\n".join(playthrough(one)) + "\n"
        (GOLDEN / f"{one.id}.txt").write_text(text, "utf-8")
        print(f"{one.id}: {text.count(chr(10))} lines")
