"""Taking back one's last action, where nobody would know more afterwards than before it.

The rule is about states, not about games. All actions since are undone with it, and that is possible if

* people play in turns: no secret question, no race and nothing to be noticed lies in between, and where
  others play nobody else was choosing at the same time;
* chance was not asked: no card was drawn blindly, nothing was shuffled;
* nobody else was told anything alone;
* whoever asks has learnt nothing: in every world that he thought possible before his action the same actions
  are legal, and lead to what he sees now. So nobody has shown a card of his own since, nor drawn one.

Others may have learnt what the action itself told of its player: that was his own to tell. The worlds are
sampled, so what gets past them are facts that nearly all worlds share: next to nothing was to be learnt.
And what decides is what the seat that asks could have worked out itself, so that a refusal tells it nothing.
"""

from __future__ import annotations

import asyncio

from koloda.core.bits import bit
from koloda.core.log import EVERYBODY
from koloda.core.rng import Rng
from koloda.core.state import SECRET, State
from koloda.table import rows, wire
from koloda.table.connections import Client, LiveTable
from koloda.table.errors import Refused
from koloda.table.hub import Hub
from koloda.table.play import answered_before, once, own_seat
from koloda.table.room import Room

WORLDS = 24
MOST = 50  # in a deal: each stays in the log, and whoever reads it plays them all
ASKED = 3  # times in a row, then the others are left in peace until the next action
STREAM = 77  # of the generator that samples them: it has nothing to do with the deal's


async def ask(hub: Hub, table: LiveTable, client: Client, message: wire.TakeBack) -> bytes:
    """Undo one's last action: at once if nobody else plays, else when all have agreed."""
    number = own_seat(table.room, client)
    await once(hub, table, client, message.id, lambda: wish(hub, table, client, number, message.id))
    client.send(wire.encode(wire.Ok(message.id)))
    hub.after(table)
    return b""


async def wish(hub: Hub, table: LiveTable, client: Client, number: int, message: str) -> None:
    room = table.room
    to = target(room, number, hub.tables.now())
    moment = table.moment()
    if not await harmless(table, number, to):
        raise Refused("learnt")

    def row() -> rows.AnyRow | None:
        if answered_before(room, client.user, message):
            return None
        own_seat(room, client)
        now = hub.tables.now()
        if table.moment() != moment or target(room, number, now) != to:
            raise Refused("late")
        kind = rows.Asked if room.voters(number) else rows.TakenBack
        return kind(now, number, to, message)

    async with table.lock:
        await hub.tables.append(table, row)


async def consent(hub: Hub, table: LiveTable, client: Client, message: wire.Consent) -> bytes:
    """Yes or no to somebody's wish; the last yes fulfils it."""
    room = table.room
    number = own_seat(room, client)

    def row() -> rows.AnyRow | None:
        if answered_before(room, client.user, message.id):
            return None
        own_seat(room, client)
        wanted, now = room.wish, hub.tables.now()
        if wanted is None or wanted.number != message.n:
            raise Refused("late")
        waits = [seat for seat in room.voters(wanted.seat) if not wanted.agreed >> seat & 1]
        if number not in waits and (message.yes or number != wanted.seat):
            raise Refused("not_asked")
        if message.yes and waits == [number]:
            return rows.TakenBack(now, number, wanted.to, message.id)
        return rows.Consented(now, number, message.yes, message.id)

    async def answer() -> None:
        async with table.lock:
            await hub.tables.append(table, row)

    await once(hub, table, client, message.id, answer)
    client.send(wire.encode(wire.Ok(message.id)))
    hub.after(table)
    return b""


def target(room: Room, seat: int, now: int) -> int:
    """How many actions of the deal are left when this seat takes back its last one."""
    if not room.takebacks:
        raise Refused("no_takebacks")
    if room.state is None or not room.live(now):
        raise Refused("not_now")
    if room.wish is not None:
        raise Refused("wish_open")
    if room.denied >> seat & 1 or room.wishes.get(seat, 0) >= ASKED:
        raise Refused("wish_denied")
    deal = room.deals[-1]
    if deal.taken_back >= MOST:
        raise Refused("takebacks_used", MOST)
    actions = deal.actions
    to = next((place for place in reversed(range(len(actions))) if actions[place][0] == seat), None)
    if to is None:
        raise Refused("nothing_done")
    return to


async def harmless(table: LiveTable, seat: int, to: int) -> bool:
    """The same question at the same moment is thought about once, and beside everything else."""
    key = (table.moment(), seat)
    async with table.weighing:
        if table.weighed is None or table.weighed[0] != key:
            actions = list(table.room.deals[-1].actions)
            table.weighed = key, await asyncio.to_thread(is_harmless, table.room, seat, actions, to)
        return table.weighed[1]


def is_harmless(room: Room, seat: int, actions: list[tuple[int, int]], to: int) -> bool:
    """Would nobody know more than before?"""
    solo = room.solo
    told = followed(room.replayed(actions[:to]), seat, actions[to:], solo)
    if told is None:
        return False
    before = room.replayed(actions[:to])
    for number in range(WORLDS):
        world = before.determinize(seat, Rng(number, STREAM))
        if followed(world, seat, actions[to:], solo) != told:
            return False
    return True


def followed(
    state: State, seat: int, actions: list[tuple[int, int]], solo: bool
) -> tuple[object, ...] | None:
    """What this seat sees while these actions are taken; None: they cannot be, or they hide something."""
    log = state.watch()
    events, chance = len(log.events), len(log.chance)
    log.scenes.clear()
    own = bit(seat)
    for actor, action in actions:
        sight = state.unnoticed()
        if sight.free or sight.gives_time() or sight.needs_sight():
            return None  # a race, or something that people must notice themselves
        if not solo and (state.question() >= SECRET or state.pending != bit(actor)):
            return None
        if not state.pending >> actor & 1 or action not in state.legal(actor):
            return None
        state.apply(actor, action)
    sight = state.unnoticed()
    if sight.free or sight.gives_time() or sight.needs_sight():
        return None
    if state.over or len(log.chance) != chance:
        return None
    if not solo and (state.question() >= SECRET or log.scenes):
        return None
    new = log.events[events:]
    if any(event.seats not in (EVERYBODY, 0, own) for event in new):
        return None
    seen = [event.seen_by(seat) for event in new]
    view = state.view(seat)
    return [event for event in seen if event is not None], view, state.legal(seat), state.awaited(seat)
