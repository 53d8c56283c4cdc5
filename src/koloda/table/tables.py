"""The tables that this process has in memory, and their logs.

No process owns a table. Whoever has something to add appends it under the next number of the table's log; of
several processes exactly one succeeds, the others read what has come and decide again. Only what has been
appended is confirmed and shown.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable, Coroutine
from typing import Any

from koloda.table import clocks, rows
from koloda.table.broadcast import reseat
from koloda.table.bus import Bus, LocalBus
from koloda.table.connections import LiveTable
from koloda.table.errors import NoTable, Refused
from koloda.table.ids import new_id
from koloda.table.room import BETWEEN, OVER, PLAYING, WAITING, Room
from koloda.table.store import IDS, Store, StoreDown
from koloda.table.store import now as server_time
from koloda.table.tasks import Tasks

log = logging.getLogger(__name__)
KEPT = 60_000  # milliseconds that a table without clients stays in memory
SWEEP = 5.0
PERSON = "@"  # news of a person on the bus begin so; without an id: of everybody


class Tables:
    """A cache: whatever is in it can be read again from the store."""

    def __init__(self, store: Store, bus: Bus, now: Callable[[], int] = server_time) -> None:
        self.store = store
        self.bus = bus
        self.now = now
        self.process = secrets.token_hex(4)
        self.live: dict[str, LiveTable] = {}
        self.opening: dict[str, asyncio.Future[LiveTable]] = {}
        self.missed: set[str] = set()  # of those: others have appended while they were being read
        self.tasks = Tasks()
        self.closing = False
        self.changed: Callable[[LiveTable], None] = lambda table: None  # the hub sets it: show what is new
        self.person_changed: Callable[[str], None] = lambda user: None  # a session ended, a ban began, ...
        self.summarise: Callable[[Room], Coroutine[Any, Any, None]] | None = None  # for the lists of tables
        self.is_dead: Callable[[str], bool] = lambda link: False  # was it to a process that is no more?
        self.look: Callable[[], Coroutine[Any, Any, Any]] | None = None  # at the processes that are alive
        bus.listen(self.heard, self.regained)

    def by_status(self) -> dict[tuple[str, ...], float]:
        found: dict[tuple[str, ...], float] = {(status,): 0.0 for status in (WAITING, PLAYING, BETWEEN, OVER)}
        for table in self.live.values():
            found[table.room.status_at(self.now()),] += 1
        return found

    async def find(self, name: str) -> LiveTable:
        """The table with this id; NoTable if there is none."""
        table = self.live.get(name)
        if table is not None:
            if table.behind:
                await self.read_news(table)
            return table
        opening = self.opening.get(name)
        if opening is None:
            opening = self.opening[name] = asyncio.get_running_loop().create_future()
            try:
                table = await self.load(name)
                opening.set_result(table)
            except BaseException as error:
                opening.set_exception(error)
                opening.exception()  # nobody else may wait for it
                raise
            finally:
                del self.opening[name]
                self.missed.discard(name)
            return table
        return await asyncio.shield(opening)

    async def load(self, name: str) -> LiveTable:
        if len(name) < 8 or not IDS.fullmatch(name):
            raise NoTable
        found = await self.store.read(name)
        if not found or found[0][0] != 1:  # there is none, or it was deleted
            raise NoTable
        room = Room(name)
        for _, data in found:
            room.fold(rows.read(data))
        table = LiveTable(room)
        table.settled = room.status == OVER
        table.idle_since = self.now()
        table.told = room.changed
        table.chats = room.chat_count
        table.status = room.status_at(self.now())
        table.noted = room.changed, table.status
        self.live[name] = table
        if name in self.missed:
            await self.read_news(table)
        if self.overdue(room) or (self.alone and any(seat.link for seat in room.seats)):
            async with table.lock:
                await self.append(table, lambda: rows.Woke(self.now()))
        elif any(seat.link and self.is_dead(seat.link) for seat in room.seats) and self.look is not None:
            await self.look()  # it may be one that has just begun
            async with table.lock:
                await self.release(table)
        return table

    async def release(self, table: LiveTable) -> None:
        """Whose process is dead is gone. The caller holds the lock."""
        for number in range(len(table.room.seats)):

            def gone(number: int = number) -> rows.AnyRow | None:
                link = table.room.seats[number].link
                return rows.Gone(self.now(), number, link) if link and self.is_dead(link) else None

            await self.append(table, gone)

    @property
    def alone(self) -> bool:
        """Is this the only process, so that nobody can be connected elsewhere?"""
        return isinstance(self.bus, LocalBus)

    def overdue(self, room: Room) -> bool:
        """Has a clock run out while no process served the table?"""
        due = clocks.due(room)
        asleep = clocks.SLOW_ASLEEP if room.slow else clocks.ASLEEP
        return due is not None and due + asleep < self.now()

    async def create(self, made: rows.Made, *others: rows.AnyRow, name: str = "") -> LiveTable:
        name = name or new_id()
        room = Room(name)
        table = LiveTable(room)
        table.idle_since = self.now()
        async with table.lock:
            first = (made, *others)
            appends = [self.store.append(name, seq, rows.written(row)) for seq, row in enumerate(first, 1)]
            if not all(await asyncio.gather(*appends)):
                raise StoreDown("a new table has rows already")
            for row in first:
                room.fold(row)
        self.live[name] = table
        table.told = room.changed
        await self.note(table)
        self.changed(table)
        return table

    async def append(self, table: LiveTable, make: Callable[[], rows.AnyRow | None]) -> bool:
        """Append what `make` says, which looks at the room and may refuse; False if it said nothing.

        The caller holds the lock of the table. After a lost race the newer rows are read and `make` is asked
        again.
        """
        room = table.room
        while True:
            row = make()
            if row is None:
                return False
            if await self.store.append(room.id, room.seq + 1, rows.written(row)):
                self.confirmed(table, row)
                return True
            await self.catch_up(table)

    def confirmed(self, table: LiveTable, row: rows.AnyRow) -> None:
        """The next row of a table is in the store; whoever appended it holds the lock."""
        self.fold(table, row)
        self.bus.publish(table.room.id, table.room.seq)

    async def catch_up(self, table: LiveTable) -> None:
        """Fold what other processes have appended. The caller holds the lock."""
        for number, data in await self.store.read(table.room.id, table.room.seq):
            if number == table.room.seq + 1:
                self.fold(table, rows.read(data))

    def fold(self, table: LiveTable, row: rows.AnyRow) -> None:
        """A row becomes part of the table; clients whose seat it gives to somebody else lose it at once."""
        table.room.fold(row)
        if table.seatings != table.room.seatings:
            reseat(table)

    async def write(self, table: LiveTable, make: Callable[[], rows.AnyRow | None]) -> bool:
        """Append and show. Nobody is refused for what another process has changed a moment ago."""
        async with table.lock:
            try:
                done = await self.append(table, make)
            except Refused:
                if self.alone:
                    raise
                await self.catch_up(table)
                done = await self.append(table, make)
        self.changed(table)
        return done

    async def note(self, table: LiveTable) -> None:
        """Tell the lobby what the table is like."""
        table.noted = table.room.changed, table.room.status_at(self.now())
        if self.summarise is not None:
            await self.summarise(table.room)

    def heard(self, name: str, seq: int, row: str = "") -> None:
        """Another process has appended to a table."""
        if name.startswith(PERSON):
            self.person_changed(name.removeprefix(PERSON))
            return
        table = self.live.get(name)
        if table is None and name in self.opening:
            self.missed.add(name)
        if table is None or 0 < seq <= table.room.seq:
            return
        if not table.clients:
            table.behind = True  # whoever comes here reads it
        elif row and seq == table.room.seq + 1 and table.lock.take():
            try:
                self.fold(table, rows.read(row.encode()))
            except Exception:  # the others that were announced with it are heard all the same
                log.exception("a row of another process cannot be read")
            finally:
                table.lock.release()
            self.changed(table)
        else:
            self.tasks.start(self.read_news(table))

    def regained(self) -> None:
        self.person_changed("")
        self.missed.update(self.opening)
        for table in self.live.values():
            if table.clients:
                self.tasks.start(self.read_news(table))
            else:
                table.behind = True

    async def read_news(self, table: LiveTable) -> None:
        async with table.lock:
            table.behind = False
            try:
                await self.catch_up(table)
            except BaseException:
                table.behind = True
                raise
        self.changed(table)

    def forget(self, name: str) -> None:
        """A table of which somebody else has changed the past; nobody is connected to it."""
        table = self.live.get(name)
        if table is not None and not table.clients:
            if table.timer is not None:
                table.timer.cancel()
            del self.live[name]

    async def sweep(self) -> None:
        """Forget tables that nobody looks at; runs as long as the server."""
        while True:
            await asyncio.sleep(SWEEP)
            now = self.now()
            for name, table in list(self.live.items()):
                if (
                    not table.clients
                    and not table.asked
                    and not table.lock.held
                    and (table.settled or table.room.status != OVER)
                    and now - table.idle_since > KEPT
                ):
                    if table.timer is not None:
                        table.timer.cancel()
                    del self.live[name]
