"""The processes of a server: one, or several behind one socket with a parent that replaces the dead."""

from __future__ import annotations

import asyncio
import gc
import logging
import multiprocessing
import multiprocessing.connection
import os
import signal
import socket
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from multiprocessing.process import BaseProcess
from multiprocessing.synchronize import Event

import uvicorn

from koloda.table.admission import Requests
from koloda.table.app import Headers, make_app
from koloda.table.line import Line
from koloda.table.metrics import Figures
from koloda.table.server import Server, Settings
from koloda.table.sessions import find_secret

log = logging.getLogger(__name__)
MESSAGE_LIMIT = 16_384
SEARCHES = (2000, 5, 10_000)  # new objects before a search among them; what lives on is hardly searched again
SWITCH = 0.0005  # seconds
GRACE = 5  # seconds for open requests at the end
EARLY = 30.0  # a worker that dies sooner after its start is replaced with a growing pause
LONGEST_PAUSE = 30.0
START = 60.0  # for a new worker to be ready


def configured(settings: Settings) -> uvicorn.Config:
    try:
        import uvloop
    except ImportError:
        loop = "asyncio"
    else:
        del uvloop
        loop = "uvloop"
    return uvicorn.Config(
        make_app(settings),
        loop=loop,
        ws=Line,
        http=Requests,
        ws_max_size=MESSAGE_LIMIT,
        ws_per_message_deflate=False,
        ws_ping_interval=None,  # clients ping, and see by the answer that the server is there
        lifespan="on",
        access_log=False,
        log_config=None,
        server_header=False,
        proxy_headers=False,  # our own reading of them knows whom to believe
        timeout_graceful_shutdown=GRACE,
    )


def check(settings: Settings) -> None:
    """Open and close everything once, so that what is wrong is said in one line before anybody is let in."""

    async def probe() -> None:
        server = Server(settings)
        try:
            await server.store.open()
            await server.bus.open()
            await find_secret(server.store)
        finally:
            await server.bus.close()
            await server.store.close()

    asyncio.run(probe())


class TableServer(uvicorn.Server):
    """Says when it is ready, and goodbye to the people before it closes their connections."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None] = lambda: None) -> None:
        super().__init__(config)
        self.ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self.ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        app = self.config.app
        if isinstance(app, Headers):
            await app.server.farewell()
        await super().shutdown(sockets)


def serve(settings: Settings, listeners: list[socket.socket], workers: int, style: str | None = None) -> int:
    """Serve until SIGINT or SIGTERM; the exit code."""
    if workers == 1:
        return serve_alone(settings, listeners)
    with tempfile.TemporaryDirectory(prefix="koloda-") as folder:
        return Supervisor(replace(settings, shared=folder), listeners, workers, style).run()


def serve_alone(
    settings: Settings, listeners: list[socket.socket], ready: Callable[[], None] = lambda: None
) -> int:
    # the thread that writes to the database waits so long for a busy interpreter, and everybody waits for it
    sys.setswitchinterval(SWITCH)
    server = TableServer(configured(settings), ready)

    # one that comes before uvicorn listens ends it too; it stops in good order, then raises the signal once
    # more: that must not look like a failure
    def end(*_: object) -> None:
        server.should_exit = True

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, end)
    # what is there by now stays; a search for cycles stops everybody, so only little is searched at a time
    gc.collect()
    gc.freeze()
    gc.set_threshold(*SEARCHES)
    server.run(sockets=listeners)
    return 0 if server.started else 1


def work(settings: Settings, listeners: list[socket.socket], style: str | None, ready: Event) -> None:
    from koloda.table.logs import set_up

    set_up(style=style)
    threading.Thread(target=end_with_parent, daemon=True).start()
    raise SystemExit(serve_alone(settings, listeners, ready.set))


def end_with_parent() -> None:
    """Nobody would replace or stop a worker whose parent was killed: it stops in good order."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    multiprocessing.connection.wait([parent.sentinel])
    for _ in range(2 * GRACE):  # more than one: it may come before there is somebody to hear it
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(1.0)
    os._exit(1)


class Worker:
    """One place among the workers, and the process that has it."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.process: BaseProcess | None = None
        self.ready: Event | None = None  # kept: it is gone with its last user here
        self.started = 0.0
        self.early = 0  # how often in a row it has died early
        self.due: float | None = None  # when the next one is started


class Supervisor:
    """Starts the workers, another for each that dies, replaces them one by one on SIGHUP, and ends them."""

    def __init__(
        self, settings: Settings, listeners: list[socket.socket], workers: int, style: str | None
    ) -> None:
        self.settings = settings
        self.listeners = listeners
        self.style = style
        self.context = multiprocessing.get_context("spawn")
        self.workers = [Worker(number) for number in range(workers)]
        self.figures = Figures(settings.shared)
        self.ending = False
        self.renewing = False

    def run(self) -> int:
        signal.signal(signal.SIGINT, self.end)
        signal.signal(signal.SIGTERM, self.end)
        if hasattr(signal, "SIGHUP"):  # not on Windows
            signal.signal(signal.SIGHUP, self.renew)
        for worker in self.workers:
            self.start(worker)
        while not self.ending:
            time.sleep(0.1)
            for worker in self.workers:
                self.look_after(worker)
            if self.renewing:
                self.renewing = False
                for worker in self.workers:
                    self.replace(worker)
        self.stop([worker.process for worker in self.workers if worker.process is not None])
        return 0

    def end(self, *_: object) -> None:
        self.ending = True

    def renew(self, *_: object) -> None:
        self.renewing = True

    def start(self, worker: Worker) -> Event:
        worker.ready = ready = self.context.Event()
        worker.process = self.context.Process(
            target=work,
            args=(self.settings, self.listeners, self.style, ready),
            name=f"koloda-{worker.number}",
        )
        worker.process.start()
        worker.started = time.monotonic()
        worker.due = None
        return ready

    def look_after(self, worker: Worker) -> None:
        now = time.monotonic()
        if worker.due is not None:
            if now >= worker.due and not self.ending:
                self.start(worker)
        elif worker.process is not None and not worker.process.is_alive():
            self.figures.retire(worker.process.pid or 0)
            worker.early = worker.early + 1 if now - worker.started < EARLY else 0
            pause = min(LONGEST_PAUSE, 2.0**worker.early / 2) if worker.early else 0.0
            worker.due = now + pause
            log.warning("worker %d has ended and is replaced in %.0f s", worker.number, pause)

    def replace(self, worker: Worker) -> None:
        """The next one serves before the old one stops, so that there is always somebody to come to."""
        old = worker.process
        ready = self.start(worker)
        until = time.monotonic() + START
        while not ready.is_set() and not self.ending and time.monotonic() < until:
            if worker.process is None or not worker.process.is_alive():
                break
            ready.wait(0.1)
        if not ready.is_set() and not self.ending and old is not None and old.is_alive():
            log.error("the new worker %d does not start: the old one stays", worker.number)
            if worker.process is not None:
                self.stop([worker.process])
            worker.process = old
        elif old is not None:
            self.stop([old])

    def stop(self, processes: list[BaseProcess]) -> None:
        for process in processes:
            process.terminate()
        limit = time.monotonic() + GRACE + 5
        for process in processes:
            process.join(max(0.1, limit - time.monotonic()))
            if process.is_alive():
                process.kill()
                process.join()
            self.figures.retire(process.pid or 0)
