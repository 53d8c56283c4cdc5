"""Matches by correspondence: nobody need be connected, and no process keeps them in memory for days.

A row of `slow_tables` says when to look at a match again. Any process that finds it due takes it, for a
minute, reads the log, does what the clock or a bot has to do, and notes how it stands for each of its people.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import UTC, datetime

import msgspec

from koloda.core.bits import members
from koloda.core.errors import KolodaError
from koloda.core.state import TURN
from koloda.table import clocks, rows
from koloda.table.accounts import User
from koloda.table.connections import LiveTable
from koloda.table.errors import NoTable, Refused
from koloda.table.hub import Hub
from koloda.table.room import OVER, PERSON, PLAYING, Room
from koloda.table.store import StoreDown

log = logging.getLogger(__name__)
EVERY = 2.0  # seconds
CLAIMED = 60_000  # milliseconds that another process leaves a match to the one that has taken it
AT_ONCE = 20
SETTLED = 5_000  # milliseconds for a bot to move where nobody looks
FAR = clocks.DAY  # so long nobody looks at a match that cannot be read
MOST = 100  # unfinished matches by correspondence of one person
TELL_AFTER = 15_000  # who moves on at once, or has other games to move in, hears of all of them together
WARN = clocks.DAY // 2  # before the clock runs out, or a quarter of the time if that is less
VACATION = 21  # days in a calendar year
NOTE = (
    "insert into turns(table_id, user_id, seq, since, until, awaited, tell_at, told, warn_at, warned) "
    "values(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, 0) on conflict(table_id, user_id) do update set "
    "seq = ?3, until = ?5, awaited = ?6, warn_at = ?9, since = ?4, "
    # the same turn is told once, however often it is noted
    "told = case when turns.since = ?4 and turns.told = 1 then 1 else ?8 end, "
    "tell_at = case when turns.since = ?4 then turns.tell_at else ?7 end, "
    "warned = case when turns.since = ?4 then turns.warned else 0 end where turns.seq <= ?3"
)


@dataclass(frozen=True, slots=True)
class Standing:
    """How a match stands for one of its people, who may know all of this."""

    since: int  # since when he owes a decision; 0: he does not
    until: int  # when his clock runs out, or that of the one who is awaited; 0: not to be told
    awaited: list[int] | None  # None: a secret
    warn_at: int  # 0: never


def standing(room: Room, seat: int, now: int) -> Standing:
    state = room.state
    if state is None or room.status_at(now) != PLAYING:
        return Standing(0, 0, None, 0)
    stage = room.front(now)
    awaited = stage.state.awaited(seat)
    live = stage is room.stages[-1]
    sitting = room.seats[seat]
    if live and state.pending >> seat & 1 and not sitting.by_bot:
        until = clocks.deadline(room, seat) or 0
        warn = 0
        if state.question() == TURN and until:
            warn = until - min(WARN, clocks.limit(room) // 4)
        return Standing(max(1, room.owed_since[seat]), until, awaited or [seat], warn)
    if not live or awaited is None or len(awaited) != 1 or state.question() != TURN:
        return Standing(0, 0, awaited, 0)
    [other] = awaited
    ends = None if room.seats[other].by_bot else clocks.deadline(room, other)
    return Standing(0, ends or 0, awaited, 0)


def next_look(room: Room, now: int) -> int:
    """When a process should have this match in memory next."""
    if room.status == PLAYING and room.state is not None and room.live(now):
        if any(room.seats[seat].by_bot for seat in members(room.state.pending)):
            return now + SETTLED
    when = clocks.next_moment(room, now, 0)
    return min(now + clocks.DAY if when is None else when, now + clocks.DAY)


class Correspondence:
    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self.tables = hub.tables
        self.store = hub.tables.store
        self.tell: Callable[[int], Awaitable[None]] | None = None  # whose turn it is: by Web Push
        hub.post = self.note

    async def open(self) -> None:
        """Matches whose first note a crash has prevented."""
        await self.store.run(
            "insert into slow_tables(table_id, seq, due) select id, 0, 0 from tables "
            "where status <> 'over' and summary like '%\"days\":%' and summary not like '%\"days\":0%' "
            "on conflict do nothing"
        )

    async def keep(self) -> None:
        """Runs as long as the server."""
        looks = 0
        while True:
            await asyncio.sleep(EVERY)
            looks += 1
            try:
                await self.once()
                if looks % 30 == 0:
                    await self.find_unnoted()
            except StoreDown as error:
                log.warning("the store does not answer: %s", error)
            except Exception:  # the next time will do
                log.exception("matches by correspondence could not be looked at")

    async def once(self) -> None:
        now = self.tables.now()
        found = await self.store.all(
            "select table_id, due from slow_tables where due <= ?1 order by due limit ?2", now, AT_ONCE
        )
        for name, due in found:
            mine = await self.store.run(
                "update slow_tables set due = ?3 where table_id = ?1 and due = ?2", name, due, now + CLAIMED
            )
            if mine:
                await self.attend(str(name))
        if self.tell is not None:
            await self.tell(now)

    async def find_unnoted(self) -> None:
        """A process that has died between a move and its note leaves a log that is longer than was noted."""
        await self.store.run(
            "update slow_tables set due = 0 where due > ?1 and exists (select 1 from events "
            "where events.table_id = slow_tables.table_id and events.seq > slow_tables.seq)",
            self.tables.now() + CLAIMED,
        )

    async def attend(self, name: str) -> None:
        """Do what is due in a match, and note when to look again."""
        try:
            table = await self.tables.find(name)
        except NoTable:
            await self.forget(name)
            return
        except (KolodaError, msgspec.DecodeError) as error:
            log.warning("a match by correspondence cannot be read: %s", error)
            await self.store.run(
                "update slow_tables set due = ?2 where table_id = ?1", name, self.tables.now() + FAR
            )
            return
        async with table.lock:
            if table.behind:
                await self.tables.catch_up(table)
            await self.lay_down(table)
            if self.tables.overdue(table.room):  # while no server was there
                await self.tables.append(table, lambda: rows.Woke(self.tables.now()))
        await self.hub.timers.tick(table)
        await self.note(table)

    async def forget(self, name: str) -> None:
        for relation in ("slow_tables", "turns"):
            await self.store.run(f"delete from {relation} where table_id = ?1", name)

    async def note(self, table: LiveTable) -> None:
        """How a match stands, for lists and messages, and when to look at it again."""
        room, now = table.room, self.tables.now()
        if room.status_at(now) == OVER:
            await self.forget(room.id)
            return
        seq = room.seq
        for number, seat in enumerate(room.seats):
            if seat.kind == PERSON and seat.user is not None:
                stands = standing(room, number, now)
                tell_at = max(now + TELL_AFTER, seat.rests_until)
                here = int(bool(seat.link))  # he sees it
                await self.store.run(
                    NOTE, room.id, seat.user, seq, stands.since, stands.until, json.dumps(stands.awaited),
                    tell_at, here, stands.warn_at,
                )  # fmt: skip
        await self.store.run(
            "insert into slow_tables(table_id, seq, due) values(?1, ?2, ?3) on conflict(table_id) "
            # 0: somebody wants it looked at who knows more than was noted here, such as of a vacation
            "do update set seq = ?2, due = case when slow_tables.due = 0 then 0 else ?3 end "
            "where slow_tables.seq <= ?2",
            room.id, seq, next_look(room, now),
        )  # fmt: skip
        # who has left before the start
        await self.store.run("delete from turns where table_id = ?1 and seq < ?2", room.id, seq)
        if room.status_at(self.tables.now()) == OVER:  # it has ended meanwhile
            await self.forget(room.id)

    # how many, and vacations

    async def may_play(self, user: User) -> None:
        """Refused if this person has too many such matches, or is on vacation."""
        found = await self.store.all("select count(*) from turns where user_id = ?1", user.id)
        if int(str(found[0][0])) >= MOST:
            raise Refused("too_many_slow", MOST)
        if (await self.vacation(user.id))[0] > self.tables.now():
            raise Refused("on_vacation")

    async def vacation(self, user: str) -> tuple[int, int]:
        """Until when it lasts (past or 0: there is none), and how many days of this year are left."""
        found = await self.store.all("select year, used, until from vacations where user_id = ?1", user)
        if not found:
            return 0, VACATION
        year, used, until = (int(str(each)) for each in found[0])
        return until, VACATION - (used if year == self.year() else 0)

    def year(self) -> int:
        return datetime.fromtimestamp(self.tables.now() / 1000, UTC).year

    async def rest(self, user: str, days: int) -> None:
        """Stop this person's clocks for so many days more, from now on; 0: he is back."""
        now = self.tables.now()
        until, left = await self.vacation(user)
        away = until > now
        if not days and not away:
            return
        if days > left:
            raise Refused("no_vacation", left)
        begins = until if away else now
        ends = begins + days * clocks.DAY if days else now
        # days that have not begun are given back
        used = VACATION - left + days - (0 if days else (until - now) // clocks.DAY)
        changed = await self.store.run(
            "insert into vacations(user_id, year, used, since, until) values(?1, ?2, ?3, ?4, ?5) "
            "on conflict(user_id) do update set year = ?2, used = ?3, until = ?5, "
            "since = case when vacations.until > ?4 then vacations.since else ?4 end "
            "where vacations.until = ?6",
            user, self.year(), max(0, used), now, ends, until,
        )  # fmt: skip
        if not changed:
            raise Refused("rate")  # the same person, twice at this moment
        await self.store.run(
            "update slow_tables set due = 0 where exists "
            "(select 1 from turns where turns.table_id = slow_tables.table_id and user_id = ?1)",
            user,
        )
        await self.once()  # what is left over is done in a moment, by whoever comes first

    async def lay_down(self, table: LiveTable) -> None:
        """Tell the log who is on vacation. The caller holds the lock."""
        room = table.room
        people = [seat.user for seat in room.seats if seat.kind == PERSON and seat.user is not None]
        if not people:
            return
        marks = ", ".join(f"?{number}" for number in range(1, len(people) + 1))
        found = await self.store.all(
            f"select user_id, until from vacations where user_id in ({marks})", *people
        )
        for user, until in found:

            def rests(user: object = user, until: object = until) -> rows.AnyRow | None:
                now, number = self.tables.now(), room.seat_of(str(user))
                if number is None or room.status == OVER:
                    return None
                known, wanted = room.seats[number].rests_until, int(str(until))
                if known == wanted or (known <= now and wanted <= now):
                    return None
                return rows.Rests(now, number, wanted)

            await self.tables.append(table, rests)
