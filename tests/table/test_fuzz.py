"""Hostile requests and messages: no 500, no crash, nothing left behind."""

from __future__ import annotations

import asyncio
import os
import random
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, given, settings

from koloda.table import wire
from koloda.table.routes import ENDPOINTS, Endpoint
from table.client import Http, Line, Player, seated
from table.processes import Server

SHORT = os.environ.get("KOLODA_SHORT", "0") != "0"
ADMIN = "the admin of this test"
outgoing = msgspec.json.Decoder(wire.AnyOutgoing | wire.BotTables)
TIMES = int(os.environ.get("KOLODA_FUZZ", "1"))  # how many times as much, for a long run by hand
EXAMPLES = (8 if SHORT else 15) * TIMES


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder: Path = tmp_path_factory.mktemp("fuzz")
    token = folder / "admin"
    token.write_text(ADMIN)
    with Server(f"sqlite:///{folder / 'koloda.db'}", "--admin-token-file", str(token)) as running:
        yield running
        assert '"level": "error"' not in running.said()
        assert "Traceback" not in running.said()


class Known:
    """Things that exist, so that requests get past the first check."""

    def __init__(self, server: Server) -> None:
        async def make() -> None:
            http = Http(server.port)
            self.playing, self.tokens = await seated(
                http, "durak", 2, seats=2, options={"mode": "individual"}
            )
            _, answer = await http.ask("POST", "/api/tables", {"game": "yassa"}, self.tokens[0])
            self.waiting = answer["table"]["id"]
            quick = {"game": "durak", "seats": 2, "level": "easy", "options": {"mode": "individual"}}
            _, answer = await http.ask("POST", "/api/quick", quick, self.tokens[1])
            self.finished = answer["table"]["id"]
            await Player([server.port], self.finished, 0, self.tokens[1], random.Random(1)).play()
            _, answer = await http.ask("GET", "/api/session", token=self.tokens[0])
            self.user = answer["user"]["id"]
            self.bot = await bot_token(http)
            http.close()

        asyncio.run(make())
        self.chance = random.Random(1)

    def fill(self, case: Any) -> None:
        """Put them into most paths."""
        names = case.path_parameters
        if "id" in names and self.chance.random() < 0.8:
            names["id"] = self.chance.choice([self.playing, self.waiting, self.finished])
        if "user" in names and self.chance.random() < 0.8:
            names["user"] = self.user
        if "game" in names and self.chance.random() < 0.5:
            names["game"] = "durak"

    def headers(self) -> dict[str, str]:
        token = self.chance.choice([*self.tokens, *self.tokens, ADMIN, "nonsense", ""])
        return {"Authorization": f"Bearer {token}"} if token else {}


async def bot_token(http: Http) -> str:
    """Of an account for which a program plays."""
    _, answer = await http.ask("POST", "/api/session", {"name": "Fuzzy"})
    person = answer["token"]
    account = {"login": "fuzzy", "password": "correct horse"}
    _, answer = await http.ask("POST", "/api/account", account, person)
    status, answer = await http.ask(
        "POST", "/api/account/bot", {"password": "correct horse"}, answer["token"]
    )
    assert status == 200, answer
    status, answer = await http.ask("POST", "/api/account/tokens", {"name": "test"}, answer["token"])
    assert status == 201, answer
    token: str = answer["token"]
    return token


@pytest.fixture(scope="module")
def known(server: Server) -> Known:
    return Known(server)


@pytest.fixture(scope="module")
def described(server: Server) -> Any:
    return schemathesis.openapi.from_url(f"http://127.0.0.1:{server.port}/api/openapi.json")


@pytest.mark.parametrize("endpoint", ENDPOINTS, ids=lambda endpoint: f"{endpoint.method} {endpoint.path}")
def test_no_request_breaks_the_server(described: Any, known: Known, endpoint: Endpoint) -> None:
    operation = described[endpoint.path][endpoint.method]

    @settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck))
    @given(case=operation.as_strategy())
    def check(case: Any) -> None:
        known.fill(case)
        case.call_and_validate(
            headers=known.headers(),
            checks=[
                schemathesis.checks.not_a_server_error,
                schemathesis.checks.content_type_conformance,
                schemathesis.checks.response_schema_conformance,
                schemathesis.checks.status_code_conformance,
            ],
        )

    check()


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("POST", "/api/session", b"{"),
        ("POST", "/api/session", b'{"name": "\xff"}'),
        ("POST", "/api/session", b'{"name": "\\ud800"}'),
        ("POST", "/api/session", b"[" * 10_000),
        ("POST", "/api/session", b'{"name": "' + b"x" * 100_000 + b'"}'),
        ("POST", "/api/replay", b'{"format": "koloda-record/1"}'),
        ("POST", "/api/replay", b'{"format": "koloda-record/1", "game": "durak", "actions": [[0, {}]]}'),
        ("GET", "/api/tables/%00/record", b""),
        ("GET", "/api/tables/" + "x" * 5000, b""),
        ("GET", "/api/users/%ff%fe", b""),
        ("GET", "/api/users/x/games?before=99999999999999999999999999&limit=-1", b""),
        ("GET", "/../../etc/passwd", b""),
        ("GET", "/%2e%2e/%2e%2e/etc/passwd", b""),
        ("PUT", "/api/session", b""),
        ("POST", "/api/quick", b'{"game": "durak", "seats": 1e400}'),
        ("POST", "/api/quick", b'{"game": "viceroy", "options": {"deck": "/etc/passwd"}}'),
    ],
)
def test_a_hostile_request_is_refused(
    server: Server, known: Known, method: str, path: str, body: bytes
) -> None:
    request = requests.Request(method, f"http://127.0.0.1:{server.port}{path}", data=body or None)
    prepared = request.prepare()
    prepared.url = f"http://127.0.0.1:{server.port}{path}"  # as it is, not tidied up
    prepared.headers["Authorization"] = f"Bearer {known.tokens[0]}"
    if body:
        prepared.headers["Content-Type"] = "application/json"
    with requests.Session() as session:
        answer = session.send(prepared, timeout=60)
    assert 400 <= answer.status_code < 500 or path.startswith(("/../", "/%2e"))
    assert "root:" not in answer.text


def near_messages(chance: random.Random) -> bytes:
    """Messages, most of them almost right."""
    texts = ["", "move 6S", "take", "beat 7H", "\0", "x" * 250, "Ї" * 50, "\u202e", '"', "{}", "lay 1"]
    values: list[Callable[[], Any]] = [
        lambda: chance.choice(texts), lambda: chance.randint(-5, 5), lambda: 1 << 70, lambda: None,
        list, lambda: {"t": "act"}, lambda: True, lambda: 1.5,
    ]  # fmt: skip
    message: dict[str, Any] = {
        "t": chance.choice(
            ["act", "why", "hint", "chat", "ping", "next", "lang", "table", "update", 5, None]
        ),
        "id": chance.choice(["a", "b", "c" * 64, "d" * 65, "", 7]),
        "a": chance.choice(texts),
        "text": chance.choice(texts),
        "lang": chance.choice(["en", "uk", "ru", "xx"]),
        "v": chance.choice([0, 1, 10**9, -1, None]),
    }
    fields = {
        "act": ("t", "id", "a", "v"), "why": ("t", "id", "a"), "chat": ("t", "id", "text"),
        "lang": ("t", "id", "lang"),
    }.get(str(message["t"]), ("t", "id"))  # fmt: skip
    message = {name: message[name] for name in fields}
    if chance.random() < 0.3:
        message[chance.choice([*fields, "more"])] = chance.choice(values)()
    data = bytearray(msgspec.json.encode(message) if chance.random() < 0.97 else b"\xff\xfe")
    if chance.random() < 0.2 and data:
        for _ in range(chance.randint(1, 3)):
            data[chance.randrange(len(data))] = chance.randrange(256)
    return bytes(data)


def near_presences(chance: random.Random) -> bytes:
    """What a bot says of itself, most of it almost right."""
    message: dict[str, Any] = {
        "t": chance.choice(["here", "here", "here", "ping", 5]),
        "id": chance.choice(["a", "b" * 64, "c" * 65, "", 7]),
        "games": chance.choice([["durak"], [], ["durak"] * 100, ["x" * 41], ["\0"], "durak", [5], None]),
        "accept": chance.choice(["everyone", "nobody", "accounts", "", 5]),
        "most": chance.choice([1, 16, 0, 17, -1, 1 << 70, "1", 1.5]),
        "playing": chance.choice([0, 1000, -1, 1001, None]),
    }
    for name in ("accept", "most", "playing"):
        if chance.random() < 0.6:
            del message[name]
    data = bytearray(msgspec.json.encode(message) if chance.random() < 0.97 else b"\xff\xfe")
    if chance.random() < 0.15:
        data[chance.randrange(len(data))] = chance.randrange(256)
    return bytes(data)


class Listener:
    """A line that checks what comes back."""

    def __init__(self, server: Server, table: str, token: str, path: str = "") -> None:
        self.code: int | None = None
        self.heard = 0
        self.ended = asyncio.Event()
        self.wrong: list[str] = []
        self.server = server
        self.line = Line(path or f"/api/tables/{table}/socket", token, self.hear, self.end)

    async def open(self) -> None:
        await asyncio.get_running_loop().create_connection(lambda: self.line, "127.0.0.1", self.server.port)
        while not self.heard and not self.ended.is_set():
            await asyncio.sleep(0.005)

    def hear(self, data: bytes) -> None:
        self.heard += 1
        try:
            outgoing.decode(data)
        except msgspec.ValidationError as error:
            self.wrong.append(f"{error}: {data[:200]!r}")

    def end(self, code: int) -> None:
        self.code = code
        self.ended.set()


def settled(server: Server) -> dict[str, float]:
    """The figures when all connections have been noticed to be gone."""
    end = time.monotonic() + 30
    while True:
        figures = server.figures()
        if figures["koloda_sockets"] == 0 or time.monotonic() > end:
            return figures
        time.sleep(0.05)


def test_no_message_breaks_the_server_or_stays_behind(server: Server, known: Known) -> None:
    async def round_of(seed: int) -> None:
        chance = random.Random(seed)
        table = chance.choice([known.playing, known.waiting])
        listener = Listener(server, table, chance.choice([*known.tokens, "", "nonsense"]))
        await listener.open()
        for _ in range(25):
            if listener.ended.is_set():
                break
            listener.line.frame(chance.choice([1, 1, 1, 1, 2]), near_messages(chance))
            if chance.random() < 0.1:
                await asyncio.sleep(0.005)
        if chance.random() < 0.5:
            listener.line.frame(8, b"\x03\xe8")
        else:
            await asyncio.sleep(0.02)
            listener.line.cut()
        async with asyncio.timeout(60):
            await listener.ended.wait()
        assert listener.wrong == []
        assert listener.heard > 0

    async def main(seeds: range) -> None:
        for start in range(seeds.start, seeds.stop, 10):
            await asyncio.gather(*(round_of(seed) for seed in range(start, start + 10)))

    asyncio.run(main(range(20)))
    before = settled(server)
    asyncio.run(main(range(20, 20 + 60 * TIMES)))
    after = settled(server)
    assert after["koloda_sockets"] == 0
    assert after["process_open_fds"] <= before["process_open_fds"]
    assert after["koloda_bots_thinking"] == 0


def test_no_message_of_a_bot_breaks_the_server_or_stays_behind(server: Server, known: Known) -> None:
    async def round_of(seed: int) -> None:
        chance = random.Random(seed)
        token = chance.choice([known.bot, known.bot, known.bot, known.tokens[0], ""])
        listener = Listener(server, "", token, "/api/bots/socket")
        # who does not say what he plays is told nothing
        await asyncio.get_running_loop().create_connection(lambda: listener.line, "127.0.0.1", server.port)
        while not listener.line.open and not listener.ended.is_set():
            await asyncio.sleep(0.005)
        for _ in range(25):
            if listener.ended.is_set():
                break
            listener.line.frame(chance.choice([1, 1, 1, 1, 2]), near_presences(chance))
            if chance.random() < 0.1:
                await asyncio.sleep(0.005)
        if chance.random() < 0.5:
            listener.line.frame(8, b"\x03\xe8")
        else:
            await asyncio.sleep(0.02)
            listener.line.cut()
        async with asyncio.timeout(60):
            await listener.ended.wait()
        assert listener.wrong == []

    async def main(seeds: range) -> None:
        for start in range(seeds.start, seeds.stop, 10):
            await asyncio.gather(*(round_of(seed) for seed in range(start, start + 10)))

    asyncio.run(main(range(40 * TIMES)))
    assert settled(server)["koloda_sockets"] == 0


def test_a_bot_is_told_what_is_wrong_and_stays(server: Server, known: Known) -> None:
    async def main() -> None:
        bot = Listener(server, "", known.bot, "/api/bots/socket")
        await asyncio.get_running_loop().create_connection(lambda: bot.line, "127.0.0.1", server.port)
        while not bot.line.open:
            await asyncio.sleep(0.005)
        bot.line.frame(1, b"{")
        bot.line.send({"t": "here", "id": "1", "games": ["durak", "no game"]})
        async with asyncio.timeout(60):
            while bot.heard < 3:  # error, ok, tables
                await asyncio.sleep(0.005)
        assert bot.wrong == []
        bot.line.cut()

    asyncio.run(main())


EMPTY = {"ping": b"\x89\x80\0\0\0\0", "pong": b"\x8a\x80\0\0\0\0", "part": b"\x00\x80\0\0\0\0"}


@pytest.mark.parametrize("kind", [*EMPTY, "text"])
def test_who_floods_with_tiny_frames_is_cut_off(server: Server, known: Known, kind: str) -> None:
    """Frames without a message cost the server more than the one who sends them."""
    begin = b"\x01\x80\0\0\0\0" if kind == "part" else b""
    raw = begin + EMPTY.get(kind, b"\x81\x82\0\0\0\0{}") * 2000

    async def main() -> None:
        good = Listener(server, known.playing, known.tokens[0])
        bad = Listener(server, known.playing, known.tokens[1])
        await good.open()
        await bad.open()
        bad.line.transport.write(raw)
        async with asyncio.timeout(60):
            await bad.ended.wait()
        assert bad.code == 4429
        heard = good.heard
        good.line.send({"t": "ping", "id": "p"})
        async with asyncio.timeout(60):
            while good.heard == heard:
                await asyncio.sleep(0.005)
        good.line.cut()

    asyncio.run(main())


@pytest.mark.parametrize(
    "raw",
    [
        b"\x81\x05hello",  # not masked
        b"\x83\x80\0\0\0\0",  # an opcode that nobody has defined
        b"\xc1\x80\0\0\0\0",  # a bit of an extension that was not agreed on
        b"\x89\xfe\x01\x00\0\0\0\0" + b"x" * 256,  # a ping that is too long
        b"\x81\xff\x7f\xff\xff\xff\xff\xff\xff\xff\0\0\0\0",  # eight exabytes to come
        b"\x81\xfe\x50\x00\0\0\0\0" + b"x" * 0x5000,  # more than 16 kB
        b"\x88\x81\0\0\0\0x",  # half a close code
        b"\x81\x82\0\0\0\0\xff\xff",  # a text that is no text
        b"\x80\x80\0\0\0\0",  # goes on with what has not begun
    ],
)
def test_a_broken_frame_closes_its_line_only(server: Server, known: Known, raw: bytes) -> None:
    async def main() -> None:
        good = Listener(server, known.playing, known.tokens[0])
        bad = Listener(server, known.playing, known.tokens[1])
        await good.open()
        await bad.open()
        bad.line.transport.write(raw)
        async with asyncio.timeout(60):
            await bad.ended.wait()
        assert bad.code in (1002, 1006, 1007, 1009)
        heard = good.heard
        good.line.send({"t": "ping", "id": "p"})
        async with asyncio.timeout(60):
            while good.heard == heard:
                await asyncio.sleep(0.005)
        assert not good.ended.is_set()
        good.line.cut()

    asyncio.run(main())
