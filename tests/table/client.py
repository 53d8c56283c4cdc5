"""A light client of the table's protocol, for tests and loads: HTTP and WebSocket on plain asyncio.

Its frames are masked with zeros, which the protocol allows and which costs nothing; thousands of clients fit
beside the server on one machine.
"""

from __future__ import annotations

import asyncio
import base64
import itertools
import json
import os
import random
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, cast

import msgspec


class Http:
    """One connection that is kept; requests wait for each other."""

    def __init__(self, port: int, host: str = "127.0.0.1") -> None:
        self.host, self.port = host, port
        self.lock = asyncio.Lock()
        self.used = 0.0
        self.streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, method: str, path: str, body: object = None, token: str = "") -> tuple[int, Any]:
        """Status and decoded answer."""
        status, data = await self.raw(method, path, body, token)
        return status, json.loads(data) if data else None

    async def raw(self, method: str, path: str, body: object = None, token: str = "") -> tuple[int, bytes]:
        data = b"" if body is None else json.dumps(body).encode()
        head = f"{method} {path} HTTP/1.1\r\nHost: {self.host}:{self.port}\r\nContent-Length: {len(data)}\r\n"
        if body is not None:
            head += "Content-Type: application/json\r\n"
        if token:
            head += f"Authorization: Bearer {token}\r\n"
        async with self.lock:
            if time.monotonic() - self.used > 2:
                self.close()  # the server closes idle connections
            try:
                if self.streams is None:
                    self.streams = await asyncio.open_connection(self.host, self.port)
                reader, writer = self.streams
                writer.write(head.encode() + b"\r\n" + data)
                answer = await self.answer(reader)
                self.used = time.monotonic()
                return answer
            except BaseException:
                self.close()
                raise

    async def answer(self, reader: asyncio.StreamReader) -> tuple[int, bytes]:
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        fields = dict(line.lower().split(": ", 1) for line in head[1:] if ": " in line)
        if "chunked" in fields.get("transfer-encoding", ""):
            data = b""
            while size := int(await reader.readline(), 16):
                data += await reader.readexactly(size)
                await reader.readline()
            await reader.readline()
        else:
            data = await reader.readexactly(int(fields.get("content-length", 0)))
        if fields.get("connection") == "close":
            self.close()
        return int(head[0].split()[1]), data

    def close(self) -> None:
        if self.streams is not None:
            self.streams[1].close()
            self.streams = None


class Line(asyncio.Protocol):
    """A WebSocket: each text goes to `heard`, the end to `ended` (with the close code, 1006 without one)."""

    def __init__(
        self,
        path: str,
        token: str,
        heard: Callable[[bytes], None],
        ended: Callable[[int], None],
        origin: str = "",
    ) -> None:
        self.path, self.token, self.origin = path, token, origin
        self.heard, self.ended = heard, ended
        self.buffer = bytearray()
        self.open = False
        self.code = 1006
        self.transport: asyncio.Transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast("asyncio.Transport", transport)
        host, port = transport.get_extra_info("peername")[:2]
        key = base64.b64encode(os.urandom(16)).decode()
        lines = [
            f"GET {self.path} HTTP/1.1", f"Host: {host}:{port}", "Upgrade: websocket", "Connection: Upgrade",
            f"Sec-WebSocket-Key: {key}", "Sec-WebSocket-Version: 13",
        ]  # fmt: skip
        if self.token:
            lines.append(f"Authorization: Bearer {self.token}")
        if self.origin:
            lines.append(f"Origin: {self.origin}")
        self.transport.write("\r\n".join([*lines, "", ""]).encode())

    def data_received(self, data: bytes) -> None:
        buffer = self.buffer
        buffer += data
        if not self.open:
            end = buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            if not buffer.startswith(b"HTTP/1.1 101"):
                self.code = int(buffer[9:12])
                self.transport.abort()
                return
            del buffer[: end + 4]
            self.open = True
        while len(buffer) >= 2:
            size, start = buffer[1] & 127, 2
            if size == 126:
                size, start = int.from_bytes(buffer[2:4], "big"), 4
            elif size == 127:
                size, start = int.from_bytes(buffer[2:10], "big"), 10
            if len(buffer) < start + size:
                return
            kind, payload = buffer[0] & 15, bytes(buffer[start : start + size])
            del buffer[: start + size]
            if kind == 1:
                self.heard(payload)
            elif kind == 9:
                self.frame(10, payload)
            elif kind == 8:
                self.code = int.from_bytes(payload[:2], "big") if payload else 1005
                self.frame(8, payload[:2])
                self.transport.close()
                return

    def connection_lost(self, error: Exception | None) -> None:
        self.open = False
        self.ended(self.code)

    def send(self, message: dict[str, Any]) -> None:
        self.frame(1, json.dumps(message).encode())

    def frame(self, kind: int, payload: bytes) -> None:
        if self.transport.is_closing():
            return
        size = len(payload)
        if size < 126:
            head = bytes((128 | kind, 128 | size))
        elif size < 1 << 16:
            head = bytes((128 | kind, 254)) + size.to_bytes(2, "big")
        else:
            head = bytes((128 | kind, 255)) + size.to_bytes(8, "big")
        self.transport.write(head + b"\0\0\0\0" + payload)

    def cut(self) -> None:
        """Without a goodbye, as when a phone loses its network."""
        self.transport.abort()


class Event(msgspec.Struct):
    n: int
    e: list[Any]


class Legal(msgspec.Struct):
    a: str


class Over(msgspec.Struct):
    match_over: bool
    seed: str
    scores: list[float]


class Heard(msgspec.Struct):
    """Of all messages what a player looks at; the rest is skipped without being built."""

    t: str
    v: int = 0
    deal: int = 0
    full: bool = False
    events: list[Event] = []
    legal: list[Legal] = []
    owed: bool = False
    over: Over | None = None
    id: str | None = None
    code: str = ""
    text: str = ""


decode = msgspec.json.Decoder(Heard).decode
numbers = itertools.count(1)


class Player:
    """A person who plays random legal actions to the end of the match, and comes back when the line is cut.

    An action is sent until it is answered, with the same id, as a good client does it. What was confirmed is
    in `confirmed`, what this seat was shown in `events`; `gaps` counts the numbers that were missing there.
    """

    def __init__(
        self,
        ports: list[int],
        table: str,
        seat: int,
        token: str,
        chance: random.Random,
        think: Callable[[], float] = lambda: 0.0,
        cut: float = 0.0,
    ) -> None:
        self.ports, self.table, self.seat, self.token = ports, table, seat, token
        self.chance, self.think, self.cut = chance, think, cut
        self.line: Line | None = None
        self.v = 0
        self.events: list[tuple[int, list[Any]]] = []
        self.confirmed: list[tuple[int, str]] = []
        self.ids: list[str] = []  # of the messages that were confirmed
        self.refused: list[tuple[str, str]] = []
        self.gaps = 0
        self.connections = 0
        self.port = ports[0]  # of the process to which the line leads
        self.deal = 0
        self.waiting: tuple[str, int, str] | None = (
            None  # id, deal and text of the action that is not answered
        )
        self.after: Heard | None = None  # the last that was shown since it was sent again
        self.shown: Heard | None = None  # the last that was shown at all
        self.resent = False
        self.fresh = True  # nothing was shown on this line yet
        self.next_sent = 0
        self.thinking: asyncio.TimerHandle | None = None
        self.over: Over | None = None
        self.failed: BaseException | None = None
        self.done = asyncio.Event()
        self.lost = asyncio.Event()
        self.on_act: Callable[[Player], None] = lambda player: None
        self.on_update: Callable[[Player, Heard], None] = lambda player, message: None

    async def play(self, patience: float = 60.0) -> None:
        """Until the match is over; `patience` is how long nobody may answer."""
        loop = asyncio.get_running_loop()
        since = time.monotonic()
        try:
            while not self.done.is_set():
                port = self.port = self.ports[self.connections % len(self.ports)]
                self.connections += 1
                self.lost.clear()
                self.fresh = True
                self.next_sent = 0  # it may have been lost with the line
                path = f"/api/tables/{self.table}/socket?v={self.v}"
                with suppress(OSError):
                    _, self.line = await loop.create_connection(
                        partial(Line, path, self.token, self.hear, self.end), "127.0.0.1", port
                    )
                    await self.lost.wait()
                    since = time.monotonic()
                if self.failed is not None:
                    raise self.failed
                if time.monotonic() - since > patience:
                    raise TimeoutError("nobody answers")
                if not self.done.is_set():
                    await asyncio.sleep(self.chance.uniform(0.02, 0.2))
        finally:
            self.stop()

    def stop(self) -> None:
        if self.thinking is not None:
            self.thinking.cancel()
        if self.line is not None:
            self.line.cut()

    def end(self, code: int) -> None:
        self.line = None
        if self.thinking is not None:
            self.thinking.cancel()
            self.thinking = None
        if code in (4400, 4401, 4403, 4404, 4429):
            self.failed = RuntimeError(f"the server closed the line of seat {self.seat} with {code}")
        self.lost.set()

    def hear(self, data: bytes) -> None:
        try:
            self.take(decode(data))
        except Exception as error:  # in a callback of the loop: to the one who waits for the game
            self.failed = error
            if self.line is not None:
                self.line.cut()

    def take(self, message: Heard) -> None:
        if message.t == "update":
            self.update(message)
        elif self.waiting is not None and message.id == self.waiting[0]:
            if message.t == "ok":
                self.confirmed.append(self.waiting[1:])
                self.ids.append(self.waiting[0])
            elif message.code in ("store_down", "rate"):
                self.send_waiting()
                return
            else:
                self.refused.append((message.code, message.text))
                self.after = self.shown  # it was chosen by an older one
            self.waiting = None
            if self.after is not None:
                message, self.after = self.after, None
                self.decide(message)

    def update(self, message: Heard) -> None:
        if message.full:
            known = {n for n, _ in self.events}
            self.events += [(event.n, event.e) for event in message.events if event.n not in known]
            self.events.sort(key=lambda item: item[0])
        else:
            for event in message.events:
                if event.n <= self.v:
                    continue
                self.gaps += event.n != self.v + 1
                self.v = event.n
                self.events.append((event.n, event.e))
        self.v = message.v
        self.shown = message
        self.on_update(self, message)
        self.deal = message.deal
        if message.over is not None:
            self.over = message.over
            if message.over.match_over:
                self.done.set()
                if self.line is not None:
                    self.line.cut()
            elif self.next_sent != message.deal and self.line is not None:
                self.next_sent = message.deal
                self.line.send({"t": "next", "id": f"n{next(numbers)}"})
            return
        if self.waiting is not None:
            if self.fresh:
                self.resent = True
                self.send_waiting()
            if self.resent:  # otherwise it is older than the answer will be
                self.after = message
        else:
            self.decide(message)
        self.fresh = False

    def decide(self, message: Heard) -> None:
        if message.owed and message.legal and self.thinking is None:
            # a call without reason is ignored: it is confirmed, and stands in no record
            choice = self.chance.choice([each for each in message.legal if each.a != "call"]).a
            pause = self.think()
            if pause > 0:
                self.thinking = asyncio.get_running_loop().call_later(pause, self.act, choice, message.deal)
            else:
                self.act(choice, message.deal)
        elif self.cut and self.line is not None and self.chance.random() < self.cut:
            self.line.cut()

    def act(self, text: str, deal: int) -> None:
        self.thinking = None
        self.after = None
        self.resent = False
        self.waiting = (f"a{self.seat}-{next(numbers)}", deal, text)
        self.on_act(self)
        self.send_waiting()
        if self.cut and self.line is not None and self.chance.random() < self.cut:
            self.line.cut()

    def send_waiting(self) -> None:
        if self.line is not None and self.waiting is not None:
            self.line.send({"t": "act", "id": self.waiting[0], "a": self.waiting[2]})


async def asked(http: Http, wanted: int, method: str, path: str, body: object, token: str = "") -> Any:
    """The answer with this status; who does not serve at the moment counts as not there."""
    status, answer = await http.ask(method, path, body, token)
    if status == 503:
        raise ConnectionError(f"{path}: {answer}")
    assert status == wanted, answer
    return answer


async def seated(
    http: Http, game: str, people: int, seats: int | None = None, **more: object
) -> tuple[str, list[str]]:
    """A new table where so many new guests sit, dealt; its id and their tokens."""
    tokens = []
    for number in range(people):
        answer = await asked(http, 201, "POST", "/api/session", {"name": f"player {number}"})
        tokens.append(answer["token"])
    return await dealt(http, game, tokens, seats, **more), tokens


async def dealt(
    http: Http, game: str, tokens: Sequence[str], seats: int | None = None, **more: object
) -> str:
    """A new table where these people sit, dealt; its id."""
    body: dict[str, object] = {
        "game": game,
        "public": False,
        "clock": {"turn": 0, "bank": 0, "reaction": 0},
        **more,
    }
    if seats is not None:
        body["seats"] = seats
    answer = await asked(http, 201, "POST", "/api/tables", body, tokens[0])
    table = answer["table"]["id"]
    for token in tokens[1:]:
        answer = await asked(http, 200, "POST", f"/api/tables/{table}/join", {}, token)
    for number, token in enumerate(tokens):
        luck = {"ready": True, "luck": f"{number:04x}"}
        answer = await asked(http, 200, "POST", f"/api/tables/{table}/ready", luck, token)
    answer = await asked(http, 200, "POST", f"/api/tables/{table}/start", {}, tokens[0])
    return str(table)
