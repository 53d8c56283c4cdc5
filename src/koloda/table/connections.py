"""A table as one process serves it: the room, the connections to it, and what is under way."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from typing import Protocol

from koloda.table.errors import Refused
from koloda.table.room import Room


class Client(Protocol):
    """A connection to a table, and who is behind it."""

    user: str | None
    name: str
    seat: int | None
    lang: str
    link: str
    hidden: frozenset[str]  # whose chats are not sent here
    bot: bool  # does a program play for this account?

    def send(self, message: bytes) -> None: ...

    def drop(self, code: int, reason: str, text: str) -> None: ...


class Lock:
    """Of a table: asyncio.Lock, and besides it can be taken at once by whoever does not want to wait."""

    def __init__(self) -> None:
        self.held = False
        self.waiting: deque[asyncio.Future[None]] = deque()

    def take(self) -> bool:
        if self.held:
            return False
        self.held = True
        return True

    def release(self) -> None:
        """It goes to whoever has waited longest."""
        while self.waiting:
            waiter = self.waiting.popleft()
            if not waiter.done():
                waiter.set_result(None)
                return
        self.held = False

    async def __aenter__(self) -> None:
        if self.take():
            return
        waiter: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.waiting.append(waiter)
        try:
            await waiter
        except asyncio.CancelledError:
            if not waiter.cancelled():
                self.release()  # it was given to us a moment ago
            raise

    async def __aexit__(self, *_: object) -> None:
        self.release()


class Group:
    """The clients that get the same updates: one seat, or the spectators, in one language."""

    def __init__(self) -> None:
        self.clients: set[Client] = set()
        self.last: tuple[object, ...] | None = None  # updates.Seen.key
        self.count = 0


class LiveTable:
    """A room and what this process has to do with it."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.lock = Lock()
        self.clients: set[Client] = set()
        self.seatings = room.seatings  # those after which the clients were seated
        self.moved: set[Client] = set()  # who was seated elsewhere and is not shown the table from there yet
        self.groups: dict[tuple[int | None, str], Group] = {}
        self.timer: asyncio.TimerHandle | None = None
        self.idle_since = 0
        self.behind = False  # others have appended, and nobody here has wanted to know yet
        self.told = 0  # room.changed when `table` was sent last
        self.status = ""
        self.chats = 0
        self.unsaid = len(room.unsaid)
        self.asked: dict[int, tuple[int, int]] = {}  # by seat: the moment for which a bot thinks
        self.declined: dict[int, tuple[int, int]] = {}  # by seat: the moment when a bot chose not to react
        self.answering: dict[tuple[str, str], asyncio.Future[None]] = {}  # by user and id of the message
        self.refused: OrderedDict[tuple[str, str], Refused] = OrderedDict()  # the last of them
        self.tie: list[int] = []  # real time: the seats whose actions came at the same moment
        self.tie_won = -1
        self.weighing = Lock()  # whether something may be taken back
        # moment and seat, and the answer
        self.weighed: tuple[tuple[tuple[int, int], int], bool] | None = None
        self.noted = (0, "")  # room.changed and the status when the lobby was told last
        self.settled = False  # the end of the match is in history and ratings
        self.posted = -1  # by correspondence: the row with which its standing was noted last

    @property
    def spectators(self) -> int:
        return sum(client.seat is None for client in self.clients)

    @property
    def served(self) -> bool:
        """Is a person of this table connected to this process? Bots wait for people."""
        return any(client.seat is not None and not client.bot for client in self.clients)

    @property
    def works(self) -> bool:
        """Do clocks and bots of this table go on in this process?"""
        return self.served or self.room.attended

    def led_by(self, process: str) -> bool:
        """Of several processes with people at the table, the one with the first of them goes ahead."""
        for seat in self.room.seats:
            if seat.link and not seat.bot:
                return seat.link.startswith(process + "-")
        return True

    def moment(self) -> tuple[int, int]:
        return self.room.edition, len(self.room.deals[-1].actions) if self.room.deals else 0
