"""The folder of a ladder as this process knows it."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from typing import Any

from starlette.concurrency import run_in_threadpool

from koloda.core.errors import KolodaError
from koloda.ladder.folder import STANDINGS, Busy, Folder
from koloda.ladder.live import LiveGame, live_games
from koloda.table.errors import Refused

FRESH = 0.5  # seconds for which what was read is new enough
NO_FACTS: dict[str, Any] = {"games": 0, "rows": [], "versions": {}}


class Ladder:
    """What was read last, and how long ago."""

    def __init__(self, path: str) -> None:
        self.folder = Folder(path)
        self.lock = asyncio.Lock()
        self.read_at = -1e9
        self.facts: dict[str, Any] = NO_FACTS
        self.running = False
        self.live: dict[tuple[int, int], LiveGame] = {}  # by final and fixture
        self.waiting: list[dict[str, Any]] = []
        self.watched: OrderedDict[tuple[int, int, int, int, str], bytes] = OrderedDict()
        self.authors: dict[str, tuple[float, str]] = {}

    async def read(self) -> Folder:
        """The folder with what is new in it; those who ask at the same time share one look."""
        async with self.lock:
            if time.monotonic() - self.read_at > FRESH:
                try:
                    await run_in_threadpool(self.look)
                except (KolodaError, KeyError, IndexError, TypeError) as error:
                    raise Refused("ladder_broken") from error
                self.read_at = time.monotonic()
        return self.folder

    def look(self) -> None:
        live = live_games(self.folder.path)  # first: a game that is no longer there is in the log
        self.folder.read()
        self.facts = self.folder.read_item(STANDINGS) or NO_FACTS
        self.running = self.folder.runner() is not None
        self.live = live if self.running else {}
        self.waiting = [item for item in self.folder.waiting() if item["inbox"] not in self.folder.book.taken]

    async def put(self, kind: str, **item: Any) -> None:
        """Leave something for the runner."""
        try:
            await run_in_threadpool(self.folder.put, kind, **item)
        except Busy:
            raise Refused("ladder_busy") from None

    async def sources_of(self, user: str) -> dict[str, dict[str, str]]:
        """The last version of each program of an account, file by file."""
        folder = await self.read()
        latest = [
            (program.name, program.versions[-1]) for program in folder.book.of(user) if program.versions
        ]

        def look() -> dict[str, dict[str, str]]:
            return {
                f"{name} v{version.number}": folder.sources(version.program, version.number)
                for name, version in latest
            }

        return await run_in_threadpool(look)

    def uploads_of(self, user: str) -> list[dict[str, Any]]:
        """What this account has in the inbox."""
        return [item for item in self.waiting if item.get("kind") == "upload" and item.get("owner") == user]
