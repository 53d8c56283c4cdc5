"""What a client's message does at a table: check, append, then confirm. Nothing else happens to a deal."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial

from koloda.table import rows, wire
from koloda.table.accounts import Accounts
from koloda.table.bot_seats import question_for
from koloda.table.broadcast import forget_shown
from koloda.table.checks import checked, tie_time
from koloda.table.connections import Client, LiveTable
from koloda.table.errors import Refused
from koloda.table.hub import Hub
from koloda.table.room import BETWEEN, Room
from koloda.table.texts import one_line, say

HINT_LEVEL = "normal"
SETTLED = 30  # milliseconds for a claim to come into the log
REFUSALS = 200  # messages of a table whose refusal is remembered


async def act(hub: Hub, table: LiveTable, client: Client, message: wire.Act) -> bytes:
    """An action of a person: durable when this returns. The same message again gets the same answer."""
    arrived = hub.tables.now()
    number = own_seat(table.room, client)
    await once(hub, table, client, message.id, lambda: carry_out(hub, table, client, number, message))
    hub.metrics.commit.observe((hub.tables.now() - arrived) / 1000)
    client.send(wire.encode(wire.Ok(message.id)))
    forget_shown(table, number)  # whoever acts gets an update, even if the table looks the same
    hub.after(table)
    hub.metrics.update.observe((hub.tables.now() - arrived) / 1000)
    return b""


async def default(hub: Hub, table: LiveTable, client: Client, message: wire.Default) -> bytes:
    """The rules decide for this seat, as if its time were over."""
    room = table.room
    number = own_seat(room, client)
    state = room.state
    owes = state is not None and room.live(hub.tables.now()) and state.pending >> number & 1
    # the id is looked up first: the same message again is answered as before, whoever decides now
    text = state.game.text(state.default(number)) if state is not None and owes else ""
    if not owes:
        await once(hub, table, client, message.id, not_owed)
    return await act(hub, table, client, wire.Act(message.id, text, message.v))


async def not_owed() -> None:
    raise Refused("not_yours")


def own_seat(room: Room, client: Client) -> int:
    """The seat for which this client may act, ask and vote: that of its person, as the log has it now."""
    if client.seat is None or room.seats[client.seat].user != client.user:
        raise Refused("not_seated")
    return client.seat


async def once(
    hub: Hub, table: LiveTable, client: Client, message: str, work: Callable[[], Awaitable[None]]
) -> None:
    """Do what a message asks for, unless it was done or refused before; the id is looked up first."""
    assert client.user is not None
    key = (client.user, message)
    while True:
        if answered_before(table.room, *key):
            return
        if key in table.refused:
            raise Refused(table.refused[key].code, *table.refused[key].details)
        other = table.answering.get(key)
        if other is None:
            break
        await asyncio.wait([other])  # it came twice at once: the second waits for the answer of the first
    done = table.answering[key] = asyncio.get_running_loop().create_future()
    try:
        await work()
    except Refused as refused:
        if refused.code == "rate":
            raise  # nobody has looked at it
        async with table.lock:
            if not hub.tables.alone:  # another process may have carried it out, or refused it
                await hub.tables.catch_up(table)
            if answered_before(table.room, *key):
                return
            if hub.futile.take(client.user):
                await hub.tables.append(
                    table, partial(refused_row, hub, table.room, client, message, refused)
                )
        if answered_before(table.room, *key):
            return
        table.refused[key] = refused
        if len(table.refused) > REFUSALS:
            table.refused.popitem(last=False)
        raise
    finally:
        del table.answering[key]
        done.set_result(None)


def answered_before(room: Room, user: str | None, message: str) -> bool:
    """Was this message carried out already? If it was refused, it is again."""
    refused = room.refusal(user, message)
    if refused is not None:
        raise Refused(refused.code, *refused.details)
    return room.knows(user, message)


def refused_row(hub: Hub, room: Room, client: Client, message: str, refused: Refused) -> rows.AnyRow | None:
    """In the log every process finds it, also after a restart."""
    seat = room.seat_of(client.user)
    if seat is None or answered_before(room, client.user, message):
        return None
    details = [each if isinstance(each, int) else str(each) for each in refused.details]
    return rows.Refused(hub.tables.now(), seat, message, refused.code, details)


async def carry_out(hub: Hub, table: LiveTable, client: Client, number: int, message: wire.Act) -> None:
    room = table.room
    arrived = hub.tables.now()

    def row() -> rows.AnyRow | None:
        if answered_before(room, client.user, message.id):
            return None
        own_seat(room, client)
        at = hub.tables.now()
        text = checked(room, number, message, arrived, at, client.lang)
        if text:
            return rows.Act(at, number, text, message.id)
        if not hub.futile.take(room.seats[number].user or ""):
            raise Refused("rate")
        return rows.Ignored(at, number, message.id)

    def returned() -> rows.AnyRow | None:
        own_seat(room, client)
        return rows.Returned(hub.tables.now(), number) if room.seats[number].taken_over else None

    wait = tie_time(room, number, message, arrived, client.lang)
    if wait and not await (
        wins_tie(table, number, wait) if hub.tables.alone else wins_claim(hub, table, number, wait)
    ):
        raise Refused("late")
    async with table.lock:
        if room.seats[number].taken_over and not room.knows(client.user, message.id):
            checked(room, number, message, arrived, hub.tables.now(), client.lang)
            await hub.tables.append(table, returned)
        if await hub.tables.append(table, row):
            hub.metrics.actions.add(room.game.id)


async def wins_tie(table: LiveTable, seat: int, wait: int) -> bool:
    """Real time: actions within this time are simultaneous; is this seat's the one that counts?"""
    if seat in table.tie:
        return False
    table.tie.append(seat)
    if len(table.tie) == 1:
        await asyncio.sleep(wait / 1000)
        contenders, table.tie = table.tie, []
        state = table.room.state
        table.tie_won = seat if state is None else min(contenders, key=state.precedence)
    else:
        while seat in table.tie:
            await asyncio.sleep(0.005)
    return table.tie_won == seat


async def wins_claim(hub: Hub, table: LiveTable, seat: int, wait: int) -> bool:
    """The same among several processes: who acts says so in the log, and each finds there who was there."""
    room, now = table.room, hub.tables.now

    def claimed() -> rows.AnyRow | None:
        going = room.claims and room.claims[0].until >= now()
        if going and any(claim.seat == seat for claim in room.claims):
            return None
        return rows.Claimed(now(), seat, now() + wait)

    async with table.lock:
        if not await hub.tables.append(table, claimed):
            return False
        moment = room.claims  # whoever claims later begins another one
    await asyncio.sleep(max(0, moment[0].until + SETTLED - now()) / 1000)
    async with table.lock:
        await hub.tables.catch_up(table)
    state = room.state
    return state is None or seat == min((claim.seat for claim in moment), key=state.precedence)


def why(hub: Hub, table: LiveTable, client: Client, message: wire.Why) -> bytes:
    """The rule that forbids an action, in the language of the person."""
    room, lang = table.room, client.lang
    seat = own_seat(room, client)
    try:
        now = hub.tables.now()
        checked(room, seat, wire.Act(message.id, message.a), now, now, lang)
    except Refused as refused:
        return wire.encode(wire.WhyOut(message.id, say(lang, refused.code, *refused.details)))
    return wire.encode(wire.WhyOut(message.id, ""))


async def hint(hub: Hub, table: LiveTable, client: Client, message: wire.Hint) -> bytes:
    """What a competent bot would do, knowing what this seat knows."""
    room = table.room
    seat = own_seat(room, client)
    if not room.made.hints or room.rated or client.bot:
        raise Refused("no_hints")
    state = room.state
    if state is None or not room.live(hub.tables.now()) or not state.pending >> seat & 1:
        raise Refused("not_yours")
    moment = table.moment()
    answer = await hub.bot_seats.bots.ask(question_for(room, seat, HINT_LEVEL, notices=False), room.host)
    own_seat(room, client)
    if table.moment() != moment or answer.action is None or answer.action not in state.legal(seat):
        raise Refused("late")
    game, action = state.game, int(state.advice(answer.action))
    return wire.encode(wire.HintOut(message.id, game.text(action), game.label(action, client.lang)))


async def chat(hub: Hub, accounts: Accounts, table: LiveTable, client: Client, message: wire.Chat) -> bytes:
    room = table.room
    if client.user is None:
        raise Refused("no_session")
    user, name = client.user, client.name
    text = one_line(message.text)
    if not text:
        raise Refused("empty")
    if len(text) > wire.MAX_TEXT:
        raise Refused("too_long", wire.MAX_TEXT)
    found = await accounts.user(user)
    if found is None or found.muted:
        raise Refused("muted")

    def said() -> rows.AnyRow | None:
        if room.knows(user, message.id):
            return None
        return rows.Said(hub.tables.now(), user, name, text, message.id, client.bot)

    async with table.lock:
        await hub.tables.append(table, said)
    client.send(wire.encode(wire.Ok(message.id)))
    hub.after(table)
    return b""


async def next_deal(hub: Hub, table: LiveTable, client: Client, message: wire.NextDeal) -> bytes:
    room = table.room
    own_seat(room, client)

    def ready() -> rows.AnyRow | None:
        now = hub.tables.now()
        number = own_seat(room, client)
        # a vote while the end is behind a window would show that it is there
        if room.status_at(now) != BETWEEN or room.seats[number].next:
            return None
        return rows.Next(now, number)

    async with table.lock:
        await hub.tables.append(table, ready)
    client.send(wire.encode(wire.Ok(message.id)))
    await hub.timers.tick(table)
    return b""
