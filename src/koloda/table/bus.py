"""How server processes tell each other that a table has a new row.

A message is a hint, the log is the truth: whoever hears of a row reads the log. Messages are lost while a
connection is down, so `regained` says when to read all live tables again.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from koloda.core.errors import BadOption
from koloda.table.store import Store, safe

Heard = Callable[[str, int], None]
Regained = Callable[[], None]


class Bus(Protocol):
    connected: bool  # False while messages may be lost; appends are safe all the same

    async def open(self) -> None:
        """Connect; BadOption says in one line why that is impossible."""

    async def close(self) -> None: ...

    async def publish(self, table: str, seq: int) -> None:
        """Say that row `seq` of a table was appended: call it after each append that returned True.

        0 says that something beside the log has changed. Never fails: a hint that is lost is made good later.
        """

    def listen(self, heard: Heard, regained: Regained = lambda: None) -> None:
        """`heard(table, seq)` is called for rows that other processes announce, maybe twice and in any order;
        `regained()` after messages may have been lost. Both run in the event loop and must be quick.
        """


class LocalBus:
    """For one process alone: there is nobody to tell."""

    connected = True

    async def open(self) -> None:
        pass

    async def close(self) -> None:
        pass

    async def publish(self, table: str, seq: int) -> None:
        pass

    def listen(self, heard: Heard, regained: Regained = lambda: None) -> None:
        pass


def open_bus(url: str | None, store: Store) -> Bus:
    """The bus that an address names, or the one that comes with the store; it is connected by `open`."""
    from koloda.table.store.sqlite import SqliteStore

    if url:
        raise BadOption(f"{safe(url)} is no bus: write redis://HOST:PORT")
    if isinstance(store, SqliteStore):
        return LocalBus()
    raise BadOption("this database has no bus")
