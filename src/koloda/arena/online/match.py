"""One match at a server's table: a connection that comes back by itself, and a program that decides."""

from __future__ import annotations

import asyncio
import hashlib
import json
import secrets
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, WebSocketException

from koloda.arena.external.advice import told
from koloda.arena.external.faults import ENDS
from koloda.arena.online.seat import OnlinePlayer, OnlineSeat
from koloda.arena.online.site import Site, SiteError, Unreachable
from koloda.arena.programs.program import Program
from koloda.bots.player import Setting
from koloda.core.errors import KolodaError
from koloda.games import game as game_by_id

PING = 10.0  # seconds
SOONEST, LONGEST = 0.2, 30.0  # seconds before the next attempt to connect
SHUT = (4403, 4404)  # close codes: there is nothing for us at this table
OUT = (4401, 4410)  # the token no longer counts
FATAL = 3  # faults that end the program, before it gives the match up
REACTION = 2  # times the usual pause before an action that nobody waits for: people may be first
MARGIN = 0.3  # seconds of the table's clock that the answer needs for its way
LONELY = 120.0  # seconds: a table that has not begun and where no person is
CLOSED = 5.0  # seconds after which a table without an end of its match was given up
IDLE = 60.0  # seconds without a person, after which the program is ended until somebody comes back

DECLINED = "I play as many matches as I may already: ask me again later."  # to the table
GIVEN_UP = "My program has failed too often: a bot plays on for me."  # to the table

Log = Callable[[str], None]


class TokenEnded(KolodaError):
    """The server no longer takes the token."""


class Backoff:
    """How long to wait before the next attempt: longer each time, and never just as long as others."""

    def __init__(self) -> None:
        self.seconds = SOONEST

    def reset(self) -> None:
        self.seconds = SOONEST

    async def wait(self) -> None:
        await asyncio.sleep(self.seconds * (0.75 + secrets.randbelow(500) / 1000))
        self.seconds = min(LONGEST, self.seconds * 2)


class OnlineMatch:
    def __init__(
        self, site: Site, table: str, program: Program, name: str, log: Log, pause: float = 0.0
    ) -> None:
        self.site = site
        self.pause = pause  # seconds that a decision takes at least, for people to follow
        self.id = table
        self.name = name
        self.seat = OnlineSeat(name, program)
        self.note = log
        self.thread = ThreadPoolExecutor(
            1, f"table-{table[:6]}"
        )  # a program dies with the thread that starts it
        self.socket: ClientConnection | None = None
        self.table: dict[str, Any] = {}
        self.update: dict[str, Any] | None = None
        self.player: OnlinePlayer | None = None
        self.number: int | None = None  # the seat
        self.seen = 0  # the number of the last event
        self.luck = secrets.token_hex(16)
        self.prefix = secrets.token_hex(6)
        self.sent = 0
        self.waiting: dict[str, Any] | None = None  # the action that is not answered yet
        self.fresh = False  # is `update` newer than the last answer?
        self.asked_at: object = None  # the question that was answered last, and what came to nothing there
        self.useless: set[str] = set()
        self.left_alone: object = None  # the last question that was asked although nobody waited for us
        self.fatal = 0
        self.deciding: asyncio.Task[None] | None = None
        self.errands: set[asyncio.Task[None]] = set()
        self.declines = False  # is the match refused, if it has not begun?
        self.lost = False  # was there a connection, and is there none?
        self.done = False
        self.ended = False
        self.followed = ""  # the table of the rematch
        self.company = time.monotonic()  # when a person was here last

    @property
    def busy(self) -> bool:
        """Is it played, or about to be, with somebody who is here?"""
        if self.done or self.ended or self.declines:
            return False
        return time.monotonic() - self.company < IDLE

    def log(self, text: str) -> None:
        self.note(f"{self.id[:6]}: {text}")

    # the connection

    async def run(self) -> None:
        """Until the match is over or there is no seat for us any more."""
        backoff = Backoff()
        try:
            while not self.done:
                await self.connect(backoff)
                if not self.done:
                    await backoff.wait()
        finally:
            for task in (*self.errands, *([self.deciding] if self.deciding else [])):
                task.cancel()
            self.seat.interrupt()
            with suppress(RuntimeError):
                await asyncio.shield(asyncio.wrap_future(self.thread.submit(self.seat.close)))
            self.thread.shutdown(wait=False)

    async def connect(self, backoff: Backoff) -> None:
        address = self.site.socket(f"/api/tables/{self.id}/socket?v={self.seen}&lang=en")
        try:
            async with connect(
                address, additional_headers=self.site.headers, ping_interval=None, max_size=None
            ) as socket:
                self.socket = socket
                beat = asyncio.create_task(self.beat(socket))
                try:
                    if self.waiting is not None:  # the same id: it has no second effect
                        await socket.send(json.dumps(self.waiting))
                    async for message in socket:
                        backoff.reset()
                        if self.lost:
                            self.log("connected again")
                            self.lost = False
                        await self.take(json.loads(message))
                        if self.done:
                            return
                finally:
                    beat.cancel()
                    self.socket = None
                self.closed(socket.close_code)
        except ConnectionClosed as error:
            self.closed(error.rcvd.code if error.rcvd else None)
        except (OSError, InvalidHandshake, WebSocketException, TimeoutError, ValueError) as error:
            self.lost = True
            self.log(f"no connection ({str(error)[:120] or type(error).__name__}): trying again")

    def closed(self, code: int | None) -> None:
        if code in OUT:
            raise TokenEnded("the server no longer takes this token")
        if code in SHUT:
            self.done = True
        elif not self.done:
            self.lost = True
            self.log(f"the connection was closed ({code or 'lost'}): trying again")

    async def beat(self, socket: ClientConnection) -> None:
        with suppress(WebSocketException):
            while True:
                await asyncio.sleep(PING)
                await socket.send(json.dumps({"t": "ping", "id": f"{self.prefix}-ping"}))
                await self.look_around()

    async def look_around(self) -> None:
        """A table without people is not waited at for ever, and a program need not run meanwhile."""
        alone = time.monotonic() - self.company
        if self.table.get("status") == "waiting" and alone > LONELY:
            self.log("nobody comes: left")
            await self.ask("leave", {})
            self.done = True
        elif alone > IDLE and self.deciding is None:
            await self.in_thread(self.seat.close)

    # messages

    async def take(self, message: dict[str, Any]) -> None:
        kind = message["t"]
        if kind == "table":
            await self.take_table(message["table"], message["you"]["seat"])
        elif kind == "update":
            self.take_update(message)
        elif kind in ("ok", "error") and self.waiting is not None and message["id"] == self.waiting["id"]:
            await self.answered(message)

    async def take_table(self, table: dict[str, Any], seat: int | None) -> None:
        before, self.table = self.table, table
        if seat is None:
            self.log("our seat is gone")
            self.done = True
            return
        self.number = seat
        if any(each["kind"] == "person" and each["online"] and not each["bot"] for each in table["seats"]):
            self.company = time.monotonic()
        own = table["seats"][seat]
        if self.declines and table["status"] == "waiting":
            self.errand_after(self.decline())
            return
        self.declines = False  # it was begun before we could say no: nobody is left alone
        if table["status"] == "waiting":
            if table["sealed"] and own["seal"]:
                self.errand("luck", {"luck": self.luck})
            elif not own["ready"]:
                seal = hashlib.sha256(bytes.fromhex(self.luck)).hexdigest()
                self.errand("ready", {"ready": True, "seal": seal})
        elif before.get("status") == "waiting":
            self.log(f"{table['game']} begins on seat {seat} with {self.others()}")
        if table["status"] == "over":
            if table["next"] and not self.followed:
                self.followed = str(table["next"])
            if before.get("status") != "over":
                self.errand_after(self.leave_closed())

    async def decline(self) -> None:
        await self.send({"t": "chat", "id": self.new_id(), "text": DECLINED})
        await self.ask("leave", {})
        await self.end()

    def others(self) -> str:
        names = [each["name"] or each["level"] or "nobody" for each in self.table["seats"]]
        return ", ".join(name for seat, name in enumerate(names) if seat != self.number)

    def take_update(self, update: dict[str, Any]) -> None:
        self.seen = update["v"]
        self.fresh = True
        before, self.update = self.update, update
        if update["view"] is None:
            return
        if self.player is None or before is None or before["deal"] != update["deal"]:
            self.player = self.new_player(update["deal"])
        player = self.player
        player.take(update)
        if update["over"] is not None:
            self.end_of_deal(update)
        if self.deciding is None:
            self.start(self.decide(player, update))

    def new_player(self, deal: int) -> OnlinePlayer:
        table = self.table
        game = game_by_id(table["game"])
        seats = len(table["seats"])
        assert self.number is not None
        setting = Setting(
            game.resolve(seats, table["options"]),
            tuple(each["name"] or each["level"] or "" for each in table["seats"]),
            deal,
            tuple(table["totals"]),
        )
        return OnlinePlayer(game, self.number, setting, seats)

    def end_of_deal(self, update: dict[str, Any]) -> None:
        over = update["over"]
        if over["match_over"]:
            if self.ended:
                return
            self.ended = True
            won = self.number in over["winners"]
            scores = ", ".join(f"{score:g}" for score in over["totals"])
            self.log(f"the match is over: {'won' if won else 'not won'} ({scores})")
            self.errand_after(self.finish())
        elif self.socket is not None:
            self.errand_after(self.send({"t": "next", "id": self.new_id()}))

    async def leave_closed(self) -> None:
        """A table that was given up has no end of a match; that of a match comes a moment later."""
        await asyncio.sleep(CLOSED)
        if self.update is None or self.update["over"] is None or not self.update["over"]["match_over"]:
            self.log("the table was closed")
            await self.end()

    async def end(self) -> None:
        self.done = True
        if self.socket is not None:
            await self.socket.close()

    async def finish(self) -> None:
        """Let the program hear of the end; then stay a while, for a rematch."""
        if self.player is not None:
            player = self.player
            await self.in_thread(lambda: self.seat.hear(player))
        await self.in_thread(self.seat.close)
        for _ in range(int(IDLE)):
            if self.followed or self.done:
                break
            await asyncio.sleep(1.0)
        await self.end()

    # deciding

    def start(self, work: Any) -> None:
        self.deciding = asyncio.create_task(work)
        self.deciding.add_done_callback(self.decided)

    def decided(self, task: asyncio.Task[None]) -> None:
        self.deciding = None
        if not task.cancelled() and (error := task.exception()) is not None:
            self.log(f"a decision failed: {type(error).__name__}: {error}")
        update = self.update
        # something new may have come meanwhile
        if not self.done and update is not None and self.player is not None and self.open_question(update):
            self.start(self.decide(self.player, update))

    def open_question(self, update: dict[str, Any]) -> list[str]:
        """What there is to choose from, if no answer is on its way: owed, or once for what has happened."""
        if self.waiting is not None or not self.fresh or update["over"] is not None:
            return []
        if not update["owed"] and self.left_alone == question_of(update):
            return []
        legal = [each["a"] for each in update["legal"]]
        # where people must notice something themselves, an action may come to nothing: not twice the same
        useless = self.useless if self.asked_at == question_of(update) else set()
        return [text for text in legal if text not in useless] or legal

    async def decide(self, player: OnlinePlayer, update: dict[str, Any]) -> None:
        """Tell the program what is new, ask it if it is our turn, and send what it says."""
        legal = self.open_question(update)
        if not legal:
            await self.in_thread(lambda: self.seat.hear(player))
            return
        owed = update["owed"]
        if not owed:
            self.left_alone = question_of(update)
        seconds = self.time_left(update)
        begun = time.monotonic()
        answer = await self.in_thread(lambda: self.seat.decide(player, legal, seconds))
        self.report()
        longest = self.pause if owed else REACTION * self.pause
        pause = begun + min(longest, longest if seconds is None else seconds / 2) - time.monotonic()
        if pause > 0 and answer != "":
            await asyncio.sleep(pause)
        now = self.update
        if now is None or now["deal"] != update["deal"] or self.waiting is not None:
            return  # the clock was faster
        if now["owed"] != owed or (not owed and (not answer or question_of(now) != question_of(update))):
            return  # it does nothing, or the question is another one by now
        if answer is None:
            if self.fatal >= FATAL:
                self.log("the program has failed too often: the match is given up, a bot plays on")
                await self.send({"t": "chat", "id": self.new_id(), "text": GIVEN_UP})
                await self.ask("leave", {})
                self.done = True
                return
            await self.act({"t": "default"}, now)
        elif any(each["a"] == answer for each in now["legal"]):
            await self.act({"t": "act", "a": answer, "v": now["v"]}, now)

    def time_left(self, update: dict[str, Any]) -> float | None:
        clock = update["clock"]
        if clock is None:
            return None
        own = [each for each in clock["seats"] if each["seat"] == self.number]
        left = [own[0]["left"] + own[0]["bank"]] if own else []
        left += [clock["window"]] if clock["window"] is not None and not own else []
        return max(0.1, min(left) / 1000 - MARGIN) if left else None

    def report(self) -> None:
        faults, self.seat.faults = self.seat.faults, []
        for fault in faults:
            self.fatal += fault.code in ENDS
            self.log(f"{fault.code}: {' '.join(told(fault))}")

    async def act(self, message: dict[str, Any], update: dict[str, Any]) -> None:
        if self.asked_at != question_of(update):
            self.asked_at, self.useless = question_of(update), set()
        self.useless.add(message.get("a", ""))
        self.waiting = {**message, "id": self.new_id()}
        await self.send(self.waiting)

    async def answered(self, message: dict[str, Any]) -> None:
        sent, update = self.waiting, self.update
        assert sent is not None
        if message["t"] == "error" and message["code"] in ("store_down", "rate"):
            await asyncio.sleep(0.5)
            await self.send(sent)
            return
        self.waiting = None
        moved_on = update is not None and self.asked_at != question_of(update)
        if message["t"] == "ok" or (message["code"] in ("late", "not_yours", "over") and not moved_on):
            self.fresh = False  # an update follows
            return
        if message["code"] not in ("late", "not_yours", "over"):
            self.log(f"refused: {message['text']}")
        if self.deciding is None and update is not None and self.player is not None:
            self.start(self.decide(self.player, update))

    # small things

    def new_id(self) -> str:
        self.sent += 1
        return f"{self.prefix}-{self.sent}"

    async def send(self, message: dict[str, Any]) -> None:
        """What cannot be sent now is sent again with the next connection, if it matters."""
        with suppress(WebSocketException, OSError):
            if self.socket is not None:
                await self.socket.send(json.dumps(message))

    async def in_thread(self, work: Callable[[], Any]) -> Any:
        return await asyncio.wrap_future(self.thread.submit(work))

    async def ask(self, what: str, body: dict[str, Any]) -> None:
        try:
            await asyncio.to_thread(self.site.ask, "POST", f"/api/tables/{self.id}/{what}", body)
        except Unreachable as error:
            self.log(f"{what}: {error}")
        except SiteError as error:
            if error.code not in ("started", "closed"):
                self.log(f"{what}: {error}")

    def errand(self, what: str, body: dict[str, Any]) -> None:
        self.errand_after(self.ask(what, body))

    def errand_after(self, work: Any) -> None:
        task = asyncio.create_task(work)
        self.errands.add(task)
        task.add_done_callback(self.errands.discard)


def question_of(update: dict[str, Any]) -> tuple[int, int]:
    return update["deal"], update["v"]
