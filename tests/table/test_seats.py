"""Seats change hands: in every process the old owner loses all that is the seat's, the new one gets it."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from koloda.table.connections import Client, LiveTable
from table.services import Postgres
from table.serving import Chair, Person, Server, is_over, together
from table.test_games import SHORT
from table.test_wire_secrets import check_chair

ASKED: tuple[tuple[str, dict[str, Any]], ...] = (
    *(("act", {"a": "pass"}), ("why", {"a": "pass"}), ("default", {}), ("hint", {}), ("next", {})),
    *(("takeback", {}), ("consent", {"yes": True, "n": 1})),
)
CLOCK = {"turn": 60, "bank": 0, "reaction": 0}


@pytest.fixture(scope="module")
def pair(postgres: Postgres) -> Iterator[tuple[Server, Server]]:
    """Two processes with one database, as a balancer would have them behind it."""
    url = postgres.database()
    with Server(url) as one, Server(url) as two:
        yield one, two


def through(server: Server, person: Person) -> Person:
    """The same person, who talks to another process."""
    return Person(server, person.user, person.token)


def both(pair: tuple[Server, Server], person: Person, table: str) -> list[Chair]:
    return [through(server, person).at(table) for server in pair]


@pytest.mark.parametrize("game", SHORT)
def test_no_message_tells_of_a_seat_that_was_left(game: str, pair: tuple[Server, Server]) -> None:
    """Every seat changes hands while sockets of all hang on both processes; then a match is played.

    All of it goes through one process: the other one only hears of it.
    """
    first = [pair[0].person("Ann")]
    table = first[0].make(game, options=SHORT[game], clock=CLOCK)
    seats = range(len(first[0].do("GET", f"/api/tables/{table}")["table"]["seats"]))
    for seat in seats[1:]:
        first.append(pair[seat % 2].person(f"Old {seat}"))
        first[seat].sit(table, seat=seat)
    left = [chair for person in first for chair in both(pair, person, table)]
    new = [pair[seat % 2].person(f"New {seat}") for seat in seats]
    # the sockets of some are there before they sit down
    early = {seat: both(pair, new[seat], table) for seat in seats if seat % 2}
    for seat in reversed(seats):
        kicks = seat == len(seats) - 1
        if kicks:
            first[0].do("POST", f"/api/tables/{table}/kick", {"seat": seat})
        else:
            through(pair[0], first[seat]).do("POST", f"/api/tables/{table}/leave", {})
        through(pair[0], new[seat]).sit(table, seat=seat)
    chairs = {seat: early.get(seat) or both(pair, new[seat], table) for seat in seats}
    for seat in seats:
        for chair in chairs[seat]:
            told(chair, seat)
    for chair in left:
        told(chair, None)
    host = next(person for person in new if person.user == chairs[0][0].table["host"])
    through(pair[1], host).do("POST", f"/api/tables/{table}/start", {})
    for chair in left:
        for kind, more in ASKED:
            assert chair.answer(chair.send(kind, **more))["code"] == "not_seated"

    def play(seat: int) -> Callable[[], object]:
        return lambda: chairs[seat][seat % 2].play(random.Random(seat))

    players = [play(seat) for seat in seats]
    watchers = [watched(chairs[seat][1 - seat % 2]) for seat in seats]
    together(*players, *watchers, *(watched(chair) for chair in left))
    record = new[0].do("GET", f"/api/tables/{table}/record")
    for seat in seats:
        for chair in chairs[seat]:
            checked(record, seat, chair)
    for chair in left:
        checked(record, None, chair)
    for chair in (*left, *(chair for seat in seats for chair in chairs[seat])):
        chair.close()


def told(chair: Chair, seat: int | None) -> None:
    """Wait until the chair is told that it is this seat's."""
    chair.wait("table", that=lambda message: message["you"]["seat"] == seat)


def watched(chair: Chair) -> Callable[[], object]:
    """Look on to the end of the match."""

    def look() -> None:
        while not (chair.update and is_over(chair.update)):
            chair.take()

    return look


def checked(record: dict[str, Any], viewer: int | None, chair: Chair) -> None:
    """Whatever came to this chair from the first deal on is what this viewer may know."""
    kept = [
        number
        for number, message in enumerate(chair.received)
        if message["t"] != "update" or message["view"] is not None
    ]
    chair.received = [chair.received[number] for number in kept]
    chair.raw = [chair.raw[number] for number in kept]
    assert any(message["t"] == "update" for message in chair.received)
    check_chair(record, viewer, chair)


def test_who_left_a_match_by_correspondence_sees_nothing_of_the_seat(pair: tuple[Server, Server]) -> None:
    """It begins with whoever sits down last: old sockets and old lists are there already."""
    one, two = pair
    ann, old, new = one.person("Ann"), two.person("Old"), one.person("New")
    table = ann.make("durak", seats=3, days=2, options={"mode": "individual"})
    old.do("POST", f"/api/tables/{table}/join", {"seat": 1})
    hanging = both(pair, old, table)
    for chair in hanging:
        told(chair, 1)
    through(one, old).do("POST", f"/api/tables/{table}/leave", {})
    for seat in (1, 2):
        person = new if seat == 1 else two.person("Late")
        person.do("POST", f"/api/tables/{table}/join", {"seat": seat})
    for chair in hanging:
        told(chair, None)
        update = chair.wait("update", that=lambda message: message["view"] is not None)
        assert update["legal"] == []
        assert update["view"].get("hand") is None
        for kind, more in ASKED:
            assert chair.answer(chair.send(kind, **more))["code"] == "not_seated"
        chair.close()
    for server in pair:
        assert table not in [
            each["id"] for each in through(server, old).do("GET", "/api/session/tables")["tables"]
        ]
        assert through(server, old).do("GET", "/api/session/news")["tables"] == []
        status, _ = through(server, old).ask("GET", f"/api/tables/{table}/replay?seat=1")
        assert status == 404


@pytest.mark.parametrize("closed", [{"spectators": False}, {"password": "open sesame"}])
def test_a_closed_table_shows_the_door_to_whoever_loses_his_seat(
    closed: dict[str, Any], pair: tuple[Server, Server]
) -> None:
    one, two = pair
    ann, bob, eve = one.person("Ann"), one.person("Bob"), one.person("Eve")
    table = ann.make("durak", **closed)
    for person in (bob, eve):
        person.sit(table, password=closed.get("password", ""))
    chairs = [*both(pair, bob, table), *both(pair, eve, table)]
    through(two, bob).do("POST", f"/api/tables/{table}/leave", {})
    through(two, ann).do("POST", f"/api/tables/{table}/kick", {"seat": 2})
    code = "wrong_password" if "password" in closed else "no_spectators"
    for chair in chairs:
        assert chair.wait("bye")["code"] == code
        chair.close()
        assert chair.socket.protocol.close_code == 4403


def test_a_seat_may_be_connected_to_as_soon_as_it_is_taken_elsewhere(pair: tuple[Server, Server]) -> None:
    """The other process may not have heard of it yet: it looks before it refuses."""
    one, two = pair
    ann, bob = one.person("Ann"), one.person("Bob")
    table = ann.make("durak", spectators=False)
    with through(two, ann).at(table) as chair:
        chair.wait("table")
        deafened = two.koloda.tables.heard
        two.koloda.bus.listen(lambda table, seq, row: None)
        try:
            bob.sit(table)
            with through(two, bob).at(table) as other:
                assert other.wait("table")["you"]["seat"] == 1
        finally:
            two.koloda.bus.listen(deafened, two.koloda.tables.regained)


def test_a_seat_that_changes_hands_while_somebody_connects_is_not_his(pair: tuple[Server, Server]) -> None:
    """Between the look at the seats and the greeting a row is written, and others are read."""
    one, two = pair
    ann, bob, eve = one.person("Ann"), one.person("Bob"), one.person("Eve")
    table = ann.make("yassa", seats=2, clock=CLOCK)
    bob.sit(table)
    through(two, ann).do("GET", f"/api/tables/{table}")
    two.koloda.bus.listen(lambda table, seq, row: None)  # deaf: it does not know of the change yet
    try:
        bob.do("POST", f"/api/tables/{table}/leave", {})
        eve.sit(table)
        ann.do("POST", f"/api/tables/{table}/start", {})
        with through(two, bob).at(table) as late:
            assert late.wait("table")["you"]["seat"] is None
            assert not late.wait("update")["view"].get("hand")
    finally:
        two.koloda.bus.listen(two.koloda.tables.heard, two.koloda.tables.regained)


@pytest.mark.parametrize("closed", [{}, {"spectators": False}])
@pytest.mark.parametrize("leaves", [True, False])
def test_news_that_come_before_the_greeting_reseat_who_is_greeted(
    leaves: bool, closed: dict[str, Any], pair: tuple[Server, Server], monkeypatch: pytest.MonkeyPatch
) -> None:
    """He is here by the log, and not yet among those whom news reseat; or he sits down just then."""
    one, two = pair
    ann, bob, eve = one.person("Ann"), one.person("Bob"), one.person("Eve")
    table = ann.make("yassa", seats=2, clock=CLOCK, **closed)
    bob.sit(table)
    hub = two.koloda.hub
    arrive = hub.arrive

    def change() -> None:
        if leaves:
            bob.do("POST", f"/api/tables/{table}/leave", {})
            eve.sit(table)
            ann.do("POST", f"/api/tables/{table}/start", {})
        else:
            bob.do("POST", f"/api/tables/{table}/ready", {"ready": False})

    async def arrives(live: LiveTable, client: Client) -> None:
        await arrive(live, client)
        monkeypatch.setattr(hub, "arrive", arrive)
        await asyncio.to_thread(change)
        while not live.behind:
            await asyncio.sleep(0.01)

    monkeypatch.setattr(hub, "arrive", arrives)
    with through(two, bob).at(table) as late:
        if not leaves:
            assert late.wait("table")["you"]["seat"] == 1
        elif closed:
            assert late.wait("bye")["code"] == "no_spectators"
        else:
            assert late.wait("table")["you"]["seat"] is None
            assert not late.wait("update")["view"].get("hand")
