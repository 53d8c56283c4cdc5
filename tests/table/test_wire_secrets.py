"""No message to a viewer depends on what that viewer may not know, in any of the games."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

import koloda
from koloda.core.bits import members
from koloda.core.record import begin_record
from koloda.core.rng import Rng
from koloda.core.state import State
from koloda.table import rows
from koloda.table.room import Room, Stage
from koloda.table.sight import Look, table_info
from koloda.table.wire import encode
from table.serving import Chair, Server, together
from table.test_games import SHORT

START = 1_000_000
CASES: list[tuple[str, int, dict[str, Any]]] = [
    ("durak", 4, {}),
    ("durak", 3, {"mode": "individual", "ask_beat": "when_possible"}),
    ("yassa", 4, {}),
    ("yassa", 3, {"reaction_mode": "realtime", "intervention": "any_identical"}),
    ("flights", 4, {}),
    ("viceroy", 3, {}),
    ("junquick", 4, {}),
    ("junquick", 3, {"instant_mode": "declare"}),
    ("junquick", 3, {"chief_time": "real"}),
]


def opened(game: str, seats: int, options: dict[str, Any], number: int) -> Room:
    room = Room("a table of a test")
    secret = f"{number:064x}"
    room.fold(rows.Made(START, game, seats, options, secret, "u0", turn=60_000, bank=30_000, reaction=4000))
    for seat in range(seats):
        room.fold(rows.Sat(START, seat, f"u{seat}", f"P{seat}"))
    room.fold(rows.Dealt(START))
    return room


def twin_of(room: Room, seat: int, rng: Rng) -> Room:
    """The same table in another world that this seat cannot tell from the true one."""
    assert room.state is not None
    twin = Room(room.id)
    twin.__dict__.update(room.__dict__)
    world: State = room.state.determinize(seat, rng)
    log = world.watch()
    assert room.state.log is not None
    log.events = room.state.log.events
    twin.state = world
    twin.stages = [Stage(stage.at, world, stage.told) for stage in room.stages[-1:]]
    return twin


@pytest.mark.parametrize(("game", "seats", "options"), CASES)
def test_updates_stay_the_same_when_only_hidden_cards_are_exchanged(
    game: str, seats: int, options: dict[str, Any]
) -> None:
    rng = random.Random(7)
    differing = compared = 0
    for number in range(2):
        room = opened(game, seats, options, number)
        now = START
        for _ in range(160):
            state = room.state
            if state is None or room.status != "playing":
                break
            now = max(now + 500, room.live_at)
            if rng.random() < 0.06:
                for seat in range(seats):
                    twin = twin_of(room, seat, Rng(rng.getrandbits(30)))
                    assert twin.state is not None
                    mine, theirs = Look(room, now), Look(twin, now)
                    recent = max(0, mine.count(seat) - 5)
                    assert mine.update(seat, "en", recent) == theirs.update(seat, "en", recent)
                    assert encode(table_info(room, now)) == encode(table_info(twin, now))
                    compared += 1
                    differing += state.reveal() != twin.state.reveal()
            able = members(state.pending | state.free)
            seat = rng.choice(able)
            action = rng.choice(state.legal(seat))
            room.fold(rows.Act(now, seat, state.game.text(action)))
    assert differing > compared // 3 > 3, "the worlds must differ, or nothing was tested"


@pytest.mark.parametrize("game", SHORT)
def test_everything_that_was_sent_is_what_the_rules_show(game: str, tmp_path: Any) -> None:
    """Two people and a spectator; afterwards the record tells what each of them was allowed to see."""
    with Server(f"sqlite:///{tmp_path}/koloda.db") as server:
        ann, bob, eve = server.person("Ann"), server.person("Bob"), server.person("Eve")
        clock = {"turn": 60, "bank": 0, "reaction": 0}
        table = ann.make(game, options=SHORT[game], clock=clock)
        bob.sit(table)
        for seat in ann.do("GET", f"/api/tables/{table}")["table"]["seats"]:
            if seat["kind"] == "empty":
                ann.do("POST", f"/api/tables/{table}/bot", {"seat": seat["seat"], "level": "easy"})
        ann.do("POST", f"/api/tables/{table}/start", {})
        with ann.at(table) as one, bob.at(table) as other, eve.at(table) as watcher:
            together(
                lambda: one.play(random.Random(1)),
                lambda: other.play(random.Random(2)),
                lambda: watcher.play(random.Random(3)),
            )
        record = ann.do("GET", f"/api/tables/{table}/record")
    for viewer, chair in ((0, one), (1, other), (None, watcher)):
        check_chair(record, viewer, chair)


def check_chair(record: dict[str, Any], viewer: int | None, chair: Chair) -> None:
    game = koloda.game(record["game"])
    state = begin_record(game, record)
    views = set()
    events: list[Any] = []
    legal: dict[str, list[list[str]]] = {}

    def look() -> None:
        view = json.dumps(as_json(state.view(viewer)), sort_keys=True)
        views.add(view)
        if viewer is not None and state.legal(viewer):
            legal.setdefault(view, []).append([game.text(action) for action in state.legal(viewer)])

    look()
    for seat, text in record["actions"]:
        state.step(seat, game.action(text))
        look()
    assert state.log is not None
    events = as_json(state.log.seen_by(viewer))
    for message, raw in zip(chair.received, chair.raw, strict=True):
        if message["t"] == "update":
            view = json.dumps(message["view"], sort_keys=True)
            assert view in views
            for event in message["events"]:
                assert event["e"] == events[event["n"] - 1]
            if message["legal"]:
                assert [action["a"] for action in message["legal"]] in legal[view]
            if message["over"] is None:
                assert record["fair"]["secret"] not in raw
                assert str(record["seed"]) not in raw
        else:
            assert message["t"] in ("table", "ok", "error")
            assert record["fair"]["secret"] not in raw
    assert chair.seen == len(events)


def as_json(data: Any) -> Any:
    return json.loads(json.dumps(data))
