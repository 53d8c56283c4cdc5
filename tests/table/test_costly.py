"""What costs the server much: nobody has so much of it done that others wait."""

from __future__ import annotations

import asyncio
import random
import threading
from collections.abc import Iterator
from typing import Any

import pytest

from koloda.core.errors import BadTrace
from koloda.games import game as game_by_id
from koloda.table import socket, workbench
from koloda.table.errors import Refused
from koloda.table.limits import Buckets
from koloda.table.replay import replay
from koloda.table.workbench import Workbench
from table.serving import Server
from table.test_replay import played


@pytest.fixture
def server(sqlite_url: str) -> Iterator[Server]:
    with Server(sqlite_url, strict_limits=True) as server:
        yield server


def statuses(server: Server, times: int, method: str, path: str, body: object, token: str) -> list[int]:
    return [server.call(method, path, body, token)[0] for _ in range(times)]


def test_replays_are_told_so_often_to_an_address(server: Server) -> None:
    ann = server.person()
    table = ann.quick("durak", seats=2, options={"mode": "individual"})
    with ann.at(table) as chair:
        chair.play(random.Random(1))
    for path in (
        f"/api/tables/{table}/replay?seat=open",
        f"/api/tables/{table}/record",
        f"/api/users/{ann.user}/statistics",
        "/api/account",
    ):
        server.koloda.workbench.asked = Buckets(rate=1e-6, burst=3.0)
        assert statuses(server, 5, "GET", path, None, ann.token) == [200, 200, 200, 429, 429], path


def test_only_a_few_are_worked_out_at_a_time_and_a_long_queue_is_refused() -> None:
    """Forty threads that all work would leave the event loop no time."""
    bench = Workbench(generous=1e6)
    inside, most, go_on = [0], [0], threading.Event()
    lock = threading.Lock()

    def work() -> None:
        with lock:
            inside[0] += 1
            most[0] = max(most[0], inside[0])
        go_on.wait(60)
        with lock:
            inside[0] -= 1

    async def many() -> list[Any]:
        asked = [asyncio.create_task(bench.work(f"10.0.0.{n}", work)) for n in range(workbench.WAITING + 3)]
        while not inside[0]:
            await asyncio.sleep(0)
        go_on.set()
        return await asyncio.gather(*asked, return_exceptions=True)

    answers = asyncio.run(many())
    refused = [each.code for each in answers if isinstance(each, Refused)]
    assert refused == ["busy"] * 3
    assert 1 <= most[0] <= workbench.AT_ONCE


def test_a_record_with_names_like_books_is_refused() -> None:
    """Every sentence has a name in it: a hundred kilobytes of names were two gigabytes of replay."""
    record = played("durak", 1)
    record["names"] = ["A" * 201, *record["names"][1:]]
    with pytest.raises(BadTrace, match="names: at most 200 letters each"):
        replay(game_by_id("durak"), record, None, "en")


def test_right_passwords_are_not_checked_without_end(server: Server) -> None:
    """Each costs a tenth of a second, and there are places for a few: everybody else would wait outside."""
    ann = server.person()
    given = {"login": "ann", "password": "correct horse"}
    ann.token = ann.do("POST", "/api/account", given)["token"]
    few = server.koloda.hashes = Buckets(rate=1e-6, burst=3.0)
    assert statuses(server, 5, "POST", "/api/login", given, "") == [200, 200, 200, 429, 429]
    ann.token = server.koloda.sessions.token(ann.user, 2)
    table = ann.make("durak", seats=2, password="sesame", bots=[{"seat": 1, "level": "easy"}])
    few.buckets.clear()
    bob, right = server.person("Bob"), {"password": "sesame"}
    path = f"/api/tables/{table}/join"
    assert statuses(server, 5, "POST", path, right, bob.token) == [409, 409, 409, 429, 429]  # it is full


def test_nobody_writes_to_the_log_of_a_table_without_end(server: Server) -> None:
    """A row for each time that somebody is ready, and is not, and is."""
    ann = server.person()
    table = ann.make("durak", seats=2)
    path = f"/api/tables/{table}/ready"
    found = [ann.ask("POST", path, {"ready": number % 2 == 0})[0] for number in range(60)]
    assert found[:30] == [200] * 30
    assert found[-1] == 429
    assert len(server.koloda.tables.live[table].room.seats) == 2
    assert server.koloda.tables.live[table].room.seq < 60


def test_one_address_does_not_take_all_places_for_tournaments(server: Server) -> None:
    wanted = {"name": "Cup", "game": "durak", "seats": 2, "starts_in": 600}
    found = []
    for number in range(4):
        maker = server.person(f"Maker{number}")
        given = {"login": f"maker{number}", "password": "correct horse"}
        maker.token = maker.do("POST", "/api/account", given)["token"]
        found += [maker.ask("POST", "/api/tournaments", wanted)[0] for _ in range(2)]
    assert found == [201] * 6 + [429] * 2


def test_what_is_tried_in_vain_fills_no_log(server: Server) -> None:
    """Refusals and calls without reason are in it, to be answered as before: so many of a person."""
    server.koloda.futile.rate = 1e-6  # however slow the machine is
    ann, bob = server.person("Ann"), server.person("Bob")
    table = ann.make("yassa", seats=2)
    bob.sit(table)
    ann.do("POST", f"/api/tables/{table}/start", {})
    room = server.koloda.tables.live[table].room
    with ann.at(table) as chair:
        chair.wait("update")
        before = room.seq
        refused = [chair.act("nonsense") for _ in range(45)]
        assert {each["code"] for each in refused} <= {"illegal", "not_yours"}
        assert room.seq - before == 30
        assert chair.act("call")["code"] == "rate"
        assert room.seq - before == 30


def test_the_deal_is_not_told_again_in_another_language_without_end(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(socket, "LANGUAGE_RATE", 1e-6)
    ann = server.person()
    table = ann.quick("durak", seats=2, options={"mode": "individual"})
    with ann.at(table) as chair:
        chair.wait("update")
        for number in range(20):
            chair.socket.send(f'{{"t":"lang","id":"{number}","lang":"{("en", "uk")[number % 2]}"}}')
        answers = [chair.answer(str(number)) for number in range(20)]
        assert [each["t"] for each in answers[:10]] == ["ok"] * 10
        assert answers[-1]["code"] == "rate"
