"""The endpoints for matches by correspondence: messages to browsers, and vacations."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from koloda.table import post_wire
from koloda.table.accounts import User
from koloda.table.http import answer, body, need_person, server_of
from koloda.table.social_api import limited


async def push_info(request: Request, user: User) -> Response:
    push = server_of(request).push
    return answer(post_wire.PushInfo(push.key, len(await push.hosts(user.id))))


async def push(request: Request) -> Response:
    return await push_info(request, await need_person(request))


async def allow_push(request: Request) -> Response:
    user = await need_person(request)
    wanted = await body(request, post_wire.PushAddress)
    server = server_of(request)
    await limited(request, user, server.acquaintances)
    await server.push.allow(user.id, wanted, server.tables.now())
    return await push_info(request, user)


async def stop_push(request: Request) -> Response:
    user = await need_person(request)
    wanted = await body(request, post_wire.PushStop)
    await server_of(request).push.stop(user.id, wanted.endpoint)
    return await push_info(request, user)


async def vacation_info(request: Request, user: User) -> Response:
    server = server_of(request)
    until, left = await server.correspondence.vacation(user.id)
    going = until if until > server.tables.now() else None
    return answer(post_wire.VacationInfo(going, left, server.correspondence.year()))


async def vacation(request: Request) -> Response:
    return await vacation_info(request, await need_person(request))


async def rest(request: Request) -> Response:
    user = await need_person(request)
    wanted = await body(request, post_wire.Vacation)
    server = server_of(request)
    await limited(request, user, server.acquaintances)
    await server.correspondence.rest(user.id, wanted.days)
    return await vacation_info(request, user)
