"""The endpoints by which people meet: quick matches, friends, who is here, invitations, and what is new."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from koloda.table import people_wire, social_wire, wire
from koloda.table.accounts import User
from koloda.table.api import need_game_id, need_table, shown_table
from koloda.table.errors import Refused
from koloda.table.http import answer, body, need_person, need_user, server_of, whole
from koloda.table.limits import SharedLimit


async def limited(request: Request, user: User, limit: SharedLimit) -> None:
    """So often for a person, and for an address."""
    for key in (user.id, server_of(request).address_of(request)):
        if not await limit.take(key):
            raise Refused("rate")


async def seek(request: Request) -> Response:
    user = await need_person(request)
    wanted = await body(request, social_wire.Seek)
    server = server_of(request)
    await limited(request, user, server.new_tables)
    return answer(await server.matchmaking.seek(user, wanted))


async def look(request: Request) -> Response:
    user = await need_person(request)
    return answer(await server_of(request).matchmaking.look(user))


async def stop(request: Request) -> Response:
    user = await need_person(request)
    await server_of(request).matchmaking.stop(user.id)
    return Response(status_code=204)


async def news(request: Request) -> Response:
    """Whoever asks is here."""
    user = await need_person(request)
    server = server_of(request)
    now = server.tables.now()
    await server.friends.note(user.id, now)
    return answer(
        social_wire.News(
            await server.lists.sitting(user.id),
            await server.friends.invitations(user.id, server.lists, now),
            await server.matchmaking.seeking(user.id),
        )
    )


async def friends(request: Request) -> Response:
    user = await need_user(request)
    server = server_of(request)
    return answer(social_wire.Friends(await server.friends.friends(user.id, server.tables.now())))


async def set_friend(request: Request) -> Response:
    user = await need_person(request)
    wanted = await body(request, social_wire.FriendWish)
    server = server_of(request)
    await limited(request, user, server.acquaintances)
    await server.friends.set_friend(user, wanted, server.tables.now())
    return answer(social_wire.Friends(await server.friends.friends(user.id, server.tables.now())))


async def online(request: Request) -> Response:
    user = await need_person(request)
    server = server_of(request)
    return answer(social_wire.Online(await server.friends.online(user, server.tables.now())))


async def preferences(request: Request) -> Response:
    user = await need_user(request)
    return answer(await server_of(request).friends.preferences(user.id))


async def set_preferences(request: Request) -> Response:
    user = await need_user(request)
    wanted = await body(request, social_wire.Preferences)
    server = server_of(request)
    await limited(request, user, server.acquaintances)
    await server.friends.set_preferences(user.id, wanted)
    return answer(wanted)


async def invite(request: Request) -> Response:
    user = await need_person(request)
    wanted = await body(request, social_wire.Invite)
    found = await need_table(request)
    server = server_of(request)
    await limited(request, user, server.acquaintances)
    await server.friends.invite(found, user, wanted, server.tables.now())
    return Response(status_code=204)


async def answer_invitation(request: Request) -> Response:
    """Who accepts sits down, without a password; who declines is not asked by the same person for a while."""
    user = await need_person(request)
    wanted = await body(request, social_wire.Answer)
    server = server_of(request)
    invitation = request.path_params["invitation"]
    now = server.tables.now()
    name, inviter = await server.friends.answer(user.id, invitation, wanted.accept, now)
    table = await server.tables.find(name)
    if wanted.accept:
        if not server.tables.alone:
            await server.tables.read_news(table)
        if table.room.seat_of(inviter) is None:
            raise Refused("no_invitation")  # he has left, or was sent away: he opens this door no more
        kept = table.room.kept.get(user.id)
        await server.lobby.join(table, user, wire.Join(kept), invited=True)
        await server.friends.accepted(invitation)
    return shown_table(request, table)


async def leaders(request: Request) -> Response:
    return await best(request, bots=False)


async def bot_leaders(request: Request) -> Response:
    return await best(request, bots=True)


async def best(request: Request, bots: bool) -> Response:
    server = server_of(request)
    game = need_game_id(request.query_params.get("game", ""))
    seats = whole(request, "seats", 0, 0, 10)
    now = server.tables.now()
    return answer(people_wire.Leaders(await server.leaderboards.leaders(game, seats, bots, now)))


async def statistics(request: Request) -> Response:
    server = server_of(request)
    user = request.path_params["user"]
    if await server.accounts.user(user) is None:
        raise Refused("no_user")
    asking = await server.user_of(request)
    own = asking is not None and asking.id == user
    server.workbench.spend(server.address_of(request))
    return answer(await server.leaderboards.statistics(user, own, server.lang_of(request)))
