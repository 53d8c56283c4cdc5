"""The lists of tables: one line of each in the store, and what is known better in memory."""

from __future__ import annotations

import msgspec

from koloda.core.errors import KolodaError
from koloda.table import updates, wire
from koloda.table.connections import LiveTable
from koloda.table.room import EMPTY, OVER, PERSON, PLAYING, Room
from koloda.table.store import Arg, Store
from koloda.table.tables import Tables

LISTED = 200
LIST_AGE = 24 * 3600 * 1000
SLOW = "exists (select 1 from slow_tables where table_id = tables.id)"
GOES_ON = "status in ('waiting', 'playing', 'between')"
LOOKED_INTO = 10  # of somebody's tables that are not in memory: whose turn it is there is in their logs
NOTED = 10_000  # tables whose people are known to be written down


class Lists:
    def __init__(self, store: Store, tables: Tables) -> None:
        self.store = store
        self.tables = tables
        self.noted: dict[str, set[str]] = {}

    async def open(self) -> None:
        """Note who sits where, of tables that an older koloda has made."""
        found = await self.store.all(
            f"select id, summary from tables where {GOES_ON} "
            "and not exists (select 1 from sitting where table_id = tables.id)"
        )
        for name, summary in found:
            info = msgspec.json.decode(str(summary), type=wire.TableInfo)
            await self.note(str(name), {seat.user for seat in info.seats if seat.user is not None})

    async def note(self, table: str, people: set[str]) -> None:
        """These people sit at a table that goes on."""
        new = people - self.noted.get(table, set())
        if not new:
            return
        values = ", ".join(f"(?{number}, ?1)" for number in range(2, 2 + len(new)))
        await self.store.run(
            f"insert into sitting(user_id, table_id) values {values} on conflict do nothing", table, *new
        )
        if len(self.noted) >= NOTED:
            self.noted.clear()
        self.noted.setdefault(table, set()).update(new)

    async def summarise(self, room: Room) -> None:
        """One line of the table for lists."""
        if room.status_at(self.tables.now()) == OVER:
            self.noted.pop(room.id, None)
            await self.store.run("delete from sitting where table_id = ?1", room.id)
        else:
            await self.note(room.id, {seat.user for seat in room.seats if seat.user is not None})
        # made and written without a pause, so that no older line comes after a newer one
        now = self.tables.now()
        summary = wire.encode(updates.table_info(room, now)).decode()
        status = room.status_at(now)
        ended = room.ended if status == OVER else None
        await self.store.run(
            "insert into tables(id, game, status, public, created, updated, ended, summary, attended) "
            "values(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9) "
            "on conflict(id) do update "
            "set status = ?3, updated = ?6, ended = ?7, summary = ?8, attended = ?9",
            room.id, room.game.id, status, int(room.made.public), room.made.at, now, ended, summary,
            0 if status == OVER else attendance(room),
        )  # fmt: skip

    async def listed(
        self, game: str, status: str, free: bool, everything: bool = False
    ) -> list[wire.TableInfo]:
        """The public tables that go on, those with people first, then the newest; of those that wait for
        players only those with people. Everything: all tables, the newest first, for the admin."""
        now = self.tables.now()
        where = f"{GOES_ON} and (updated > ?1 or {SLOW})"
        args: list[Arg] = [now - LIST_AGE]
        if not everything:
            where += " and public = 1 and (attended > 0 or status <> 'waiting')"
        if game:
            args.append(game)
            where += f" and game = ?{len(args)}"
        if status:
            args.append("waiting" if status == "waiting" else "playing")
            where += f" and (status = ?{len(args)}"
            where += " or status = 'between')" if status == "playing" else ")"
        found = await self.store.all(
            f"select id, summary from tables where {where} "
            f"order by {'' if everything else 'attended desc, '}updated desc limit {LISTED}",
            *args,
        )
        result = []
        for name, summary in found:
            info = self.info(str(name), str(summary), now)
            if not everything and info.status == "waiting" and not somebody_waits(info):
                continue
            if not free or any(seat.kind == EMPTY for seat in info.seats):
                result.append(info)
        return result

    async def sitting(self, user: str) -> list[wire.TableInfo]:
        """The tables that go on where this person has a seat, the newest first: the way back to them."""
        now = self.tables.now()
        found = await self.store.look_up(
            "select id, summary from sitting join tables on tables.id = sitting.table_id "
            f"where sitting.user_id = ?1 and {GOES_ON} and (updated > ?2 or {SLOW}) "
            f"order by updated desc limit {LISTED}",
            user, now - LIST_AGE,
        )  # fmt: skip
        infos = [self.info(str(name), str(summary), now) for name, summary in found]
        sitting = [info for info in infos if any(seat.user == user for seat in info.seats)]
        standing = await self.standing(user) if any(info.days for info in sitting) else {}
        looked_into = 0
        for info in sitting:
            if info.days:
                info.turn, info.until, info.awaited = standing.get(info.id, (False, None, None))
                continue
            left = any(seat.user == user and seat.taken_over for seat in info.seats)  # a bot plays on
            if info.status == PLAYING and not left:
                table = self.tables.live.get(info.id)
                if (table is None or table.behind) and looked_into < LOOKED_INTO:
                    looked_into += 1
                    table = await self.read(info.id)
                info.turn = table is not None and updates.owes(table.room, user, now)
        return sitting

    async def read(self, name: str) -> LiveTable | None:
        """A table with what other processes have written; None: it is of other rules, or was deleted."""
        try:
            return await self.tables.find(name)
        except (KolodaError, msgspec.DecodeError):
            return None

    async def standing(self, user: str) -> dict[str, tuple[bool, int | None, list[int] | None]]:
        """Of this person's matches by correspondence, whoever has them in memory: is it his turn, until
        when, and who is awaited, as far as he may know?"""
        found = await self.store.all(
            "select table_id, since, until, awaited from turns where user_id = ?1", user
        )
        return {
            str(table): (bool(since), int(str(until)) or None, msgspec.json.decode(str(awaited)))
            for table, since, until, awaited in found
        }

    def info(self, name: str, summary: str, now: int) -> wire.TableInfo:
        """A table as it is if it is in memory, else as it was noted."""
        table = self.tables.live.get(name)
        if table is not None and not table.behind:
            return updates.table_info(table.room, now, table.spectators)
        return msgspec.json.decode(summary, type=wire.TableInfo)


def attendance(room: Room) -> int:
    """2: somebody is there; 1: nobody need be, so there may be many; 0: such tables fill no list."""
    if any(seat.human and bool(seat.link) for seat in room.seats):
        return 2
    return int(room.slow)


def somebody_waits(info: wire.TableInfo) -> bool:
    if info.days:  # nobody need be there
        return True
    return any(seat.kind == PERSON and seat.online and not seat.bot for seat in info.seats)
