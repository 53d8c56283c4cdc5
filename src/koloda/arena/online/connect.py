"""A program at a server: it says that it is here, and plays at the tables where it is given a seat."""

from __future__ import annotations

import asyncio
import json
import secrets
import signal
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, WebSocketException

from koloda.arena.online.match import OUT, Backoff, Log, OnlineMatch, TokenEnded
from koloda.arena.online.site import Site, SiteError, Unreachable
from koloda.arena.programs.program import Program
from koloda.core.errors import KolodaError

HERE = 10.0  # seconds between two signs of life
REPLACED = 4409
FAREWELL = 5.0  # seconds for the programs to end


@dataclass(frozen=True)
class Plan:
    """What a program plays, and with whom."""

    games: tuple[str, ...]
    most: int = 4
    accept: str = "everyone"
    pause: float = 0.0  # seconds


class Connected:
    def __init__(self, site: Site, program: Program, name: str, plan: Plan, log: Log) -> None:
        self.site = site
        self.program = program
        self.name = name
        self.plan = plan
        self.log = log
        self.matches: dict[str, OnlineMatch] = {}
        self.tasks: dict[str, asyncio.Task[None]] = {}
        self.finished: set[str] = set()
        self.following: set[asyncio.Task[None]] = set()
        self.socket: ClientConnection | None = None
        self.failed: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    async def run(self) -> None:
        """Until it is cancelled; KolodaError says why it cannot go on."""
        user = await self.introduce()
        self.log(f"{user} is here: {', '.join(self.plan.games)}, at most {self.plan.most} matches at a time")
        line = asyncio.create_task(self.stay())
        try:
            await asyncio.wait({line, self.failed}, return_when=asyncio.FIRST_COMPLETED)
            for done in (line, self.failed):
                if done.done():
                    await done
        finally:
            line.cancel()
            for task in self.tasks.values():
                task.cancel()
            if self.tasks:
                await asyncio.wait(self.tasks.values(), timeout=FAREWELL)

    async def introduce(self) -> str:
        """Who we are; a token that does not count is said at once, a server that is away is waited for."""
        backoff = Backoff()
        advice = " (is the address right? Ctrl-C ends)"
        while True:
            try:
                answer = await asyncio.to_thread(self.site.ask, "GET", "/api/session")
                user = answer["user"]
                if user["kind"] != "bot":
                    raise KolodaError("this is no bot account's token: make one with koloda bot token")
                return str(user["name"])
            except Unreachable as error:
                self.log(f"{error}: trying again{advice}")
                advice = ""
            except SiteError as error:
                if error.status == 401:
                    raise TokenEnded("the server does not know this token: was it revoked?") from None
                raise
            await backoff.wait()

    async def stay(self) -> None:
        """Be in the list of the bots that are here, and hear of the tables."""
        backoff = Backoff()
        lost = False
        while True:
            code: int | None = None
            try:
                async with connect(
                    self.site.socket("/api/bots/socket?lang=en"),
                    additional_headers=self.site.headers,
                    ping_interval=None,
                    max_size=None,
                ) as socket:
                    self.socket = socket
                    beat = asyncio.create_task(self.beat(socket))
                    try:
                        async for text in socket:
                            backoff.reset()
                            if lost:
                                self.log("connected again")
                                lost = False
                            self.take(json.loads(text))
                    finally:
                        beat.cancel()
                        self.socket = None
                    code = socket.close_code
            except ConnectionClosed as error:
                code = error.rcvd.code if error.rcvd else None
            except (OSError, InvalidHandshake, WebSocketException, TimeoutError, ValueError) as error:
                self.log(f"no connection ({str(error)[:120] or type(error).__name__}): trying again")
            if code in OUT:
                raise TokenEnded("the server no longer takes this token: was it revoked?")
            if code == REPLACED:
                raise KolodaError(
                    "this bot has connected from somewhere else: only the newest connection plays"
                )
            if code is not None:
                self.log(f"the connection was closed ({code}): trying again")
            lost = True
            await backoff.wait()

    async def beat(self, socket: ClientConnection) -> None:
        with suppress(WebSocketException):
            while True:
                await self.say_here(socket)
                await asyncio.sleep(HERE)

    async def say_here(self, socket: ClientConnection) -> None:
        message = {
            "t": "here",
            "id": secrets.token_hex(6),
            "games": list(self.plan.games),
            "accept": self.plan.accept,
            "most": self.plan.most,
            "playing": min(1000, self.playing),
        }
        await socket.send(json.dumps(message))

    @property
    def playing(self) -> int:
        """Matches that are played or about to be."""
        return sum(match.busy for match in self.matches.values())

    def take(self, message: dict[str, Any]) -> None:
        if message["t"] == "tables":
            for table in message["tables"]:
                self.sit(table["id"], table["game"], table["status"] == "waiting")
        elif message["t"] == "error":
            self.log(f"refused: {message['text']}")

    def sit(self, table: str, game: str, new: bool = False) -> None:
        """Play at a table, unless that is done already; a new match only while there are not too many."""
        if table in self.matches or table in self.finished:
            return
        if game not in self.plan.games:
            self.log(f"{table[:6]}: {game} is not played here")
            self.finished.add(table)
            return
        match = OnlineMatch(self.site, table, self.program, self.name, self.log, self.plan.pause)
        if new and self.playing >= self.plan.most:
            self.log(f"{table[:6]}: {game} is declined: at most {self.plan.most} matches at a time")
            match.declines = True
        else:
            self.log(f"{table[:6]}: a seat at {game}")
        self.matches[table] = match
        task = self.tasks[table] = asyncio.create_task(match.run())
        task.add_done_callback(lambda done: self.over(table, done))

    def over(self, table: str, task: asyncio.Task[None]) -> None:
        match = self.matches.pop(table)
        del self.tasks[table]
        if task.cancelled():
            return
        error = task.exception()
        if isinstance(error, TokenEnded):
            if not self.failed.done():
                self.failed.set_exception(error)
            return
        if error is not None:
            self.log(f"{table[:6]}: {type(error).__name__}: {error}")
        self.finished.add(table)
        if match.followed:
            task = asyncio.create_task(self.follow(table))
            self.following.add(task)
            task.add_done_callback(self.following.discard)

    async def follow(self, before: str) -> None:
        """To the rematch, if there is time for it; the list of tables then has it."""
        if self.playing >= self.plan.most:
            return
        try:
            await asyncio.to_thread(self.site.ask, "POST", f"/api/tables/{before}/rematch", {})
            if self.socket is not None:
                await self.say_here(self.socket)
        except (SiteError, WebSocketException) as error:
            self.log(f"{before[:6]}: no rematch: {error}")


async def stay_connected(site: Site, program: Program, name: str, plan: Plan, log: Log) -> None:
    """Until Ctrl-C or SIGTERM."""
    connected = Connected(site, program, name, plan, log)
    work = asyncio.create_task(connected.run())
    loop = asyncio.get_running_loop()
    stopped = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stopped.set)
    waiting = asyncio.create_task(stopped.wait())
    await asyncio.wait({work, waiting}, return_when=asyncio.FIRST_COMPLETED)
    waiting.cancel()
    if work.done():
        await work
        return
    log("ending: the seats are kept, whoever connects again plays on")
    work.cancel()
    with suppress(asyncio.CancelledError):
        await work
