"""Who is let in: time limits for requests, caps on connections, newcomers who wait while the server is busy.

Whoever opens many connections and says nothing loses the oldest of them, so there is always room for more.
"""

from __future__ import annotations

import asyncio
from typing import Any, Self

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from koloda.table import wire
from koloda.table.errors import Refused
from koloda.table.limits import Proxies, neighbourhood
from koloda.table.line import Line
from koloda.table.texts import say

HEAD_TIME = 10.0  # seconds for the head of a request, from the beginning of the connection
BODY_TIME = 20.0
READ_TIME = 60.0  # for a client that does not read its answer
PIPELINED = 16  # requests that wait for the answers to those before them
HEAD_SIZE = 65_536  # bytes of a request that are not its body
HEADERS = 100
LARGE_HEAD = ("431 Request Header Fields Too Large", "too_large")
PER_PERSON = 20  # sockets
LAG = 0.25  # seconds that the event loop is late: then newcomers wait
WAIT = 5.0
WAITING = 200  # newcomers at a time; more are told at once


class Visit:
    """One connection. It is idle while it owes us something: a request, or the rest of one."""

    __slots__ = ("address", "transport")

    def __init__(self, address: str, transport: asyncio.Transport) -> None:
        self.address = address
        self.transport = transport


class Crowd:
    """All connections of a process, and those of each address."""

    def __init__(self, overall: int, each: int, proxies: Proxies) -> None:
        self.overall = overall
        self.each = each
        self.proxies = proxies
        self.inside: dict[Visit, None] = {}
        self.idle: dict[Visit, None] = {}  # the oldest first
        self.of: dict[str, dict[Visit, None]] = {}

    def enter(self, visit: Visit) -> bool:
        """Let in, in place of the oldest idle connection if there are too many; False: there is no room."""
        own = self.of.setdefault(visit.address, {})
        crowded = len(own) >= self.each and not self.proxies.trusts(visit.address)
        if (crowded and not self.evict(own)) or (
            len(self.inside) >= self.overall and not self.evict(self.inside)
        ):
            if not own:
                self.of.pop(visit.address, None)
            return False
        self.inside[visit] = self.of.setdefault(visit.address, {})[visit] = self.idle[visit] = None
        return True

    def evict(self, among: dict[Visit, None]) -> bool:
        found = next(iter(self.idle), None) if among is self.inside else None
        if among is not self.inside:
            found = next((visit for visit in among if visit in self.idle), None)
        if found is None:
            return False
        self.leave(found)
        found.transport.abort()
        return True

    def busy(self, visit: Visit) -> None:
        self.idle.pop(visit, None)

    def rest(self, visit: Visit) -> None:
        if visit in self.inside:
            self.idle[visit] = None

    def leave(self, visit: Visit) -> None:
        self.inside.pop(visit, None)
        self.idle.pop(visit, None)
        own = self.of.get(visit.address)
        if own is not None:
            own.pop(visit, None)
            if not own:
                del self.of[visit.address]


class Arrival:
    """Somebody who comes to a table, one of a few at a time.

    When thousands come back at once, each has a step to do in every turn of the event loop, and an answer to
    anybody else would take as many turns as it has steps: the others come in between only if few do theirs.
    """

    def __init__(self, places: asyncio.Semaphore) -> None:
        self.places = places
        self.inside = False

    async def begin(self) -> None:
        await self.places.acquire()
        self.inside = True

    def step_aside(self) -> None:
        """Let the next one in."""
        if self.inside:
            self.inside = False
            self.places.release()

    async def __aenter__(self) -> Self:
        await self.begin()
        return self

    async def __aexit__(self, *_: object) -> None:
        self.step_aside()


class Admission:
    """Beyond saturation who plays goes on playing, and newcomers wait."""

    def __init__(self) -> None:
        self.lag = 0.0
        self.waiting = 0

    def busy(self) -> bool:
        return self.lag > LAG

    async def watch(self) -> None:
        """How late the event loop is; runs as long as the server."""
        loop = asyncio.get_running_loop()
        while True:
            due = loop.time() + 0.1
            await asyncio.sleep(0.1)
            # up at once, down slowly: one calm moment is no calm
            self.lag = max(loop.time() - due, self.lag * 0.8)

    async def enter(self) -> None:
        """Wait for a calmer moment, or be refused."""
        if not self.busy():
            return
        if self.waiting >= WAITING:
            raise Refused("crowded")
        self.waiting += 1
        try:
            for _ in range(int(WAIT / 0.1)):
                await asyncio.sleep(0.1)
                if not self.busy():
                    return
        finally:
            self.waiting -= 1
        raise Refused("crowded")


def plain(status: str, code: str, *details: str) -> bytes:
    """An answer to somebody whose request is not known."""
    body = wire.encode(wire.ErrorAnswer(wire.Problem(code, say("en", code, *details))))
    head = (
        f"HTTP/1.1 {status}\r\ncontent-type: application/json\r\ncontent-length: {len(body)}\r\n"
        "retry-after: 5\r\nconnection: close\r\n\r\n"
    )
    return head.encode() + body


class TooMuch(Exception):
    """Raised within the parser, which then reads no further."""


class Requests(HttpToolsProtocol):
    """uvicorn's HTTP with limits of time, number and size."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        app: Any = self.config.app
        self.crowd: Crowd = app.server.crowd
        self.refusals = app.server.metrics.refusals
        self.visit: Visit | None = None
        self.limit: asyncio.TimerHandle | None = None
        self.answering: RequestResponseCycle | None = None  # of several requests sent at once the first one
        self.head = 0  # bytes of its head that are known
        self.beside = 0  # bytes of this request beside its body, whatever they are
        self.body = 0
        self.refusal = ("", "")  # status and code

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        address = neighbourhood(self.client[0] if self.client else "")
        visit = Visit(address, transport)
        if self.crowd.enter(visit):
            self.visit = visit
            self.arm(HEAD_TIME)
        else:
            self.refusals.add("crowded")
            transport.write(plain("503 Service Unavailable", "crowded"))
            transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        self.disarm()
        if self.visit is not None:
            self.crowd.leave(self.visit)
        if self.answering is not None:
            self.answering.disconnected = True  # uvicorn tells only the last request of several
        super().connection_lost(exc)

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        self.answering = cycle
        super()._start_asgi_task(cycle, app)

    def arm(self, seconds: float) -> None:
        self.disarm()
        self.limit = self.loop.call_later(seconds, self.too_slow)

    def disarm(self) -> None:
        if self.limit is not None:
            self.limit.cancel()
            self.limit = None

    def too_slow(self) -> None:
        self.limit = None
        self.cut("408 Request Timeout", "too_slow")

    def cut(self, status: str, code: str) -> None:
        """Say why and close."""
        self.disarm()
        cycle = self.answering
        half_told = cycle is not None and cycle.response_started and not cycle.response_complete
        if half_told or self.transport.get_write_buffer_size():
            self.transport.abort()  # who does not read does not read this either
        else:
            self.transport.write(plain(status, code))
            self.transport.close()

    def data_received(self, data: bytes) -> None:
        if self.visit is None or self.transport.is_closing():  # who was refused says no more
            return
        self.beside += len(data)
        super().data_received(data)
        if self.beside > HEAD_SIZE + self.body // 8 and not self.transport.is_closing():
            self.refuse(*LARGE_HEAD)  # a line without end, or a body in crumbs

    def refuse(self, status: str, code: str) -> None:
        """At once; the answer to a request before this one is not waited for."""
        if self.answering is not None and not self.answering.response_complete:
            self.transport.abort()
        else:
            self.cut(status, code)

    def send_400_response(self, msg: str) -> None:
        if self.refusal[0]:
            self.refuse(*self.refusal)
        else:
            super().send_400_response(msg)

    def grown(self, size: int) -> None:
        """By so much the head, or what stands behind the body."""
        self.head += size
        if self.head > HEAD_SIZE or len(self.headers) > HEADERS:
            self.refusal = LARGE_HEAD
            raise TooMuch

    def on_message_begin(self) -> None:
        if self.limit is None:  # the next request of a connection that is kept
            self.arm(HEAD_TIME)
        self.head = self.beside = self.body = 0
        super().on_message_begin()
        if len(self.pipeline) >= PIPELINED:
            self.refusal = ("429 Too Many Requests", "rate")
            raise TooMuch

    def on_url(self, url: bytes) -> None:
        super().on_url(url)
        self.grown(len(url))

    def on_header(self, name: bytes, value: bytes) -> None:
        super().on_header(name, value)
        self.grown(len(name) + len(value))

    def on_body(self, body: bytes) -> None:
        self.body += len(body)
        self.beside -= len(body)
        super().on_body(body)

    def on_headers_complete(self) -> None:
        self.arm(BODY_TIME)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self.disarm()
        if self.visit is not None:
            self.crowd.busy(self.visit)
        super().on_message_complete()

    def on_response_complete(self) -> None:
        if self.visit is not None:
            self.crowd.rest(self.visit)
        super().on_response_complete()

    def handle_websocket_upgrade(self) -> None:
        if self.pipeline or (self.answering is not None and not self.answering.response_complete):
            self.transport.abort()  # its answers would come between the frames
            return
        self.disarm()
        super().handle_websocket_upgrade()
        line = self.transport.get_protocol()
        if isinstance(line, Line) and not line.handshake_initiated:
            # no GET, or one with a body: the library waits for more, and would for ever
            self.transport.write(plain("400 Bad Request", "bad_request", "Upgrade"))
            self.transport.close()
        if isinstance(line, Line) and self.visit is not None:
            self.crowd.busy(self.visit)
            line.leave = lambda crowd=self.crowd, visit=self.visit: crowd.leave(visit)
            if self.transport.is_closing():
                self.crowd.leave(self.visit)

    def pause_writing(self) -> None:
        super().pause_writing()
        self.arm(READ_TIME)

    def resume_writing(self) -> None:
        super().resume_writing()
        self.disarm()
