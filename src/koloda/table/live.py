"""A table as one process serves it: the room, its sockets, and what is under way."""

from __future__ import annotations

import asyncio
from typing import Protocol

from koloda.table import wire
from koloda.table.room import Room


class Refused(Exception):
    """What was asked cannot be done; `code` is for programs, `texts` finds the sentence."""

    def __init__(self, code: str, *details: object) -> None:
        super().__init__(code)
        self.code = code
        self.details = details


class NoTable(Exception):
    pass


class Socket(Protocol):
    """What the hub knows of a connection."""

    user: str | None
    seat: int | None
    lang: str
    link: str

    def send(self, message: bytes) -> None: ...

    def drop(self, code: int, reason: str, text: str) -> None: ...


class Group:
    """The sockets that are shown the same: one seat, or the spectators, in one language."""

    __slots__ = ("count", "last", "sockets")

    def __init__(self) -> None:
        self.sockets: set[Socket] = set()
        self.last: tuple[bytes, list[int], bool, bool] | None = None
        self.count = 0


class Table:
    """A room and what this process has to do with it."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.lock = asyncio.Lock()
        self.sockets: set[Socket] = set()
        self.groups: dict[tuple[int | None, str], Group] = {}
        self.timer: asyncio.TimerHandle | None = None
        self.idle_since = 0
        self.told = 0  # room.changed when `table` was sent last
        self.status = ""
        self.chats = 0
        self.asked: dict[int, tuple[int, int]] = {}  # by seat: the moment for which a bot thinks
        self.declined: dict[int, tuple[int, int]] = {}  # by seat: the moment when a bot chose not to react
        self.tie: list[int] = []  # real time: the seats whose cards came at the same moment
        self.tie_won = -1
        self.noted = (0, "")  # room.changed and the status when the lobby was told last
        self.settled = False  # the end of the match is in the books

    @property
    def spectators(self) -> int:
        return sum(socket.seat is None for socket in self.sockets)

    def moment(self) -> tuple[int, int]:
        return len(self.room.deals), len(self.room.deals[-1].actions) if self.room.deals else 0


def table_message(info: bytes, socket: Socket) -> bytes:
    you = wire.encode(wire.You(socket.seat, socket.user))
    return b'{"t":"table","table":' + info + b',"you":' + you + b"}"


def chat_out(room: Room, place: int) -> wire.ChatOut:
    chat = room.chats[place]
    return wire.ChatOut(n=chat.number, from_=chat.user, name=chat.name, text=chat.text, at=chat.at)
