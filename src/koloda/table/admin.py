"""The endpoints of the admin: tables, people, bans, reports, and what was done. All are behind one token."""

from __future__ import annotations

import time

from starlette.requests import Request
from starlette.responses import Response

import koloda
from koloda.table import people_wire, rows, wire
from koloda.table.api import need_table, shown_user
from koloda.table.errors import Refused
from koloda.table.http import answer, body, server_of
from koloda.table.store import StoreDown

STARTED = time.monotonic()


def need_admin(request: Request) -> None:
    """Wrong tokens are counted for each address; right ones are not."""
    server = server_of(request)
    tries = server.admin_tries[server.address_of(request)]
    if tries.wait > 0:
        raise Refused("rate")
    if not server.admin.allows(server.token_of(request)):
        tries.take()
        server.failures.note("admin", server.address_of(request))
        raise Refused("no_admin")


async def note(request: Request, action: str, target: str, details: str = "") -> None:
    server = server_of(request)
    await server.people.note(server.peer_of(request), action, target, details)


async def health(request: Request) -> Response:
    need_admin(request)
    server = server_of(request)
    try:
        await server.store.all("select 1")
        store = True
    except StoreDown:
        store = False
    tables = {status: int(count) for (status,), count in server.tables.by_status().items()}
    return answer(
        people_wire.Health(
            version=koloda.__version__,
            ready=server.ready,
            store=store,
            bus=server.bus.connected,
            process=server.tables.process,
            uptime=int(time.monotonic() - STARTED),
            sockets=len(server.connections),
            tables=tables,
        )
    )


async def tables(request: Request) -> Response:
    need_admin(request)
    return answer(wire.TableList(await server_of(request).lists.listed("", "", False, everything=True)))


async def close(request: Request) -> Response:
    need_admin(request)
    server = server_of(request)
    found = await need_table(request)

    def closed() -> rows.AnyRow | None:
        return None if found.room.status == "over" else rows.Closed(server.tables.now())

    await server.tables.write(found, closed)
    await server.tables.note(found)  # the list that is asked for next has it no more
    await note(request, "close", found.room.id)
    return Response(status_code=204)


async def delete_chat(request: Request) -> Response:
    need_admin(request)
    server = server_of(request)
    found = await need_table(request)
    number = request.path_params["number"]
    if not number.isdecimal() or len(number) > 9:
        raise Refused("no_page")

    def unsaid() -> rows.AnyRow | None:
        known = any(chat.number == int(number) for chat in found.room.chats)
        return rows.Unsaid(server.tables.now(), int(number)) if known else None

    await server.tables.write(found, unsaid)
    await note(request, "delete chat", found.room.id, number)
    return Response(status_code=204)


async def users(request: Request) -> Response:
    need_admin(request)
    return answer(
        people_wire.AdminUsers(await server_of(request).people.found(request.query_params.get("q", "")))
    )


async def mute(request: Request) -> Response:
    need_admin(request)
    wanted = await body(request, people_wire.Minutes)
    user = await server_of(request).accounts.mute(request.path_params["user"], wanted.minutes)
    await note(request, "mute", user.id, f"{wanted.minutes} min {wanted.reason}".strip())
    return answer(people_wire.UserInfo(shown_user(user)))


async def ban(request: Request) -> Response:
    """A person: the connections end, in all processes."""
    need_admin(request)
    server = server_of(request)
    wanted = await body(request, people_wire.NewUserBan)
    details = f"{wanted.minutes} min {wanted.reason}".strip()
    if wanted.address:  # first: if it is none that can be banned, nothing has happened
        address = await server.accounts.address(request.path_params["user"])
        if not address:
            raise Refused("no_address")
        made = await server.people.ban_address(address, wanted.minutes, wanted.reason)
        await note(request, "ban address", made.value, details)
    user = await server.accounts.ban(request.path_params["user"], wanted.minutes)
    await server.people.note_ban("user", user.id, wanted.minutes, wanted.reason)
    await server.person_changed("" if wanted.address else user.id)
    await note(request, "ban", user.id, details)
    return answer(people_wire.UserInfo(shown_user(user)))


async def revoke(request: Request) -> Response:
    """All sessions of a person end, as after a theft of his token."""
    need_admin(request)
    server = server_of(request)
    user = await server.accounts.forget_keys(request.path_params["user"])
    await server.person_changed(user.id)
    await note(request, "revoke", user.id)
    return answer(people_wire.UserInfo(shown_user(user)))


async def bans(request: Request) -> Response:
    need_admin(request)
    return answer(people_wire.Bans(await server_of(request).people.bans()))


async def ban_address(request: Request) -> Response:
    need_admin(request)
    server = server_of(request)
    wanted = await body(request, people_wire.NewBan)
    made = await server.people.ban_address(wanted.address, wanted.minutes, wanted.reason)
    await server.person_changed()
    await note(request, "ban address", made.value, f"{wanted.minutes} min {wanted.reason}".strip())
    return answer(made, 201)


async def lift(request: Request) -> Response:
    need_admin(request)
    server = server_of(request)
    lifted = await server.people.lift(request.path_params["ban"])
    if lifted.kind == "user":
        await server.accounts.ban(lifted.value, 0)
    await server.person_changed()
    await note(request, "lift", lifted.value)
    return Response(status_code=204)


async def reports(request: Request) -> Response:
    need_admin(request)
    state = request.query_params.get("state", "open")
    if state not in ("open", "done"):
        raise Refused("bad_request", "state: open or done")
    return answer(people_wire.Reports(await server_of(request).people.reports(state)))


async def settle_report(request: Request) -> Response:
    need_admin(request)
    wanted = await body(request, people_wire.ReportState)
    await server_of(request).people.settle_report(request.path_params["report"], wanted.state)
    await note(request, "report", request.path_params["report"], wanted.state)
    return Response(status_code=204)


async def audit(request: Request) -> Response:
    need_admin(request)
    return answer(people_wire.Audit(await server_of(request).people.audit()))
