"""What happens at a table by itself when time has passed: defaults, bots for the absent, the next deal."""

from __future__ import annotations

import asyncio

from koloda.core.bits import members
from koloda.table import clocks, rows
from koloda.table.connections import LiveTable
from koloda.table.room import BETWEEN, BOT, EMPTY, PERSON, PLAYING, WAITING, Room
from koloda.table.store import StoreDown
from koloda.table.tables import Tables

RETRY = 1.0  # seconds
STAND_IN = "normal"  # who plays in a tournament for people who did not come
SLOW_WAIT = 14 * clocks.DAY  # so long a table for correspondence waits for people
FALLBACK = 1500  # other processes leave timers and bots to the one with the first person, but not for ever


class Timers:
    def __init__(self, tables: Tables) -> None:
        self.tables = tables

    def arm(self, table: LiveTable, now: int) -> None:
        """Set the timer of a table to the next thing that is due."""
        if table.timer is not None:
            table.timer.cancel()
            table.timer = None
        late = -1
        if table.works:
            late = 0 if table.led_by(self.tables.process) else FALLBACK
        when = clocks.next_moment(table.room, now, late)
        if when is not None:
            wait = max(0, when - now) / 1000 + 0.001
            table.timer = asyncio.get_running_loop().call_later(wait, self.ring, table)

    def ring(self, table: LiveTable) -> None:
        table.timer = None
        self.tables.tasks.start(self.tick(table))

    async def tick(self, table: LiveTable) -> None:
        """Do what is due, and show what is due to be shown."""
        if table.works:
            try:
                async with table.lock:
                    while await self.tables.append(table, lambda: overdue_row(table.room, self.tables.now())):
                        pass
            except StoreDown:
                self.later(table)
                raise
        self.tables.changed(table)

    def later(self, table: LiveTable) -> None:
        """The store does not answer: what is due is tried again."""
        if not self.tables.closing and table.timer is None:
            table.timer = asyncio.get_running_loop().call_later(RETRY, self.ring, table)


def overdue_row(room: Room, now: int) -> rows.AnyRow | None:
    """The next thing that is due by now."""
    if room.sealed_at:
        if room.all_open:
            return rows.Dealt(now)
        return rows.Unsealed(now) if now >= room.sealed_at + clocks.OPENING else None
    if room.status == WAITING and room.slow:
        return slow_beginning_row(room, now)
    if room.status == WAITING and room.made.auto:
        return beginning_row(room, now)
    if room.status == BETWEEN:
        everybody = all(
            seat.next or seat.by_bot or not seat.link for seat in room.seats if seat.kind == PERSON
        )
        if room.live_at <= now and (everybody or now >= room.ended + clocks.BETWEEN_DEALS):
            return rows.Dealt(now)
        return None
    if room.status != PLAYING or not room.live(now):
        return None
    if room.slow and all(seat.taken_over for seat in room.seats if seat.human):
        return rows.Closed(now, abandoned=room.rated)  # nobody is left for whom it would be played
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


def slow_beginning_row(room: Room, now: int) -> rows.AnyRow | None:
    """By correspondence who sits is ready, and who sits down last begins: nobody need be there together."""
    if not any(seat.human for seat in room.seats) or now > room.made.at + SLOW_WAIT:
        return rows.Closed(now)
    return None if any(seat.kind == EMPTY for seat in room.seats) else rows.Dealt(now)


def beginning_row(room: Room, now: int) -> rows.AnyRow | None:
    """Of a table that begins by itself: it does when all are ready, and who is not in time loses his seat."""
    if room.made.tournament:
        return tournament_row(room, now)
    if not any(seat.human for seat in room.seats):
        return rows.Closed(now)
    if all(seat.ready for seat in room.seats):
        # alone with bots there is nobody to prove anything to
        sealed = room.people > 1 and any(seat.owes_luck for seat in room.seats)
        return rows.Sealed(now) if sealed else rows.Dealt(now)
    for number, seat in enumerate(room.seats):
        if seat.kind == EMPTY and room.made.fill:
            return rows.BotSat(now, number, room.made.fill)
        if seat.kind == PERSON and not seat.ready and now >= seat.waits_since + room.made.auto:
            return rows.Left(now, number)
    return None


def tournament_row(room: Room, now: int) -> rows.AnyRow | None:
    """In a tournament nobody waits for ever: bots play for the absent if two sides came, else it ends."""
    late = False
    for number, seat in enumerate(room.seats):
        if seat.kind == PERSON and not seat.ready:
            # the first deadline is that of all, whatever somebody says in between
            if now >= min(room.made.at + 3 * room.made.auto, seat.waits_since + room.made.auto):
                return rows.Left(now, number)
            late = True
    if late:
        return None
    options = room.game.resolve(len(room.seats), room.made.options)
    sides = room.game.sides(len(room.seats), options)
    come = sum(any(room.seats[seat].kind == PERSON for seat in side) for side in sides)
    meant = sum(any(room.seats[seat].kind != BOT for seat in side) for side in sides)
    if come < min(2, meant):
        return rows.Closed(now)
    for number, seat in enumerate(room.seats):
        if seat.kind == EMPTY:
            return rows.BotSat(now, number, STAND_IN)
    sealed = room.people > 1 and any(seat.owes_luck for seat in room.seats)
    return rows.Sealed(now) if sealed else rows.Dealt(now)
