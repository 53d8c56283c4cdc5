"""Requests and answers of HTTP: bodies are limited and checked, errors are JSON in the person's language."""

from __future__ import annotations

import functools
import gzip
import logging
import re
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, TypeVar

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from koloda.core.errors import KolodaError
from koloda.table import accounts, wire
from koloda.table.errors import BrokenTable, Refused
from koloda.table.store import StoreDown
from koloda.table.texts import say

if TYPE_CHECKING:
    from koloda.table.server import Server

log = logging.getLogger(__name__)
T = TypeVar("T")
Handler = Callable[[Request], Awaitable[Response]]
LARGEST = 16_384  # bytes of a body
NUL = re.compile(rb"(?<!\\)(?:\\\\)*\\u0000|\0")  # in JSON; no database keeps it, and nobody means it
# what newcomers do: they wait while those who play need the server
NEWCOMERS = frozenset({"/api/session", "/api/tables", "/api/quick", "/api/match", "/api/replay"})
STATUS = {
    **dict.fromkeys(("no_session", "wrong_password", "wrong_code", "session"), 401),
    **dict.fromkeys(
        (
            "origin",
            "not_host",
            "not_seated",
            "banned",
            "muted",
            "no_admin",
            "no_spectators",
            "private",
            "kicked",
            "blocked",
            *("ladder_not_yours", "ladder_banned"),
            "bot_scope",
            *("on_vacation", "bot_slow"),
            "bot_account",
            *("account_needed", "not_maker", "tournament_no_bots", "tournament_table"),
        ),
        403,
    ),
    **dict.fromkeys(
        (
            "no_table",
            "no_page",
            "no_game",
            "no_user",
            "no_deal",
            "no_guide",
            "no_art",
            "no_seat",
            "no_ban",
            "no_address",
            "no_report",
            *("no_ladder", "no_program", "no_fixture"),
            *("no_token", "no_invitation", "no_tournament", "no_puzzle"),
        ),
        404,
    ),
    "no_method": 405,
    **dict.fromkeys(
        (
            *(
                "full",
                "seat_taken",
                "seat_kept",
                "started",
                "empty_seats",
                "not_ready",
                "not_over",
                "closed",
                "broken",
            ),
            *(
                "login_taken",
                "has_account",
                "match_not_over",
                "not_started",
                "open_later",
                "analysis_later",
                "name_taken",
            ),
            *("ladder_taken", "ladder_closed", "ladder_frozen", "ladder_retired"),
            *("ladder_programs", "ladder_uploads"),
            *("bot_away", "bot_busy", "bot_game", "bot_declines", "has_played", "too_many_tokens", "no_bot"),
            *("declines", "bot_invited", "too_many_invited", "too_many_friends"),
            *("tournament_over", "tournament_begun", "tournament_full", "team_full"),
            *("tournaments_mine", "tournaments_full", "tournaments_joined"),
            "puzzle_first",
        ),
        409,
    ),
    "too_large": 413,
    "not_json": 415,
    "rate": 429,
    **dict.fromkeys(("store_down", "busy", "closing", "crowded", "ladder_busy", "ladder_broken"), 503),
    "failed": 500,
}


def server_of(request: Request) -> Server:
    server: Server = request.app.state.server
    return server


def answer(body: object, status: int = 200) -> Response:
    return Response(wire.encode(body), status, media_type="application/json")


@functools.lru_cache(64)
def squeezed(content: bytes) -> bytes:
    return gzip.compress(content, 6, mtime=0)


def packed(request: Request, response: Response) -> Response:
    """The same, compressed for who can read that: for what is large, often asked for and the same for all."""
    response.headers["vary"] = "accept-encoding"
    if "gzip" in request.headers.get("accept-encoding", ""):
        response.body = squeezed(bytes(response.body))
        response.headers["content-encoding"] = "gzip"
        response.headers["content-length"] = str(len(response.body))
    return response


def problem(request: Request, code: str, *details: object) -> Response:
    lang = server_of(request).lang_of(request)
    server_of(request).metrics.refusals.add(code)
    response = answer(wire.ErrorAnswer(wire.Problem(code, say(lang, code, *details))), STATUS.get(code, 400))
    if code in ("rate", "crowded"):
        response.headers["retry-after"] = "5"
    return response


def endpoint(handler: Handler) -> Handler:
    """A handler whose errors become answers."""

    async def checked(request: Request) -> Response:
        server = server_of(request)
        try:
            if not server.requests.take(server.address_of(request)):
                raise Refused("rate")
            if "\0" in request.url.path or b"%00" in request.scope["query_string"]:
                raise Refused("bad_request", "NUL")
            if request.method not in ("GET", "HEAD"):
                if not server.same_origin(request):
                    raise Refused("origin")
                # the admin's endpoints stay open, or a slip could not be undone
                if server.people.is_banned(server.peer_of(request)) and not is_admins(request):
                    raise Refused("banned")
            if request.method == "POST" and request.url.path in NEWCOMERS:
                await server.admission.enter()
            return await handler(request)
        except BrokenTable as broken:
            log.error("a table does not replay", exc_info=True)
            return problem(request, broken.code)
        except Refused as refused:
            return problem(request, refused.code, *refused.details)
        except StoreDown as error:
            log.warning("the store does not answer: %s", error)
            return problem(request, "store_down")
        except KolodaError as error:
            return problem(request, "bad_option", str(error))
        except ClientDisconnect:
            return Response(status_code=400)
        except Exception:
            log.exception("a request failed", extra={"path": request.url.path})
            return problem(request, "failed")

    return checked


def is_admins(request: Request) -> bool:
    return request.url.path.startswith("/api/admin/")


async def body(request: Request, kind: type[T], largest: int = LARGEST) -> T:
    """The JSON body, of a size that we read, checked."""
    given = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    data = b""
    async for chunk in request.stream():
        data += chunk
        if len(data) > largest:
            raise Refused("too_large")
    if not data:
        data = b"{}"
    elif given != "application/json":
        raise Refused("not_json")
    if NUL.search(data):
        raise Refused("bad_request", "NUL")
    try:
        return msgspec.json.decode(data, type=kind)
    except RecursionError:
        raise Refused("bad_request", "too deep") from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise Refused("bad_request", str(error)[:200]) from None


async def need_anybody(request: Request) -> accounts.User:
    """A person by his session, or a bot by its token."""
    user = await server_of(request).user_of(request)
    if user is None:
        raise Refused("no_session")
    return user


async def need_user(request: Request) -> accounts.User:
    """The owner of an account, or a guest: a bot's token does not open what is his."""
    user = await need_anybody(request)
    if by_token(request):
        raise Refused("bot_scope")
    return user


async def need_person(request: Request) -> accounts.User:
    """A person, who may make tables and sit down where he likes."""
    user = await need_user(request)
    if user.is_bot:
        raise Refused("bot_account")
    return user


async def need_player(request: Request) -> accounts.User:
    """Who may have a seat: a person, or a bot by its token. The owner of a bot does not play in its name."""
    user = await need_anybody(request)
    if user.is_bot != by_token(request):
        raise Refused("bot_account")
    return user


def by_token(request: Request) -> bool:
    session = server_of(request).session_of(request)
    return session is not None and bool(session.bot)


def whole(request: Request, name: str, usual: int, least: int, most: int) -> int:
    """A whole number among the query parameters."""
    text = request.query_params.get(name)
    if text is None:
        return usual
    if not text.isdecimal() or not text.isascii() or len(text) > 16 or not least <= int(text) <= most:
        raise Refused("bad_request", f"{name}: a whole number from {least} to {most}")
    return int(text)
