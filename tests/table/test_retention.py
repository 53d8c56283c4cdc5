"""What is kept of tables: finished ones in little room, and nothing longer than the host wants."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Coroutine
from typing import Any

import pytest

from koloda.games import all_games
from koloda.table.store import now, open_store, packed, schema, unpacked
from koloda.table.store.sqlite import SqliteStore
from table.serving import PATIENCE, Person, Server, until

DAY = 24 * 3600 * 1000


def within(server: Server, work: Coroutine[Any, Any, Any]) -> Any:
    return asyncio.run_coroutine_threadsafe(work, server.server.servers[0].get_loop()).result(PATIENCE)


def finished(server: Server, person: Person, game: str = "durak", chat: str = "", **more: Any) -> str:
    table = person.quick(game, level="easy", **more)
    with person.at(table) as chair:
        chair.play(random.Random(3))
        if chat:
            chair.answer(chair.send("chat", text=chat))
    room = server.koloda.tables.live[table].room
    until(lambda: not any(seat.link for seat in room.seats))  # the row that he is gone is written, too
    until(lambda: status_of(server, table) == "over")
    server.koloda.tables.live.pop(table)
    return table


def status_of(server: Server, table: str) -> str:
    found = within(server, server.koloda.store.all("select status from tables where id = ?1", table))
    return str(found[0][0]) if found else ""


def count(server: Server, relation: str, table: str) -> int:
    sql = f"select count(*) from {relation} where table_id = ?1"
    return int(within(server, server.koloda.store.all(sql, table))[0][0])


def test_a_folded_table_is_the_same_table(url: str) -> None:
    with Server(url) as server:
        ann = server.person()
        table = finished(server, ann, chat="well played")
        paths = [f"/api/tables/{table}{rest}" for rest in ("", "/record", "/replay?seat=0")]
        before = [ann.do("GET", path) for path in paths]
        server.koloda.tables.live.pop(table)
        assert within(server, server.koloda.retention.fold_finished(now() + 1)) == 1
        assert count(server, "events", table) == 0
        assert count(server, "folded", table) == 1
        assert [ann.do("GET", path) for path in paths] == before
        with ann.at(table) as chair:
            assert chair.wait("chat")["text"] == "well played"
            assert chair.answer(chair.send("chat", text="again?"))["t"] == "ok"
        again = ann.do("POST", f"/api/tables/{table}/rematch", {})["table"]["id"]
        until(lambda: not server.koloda.tables.live[table].clients)
        server.koloda.tables.live.pop(table)
        assert ann.do("GET", f"/api/tables/{table}")["table"]["next"] == again
        assert within(server, server.koloda.retention.fold_finished(now() + DAY)) == 1
        assert [ann.do("GET", path) for path in paths[1:]] == before[1:]


def test_what_is_folded_has_its_place_in_the_log(url: str) -> None:
    """A process that has missed the end of a table cannot write over it."""

    async def main() -> None:
        store = open_store(url)
        await store.open()
        for number in (1, 2, 3):
            assert await store.append("sometable", number, b"row%d" % number)
        assert await store.fold("sometable", 3, packed([b"row1", b"row2", b"row3"]), 0)
        assert not await store.append("sometable", 3, b"another")
        assert await store.read("sometable", 1) == [(2, b"row2"), (3, b"row3")]
        assert await store.append("sometable", 4, b"row4")
        assert [number for number, _ in await store.read("sometable")] == [1, 2, 3, 4]
        assert not await store.fold("sometable", 3, packed([b"x"]), 0)
        assert await store.read("sometable", 4) == []
        await store.close()

    asyncio.run(main())


def test_old_tables_and_chats_are_deleted(url: str) -> None:
    with Server(url, keep_days=30, keep_abandoned_days=10, keep_chat_days=5) as server:
        ann = server.person()
        done = finished(server, ann, chat="my telephone is 123")
        left = ann.quick("durak")
        tables = server.koloda.tables

        def days_later(days: int) -> None:
            tables.live.clear()
            server.ahead = days * DAY
            within(server, server.koloda.retention.once())

        days_later(6)
        with ann.at(done) as chair:
            chair.wait("update")
            assert not [found for found in chair.quiet() if found["t"] == "chat"]
        until(lambda: not tables.live[done].clients)
        assert ann.ask("GET", f"/api/tables/{left}")[0] == 200
        days_later(11)
        assert ann.ask("GET", f"/api/tables/{left}")[0] == 404
        assert ann.ask("GET", f"/api/tables/{done}/record")[0] == 200
        days_later(31)
        assert ann.ask("GET", f"/api/tables/{done}")[0] == 404
        for relation in ("events", "folded"):
            assert count(server, relation, done) == count(server, relation, left) == 0


def test_without_a_limit_everything_stays(sqlite_url: str) -> None:
    with Server(sqlite_url) as server:
        ann = server.person()
        done = finished(server, ann)
        server.ahead = 1000 * DAY
        within(server, server.koloda.retention.once())
        assert ann.ask("GET", f"/api/tables/{done}/record")[0] == 200


def test_a_database_of_the_version_before_goes_on(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def write() -> None:
        with monkeypatch.context() as old:
            old.setattr(schema, "STEPS", schema.STEPS[:1])
            old.setattr(schema, "VERSION", 1)
            old.setattr("koloda.table.store.sqlite.INSERT", "insert into events values {}")
            store = open_store(url)
            await store.open()
            await store.run("insert into events values('sometable', 1, ?1, 5)", b"row1")
            await store.close()

    async def go_on() -> None:
        store = open_store(url)
        await store.open()
        assert await store.read("sometable") == [(1, b"row1")]
        assert await store.append("sometable", 2, b"row2")
        await store.close()

    asyncio.run(write())
    asyncio.run(go_on())


def test_a_finished_game_needs_little_room(sqlite_url: str) -> None:
    """On the average of the games that come with koloda: its packed log, its line and its results."""
    ours = [game.id for game in all_games() if type(game).__module__.startswith("koloda.games.")]
    with Server(sqlite_url) as server:
        ann = server.person()
        store = server.koloda.store
        assert isinstance(store, SqliteStore)
        sizes = []
        for game in ours:
            table = finished(server, ann, game)
            within(server, server.koloda.retention.fold_finished(now() + 1))
            sql = (
                "select length(body) + (select length(summary) + 100 from tables where id = ?1) + "
                "(select coalesce(sum(length(result) + 150), 0) from players where table_id = ?1) "
                "from folded where table_id = ?1"
            )
            sizes.append(int(within(server, store.all(sql, table))[0][0]))
        assert sum(sizes) / len(sizes) < 6000, dict(zip(ours, sizes, strict=True))


def test_packing_is_exact() -> None:
    rows = [b'{"t":"act","at":1763430000000,"seat":1,"a":"\xd1\x8f"}', b"{}", b""]
    assert unpacked(packed(rows)) == rows
