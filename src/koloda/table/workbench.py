"""What takes the processor long is worked out beside the event loop, little of it at a time.

Threads share one interpreter: many of them at once would leave the event loop no time, whoever has asked.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TypeVar

from starlette.concurrency import run_in_threadpool

from koloda.table.errors import Refused
from koloda.table.limits import Buckets

T = TypeVar("T")
AT_ONCE = 2
WAITING = 40  # a longer queue is refused, it would only grow
RATE, BURST = 1.0, 20.0  # for an address


class Workbench:
    def __init__(self, generous: float = 1.0) -> None:
        self.places = asyncio.Semaphore(AT_ONCE)
        self.waiting = 0
        self.asked = Buckets(RATE * generous, BURST * generous)

    async def work(self, address: str, make: Callable[[], T]) -> T:
        """In a thread, in its turn; nobody asks for more than his share."""
        self.spend(address)
        return await self.queued(make)

    def spend(self, address: str) -> None:
        """For something else that costs as much."""
        if not self.asked.take(address):
            raise Refused("rate")

    async def queued(self, make: Callable[[], T]) -> T:
        """The same for what is made once for many, whoever asks first."""
        if self.waiting >= WAITING:
            raise Refused("busy")
        self.waiting += 1
        try:
            async with self.places:
                return await run_in_threadpool(make)
        finally:
            self.waiting -= 1
