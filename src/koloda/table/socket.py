"""The WebSocket of a table: who may connect, a bounded outbox, limits, heartbeat, and the messages."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from typing import TYPE_CHECKING

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from koloda.table import play, wire
from koloda.table.limits import Bucket
from koloda.table.live import NoTable, Refused, Table
from koloda.table.logs import mark
from koloda.table.room import BrokenTable
from koloda.table.store import StoreDown
from koloda.table.texts import say

if TYPE_CHECKING:
    from koloda.table.house import House

log = logging.getLogger(__name__)
OUTBOX = 256  # messages that wait; a reader who is further behind is dropped
HEARTBEAT = 30.0
RATE, BURST = 20.0, 100.0  # messages a second, and at once
CHAT_RATE, CHAT_BURST = 0.5, 6.0
BAD = 5  # messages that are no messages, before the connection is closed
SLOW_READER = 1013
CODES = {
    "flood": 4400,
    "no_session": 4401,
    "origin": 4403,
    "no_table": 4404,
    "no_heartbeat": 4408,
    "rate": 4429,
}


class Connection:
    """One browser at one table. Messages wait in a bounded outbox, so that nobody holds up the table."""

    def __init__(self, socket: WebSocket, user: str | None, name: str, lang: str) -> None:
        self.socket = socket
        self.user = user
        self.name = name
        self.lang = lang
        self.seat: int | None = None
        self.link = ""
        self.outbox: deque[bytes] = deque()
        self.waiting = asyncio.Event()
        self.closing: tuple[int, bytes] | None = None
        self.heard = time.monotonic()

    def send(self, message: bytes) -> None:
        if self.closing is None:
            if len(self.outbox) >= OUTBOX:
                self.outbox.clear()
                self.drop(SLOW_READER, "slow", say(self.lang, "slow"))
                return
            self.outbox.append(message)
            self.waiting.set()

    def drop(self, code: int, reason: str, text: str) -> None:
        """Say goodbye and close."""
        if self.closing is None:
            self.closing = code, wire.encode(wire.Bye(reason, text))
            self.waiting.set()

    async def write(self) -> None:
        """Hand the outbox to the network, until the end."""
        socket = self.socket
        while True:
            await self.waiting.wait()
            self.waiting.clear()
            while self.outbox:
                await socket.send({"type": "websocket.send", "text": self.outbox.popleft().decode()})
            if self.closing is not None:
                code, bye = self.closing
                await socket.send({"type": "websocket.send", "text": bye.decode()})
                await socket.close(code)
                return


async def endpoint(socket: WebSocket) -> None:
    """GET /api/tables/{id}/socket"""
    house: House = socket.app.state.house
    lang = house.lang_of(socket)
    if not house.same_origin(socket):
        await refuse(socket, lang, "origin")
        return
    if house.closing or not house.may_connect(socket):
        await refuse(socket, lang, "rate")
        return
    found = await house.user_of(socket)
    try:
        table = await house.hub.table(socket.path_params["id"])
    except (NoTable, BrokenTable) as error:
        await refuse(socket, lang, "broken" if isinstance(error, BrokenTable) else "no_table", 4404)
        return
    except StoreDown:
        await refuse(socket, lang, "store_down", 1013)
        return
    seated = found is not None and table.room.seat_of(found.id) is not None
    if not seated and (table.room.made.password or not table.room.made.spectators):
        await refuse(socket, lang, "wrong_password" if table.room.made.password else "no_spectators", 4403)
        return
    await socket.accept()
    connection = Connection(socket, found.id if found else None, found.name if found else "", lang)
    writer = asyncio.create_task(connection.write())
    house.metrics.sockets.add()
    house.connections.add(connection)
    try:
        seen = socket.query_params.get("v", "0")
        await house.hub.connect(table, connection, int(seen) if seen.isdecimal() and len(seen) < 10 else 0)
        await listen(house, table, connection, writer)
    except StoreDown:
        connection.drop(1013, "store_down", say(lang, "store_down"))
    finally:
        house.connections.discard(connection)
        house.metrics.sockets.add(-1)
        try:
            await house.hub.disconnect(table, connection)
        except StoreDown as error:
            log.warning("nobody could be told that a connection ended: %s", error)
        if connection.closing is not None:
            await asyncio.wait([writer], timeout=2)
        writer.cancel()
        await asyncio.gather(writer, return_exceptions=True)


async def refuse(socket: WebSocket, lang: str, code: str, number: int | None = None) -> None:
    """Accept first: a browser shows the close code of an open connection only."""
    await socket.accept()
    await socket.send_text(wire.encode(wire.Bye(code, say(lang, code))).decode())
    await socket.close(number or CODES[code])


async def listen(house: House, table: Table, connection: Connection, writer: asyncio.Task[None]) -> None:
    """Take messages until the connection ends."""
    socket = connection.socket
    generous = 1.0 if house.settings.strict_limits else 1e6
    bucket = Bucket(RATE * generous, BURST * generous)
    chats = Bucket(CHAT_RATE * generous, CHAT_BURST * generous)
    bad = 0
    while connection.closing is None and not writer.done():
        try:
            event = await socket.receive()
        except (RuntimeError, WebSocketDisconnect):
            return
        if event["type"] != "websocket.receive":
            return
        data = event.get("text") or event.get("bytes") or b""
        connection.heard = time.monotonic()
        if not bucket.take():
            connection.drop(CODES["rate"], "rate", say(connection.lang, "rate"))
            return
        try:
            message = wire.incoming.decode(data)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:  # the first includes failed validation
            bad += 1
            if bad > BAD:
                connection.drop(CODES["flood"], "flood", say(connection.lang, "flood"))
                return
            text = say(connection.lang, "bad_message", str(error)[:200])
            connection.send(wire.encode(wire.ErrorOut(None, "bad_message", text)))
            house.metrics.refusals.add("bad_message")
            continue
        house.metrics.messages.add(type(message).__name__.lower())
        try:
            if isinstance(message, wire.Chat) and not chats.take():
                raise Refused("rate")
            answer = await answered(house, table, connection, message)
            if answer:
                connection.send(answer)
        except Refused as refused:
            code = "illegal" if refused.code == "unknown_action" else refused.code
            house.metrics.refusals.add(code)
            text = say(connection.lang, refused.code, *refused.details)
            connection.send(wire.encode(wire.ErrorOut(message.id, code, text)))
        except StoreDown:
            text = say(connection.lang, "store_down")
            connection.send(wire.encode(wire.ErrorOut(message.id, "store_down", text)))
        except BrokenTable:
            log.error("a table does not replay", exc_info=True, extra={"table": mark(table.room.id)})
            connection.drop(4404, "broken", say(connection.lang, "broken"))


async def answered(house: House, table: Table, connection: Connection, message: wire.Incoming) -> bytes:
    hub = house.hub
    match message:
        case wire.Act():
            return await play.act(hub, table, connection, message)
        case wire.Ping():
            return wire.encode(wire.Pong(message.id, hub.now()))
        case wire.Why():
            return play.why(hub, table, connection, message)
        case wire.Hint():
            return await play.hint(hub, table, connection, message)
        case wire.Chat():
            return await play.chat(hub, house.accounts, table, connection, message)
        case wire.NextDeal():
            return await play.next_deal(hub, table, connection, message)
        case wire.SetLang():
            hub.leave_group(table, connection)
            connection.lang = message.lang
            hub.greet(table, connection, None)
            hub.enter_group(table, connection)
            return wire.encode(wire.Ok(message.id))
