"""Where tables, people and ratings are kept: a SQLite file or a PostgreSQL server behind one small interface.

The log is the truth. `events` has the primary key (table, seq), so of all processes that want to write a
table's next row exactly one succeeds; a row is on disk when `append` returns.

SQL for the other relations is written once for both engines: placeholders are ?1 ?2, times are `bigint`,
flags are 0 and 1. Words that are reserved in one of them (table, user) get an `_id`.
"""

from __future__ import annotations

import asyncio
import logging
import re
import time
import zlib
from collections.abc import Callable, Sequence
from typing import Any, Protocol

from koloda.core.errors import BadOption

log = logging.getLogger(__name__)
Arg = str | int | float | bytes | None
Row = tuple[Arg, ...]
Step = tuple[str, tuple[Arg, ...]]
Log = list[tuple[int, bytes]]  # rows with their numbers
Done = Callable[[bool, BaseException | None], None]  # the answer to an append, or why there is none

# what rows usually look like: packed logs begin with this knowledge, so it never changes
TYPICAL = (
    b'{"t":"made","at":17,"game":"","seats":4,"options":{},"secret":"","host":"","turn":45000,'
    b'"bank":120000,"reaction":6000,"pause":700,"public":true,"version":"0.1.0","pinned":{"mode":"team"}}\n'
    b'{"t":"sat","at":17,"seat":0,"user":"","name":"Guest "}\n'
    b'{"t":"ready","at":17,"seat":1,"ready":true,"luck":""}\n'
    b'{"t":"bot","at":17,"seat":3,"level":"normal"}\n{"t":"dealt","at":17}\n'
    b'{"t":"here","at":17,"seat":0,"link":"-1"}\n'
    b'{"t":"gone","at":17,"seat":0,"link":"-1"}\n{"t":"next","at":17,"seat":0}\n'
    b'{"t":"said","at":17,"user":"","name":"Guest ","text":""}\n'
    b'{"t":"act","at":17,"seat":0,"a":"play ","by":"bot"}\n'
    b'{"t":"act","at":17,"seat":1,"a":"move ","by":"clock"}\n'
    b'{"t":"act","at":17,"seat":2,"a":"beat "}\n{"t":"act","at":17,"seat":3,"a":"pass"}'
)
IDS = re.compile(r"[A-Za-z0-9_-]{1,64}")  # of tables: a batch of them must fit into one NOTIFY


class StoreDown(Exception):
    """The database does not answer, or cannot write: nothing was confirmed. One line says why."""


def nothing_to_observe(rows: int, seconds: float) -> None:
    pass


class Store(Protocol):
    """What the table needs of a database. All times are milliseconds since 1970."""

    observe: Callable[[int, float], None]  # called after each commit of appends: rows, seconds

    async def open(self) -> None:
        """Connect and bring the schema up to date; BadOption says in one line why that is impossible."""

    async def close(self) -> None:
        """Write what waits and disconnect."""

    async def append(self, table: str, seq: int, row: bytes) -> bool:
        """Write row number `seq` of a table; it is durable when this returns True.

        False: another row has that number; read it first. The same bytes again are no second row and get
        True, so an append whose answer was lost can be repeated. The caller knows all rows before `seq`.
        """

    def append_then(self, table: str, seq: int, row: bytes, done: Done) -> None:
        """The same for who does not wait: `done` is called in the event loop."""

    async def read(self, table: str, after: int = 0) -> list[tuple[int, bytes]]:
        """The rows of a table with a number above `after`, in order."""

    async def fold(self, table: str, seq: int, body: bytes, said: int) -> bool:
        """Replace the rows up to `seq` by their packed form; nothing is lost for `read`."""

    async def tidy(self) -> None:
        """Give back the room of what was deleted, as far as the engine needs to be told."""

    async def all(self, sql: str, *args: Arg) -> list[Row]:
        """The rows of a query."""

    async def look_up(self, sql: str, *args: Arg) -> list[Row]:
        """The same for the few rows to which a key leads: nothing else may be asked for in this way, for it
        may be answered while everybody waits."""

    async def run(self, sql: str, *args: Arg) -> int:
        """One statement, durable when this returns; how many rows it changed (0: a unique key was taken)."""

    async def together(self, *steps: Step) -> bool:
        """All statements or none, durable when this returns True.

        Each must change at least one row; if one does not, all are undone and the answer is False. So the
        conditions of a step decide over the whole: `update ... where games = ?3`, or a key that is taken.
        """


def check_row(table: str, seq: int) -> None:
    """Both engines must be able to write it; a batch must not fail because of one of its rows."""
    if not IDS.fullmatch(table):
        raise ValueError(f"{table!r} is no id of a table")
    if not 0 < seq < 1 << 31:
        raise ValueError(f"{seq} is no number of a row")


FOLDED = "select seq, body from folded where table_id = ?1 and seq > ?2"
FOLD = (
    "insert into folded(table_id, seq, body, at, said) values(?1, ?2, ?3, ?4, ?5) on conflict(table_id) "
    "do update set seq = ?2, body = ?3, at = ?4, said = ?5 where folded.seq < ?2"
)


async def read_all(
    store: Store, found: list[tuple[int, bytes]], table: str, after: int
) -> list[tuple[int, bytes]]:
    """What was found in the log, and before that what is folded; read in this order, as folding goes."""
    if found and found[0][0] == after + 1:
        return found
    folded = await store.all(FOLDED, table, after)
    if not folded:
        return found
    last, body = folded[0]
    assert isinstance(last, int)
    assert isinstance(body, bytes)
    before = [(number, row) for number, row in enumerate(unpacked(body), 1) if number > after]
    return before + [(number, row) for number, row in found if number > last]


def packed(rows: Sequence[bytes]) -> bytes:
    """The rows of a log in little room.

    >>> unpacked(packed([b'{"t":"dealt","at":1}', b'{"t":"next"}']))
    [b'{"t":"dealt","at":1}', b'{"t":"next"}']
    """
    packer = zlib.compressobj(9, zdict=TYPICAL)
    return b"1" + packer.compress(b"\n".join(rows)) + packer.flush()


def unpacked(body: bytes) -> list[bytes]:
    if body[:1] != b"1":
        raise StoreDown("a table was packed by a newer koloda")
    return zlib.decompressobj(zdict=TYPICAL).decompress(body[1:]).split(b"\n")


def settle(answer: asyncio.Future[Any], result: object, error: BaseException | None) -> None:
    """The end of who waits for an answer, unless he has given up."""
    if answer.done():
        return
    if error is None:
        answer.set_result(result)
    else:
        answer.set_exception(error)


def tell(
    done: Callable[[Any, BaseException | None], None], result: object, error: BaseException | None
) -> None:
    """Whatever becomes of one, the others of a commit are told as well."""
    try:
        done(result, error)
    except Exception:
        log.exception("what was committed could not be shown")


def now() -> int:
    return time.time_ns() // 1_000_000


def open_store(url: str) -> Store:
    """The store that an address names; it is connected by `open`.

    >>> type(open_store("sqlite:///:memory:")).__name__
    'SqliteStore'
    """
    if url.startswith("sqlite:///"):
        from koloda.table.store.sqlite import SqliteStore

        path = url.removeprefix("sqlite:///")
        if not path:
            raise BadOption(
                "sqlite:/// names no file: write sqlite:///PATH (an absolute one has four slashes)"
            )
        return SqliteStore(path)
    if url.startswith(("postgresql://", "postgres://")):
        try:
            import asyncpg
        except ImportError:
            raise BadOption(
                "PostgreSQL needs a package that is not installed: pip install 'koloda[postgres]'"
            ) from None
        del asyncpg
        from koloda.table.store.postgres import PostgresStore

        return PostgresStore(url)
    raise BadOption(f"{safe(url)} is no database: write sqlite:///PATH or postgresql://USER@HOST/NAME")


def safe(url: str) -> str:
    """An address without its password, fit for messages and logs."""
    scheme, separator, rest = url.partition("://")
    if not separator:
        return repr(url)
    account, at, host = rest.rpartition("@")
    return f"{scheme}://{account.partition(':')[0]}{at}{host.partition('?')[0]}"
