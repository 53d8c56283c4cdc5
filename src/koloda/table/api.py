"""The HTTP API: games, sessions, people, tables. What it promises is in docs/api.md and /api/openapi.json."""

from __future__ import annotations

from typing import Literal

from starlette.requests import Request
from starlette.responses import Response

from koloda.bots import LEVELS
from koloda.core.game import Game
from koloda.core.options import Option
from koloda.games import all_games
from koloda.table import rows, sight, wire
from koloda.table.accounts import User
from koloda.table.doors import answer, body, house_of, need_user, whole
from koloda.table.house import COOKIE, SECURE_COOKIE
from koloda.table.live import Refused, Table
from koloda.table.replay import rules_text
from koloda.table.sessions import LONGEST
from koloda.table.texts import say

MOST = 2**62


# about the house


async def health(request: Request) -> Response:
    ready = house_of(request).ready
    return answer(wire.Status("ok" if ready else "starting"), 200 if ready else 503)


async def metrics(request: Request) -> Response:
    return Response(house_of(request).metrics.text(), media_type="text/plain; version=0.0.4; charset=utf-8")


async def games(request: Request) -> Response:
    lang = house_of(request).lang_of(request)
    levels = [wire.LevelInfo(level, say(lang, f"level_{level}")) for level in LEVELS]
    found = [
        wire.GameInfo(
            id=game.id,
            name=game.names[lang],
            seats=wire.SeatRange(game.seat_counts[0], game.seat_counts[-1], game.default_seats),
            options=[option_info(game, option, lang) for option in game.options],
            presets=list(game.presets),
            levels=levels,
        )
        for game in all_games()
    ]
    return answer(wire.Games(found))


def option_info(game: Game, option: Option, lang: str) -> wire.OptionInfo:
    words = game.words(option, lang)
    kind: Literal["choice", "number", "flag"] = "number"
    if option.choices:
        kind = "flag" if all(isinstance(choice, bool) for choice in option.choices) else "choice"
    return wire.OptionInfo(
        name=option.name,
        label=words.label,
        help=words.help,
        kind=kind,
        default=option.default,
        values=list(option.choices) or None,
        names=list(words.choices) or None,
        least=None if option.choices else option.least,
        most=None if option.choices else option.most,
    )


async def rules(request: Request) -> Response:
    lang = house_of(request).lang_of(request)
    game = request.path_params["game"]
    if game not in [each.id for each in all_games()]:
        raise Refused("no_game")
    return answer(wire.Rules(game, lang, rules_text(game, lang)))


# people


def shown_user(user: User) -> wire.User:
    return wire.User(user.id, user.name, user.kind)  # type: ignore[arg-type]


def signed_in(request: Request, user: User, status: int) -> Response:
    """The answer that gives a person a token, and a browser its cookie."""
    house = house_of(request)
    token = house.sessions.token(user.id, user.keys)
    response = answer(wire.SessionInfo(shown_user(user), token), status)
    secure = house.is_secure(request)
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
    house = house_of(request)
    wanted = await body(request, wire.NewSession)
    if not house.new_sessions.take(house.address_of(request)):
        raise Refused("rate")
    return signed_in(request, await house.accounts.guest(wanted.name), 201)


async def session(request: Request) -> Response:
    return answer(wire.UserInfo(shown_user(await need_user(request))))


async def rename(request: Request) -> Response:
    user = await need_user(request)
    wanted = await body(request, wire.NewSession)
    return answer(wire.UserInfo(shown_user(await house_of(request).accounts.rename(user.id, wanted.name))))


async def log_out(request: Request) -> Response:
    response = Response(status_code=204)
    response.delete_cookie(COOKIE, path="/", httponly=True, samesite="lax")
    response.delete_cookie(SECURE_COOKIE, path="/", secure=True, httponly=True, samesite="lax")
    return response


async def new_account(request: Request) -> Response:
    house = house_of(request)
    user = await need_user(request)
    wanted = await body(request, wire.NewAccount)
    if not house.logins.take(house.address_of(request)):
        raise Refused("rate")
    found = await house.accounts.register(user.id, wanted.login, wanted.password)
    return answer(wire.UserInfo(shown_user(found)))


async def log_in(request: Request) -> Response:
    house = house_of(request)
    wanted = await body(request, wire.NewAccount)
    if not house.logins.take(house.address_of(request)):
        raise Refused("rate")
    user = await house.accounts.log_in(wanted.login, wanted.password)
    if user.banned:
        raise Refused("banned")
    return signed_in(request, user, 200)


async def profile(request: Request) -> Response:
    house = house_of(request)
    user = await house.accounts.user(request.path_params["user"])
    if user is None:
        raise Refused("no_user")
    return answer(wire.Profile(shown_user(user), await house.lobby.ratings_of(user.id)))


async def history(request: Request) -> Response:
    house = house_of(request)
    user = request.path_params["user"]
    if await house.accounts.user(user) is None:
        raise Refused("no_user")
    before = whole(request, "before", MOST, 0, MOST)
    limit = whole(request, "limit", 50, 1, 100)
    asking = await house.user_of(request)
    own = asking is not None and asking.id == user
    return answer(wire.History(await house.lobby.history(user, before, limit, own)))


# tables


def shown_table(request: Request, table: Table, status: int = 200) -> Response:
    now = house_of(request).hub.now()
    return answer(wire.TableAnswer(sight.table_info(table.room, now, table.spectators)), status)


async def need_table(request: Request) -> Table:
    return await house_of(request).hub.table(request.path_params["id"])


async def tables(request: Request) -> Response:
    query = request.query_params
    status = query.get("status", "")
    if status not in ("", "waiting", "playing"):
        raise Refused("bad_request", "status: waiting or playing")
    found = await house_of(request).lobby.listed(query.get("game", "")[:40], status, query.get("free") == "1")
    return answer(wire.TableList(found))


def limit_tables(request: Request, user: User) -> None:
    house = house_of(request)
    if not house.new_tables.take(user.id) or not house.new_tables.take(house.address_of(request)):
        raise Refused("rate")


async def new_table(request: Request) -> Response:
    user = await need_user(request)
    wanted = await body(request, wire.NewTable)
    limit_tables(request, user)
    return shown_table(request, await house_of(request).lobby.create(user, wanted), 201)


async def quick(request: Request) -> Response:
    user = await need_user(request)
    wanted = await body(request, wire.QuickTable)
    limit_tables(request, user)
    return shown_table(request, await house_of(request).lobby.quick(user, wanted), 201)


async def table(request: Request) -> Response:
    return shown_table(request, await need_table(request))


async def join(request: Request) -> Response:
    user = await need_user(request)
    found = await need_table(request)
    await house_of(request).lobby.join(found, user, await body(request, wire.Join))
    return shown_table(request, found)


async def leave(request: Request) -> Response:
    user = await need_user(request)
    found = await need_table(request)
    await body(request, wire.Nothing)
    await house_of(request).lobby.leave(found, user)
    return shown_table(request, found)


async def ready(request: Request) -> Response:
    user = await need_user(request)
    found = await need_table(request)
    await house_of(request).lobby.ready(found, user, await body(request, wire.SetReady))
    return shown_table(request, found)


async def start(request: Request) -> Response:
    user = await need_user(request)
    found = await need_table(request)
    await body(request, wire.Nothing)
    await house_of(request).lobby.start(found, user)
    return shown_table(request, found)


async def rematch(request: Request) -> Response:
    user = await need_user(request)
    found = await need_table(request)
    await body(request, wire.Nothing)
    limit_tables(request, user)
    return shown_table(request, await house_of(request).lobby.rematch(found, user))


async def kick(request: Request) -> Response:
    user = await need_user(request)
    found = await need_table(request)
    await house_of(request).lobby.kick(found, user, await body(request, wire.Kick))
    return shown_table(request, found)


async def set_bot(request: Request) -> Response:
    user = await need_user(request)
    found = await need_table(request)
    await house_of(request).lobby.set_bot(found, user, await body(request, wire.SetBot))
    return shown_table(request, found)


# the admin


def need_admin(request: Request) -> None:
    house = house_of(request)
    if not house.logins.take("admin " + house.address_of(request)):
        raise Refused("rate")
    if not house.admin.allows(house.token_of(request)):
        raise Refused("no_admin")


async def admin_tables(request: Request) -> Response:
    need_admin(request)
    return answer(wire.TableList(await house_of(request).lobby.listed("", "", False, everything=True)))


async def admin_close(request: Request) -> Response:
    need_admin(request)
    house = house_of(request)
    found = await need_table(request)

    def closed() -> rows.AnyRow | None:
        return None if found.room.status == "over" else rows.Closed(house.hub.now())

    await house.hub.write(found, closed)
    return Response(status_code=204)


async def admin_mute(request: Request) -> Response:
    need_admin(request)
    wanted = await body(request, wire.Minutes)
    user = await house_of(request).accounts.mute(request.path_params["user"], wanted.minutes)
    return answer(wire.UserInfo(shown_user(user)))


async def admin_ban(request: Request) -> Response:
    need_admin(request)
    house = house_of(request)
    wanted = await body(request, wire.Minutes)
    user = await house.accounts.ban(request.path_params["user"], wanted.minutes)
    if wanted.minutes:
        for connection in list(house.connections):
            if connection.user == user.id:
                connection.drop(4401, "banned", say(connection.lang, "banned"))
    return answer(wire.UserInfo(shown_user(user)))
