"""A deal that has ended behind a secret window goes on for everybody until the window closes."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest

from koloda.games.junquick import GAME as JUNQUICK
from koloda.table.room import Stage
from table.serving import PATIENCE, Person, Server, until

REACTION = 20  # seconds
# the last card of the deal is laid; the table first asks in secret whether anybody forms a pack
LAST = (
    "seats 3; fp 2; turn 2; idle 0; round 20; 0: J1 J1 J2 J2 J4; 1: J1 J1 J3 L3 T2; 2: J2 J2 J2 J4; "
    "nest 0: J2 J3 J3; nest 2: J4 J4 T1; home 0: J1 J2 EV J4, J1 J2 J3 J4, J1 J2 J3 EV, J1 J2 J3 J4; "
    "home 2: J1 J2 J3 DM, J1 L2 J3 EV; virus 1: V3 V4; pile J2@2 J4@0 TS@2 CS@1; "
    "deck J1 T4 J3 J4; virus_deck V3"
)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(f"sqlite:///{tmp_path_factory.mktemp('server')}/koloda.db") as server:
        yield server


def arranged(server: Server) -> tuple[str, list[Person]]:
    """A public table one card before its end."""
    people = [server.person(name) for name in ("Ann", "Bob", "Eve")]
    table = people[0].make("junquick", seats=3, clock={"turn": 60, "bank": 0, "reaction": REACTION})
    for person in people[1:]:
        person.sit(table)
    people[0].do("POST", f"/api/tables/{table}/start", {})
    room = server.koloda.tables.live[table].room
    state = JUNQUICK.position(LAST)
    state.watch()
    room.state = state
    room.seen = [[] for _ in range(4)]
    room.stages = [Stage(room.asked_at, state, 0)]
    return table, people


def listed(server: Server, table: str) -> str:
    """The status in the public list; empty: the table is not in it."""
    _, answer, _ = server.call("GET", "/api/tables")
    return next((each["status"] for each in answer["tables"] if each["id"] == table), "")


def stored(server: Server, table: str) -> object:
    """The status that other processes read."""
    work = server.koloda.store.all("select status from tables where id = ?1", table)
    found = asyncio.run_coroutine_threadsafe(work, server.server.servers[0].get_loop()).result(PATIENCE)
    return found[0][0]


def test_nothing_tells_that_a_deal_has_ended_before_the_window_closes(server: Server) -> None:
    table, people = arranged(server)
    path = f"/api/tables/{table}"
    with people[0].at(table) as ann, people[1].at(table) as bob, people[2].at(table) as eve:
        for chair in (ann, bob, eve):
            chair.wait("update")
            chair.quiet()
        assert eve.act("lay J4")["t"] == "ok"
        room = server.koloda.tables.live[table].room
        assert (room.status, room.status_at(server.koloda.tables.now())) == ("over", "playing")
        # no message but the update that everybody gets for the card: least of all one of the table
        assert "table" not in {message["t"] for message in bob.quiet()}
        assert all(message.get("over") is None for message in bob.received)
        why = bob.answer(bob.send("why", a="pass"))
        assert why["text"] == "it is not your decision now"
        assert bob.act("pass")["code"] == "not_yours"
        assert bob.answer(bob.send("next"))["t"] == "ok"
        assert "table" not in {message["t"] for message in ann.quiet()}
        assert listed(server, table) == "playing"
        assert stored(server, table) == "playing"
        assert people[0].do("GET", path)["table"]["totals"] == [0, 0, 0]
        assert people[0].do("POST", f"{path}/start", {})["table"]["status"] == "playing"
        for what in ("record", "replay", "analysis"):
            assert people[0].ask("GET", f"{path}/{what}")[1]["error"]["code"] == "no_deal"
        assert people[0].ask("POST", f"{path}/rematch", {})[1]["error"]["code"] == "not_over"
        assert people[1].do("POST", f"{path}/leave", {})["table"]["seats"][1]["taken_over"]
        server.pass_time(2 * REACTION * 1000)
        bob.wait("table", that=lambda message: message["table"]["status"] == "over")
        assert bob.wait("update", that=lambda update: update["over"] is not None)["over"]["match_over"]
        until(lambda: listed(server, table) == "")
