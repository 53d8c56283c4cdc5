"""What one process does at its tables: who connects is shown the table, and whatever happens is shown to all.

The tables and their logs are in `tables`, sending in `broadcast`, time in `timers`, bots in `bot_seats`.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

from koloda.table import rows
from koloda.table.bot_seats import USUAL_PAUSE, BotSeats
from koloda.table.bots import Bots
from koloda.table.broadcast import enter_group, greet, leave_group, show, show_table
from koloda.table.connections import Client, LiveTable
from koloda.table.limits import Buckets
from koloda.table.metrics import Metrics
from koloda.table.room import OVER, WAITING, Room
from koloda.table.tables import Tables
from koloda.table.texts import say
from koloda.table.timers import Timers

SHUT_OUT = 4403  # the code with which such a connection is closed


class Hub:
    def __init__(
        self,
        tables: Tables,
        bots: Bots,
        metrics: Metrics,
        futile: Buckets,
        pause: tuple[int, int] = USUAL_PAUSE,
    ) -> None:
        self.tables = tables
        self.metrics = metrics
        self.timers = Timers(tables)
        self.bot_seats = BotSeats(tables, self.timers, bots, metrics, pause)
        self.settle: Callable[[Room], Coroutine[Any, Any, None]] | None = None  # when a match is over
        self.post: Callable[[LiveTable], Coroutine[Any, Any, None]] | None = None  # note a slow match
        self.futile = futile
        self.links = 0
        metrics.gauge("koloda_tables", "Tables in memory, by status.", "status", read=tables.by_status)
        tables.changed = self.after

    def after(self, table: LiveTable) -> None:
        """Something has happened, or time has passed: show it, set the timer, ask the bots."""
        now = self.tables.now()
        self.show_moved(table, now)
        show(table, now)
        if self.tables.closing:
            return
        self.timers.arm(table, now)
        self.bot_seats.drive(table, now)
        if self.post is not None and table.room.slow and table.posted != table.room.seq:
            table.posted = table.room.seq
            self.tables.tasks.start(self.post(table))
        status = table.room.status_at(now)
        if table.noted[1] != status or (status == WAITING and table.noted[0] != table.room.changed):
            table.noted = table.room.changed, status
            self.tables.tasks.start(self.tables.note(table))
        if status == OVER and not table.settled:
            table.settled = True
            if self.settle is not None and table.room.counts:
                self.tables.tasks.start(self.settle(table.room))

    async def connect(self, table: LiveTable, client: Client, seen: int) -> None:
        room = table.room
        self.links += 1
        client.link = f"{self.tables.process}-{self.links}"
        while True:  # until nothing is new: from then on news reseat him as everybody
            client.seat = room.seat_of(client.user)
            if client.seat is not None:
                await self.arrive(table, client)
            if table.behind:
                await self.tables.read_news(table)
            elif client.seat == room.seat_of(client.user):
                break
        if not room.may_watch(client.user):
            shut_out(client, room)
            return
        table.clients.add(client)
        now = self.tables.now()
        greet(table, client, seen or None, now)
        enter_group(table, client, now)
        if client.seat is None:
            show_table(table, now)
        self.after(table)

    async def arrive(self, table: LiveTable, client: Client) -> None:
        """A person is here, and takes the seat back if a bot has played on it."""
        room, number = table.room, client.seat
        tables = self.tables
        assert number is not None

        def here() -> rows.AnyRow | None:
            seat = room.seats[number]
            return rows.Here(tables.now(), number, client.link) if seat.user == client.user else None

        def returned() -> rows.AnyRow | None:
            seat = room.seats[number]
            back = seat.taken_over and seat.user == client.user
            return rows.Returned(tables.now(), number) if back else None

        async with table.lock:
            if tables.overdue(room):
                await tables.append(table, lambda: rows.Woke(tables.now()))
            await tables.append(table, here)
            await tables.append(table, returned)
        self.after(table)

    async def disconnect(self, table: LiveTable, client: Client) -> None:
        if client not in table.clients:
            return
        tables = self.tables
        table.clients.discard(client)
        table.moved.discard(client)
        leave_group(table, client)
        if not table.clients:
            table.idle_since = tables.now()
        if tables.closing:
            return
        room, number = table.room, client.seat
        if number is None:
            show_table(table, tables.now())
            return

        def gone() -> rows.AnyRow | None:
            if room.seats[number].link != client.link:
                return None
            # another connection of the same person may still be there
            other = next((each for each in table.clients if each.user == client.user), None)
            if other is not None:
                return rows.Here(tables.now(), number, other.link)
            return rows.Gone(tables.now(), number, client.link)

        await tables.write(table, gone)

    def change_language(self, table: LiveTable, client: Client, lang: str) -> None:
        leave_group(table, client)
        client.lang = lang
        self.show_from_seat(table, client)

    def show_moved(self, table: LiveTable, now: int) -> None:
        """Who has sat down or left sees the table from there; nobody else may stay at a closed one."""
        while table.moved:
            client = table.moved.pop()
            if not table.room.may_watch(client.user):
                table.clients.discard(client)
                table.idle_since = now
                shut_out(client, table.room)
                continue
            self.show_from_seat(table, client)
            if client.seat is not None and not self.tables.closing:
                self.tables.tasks.start(self.arrive(table, client))

    def show_from_seat(self, table: LiveTable, client: Client) -> None:
        now = self.tables.now()
        greet(table, client, None, now)
        enter_group(table, client, now)

    async def close(self) -> None:
        """Stop timers and bots; what was confirmed is in the store."""
        self.tables.closing = True
        for table in self.tables.live.values():
            if table.timer is not None:
                table.timer.cancel()
        self.bot_seats.bots.close()
        await self.tables.tasks.cancel()


def shut_out(client: Client, room: Room) -> None:
    """Nobody watches a table with a password, or one without spectators, who has no seat there."""
    code = "wrong_password" if room.made.password else "no_spectators"
    client.drop(SHUT_OUT, code, say(client.lang, code))
