"""Many people at many tables of one server: do all games go on, how fast does everybody see an action?

    python3 bench/table_load.py [--tables 500] [--rate 1000] [--seconds 30] [--postgres] [--workers 1]
    python3 bench/table_load.py --postgres --processes 2         # a table's people at one of the two
    python3 bench/table_load.py --rate 3000 --folder /dev/shm     # without the disk's share
    python3 bench/table_load.py --postgres --workers 2 --share 0.25   # a quarter of a processor each

Four seats a table, a WebSocket for each; a new SQLite file, or a PostgreSQL server of its own. Each table has
its own beat: who is asked acts at the next one, or at once if the answer came later than that.
A checkout without an environment gets one first, as `./koloda` makes it. All clients live in this process and
share the machine with the server, so the latencies contain their own slowness. Measured is the time from the
sending of a card to the update of the last of the four, and the processor time of the server for an action,
which a noisy machine changes least. What one worker and two can do is compared with `--share`: then clients
and PostgreSQL have room on the same machine.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Coroutine
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PYTHON = ROOT / ".venv" / "bin" / "python"
if find_spec("msgspec") is None and Path(sys.prefix) != PYTHON.parent.parent:
    subprocess.run([ROOT / "koloda", "--version"], check=True, stdout=subprocess.DEVNULL)
    os.execv(PYTHON, [str(PYTHON), *sys.argv])
sys.path[:0] = [str(ROOT / "src"), str(ROOT / "tests"), str(ROOT)]

from bench import processor  # noqa: E402

from table.client import Heard, Http, Line, Player, dealt, seated  # noqa: E402
from table.processes import Server  # noqa: E402

SEATS = 4
PUBLIC = ("move ", "beat ", "add ")  # the actions that everybody sees at once
SETTING_UP = 32  # tables at a time
CALM = 1.0  # seconds between two actions of a table before all have come


class Count:
    """What the whole load has seen."""

    def __init__(self) -> None:
        self.actions = 0
        self.matches = 0
        self.refused = 0
        self.reconnects = 0
        self.errors: list[str] = []
        self.everyone: list[float] = []
        self.late = 0
        self.complete = False  # are all clients connected?
        self.measuring = False


class Table:
    """One table and its four clients, which tell each other when somebody plays."""

    def __init__(self, count: Count, port: int, number: int, pause: float) -> None:
        self.count, self.port, self.pause = count, port, pause
        self.chance = random.Random(number)
        self.tokens: list[str] = []
        self.id = ""
        self.players: list[Player] = []
        self.sent = 0.0
        self.missing: set[int] = set()
        self.actions = 0
        self.due = 0.0  # when the next action is sent, if it is known by then who decides

    async def sit(self, http: Http) -> None:
        """The same four people, match after match."""
        if self.tokens:
            self.id = await dealt(http, "durak", self.tokens, seats=SEATS)
        else:
            self.id, self.tokens = await seated(http, "durak", SEATS, seats=SEATS)

    def think(self) -> float:
        now = time.perf_counter()
        if not self.count.complete:  # newcomers of a busy server wait, as they should
            return CALM * self.chance.uniform(0.5, 1.5)
        # what could not be asked in time is not asked for later: at most one beat is caught up
        self.due = max(self.due, now - self.pause) + self.pause * self.chance.uniform(0.5, 1.5)
        return max(0.0, self.due - now)

    async def play(self, http: Http) -> None:
        """Match after match, until it is cancelled."""
        while True:
            self.players = [
                Player([self.port], self.id, seat, token, self.chance, self.think)
                for seat, token in enumerate(self.tokens)
            ]
            for player in self.players:
                player.on_act, player.on_update = self.acts, self.updated
            try:
                await asyncio.gather(*(player.play() for player in self.players))
            except Exception as error:
                self.count.errors.append(f"{type(error).__name__}: {error}")
                return
            finally:
                for player in self.players:
                    player.stop()
                    self.count.refused += len(player.refused)
                    self.count.reconnects += player.connections - 1
            self.count.matches += 1
            await self.sit(http)

    def acts(self, player: Player) -> None:
        self.actions += 1
        count = self.count
        if not count.measuring:
            return
        count.actions += 1
        if self.missing:  # somebody has not seen the card before this one yet
            count.late += 1
            count.everyone.append(time.perf_counter() - self.sent)
            self.missing.clear()
        assert player.waiting is not None
        if player.waiting[2].startswith(PUBLIC):
            self.sent = time.perf_counter()
            self.missing = set(range(SEATS))

    def updated(self, player: Player, message: Heard) -> None:
        if message.events and player.seat in self.missing:
            self.missing.discard(player.seat)
            if not self.missing and self.count.measuring:
                self.count.everyone.append(time.perf_counter() - self.sent)

    def ping(self) -> None:
        for player in self.players:
            if player.line is not None:
                player.line.send({"t": "ping", "id": "p"})


def own_files(number: int) -> None:
    """Each client is an open file here, and another one at the server."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = number if hard == resource.RLIM_INFINITY else min(number, hard)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, wanted), hard))


async def figures(servers: list[Server]) -> dict[str, float]:
    """Of all of them together; asked beside the event loop: they may be busy with writing to our clients."""
    found = await asyncio.gather(*(asyncio.to_thread(server.figures) for server in servers))
    return {name: sum(each.get(name, 0.0) for each in found) for name in found[0]}


async def idle_memory(servers: list[Server], tables: list[Table]) -> float:
    """Bytes of the server for one more socket: as many spectators as there are tables, and quiet."""
    before = (await figures(servers))["process_resident_memory_bytes"]
    lines: list[Line] = []
    loop = asyncio.get_running_loop()
    for table in tables:
        path = f"/api/tables/{table.id}/socket"
        quiet = partial(Line, path, "", lambda data: None, lambda code: None)
        _, line = await loop.create_connection(quiet, "127.0.0.1", table.port)
        lines.append(line)
    while not all(line.open for line in lines):
        await asyncio.sleep(0.05)
    await asyncio.sleep(1.0)
    grown = (await figures(servers))["process_resident_memory_bytes"] - before
    for line in lines:
        line.cut()
    return grown / len(lines)


@dataclass
class Limits:
    """Who may take how much of a processor, and whose time is counted besides."""

    workers: list[int]
    share: float = 0.0  # of one processor for each; 0: all that there is
    database: int = 0  # the process of PostgreSQL, if we have started it


async def load(
    servers: list[Server], tables: int, rate: float, seconds: float, limits: Limits
) -> dict[str, object]:
    count = Count()
    before = await figures(servers)
    empty = before["process_resident_memory_bytes"]
    ports = [server.port for server in servers]
    places = [Table(count, ports[number % len(ports)], number, tables / rate) for number in range(tables)]
    https = [Http(ports[number % len(ports)]) for number in range(SETTING_UP)]

    async def set_up(part: int) -> None:
        for place in places[part::SETTING_UP]:
            await place.sit(https[part])

    start = time.perf_counter()
    await asyncio.gather(*(set_up(part) for part in range(SETTING_UP)))
    setting_up = time.perf_counter() - start
    seating = (await figures(servers))["process_cpu_seconds_total"] - before["process_cpu_seconds_total"]
    playing = [
        asyncio.create_task(place.play(https[number % SETTING_UP])) for number, place in enumerate(places)
    ]
    wanted = tables * SEATS
    # not all sockets at one moment: on a slow machine the first matches end before the last ones begin
    while not all(place.actions for place in places) and not count.errors:
        await asyncio.sleep(0.2)
    bounds = ExitStack()
    if limits.share:
        bounds.enter_context(processor.limited(limits.workers, limits.share))
    count.complete = True
    await asyncio.sleep(4.0)
    gc.collect()
    gc.disable()  # in thousands of clients a search takes most of a second, which is no delay of the server
    full = await figures(servers)
    count.measuring = True
    start, own = time.perf_counter(), time.process_time()
    base = processor.seconds(limits.database) if limits.database else 0.0
    progress = [place.actions for place in places]
    while time.perf_counter() - start < seconds:
        await asyncio.sleep(min(8.0, seconds))
        for place in places:
            place.ping()
    count.measuring = False
    lasted, own = time.perf_counter() - start, time.process_time() - own
    store = processor.seconds(limits.database) - base if limits.database else 0.0
    after = await figures(servers)
    bounds.close()
    idle = sum(place.actions == before for place, before in zip(places, progress, strict=True))
    spectator = await idle_memory(servers, places)
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    for http in https:
        http.close()
    times = sorted(count.everyone)

    def part(share: float) -> float:
        return round(times[min(len(times) - 1, int(len(times) * share))] * 1000, 1)

    def grown(name: str) -> float:
        return after[name] - full[name]

    commits = grown("koloda_store_commit_seconds_count")
    return {
        "clients": wanted,
        "tables": tables,
        "setting_up_s": round(setting_up, 1),
        "actions_per_s": round(count.actions / lasted, 1),
        "everyone_ms": {"p50": part(0.5), "p90": part(0.9), "p99": part(0.99), "max": part(1)},
        "overtaken": count.late,
        "commit_ms_mean": round(1000 * grown("koloda_action_commit_seconds_sum") / max(1, count.actions), 2),
        "fsync_ms_mean": round(1000 * grown("koloda_store_commit_seconds_sum") / max(1, commits), 2),
        "rows_per_commit": round(grown("koloda_store_batch_rows_sum") / max(1, commits), 2),
        "server_cpu": round(grown("process_cpu_seconds_total") / lasted, 3),
        "server_cpu_us_per_action": round(1e6 * grown("process_cpu_seconds_total") / max(1, count.actions)),
        "server_cpu_ms_per_new_table": round(1e3 * seating / tables, 2),
        "client_cpu": round(own / lasted, 3),
        "client_cpu_us_per_action": round(1e6 * own / max(1, count.actions)),
        "database_cpu": round(store / lasted, 3),
        "database_cpu_us_per_action": round(1e6 * store / max(1, count.actions)),
        "memory_mb": round(after["process_resident_memory_bytes"] / 1e6, 1),
        "kb_per_client_with_its_table": round(
            (full["process_resident_memory_bytes"] - empty) / wanted / 1000, 1
        ),
        "kb_per_quiet_socket": round(spectator / 1000, 1),
        "tables_that_stood_still": idle,
        "matches_ended": count.matches,
        "refused": count.refused,
        "reconnects": count.reconnects,
        "errors": count.errors[:5],
        "load_average": round(os.getloadavg()[0], 1),
    }


def disk_ms(folder: Path) -> dict[str, float]:
    """How long this disk takes to keep what a commit writes: no commit can be faster."""
    times = []
    with open(folder / "probe", "wb", buffering=0) as file:
        for _ in range(60):
            start = time.perf_counter()
            file.write(bytes(16_384))
            os.fdatasync(file.fileno())
            times.append(1000 * (time.perf_counter() - start))
    (folder / "probe").unlink()
    times.sort()
    return {"p50": round(times[30], 2), "p90": round(times[54], 2), "max": round(times[-1], 2)}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--rate", type=float, default=1000.0, help="actions a second, all tables together")
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--database", help="postgresql://... (default: a new SQLite file)")
    parser.add_argument("--postgres", action="store_true", help="a PostgreSQL server of its own")
    parser.add_argument("--workers", type=int, default=1, help="processes of the server")
    parser.add_argument(
        "--processes", type=int, default=1, help="servers, each with its own tables, as a balancer can do it"
    )
    parser.add_argument(
        "--share",
        type=float,
        default=0.0,
        help="of one processor for each process of the server (control groups)",
    )
    parser.add_argument("--folder", help="where the SQLite file lies; /dev/shm tells processor from disk")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    own_files(args.tables * (SEATS + 1) + 1000)
    run: Callable[[Coroutine[object, object, dict[str, object]]], dict[str, object]] = asyncio.run
    if find_spec("uvloop") is not None:
        import uvloop

        run = uvloop.run
    with ExitStack() as stack:
        database, disk = args.database, {}
        limits = Limits([], args.share)
        if args.postgres:
            from table import services

            postgres = stack.enter_context(services.postgres())
            database = postgres.database()
            assert postgres.server is not None
            limits.database = postgres.server.pid
        elif not database:
            folder = stack.enter_context(tempfile.TemporaryDirectory(dir=args.folder))
            disk = disk_ms(Path(folder))
            database = f"sqlite:///{folder}/koloda.db"
        servers = [
            stack.enter_context(Server(database, "--workers", str(args.workers)))
            for _ in range(args.processes)
        ]
        for server in servers:
            assert server.process is not None
            pid = server.process.pid
            limits.workers += [pid] if args.workers == 1 else processor.spawned(pid)
        result = run(load(servers, args.tables, args.rate, args.seconds, limits))
        if disk:
            result["bare_fsync_ms"] = disk
        said = [line for server in servers for line in server.said().splitlines()]
        result["log"] = [line for line in said if '"level": "error"' in line][:3]
    if args.json:
        print(json.dumps(result))
    else:
        for name, value in result.items():
            print(f"{name:30} {value}")
    return 1 if result["errors"] or result["tables_that_stood_still"] or result["log"] else 0


if __name__ == "__main__":
    raise SystemExit(main())
