"""The endpoints of what was played: records, replays, analyses; and guides."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any, TypeVar

from starlette.requests import Request
from starlette.responses import Response

from koloda.core.errors import KolodaError
from koloda.core.record import FORMAT
from koloda.games import game as game_by_id
from koloda.games import ids
from koloda.table import analysis, replay_wire, wire
from koloda.table.api import need_game, need_table
from koloda.table.errors import Refused
from koloda.table.guide import guide
from koloda.table.http import answer, body, packed, server_of, whole
from koloda.table.replay import replay
from koloda.table.room import OVER, Room

T = TypeVar("T")
LARGEST_RECORD = 1 << 20
_guides: dict[tuple[str, str], bytes] = {}  # by game and language
UNSAFE = re.compile(r"[^A-Za-z0-9_-]")


def finished(request: Request, room: Room) -> int:
    """The number of the deal that is asked for (usual: the last), if it was played to its end."""
    now = server_of(request).tables.now()
    ended = len(room.match.results) if room.match is not None else 0
    if ended and room.status_at(now) != room.status:
        ended -= 1  # its end is not in sight yet
    number = whole(request, "deal", max(1, ended), 1, 1_000_000)
    if number > ended:
        raise Refused("no_deal")
    return number


async def worked_out(request: Request, make: Callable[[], T]) -> T:
    """Beside the event loop, so often for an address."""
    server = server_of(request)
    return await server.workbench.work(server.address_of(request), make)


async def need_room(request: Request) -> Room:
    """The room of a table, with what another process may have ended a moment ago."""
    table = await need_table(request)
    tables = server_of(request).tables
    if table.room.status != OVER and not tables.alone:
        await tables.read_news(table)
    return table.room


async def reader(request: Request, room: Room) -> int | None:
    """The seat of who asks, None for an outsider; only for eyes that may read what was played here."""
    server = server_of(request)
    user = await server.user_of(request)
    name = None if user is None else user.id
    if not room.may_read(name, server.tables.now()):
        raise Refused("private")
    return room.seat_of(name)


def running(request: Request, room: Room) -> bool:
    """Does the match go on, as far as anybody may know?"""
    return room.status_at(server_of(request).tables.now()) != OVER


async def record(request: Request) -> Response:
    room = await need_room(request)
    await reader(request, room)
    number = finished(request, room)
    if running(request, room):
        raise Refused("match_not_over")
    made = await worked_out(request, lambda: room.record(number))
    text = json.dumps(made, ensure_ascii=False) + "\n"
    name = f"koloda-{room.game.id}-{UNSAFE.sub('', room.id)[:8]}-{number}.json"
    return Response(
        text,
        media_type="application/json",
        headers={"content-disposition": f'attachment; filename="{name}"'},
    )


def viewer(request: Request) -> tuple[int | None, bool]:
    """?seat=2, ?seat=open, or nothing: what a spectator saw."""
    if request.query_params.get("seat") == "open":
        return None, True
    if "seat" not in request.query_params:
        return None, False
    return whole(request, "seat", 0, 0, 9), False


async def replayed(request: Request) -> Response:
    lang = server_of(request).lang_of(request)
    room = await need_room(request)
    own = await reader(request, room)
    number = finished(request, room)
    seat, is_open = viewer(request)
    if seat is not None and seat >= len(room.seats):
        raise Refused("no_seat")
    # the hands of others, one after the other, would be as good as open cards
    if running(request, room) and (is_open or seat not in (None, own)):
        raise Refused("open_later")

    def tell() -> bytes:
        return wire.encode(replay(room.game, room.record(number), seat, lang, is_open))

    return Response(await worked_out(request, tell), media_type="application/json")


async def replay_upload(request: Request) -> Response:
    lang = server_of(request).lang_of(request)
    server = server_of(request)
    if not server.uploads.take(server.address_of(request)):
        raise Refused("rate")
    seat, is_open = viewer(request)
    given = await body(request, dict[str, Any], LARGEST_RECORD)

    def tell() -> bytes:
        if given.get("format") != FORMAT or given.get("game") not in ids():
            raise KolodaError(f"no record: its format is {FORMAT}, its game one of {', '.join(ids())}")
        game = game_by_id(given["game"])
        try:
            game.check_portable(given.get("options") or {})
            return wire.encode(replay(game, given, seat, lang, is_open))
        except KolodaError:
            raise
        except Exception as error:  # whatever is in a file, its reader gets one line
            raise KolodaError(f"this record cannot be replayed: {type(error).__name__}") from None

    return Response(await worked_out(request, tell), media_type="application/json")


async def analysed(request: Request) -> Response:
    server = server_of(request)
    room = await need_room(request)
    own = await reader(request, room)
    number = finished(request, room)
    if running(request, room) and (own is None or room.rated):  # who plays for ratings gets no advice
        raise Refused("open_later" if own is None else "analysis_later")
    user = await server.user_of(request)
    work = server.analyses.of(room, number, user.id if user else server.address_of(request))
    if not work.done:
        return answer(replay_wire.Progress(round(work.progress, 3)), 202)
    only = own if running(request, room) else None
    return answer(analysis.shown(room, work, server.lang_of(request), only))


async def guided(request: Request) -> Response:
    """The same for everybody, so it is made once."""
    game, lang = need_game(request), server_of(request).lang_of(request)
    bench = server_of(request).workbench
    text = _guides.get((game.id, lang))
    if text is None:
        text = _guides[game.id, lang] = await bench.queued(lambda: wire.encode(guide(game, lang)))
    return packed(request, Response(text, media_type="application/json"))
