"""Chaos from outside: matches of all games while servers, PostgreSQL and Redis are killed; is anything lost?

    python3 bench/chaos.py --matches 200                     # one process with SQLite
    python3 bench/chaos.py --matches 100 --workers 2         # PostgreSQL and Redis, which are killed as well

Everything is as for people in the internet: the command `koloda serve`, one port, a client of its own
(bench/outside.py) that knows the API's text only. After each match the log in the database is held against
what the clients were told:

* lost: an action or a chat was confirmed and is not in the log;
* doubled: a message is in the log more than once;
* foreign: the log has an action of a person that nobody has sent;
* stuck: nobody was shown anything new for four minutes;
* gaps: a player was not shown an event between two others;
* unproved: the proof of the shuffle does not hold against what the browsers saw (docs/fairness.md);
* and the records of all deals go through `koloda verify`.
"""

from __future__ import annotations

import argparse
import asyncio
import hashlib
import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import ExitStack, suppress
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TypeVar

ROOT = Path(__file__).resolve().parent.parent
PYTHON = ROOT / ".venv" / "bin" / "python"
if find_spec("msgspec") is None and Path(sys.prefix) != PYTHON.parent.parent:
    subprocess.run([ROOT / "koloda", "--version"], check=True, stdout=subprocess.DEVNULL)
    os.execv(PYTHON, [str(PYTHON), *sys.argv])
sys.path[:0] = [str(ROOT / "src"), str(ROOT / "tests"), str(ROOT)]

from bench import processor  # noqa: E402
from bench.outside import Person, ask  # noqa: E402

from table import services  # noqa: E402
from table.processes import free_port  # noqa: E402

T = TypeVar("T")
STUCK = 240.0  # seconds
MATCHES: list[tuple[str, int, int, dict[str, object]]] = [  # game, people, seats, options
    ("durak", 4, 4, {}),
    ("yassa", 3, 3, {"target_points": 60}),
    ("flights", 3, 3, {}),
    ("viceroy", 2, 2, {}),
    ("junquick", 3, 3, {}),
    ("durak", 2, 3, {"mode": "individual"}),
]


class Served:
    """The command `koloda serve`, started again as soon as it has ended."""

    def __init__(self, database: str, workers: int, folder: Path, more: list[str]) -> None:
        self.port = free_port()
        self.log = folder / "log"
        self.workers = workers
        self.command = [
            sys.executable, "-m", "koloda", "serve", "--port", str(self.port), "--database", database,
            "--workers", str(workers), "--bot-pause", "0", "--bot-processes", "1", "--log", "json",
            "--no-limits", *more,
        ]  # fmt: skip
        self.process: subprocess.Popen[bytes] | None = None

    def launch(self) -> None:
        with open(self.log, "ab") as output:
            self.process = subprocess.Popen(
                self.command, stdin=subprocess.DEVNULL, stdout=output, stderr=output, start_new_session=True,
                env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
            )  # fmt: skip

    @property
    def pid(self) -> int:
        assert self.process is not None
        return self.process.pid

    def keep(self) -> None:
        if self.process is None or self.process.poll() is not None:
            self.launch()

    def kill_all(self) -> None:
        with suppress(ProcessLookupError):
            os.killpg(self.pid, signal.SIGKILL)

    def kill_parent(self) -> None:
        """Only the one that looks after the workers, which have to end by themselves."""
        os.kill(self.pid, signal.SIGKILL)

    def kill_crowded(self) -> None:
        """The worker with the most connections."""

        def sockets(pid: int) -> int:
            with suppress(OSError):
                return sum(
                    os.readlink(each).startswith("socket:") for each in Path(f"/proc/{pid}/fd").iterdir()
                )
            return 0

        workers = processor.spawned(self.pid)
        if workers:
            os.kill(max(workers, key=sockets), signal.SIGKILL)

    def healthy(self) -> bool:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/healthz", timeout=5) as answer:
                return bool(answer.status == 200)
        except OSError:
            return False


class Chaos:
    def __init__(self, served: Served, database: str, seed: int) -> None:
        self.served, self.database = served, database
        self.chance = random.Random(seed)
        self.postgres: services.Postgres | None = None
        self.redis: services.Redis | None = None
        self.kills: Counter[str] = Counter()
        self.found: Counter[str] = Counter()
        self.faults: list[str] = []
        self.records: list[dict[str, Any]] = []

    def fault(self, kind: str, table: str, what: object) -> None:
        self.found[kind] += 1
        self.faults.append(f"{kind}: {table}: {what}")

    # what is killed

    def kill(self) -> None:
        kinds = ["server"]
        if self.served.workers > 1:
            kinds = ["worker"] * 4 + ["parent", "server"] + ["postgres", "redis"] * 2
        kind = self.chance.choice(kinds)
        self.kills[kind] += 1
        if kind == "worker":
            self.served.kill_crowded()
        elif kind == "parent":
            self.served.kill_parent()
        elif kind == "server":
            self.served.kill_all()
        elif kind == "postgres" and self.postgres is not None:
            self.postgres.stop(signal.SIGQUIT)  # as if it had crashed
            self.postgres.start()
        elif kind == "redis" and self.redis is not None:
            self.redis.stop()
            self.redis.start()

    async def killer(self, between: tuple[int, int]) -> None:
        while True:
            due = self.found["actions"] + self.chance.randint(*between)
            while self.found["actions"] < due:
                await asyncio.sleep(0.01)
            try:
                self.kill()
            except ProcessLookupError:  # it was ending anyhow
                self.kills["too late"] += 1

    async def keeper(self) -> None:
        while True:
            self.served.keep()
            await asyncio.sleep(0.2)

    # what is played

    async def stubbornly(self, attempt: Callable[[], Awaitable[T]]) -> T:
        """Again, as long as the server is away."""
        while True:
            try:
                return await attempt()
            except (OSError, EOFError, TimeoutError):
                await asyncio.sleep(0.2)

    async def request(self, method: str, path: str, body: object = None, token: str = "") -> Any:
        status, answer = await ask(self.served.port, method, path, body, token)
        if status >= 500:
            raise ConnectionError(f"{path}: {status}")
        if status >= 400:
            raise ValueError(f"{method} {path}: {status} {answer}")
        return answer

    async def seated(self, number: int) -> tuple[str, list[Person]]:
        """People at a new table, whose lucks are sealed and opened; from the start again if that fails."""
        game, people, seats, options = MATCHES[number % len(MATCHES)]
        persons = []
        for _ in range(people):
            answer = await self.request(
                "POST", "/api/session", {"name": f"Guest {self.chance.randrange(10**6)}"}
            )
            person = Person(self.served.port, answer["token"], self.chance.randrange(1 << 30))
            person.on_act = self.acted
            persons.append(person)
        bots = [{"seat": seat, "level": "easy"} for seat in range(people, seats)]
        clock = {"turn": 0, "bank": 0, "reaction": 0}
        new = {
            "game": game,
            "seats": seats,
            "options": options,
            "public": False,
            "bots": bots,
            "clock": clock,
        }
        answer = await self.request("POST", "/api/tables", new, persons[0].token)
        table = answer["table"]["id"]
        for person in persons[1:]:
            await self.request("POST", f"/api/tables/{table}/join", {}, person.token)
        for person in persons:
            person.table, person.commit = table, answer["table"]["commit"]
            seal = hashlib.sha256(bytes.fromhex(person.luck)).hexdigest()
            await self.request(
                "POST", f"/api/tables/{table}/ready", {"ready": True, "seal": seal}, person.token
            )
        await self.request("POST", f"/api/tables/{table}/start", {}, persons[0].token)
        for person in persons:  # the browser writes down all seals before it opens anything
            answer = await self.request("GET", f"/api/tables/{table}", token=person.token)
            person.seals = [seat["seal"] for seat in answer["table"]["seats"]]
        for person in persons:
            await self.request("POST", f"/api/tables/{table}/luck", {"luck": person.luck}, person.token)
        return table, persons

    async def begun(self, number: int) -> tuple[str, list[Person]]:
        while True:
            try:
                return await self.stubbornly(lambda: self.seated(number))
            except ValueError as error:  # a kill in between: somebody's luck came too late, or twice
                self.found["starts anew"] += 1
                if self.found["starts anew"] > 2000:
                    raise RuntimeError("no table begins") from error

    def acted(self) -> None:
        self.found["actions"] += 1

    async def match(self, number: int) -> None:
        table, persons = await self.begun(number)
        playing = [asyncio.create_task(person.play()) for person in persons]
        while True:
            done, left = await asyncio.wait(playing, timeout=5.0)
            for each in done:
                each.result()
            if not left:
                break
            if time.monotonic() - max(person.moved for person in persons) > STUCK:
                self.fault("stuck", table, [person.last for person in persons])
                for each in left:
                    each.cancel()
                await asyncio.gather(*left, return_exceptions=True)
                return
        self.found["matches"] += 1
        await self.prove(table, persons)

    # what must hold

    async def log_of(self, table: str) -> list[dict[str, Any]]:
        query = "select body from events where table_id = {} order by seq"
        if self.database.startswith("sqlite"):
            with sqlite3.connect(self.database.removeprefix("sqlite:///"), timeout=30) as file:
                found = file.execute(query.format("?"), (table,)).fetchall()
        else:
            import asyncpg

            try:
                connection = await asyncpg.connect(self.database)
            except asyncpg.PostgresError as error:
                raise ConnectionError from error
            try:
                found = await connection.fetch(query.format("$1"), table)
            except asyncpg.PostgresError as error:
                raise ConnectionError from error
            finally:
                connection.terminate()
        return [json.loads(body) for (body,) in found]

    async def prove(self, table: str, persons: list[Person]) -> None:
        log = await self.stubbornly(lambda: self.log_of(table))
        times = Counter(row["id"] for row in log if row.get("id"))
        for name, count in times.items():
            if count > 1:
                self.fault("doubled", table, name)
        sent = set[str]().union(*(person.sent for person in persons))
        for name in times.keys() - sent:
            self.fault("foreign", table, name)
        for person in persons:
            self.found["confirmed"] += len(person.confirmed)
            self.found["reconnects"] += max(0, person.reconnects)
            self.found["refused"] += len(person.refused)
            for name in person.confirmed:
                if name not in times:
                    self.fault("lost", table, name)
            if person.gaps:
                self.fault("gaps", table, person.gaps)
        deals: list[list[list[object]]] = []
        for row in log:
            if row["t"] == "dealt":
                deals.append([])
            elif row["t"] == "act":
                deals[-1].append([row["seat"], row["a"]])
                self.found["by bots and clocks"] += bool(row.get("by"))
        for number, acts in enumerate(deals, 1):
            path = f"/api/tables/{table}/record?deal={number}"
            record = await self.stubbornly(partial(self.request, "GET", path, token=persons[0].token))
            self.found["deals"] += 1
            self.records.append(record)
            if record["actions"] != acts:
                self.fault("other record", table, number)
            trouble = unproved(record, persons)
            if trouble:
                self.fault("unproved", table, trouble)

    async def run(self, matches: int, at_once: int, between: tuple[int, int]) -> None:
        left = list(range(matches))

        async def player() -> None:
            while left:
                await self.match(left.pop(0))

        others = [asyncio.create_task(self.keeper())]
        while not await asyncio.to_thread(self.served.healthy):
            await asyncio.sleep(0.2)
        others.append(asyncio.create_task(self.killer(between)))
        try:
            await asyncio.gather(*(player() for _ in range(at_once)))
        finally:
            for each in others:
                each.cancel()


def unproved(record: dict[str, Any], persons: list[Person]) -> str:
    """What is wrong with the proof of a deal; hashlib alone."""
    fair = record["fair"]
    lucks = [bytes.fromhex(luck) for luck in fair["luck"]]
    secret = bytes.fromhex(fair["secret"])
    seals = [hashlib.sha256(luck).hexdigest() if luck else "" for luck in lucks]
    data = secret + b"".join(bytes([len(luck)]) + luck for luck in lucks) + fair["deal"].to_bytes(4, "big")
    for person in persons:
        if hashlib.sha256(secret).hexdigest() != person.commit:
            return "another secret"
        if seals != person.seals or bytes.fromhex(person.luck) not in lucks:
            return f"other lucks: {seals}, seen {person.seals}"
    if record["seed"] != int.from_bytes(hashlib.sha256(data).digest()[:8], "big") >> 1:
        return "another seed"
    return ""


def verified(records: list[dict[str, Any]], folder: Path) -> str:
    """The last line of `koloda verify`."""
    path = folder / "records.jsonl"
    path.write_text("".join(json.dumps(record) + "\n" for record in records))
    done = subprocess.run(
        [sys.executable, "-m", "koloda", "verify", str(path)],
        capture_output=True, text=True, env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
    )  # fmt: skip
    lines = (done.stdout + done.stderr).strip().splitlines()
    return f"exit {done.returncode}: {lines[-1] if lines else ''}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--at-once", type=int, default=12, help="matches that are played at a time")
    parser.add_argument("--between", type=int, nargs=2, default=(200, 600), help="actions between two kills")
    parser.add_argument("--workers", type=int, default=1, help="more than one: with PostgreSQL and Redis")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="koloda-chaos-")))
        database, more = f"sqlite:///{folder}/koloda.db", list[str]()
        postgres = redis = None
        if args.workers > 1:
            postgres = stack.enter_context(services.postgres())
            redis = stack.enter_context(services.redis())
            database, more = postgres.database(), ["--bus", redis.url]
        served = Served(database, args.workers, folder, more)
        chaos = Chaos(served, database, args.seed)
        chaos.postgres, chaos.redis = postgres, redis
        start = time.monotonic()
        served.launch()
        try:
            asyncio.run(chaos.run(args.matches, args.at_once, tuple(args.between)))
        finally:
            served.kill_all()
        said = served.log.read_text(errors="replace").splitlines()
        # a worker that starts while PostgreSQL is away says so, ends, and is replaced
        starting = ("Application startup failed", "lifespan_context", "cannot be used as a database")
        errors = [
            line for line in said if '"level": "error"' in line and not any(w in line for w in starting)
        ]
        print(f"seconds          {time.monotonic() - start:.0f}")
        print(f"kills            {dict(chaos.kills)}")
        for name in (
            "matches",
            "deals",
            "actions",
            "confirmed",
            "refused",
            "by bots and clocks",
            "reconnects",
            "starts anew",
        ):
            print(f"{name:16} {chaos.found[name]}")
        for name in ("lost", "doubled", "foreign", "stuck", "gaps", "unproved", "other record"):
            print(f"{name:16} {chaos.found[name]}")
        print(f"koloda verify    {verified(chaos.records, folder)}")
        print(f"errors in logs   {len(errors)}")
        for line in [*chaos.faults, *errors][:10]:
            print(line[:600])
    return 1 if chaos.faults or chaos.found["matches"] < args.matches else 0


if __name__ == "__main__":
    raise SystemExit(main())
