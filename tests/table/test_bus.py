"""Processes hear of each other's rows, and after a break they know that they may have missed some."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import pytest

from koloda.core.errors import BadOption
from koloda.table.bus import Bus, RedisBus, open_bus
from koloda.table.store import Store, open_store
from table import services
from table.processes import free_port


class Member:
    """One server process: its store, its bus, and what it has heard."""

    def __init__(self, store: Store, bus: Bus) -> None:
        self.store = store
        self.bus = bus
        self.heard: list[tuple[str, int]] = []
        self.regained = 0
        bus.listen(lambda table, seq, row: self.heard.append((table, seq)), self.again)

    def again(self) -> None:
        self.regained += 1

    async def append(self, table: str, seq: int) -> None:
        assert await self.store.append(table, seq, b"x")
        self.bus.publish(table, seq)


@asynccontextmanager
async def members(url: str, bus: str | None, count: int = 2) -> AsyncIterator[list[Member]]:
    made = []
    for _ in range(count):
        store = open_store(url)
        made.append(Member(store, open_bus(bus, store)))
    try:
        for member in made:
            await member.store.open()
            await member.bus.open()
        yield made
    finally:
        for member in made:
            await member.bus.close()
            await member.store.close()


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(30):
        while not condition():
            await asyncio.sleep(0.01)


@pytest.fixture(params=["postgres", "redis", "sqlite and redis"])
def pair(request: pytest.FixtureRequest) -> tuple[str, str | None]:
    engine = "sqlite" if "sqlite" in request.param else "postgres"
    bus = request.getfixturevalue("redis").url if "redis" in request.param else None
    return request.getfixturevalue(f"{engine}_url"), bus


def test_the_others_hear_of_each_row_and_nobody_hears_himself(pair: tuple[str, str | None]) -> None:
    async def main() -> None:
        async with members(*pair, count=3) as (one, two, three):
            await asyncio.gather(*(one.append(f"table-{i}", 1) for i in range(500)))
            await two.append("t", 1)
            await one.bus.tell("t")
            expected = {(f"table-{i}", 1) for i in range(500)}
            await until(lambda: set(three.heard) == expected | {("t", 1), ("t", 0)})
            await until(lambda: set(two.heard) == expected | {("t", 0)})
            await until(lambda: set(one.heard) == {("t", 1)})
            assert [member.regained for member in (one, two, three)] == [0, 0, 0]

    asyncio.run(main())


def test_a_lost_race_is_no_news(postgres_url: str) -> None:
    async def main() -> None:
        async with members(postgres_url, None) as (one, two):
            await one.append("t", 1)
            assert not await one.store.append("t", 1, b"another")
            await one.append("t", 2)
            await until(lambda: ("t", 2) in two.heard)
            assert two.heard == [("t", 1), ("t", 2)]

    asyncio.run(main())


def test_after_a_restart_of_postgresql_the_bus_is_regained(postgres: services.Postgres) -> None:
    async def main() -> None:
        async with members(address, None) as (one, two):
            await one.append("t", 1)
            await until(lambda: ("t", 1) in two.heard)
            postgres.stop()
            await until(lambda: not two.bus.connected)
            postgres.start()
            await until(lambda: one.regained == two.regained == 1)
            assert two.bus.connected
            await one.append("t", 2)
            await until(lambda: ("t", 2) in two.heard)

    address = postgres.database()
    asyncio.run(main())


def test_after_a_restart_of_redis_the_bus_is_regained(redis: services.Redis, sqlite_url: str) -> None:
    async def main() -> None:
        async with members(sqlite_url, redis.url) as (one, two):
            await one.append("t", 1)
            await until(lambda: ("t", 1) in two.heard)
            redis.stop()
            await until(lambda: not two.bus.connected)
            await one.append("t", 2)  # is not hindered
            redis.start()
            await until(lambda: one.regained == two.regained == 1)
            await one.append("t", 3)
            await until(lambda: ("t", 3) in two.heard)

    asyncio.run(main())


def test_strangers_on_the_channel_do_no_harm(redis: services.Redis, sqlite_url: str) -> None:
    async def main() -> None:
        async with members(sqlite_url, redis.url) as (one, two):
            assert isinstance(one.bus, RedisBus)
            for text in (
                "",
                ";",
                "x",
                "a;b",
                "a;b:c",
                "a;:5",
                "a;t:-1",
                "a;t:" + "9" * 50,
                "a;t:²",
                "\ud7ff;\0:1e5",
            ):
                await one.bus.client.publish("koloda", text)
            await one.append("t", 1)
            await until(lambda: bool(two.heard))
            assert two.heard == [("t", 1)]

    asyncio.run(main())


def test_a_sqlite_file_without_a_bus_is_for_one_server(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        async with members(sqlite_url, None, count=1):
            other = open_bus(None, open_store(sqlite_url))
            with pytest.raises(BadOption, match=r"another server uses .*koloda\.db: several need PostgreSQL"):
                await other.open()
        await other.open()  # the first one has gone
        await other.close()

    asyncio.run(main())


@pytest.mark.parametrize(
    ("address", "text"),
    [
        ("kafka://u:geheim@host", r"kafka://u@host is no bus"),
        ("redis://:geheim@127.0.0.1:FREE", "cannot be used as a bus"),
        ("redis://:geheim@127.0.0.1:port", r"is no address of Redis"),
    ],
)
def test_a_bad_bus_gets_one_clear_line(address: str, text: str) -> None:
    async def main() -> None:
        free = address.replace("FREE", str(free_port()))
        bus = open_bus(free, open_store("sqlite:///:memory:"))
        try:
            await bus.open()
        finally:
            await bus.close()

    with pytest.raises(BadOption, match=text) as caught:
        asyncio.run(main())
    assert "geheim" not in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_missing_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "redis.asyncio", None)
    with pytest.raises(BadOption, match=r"pip install 'koloda\[redis\]'"):
        open_bus("redis://127.0.0.1", open_store("sqlite:///:memory:"))
