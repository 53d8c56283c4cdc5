"""The endpoints of tournaments of people."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from koloda.table.accounts import User
from koloda.table.http import answer, body, need_person, need_player, server_of
from koloda.table.social_api import limited
from koloda.table.tournaments import wire
from koloda.table.tournaments.pages import page_of
from koloda.table.tournaments.service import BREAK, Live


async def need_tournament(request: Request) -> Live:
    return await server_of(request).tournaments.find(request.path_params["id"])


async def shown(request: Request, live: Live, user: User | None, status: int = 200) -> Response:
    server = server_of(request)
    tournament = live.tournament
    present = await server.tournaments.present(tournament)
    who = None if user is None else user.id
    page = page_of(tournament, who, present, server.tables.now(), BREAK)
    if page.me.table and not await server.tournaments.exists(page.me.table):
        page.me = wire.TournamentMe("waiting", page.me.line, team=page.me.team)  # it is there in a moment
    return answer(page, status)


async def tournaments(request: Request) -> Response:
    server = server_of(request)
    found = await server.tournaments.listed(request.query_params.get("game", "")[:40])
    return answer(wire.TournamentList(server.tables.now(), found))


async def new_tournament(request: Request) -> Response:
    user = await need_person(request)
    wanted = await body(request, wire.NewTournament)
    server = server_of(request)
    await limited(request, user, server.new_tournaments)
    return await shown(request, await server.tournaments.create(user, wanted), user, 201)


async def tournament(request: Request) -> Response:
    """Whoever takes part and asks is here, and can be asked to play."""
    server = server_of(request)
    live = await need_tournament(request)
    user = await server.user_of(request)
    person = None if user is None else live.tournament.people.get(user.id)
    if person is not None and person.active and live.tournament.status in ("open", "running"):
        await server.tournaments.here(live.tournament, person.user)
    return await shown(request, live, user)


async def join(request: Request) -> Response:
    user = await need_player(request)
    wanted = await body(request, wire.JoinTournament)
    server = server_of(request)
    live = await need_tournament(request)
    await limited(request, user, server.acquaintances)
    await server.tournaments.join(live, user, wanted.team)
    return await shown(request, live, user)


async def withdraw(request: Request) -> Response:
    user = await need_player(request)
    live = await need_tournament(request)
    await server_of(request).tournaments.withdraw(live, user.id)
    return await shown(request, live, user)


async def cancel(request: Request) -> Response:
    user = await need_person(request)
    live = await need_tournament(request)
    await server_of(request).tournaments.cancel(live, user.id)
    return await shown(request, live, user)
