"""Which processes are alive: each counts up in the store, and one whose count stands still is dead.

Everybody watches the counts with a clock of his own, so the clocks of hosts need not agree. The people whose
process is dead are gone: nobody shows them as present, and a bot takes over when their time is up.
"""

from __future__ import annotations

import asyncio
import logging
import time

from koloda.table.connections import LiveTable
from koloda.table.errors import BrokenTable, NoTable
from koloda.table.hub import Hub
from koloda.table.room import OVER
from koloda.table.store import StoreDown

log = logging.getLogger(__name__)
BEAT = 3.0  # seconds
LEASE = 12.0
SEARCHED = 2000  # tables that are looked at for the people of a dead process


class Leases:
    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self.tables = hub.tables
        self.store = hub.tables.store
        self.own = hub.tables.process
        self.seen: dict[str, tuple[int, float]] = {}  # by process: its count, and when that changed
        self.looked = 0.0
        self.known = False
        self.tables.is_dead = self.is_dead
        self.tables.look = self.look

    async def open(self) -> None:
        if self.tables.alone:
            await self.store.run("delete from processes where id <> ?1", self.own)
        await self.beat()
        await self.look()

    async def close(self) -> None:
        """Whoever is still connected is so elsewhere in a moment, or gone."""
        await self.store.run("delete from processes where id = ?1", self.own)

    async def beat(self) -> None:
        await self.store.run(
            "insert into processes(id, beat, at) values(?1, 1, ?2) "
            "on conflict(id) do update set beat = processes.beat + 1, at = ?2",
            self.own,
            self.tables.now(),
        )

    async def look(self) -> list[tuple[str, int]]:
        """See who counts; the dead, with their last count."""
        found = await self.store.all("select id, beat from processes")
        now = time.monotonic()
        if now - self.looked > LEASE / 2:  # we were away ourselves: everybody gets his time again
            self.seen = {name: (count, now) for name, (count, _) in self.seen.items()}
        self.looked = now
        seen: dict[str, tuple[int, float]] = {}
        for name, count in found:
            old = self.seen.get(str(name))
            fresh = old is None or old[0] != count
            seen[str(name)] = (int(count or 0), now) if fresh or old is None else old
        self.seen = seen
        self.known = True
        return [
            (name, count) for name, (count, since) in seen.items() if name != self.own and now - since > LEASE
        ]

    def is_dead(self, link: str) -> bool:
        """Was this connection to a process that is no more?"""
        name = link.rpartition("-")[0]
        return self.known and name != self.own and name not in self.seen

    async def keep(self) -> None:
        """Count, and see to the tables of the dead; runs as long as the server."""
        while True:
            await asyncio.sleep(BEAT)
            try:
                await self.beat()
                for name, count in await self.look():
                    del self.seen[name]
                    if await self.store.run("delete from processes where id = ?1 and beat = ?2", name, count):
                        log.warning("process %s has ended without a word", name)
                        self.tables.tasks.start(self.search())
                for table in list(self.tables.live.values()):
                    await self.mend(table)
            except StoreDown as error:
                log.warning("the store does not answer: %s", error)

    async def mend(self, table: LiveTable) -> None:
        """Who is connected here is shown so, and nobody whose process is dead."""
        room = table.room
        if room.status != OVER and any(seat.link and self.is_dead(seat.link) for seat in room.seats):
            async with table.lock:
                await self.tables.release(table)
            self.tables.changed(table)
        for client in list(table.clients):
            seat = client.seat
            if seat is not None and room.seats[seat].user == client.user and not room.seats[seat].link:
                await self.hub.arrive(table, client)

    async def search(self) -> None:
        """The tables that nobody has in memory: lists show them as they were noted last."""
        found = await self.store.all(
            "select id from tables where status <> 'over' order by updated desc limit ?1", SEARCHED
        )
        for (name,) in found:
            try:
                table = await self.tables.find(str(name))  # which releases the dead, if it was not in memory
            except (NoTable, BrokenTable):
                continue
            await self.mend(table)
            await self.tables.note(table)
            await asyncio.sleep(0)
