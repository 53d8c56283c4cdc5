"""An action by the short way: checked, appended and shown without a task, a future or a wait in between.

Whatever is unusual (a refusal, a message that came before, a table that is busy just now, a tie) is left to
`play`, which does the same in full.
"""

from __future__ import annotations

from collections.abc import Callable

from koloda.table import rows, wire
from koloda.table.broadcast import forget_shown
from koloda.table.checks import checked
from koloda.table.connections import Client, LiveTable
from koloda.table.errors import BrokenTable, Refused
from koloda.table.hub import Hub
from koloda.table.room import Room
from koloda.table.store import StoreDown


class QuickAct:
    """One action under way."""

    def __init__(
        self, hub: Hub, table: LiveTable, client: Client, message: wire.Act, ended: Callable[[str], None]
    ) -> None:
        self.hub = hub
        self.table = table
        self.client = client
        self.message = message
        self.ended = ended  # is told "", or why there is no answer yet: lost, store_down, broken
        self.arrived = 0
        self.row: rows.Act | None = None

    def is_usual(self) -> bool:
        """May it go the short way at this moment?"""
        table, message = self.table, self.message
        user = self.client.user
        if table.lock.held or user is None or (user, message.id) in table.refused:
            return False
        self.arrived = self.hub.tables.now()
        self.row = usual_row(table.room, self.client, message, self.arrived)
        return self.row is not None

    def begin(self) -> bool:
        """False: the long way is to be taken, and nothing has happened."""
        table, tables, row = self.table, self.hub.tables, self.row
        assert row is not None
        if not table.lock.take():
            return False
        try:
            tables.store.append_then(table.room.id, table.room.seq + 1, rows.written(row), self.committed)
        except StoreDown:
            table.lock.release()
            return False
        return True

    def committed(self, won: bool, error: BaseException | None) -> None:
        hub, table = self.hub, self.table
        row = self.row
        assert row is not None
        if error is not None or not won:
            table.lock.release()
            self.ended("lost" if error is None else "store_down")
            return
        try:
            hub.tables.confirmed(table, row)
        except BrokenTable:
            self.ended("broken")
            raise
        finally:
            table.lock.release()
        try:
            hub.metrics.actions.add(table.room.game.id)
            hub.metrics.commit.observe((hub.tables.now() - self.arrived) / 1000)
            self.client.send(wire.encode(wire.Ok(self.message.id)))
            forget_shown(table, row.seat)  # whoever acts gets an update, even if the table looks the same
            hub.after(table)
            hub.metrics.update.observe((hub.tables.now() - self.arrived) / 1000)
        finally:
            self.ended("")


def usual_row(room: Room, client: Client, message: wire.Act, arrived: int) -> rows.Act | None:
    """The row of an action to which nothing is unusual."""
    number = client.seat
    if number is None:
        return None
    seat = room.seats[number]
    state = room.state
    if seat.user != client.user or seat.taken_over or state is None or state.free:
        return None
    if message.id in seat.ids or message.id in seat.refused:
        return None
    try:
        text = checked(room, number, message, arrived, arrived, client.lang)
    except Refused:
        return None
    return rows.Act(arrived, number, text, message.id) if text else None
