"""The lists of tables: one line of each in the store, and what is known better in memory."""

from __future__ import annotations

import msgspec

from koloda.table import updates, wire
from koloda.table.room import EMPTY, OVER, PERSON, Room
from koloda.table.store import Arg, Store
from koloda.table.tables import Tables

LISTED = 200
LIST_AGE = 24 * 3600 * 1000
SLOW = "exists (select 1 from slow_tables where table_id = tables.id)"


class Lists:
    def __init__(self, store: Store, tables: Tables) -> None:
        self.store = store
        self.tables = tables

    async def summarise(self, room: Room) -> None:
        """One line of the table for lists."""
        now = self.tables.now()
        summary = wire.encode(updates.table_info(room, now)).decode()
        status = room.status_at(now)
        ended = room.ended if status == OVER else None
        await self.store.run(
            "insert into tables(id, game, status, public, created, updated, ended, summary) "
            "values(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8) "
            "on conflict(id) do update set status = ?3, updated = ?6, ended = ?7, summary = ?8",
            room.id, room.game.id, status, int(room.made.public), room.made.at, now, ended, summary,
        )  # fmt: skip

    async def listed(
        self, game: str, status: str, free: bool, everything: bool = False
    ) -> list[wire.TableInfo]:
        """The public tables (everything: all, for the admin) that go on, the newest first."""
        now = self.tables.now()
        where = f"status <> 'over' and (updated > ?1 or {SLOW})"
        args: list[Arg] = [now - LIST_AGE]
        if not everything:
            where += " and public = 1"
        if game:
            args.append(game)
            where += f" and game = ?{len(args)}"
        if status:
            args.append("waiting" if status == "waiting" else "playing")
            where += f" and (status = ?{len(args)}"
            where += " or status = 'between')" if status == "playing" else ")"
        found = await self.store.all(
            f"select id, summary from tables where {where} order by updated desc limit {LISTED}", *args
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
        found = await self.store.all(
            f"select id, summary from tables where status <> 'over' and (updated > ?1 or {SLOW}) "
            f"and summary like ?2 order by updated desc limit {LISTED}",
            now - LIST_AGE,
            f'%"user":"{user}"%',
        )
        infos = [self.info(str(name), str(summary), now) for name, summary in found]
        sitting = [info for info in infos if any(seat.user == user for seat in info.seats)]
        standing = await self.standing(user) if any(info.days for info in sitting) else {}
        for info in sitting:
            if info.days:
                info.turn, info.until, info.awaited = standing.get(info.id, (False, None, None))
                continue
            table = self.tables.live.get(info.id)
            left = any(seat.user == user and seat.taken_over for seat in info.seats)  # a bot plays on
            info.turn = table is not None and not left and updates.owes(table.room, user, now)
        return sitting

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


def somebody_waits(info: wire.TableInfo) -> bool:
    if info.days:  # nobody need be there
        return True
    return any(seat.kind == PERSON and seat.online and not seat.bot for seat in info.seats)
