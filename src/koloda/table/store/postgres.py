"""The store in PostgreSQL, for several server processes: group commit, and the news of each commit with it.

A row that does not come back from `insert .. on conflict do nothing returning` has lost the race. A commit
tells the other processes by one NOTIFY: one for each row would make all commits of the server wait for each
other, because a transaction that notifies holds a lock of the whole server until it is flushed.
"""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, partial
from typing import Any

import asyncpg

from koloda.core.errors import BadOption
from koloda.table.store import (
    FOLD,
    Arg,
    Done,
    Row,
    Step,
    StoreDown,
    check_row,
    nothing_to_observe,
    now,
    read_all,
    safe,
    schema,
    settle,
    tell,
)

CHANNEL = "koloda"
LOCK = 0x6B6F6C6F  # of migrations
PATIENCE = 10.0  # seconds that a server may be away (a restart) before those who wait are told
TIMEOUT = 15.0
LARGEST_PAYLOAD = 7_900  # a NOTIFY carries less than 8000 bytes
LARGEST_NEWS = 1_000  # a larger row must be read by whoever hears of it
GIVEN = "unnest(?1::text[], ?2::int[], ?3::bytea[]) as given(table_id, seq, body)"
TOLD = "unnest(?1::text[], ?2::int[], ?7::text[]) as told(table_id, seq, row)"
INSERT = f"""
    with fresh as (
        insert into events(table_id, seq, body, at) select table_id, seq, body, ?4::bigint from {GIVEN}
        where not exists(
            select 1 from folded where folded.table_id = given.table_id and folded.seq >= given.seq)
        on conflict do nothing returning table_id, seq),
    news as (
        select pg_notify(?5, ?6 || string_agg(table_id || ':' || seq, ',') || ','
            || string_agg(chr(10) || row, ''))::text as said
        from fresh join {TOLD} using(table_id, seq) where ?6 <> '' having count(*) > 0)
    select table_id, seq, (select count(said) from news) from fresh"""
SAME = f"""
    select table_id, seq from events join {GIVEN} using(table_id, seq) where events.body = given.body"""
LOST = (
    OSError,
    TimeoutError,
    asyncpg.InterfaceError,
    asyncpg.PostgresConnectionError,
    asyncpg.OperatorInterventionError,  # shutting down, or starting
    asyncpg.InsufficientResourcesError,  # no more connections, no more disk
)


@dataclass(slots=True)
class Append:
    table: str
    seq: int
    row: bytes
    done: Done


class PostgresStore:
    def __init__(self, url: str) -> None:
        self.url = url
        self.observe: Callable[[int, float], None] = nothing_to_observe
        self.origin = ""  # set by the bus: what our news begin with; empty: no news
        self.pool: Any = None
        self.writer: Any = None
        self.waiting: list[Append] = []
        self.wake = asyncio.Event()
        self.writing: asyncio.Task[None] | None = None
        self.closing = False

    async def open(self) -> None:
        try:
            self.pool = await asyncpg.create_pool(
                self.url, min_size=1, max_size=8, init=prepare, timeout=TIMEOUT, command_timeout=TIMEOUT
            )
            async with self.pool.acquire() as connection, connection.transaction():
                await migrate(connection)
        except (*LOST, asyncpg.PostgresError, ValueError) as error:
            await self.close()
            if isinstance(error, BadOption):
                raise
            reason = " ".join(str(error).split()) or type(error).__name__
            raise BadOption(f"{safe(self.url)} cannot be used as a database: {reason}") from None
        except BaseException:
            await self.close()
            raise
        self.closing = False
        self.writing = asyncio.create_task(self.write())

    async def close(self) -> None:
        self.closing = True
        self.wake.set()
        if self.writing is not None:
            await self.writing
            self.writing = None
        for connection in (self.writer, self.pool):
            if connection is not None:
                with suppress(*LOST):
                    await asyncio.wait_for(connection.close(), 5.0)
        self.writer = self.pool = None

    async def append(self, table: str, seq: int, row: bytes) -> bool:
        answer: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self.append_then(table, seq, row, partial(settle, answer))
        return await answer

    def append_then(self, table: str, seq: int, row: bytes, done: Done) -> None:
        check_row(table, seq)
        if self.writing is None or self.closing:
            raise StoreDown("the database is closed")
        self.waiting.append(Append(table, seq, row, done))
        self.wake.set()

    async def read(self, table: str, after: int = 0) -> list[tuple[int, bytes]]:
        rows = await self.all(
            "select seq, body from events where table_id = ?1 and seq > ?2 order by seq", table, after
        )
        found = [(int(seq), bytes(body)) for seq, body in rows]  # type: ignore[arg-type]
        return await read_all(self, found, table, after)

    async def fold(self, table: str, seq: int, body: bytes, said: int) -> bool:
        delete = "delete from events where table_id = ?1 and seq <= ?2"
        return await self.together((FOLD, (table, seq, body, now(), said)), (delete, (table, seq)))

    async def tidy(self) -> None:
        """The server does it by itself."""

    async def all(self, sql: str, *args: Arg) -> list[Row]:
        async def query() -> list[Row]:
            return [tuple(row) for row in await self.opened().fetch(numbered(sql), *args)]

        # reading twice does no harm
        rows: list[Row] = await self.patiently(query)
        return rows

    async def look_up(self, sql: str, *args: Arg) -> list[Row]:
        return await self.all(sql, *args)

    async def run(self, sql: str, *args: Arg) -> int:
        try:
            async with self.opened().acquire() as connection:
                return await change(connection, sql, args)
        except LOST as error:
            raise down(error) from error

    async def together(self, *steps: Step) -> bool:
        try:
            async with self.opened().acquire() as connection:
                transaction = connection.transaction()
                await transaction.start()
                done = False
                try:
                    for sql, args in steps:
                        if not await change(connection, sql, args):
                            return False
                    done = True
                finally:
                    await (transaction.commit() if done else transaction.rollback())
                return True
        except LOST as error:
            raise down(error) from error

    async def write(self) -> None:
        """Commit whatever waits, then whatever has come meanwhile, until the store is closed."""
        while self.waiting or not self.closing:
            if not self.waiting:
                self.wake.clear()
                await self.wake.wait()
                continue
            batch = self.next_batch()
            start = time.perf_counter()
            try:
                won = await self.patiently(lambda batch=batch: self.commit(batch))  # type: ignore[misc]
            except Exception as error:
                why = error if isinstance(error, StoreDown) else StoreDown(str(error))
                for item in batch:
                    tell(item.done, False, why)
                continue
            for item, one in zip(batch, won, strict=True):
                tell(item.done, one, None)
            self.observe(len(batch), time.perf_counter() - start)

    def next_batch(self) -> list[Append]:
        """As many as fit into one NOTIFY; of rows for one place only the first, the others find it taken."""
        size, places = len(self.origin), set()
        for count, item in enumerate(self.waiting):
            size += len(item.table) + 13 + len(news_of(item.row).encode())
            if size > LARGEST_PAYLOAD or (item.table, item.seq) in places:
                break
            places.add((item.table, item.seq))
        else:
            count = len(self.waiting)
        batch, self.waiting = self.waiting[:count], self.waiting[count:]
        return batch

    async def commit(self, batch: list[Append]) -> list[bool]:
        """Which of them are in the log now. After a lost answer it is asked again and finds its own rows."""
        connection = await self.connected()
        columns = [item.table for item in batch], [item.seq for item in batch], [item.row for item in batch]
        try:
            news = [news_of(item.row) for item in batch]
            fresh = await connection.fetch(numbered(INSERT), *columns, now(), CHANNEL, self.origin, news)
            there = {(table, seq) for table, seq, _ in fresh}
            if len(there) < len(batch):
                there |= {(table, seq) for table, seq in await connection.fetch(numbered(SAME), *columns)}
        except LOST:
            connection.terminate()  # its state is unknown
            raise
        return [(item.table, item.seq) in there for item in batch]

    async def connected(self) -> Any:
        if self.writer is None or self.writer.is_closed():
            self.writer = await asyncpg.connect(self.url, timeout=TIMEOUT, command_timeout=TIMEOUT)
            await prepare(self.writer)
        return self.writer

    async def patiently(self, attempt: Callable[[], Awaitable[Any]]) -> Any:
        """Try again while the server is away, for a while."""
        deadline = time.monotonic() + PATIENCE
        pause = 0.05
        while True:
            try:
                return await attempt()
            except LOST as error:
                if time.monotonic() > deadline or self.closing:
                    raise down(error) from error
                await asyncio.sleep(pause)
                pause = min(1.0, pause * 2)

    def opened(self) -> Any:
        if self.pool is None:
            raise StoreDown("the database is closed")
        return self.pool


def news_of(row: bytes) -> str:
    """The row as it is told to the other processes, one line; empty: they have to read it.

    >>> news_of(b'{"t":"dealt","at":1}'), news_of(b"two\\nlines")
    ('{"t":"dealt","at":1}', '')
    """
    if len(row) > LARGEST_NEWS or b"\n" in row or b"\0" in row:
        return ""
    return row.decode("utf-8", "ignore")


def down(error: BaseException) -> StoreDown:
    return StoreDown(f"the database does not answer: {' '.join(str(error).split()) or type(error).__name__}")


@cache
def numbered(sql: str) -> str:
    return re.sub(r"\?(\d+)", r"$\1", sql)


async def prepare(connection: Any) -> None:
    """A confirmed action is on disk, whatever the server's default is."""
    if await connection.fetchval("show synchronous_commit") == "off":
        await connection.execute("set synchronous_commit = on")


async def change(connection: Any, sql: str, args: tuple[Arg, ...]) -> int:
    try:
        status: str = await connection.execute(numbered(sql), *args)
    except asyncpg.UniqueViolationError:
        return 0
    last = status.rpartition(" ")[2]
    return int(last) if last.isdigit() else 0


async def migrate(connection: Any) -> None:
    # racing starters wait for each other; `if not exists` alone fails when two of them look at the same time
    await connection.execute(f"select pg_advisory_xact_lock({LOCK})")
    await connection.execute("create table if not exists schema_version(version int not null)")
    version = await connection.fetchval("select version from schema_version")
    for statement in schema.missing(version or 0, blob="bytea"):
        await connection.execute(statement)
    if version is None:
        await connection.execute("insert into schema_version values($1)", schema.VERSION)
    else:
        await connection.execute("update schema_version set version = $1", schema.VERSION)
