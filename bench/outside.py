"""A client of the table that shares no line with the server and its tests: only the text of docs/api.md.

`Person` is somebody with a browser, who comes back when the line is cut, and sends what was not answered once
more with the same id.
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
import json
import os
import random
import secrets
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

HOST = "127.0.0.1"
PATIENCE = 20.0  # seconds without a word before a line counts as dead
AGAIN = 3.0  # seconds after which who is still asked, and waits for nothing, decides anew
AFTERTHOUGHT = 0.05  # how often somebody acts who may and need not


async def ask(port: int, method: str, path: str, body: object = None, token: str = "") -> tuple[int, Any]:
    """One request on a connection of its own."""
    data = b"" if body is None else json.dumps(body).encode()
    lines = [f"{method} {path} HTTP/1.1", f"Host: {HOST}:{port}", "Connection: close"]
    lines += [f"Content-Length: {len(data)}", "Content-Type: application/json"] if body is not None else []
    lines += [f"Authorization: Bearer {token}"] if token else []
    async with asyncio.timeout(PATIENCE):
        reader, writer = await asyncio.open_connection(HOST, port)
        try:
            writer.write("\r\n".join([*lines, "", ""]).encode() + data)
            answer = await reader.read()
        finally:
            writer.close()
    head, found, rest = answer.partition(b"\r\n\r\n")
    if not found:
        raise ConnectionError("no whole answer")
    fields = dict(line.lower().split(": ", 1) for line in head.decode().split("\r\n")[1:])
    if int(fields.get("content-length", len(rest))) != len(rest) or "transfer-encoding" in fields:
        raise ConnectionError("no whole answer")
    return int(head.split()[1]), json.loads(rest) if rest else None


class Socket:
    """A WebSocket as RFC 6455 has it."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer

    @classmethod
    async def open(cls, port: int, path: str, token: str) -> Socket:
        reader, writer = await asyncio.open_connection(HOST, port)
        key = base64.b64encode(os.urandom(16)).decode()
        lines = [
            f"GET {path} HTTP/1.1", f"Host: {HOST}:{port}", "Upgrade: websocket", "Connection: Upgrade",
            f"Sec-WebSocket-Key: {key}", "Sec-WebSocket-Version: 13", f"Authorization: Bearer {token}",
        ]  # fmt: skip
        writer.write("\r\n".join([*lines, "", ""]).encode())
        async with asyncio.timeout(PATIENCE):
            head = await reader.readuntil(b"\r\n\r\n")
        wanted = hashlib.sha1(key.encode() + b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11").digest()
        if b" 101 " not in head.split(b"\r\n")[0] or base64.b64encode(wanted) not in head:
            writer.close()
            raise ConnectionError(head.split(b"\r\n")[0].decode())
        return cls(reader, writer)

    async def read(self) -> dict[str, Any] | None:
        """The next message; None: the line has ended."""
        while True:
            first, size = await self.reader.readexactly(2)
            if size >= 126:
                size = int.from_bytes(await self.reader.readexactly(2 if size == 126 else 8), "big")
            data = await self.reader.readexactly(size)
            kind = first & 15
            if kind == 1:
                message: dict[str, Any] = json.loads(data)
                return message
            if kind == 8:
                return None
            if kind == 9:
                self.frame(10, data)

    def send(self, message: dict[str, Any]) -> None:
        self.frame(1, json.dumps(message).encode())

    def frame(self, kind: int, data: bytes) -> None:
        mask = os.urandom(4)
        size = len(data)
        length = bytes([128 | size]) if size < 126 else b"\xfe" + size.to_bytes(2, "big")
        masked = bytes(byte ^ mask[i % 4] for i, byte in enumerate(data))
        self.writer.write(bytes([128 | kind]) + length + mask + masked)

    def cut(self) -> None:
        self.writer.transport.abort()


class Person:
    """Somebody on one seat of one match, who plays at random to its end."""

    def __init__(self, port: int, token: str, seed: int) -> None:
        self.port, self.token = port, token
        self.chance = random.Random(seed)
        self.luck = secrets.token_hex(16)
        self.table = ""
        self.v = 0
        self.told = 0  # events that were shown
        self.gaps = 0
        self.sent: set[str] = set()
        self.confirmed: list[str] = []
        self.refused: list[str] = []
        self.reconnects = -1
        self.waiting: dict[str, Any] | None = None  # what was sent and is not answered
        self.waits: dict[str, Any] | None = None  # the chat that is not answered
        self.last: dict[str, Any] | None = None  # the newest update
        self.settled = False  # is it newer than the last action?
        self.moved = 0.0  # when something happened last
        self.seals: list[str] = []  # what the browser keeps for the proof
        self.commit = ""
        self.over: dict[str, Any] | None = None
        self.on_act: Callable[[], None] = lambda: None

    async def play(self) -> None:
        self.moved = time.monotonic()
        while self.over is None:
            with suppress(OSError, EOFError, TimeoutError):
                await self.connected()
            await asyncio.sleep(self.chance.uniform(0.02, 0.2))

    async def connected(self) -> None:
        socket = await Socket.open(self.port, f"/api/tables/{self.table}/socket?v={self.v}", self.token)
        self.reconnects += 1
        fresh = True
        asked = 0.0  # when the next deal was asked for
        pinged = time.monotonic()
        heard = asyncio.create_task(socket.read())
        try:
            while self.over is None:
                done, _ = await asyncio.wait([heard], timeout=AGAIN)
                now = time.monotonic()
                if now - pinged > PATIENCE / 2:
                    socket.send({"t": "ping", "id": "p"})
                    pinged = now
                if done:
                    message = heard.result()
                    if message is None:
                        return
                    heard = asyncio.create_task(socket.read())
                    self.hear(socket, message)
                    if message["t"] == "update" and fresh:
                        fresh = False
                        for open_ in (self.waiting, self.waits):
                            if open_ is not None:
                                socket.send(open_)
                    if message["t"] not in ("update", "error"):
                        continue
                else:  # nobody has said anything for long
                    self.settled = True
                if self.last is not None and self.last["over"] is not None and now - asked > AGAIN:
                    asked = now
                    socket.send({"t": "next", "id": secrets.token_hex(4)})
                self.decide(socket)
                if self.chance.random() < 0.005:
                    return  # the phone goes into a tunnel
        finally:
            heard.cancel()
            await asyncio.gather(heard, return_exceptions=True)
            socket.cut()

    def hear(self, socket: Socket, message: dict[str, Any]) -> None:
        kind = message["t"]
        if kind == "update":
            self.moved = time.monotonic()
            for event in message["events"]:
                if event["n"] > self.v:
                    self.gaps += not message["full"] and event["n"] != self.v + 1
                    self.v = event["n"]
                    self.told += 1
            self.v = message["v"]
            self.last, self.settled = message, True
            if message["over"] is not None and message["over"]["match_over"]:
                self.over = message["over"]
        elif kind == "table":
            sealed = message["table"]["sealed"]
            if sealed:
                self.seals = [seat["seal"] for seat in message["table"]["seats"]]
        elif kind in ("ok", "error"):
            for open_ in (self.waiting, self.waits):
                if open_ is not None and open_["id"] == message["id"]:
                    self.answered(socket, open_, message)

    def answered(self, socket: Socket, open_: dict[str, Any], message: dict[str, Any]) -> None:
        if message["t"] == "error" and message["code"] in ("store_down", "rate"):
            asyncio.get_running_loop().call_later(0.3, socket.send, open_)
            return
        if message["t"] == "ok":
            self.confirmed.append(open_["id"])
        else:
            self.refused.append(message["code"])
        if open_ is self.waiting:
            self.waiting = None
            self.settled = message["t"] != "ok"  # else an update follows
        else:
            self.waits = None

    def decide(self, socket: Socket) -> None:
        update = self.last
        if update is None or update["over"] is not None or not update["legal"]:
            return
        if self.waiting is not None or not self.settled:
            return
        if not update["owed"] and self.chance.random() > AFTERTHOUGHT:
            return
        name = f"{self.token[-6:]}-{secrets.token_hex(6)}"
        self.waiting = {"t": "act", "id": name, "a": self.chance.choice(update["legal"])["a"]}
        self.sent.add(name)
        socket.send(self.waiting)
        self.on_act()
        if self.waits is None and self.chance.random() < 0.05:
            chat = f"{self.token[-6:]}-{secrets.token_hex(6)}"
            self.waits = {"t": "chat", "id": chat, "text": f"word {chat}"}
            self.sent.add(chat)
            socket.send(self.waits)
