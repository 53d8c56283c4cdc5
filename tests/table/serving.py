"""A server in this process, and people who talk to it over real sockets."""

from __future__ import annotations

import asyncio
import json
import random
import socket
import threading
import urllib.error
import urllib.request
from collections.abc import Callable
from typing import Any, Self

import uvicorn
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from koloda.table.app import Headers
from koloda.table.process import TableServer, configured
from koloda.table.server import Server as KolodaServer
from koloda.table.server import Settings
from koloda.table.store import now as real_now

PATIENCE = 60.0  # seconds; only a failing test waits so long


class Server:
    """The whole server on a free port, with bots that act at once and a clock that tests can put forward."""

    def __init__(self, database: str, **settings: Any) -> None:
        self.settings = Settings(
            **{"database": database, "pause": (0, 0), "bot_processes": 1, "strict_limits": False, **settings}
        )
        self.ahead = 0

    def __enter__(self) -> Self:
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.base = f"http://127.0.0.1:{self.port}"
        config = configured(self.settings)
        assert isinstance(config.app, Headers)
        self.koloda: KolodaServer = config.app.server
        self.server: uvicorn.Server = TableServer(config)
        self.thread = threading.Thread(target=self.server.run, kwargs={"sockets": [self.listener]})
        self.thread.start()
        until(lambda: self.server.started or not self.thread.is_alive())
        assert self.server.started
        self.koloda.tables.now = lambda: real_now() + self.ahead
        return self

    def __exit__(self, *_: object) -> None:
        self.server.should_exit = True
        self.thread.join(PATIENCE)
        assert not self.thread.is_alive()

    def pass_time(self, milliseconds: int) -> None:
        """Let the server's clock jump, and its timers notice."""
        self.ahead += milliseconds
        loop = self.server.servers[0].get_loop()

        async def tick() -> None:
            tables = list(self.koloda.tables.live.values())
            await asyncio.gather(*(self.koloda.hub.timers.tick(table) for table in tables))

        asyncio.run_coroutine_threadsafe(tick(), loop).result(PATIENCE)

    def call(
        self,
        method: str,
        path: str,
        body: object = None,
        token: str = "",
        headers: dict[str, str] | None = None,
    ) -> tuple[int, Any, dict[str, str]]:
        given = {"content-type": "application/json", **(headers or {})}
        if token:
            given["authorization"] = f"Bearer {token}"
        data = None if body is None else body if isinstance(body, bytes) else json.dumps(body).encode()
        request = urllib.request.Request(self.base + path, data, given, method=method)
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as response:
                text, status, found = response.read(), response.status, response.headers
        except urllib.error.HTTPError as error:
            with error:
                text, status, found = error.read(), error.code, error.headers
        is_json = found.get("content-type", "").startswith("application/json")
        return status, json.loads(text) if is_json else text.decode(), dict(found.items())

    def person(self, name: str = "Ann") -> Person:
        status, answer, _ = self.call("POST", "/api/session", {"name": name})
        assert status == 201, answer
        return Person(self, answer["user"]["id"], answer["token"])


def until(happened: Callable[[], bool]) -> None:
    waited = threading.Event()
    for _ in range(int(PATIENCE / 0.01)):
        if happened():
            return
        waited.wait(0.01)
    raise AssertionError("it did not happen")


class Person:
    def __init__(self, server: Server, user: str, token: str) -> None:
        self.server = server
        self.user = user
        self.token = token

    def ask(self, method: str, path: str, body: object = None) -> tuple[int, Any]:
        status, answer, _ = self.server.call(method, path, body, self.token)
        return status, answer

    def do(self, method: str, path: str, body: object = None) -> Any:
        status, answer = self.ask(method, path, body)
        assert status in (200, 201), answer
        return answer

    def make(self, game: str, **wanted: Any) -> str:
        table: str = self.do("POST", "/api/tables", {"game": game, **wanted})["table"]["id"]
        return table

    def quick(self, game: str, **wanted: Any) -> str:
        table: str = self.do("POST", "/api/quick", {"game": game, **wanted})["table"]["id"]
        return table

    def sit(self, table: str, luck: str = "", **wanted: Any) -> None:
        self.do("POST", f"/api/tables/{table}/join", wanted)
        self.do("POST", f"/api/tables/{table}/ready", {"ready": True, "luck": luck})

    def at(self, table: str, seen: int = 0, lang: str = "en", headers: dict[str, str] | None = None) -> Chair:
        return Chair(self, table, seen, lang, headers=headers)


class Chair:
    """A person's connection to a table. Keeps everything that was received."""

    def __init__(
        self,
        person: Person | None,
        table: str,
        seen: int = 0,
        lang: str = "en",
        base: str = "",
        headers: dict[str, str] | None = None,
    ) -> None:
        self.person = person
        base = (person.server.base if person else base).replace("http", "ws")
        headers = {**(headers or {}), **({"authorization": f"Bearer {person.token}"} if person else {})}
        self.socket: ClientConnection = connect(
            f"{base}/api/tables/{table}/socket?v={seen}&lang={lang}",
            additional_headers=headers,
            compression=None,
            max_size=None,
            max_queue=None,  # what the server said last is heard even by a client that only sends
        ).__enter__()  # closed by close()
        self.received: list[dict[str, Any]] = []
        self.raw: list[str] = []
        self.seen = seen
        self.update: dict[str, Any] = {}
        self.table: dict[str, Any] = {}
        self.sent = 0
        self.answered = 0

    def close(self) -> None:
        self.socket.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def send(self, kind: str, **details: Any) -> str:
        self.sent += 1
        message = {"t": kind, "id": f"{kind}-{self.sent}-{random.getrandbits(40)}", **details}
        self.socket.send(json.dumps(message))
        return str(message["id"])

    def take(self, timeout: float = PATIENCE) -> dict[str, Any]:
        """The next message; events must follow each other without a gap."""
        text = self.socket.recv(timeout)
        assert isinstance(text, str)
        self.raw.append(text)
        message: dict[str, Any] = json.loads(text)
        self.received.append(message)
        if message["t"] == "update":
            for event in message["events"]:
                assert message["full"] or event["n"] == self.seen + 1
                self.seen = event["n"]
            assert message["v"] == self.seen or not message["events"]
            self.seen = message["v"]
            self.update = message
        elif message["t"] == "table":
            self.table = message["table"]
        return message

    def wait(self, *kinds: str, that: Callable[[dict[str, Any]], bool] = lambda _: True) -> dict[str, Any]:
        while True:
            message = self.take()
            if message["t"] in kinds and that(message):
                return message

    def answer(self, message: str) -> dict[str, Any]:
        """The ok, error or other answer to a message."""
        return self.wait("ok", "error", "why", "hint", "pong", that=lambda found: found["id"] == message)

    def act(self, action: str) -> dict[str, Any]:
        return self.answer(self.send("act", a=action, v=self.seen))

    def quiet(self, seconds: float = 0.3) -> list[dict[str, Any]]:
        """What comes within a short time."""
        found = []
        try:
            while True:
                found.append(self.take(seconds))
        except (TimeoutError, ConnectionClosed):
            return found

    def play(
        self, rng: random.Random, until_over: Callable[[dict[str, Any]], bool] | None = None
    ) -> dict[str, Any]:
        """Act at random until the match is over (or something else is seen); the last update."""
        return self.play_by(lambda update: str(rng.choice(update["legal"])["a"]), until_over)

    def play_by(
        self,
        choose: Callable[[dict[str, Any]], str],
        until_over: Callable[[dict[str, Any]], bool] | None = None,
    ) -> dict[str, Any]:
        """Act as it is chosen from the update."""
        waiting = ""
        fresh = bool(self.update)
        while True:
            update = self.update
            if update and (until_over(update) if until_over else is_over(update)):
                return update
            if update and fresh and not waiting:
                if update["over"] is not None:
                    waiting = self.send("next")
                elif update["owed"]:
                    waiting = self.send("act", a=choose(update), v=self.seen)
                fresh = False
            message = self.take()
            if message["t"] == "update":
                fresh = True
            elif message["t"] in ("ok", "error") and message["id"] == waiting:
                # an action is shown after its ok; the next deal may have been shown before the ok of "next"
                fresh = message["t"] == "error" or (fresh and waiting.startswith("next-"))
                waiting = ""
                if message["t"] == "error":
                    assert message["code"] in ("late", "not_yours", "over"), message


def is_over(update: dict[str, Any]) -> bool:
    return update["over"] is not None and update["over"]["match_over"]


def together(*work: Callable[[], object]) -> list[Any]:
    """Several people at once; the first failure is raised."""
    results: list[Any] = [None] * len(work)
    errors: list[BaseException] = []

    def run(number: int) -> None:
        try:
            results[number] = work[number]()
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=run, args=(number,)) for number in range(len(work))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(300)
        assert not thread.is_alive()
    if errors:
        raise errors[0]
    return results
