"""The WebSocket of a table: who may connect, a bounded outbox, limits, heartbeat, and the messages."""

from __future__ import annotations

import asyncio
import logging
import time
from functools import partial
from typing import TYPE_CHECKING

import msgspec
from starlette.websockets import WebSocket

from koloda.table import play, takeback, wire
from koloda.table.accounts import User
from koloda.table.admission import Arrival
from koloda.table.connections import LiveTable
from koloda.table.errors import BrokenTable, NoTable, Refused
from koloda.table.limits import Bucket
from koloda.table.line import Line, line_of
from koloda.table.logs import mark
from koloda.table.quick import QuickAct
from koloda.table.sessions import Session
from koloda.table.store import StoreDown
from koloda.table.texts import say

if TYPE_CHECKING:
    from koloda.table.server import Server

log = logging.getLogger(__name__)
OUTBOX = 512_000  # bytes that wait; a reader who is further behind is dropped
HEARTBEAT = 30.0
RATE, BURST = 20.0, 100.0  # messages a second, and at once
CHAT_RATE, CHAT_BURST = 0.5, 6.0
LANGUAGE_RATE, LANGUAGE_BURST = 0.5, 10.0  # each change tells all of the deal again
BOT_CHAT_RATE, BOT_CHAT_BURST = 1 / 30, 3.0  # a greeting, and a word at the end
BAD = 5  # messages that are no messages, before the connection is closed
SLOW_READER = 1013
BANNED = 4401
SESSION_ENDED = 4410
CODES = {
    "flood": 4400,
    "no_session": 4401,
    "origin": 4403,
    "no_table": 4404,
    "no_heartbeat": 4408,
    "rate": 4429,
}


class Connection:
    """One browser at one table. What it does not read waits, up to a limit: nobody holds up a table."""

    def __init__(self, line: Line, user: str | None, name: str, lang: str) -> None:
        self.line = line
        self.session: Session | None = None  # by which the person is known
        self.address = ""
        self.neighbour = ""  # the address, or its network
        self.hidden: frozenset[str] = frozenset()
        self.user = user
        self.bot = False  # a bot account, by its token
        self.name = name
        self.lang = lang
        self.seat: int | None = None
        self.link = ""
        self.closing = False
        self.heard = time.monotonic()
        line.flooded = self.flooded

    def send(self, message: bytes) -> None:
        if not self.closing:
            line = self.line
            if line.behind and line.unsent > OUTBOX:
                self.drop(SLOW_READER, "slow", say(self.lang, "slow"))
                return
            line.write(message)

    def flooded(self) -> None:
        self.drop(CODES["rate"], "rate", say(self.lang, "rate"))

    def drop(self, code: int, reason: str, text: str) -> None:
        """Say goodbye and close."""
        if not self.closing:
            self.closing = True
            self.line.write(wire.encode(wire.Bye(reason, text)))
            self.line.finish(code)


async def table_socket(socket: WebSocket) -> None:
    """GET /api/tables/{id}/socket"""
    server: Server = socket.app.state.server
    async with Arrival(server.arrivals) as arrival:
        await come_and_listen(server, socket, arrival)


async def come_and_listen(server: Server, socket: WebSocket, arrival: Arrival) -> None:
    lang = server.lang_of(socket)
    if not await may_open(server, socket, lang):
        return
    try:
        found = await server.user_of(socket)
        table = await server.tables.find(socket.path_params["id"])
    except (NoTable, BrokenTable) as error:
        await refuse(socket, lang, error.code, 4404)
        return
    except StoreDown:
        await refuse(socket, lang, "store_down", 1013)
        return
    session = server.session_of(socket) if found else None
    if found is not None and session is not None and found.is_bot and not session.bot:
        found = session = None  # the owner of a bot may watch; its seats are for its program
    user = found.id if found else None
    bot = found is not None and found.is_bot
    try:
        seated = table.room.seat_of(user) is not None
        if not seated and (bot or not table.room.may_watch(user)) and not server.tables.alone:
            await server.tables.read_news(table)  # he may have sat down through another process a moment ago
    except StoreDown:
        await refuse(socket, lang, "store_down", 1013)
        return
    if not table.room.may_watch(user):
        await refuse(socket, lang, "wrong_password" if table.room.made.password else "no_spectators", 4403)
        return
    if bot and table.room.seat_of(user) is None:
        await refuse(socket, lang, "not_seated", 4403)
        return
    try:
        server.check_sockets(user, server.address_of(socket))
        if table.room.seat_of(user) is None:
            arrival.step_aside()  # who waits for a calmer moment keeps nobody out
            await server.admission.enter()
            await arrival.begin()
    except Refused as refused:
        await refuse(socket, lang, refused.code, CODES["rate"] if refused.code == "rate" else 1013)
        return
    connection = await accepted(server, socket, lang, found, session)
    try:
        await server.recheck_one(connection)  # he may have been shut out since we looked
        if connection.closing:
            return
        seen = socket.query_params.get("v", "0")
        await server.hub.connect(table, connection, int(seen) if seen.isdecimal() and len(seen) < 10 else 0)
        arrival.step_aside()
        # a task of its own: each message would wake all layers between here and the network
        await asyncio.create_task(listen(server, table, connection))
    except StoreDown:
        connection.drop(1013, "store_down", say(lang, "store_down"))
    finally:
        gone(server, connection)
        try:
            await server.hub.disconnect(table, connection)
        except StoreDown as error:
            log.warning("nobody could be told that a connection ended: %s", error)


async def may_open(server: Server, socket: WebSocket, lang: str) -> bool:
    """May this browser or program open a socket at all? Who may not is told why."""
    if not server.same_origin(socket):
        await refuse(socket, lang, "origin")
    elif server.closing or not server.may_connect(socket):
        await refuse(socket, lang, "rate")
    elif server.people.is_banned(server.peer_of(socket)):
        await refuse(socket, lang, "banned", BANNED)
    else:
        return True
    return False


async def accepted(
    server: Server, socket: WebSocket, lang: str, user: User | None, session: Session | None
) -> Connection:
    """The connection, counted from now on until it is `gone`."""
    await socket.accept()
    line = line_of(socket)
    line.take_over()
    connection = Connection(line, user.id if user else None, user.name if user else "", lang)
    connection.session = session
    connection.bot = user is not None and user.is_bot
    connection.address = server.peer_of(socket)
    connection.neighbour = server.address_of(socket)
    server.metrics.sockets.add()
    server.connections.add(connection)
    return connection


def gone(server: Server, connection: Connection) -> None:
    server.connections.discard(connection)
    server.metrics.sockets.add(-1)


async def refuse(socket: WebSocket, lang: str, code: str, number: int | None = None) -> None:
    """Accept first: a browser shows the close code of an open connection only."""
    server: Server = socket.app.state.server
    server.metrics.refusals.add(code)
    await socket.accept()
    await socket.send_text(wire.encode(wire.Bye(code, say(lang, code))).decode())
    await socket.close(number or CODES[code])


async def listen(server: Server, table: LiveTable, connection: Connection) -> None:
    """Take messages until the connection ends."""
    line = connection.line
    generous = 1.0 if server.settings.strict_limits else 1e6
    bucket = Bucket(RATE * generous, BURST * generous)
    line.quick = partial(quickly, server, table, connection, bucket)
    languages = Bucket(LANGUAGE_RATE * generous, LANGUAGE_BURST * generous)
    bad = 0
    while not connection.closing:
        data = await line.next_message()
        if data is None:
            return
        connection.heard = time.monotonic()
        if not bucket.take():
            connection.drop(CODES["rate"], "rate", say(connection.lang, "rate"))
            return
        try:
            message = wire.incoming.decode(data)
        except (
            msgspec.DecodeError,
            UnicodeDecodeError,
            RecursionError,
        ) as error:  # the first includes failed validation
            bad += 1
            if bad > BAD:
                connection.drop(CODES["flood"], "flood", say(connection.lang, "flood"))
                return
            text = say(connection.lang, "bad_message", str(error)[:200])
            connection.send(wire.encode(wire.ErrorOut(None, "bad_message", text)))
            server.metrics.refusals.add("bad_message")
            continue
        server.metrics.messages.add(type(message).__name__.lower())
        try:
            if isinstance(message, wire.Chat):
                chats = server.bot_chats if connection.bot else server.chats
                if not await chats.take(connection.user or connection.neighbour):
                    raise Refused("rate")
            if isinstance(message, wire.SetLang) and not languages.take():
                raise Refused("rate")
            answer = await answered(server, table, connection, message)
            if answer:
                connection.send(answer)
        except BrokenTable:
            log.error("a table does not replay", exc_info=True, extra={"table": mark(table.room.id)})
            connection.drop(4404, "broken", say(connection.lang, "broken"))
        except Refused as refused:
            code = "illegal" if refused.code == "unknown_action" else refused.code
            server.metrics.refusals.add(code)
            text = say(connection.lang, refused.code, *refused.details)
            connection.send(wire.encode(wire.ErrorOut(message.id, code, text)))
        except StoreDown:
            not_written(server, connection, message.id)


def not_written(server: Server, connection: Connection, message: str) -> None:
    server.metrics.refusals.add("store_down")
    text = say(connection.lang, "store_down")
    connection.send(wire.encode(wire.ErrorOut(message, "store_down", text)))


def quickly(
    server: Server, table: LiveTable, connection: Connection, bucket: Bucket, data: str | bytes
) -> bool:
    """Take the short way with a message; False: it is not for that."""
    try:
        message = wire.incoming.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return False
    if type(message) is not wire.Act or connection.closing:
        return False

    def ended(trouble: str) -> None:
        if trouble == "store_down":
            not_written(server, connection, message.id)
        elif trouble == "broken":
            connection.drop(4404, trouble, say(connection.lang, trouble))
        connection.line.go_on(data if trouble == "lost" else None)

    act = QuickAct(server.hub, table, connection, message, ended)
    if not act.is_usual() or not bucket.take() or not act.begin():
        return False
    connection.heard = time.monotonic()
    server.metrics.messages.add("act")
    return True


async def answered(server: Server, table: LiveTable, connection: Connection, message: wire.Incoming) -> bytes:
    hub = server.hub
    match message:
        case wire.Act():
            return await play.act(hub, table, connection, message)
        case wire.Default():
            return await play.default(hub, table, connection, message)
        case wire.Ping():
            return wire.encode(wire.Pong(message.id, hub.tables.now()))
        case wire.Why():
            return play.why(hub, table, connection, message)
        case wire.Hint():
            return await play.hint(hub, table, connection, message)
        case wire.TakeBack():
            return await takeback.ask(hub, table, connection, message)
        case wire.Consent():
            return await takeback.consent(hub, table, connection, message)
        case wire.Chat():
            return await play.chat(hub, server.accounts, table, connection, message)
        case wire.NextDeal():
            return await play.next_deal(hub, table, connection, message)
        case wire.SetLang():
            hub.change_language(table, connection, message.lang)
            return wire.encode(wire.Ok(message.id))
