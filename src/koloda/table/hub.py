"""The tables that this process serves: a cache of rooms, their sockets, their timers and their bots.

No process owns a table. Whoever has something to add appends it under the next number of the table's log; of
several processes exactly one succeeds, the others read what has come and decide again. Only what has been
appended is confirmed and shown.
"""

from __future__ import annotations

import asyncio
import logging
import random
import secrets
from collections.abc import Callable, Coroutine
from typing import Any

from koloda.core.bits import members
from koloda.core.state import SECRET
from koloda.table import clocks, rows, sight, wire
from koloda.table.bots import Bots, sound
from koloda.table.bus import Bus
from koloda.table.live import Group, NoTable, Socket, Table, chat_out, table_message
from koloda.table.metrics import Metrics
from koloda.table.room import BETWEEN, OVER, PERSON, PLAYING, WAITING, Room
from koloda.table.store import Store, StoreDown
from koloda.table.store import now as server_time

log = logging.getLogger(__name__)
KEPT = 60_000  # milliseconds that a table without sockets stays in memory
SWEEP = 5.0
RETRY = 1.0  # seconds
FALLBACK = 1500  # other processes leave timers and bots to the one with the first person, but not for ever
BOT_LEVEL = "normal"  # of a bot that plays for an absent person
USUAL_PAUSE = (700, 1300)
CALL_HOLD = 1500  # real time: so long a bot leaves the others the chance to react before it moves on
THOUGHT = {"hard": 400, "expert": 3000}  # what these levels may think: a bot never betrays that it need not


class Hub:
    def __init__(
        self,
        store: Store,
        bus: Bus,
        bots: Bots,
        metrics: Metrics,
        pause: tuple[int, int] = USUAL_PAUSE,
        now: Callable[[], int] = server_time,
        settle: Callable[[Room], Coroutine[Any, Any, None]] | None = None,
        summarise: Callable[[Room], Coroutine[Any, Any, None]] | None = None,
    ) -> None:
        self.store = store
        self.bus = bus
        self.bots = bots
        self.metrics = metrics
        self.pause = pause
        self.now = now
        self.settle = settle
        self.summarise = summarise
        self.process = secrets.token_hex(4)
        self.tables: dict[str, Table] = {}
        self.opening: dict[str, asyncio.Future[Table]] = {}
        self.tasks: set[asyncio.Task[None]] = set()
        self.links = 0
        self.closing = False
        metrics.gauge("koloda_tables", "Tables in memory, by status.", "status", read=self.by_status)
        bus.listen(self.heard, self.regained)

    def by_status(self) -> dict[tuple[str, ...], float]:
        found: dict[tuple[str, ...], float] = {(status,): 0.0 for status in (WAITING, PLAYING, BETWEEN, OVER)}
        for table in self.tables.values():
            found[table.room.status,] += 1
        return found

    def task(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.ended)

    def ended(self, task: asyncio.Task[None]) -> None:
        self.tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            if isinstance(error, StoreDown):
                log.warning("the store does not answer: %s", error)
            else:
                log.error("a task failed", exc_info=error)

    # rooms and rows

    async def table(self, name: str) -> Table:
        """The table with this id; NoTable if there is none."""
        table = self.tables.get(name)
        if table is not None:
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
            return table
        return await asyncio.shield(opening)

    async def load(self, name: str) -> Table:
        if not 8 <= len(name) <= 64 or not name.isascii():
            raise NoTable
        found = await self.store.read(name)
        if not found:
            raise NoTable
        room = Room(name)
        for _, data in found:
            room.fold(rows.read(data))
        table = Table(room)
        table.settled = room.status == OVER
        table.idle_since = self.now()
        table.told = room.changed
        table.noted = room.changed, room.status
        table.chats = room.chat_count
        table.status = room.status_at(self.now())
        self.tables[name] = table
        if self.overdue(room) or (self.alone and any(seat.link for seat in room.seats)):
            async with table.lock:
                await self.append(table, lambda: rows.Woke(self.now()))
        return table

    @property
    def alone(self) -> bool:
        """Is this the only process, so that nobody can be connected elsewhere?"""
        from koloda.table.bus import LocalBus

        return isinstance(self.bus, LocalBus)

    def overdue(self, room: Room) -> bool:
        """Has a clock run out while no process served the table?"""
        due = clocks.due(room)
        return due is not None and due + clocks.ASLEEP < self.now()

    async def create(self, made: rows.Made, *others: rows.AnyRow) -> Table:
        name = secrets.token_urlsafe(12)
        room = Room(name)
        table = Table(room)
        table.idle_since = self.now()
        async with table.lock:
            for row in (made, *others):
                if not await self.store.append(name, room.seq + 1, rows.written(row)):
                    raise StoreDown("a new table has rows already")
                room.fold(row)
        self.tables[name] = table
        table.told = room.changed
        await self.note(table)
        self.after(table)
        return table

    async def append(self, table: Table, make: Callable[[], rows.AnyRow | None]) -> bool:
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
                room.fold(row)
                await self.bus.publish(room.id, room.seq)
                return True
            await self.catch_up(table)

    async def catch_up(self, table: Table) -> None:
        """Fold what other processes have appended. The caller holds the lock."""
        for number, data in await self.store.read(table.room.id, table.room.seq):
            if number == table.room.seq + 1:
                table.room.fold(rows.read(data))

    async def write(self, table: Table, make: Callable[[], rows.AnyRow | None]) -> bool:
        """Append and show."""
        async with table.lock:
            done = await self.append(table, make)
        self.after(table)
        return done

    async def note(self, table: Table) -> None:
        """Tell the lobby what the table is like."""
        table.noted = table.room.changed, table.room.status
        if self.summarise is not None:
            await self.summarise(table.room)

    def heard(self, name: str, seq: int) -> None:
        """Another process has appended to a table."""
        table = self.tables.get(name)
        if table is not None and (seq == 0 or seq > table.room.seq):
            self.task(self.read_news(table))

    def regained(self) -> None:
        for table in self.tables.values():
            self.task(self.read_news(table))

    async def read_news(self, table: Table) -> None:
        async with table.lock:
            await self.catch_up(table)
        self.after(table)

    # showing

    def after(self, table: Table) -> None:
        """Something has happened, or time has passed: show it, set the timer, ask the bots."""
        now = self.now()
        self.show(table, now)
        if not self.closing:
            self.arm(table, now)
            self.drive(table, now)
            status = table.room.status
            if table.noted[1] != status or (status == WAITING and table.noted[0] != table.room.changed):
                table.noted = table.room.changed, status
                self.task(self.note(table))
            if table.room.status == OVER and not table.settled and table.room.live_at <= now:
                table.settled = True
                if self.settle is not None and table.room.match is not None and table.room.match.over:
                    self.task(self.settle(table.room))

    def show(self, table: Table, now: int) -> None:
        room = table.room
        status = room.status_at(now)
        if table.told != room.changed or table.status != status:
            table.told = room.changed
            table.status = status
            self.show_table(table, now)
        while table.chats < room.chat_count:
            table.chats += 1
            place = table.chats - room.chat_count - 1 + len(room.chats)
            if place >= 0:
                message = wire.encode(chat_out(room, place))
                for socket in table.sockets:
                    socket.send(message)
        if not table.groups or not room.stages:
            return
        look = sight.Look(room, now)
        for (seat, lang), group in table.groups.items():
            view, legal, owed, over = look.sight(seat)
            count = look.count(seat)
            seen = (view, legal, owed, over is not None)
            if group.last == seen and group.count == count:
                continue
            message = look.message(seat, lang, group.count, view, legal, owed, over)
            group.last, group.count = seen, count
            for socket in group.sockets:
                socket.send(message)

    def forget_shown(self, table: Table, seat: int) -> None:
        for (shown, _), group in table.groups.items():
            if shown == seat:
                group.last = None

    def show_table(self, table: Table, now: int) -> None:
        info = wire.encode(sight.table_info(table.room, now, table.spectators))
        for socket in table.sockets:
            socket.send(table_message(info, socket))

    def greet(self, table: Table, socket: Socket, seen: int | None) -> None:
        """A socket comes to the table: what is there, and what it has missed."""
        now = self.now()
        self.show(table, now)
        info = wire.encode(sight.table_info(table.room, now, table.spectators))
        socket.send(table_message(info, socket))
        look = sight.Look(table.room, now)
        socket.send(look.update(socket.seat, socket.lang, seen))
        for place in range(len(table.room.chats)):
            socket.send(wire.encode(chat_out(table.room, place)))

    def enter_group(self, table: Table, socket: Socket) -> None:
        key = (socket.seat, socket.lang)
        group = table.groups.get(key)
        if group is None:
            group = table.groups[key] = Group()
        if not group.sockets and table.room.stages:
            look = sight.Look(table.room, self.now())
            view, legal, owed, over = look.sight(socket.seat)
            group.last = (view, legal, owed, over is not None)
            group.count = look.count(socket.seat)
        group.sockets.add(socket)

    def leave_group(self, table: Table, socket: Socket) -> None:
        key = (socket.seat, socket.lang)
        group = table.groups.get(key)
        if group is not None:
            group.sockets.discard(socket)
            if not group.sockets:
                del table.groups[key]

    # sockets

    async def connect(self, table: Table, socket: Socket, seen: int) -> None:
        room = table.room
        self.links += 1
        socket.link = f"{self.process}-{self.links}"
        socket.seat = room.seat_of(socket.user)
        if socket.seat is not None:
            await self.arrive(table, socket)
        table.sockets.add(socket)
        self.greet(table, socket, seen or None)
        self.enter_group(table, socket)
        if socket.seat is None:
            self.show_table(table, self.now())
        self.after(table)

    async def arrive(self, table: Table, socket: Socket) -> None:
        """A person is here, and takes the seat back if a bot has played on it."""
        room, number = table.room, socket.seat
        assert number is not None

        def here() -> rows.AnyRow | None:
            seat = room.seats[number]
            return rows.Here(self.now(), number, socket.link) if seat.user == socket.user else None

        def returned() -> rows.AnyRow | None:
            return rows.Returned(self.now(), number) if room.seats[number].taken_over else None

        async with table.lock:
            if self.overdue(room):
                await self.append(table, lambda: rows.Woke(self.now()))
            await self.append(table, here)
            await self.append(table, returned)
        self.after(table)

    async def disconnect(self, table: Table, socket: Socket) -> None:
        if socket not in table.sockets:
            return
        table.sockets.discard(socket)
        self.leave_group(table, socket)
        if not table.sockets:
            table.idle_since = self.now()
        if self.closing:
            return
        room, number = table.room, socket.seat
        if number is None:
            self.show_table(table, self.now())
            return
        # another connection of the same person may still be there
        other = next((each for each in table.sockets if each.user == socket.user), None)

        def gone() -> rows.AnyRow | None:
            if room.seats[number].link != socket.link:
                return None
            if other is not None:
                return rows.Here(self.now(), number, other.link)
            return rows.Gone(self.now(), number, socket.link)

        await self.write(table, gone)

    def reseat(self, table: Table) -> None:
        """Somebody has sat down or left: his sockets see the table from there."""
        for socket in list(table.sockets):
            seat = table.room.seat_of(socket.user)
            if seat != socket.seat:
                self.leave_group(table, socket)
                socket.seat = seat
                self.greet(table, socket, None)
                self.enter_group(table, socket)
                if seat is not None:
                    self.task(self.arrive(table, socket))

    # time

    def serves(self, table: Table) -> bool:
        """Is a person of this table connected to this process?"""
        return any(socket.seat is not None for socket in table.sockets)

    def leads(self, table: Table) -> bool:
        """Of several processes with people at the table, the one with the first of them goes ahead."""
        for seat in table.room.seats:
            if seat.link:
                return seat.link.startswith(self.process + "-")
        return True

    def arm(self, table: Table, now: int) -> None:
        if table.timer is not None:
            table.timer.cancel()
            table.timer = None
        room = table.room
        times = [stage.at for stage in room.stages if stage.at > now]
        if self.serves(table):
            late = 0 if self.leads(table) else FALLBACK
            due = clocks.due(room)
            if due is not None:
                times.append(due + late)
            times += [when + late for when, _ in clocks.absent(room)]
        if times:
            wait = max(0, min(times) - now) / 1000 + 0.001
            table.timer = asyncio.get_running_loop().call_later(wait, self.ring, table)

    def ring(self, table: Table) -> None:
        table.timer = None
        self.task(self.tick(table))

    async def tick(self, table: Table) -> None:
        """Do what is due: defaults, a bot for somebody absent, the next deal, the next thing to show."""
        room = table.room
        if self.serves(table):
            try:
                async with table.lock:
                    while await self.append(table, lambda: self.overdue_row(room)):
                        pass
            except StoreDown:
                self.later(table)
                raise
        self.after(table)

    def later(self, table: Table) -> None:
        """The store does not answer: what is due is tried again."""
        if not self.closing and table.timer is None:
            table.timer = asyncio.get_running_loop().call_later(RETRY, self.ring, table)

    def overdue_row(self, room: Room) -> rows.AnyRow | None:
        now = self.now()
        if room.status == BETWEEN:
            everybody = all(
                seat.next or seat.by_bot or not seat.link for seat in room.seats if seat.kind == PERSON
            )
            if room.live_at <= now and (everybody or now >= room.ended + clocks.BETWEEN_DEALS):
                return rows.Dealt(now)
            return None
        if room.status != PLAYING or not room.live(now):
            return None
        for when, seat in clocks.absent(room):
            if now >= when:
                return rows.TakenOver(now, seat)
        state = room.state
        assert state is not None
        for seat in members(state.pending):
            sitting = room.seats[seat]
            if sitting.by_bot:
                continue
            if sitting.missed >= clocks.MISSED_TURNS:
                return rows.TakenOver(now, seat)
            deadline = clocks.deadline(room, seat)
            if deadline is not None and now >= deadline:
                return rows.Act(now, seat, state.game.text(state.default(seat)), by="clock")
        return None

    # bots

    def drive(self, table: Table, now: int) -> None:
        """Ask the bots whose decision it is."""
        room, state = table.room, table.room.state
        if state is None or not room.live(now) or not self.serves(table):
            return
        for seat in members(state.pending | state.free):
            if room.seats[seat].by_bot and seat not in table.asked:
                owes = bool(state.pending >> seat & 1)
                if owes or (table.declined.get(seat) != table.moment() and self.tempted(table, seat)):
                    table.asked[seat] = table.moment()
                    self.task(self.decide(table, seat, now))

    def tempted(self, table: Table, seat: int) -> bool:
        """Real time: is there anything that this seat, which owes nothing, might do?"""
        state = table.room.state
        assert state is not None
        if table.room.game.id == "junquick":
            return False  # it has just said that it waits; the next card asks it again
        return any(not state.game.text(action).startswith("mistake") for action in state.legal(seat))

    async def decide(self, table: Table, seat: int, began: int) -> None:
        room, state = table.room, table.room.state
        assert state is not None
        moment = table.moment()
        deal = room.deals[-1]
        owes = bool(state.pending >> seat & 1)
        level = room.seats[seat].level or BOT_LEVEL
        pause = 0
        if state.question() < SECRET and self.pause[1]:
            pause = random.randint(*self.pause) + THOUGHT.get(level, 0)
            if state.free and owes:
                pause = max(pause, CALL_HOLD)
        try:
            if not self.leads(table):
                await asyncio.sleep(FALLBACK / 1000)
            if table.moment() != moment:
                table.asked.pop(seat, None)
                self.look_again(table)
                return  # the process that leads has done it
            self.metrics.bots_thinking.add()
            try:
                answer = await self.bots.ask(
                    f"{room.id}/{len(room.deals)}",
                    room.game.id,
                    len(room.seats),
                    deal.seed,
                    room.made.options,
                    deal.context,
                    deal.actions[: moment[1]],
                    seat,
                    level,
                )
            finally:
                self.metrics.bots_thinking.add(-1)
            left = began + pause - self.now()
            if left > 0:
                await asyncio.sleep(left / 1000)

            def act() -> rows.AnyRow | None:
                state = room.state
                if state is None or not room.live(self.now()) or not room.seats[seat].by_bot:
                    return None
                if table.moment()[0] != moment[0] or not (state.pending | state.free) >> seat & 1:
                    return None
                if table.tie:
                    return None  # people's cards of this moment come first, then the question is another one
                if table.moment() != moment and answer.action not in state.legal(seat):
                    return None  # the question is another one by now: the bot is asked again
                action = sound(state, seat, answer)
                if action < 0 or (not owes and state.game.text(action).startswith("mistake")):
                    table.declined[seat] = moment
                    return None
                return rows.Act(self.now(), seat, state.game.text(action), by="bot")

            async with table.lock:
                if await self.append(table, act):
                    self.metrics.actions.add(room.game.id)
        except StoreDown:
            self.later(table)
            raise
        finally:
            table.asked.pop(seat, None)
        self.look_again(table)

    def look_again(self, table: Table) -> None:
        if not self.closing:
            self.after(table)

    async def settle_tie(self, table: Table, seat: int, wait: int) -> bool:
        """Real time: cards that come within this time are simultaneous; is this seat's the one that counts?

        Priority is the rulebook's: the first player, then whoever sits nearest to him counter-clockwise.
        """
        table.tie.append(seat)
        if len(table.tie) == 1:
            await asyncio.sleep(wait / 1000)
            contenders, table.tie = table.tie, []
            first = int(table.room.state.view(None)["fp"]) if table.room.state is not None else 0
            seats = len(table.room.seats)
            best = min(contenders, key=lambda each: (first - each) % seats)
            table.tie_won = best
        else:
            while seat in table.tie:
                await asyncio.sleep(0.005)
        return table.tie_won == seat

    # keeping house

    async def sweep(self) -> None:
        """Forget tables that nobody looks at; runs as long as the server."""
        while True:
            await asyncio.sleep(SWEEP)
            now = self.now()
            for name, table in list(self.tables.items()):
                if (
                    not table.sockets
                    and not table.asked
                    and not table.lock.locked()
                    and now - table.idle_since > KEPT
                ):
                    if table.timer is not None:
                        table.timer.cancel()
                    del self.tables[name]

    async def close(self) -> None:
        """Stop timers and bots; what was confirmed is in the store."""
        self.closing = True
        for table in self.tables.values():
            if table.timer is not None:
                table.timer.cancel()
        self.bots.close()
        for task in list(self.tasks):
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
