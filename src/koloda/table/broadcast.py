"""Sending what is new to the clients of a table. What is in the messages is decided in `updates` alone."""

from __future__ import annotations

from collections.abc import Iterable

from koloda.table import wire
from koloda.table.connections import Client, Group, LiveTable
from koloda.table.room import Room
from koloda.table.updates import Snapshot, table_info


def show(table: LiveTable, now: int) -> None:
    """Everybody gets what has changed for him."""
    room = table.room
    status = room.status_at(now)
    if table.told != room.changed or table.status != status:
        table.told = room.changed
        table.status = status
        show_table(table, now)
    if table.chats < room.chat_count:
        for place, chat in enumerate(room.chats):
            if chat.number > table.chats:
                send_chat(table.clients, room, place)
        table.chats = room.chat_count
    for number in room.unsaid[table.unsaid :]:
        gone = wire.encode(wire.ChatGone(number))
        for client in table.clients:
            client.send(gone)
    table.unsaid = len(room.unsaid)
    if not table.groups or not room.stages:
        return
    snapshot = Snapshot(room, now)
    for (seat, lang), group in table.groups.items():
        seen, count = snapshot.seen(seat), snapshot.count(seat)
        key = seen.key
        if group.count == count and group.last == key:
            continue
        message = snapshot.message(seat, lang, group.count, seen)
        group.last, group.count = key, count
        for client in group.clients:
            client.send(message)


def forget_shown(table: LiveTable, seat: int) -> None:
    """The next `show` sends an update to this seat, even if nothing has changed for it."""
    for (shown, _), group in table.groups.items():
        if shown == seat:
            group.last = None


def show_table(table: LiveTable, now: int) -> None:
    info = wire.encode(table_info(table.room, now, table.spectators))
    for client in table.clients:
        client.send(table_message(info, client))


def greet(table: LiveTable, client: Client, seen: int | None, now: int) -> None:
    """A client comes to the table: what is there, and what it has missed."""
    show(table, now)
    info = wire.encode(table_info(table.room, now, table.spectators))
    client.send(table_message(info, client))
    client.send(Snapshot(table.room, now).update(client.seat, client.lang, seen))
    for place in range(len(table.room.chats)):
        send_chat([client], table.room, place)


def enter_group(table: LiveTable, client: Client, now: int) -> None:
    """From now on the client gets the updates of its seat in its language."""
    key = (client.seat, client.lang)
    group = table.groups.get(key)
    if group is None:
        group = table.groups[key] = Group()
    if not group.clients and table.room.stages:
        snapshot = Snapshot(table.room, now)
        group.last = snapshot.seen(client.seat).key
        group.count = snapshot.count(client.seat)
    group.clients.add(client)


def reseat(table: LiveTable) -> None:
    """Seats have changed hands: from now on nobody gets what is for a seat that he has left.

    Whoever moved is in no group until the hub has shown him the table from his new place.
    """
    table.seatings = table.room.seatings
    for client in table.clients:
        seat = table.room.seat_of(client.user)
        if seat != client.seat:
            leave_group(table, client)
            client.seat = seat
            table.moved.add(client)


def leave_group(table: LiveTable, client: Client) -> None:
    key = (client.seat, client.lang)
    group = table.groups.get(key)
    if group is not None:
        group.clients.discard(client)
        if not group.clients:
            del table.groups[key]


def table_message(info: bytes, client: Client) -> bytes:
    you = wire.encode(wire.You(client.seat, client.user))
    return b'{"t":"table","table":' + info + b',"you":' + you + b"}"


def send_chat(clients: Iterable[Client], room: Room, place: int) -> None:
    """To all who want to hear from that person."""
    message = wire.encode(chat_out(room, place))
    user = room.chats[place].user
    for client in clients:
        if user not in client.hidden:
            client.send(message)


def chat_out(room: Room, place: int) -> wire.ChatOut:
    chat = room.chats[place]
    return wire.ChatOut(
        n=chat.number, from_=chat.user, name=chat.name, text=chat.text, at=chat.at, bot=chat.bot
    )
