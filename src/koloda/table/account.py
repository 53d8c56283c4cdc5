"""The endpoints of one's own account: coming and going, passwords, recovery, export, deletion, blocks."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import TypeVar

from starlette.requests import Request
from starlette.responses import Response

from koloda.table import people_wire
from koloda.table.api import MOST, shown_user, signed_in
from koloda.table.errors import Refused
from koloda.table.http import answer, body, need_user, server_of
from koloda.table.server import COOKIE, SECURE_COOKIE

T = TypeVar("T")
WRONG = ("wrong_password", "wrong_code")
EXPORTED = 100_000  # matches


async def tried(request: Request, work: Awaitable[T]) -> T:
    """What needs a password: failures of an address are counted; all cost the processor something."""
    server = server_of(request)
    address = server.address_of(request)
    if not server.hashes.take(address) or await server.logins.used_up(address):
        if hasattr(work, "close"):
            work.close()
        raise Refused("rate")
    try:
        return await work
    except Refused as refused:
        if refused.code in WRONG:
            server.failures.note("password", address)
            await server.logins.take(address)
        raise


def logged_out() -> Response:
    response = Response(status_code=204)
    response.delete_cookie(COOKIE, path="/", httponly=True, samesite="lax")
    response.delete_cookie(SECURE_COOKIE, path="/", secure=True, httponly=True, samesite="lax")
    return response


async def end_session(request: Request) -> None:
    """The session of a request ends, and with it its connections."""
    server = server_of(request)
    session = server.session_of(request)
    if session is not None and await server.accounts.holder(session) is not None:
        await server.accounts.end_session(session)
        await server.person_changed(session.user)


async def log_out(request: Request) -> Response:
    await end_session(request)
    return logged_out()


async def log_out_everywhere(request: Request) -> Response:
    user = await need_user(request)
    await server_of(request).accounts.forget_keys(user.id)
    await server_of(request).push.forget(user.id)
    await server_of(request).person_changed(user.id)
    return logged_out()


async def new_account(request: Request) -> Response:
    """The token is a new one: who knew that of the guest does not know that of the account."""
    server = server_of(request)
    user = await need_user(request)
    wanted = await body(request, people_wire.NewAccount)
    if not await server.new_sessions.take(server.address_of(request)):
        raise Refused("rate")
    found = await server.accounts.register(user.id, wanted.login, wanted.password)
    codes = await server.accounts.new_codes(user.id)
    await server.person_changed(user.id)
    return signed_in(request, found, 200, codes)


async def log_in(request: Request) -> Response:
    server = server_of(request)
    wanted = await body(request, people_wire.NewAccount)
    address = server.address_of(request)
    user = await tried(request, server.accounts.log_in(wanted.login, wanted.password, address))
    if user.banned:
        raise Refused("banned")
    await end_session(request)
    return signed_in(request, user, 200)


async def recover(request: Request) -> Response:
    server = server_of(request)
    wanted = await body(request, people_wire.Recovery)
    address = server.address_of(request)
    user = await tried(request, server.accounts.recover(wanted.login, wanted.code, wanted.password, address))
    await server.person_changed(user.id)
    if user.banned:
        raise Refused("banned")
    return signed_in(request, user, 200)


async def change_password(request: Request) -> Response:
    """All sessions end; who asks gets a new one."""
    server = server_of(request)
    user = await need_user(request)
    wanted = await body(request, people_wire.NewPassword)
    if user.is_guest:
        raise Refused("no_account")
    await tried(request, server.accounts.confirm(user, wanted.password, server.address_of(request)))
    changed = await server.accounts.set_password(user.id, wanted.new)
    await server.person_changed(user.id)
    return signed_in(request, changed, 200)


async def new_codes(request: Request) -> Response:
    server = server_of(request)
    user = await need_user(request)
    wanted = await body(request, people_wire.OldPassword)
    if user.is_guest:
        raise Refused("no_account")
    await tried(request, server.accounts.confirm(user, wanted.password, server.address_of(request)))
    return answer(people_wire.Codes(await server.accounts.new_codes(user.id)))


async def delete(request: Request) -> Response:
    server = server_of(request)
    user = await need_user(request)
    wanted = await body(request, people_wire.OldPassword)
    await tried(request, server.accounts.confirm(user, wanted.password, server.address_of(request)))
    if server.ladder is not None and not user.is_guest:
        await server.ladder.put("forget", owner=user.id)
    await server.accounts.delete(user.id)
    await server.person_changed(user.id)
    return logged_out()


async def export(request: Request) -> Response:
    server = server_of(request)
    user = await need_user(request)
    server.workbench.spend(server.address_of(request))
    rows = await server.store.all(
        "select coalesce(login, ''), created, seen, address from users where id = ?1", user.id
    )
    login, created, seen, address = rows[0]
    ratings = await server.results.ratings_of(user.id)
    return answer(
        people_wire.Export(
            shown_user(user),
            str(login),
            int(str(created)),
            int(str(seen)),
            str(address),
            ratings,
            await server.results.history(user.id, MOST, EXPORTED, own=True),
            await server.people.blocks(user.id),
            [each.user for each in await server.friends.friends(user.id, server.tables.now())],
            {rating.game: await server.results.rating_history(user.id, rating.game) for rating in ratings},
            {} if server.ladder is None else await server.ladder.sources_of(user.id),
            await server.puzzles.export(user.id),
            await server.push.hosts(user.id),
            (await server.correspondence.vacation(user.id))[0],
            await server.leaderboards.statistics(user.id, True, server.lang_of(request)),
        )
    )


async def blocks(request: Request) -> Response:
    user = await need_user(request)
    return answer(people_wire.Blocks(await server_of(request).people.blocks(user.id)))


async def block(request: Request) -> Response:
    server = server_of(request)
    user = await need_user(request)
    wanted = await body(request, people_wire.NewBlock)
    if await server.accounts.user(wanted.user) is None and wanted.kind is not None:
        raise Refused("no_user")
    await server.people.block(user.id, wanted)
    await server.person_changed(user.id)
    return answer(people_wire.Blocks(await server.people.blocks(user.id)))
