"""What is kept, and for how long: logs of finished tables are packed, and old things are deleted.

A log that is packed is still a log: whoever opens the table reads the same rows. What only served the running
match is left out of them: the ids of messages, by which a client may repeat itself.
"""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from koloda.table import rows
from koloda.table.store import StoreDown, packed, unpacked
from koloda.table.tables import Tables

if TYPE_CHECKING:
    from koloda.table.server import Settings

log = logging.getLogger(__name__)
EVERY = 60.0  # seconds
AT_REST = 600_000  # milliseconds after its end nobody changes a table any more, or nearly
AT_ONCE = 200  # tables
DAY = 24 * 3600 * 1000
WITH_IDS = (
    *(rows.Act, rows.Said, rows.Asked, rows.Consented, rows.TakenBack),
    *(rows.Ignored, rows.Refused),
)
OLD = {
    "finished": "status = 'over' and updated < ?1",
    "abandoned": "status <> 'over' and updated < ?1 "
    "and not exists(select 1 from events where table_id = tables.id and at >= ?1) "
    "and not exists(select 1 from slow_tables where table_id = tables.id)",  # days may pass between two moves
}


class Retention:
    def __init__(self, tables: Tables, settings: Settings) -> None:
        self.tables = tables
        self.store = tables.store
        self.settings = settings

    async def keep(self) -> None:
        """Runs as long as the server."""
        while True:
            await asyncio.sleep(EVERY)
            try:
                await self.once()
            except StoreDown as error:
                log.warning("nothing could be tidied up: %s", error)
            except Exception:  # the next time will do
                log.exception("tidying up failed")

    async def once(self) -> None:
        now, settings = self.tables.now(), self.settings
        await self.fold_finished(now - AT_REST)
        if settings.keep_days:
            await self.delete("finished", now - settings.keep_days * DAY)
        if settings.keep_abandoned_days:
            await self.delete("abandoned", now - settings.keep_abandoned_days * DAY)
        if settings.keep_chat_days:
            await self.forget_chats(now - settings.keep_chat_days * DAY)
        await self.store.run("delete from limits where until < ?1", now - DAY)
        await self.store.tidy()

    async def fold_finished(self, before: int) -> int:
        """Pack the logs of tables that ended before that; how many."""
        found = await self.store.all(
            "select id from tables where status = 'over' and updated < ?1 "
            "and exists(select 1 from events where table_id = tables.id) limit ?2",
            before,
            AT_ONCE,
        )
        for (name,) in found:
            await self.fold(str(name))
        return len(found)

    async def fold(self, table: str) -> None:
        log_ = await self.store.read(table)
        if not log_ or log_[0][0] != 1:
            return
        read = [rows.read(data) for _, data in log_]
        said = 0
        for row in read:
            if isinstance(row, WITH_IDS):
                row.id = ""
            if isinstance(row, rows.Refused):
                row.code, row.details = "", []
            if isinstance(row, rows.Said) and row.text:
                said = row.at
        await self.store.fold(table, len(read), packed([rows.written(row) for row in read]), said)
        # lists show no finished table; a summary is made anew from the log when it is wanted
        await self.store.run("update tables set summary = '' where id = ?1 and status = 'over'", table)

    async def delete(self, which: str, before: int) -> None:
        found = await self.store.all(f"select id from tables where {OLD[which]} limit ?2", before, AT_ONCE)
        for (name,) in found:
            table = self.tables.live.get(str(name))
            if table is not None and table.clients:
                continue
            self.tables.forget(str(name))
            for relation in ("events", "folded", "sitting"):
                await self.store.run(f"delete from {relation} where table_id = ?1", str(name))
            await self.store.run("delete from tables where id = ?1", str(name))
        if found:
            log.info("%d %s tables were deleted", len(found), which)

    async def forget_chats(self, before: int) -> None:
        """What was said at finished tables; that something was said there stays."""
        found = await self.store.all(
            "select table_id, body, seq from folded where said > 0 and said < ?1 limit ?2", before, AT_ONCE
        )
        for name, body, seq in found:
            assert isinstance(body, bytes)
            read = [rows.read(data) for data in unpacked(body)]
            for row in read:
                if isinstance(row, rows.Said):
                    row.text = row.name = ""
            await self.store.run(
                "update folded set body = ?1, said = 0 where table_id = ?2 and seq = ?3",
                packed([rows.written(row) for row in read]),
                name,
                seq,
            )
            self.tables.forget(str(name))
