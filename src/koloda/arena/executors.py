"""Where work is done: in this process, in several of this machine, or on a cluster by Ray.

    with Local(jobs=2) as executor:
        for result in executor.run(play, tasks):
            ...

An executor calls one function with each task and yields what it returns, as it comes: in any order. A worker
or a node that is lost is replaced, and what it had not finished is done again; every task has exactly one
result. So a function whose result depends on its task alone gives the same everywhere, up to the order.
"""

from __future__ import annotations

import os
import signal
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from importlib import import_module
from itertools import islice
from multiprocessing import get_all_start_methods, get_context
from typing import Any, Protocol, Self, TypeVar

from koloda.core.errors import KolodaError

Task = TypeVar("Task")
Result = TypeVar("Result")
Begin = Callable[[], None]  # what a worker does before its first task; it must not matter if it is done again

NAMES = ("local", "ray")
AHEAD = 3  # tasks for each worker that wait for it
TRIES = 4  # of a task whose worker is lost each time
NO_TOKEN = " (if it wants a token: RAY_AUTH_MODE=token, and its ~/.ray/auth_token here too)"


class WorkerLost(KolodaError):
    """A task that ends every worker which tries it."""


def lost(task: object) -> WorkerLost:
    return WorkerLost(
        f"the worker was ended {TRIES} times while it worked on the same games ({str(task)[:80]}): "
        "is there enough memory? Try fewer --jobs"
    )


class Executor(Protocol):
    def run(self, function: Callable[[Task], Result], tasks: Iterable[Task]) -> Iterator[Result]: ...

    def __enter__(self) -> Self: ...

    def __exit__(self, *_: object) -> None: ...


def nothing() -> None:
    pass


class Local:
    """This process, or with several jobs that many others."""

    def __init__(self, jobs: int = 1, begin: Begin = nothing) -> None:
        self.jobs = jobs
        self.begin = begin
        self.pool: ProcessPoolExecutor | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.pool is not None:
            self.pool.shutdown(wait=True, cancel_futures=True)
            self.pool = None

    def run(self, function: Callable[[Task], Result], tasks: Iterable[Task]) -> Iterator[Result]:
        if self.jobs == 1:
            self.begin()
            yield from map(function, tasks)
            return
        waiting: dict[Future[Result], tuple[Task, int]] = {}
        coming = iter(tasks)
        try:
            more = True
            while more or waiting:
                while more and len(waiting) < AHEAD * self.jobs:
                    try:
                        task = next(coming)
                    except StopIteration:
                        more = False
                        break
                    self.submit(waiting, function, task, 1)
                finished, _ = wait(waiting, return_when=FIRST_COMPLETED)
                for future in finished:
                    task, tried = waiting.pop(future)
                    try:
                        result = future.result()
                    except BrokenProcessPool:
                        self.replace_workers()
                        if tried == TRIES:
                            raise lost(task) from None
                        self.submit(waiting, function, task, tried + 1)
                        continue
                    yield result
        finally:
            for future in waiting:
                future.cancel()

    def in_order(self, function: Callable[[Task], Result], tasks: Iterable[Task]) -> Iterator[Result]:
        """The same, in the order of the tasks; no more of them wait than usual."""
        if self.jobs == 1:
            self.begin()
            yield from map(function, tasks)
            return
        waiting: dict[Future[Result], tuple[Task, int]] = {}
        queue: deque[Future[Result]] = deque()
        coming = iter(tasks)
        try:
            while True:
                for task in islice(coming, AHEAD * self.jobs - len(queue)):
                    queue.append(self.submit(waiting, function, task, 1))
                if not queue:
                    return
                try:
                    result = queue[0].result()
                except BrokenProcessPool:
                    self.again(waiting, queue, function)
                    continue
                waiting.pop(queue.popleft())
                yield result
        finally:
            for future in queue:
                future.cancel()

    def again(
        self,
        waiting: dict[Future[Result], tuple[Task, int]],
        queue: deque[Future[Result]],
        function: Callable[[Task], Result],
    ) -> None:
        """A worker was lost: what has no result yet is given to new ones, in its place of the queue."""
        self.replace_workers()
        for place, future in enumerate(queue):
            if not future.done() or future.cancelled() or future.exception() is not None:
                task, tried = waiting.pop(future)
                if tried == TRIES:
                    raise lost(task)
                queue[place] = self.submit(waiting, function, task, tried + 1)

    def submit(
        self,
        waiting: dict[Future[Result], tuple[Task, int]],
        function: Callable[[Task], Result],
        task: Task,
        tried: int,
    ) -> Future[Result]:
        try:
            future = self.workers().submit(function, task)
        except BrokenProcessPool:  # a worker was lost since the last result
            self.replace_workers()
            future = self.workers().submit(function, task)
        waiting[future] = (task, tried)
        return future

    def workers(self) -> ProcessPoolExecutor:
        if self.pool is None:
            # a fork knows the games and programs of this process, and starts at once
            method = "fork" if "fork" in get_all_start_methods() else None
            self.pool = ProcessPoolExecutor(self.jobs, get_context(method), begin_worker, (self.begin,))
        return self.pool

    def replace_workers(self) -> None:
        """Of a pool that has lost one the others are ended too; what they worked on comes back as well."""
        broken = self.pool
        if broken is not None and getattr(broken, "_broken", True):
            broken.shutdown(wait=True, cancel_futures=True)
            self.pool = None


def begin_worker(begin: Begin) -> None:
    """A worker leaves interrupts to its parent and does not outlive it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    if sys.platform == "linux":
        from koloda.arena.programs import orphans

        orphans.die_with_parent()
        orphans.adopt()
    begin()


class RayExecutor:
    """A cluster. Ray itself starts a task again when its worker or node is lost."""

    def __init__(self, address: str | None = None, jobs: int | None = None, begin: Begin = nothing) -> None:
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
        try:
            self.ray: Any = import_module("ray")
        except ImportError:
            raise KolodaError("--executor ray needs Ray: pip install 'koloda[ray]'") from None
        ray = self.ray
        self.begin = begin
        self.own = not ray.is_initialized()
        if self.own:
            here = {"num_cpus": jobs, "include_dashboard": False} if address is None else {}
            try:
                ray.init(address=address or "local", log_to_driver=False, logging_level="warning", **here)
            except (ConnectionError, ValueError, RuntimeError) as error:
                # a newer Ray started by `ray start` lets nobody in without its token
                token = "" if address is None or "RAY_AUTH_MODE" in os.environ else NO_TOKEN
                raise KolodaError(f"Ray at {address or 'this machine'}: {first_line(error)}{token}") from None
        self.width = max(1, int(ray.cluster_resources().get("CPU", 1)))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.own:
            self.ray.shutdown()

    def run(self, function: Callable[[Task], Result], tasks: Iterable[Task]) -> Iterator[Result]:
        ray = self.ray
        call = ray.remote(num_cpus=1, max_retries=TRIES - 1)(in_ray)
        work = ray.put((self.begin, function))
        waiting: dict[Any, Task] = {}
        coming = iter(tasks)
        more = True
        try:
            while more or waiting:
                while more and len(waiting) < AHEAD * self.width:
                    try:
                        task = next(coming)
                    except StopIteration:
                        more = False
                        break
                    waiting[call.remote(work, task)] = task
                if not waiting:
                    break
                finished, _ = ray.wait(list(waiting), num_returns=1)
                for reference in finished:
                    task = waiting.pop(reference)
                    try:
                        result: Result = ray.get(reference)
                    except ray.exceptions.RayTaskError as error:
                        raise error.cause if isinstance(error.cause, KolodaError) else error from None
                    except (ray.exceptions.WorkerCrashedError, ray.exceptions.OutOfMemoryError):
                        raise lost(task) from None
                    yield result
        finally:
            for reference in waiting:
                ray.cancel(reference, force=True)


def in_ray(work: tuple[Begin, Callable[[Task], Result]], task: Task) -> Result:
    begin, function = work
    begin()
    return function(task)


def first_line(error: BaseException) -> str:
    return (str(error).strip() or type(error).__name__).splitlines()[0]


def executor(name: str, jobs: int = 1, address: str | None = None, begin: Begin = nothing) -> Executor:
    """The executor with this name."""
    if name == "ray":
        return RayExecutor(address, jobs, begin)
    return Local(jobs, begin)
