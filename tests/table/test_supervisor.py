"""The parent of several workers: it replaces the dead and the old, and does not outlive itself."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path

import pytest

from koloda.table.metrics import Metrics, merged
from table import services
from table.client import Http, Player, seated
from table.processes import Server, free_port
from table.proof import proved
from table.serving import Server as Inside

SEATS = 4


def workers(server: Server) -> list[int]:
    """The processes of the supervisor that serve; multiprocessing has helpers of its own."""
    assert server.process is not None
    parent = server.process.pid
    found = Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
    return [int(each) for each in found if b"spawn_main" in Path(f"/proc/{each}/cmdline").read_bytes()]


def alive(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_workers_end_with_a_killed_parent(postgres_url: str) -> None:
    with Server(postgres_url, "--workers", "2") as server:
        found = workers(server)
        assert len(found) == 2
        assert server.process is not None
        os.kill(server.process.pid, signal.SIGKILL)
        soon(lambda: not any(alive(each) for each in found))


def test_a_worker_that_dies_early_does_not_take_the_others_down(postgres_url: str) -> None:
    with Server(postgres_url, "--workers", "2") as server:
        one, two = workers(server)
        os.kill(one, signal.SIGKILL)
        soon(lambda: one not in workers(server))
        soon(lambda: len([each for each in workers(server) if alive(each)]) == 2)
        assert two in workers(server)
        soon(server.healthy)
        assert "is replaced in" in server.said()


def test_figures_of_several_workers_are_one_truth(postgres_url: str) -> None:
    async def main() -> None:
        http = Http(server.port)
        table, tokens = await seated(http, "durak", SEATS, seats=SEATS)
        players = [
            Player([server.port], table, seat, token, random.Random(seat))
            for seat, token in enumerate(tokens)
        ]
        async with asyncio.timeout(120):
            await asyncio.gather(*(player.play() for player in players))
        actions = (await proved(http, table, players)).actions
        http.close()

        def counted() -> set[float]:
            return {server.figures().get('koloda_actions_total{game="durak"}', 0.0) for _ in range(6)}

        await asyncio.to_thread(soon, lambda: counted() == {actions})
        # each tells its own of this moment: what it leaves behind is a second older
        await asyncio.to_thread(soon, lambda: left_behind(server) == actions)
        os.kill(workers(server)[0], signal.SIGKILL)
        await asyncio.to_thread(soon, lambda: "is replaced in" in server.said())
        await asyncio.to_thread(soon, lambda: counted() == {actions})

    with Server(postgres_url, "--workers", "2") as server:
        asyncio.run(main())


def test_what_the_dead_have_counted_stays_counted() -> None:
    head = "# HELP a x\n# TYPE a counter\n", "# HELP b y\n# TYPE b gauge\n"
    text = f'{head[0]}a{{k="1"}} 2\n{head[1]}b 5\n'
    assert merged([text, text], [text]) == f'{head[0]}a{{k="1"}} 6\n{head[1]}b 10\n'


def test_figures_of_several_workers_tell_how_many_they_are() -> None:
    """What all of them use together says nothing about one without that: rules for alerts divide by it."""
    lines = merged([Metrics().text(), Metrics().text()], [Metrics().text()]).splitlines()
    assert "koloda_processes 2" in lines
    rules = (Path(__file__).parents[2] / "deploy" / "alerts.yaml").read_text()
    for figure in ("process_cpu_seconds_total", "process_open_fds"):
        [asked] = [line for line in rules.splitlines() if "expr:" in line and figure in line]
        assert "/ koloda_processes" in asked


def test_a_rolling_restart_costs_nobody_a_move(postgres_url: str) -> None:
    """SIGHUP: the workers are replaced one by one, while people play."""

    async def main() -> None:
        http = Http(server.port)
        table, tokens = await seated(http, "durak", SEATS, seats=SEATS)
        players = [
            Player([server.port], table, seat, token, random.Random(seat), think=lambda: 0.05)
            for seat, token in enumerate(tokens)
        ]
        before = set(workers(server))

        async def restart() -> None:
            while sum(len(player.confirmed) for player in players) < 10:
                await asyncio.sleep(0.005)
            assert server.process is not None
            os.kill(server.process.pid, signal.SIGHUP)

        async with asyncio.timeout(120):
            await asyncio.gather(restart(), *(player.play() for player in players))
        await asyncio.to_thread(soon, lambda: not before & set(workers(server)))
        http.close()  # it was to a worker that is no more
        found = await proved(http, table, players)
        assert found.actions > 10
        http.close()

    with Server(postgres_url, "--workers", "2") as server:
        asyncio.run(main())


def status(port: int, path: str) -> int:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=20) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        with error:
            return int(error.code)


def test_figures_can_be_shut_or_moved(sqlite_url: str) -> None:
    with Server(sqlite_url, "--metrics", "off") as server:
        assert status(server.port, "/metrics") == 404
    other = free_port()
    with Server(sqlite_url, "--metrics", f"127.0.0.1:{other}") as server:
        assert status(server.port, "/metrics") == 404
        assert status(other, "/metrics") == 200
        assert status(other, "/healthz") == 200
        assert status(other, "/api/games") == 404
        assert status(other, "/") == 404
        assert status(server.port, "/api/games") == 200


def test_health_looks_at_store_and_bus(redis: services.Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("koloda.table.server.STORE_TIME", 0.5)
    with services.postgres() as own, Inside(own.database(), bus=redis.url) as server:

        def told() -> tuple[int, bool, bool]:
            code, found, _ = server.call("GET", "/healthz")
            return code, found["store"], found["bus"]

        soon(lambda: told() == (200, True, True))  # a busy machine answers late at first
        own.stop(signal.SIGQUIT)
        soon(lambda: told()[:2] == (503, False))
        own.start()
        soon(lambda: told()[0] == 200)
        redis.stop()
        soon(lambda: told() == (503, True, False))
        redis.start()
        soon(lambda: told()[0] == 200)


def left_behind(server: Server) -> float:
    """The actions in the files that the workers write for each other."""
    found = 0.0
    for worker in workers(server):
        for place in Path(tempfile.gettempdir()).glob(f"koloda-*/{worker}.prom"):
            for line in place.read_text().splitlines():
                if line.startswith('koloda_actions_total{game="durak"} '):
                    found += float(line.rpartition(" ")[2])
    return found


def soon(happened: Callable[[], bool]) -> None:
    end = time.monotonic() + 60
    while not happened():
        assert time.monotonic() < end
        time.sleep(0.05)
