"""The processes in which programs are compiled, tested and played with.

Not `executors.Local`: a task that ends its worker is never tried again by itself, since a program may have
done it; tasks of three kinds are chosen one at a time; and closing waits for no game.
"""

from __future__ import annotations

import os
import signal
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing import connection, get_context
from multiprocessing.connection import Connection
from multiprocessing.context import ForkProcess
from typing import Any

from koloda.arena.ladder.entrants import Entrants
from koloda.arena.programs import orphans, temporary

Work = Callable[[Entrants, Any], Any]


@dataclass(frozen=True)
class Done:
    """What became of a task: its result, or why there is none."""

    task: Any
    result: Any = None
    problem: str = ""


class Worker:
    """One process, which does one task at a time and dies with us."""

    def __init__(self, entrants: Entrants) -> None:
        ours, theirs = get_context("fork").Pipe()
        self.pipe: Connection = ours
        self.process: ForkProcess = get_context("fork").Process(target=serve, args=(entrants, theirs, ours))
        self.process.start()
        theirs.close()
        self.task: Any = None

    def give(self, work: Work, task: Any) -> None:
        self.task = task
        self.pipe.send((work, task))

    def take(self) -> Done:
        """The answer, or that the process has died over it."""
        task, self.task = self.task, None
        try:
            result, problem = self.pipe.recv()
        except (EOFError, OSError):
            self.kill()
            return Done(task, problem=f"its process was ended (exit code {self.process.exitcode})")
        return Done(task, result, problem)

    def kill(self) -> None:
        self.process.kill()
        self.process.join()
        self.pipe.close()


class Workers:
    def __init__(self, entrants: Entrants, jobs: int) -> None:
        temporary.root()  # made here, it outlives the workers
        self.entrants = entrants
        self.workers = [Worker(entrants) for _ in range(jobs)]

    @property
    def free(self) -> int:
        return sum(worker.task is None for worker in self.workers)

    @property
    def tasks(self) -> list[Any]:
        return [worker.task for worker in self.workers if worker.task is not None]

    def give(self, work: Work, task: Any) -> None:
        """To a process that is free; one that has died is started anew."""
        place = next(place for place, worker in enumerate(self.workers) if worker.task is None)
        if not self.workers[place].process.is_alive():
            self.workers[place] = Worker(self.entrants)
        self.workers[place].give(work, task)

    def wait(self, seconds: float) -> list[Done]:
        """What is done, within this time."""
        busy = {worker.pipe: worker for worker in self.workers if worker.task is not None}
        ready = connection.wait(list(busy), seconds) if busy else []
        return [busy[pipe].take() for pipe in ready if isinstance(pipe, Connection)]

    def close(self) -> None:
        for worker in self.workers:
            worker.kill()


def serve(entrants: Entrants, pipe: Connection, other: Connection) -> None:
    """The life of a worker. Interrupts are the parent's affair."""
    other.close()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    orphans.die_with_parent()
    orphans.adopt()
    while True:
        try:
            work, task = pipe.recv()
        except (EOFError, OSError):
            os._exit(0)
        try:
            answer = (work(entrants, task), "")
        except Exception as error:
            answer = (None, f"{type(error).__name__}: {error}\n{traceback.format_exc(limit=8)}")
        pipe.send(answer)
