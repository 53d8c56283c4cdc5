"""HTTP doors: bodies are read with a limit and checked, errors are JSON in the person's language."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, TypeVar

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from koloda.core.errors import KolodaError
from koloda.table import accounts, wire
from koloda.table.live import NoTable, Refused
from koloda.table.room import BrokenTable
from koloda.table.store import StoreDown
from koloda.table.texts import TEXTS, say

if TYPE_CHECKING:
    from koloda.table.house import House

log = logging.getLogger(__name__)
T = TypeVar("T")
Door = Callable[[Request], Awaitable[Response]]
LARGEST = 16_384  # bytes of a body
STATUS = {
    **dict.fromkeys(("no_session", "wrong_password", "session"), 401),
    **dict.fromkeys(
        ("origin", "not_host", "not_seated", "banned", "muted", "no_admin", "no_spectators"), 403
    ),
    **dict.fromkeys(("no_table", "no_page", "no_game", "no_user", "no_deal", "no_guide", "no_seat"), 404),
    "no_method": 405,
    **dict.fromkeys(
        (
            *("full", "seat_taken", "started", "empty_seats", "not_ready", "not_over", "closed", "broken"),
            *("login_taken", "has_account", "match_not_over", "not_started"),
        ),
        409,
    ),
    "too_large": 413,
    "not_json": 415,
    "rate": 429,
    **dict.fromkeys(("store_down", "busy", "closing"), 503),
    "failed": 500,
}


class Forbidden(Refused):
    """Another status than the code has."""


def house_of(request: Request) -> House:
    house: House = request.app.state.house
    return house


def answer(body: object, status: int = 200) -> Response:
    return Response(wire.encode(body), status, media_type="application/json")


def problem(request: Request, code: str, *details: object) -> Response:
    lang = house_of(request).lang_of(request)
    text = say(lang, code, *details) if code in TEXTS[lang] else str(details[0] if details else code)
    house_of(request).metrics.refusals.add(code)
    response = answer(wire.ErrorAnswer(wire.Problem(code, text)), STATUS.get(code, 400))
    if code == "rate":
        response.headers["retry-after"] = "5"
    return response


def door(handler: Door) -> Door:
    """A handler whose errors become answers."""

    async def opened(request: Request) -> Response:
        house = house_of(request)
        try:
            if not house.requests.take(house.address_of(request)):
                raise Refused("rate")
            if request.method not in ("GET", "HEAD") and not house.same_origin(request):
                raise Refused("origin")
            return await handler(request)
        except Refused as refused:
            return problem(request, refused.code, *refused.details)
        except accounts.Refused as refusal:
            return problem(request, refusal.code, str(refusal))
        except NoTable:
            return problem(request, "no_table")
        except BrokenTable:
            log.error("a table does not replay", exc_info=True)
            return problem(request, "broken")
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

    return opened


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
    try:
        return msgspec.json.decode(data, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise Refused("bad_request", str(error)[:200]) from None


async def need_user(request: Request) -> accounts.User:
    user = await house_of(request).user_of(request)
    if user is None:
        raise Refused("no_session")
    return user


def whole(request: Request, name: str, usual: int, least: int, most: int) -> int:
    """A whole number among the query parameters."""
    text = request.query_params.get(name)
    if text is None:
        return usual
    if not text.isdecimal() or not text.isascii() or len(text) > 16 or not least <= int(text) <= most:
        raise Refused("bad_request", f"{name}: a whole number from {least} to {most}")
    return int(text)
