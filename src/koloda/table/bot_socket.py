"""The WebSocket by which a bot is here: it says what it plays, and hears at which tables it sits."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import msgspec
from starlette.websockets import WebSocket

from koloda.games import ids
from koloda.table import wire
from koloda.table.errors import Refused
from koloda.table.limits import Bucket
from koloda.table.socket import BAD, BANNED, CODES, Connection, accepted, gone, may_open, refuse
from koloda.table.store import StoreDown
from koloda.table.texts import say

if TYPE_CHECKING:
    from koloda.table.server import Server

RATE, BURST = 2.0, 20.0  # messages a second, and at once
REPLACED = 4409


async def bot_socket(socket: WebSocket) -> None:
    """GET /api/bots/socket"""
    server: Server = socket.app.state.server
    lang = server.lang_of(socket)
    if not await may_open(server, socket, lang):
        return
    try:
        session, user = server.session_of(socket), await server.user_of(socket)
        server.check_sockets(user.id if user else None, server.address_of(socket))
    except StoreDown:
        await refuse(socket, lang, "store_down", 1013)
        return
    except Refused as refused:
        await refuse(socket, lang, refused.code)
        return
    if user is None or session is None or not session.bot:
        await refuse(socket, lang, "no_bot", BANNED)
        return
    connection = await accepted(server, socket, lang, user, session)
    server.links += 1
    connection.link = f"{server.tables.process}-bot-{server.links}"
    try:
        await server.recheck_one(connection)
        await listen(server, connection)
    except StoreDown:
        connection.drop(1013, "store_down", say(lang, "store_down"))
    finally:
        gone(server, connection)
        server.bot_lines.discard(connection)
        if not server.closing:  # else another process has it in a moment
            server.tables.tasks.start(server.bot_accounts.go(user.id, connection.link))


async def listen(server: Server, connection: Connection) -> None:
    """Take messages until the connection ends; the first one makes it the bot's only one."""
    line, user = connection.line, connection.user
    assert user is not None
    assert connection.session is not None
    generous = 1.0 if server.settings.strict_limits else 1e6
    bucket = Bucket(RATE * generous, BURST * generous)
    bad = 0
    known = False
    while not connection.closing:
        data = await line.next_message()
        if data is None:
            return
        connection.heard = time.monotonic()
        if not bucket.take():
            connection.drop(CODES["rate"], "rate", say(connection.lang, "rate"))
            return
        try:
            here = wire.bot_incoming.decode(data)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            bad += 1
            if bad > BAD:
                connection.drop(CODES["flood"], "flood", say(connection.lang, "flood"))
                return
            text = say(connection.lang, "bad_message", str(error)[:200])
            connection.send(wire.encode(wire.ErrorOut(None, "bad_message", text)))
            continue
        here.games = [game for game in ids() if game in here.games]  # each once
        if known:
            known = await server.bot_accounts.stay(user, connection.link, here)
            if not known:
                connection.drop(REPLACED, "replaced", say(connection.lang, "replaced"))
                return
        else:
            await server.bot_accounts.arrive(user, connection.session.bot, connection.link, here)
            known = True
            server.bot_lines.add(connection)
        connection.send(wire.encode(wire.Ok(here.id)))
        await tell_tables(server, connection)


async def tell_tables(server: Server, connection: Connection) -> None:
    """Where the bot sits now; a hint may have been lost, so it is told after every word of its own."""
    assert connection.user is not None
    tables = await server.lists.sitting(connection.user)
    connection.send(wire.encode(wire.BotTables(tables)))
