"""What an open page costs the server: each asks again and again for what is new.

    python3 bench/open_pages.py [--tables 1000] [--each 2000]

One process, a new SQLite file, so many tables at which somebody plays against bots, and a public table that
waits. Measured is the processor time of the server for a request on a connection that is kept, by turns for
each kind of request, so that a noisy machine slows all of them down alike.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import subprocess
import sys
import tempfile
import time
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PYTHON = ROOT / ".venv" / "bin" / "python"
if find_spec("msgspec") is None and Path(sys.prefix) != PYTHON.parent.parent:
    subprocess.run([ROOT / "koloda", "--version"], check=True, stdout=subprocess.DEVNULL)
    os.execv(PYTHON, [str(PYTHON), *sys.argv])
sys.path[:0] = [str(ROOT / "src"), str(ROOT / "tests"), str(ROOT)]

from table.client import Http  # noqa: E402
from table.processes import Server  # noqa: E402

AT_ONCE = 16
ROUNDS = 8
ASKED = (
    ("GET /healthz (the floor)", "/healthz"),
    ("GET /api/session/news, who plays", "/api/session/news"),
    ("GET /api/session/news, who plays nowhere", "/api/session/news"),
    ("GET /api/tables", "/api/tables"),
    ("GET /api/online", "/api/online"),
)


def cpu(pid: int) -> float:
    """Processor time of the serving process alone: its bots think elsewhere."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def asked(
    http: Http, method: str, path: str, body: object = None, token: str = ""
) -> dict[str, object]:
    status, answer = await http.ask(method, path, body, token)
    if status not in (200, 201):
        raise RuntimeError(f"{method} {path}: {status} {answer}")
    return answer or {}


async def person(http: Http) -> str:
    return str((await asked(http, "POST", "/api/session", {"name": "Ann"}))["token"])


async def measured(port: int, pid: int, tables: int, each: int) -> None:
    lines = [Http(port) for _ in range(AT_ONCE)]
    players: list[str] = []

    async def set_up(number: int) -> None:
        for _ in range(number, tables, AT_ONCE):
            token = await person(lines[number])
            await asked(lines[number], "POST", "/api/quick", {"game": "durak"}, token)
            players.append(token)

    await asyncio.gather(*(set_up(number) for number in range(AT_ONCE)))
    idle = await person(lines[0])
    await asked(lines[0], "POST", "/api/tables", {"game": "durak"}, await person(lines[0]))
    await asyncio.sleep(3)  # until the bots have moved
    spent = dict.fromkeys((name for name, _ in ASKED), 0.0)
    wall = dict(spent)
    for _ in range(ROUNDS):
        for name, path in ASKED:
            token = idle if name.endswith("nowhere") else players[0] if players else idle
            before, began = cpu(pid), time.perf_counter()
            for _ in range(each // ROUNDS):
                await lines[0].raw("GET", path, None, token)
            spent[name] += cpu(pid) - before
            wall[name] += time.perf_counter() - began
    count = each // ROUNDS * ROUNDS
    print(f"{tables} tables at which somebody plays, {count} requests of each kind")
    for name, _ in ASKED:
        print(f"{name:44} {spent[name] / count * 1e6:6.0f} us of CPU {wall[name] / count * 1e6:6.0f} us")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--each", type=int, default=2000)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, Server(f"sqlite:///{folder}/koloda.db") as server:
        assert server.process is not None
        asyncio.run(measured(server.port, server.process.pid, args.tables, args.each))
    return 0


if __name__ == "__main__":
    sys.exit(main())
