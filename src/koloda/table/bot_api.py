"""The endpoints around bot accounts: becoming one, tokens, which bots are here, challenges."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from koloda.table import people_wire, wire
from koloda.table.account import tried
from koloda.table.api import limit_tables, shown_table, shown_user, signed_in
from koloda.table.errors import Refused
from koloda.table.http import answer, body, need_person, need_user, server_of


async def become(request: Request) -> Response:
    """With the password: it cannot be undone. All sessions end; who asks gets a new one."""
    server = server_of(request)
    user = await need_user(request)
    wanted = await body(request, people_wire.OldPassword)
    if user.is_guest:
        raise Refused("no_account")
    await tried(request, server.accounts.confirm(user, wanted.password, server.address_of(request)))
    if await server.lists.sitting(user.id):
        raise Refused("has_played")
    found = await server.bot_accounts.become(user)
    await server.person_changed(user.id)
    return signed_in(request, found, 200)


async def tokens(request: Request) -> Response:
    user = await need_user(request)
    return answer(people_wire.Tokens(await server_of(request).bot_accounts.tokens(user)))


async def new_token(request: Request) -> Response:
    user = await need_user(request)
    wanted = await body(request, people_wire.TokenName)
    return answer(await server_of(request).bot_accounts.new_token(user, wanted.name), 201)


async def revoke(request: Request) -> Response:
    """What was connected by it is closed."""
    server = server_of(request)
    user = await need_user(request)
    await server.bot_accounts.revoke(user, request.path_params["token"])
    await server.person_changed(user.id)
    return Response(status_code=204)


async def bots(request: Request) -> Response:
    server = server_of(request)
    found = await server.bot_accounts.present(request.query_params.get("game", "")[:40])
    infos = [
        people_wire.BotInfo(
            shown_user(each.user),
            list(each.games),
            each.accept,
            each.free,
            await server.results.ratings_of(each.user.id),
        )
        for each in found
    ]
    return answer(people_wire.BotList(infos))


async def challenge(request: Request) -> Response:
    server = server_of(request)
    user = await need_person(request)
    wanted = await body(request, wire.Challenge)
    await limit_tables(request, user)
    return shown_table(request, await server.lobby.challenge(user, request.path_params["user"], wanted), 201)
