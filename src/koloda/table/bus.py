"""How server processes tell each other that a table has a new row.

A message is a hint, the log is the truth: whoever hears of a row reads the log, unless the database itself
has sent the row. Messages are lost while a connection is down, so `regained` says when to read all live
tables again.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from koloda.core.errors import BadOption
from koloda.table.store import Store, safe

if TYPE_CHECKING:
    from koloda.table.store.postgres import PostgresStore

Heard = Callable[[str, int, str], None]
Regained = Callable[[], None]
CHANNEL = "koloda"
log = logging.getLogger("koloda.bus")


class Bus(Protocol):
    connected: bool  # False while messages may be lost; appends are safe all the same

    async def open(self) -> None:
        """Connect; BadOption says in one line why that is impossible."""

    async def close(self) -> None: ...

    def publish(self, table: str, seq: int) -> None:
        """Say that row `seq` of a table was appended: call it after each append that was confirmed."""

    async def tell(self, name: str) -> None:
        """Say that something beside the logs has changed: it is heard with the number 0.

        Neither ever fails: a hint that is lost is made good later.
        """

    def listen(self, heard: Heard, regained: Regained = lambda: None) -> None:
        """`heard(table, seq, row)` is called for rows that other processes announce, maybe twice and in any
        order; the row is empty where it must be read. `regained()` is called after messages may have been
        lost. Both run in the event loop and must be quick.
        """


class LocalBus:
    """For one process alone: there is nobody to tell. It sees to it that the process is alone."""

    connected = True

    def __init__(self, path: str) -> None:
        self.path = None if path == ":memory:" else Path(path + ".lock")
        self.file: Any = None

    async def open(self) -> None:
        if self.path is None:
            return
        try:
            import fcntl
        except ImportError:  # not on this system
            return
        try:
            self.file = open(self.path, "a")  # noqa: SIM115
        except OSError as error:
            raise BadOption(f"{self.path} cannot be made: {error.strerror}") from None
        for _ in range(20):  # a server that is being stopped has two seconds
            with suppress(BlockingIOError):
                fcntl.flock(self.file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                return
            await asyncio.sleep(0.1)
        await self.close()
        raise BadOption(
            f"another server uses {self.path.with_suffix('')}: several need PostgreSQL, or a bus (redis://HOST)"
        )

    async def close(self) -> None:
        if self.file is not None:
            self.file.close()
            self.file = None

    def publish(self, table: str, seq: int) -> None:
        pass

    async def tell(self, name: str) -> None:
        pass

    def listen(self, heard: Heard, regained: Regained = lambda: None) -> None:
        pass


class RemoteBus(ABC):
    """What the buses over a network share: the form of messages, and a listener that comes back."""

    brings_rows = False

    def __init__(self) -> None:
        self.connected = False
        self.origin = secrets.token_hex(4) + ";"  # so that we do not hear ourselves
        self.heard: Heard = lambda table, seq, row: None
        self.regained: Regained = lambda: None
        self.ready: asyncio.Future[None]
        self.listening: asyncio.Task[None] | None = None

    def listen(self, heard: Heard, regained: Regained = lambda: None) -> None:
        self.heard, self.regained = heard, regained

    def message(self, text: str) -> None:
        """`ORIGIN;TABLE:SEQ,TABLE:SEQ`, or with the rows in further lines: `ORIGIN;TABLE:SEQ,\\nROW`.

        Others may use the channel too; what is not understood is no news.
        """
        if text.startswith(self.origin):
            return
        places, *rows = text.partition(";")[2].split("\n")
        items = places.removesuffix(",").split(",")
        if not self.brings_rows or len(rows) != len(items):
            rows = [""] * len(items)
        for item, row in zip(items, rows, strict=True):
            table, _, seq = item.rpartition(":")
            if table and seq.isdecimal() and len(seq) < 12:
                self.heard(table, int(seq), row)

    @abstractmethod
    async def subscribe(self) -> None:
        """Connect and listen until the connection is lost; say `subscribed` as soon as nothing is missed."""

    async def keep_listening(self) -> None:
        pause = 0.05
        while True:
            error: Exception | None = None
            try:
                await self.subscribe()
            except Exception as reason:
                error = reason
            if not self.ready.done():
                self.ready.set_exception(error or ConnectionError("the connection was closed"))
                return
            if self.connected:
                pause = 0.05
                log.warning("the bus is lost: %s", error or "the connection was closed")
            self.connected = False
            await asyncio.sleep(pause)
            pause = min(2.0, pause * 2)

    async def start(self, url: str, lost: tuple[type[Exception], ...]) -> None:
        self.ready = asyncio.get_running_loop().create_future()
        self.listening = asyncio.create_task(self.keep_listening())
        try:
            await self.ready
        except lost as error:
            reason = " ".join(str(error).split()) or type(error).__name__
            raise BadOption(f"{safe(url)} cannot be used as a bus: {reason}") from None

    def subscribed(self) -> None:
        self.connected = True
        if not self.ready.done():
            self.ready.set_result(None)
        else:
            log.info("the bus is back")
            self.regained()

    async def close(self) -> None:
        if self.listening is not None:
            self.listening.cancel()
            with suppress(asyncio.CancelledError):
                await self.listening
            self.listening = None
        self.connected = False


class PostgresBus(RemoteBus):
    """LISTEN on a connection of its own; the store says NOTIFY within each commit, with the rows."""

    brings_rows = True  # what comes with the commit is as true as the log

    def __init__(self, store: PostgresStore) -> None:
        super().__init__()
        self.store = store
        store.origin = self.origin

    async def open(self) -> None:
        from koloda.table.store.postgres import LOST

        await self.start(self.store.url, LOST)

    def publish(self, table: str, seq: int) -> None:
        """The commit has said it."""

    async def tell(self, name: str) -> None:
        with suppress(Exception):
            await self.store.opened().execute("select pg_notify($1, $2)", CHANNEL, f"{self.origin}{name}:0")

    async def subscribe(self) -> None:
        import asyncpg

        connection = await asyncpg.connect(self.store.url, timeout=10.0)
        try:
            await connection.add_listener(CHANNEL, lambda *args: self.message(args[3]))
            self.subscribed()
            while True:  # a question now and then, because a dead line is silent
                await asyncio.sleep(1.0)
                await connection.fetchval("select 1", timeout=10.0)
        finally:
            connection.terminate()


class RedisBus(RemoteBus):
    """PUBLISH and SUBSCRIBE; all that is said in one turn of the event loop is one message."""

    def __init__(self, url: str) -> None:
        super().__init__()
        try:
            import redis.asyncio
        except ImportError:
            raise BadOption(
                "Redis needs a package that is not installed: pip install 'koloda[redis]'"
            ) from None
        self.url = url
        try:
            self.client = redis.asyncio.Redis.from_url(
                url, decode_responses=True, socket_connect_timeout=10, socket_keepalive=True
            )
        except ValueError as error:
            raise BadOption(f"{safe(url)} is no address of Redis: {error}") from None
        self.news: dict[str, int] = {}
        self.speaking: asyncio.Task[None] | None = None

    async def open(self) -> None:
        from redis.exceptions import RedisError

        await self.start(self.url, (RedisError, OSError))

    async def close(self) -> None:
        await super().close()
        if self.speaking is not None:
            with suppress(TimeoutError, asyncio.CancelledError):
                await asyncio.wait_for(self.speaking, 1.0)
        await self.client.aclose()

    async def tell(self, name: str) -> None:
        self.publish(name, 0)

    def publish(self, table: str, seq: int) -> None:
        self.news[table] = max(seq, self.news.get(table, 0))
        if self.speaking is None:
            self.speaking = asyncio.create_task(self.speak())

    async def speak(self) -> None:
        """Until it is said: our line may be broken while the others hear Redis well and miss nothing else."""
        pause = 0.01
        try:
            while self.news:
                news, self.news = self.news, {}
                text = ",".join(f"{table}:{seq}" for table, seq in news.items())
                try:
                    await asyncio.wait_for(self.client.publish(CHANNEL, self.origin + text), 5.0)
                    pause = 0.01
                except Exception:
                    for table, seq in news.items():
                        self.news[table] = max(seq, self.news.get(table, 0))
                    await asyncio.sleep(pause)
                    pause = min(2.0, pause * 2)
        finally:
            self.speaking = None

    async def subscribe(self) -> None:
        async with self.client.pubsub() as subscription:
            await subscription.subscribe(CHANNEL)
            asked = 0
            while True:
                message = await subscription.get_message(timeout=1.0)
                if message is None:
                    asked += 1
                    if asked > 10:
                        raise ConnectionError("no answer")
                    await subscription.ping()
                    continue
                asked = 0
                if message["type"] == "subscribe":
                    self.subscribed()
                elif message["type"] == "message":
                    self.message(message["data"])


def open_bus(url: str | None, store: Store) -> Bus:
    """The bus that an address names, or the one that comes with the store; it is connected by `open`."""
    from koloda.table.store.sqlite import SqliteStore

    if url:
        if url.startswith(("redis://", "rediss://")):
            return RedisBus(url)
        raise BadOption(f"{safe(url)} is no bus: write redis://HOST:PORT")
    if isinstance(store, SqliteStore):
        return LocalBus(store.path)
    return PostgresBus(store)  # type: ignore[arg-type]
