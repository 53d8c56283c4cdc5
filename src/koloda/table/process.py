"""The processes of a server: one, or several behind one socket with a parent that replaces the dead."""

from __future__ import annotations

import asyncio
import gc
import logging
import multiprocessing
import signal
import socket
import sys
import time
from multiprocessing.process import BaseProcess

import uvicorn

from koloda.table.app import Headers, make_app
from koloda.table.line import Line
from koloda.table.server import Server, Settings
from koloda.table.sessions import find_secret

log = logging.getLogger(__name__)
MESSAGE_LIMIT = 16_384
SWITCH = 0.0005  # seconds
GRACE = 5  # seconds for open requests at the end


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
    """Says goodbye to the people before it closes their connections."""

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        app = self.config.app
        if isinstance(app, Headers):
            await app.server.farewell()
        await super().shutdown(sockets)


def serve(settings: Settings, listener: socket.socket, workers: int) -> int:
    """Serve until SIGINT or SIGTERM; the exit code."""
    if workers == 1:
        return serve_alone(settings, listener)
    return supervise(settings, listener, workers)


def serve_alone(settings: Settings, listener: socket.socket) -> int:
    # the thread that writes to the database waits so long for a busy interpreter, and everybody waits for it
    sys.setswitchinterval(SWITCH)
    server = TableServer(configured(settings))
    # uvicorn stops in good order, then raises the signal once more: that must not look like a failure
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: None)
    # what is there by now stays; the tables make few cycles, and a full search for them stops everybody
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 1000)
    server.run(sockets=[listener])
    return 0 if server.started else 1


def work(settings: Settings, listener: socket.socket, style: str | None) -> None:
    from koloda.table.logs import set_up

    set_up(style=style)
    raise SystemExit(serve_alone(settings, listener))


def supervise(settings: Settings, listener: socket.socket, workers: int) -> int:
    """Start the workers, start another for each that dies, and end them together."""
    context = multiprocessing.get_context("spawn")
    ending = False

    def end(*_: object) -> None:
        nonlocal ending
        ending = True

    signal.signal(signal.SIGINT, end)
    signal.signal(signal.SIGTERM, end)
    started: dict[int, float] = {}

    def new(number: int) -> BaseProcess:
        process = context.Process(target=work, args=(settings, listener, None), name=f"koloda-{number}")
        process.start()
        started[number] = time.monotonic()
        return process

    processes = [new(number) for number in range(workers)]
    code = 0
    while not ending:
        time.sleep(0.2)
        for number, process in enumerate(processes):
            if not process.is_alive() and not ending:
                if time.monotonic() - started[number] < 5:
                    log.error("a worker ended at its start: the server gives up")
                    ending, code = True, 1
                    break
                log.warning("worker %d has ended and is replaced", number)
                processes[number] = new(number)
    for process in processes:
        process.terminate()
    limit = time.monotonic() + GRACE + 5
    for process in processes:
        process.join(max(0.1, limit - time.monotonic()))
        if process.is_alive():
            process.kill()
            process.join()
    return code
