"""Root parallelism: several processes search one decision by chances of their own; their visits add up.

A child is a fork, so that it has the position without any form in which to send it; it returns numbers only.
"""

from __future__ import annotations

import json
import math
import os
import select
import signal
from collections.abc import Callable

# action, visits, mean return, the standard errors of that and of the difference to the best action
Values = list[tuple[int, int, float, float, float]]

CHUNK = 65536
GRACE = 0.010  # seconds that a child has to hand in its numbers


def can_fork() -> bool:
    return hasattr(os, "fork")


class Children:
    """The processes beside this one."""

    def __init__(self, works: list[Callable[[], Values]]) -> None:
        self.pipes: dict[int, int] = {}  # by process
        for work in works:
            reading, writing = os.pipe()
            process = os.fork()
            if process == 0:
                os.close(reading)
                report(work, writing)
            os.close(writing)
            self.pipes[process] = reading

    def values(self, left: Callable[[], float]) -> list[Values]:
        """What they found; of those that are late, nothing."""
        found = []
        for process, pipe in self.pipes.items():
            text = read_all(pipe, left)
            os.close(pipe)
            if not text:
                os.kill(process, signal.SIGKILL)
            os.waitpid(process, 0)
            if text:
                found.append(
                    [
                        (int(action), int(visits), float(value), float(error), float(cost_error))
                        for action, visits, value, error, cost_error in json.loads(text)
                    ]
                )
        return found


def report(work: Callable[[], Values], pipe: int) -> None:
    """The life of a child: it leaves without the cleaning up that belongs to its parent."""
    try:
        with os.fdopen(pipe, "wb") as file:
            file.write(json.dumps(work()).encode())
    finally:
        os._exit(0)


def read_all(pipe: int, left: Callable[[], float]) -> bytes:
    """Everything until the other end is closed; nothing if that takes too long."""
    parts: list[bytes] = []
    while True:
        ready, _, _ = select.select([pipe], [], [], max(0.0, left()) + GRACE)
        if not ready:
            return b""
        part = os.read(pipe, CHUNK)
        if not part:
            return b"".join(parts)
        parts.append(part)


def added_up(all_values: list[Values]) -> Values:
    """The values of several searches as if they were one, the best first and then by visits.

    Each may have found another action best, so that differences are those of independent means, and the best
    is the one of most worth among those tried at least half as often as any.
    """
    visits: dict[int, int] = {}
    totals: dict[int, float] = {}
    variances: dict[int, float] = {}  # of the totals
    for values in all_values:
        for action, count, mean, error, _ in values:
            visits[action] = visits.get(action, 0) + count
            totals[action] = totals.get(action, 0.0) + count * mean
            variances[action] = variances.get(action, 0.0) + (count * error) ** 2
    errors = {action: math.sqrt(variances[action]) / visits[action] for action in visits}
    often = max(visits.values()) / 2
    best = max(
        (action for action in visits if visits[action] >= often),
        key=lambda action: totals[action] / visits[action],
    )
    return [
        (
            action,
            visits[action],
            totals[action] / visits[action],
            errors[action],
            0.0 if action == best else math.hypot(errors[action], errors[best]),
        )
        for action in sorted(visits, key=lambda action: (action != best, -visits[action]))
    ]
