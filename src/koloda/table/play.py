"""What a client's message does at a table: check, append, then confirm. Nothing else happens to a deal."""

from __future__ import annotations

from typing import Protocol

from koloda.core.errors import BadNotation
from koloda.core.options import shown
from koloda.core.state import TURN
from koloda.table import clocks, rows, wire
from koloda.table.accounts import Accounts
from koloda.table.hub import Hub
from koloda.table.live import Refused, Socket, Table
from koloda.table.room import BETWEEN, PLAYING, Room

HINT_LEVEL = "normal"


class Client(Socket, Protocol):
    """A socket with its person."""

    name: str


async def act(hub: Hub, table: Table, client: Client, message: wire.Act) -> bytes:
    """An action of a person: durable when this returns."""
    room, number = table.room, client.seat
    arrived = hub.now()
    if number is None:
        raise Refused("not_seated")

    def row() -> rows.AnyRow | None:
        if (client.user, message.id) in room.ids:
            return None  # the same message again: the same answer
        return rows.Act(
            hub.now(), number, checked(hub, room, number, message, arrived, client.lang), message.id
        )

    def returned() -> rows.AnyRow | None:
        return rows.Returned(hub.now(), number) if room.seats[number].taken_over else None

    wait = tie_time(room, message.a)
    if wait:
        checked(hub, room, number, message, arrived, client.lang)
        if number in table.tie or not await hub.settle_tie(table, number, wait):
            raise Refused("late")
    async with table.lock:
        if room.seats[number].user != client.user:
            raise Refused("not_seated")
        if room.seats[number].taken_over:
            checked(hub, room, number, message, arrived, client.lang)
            await hub.append(table, returned)
        if await hub.append(table, row):
            hub.metrics.actions.add(room.game.id)
    hub.metrics.commit.observe((hub.now() - arrived) / 1000)
    client.send(wire.encode(wire.Ok(message.id)))
    hub.forget_shown(table, number)  # whoever acts gets an update, even if the table looks the same
    hub.after(table)
    hub.metrics.update.observe((hub.now() - arrived) / 1000)
    return b""


def tie_time(room: Room, action: str) -> int:
    """JunQuick in real time: how long cards of the same moment are waited for."""
    state = room.state
    if state is None or not state.free or room.match is None or not action.startswith(("inf ", "hys")):
        return 0
    return int(room.match.options.get("tie_ms", 0))


def checked(hub: Hub, room: Room, seat: int, message: wire.Act, arrived: int, lang: str) -> str:
    """The action in its canonical text, if this seat may do it now."""
    state = room.state
    if state is None:
        raise Refused("not_started")
    if room.status != PLAYING:
        raise Refused("over")
    count = room.seen_count(seat, room.front(arrived))
    stale = message.v is not None and message.v < count
    if not room.live(hub.now()) or not (state.pending | state.free) >> seat & 1:
        raise Refused("late" if stale else "not_yours")
    deadline = clocks.deadline(room, seat) if clocks.is_fixed(room, state) else None
    if deadline is not None and arrived > deadline:
        raise Refused("late")
    if stale and (state.free or state.question() != TURN):
        raise Refused("late")  # nobody covers a card that he has not seen
    try:
        action = state.game.action(message.a)
    except BadNotation:
        raise Refused("unknown_action", shown(message.a)) from None
    reason = state.why_not(seat, action)
    if reason:
        raise Refused("late") if stale else Refused("illegal", room.game.reason_text(reason, lang))
    return str(state.game.text(action))


def why(hub: Hub, table: Table, client: Client, message: wire.Why) -> bytes:
    """The rule that forbids an action, in the language of the person."""
    room, seat, lang = table.room, client.seat, client.lang
    if seat is None:
        raise Refused("not_seated")
    try:
        checked(hub, room, seat, wire.Act(message.id, message.a), hub.now(), lang)
    except Refused as refused:
        from koloda.table.texts import say

        return wire.encode(wire.WhyOut(message.id, say(lang, refused.code, *refused.details)))
    return wire.encode(wire.WhyOut(message.id, ""))


async def hint(hub: Hub, table: Table, client: Client, message: wire.Hint) -> bytes:
    """What a competent bot would do, knowing what this seat knows."""
    room, seat = table.room, client.seat
    if not room.made.hints:
        raise Refused("no_hints")
    if seat is None:
        raise Refused("not_seated")
    state = room.state
    if state is None or not room.live(hub.now()) or not state.pending >> seat & 1:
        raise Refused("not_yours")
    deal, moment = room.deals[-1], table.moment()
    answer = await hub.bots.ask(
        f"{room.id}/{len(room.deals)}",
        room.game.id,
        len(room.seats),
        deal.seed,
        room.made.options,
        deal.context,
        list(deal.actions),
        seat,
        HINT_LEVEL,
    )
    if table.moment() != moment or answer.action is None or answer.action not in state.legal(seat):
        raise Refused("late")
    game = state.game
    return wire.encode(
        wire.HintOut(message.id, game.text(answer.action), game.label(answer.action, client.lang))
    )


async def chat(hub: Hub, accounts: Accounts, table: Table, client: Client, message: wire.Chat) -> bytes:
    room = table.room
    if client.user is None:
        raise Refused("no_session")
    user, name = client.user, client.name
    text = " ".join("".join(sign if sign.isprintable() else " " for sign in message.text).split())
    if not text:
        raise Refused("empty")
    if len(text) > wire.MAX_TEXT:
        raise Refused("too_long", wire.MAX_TEXT)
    found = await accounts.user(user)
    if found is None or found.muted:
        raise Refused("muted")

    def said() -> rows.AnyRow | None:
        if (user, message.id) in room.ids:
            return None
        return rows.Said(hub.now(), user, name, text, message.id)

    async with table.lock:
        await hub.append(table, said)
    client.send(wire.encode(wire.Ok(message.id)))
    hub.after(table)
    return b""


async def next_deal(hub: Hub, table: Table, client: Client, message: wire.NextDeal) -> bytes:
    room, number = table.room, client.seat
    if number is None:
        raise Refused("not_seated")

    def ready() -> rows.AnyRow | None:
        if room.status != BETWEEN or room.seats[number].next:
            return None
        return rows.Next(hub.now(), number)

    async with table.lock:
        await hub.append(table, ready)
    client.send(wire.encode(wire.Ok(message.id)))
    await hub.tick(table)
    return b""
