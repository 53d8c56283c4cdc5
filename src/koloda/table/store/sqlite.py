"""The store in a SQLite file: a writer thread with group commit, a reader thread beside it, and a connection
of the event loop for what a key leads to.

Whatever waits when a commit ends goes into the next one: under light load a commit has one row and nothing is
delayed, under load it grows, and a moment is left to the rows to gather: each commit makes two threads change
places, which costs more than the rows. The file is in WAL mode with synchronous=FULL: when `append` returns
the row has been flushed to disk, so neither a killed process nor a power cut takes it back (if the disk tells
the truth).
"""

from __future__ import annotations

import asyncio
import logging
import os
import queue
import sqlite3
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

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
    schema,
    settle,
    tell,
)

log = logging.getLogger(__name__)
BUSY = 10_000  # milliseconds to wait for another process that writes
LARGEST_COMMIT = 512
CROWD, GATHER = 3, 0.006  # after a commit of so many rows the next ones get so many seconds to gather
CHECKPOINT = 2000  # rows after which the write-ahead log is brought into the file
ROUNDS = 5
FREED = 2000  # pages that are given back at a time
OPEN = (
    "pragma busy_timeout={busy}",
    "pragma auto_vacuum=incremental",  # of a new file; another keeps what it has and fills its gaps
    "pragma journal_mode=wal",
    "pragma synchronous=full",
    "pragma wal_autocheckpoint=40000",  # before that somebody else does it, while rows are written
)
# what is folded has its place as well
INSERT = (
    "insert into events(table_id, seq, body, at) select column1, column2, column3, column4 from (values {}) "
    "where not exists(select 1 from folded where table_id = column1 and seq >= column2) "
    "on conflict do nothing"
)
VALUES = "(?, ?, ?, ?)"
SAME = "select body = ?3 from events where table_id = ?1 and seq = ?2"
TAKEN = (sqlite3.SQLITE_CONSTRAINT_UNIQUE, sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY)
READ = "select seq, body from events where table_id = ?1 and seq > ?2 order by seq"


@dataclass(slots=True)
class Job:
    """A row of the log to append, or something else to do; and who is told its result."""

    work: Callable[[sqlite3.Connection], Any] | None
    row: tuple[str, int, bytes, int] | None
    done: Callable[[Any, BaseException | None], None]
    result: Any = None
    error: BaseException | None = field(default=None)


class Connection:
    """A thread with a connection of its own that does jobs in order; those that wait share a transaction."""

    def __init__(self, path: str, name: str, writes: bool) -> None:
        self.path = path
        self.writes = writes
        self.observe: Callable[[int, float], None] = nothing_to_observe
        self.loop = asyncio.get_running_loop()
        self.jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self.ready: asyncio.Future[None] = self.loop.create_future()
        self.closed = False
        self.thread = threading.Thread(target=self.main, name=name, daemon=True)
        self.thread.start()

    def do(self, work: Callable[[sqlite3.Connection], Any]) -> asyncio.Future[Any]:
        answer: asyncio.Future[Any] = self.loop.create_future()
        if self.closed:
            answer.set_exception(StoreDown("the database is closed"))
        else:
            self.jobs.put(Job(work, None, partial(settle, answer)))
        return answer

    def append(self, table: str, seq: int, row: bytes, done: Done) -> None:
        if self.closed:
            raise StoreDown("the database is closed")
        self.jobs.put(Job(None, (table, seq, row, now()), done))

    async def close(self) -> None:
        if not self.closed:
            self.closed = True
            self.jobs.put(None)
        await asyncio.to_thread(self.thread.join)

    def main(self) -> None:
        try:
            database = sqlite3.connect(self.path, isolation_level=None, cached_statements=512)
            for pragma in OPEN:
                database.execute(pragma.format(busy=BUSY)).fetchall()
            if not self.writes:
                database.execute("pragma query_only=1")
        except sqlite3.Error as error:
            self.tell(settle, self.ready, None, error)
            return
        self.tell(settle, self.ready, None, None)
        more = True
        while more:
            batch, more = self.next_batch()
            appends = [job for job in batch if job.row is not None]
            crowded = len(appends) >= CROWD
            while appends:
                appends = self.commit_rows(database, appends)
            others = [job for job in batch if job.row is None]
            if others:
                self.commit(database, others)
            if crowded and more:
                time.sleep(GATHER)
        database.close()

    def next_batch(self) -> tuple[list[Job], bool]:
        batch: list[Job] = []
        with suppress(queue.Empty):
            while len(batch) < LARGEST_COMMIT:
                job = self.jobs.get(block=not batch)
                if job is None:
                    return batch, False
                batch.append(job)
        return batch, True

    def commit_rows(self, database: sqlite3.Connection, batch: list[Job]) -> list[Job]:
        """Append rows, at most one for each place; the others of the batch are left over.

        One statement, which is its own transaction: each call of the engine gives the interpreter away and
        has to wait for it afterwards, so many small ones would take longer than the disk.
        """
        start = time.perf_counter()
        chosen: dict[tuple[str, int], Job] = {}
        left = []
        for job in batch:
            assert job.row is not None
            if chosen.setdefault(job.row[:2], job) is not job:
                left.append(job)
        rows = [job.row for job in chosen.values() if job.row is not None]
        try:
            insert = INSERT.format(", ".join([VALUES] * len(rows)))
            changed = database.execute(insert, [value for row in rows for value in row]).rowcount
            for job, row in zip(chosen.values(), rows, strict=True):
                job.result = changed == len(rows) or database.execute(SAME, row[:3]).fetchone() == (1,)
        except Exception as error:
            for job in chosen.values():
                job.error = StoreDown(f"the database could not write: {error}")
        self.tell(self.finish, list(chosen.values()), len(rows), time.perf_counter() - start)
        return left

    def commit(self, database: sqlite3.Connection, batch: list[Job]) -> None:
        try:
            database.execute("begin immediate" if self.writes else "begin")
            for job in batch:
                try:
                    assert job.work is not None
                    job.result = job.work(database)
                except Exception as error:
                    if not database.in_transaction:  # a full disk: the engine has undone all of them
                        raise
                    job.error = error
            database.execute("commit")
        except Exception as error:
            with suppress(sqlite3.Error):
                if database.in_transaction:
                    database.execute("rollback")
            for job in batch:
                job.error = job.error or StoreDown(f"the database could not write: {error}")
        self.tell(self.finish, batch, 0, 0.0)

    def tell(self, callback: Callable[..., None], *args: object) -> None:
        with suppress(RuntimeError):  # the loop is gone, and with it everybody who waits
            self.loop.call_soon_threadsafe(callback, *args)

    def finish(self, batch: list[Job], rows: int, seconds: float) -> None:
        for job in batch:
            tell(job.done, job.result, job.error)
        if rows:
            self.observe(rows, seconds)


class SqliteStore:
    def __init__(self, path: str) -> None:
        self.path = path if path == ":memory:" else str(Path(path).expanduser())
        self.observe: Callable[[int, float], None] = nothing_to_observe
        self.writer: Connection | None = None
        self.reader: Connection | None = None
        self.near: sqlite3.Connection | None = None  # of the event loop itself, for what a key leads to
        self.mover: sqlite3.Connection | None = None  # brings the write-ahead log into the file
        self.moving: asyncio.Future[None] | None = None
        self.unmoved = 0

    async def open(self) -> None:
        if self.path != ":memory:":
            make_private(Path(self.path))
        try:
            self.writer = Connection(self.path, "koloda-writer", writes=True)
            self.writer.observe = self.committed
            await self.writer.ready
            await self.writer.do(migrate)
            # a database in memory belongs to its connection
            self.reader = self.writer
            if self.path != ":memory:":
                self.reader = Connection(self.path, "koloda-reader", writes=False)
                await self.reader.ready
                self.mover = sqlite3.connect(self.path, isolation_level=None, check_same_thread=False)
                self.near = sqlite3.connect(self.path, timeout=0.0, isolation_level=None)
                self.near.execute("pragma query_only=1")
        except (sqlite3.Error, StoreDown) as error:
            await self.close()
            raise BadOption(f"{self.path} cannot be used as a database: {error}") from None
        except BaseException:
            await self.close()
            raise

    async def close(self) -> None:
        reader, writer, mover = self.reader, self.writer, self.mover
        if self.near is not None:
            self.near.close()
        self.reader = self.writer = self.mover = self.near = None
        if mover is not None:
            if self.moving is not None:
                await self.moving
            mover.close()
        if reader is not None and reader is not writer:
            await reader.close()
        if writer is not None:
            await writer.close()

    async def append(self, table: str, seq: int, row: bytes) -> bool:
        answer: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self.append_then(table, seq, row, partial(settle, answer))
        return await answer

    def append_then(self, table: str, seq: int, row: bytes, done: Done) -> None:
        check_row(table, seq)
        self.opened(self.writer).append(table, seq, row, done)

    async def read(self, table: str, after: int = 0) -> list[tuple[int, bytes]]:
        rows: list[tuple[int, bytes]] = await self.opened(self.reader).do(
            lambda database: database.execute(READ, (table, after)).fetchall()
        )
        return await read_all(self, rows, table, after)

    async def fold(self, table: str, seq: int, body: bytes, said: int) -> bool:
        delete = "delete from events where table_id = ?1 and seq <= ?2"
        return await self.together((FOLD, (table, seq, body, now(), said)), (delete, (table, seq)))

    async def tidy(self) -> None:
        await self.opened(self.writer).do(
            lambda database: database.execute(f"pragma incremental_vacuum({FREED})").fetchall()
        )

    async def all(self, sql: str, *args: Arg) -> list[Row]:
        rows: list[Row] = await self.opened(self.reader).do(
            lambda database: database.execute(sql, args).fetchall()
        )
        return rows

    async def look_up(self, sql: str, *args: Arg) -> list[Row]:
        """In the event loop: to wake a thread and be woken by it takes several times as long."""
        if self.near is not None:
            with suppress(sqlite3.OperationalError):  # locked, which readers hardly ever meet: wait elsewhere
                return self.near.execute(sql, args).fetchall()
        return await self.all(sql, *args)

    async def run(self, sql: str, *args: Arg) -> int:
        changed: int = await self.opened(self.writer).do(lambda database: change(database, sql, args))
        return changed

    async def together(self, *steps: Step) -> bool:
        def work(database: sqlite3.Connection) -> bool:
            database.execute("savepoint together")
            try:
                done = all(change(database, sql, args) for sql, args in steps)
            except BaseException:
                if database.in_transaction:
                    undo(database)
                raise
            if done:
                database.execute("release together")
            else:
                undo(database)
            return done

        done: bool = await self.opened(self.writer).do(work)
        return done

    def committed(self, rows: int, seconds: float) -> None:
        self.observe(rows, seconds)
        self.unmoved += rows
        if self.unmoved >= CHECKPOINT and self.mover is not None and self.moving is None:
            self.unmoved = 0
            self.moving = asyncio.ensure_future(asyncio.to_thread(checkpoint, self.mover))
            self.moving.add_done_callback(self.moved)

    def moved(self, done: asyncio.Future[None]) -> None:
        self.moving = None
        if not done.cancelled() and (error := done.exception()) is not None:
            log.warning("the write-ahead log grows, it could not be brought into the file: %s", error)

    def opened(self, connection: Connection | None) -> Connection:
        if connection is None:
            raise StoreDown("the database is closed")
        return connection


def checkpoint(database: sqlite3.Connection) -> None:
    """The rows of the write-ahead log into the file, while the writer goes on: if it did this itself, others
    would wait for it. What it writes meanwhile is left for another round; the log begins anew when a round
    has met nothing new."""
    for _ in range(ROUNDS):
        _, pages, moved = database.execute("pragma wal_checkpoint(passive)").fetchone()
        if pages == moved:
            return


def change(database: sqlite3.Connection, sql: str, args: tuple[Arg, ...]) -> int:
    try:
        return max(database.execute(sql, args).rowcount, 0)
    except sqlite3.IntegrityError as error:
        if error.sqlite_errorcode not in TAKEN:
            raise
        return 0


def undo(database: sqlite3.Connection) -> None:
    database.execute("rollback to together")
    database.execute("release together")


def make_private(path: Path) -> None:
    """The file holds hashes of passwords and the seeds of games that are being played: for its owner only."""
    try:
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    except OSError as error:
        raise BadOption(f"{path} cannot be used as a database: {error.strerror}") from None


def migrate(database: sqlite3.Connection) -> None:
    """Runs in the writer's transaction (begin immediate), so racing starters wait for each other."""
    database.execute("create table if not exists schema_version(version int not null)")
    row = database.execute("select version from schema_version").fetchone()
    for statement in schema.missing(row[0] if row else 0, blob="blob"):
        database.execute(statement)
    if row:
        database.execute("update schema_version set version = ?1", (schema.VERSION,))
    else:
        database.execute("insert into schema_version values(?1)", (schema.VERSION,))
