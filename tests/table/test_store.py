"""The store keeps what it has confirmed, and one of many writers wins: the same on both engines."""

from __future__ import annotations

import asyncio
import os
import signal
import sqlite3
import stat
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from koloda.core.errors import BadOption
from koloda.table.store import Store, StoreDown, open_store, schema
from table import services
from table.processes import free_port

SOURCES = Path(__file__).parent.parent.parent / "src"


@asynccontextmanager
async def opened(url: str) -> AsyncIterator[Store]:
    store = open_store(url)
    await store.open()
    try:
        yield store
    finally:
        await store.close()


def using(url: str, test: Callable[[Store], Awaitable[None]]) -> None:
    async def main() -> None:
        async with opened(url) as store:
            await test(store)

    asyncio.run(main())


def test_rows_come_back_in_order(url: str) -> None:
    async def test(store: Store) -> None:
        for seq in range(1, 13):
            assert await store.append("t", seq, b"row %d \x00\xff" % seq)
        assert await store.append("other", 1, b"x")
        assert await store.read("t") == [(seq, b"row %d \x00\xff" % seq) for seq in range(1, 13)]
        assert await store.read("t", after=11) == [(12, b"row 12 \x00\xff")]
        assert await store.read("t", after=12) == []
        assert await store.read("nobody") == []

    using(url, test)


def test_the_log_is_there_after_a_restart(url: str) -> None:
    async def write(store: Store) -> None:
        assert await store.append("t", 1, b"kept")

    async def read(store: Store) -> None:
        assert await store.read("t") == [(1, b"kept")]

    using(url, write)
    using(url, read)


def test_a_taken_number_is_refused_and_a_repeated_row_is_not(url: str) -> None:
    async def test(store: Store) -> None:
        assert await store.append("t", 1, b"mine")
        assert not await store.append("t", 1, b"yours")
        assert await store.append("t", 1, b"mine")
        assert await store.read("t") == [(1, b"mine")]

    using(url, test)


def test_of_many_writers_in_one_process_exactly_one_wins(url: str) -> None:
    async def test(store: Store) -> None:
        for seq in range(1, 21):
            won = await asyncio.gather(*(store.append("t", seq, b"%d" % i) for i in range(8)))
            assert won.count(True) == 1
            assert (await store.read("t", seq - 1)) == [(seq, b"%d" % won.index(True))]

    using(url, test)


def test_of_many_connections_exactly_one_wins(url: str) -> None:
    async def main() -> None:
        stores = [open_store(url) for _ in range(4)]
        # they race for the migration, too
        await asyncio.gather(*(store.open() for store in stores))
        try:
            for seq in range(1, 31):
                won = await asyncio.gather(*(s.append("t", seq, b"%d" % i) for i, s in enumerate(stores)))
                assert won.count(True) == 1
                assert (await stores[seq % 4].read("t", seq - 1)) == [(seq, b"%d" % won.index(True))]
        finally:
            for store in stores:
                await store.close()

    asyncio.run(main())


def test_waiting_rows_share_commits(url: str) -> None:
    async def test(store: Store) -> None:
        commits: list[int] = []
        store.observe = lambda rows, seconds: commits.append(rows)
        assert all(await asyncio.gather(*(store.append(f"t{i}", 1, b"x") for i in range(400))))
        assert sum(commits) == 400
        assert len(commits) < 40

    using(url, test)


@pytest.mark.parametrize(
    ("table", "seq"), [("", 1), ("a b", 1), ("a:b", 1), ("x" * 65, 1), ("é", 1), ("t", 0), ("t", 1 << 31)]
)
def test_a_row_that_no_engine_could_write_harms_nobody(url: str, table: str, seq: int) -> None:
    async def test(store: Store) -> None:
        good, bad = await asyncio.gather(
            store.append("t", 5, b"x"), store.append(table, seq, b"x"), return_exceptions=True
        )
        assert good is True
        assert isinstance(bad, ValueError)

    using(url, test)


def test_one_sql_text_serves_both_engines(url: str) -> None:
    async def test(store: Store) -> None:
        put = "insert into meta(name, value) values(?1, ?2)"
        assert await store.run(put, "a", "Їжак") == 1
        assert await store.run(put, "a", "again") == 0
        assert await store.run("update meta set value = ?2 where name = ?1", "b", "x") == 0
        assert await store.all("select value, name from meta where name = ?1", "a") == [("Їжак", "a")]
        assert await store.look_up("select value from meta where name = ?1", "a") == [("Їжак",)]
        rating = (
            "insert into ratings(user_id, game, mean, deviation, games, wins) values(?1, ?2, ?3, ?4, ?5, ?5)"
        )
        assert await store.run(rating, "u", "durak", 25, 8.25, 3) == 1
        assert await store.all("select mean, deviation, games from ratings") == [(25.0, 8.25, 3)]

    using(url, test)


def test_what_was_written_is_found_at_once(url: str) -> None:
    async def test(store: Store) -> None:
        await store.run("insert into meta(name, value) values(?1, ?2)", "a", "0")
        for number in range(1, 20):
            await store.run("update meta set value = ?2 where name = ?1", "a", str(number))
            assert await store.look_up("select value from meta where name = ?1", "a") == [(str(number),)]

    using(url, test)


def test_all_steps_or_none(url: str) -> None:
    async def test(store: Store) -> None:
        put = "insert into meta(name, value) values(?1, ?2)"
        change = "update meta set value = ?2 where name = ?1"
        assert await store.together((put, ("a", "1")), (put, ("b", "1")))
        assert not await store.together((change, ("a", "2")), (change, ("nobody", "2")))
        assert not await store.together((change, ("a", "2")), (put, ("b", "2")))
        assert await store.all("select name, value from meta order by name") == [("a", "1"), ("b", "1")]
        assert await store.together((change, ("a", "2")), (change, ("b", "2")))
        assert await store.all("select name, value from meta order by name") == [("a", "2"), ("b", "2")]

    using(url, test)


def test_a_bad_statement_fails_alone(url: str) -> None:
    async def test(store: Store) -> None:
        results = await asyncio.gather(
            store.append("t", 1, b"x"),
            store.run("update nothing set x = 1"),
            store.together(
                ("insert into meta(name, value) values('a', 'b')", ()), ("delete from nothing", ())
            ),
            store.append("t", 2, b"y"),
            return_exceptions=True,
        )
        assert [isinstance(result, Exception) for result in results] == [False, True, True, False]
        assert await store.read("t") == [(1, b"x"), (2, b"y")]
        assert await store.all("select * from meta") == []

    using(url, test)


def test_of_racing_changes_none_is_lost(url: str) -> None:
    async def main() -> None:
        stores = [open_store(url) for _ in range(3)]
        for store in stores:
            await store.open()
        await stores[0].run("insert into meta(name, value) values('n', '0')")

        async def add(store: Store) -> None:
            while True:
                [(value,)] = await store.all("select value from meta where name = 'n'")
                step = (
                    "update meta set value = ?2 where name = 'n' and value = ?1",
                    (value, str(int(str(value)) + 1)),
                )
                if await store.together(step):
                    return

        await asyncio.gather(*(add(store) for store in stores for _ in range(10)))
        assert await stores[0].all("select value from meta") == [("30",)]
        for store in stores:
            await store.close()

    asyncio.run(main())


def test_a_newer_database_is_refused(url: str) -> None:
    async def newer(store: Store) -> None:
        await store.run("update schema_version set version = ?1", schema.VERSION + 1)

    using(url, newer)
    with pytest.raises(BadOption, match="newer koloda"):
        using(url, newer)


def test_a_closed_store_says_so(url: str) -> None:
    async def main() -> None:
        store = open_store(url)
        await store.open()
        last = asyncio.gather(*(store.append("t", seq, b"x") for seq in range(1, 100)))
        await asyncio.sleep(0)
        await store.close()
        assert all(await last), "what was accepted before is written"
        read = store.read("t"), store.look_up("select 1 from meta where name = ?1", "a")
        for attempt in (store.append("t", 100, b"x"), *read, store.run("delete from meta")):
            with pytest.raises(StoreDown):
                await attempt

    asyncio.run(main())


WRITER = """
import asyncio, sys
from koloda.table.store import open_store

async def main():
    store = open_store(sys.argv[1])
    await store.open()
    async def table(name):
        seq = 0
        while True:
            seq += 1
            assert await store.append(name, seq, b"%d" % seq)
            print(name, seq, flush=True)
    await asyncio.gather(*(table(f"t{i}") for i in range(8)))

asyncio.run(main())
"""


def test_a_killed_process_loses_no_confirmed_row(url: str) -> None:
    for lines in (1, 40, 150):
        writer = subprocess.Popen(
            [sys.executable, "-c", WRITER.replace("t{i}", f"k{lines}-{{i}}"), url],
            stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONPATH": str(SOURCES)},
        )  # fmt: skip
        assert writer.stdout is not None
        said = [writer.stdout.readline() for _ in range(lines)]
        writer.send_signal(signal.SIGKILL)
        said += writer.stdout.readlines()
        writer.wait(30)
        writer.stdout.close()
        confirmed: dict[str, int] = {}
        for line in said:
            name, _, seq = line.partition(" ")
            if line.endswith("\n"):
                confirmed[name] = int(seq)
        assert sum(confirmed.values()) >= lines

        async def check(store: Store, confirmed: dict[str, int] = confirmed) -> None:
            for name, last in confirmed.items():
                rows = await store.read(name)
                assert len(rows) in (last, last + 1), "at most one row was on its way"
                assert rows == [(seq, b"%d" % seq) for seq in range(1, len(rows) + 1)]

        using(url, check)


def test_appends_survive_a_restart_of_postgresql(postgres: services.Postgres) -> None:
    async def main() -> None:
        async with opened(address) as store:
            done = 0

            async def table(name: str) -> None:
                nonlocal done
                for seq in range(1, 60):
                    assert await store.append(name, seq, b"%d" % seq)
                    done += 1
                    await asyncio.sleep(0.005)

            work = asyncio.gather(*(table(f"t{i}") for i in range(6)))
            while done < 60:
                await asyncio.sleep(0.001)
            postgres.stop(signal.SIGQUIT)
            reading = asyncio.create_task(store.read("t0"))
            postgres.start()
            await work
            assert len(await reading) >= 10
            for i in range(6):
                assert await store.read(f"t{i}") == [(seq, b"%d" % seq) for seq in range(1, 60)]

    address = postgres.database()
    asyncio.run(main())


def test_a_database_that_stays_away_is_reported(
    postgres: services.Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    from koloda.table.store import postgres as driver

    monkeypatch.setattr(driver, "PATIENCE", 0.2)

    async def main() -> None:
        async with opened(address) as store:
            postgres.stop()
            try:
                for attempt in (store.append("t", 1, b"x"), store.read("t"), store.run("delete from meta")):
                    with pytest.raises(StoreDown, match="does not answer"):
                        await attempt
            finally:
                postgres.start()
            assert await store.append("t", 1, b"x"), "it comes back by itself"

    address = postgres.database()
    asyncio.run(main())


def test_a_sqlite_file_is_for_its_owner_only_and_flushed(tmp_path: Path) -> None:
    path = tmp_path / "koloda.db"

    async def test(store: Store) -> None:
        await store.append("t", 1, b"x")
        for file in (path, Path(f"{path}-wal"), Path(f"{path}-shm")):
            assert stat.S_IMODE(file.stat().st_mode) == 0o600

    using(f"sqlite:///{path}", test)
    with sqlite3.connect(path) as database:
        assert database.execute("pragma journal_mode").fetchone() == ("wal",)
    database.close()


def test_a_full_disk_confirms_nothing(tmp_path: Path) -> None:
    async def test(store: Store) -> None:
        assert await store.append("t", 1, b"x")
        await store.run("pragma max_page_count = 1")  # no larger than it is now
        failed = await asyncio.gather(
            *(store.append("t", seq, b"x" * 100_000) for seq in range(2, 5)), return_exceptions=True
        )
        assert all(isinstance(error, StoreDown) for error in failed), failed
        assert await store.read("t") == [(1, b"x")]
        await store.run("pragma max_page_count = 100000")
        assert await store.append("t", 2, b"x" * 100_000)

    using(f"sqlite:///{tmp_path / 'koloda.db'}", test)


@pytest.mark.parametrize(
    ("address", "text"),
    [
        ("mysql://u:geheim@host/db", "mysql://u@host/db is no database"),
        ("koloda.db", "'koloda.db' is no database"),
        ("sqlite:///", "names no file"),
        ("", "is no database"),
    ],
)
def test_a_bad_address_gets_one_clear_line(address: str, text: str) -> None:
    with pytest.raises(BadOption, match=text) as caught:
        open_store(address)
    assert "geheim" not in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_place_that_cannot_be_used_gets_one_clear_line(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("this is no database, but long enough to be looked at by the engine " * 20)
    for path in (tmp_path / "no" / "such" / "folder.db", tmp_path, tmp_path / "text"):
        with pytest.raises(BadOption, match="cannot be used as a database") as caught:
            asyncio.run(open_store(f"sqlite:///{path}").open())
        assert "\n" not in str(caught.value)


def test_an_unreachable_server_gets_one_clear_line(postgres: services.Postgres) -> None:
    address = postgres.database()
    wrong = [
        f"postgresql://koloda:geheim@127.0.0.1:{free_port()}/x",
        f"{address}-is-not-there",
        address.replace("koloda@", "stranger:geheim@"),
        "postgresql://koloda:geheim@127.0.0.1:port/x",
    ]
    for url in wrong:
        with pytest.raises(BadOption, match="cannot be used as a database") as caught:
            asyncio.run(open_store(url).open())
        assert "geheim" not in str(caught.value)
        assert "\n" not in str(caught.value)


def test_a_missing_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "asyncpg", None)
    with pytest.raises(BadOption, match=r"pip install 'koloda\[postgres\]'"):
        open_store("postgresql://koloda@127.0.0.1/koloda")
