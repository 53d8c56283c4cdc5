"""Games of a tournament as the replay of the browser client wants them: every step with open cards.

A step differs little from the one before, so only what has changed is kept, and all of it is packed.
"""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Mapping
from typing import Any

from koloda.core.record import begin_record
from koloda.core.state import State
from koloda.games import game as game_by_id

GONE = "\0gone"  # a key that the step before still had


def replay_of(record: Mapping[str, Any], lang: str) -> dict[str, Any]:
    """All steps of a record (replay_wire.Replay), with open cards."""
    game = game_by_id(record["game"])
    state = begin_record(game, record)
    names = [str(name) for name in record["names"]]
    told = 0
    steps: list[dict[str, Any]] = []

    def step(seat: int | None = None, text: str | None = None, label: str | None = None) -> None:
        nonlocal told
        events = [(event.kind, *event.full) for event in state.events[told:]]
        found = [
            {"n": told + place, "e": list(event), "text": game.event_text(event, names, lang)}
            for place, event in enumerate(events, 1)
        ]
        told = len(state.events)
        steps.append({"seat": seat, "a": text, "label": label, "events": found, **seen(state, lang)})

    step()
    for seat, text in record["actions"]:
        action = state.game.action(text)
        label = state.game.label(action, lang)
        state.step(seat, action)
        step(seat, text, label)
    return {
        "game": game.id,
        "seats": int(state.seats),
        "names": names,
        "bots": [None] * len(names),
        "lang": lang,
        "viewer": "open",
        "steps": steps,
        "places": list(range(len(steps))),
        "result": game.result(state) if state.over else None,
    }


def seen(state: State, lang: str) -> dict[str, Any]:
    game = state.game
    view = state.view(None)
    view["open"] = state.reveal()
    awaited = state.awaited(None)
    return {
        "view": view,
        "layout": game.layout(view, game.spoken(lang)),
        "aids": game.aids(view) or None,
        "awaited": None if awaited is None else list(awaited),
    }


def packed(value: object) -> str:
    """Compressed JSON as base64: `unpacked` of the page."""
    text = json.dumps(value, separators=(",", ":"), ensure_ascii=True)
    return base64.b64encode(zlib.compress(text.encode("ascii"), 9)).decode("ascii")


def packed_replay(record: Mapping[str, Any], lang: str) -> str:
    replay = replay_of(record, lang)
    before: object = {}
    changes = []
    for step in replay["steps"]:
        plain = json.loads(json.dumps(step))
        changes.append(changed(before, plain))
        before = plain
    return packed({**replay, "steps": changes})


def changed(old: object, new: object) -> object:
    """What is new in a value: an object holds only the keys that differ, anything else is whole."""
    if not isinstance(old, dict) or not isinstance(new, dict):
        return new
    found: dict[str, object] = {}
    for key, value in new.items():
        if key not in old:
            found[key] = value
        elif old[key] != value:
            both = isinstance(old[key], dict) and isinstance(value, dict)
            # marked, so that the page can tell a change of an object from a new one
            found[key] = {"\0": changed(old[key], value)} if both else value
    found.update({key: GONE for key in old if key not in new})
    return found
