"""The endpoints of games, guests, people and tables.

What they promise is in docs/api.md and /api/openapi.json.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Literal, cast

from starlette.requests import Request
from starlette.responses import Response

from koloda.bots import LEVELS
from koloda.core.errors import BadOption
from koloda.core.game import Game
from koloda.core.options import Option, Value, Words
from koloda.games import all_games, ids
from koloda.games import game as game_by_id
from koloda.table import games_wire, people_wire, social_wire, updates, wire
from koloda.table.accounts import User
from koloda.table.connections import LiveTable
from koloda.table.errors import Refused
from koloda.table.http import (
    answer,
    body,
    need_anybody,
    need_person,
    need_player,
    need_user,
    packed,
    problem,
    server_of,
    whole,
)
from koloda.table.limits import is_loopback
from koloda.table.replay import rules_text
from koloda.table.server import COOKIE, SECURE_COOKIE
from koloda.table.sessions import LONGEST
from koloda.table.texts import say

MOST = 2**62
FEW = 20  # values of a number that are looked at one by one
ART_CSP = "default-src 'none'; style-src 'unsafe-inline'"


# about the server


async def health(request: Request) -> Response:
    found = await server_of(request).health()
    return answer(found, 200 if found.status == "ok" else 503)


async def metrics(request: Request) -> Response:
    server = server_of(request)
    where = server.settings.metrics
    if where and not (request.scope["server"] and where.endswith(f":{request.scope['server'][1]}")):
        return problem(request, "no_page")
    if not where and not from_here(request):  # figures that move tell who decides in silence
        return problem(request, "no_page")
    return Response(server.figures(), media_type="text/plain; version=0.0.4; charset=utf-8")


def from_here(request: Request) -> bool:
    """Does a program of this machine ask, and not a proxy for somebody else?"""
    passed_on = any(name in request.headers for name in ("forwarded", "x-forwarded-for", "x-real-ip", "via"))
    return not passed_on and request.client is not None and is_loopback(request.client.host)


async def games(request: Request) -> Response:
    lang = server_of(request).lang_of(request)
    levels = [
        games_wire.LevelInfo(cast(games_wire.LevelName, level), say(lang, f"level_{level}"))
        for level in LEVELS
    ]
    found = [
        games_wire.GameInfo(
            id=game.id,
            name=game.names[lang],
            summary=game.summaries[lang],
            seats=games_wire.SeatRange(game.seat_counts[0], game.seat_counts[-1], game.default_seats),
            options=[option_info(game, option, lang) for option in game.options],
            presets=list(game.presets),
            ways=[preset_info(game, preset, lang) for preset in game.presets],
            levels=levels,
            art=has_art(game),
            guide=has_guide(game),
            reaction=game.reaction,
        )
        for game in all_games()
    ]
    return packed(request, answer(games_wire.Games(found, server_of(request).ladder is not None)))


@functools.cache
def has_art(game: Game) -> bool:
    return game.art() is not None


@functools.cache
def has_guide(game: Game) -> bool:
    return game.guide() is not None


def preset_info(game: Game, preset: str, lang: str) -> games_wire.PresetInfo:
    fixed = dict(game.presets[preset])
    words = game.preset_words.get(lang, {}).get(preset, Words(preset))
    seats = game.seats_with(game.table_choice(fixed))
    sides = game.sides(seats[0], game.resolve(seats[0], game.table_choice(fixed))) if seats else []
    return games_wire.PresetInfo(preset, words.label, words.help, fixed, seats, sides)


def option_info(game: Game, option: Option, lang: str) -> games_wire.OptionInfo:
    words = game.words(option, lang)
    kind: Literal["choice", "number", "flag"] = "number"
    if option.choices:
        kind = "flag" if all(isinstance(choice, bool) for choice in option.choices) else "choice"
    return games_wire.OptionInfo(
        name=option.name,
        label=words.label,
        help=words.help,
        kind=kind,
        default=game.table_options.get(option.name, option.default),
        values=list(option.choices) or None,
        names=list(words.choices) or None,
        least=None if option.choices else option.least,
        most=None if option.choices else option.most,
        unit="ms" if option.name.endswith("_ms") else None,
    )


async def options(request: Request) -> Response:
    """All options as they follow from some: seats and other options decide what is usual and possible."""
    game = need_game(request)
    wanted = await body(request, wire.SomeOptions)
    game.resolve(wanted.seats, {})  # so many seats, or an error
    seats = game.default_seats if wanted.seats is None else wanted.seats

    def goes(chosen: dict[str, Value]) -> bool:
        try:
            game.resolve(wanted.seats, game.table_choice(chosen))
        except BadOption:
            return False
        return True

    given: dict[str, Value] = {}
    for option in game.options:
        if option.name in wanted.options:
            more = {**given, option.name: wanted.options[option.name]}
            given = more if goes(more) else given
    chosen = game.resolve(wanted.seats, game.table_choice(given))
    possible = {
        option.name: [value for value in values if goes({**given, option.name: value})]
        for option in game.options
        for values in [tried(option, chosen[option.name]) if option.applies(seats, chosen) else []]
    }
    return answer(games_wire.AllOptions(chosen, given, possible))


def tried(option: Option, now: Value) -> Sequence[Value]:
    """Which values are looked at to say what is possible: of a number all where they are few."""
    if option.choices or option.most - option.least >= FEW:
        return option.choices or (now,)
    return range(option.least, option.most + 1)


async def rules(request: Request) -> Response:
    lang = server_of(request).lang_of(request)
    game = need_game(request)
    return answer(games_wire.RulesText(game.id, lang, rules_text(game, lang)))


def need_game(request: Request) -> Game:
    return game_by_id(need_game_id(request.path_params["game"]))


def need_game_id(name: str) -> str:
    if name not in ids():
        raise Refused("no_game")
    return name


async def art(request: Request) -> Response:
    picture = need_game(request).art()
    if picture is None:
        raise Refused("no_art")
    # a picture may come from anywhere, and a browser that opens it alone must not run what is in it
    headers = {"content-security-policy": ART_CSP, "cache-control": "public, max-age=3600"}
    return packed(request, Response(picture, media_type="image/svg+xml", headers=headers))


# people


def shown_user(user: User) -> people_wire.User:
    return people_wire.User(user.id, user.name, user.kind)  # type: ignore[arg-type]


def signed_in(request: Request, user: User, status: int, codes: list[str] | None = None) -> Response:
    """The answer that gives a person a new token, and a browser its cookie."""
    server = server_of(request)
    token = server.sessions.token(user.id, user.keys)
    shown = shown_user(user)
    info = (
        people_wire.SessionInfo(shown, token)
        if codes is None
        else people_wire.AccountInfo(shown, token, codes)
    )
    response = answer(info, status)
    secure = server.is_secure(request)
    response.set_cookie(
        SECURE_COOKIE if secure else COOKIE,
        token,
        max_age=LONGEST,
        path="/",
        secure=secure,
        httponly=True,
        samesite="lax",
    )
    return response


async def new_session(request: Request) -> Response:
    server = server_of(request)
    wanted = await body(request, people_wire.NewSession)
    if not await server.new_sessions.take(server.address_of(request)):
        raise Refused("rate")
    return signed_in(request, await server.accounts.guest(wanted.name, server.address_of(request)), 201)


async def session(request: Request) -> Response:
    return answer(people_wire.UserInfo(shown_user(await need_anybody(request))))


async def rename(request: Request) -> Response:
    user = await need_user(request)
    wanted = await body(request, people_wire.NewSession)
    return answer(
        people_wire.UserInfo(shown_user(await server_of(request).accounts.rename(user.id, wanted.name)))
    )


async def profile(request: Request) -> Response:
    server = server_of(request)
    user = await server.accounts.user(request.path_params["user"])
    if user is None:
        raise Refused("no_user")
    return answer(people_wire.Profile(shown_user(user), await server.results.ratings_of(user.id)))


async def rating_history(request: Request) -> Response:
    server = server_of(request)
    user = await server.accounts.user(request.path_params["user"])
    if user is None:
        raise Refused("no_user")
    game = need_game(request).id
    return answer(people_wire.RatingHistory(await server.results.rating_history(user.id, game)))


async def history(request: Request) -> Response:
    server = server_of(request)
    user = request.path_params["user"]
    if await server.accounts.user(user) is None:
        raise Refused("no_user")
    before = whole(request, "before", MOST, 0, MOST)
    limit = whole(request, "limit", 50, 1, 100)
    asking = await server.user_of(request)
    own = asking is not None and asking.id == user
    return answer(people_wire.History(await server.results.history(user, before, limit, own)))


async def own_tables(request: Request) -> Response:
    user = await need_player(request)
    return answer(wire.TableList(await server_of(request).lists.sitting(user.id)))


# tables


def shown_table(request: Request, table: LiveTable, status: int = 200) -> Response:
    now = server_of(request).tables.now()
    return answer(wire.TableAnswer(updates.table_info(table.room, now, table.spectators)), status)


async def need_table(request: Request) -> LiveTable:
    return await server_of(request).tables.find(request.path_params["id"])


async def tables(request: Request) -> Response:
    query = request.query_params
    status = query.get("status", "")
    if status not in ("", "waiting", "playing"):
        raise Refused("bad_request", "status: waiting or playing")
    found = await server_of(request).lists.listed(
        query.get("game", "")[:40], status, query.get("free") == "1"
    )
    return answer(wire.TableList(found))


async def limit_tables(request: Request, user: User) -> None:
    server = server_of(request)
    for key in (user.id, server.address_of(request)):
        if not await server.new_tables.take(key):
            raise Refused("rate")


def limit_changes(request: Request, user: User) -> None:
    """Each is a row of a table's log for ever: nobody writes without end."""
    server = server_of(request)
    if not server.changes.take(user.id) or not server.changes_from.take(server.address_of(request)):
        raise Refused("rate")


async def new_table(request: Request) -> Response:
    user = await need_person(request)
    wanted = await body(request, wire.NewTable)
    await limit_tables(request, user)
    return shown_table(request, await server_of(request).lobby.create(user, wanted), 201)


async def quick(request: Request) -> Response:
    user = await need_person(request)
    wanted = await body(request, wire.QuickTable)
    await limit_tables(request, user)
    return shown_table(request, await server_of(request).lobby.quick(user, wanted), 201)


async def table(request: Request) -> Response:
    return shown_table(request, await need_table(request))


async def join(request: Request) -> Response:
    user = await need_person(request)
    limit_changes(request, user)
    found = await need_table(request)
    server = server_of(request)
    wanted = await body(request, wire.Join)
    tries = f"table {found.room.id} {server.address_of(request)}"
    if found.room.made.password:
        if not server.hashes.take(server.address_of(request)) or await server.logins.used_up(tries):
            raise Refused("rate")
    try:
        await server.lobby.join(found, user, wanted)
    except Refused as refused:
        if refused.code == "wrong_password" and wanted.password:
            await server.logins.take(tries)
        raise
    return shown_table(request, found)


async def report(request: Request) -> Response:
    user = await need_person(request)
    found = await need_table(request)
    server = server_of(request)
    wanted = await body(request, people_wire.NewReport)
    if not found.room.may_watch(user.id):
        raise Refused("private")
    if not server.reports.take(user.id) or not server.reports.take(server.address_of(request)):
        raise Refused("rate")
    await server.people.report(found.room, user.id, wanted)
    return Response(status_code=204)


async def leave(request: Request) -> Response:
    user = await need_player(request)
    limit_changes(request, user)
    found = await need_table(request)
    await body(request, wire.Nothing)
    await server_of(request).lobby.leave(found, user)
    return shown_table(request, found)


async def ready(request: Request) -> Response:
    user = await need_player(request)
    limit_changes(request, user)
    found = await need_table(request)
    await server_of(request).lobby.ready(found, user, await body(request, wire.SetReady))
    return shown_table(request, found)


async def open_luck(request: Request) -> Response:
    user = await need_player(request)
    limit_changes(request, user)
    found = await need_table(request)
    await server_of(request).lobby.open_luck(found, user, await body(request, wire.OpenLuck))
    return shown_table(request, found)


async def start(request: Request) -> Response:
    user = await need_person(request)
    limit_changes(request, user)
    found = await need_table(request)
    await body(request, wire.Nothing)
    await server_of(request).lobby.start(found, user)
    return shown_table(request, found)


async def rematch(request: Request) -> Response:
    user = await need_player(request)
    found = await need_table(request)
    wanted = await body(request, social_wire.Rematch)
    await limit_tables(request, user)
    return shown_table(request, await server_of(request).lobby.rematch(found, user, wanted.rotate))


async def kick(request: Request) -> Response:
    user = await need_person(request)
    limit_changes(request, user)
    found = await need_table(request)
    await server_of(request).lobby.kick(found, user, await body(request, wire.Kick))
    return shown_table(request, found)


async def set_bot(request: Request) -> Response:
    user = await need_person(request)
    limit_changes(request, user)
    found = await need_table(request)
    await server_of(request).lobby.set_bot(found, user, await body(request, wire.SetBot))
    return shown_table(request, found)
