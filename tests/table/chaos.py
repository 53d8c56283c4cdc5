"""Chaos: the server is killed and lines are cut while matches are played; nothing confirmed may be lost.

    PYTHONPATH=src:tests python tests/table/chaos.py --games 200 [--database URL] [--seed 1] [--records FILE]

The server is killed with SIGKILL (its bots with it) again and again, each time after some more actions, and
started again at once; players cut their own lines besides. In the end each record verifies, and each
confirmed action is in it.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar

from table.client import Http, Player, seated
from table.processes import Server
from table.proof import Findings, proved

T = TypeVar("T")
# short matches of all games, by seats
MATCHES: list[tuple[str, int, dict[str, object]]] = [
    ("durak", 4, {}),
    ("durak", 2, {"mode": "individual"}),
    ("yassa", 3, {"target_points": 60}),
    ("flights", 3, {}),
    ("viceroy", 2, {}),
    ("junquick", 3, {}),
]


async def stubbornly(attempt: Callable[[], Awaitable[T]]) -> T:
    """Again, if the server dies under our feet."""
    while True:
        try:
            return await attempt()
        except (OSError, EOFError):
            await asyncio.sleep(0.1)


async def one_match(server: Server, number: int, chance: random.Random, sent: Callable[[], None]) -> Findings:
    game, seats, options = MATCHES[number % len(MATCHES)]
    http = Http(server.port)
    try:
        table, tokens = await stubbornly(lambda: seated(http, game, seats, seats=seats, options=options))
        players = [
            Player([server.port], table, seat, token, random.Random(chance.random()), cut=0.01)
            for seat, token in enumerate(tokens)
        ]
        for player in players:
            player.on_act = lambda _: sent()
        await asyncio.gather(*(player.play() for player in players))
        return await stubbornly(lambda: proved(http, table, players))
    finally:
        http.close()


async def chaos(
    server: Server, games: int, at_once: int, seed: int, kills: int, between: tuple[int, int]
) -> Findings:
    """At most so many `kills`; before each so many more actions are sent, a random number `between` two."""
    chance = random.Random(seed)
    found = Findings()
    left = list(range(games))
    actions = 0

    def sent() -> None:
        nonlocal actions
        actions += 1

    async def worker() -> None:
        nonlocal found
        while left:
            found += await one_match(server, left.pop(0), random.Random(chance.random()), sent)

    async def killer() -> None:
        for _ in range(kills):
            due = actions + chance.randint(*between)
            while actions < due:
                await asyncio.sleep(0.002)
            server.kill()
            server.launch()

    killing = asyncio.create_task(killer())
    try:
        await asyncio.gather(*(worker() for _ in range(at_once)))
    finally:
        killing.cancel()
    return found


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--at-once", type=int, default=16)
    parser.add_argument("--kills", type=int, default=1000, help="no more than so many")
    parser.add_argument("--database", help="postgresql://... (default: a new SQLite file)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--records", type=Path, help="where the records go, for koloda verify")
    args = parser.parse_args()
    folder = tempfile.TemporaryDirectory()
    with folder, Server(args.database or f"sqlite:///{folder.name}/koloda.db") as server:
        start = time.monotonic()
        found = asyncio.run(chaos(server, args.games, args.at_once, args.seed, args.kills, (100, 1000)))
        seconds = time.monotonic() - start
        errors = [line for line in server.said().splitlines() if '"level": "error"' in line]
    if args.records:
        args.records.write_text("".join(json.dumps(record) + "\n" for record in found.records))
    print(
        f"{args.games} matches, {found.deals} deals in {seconds:.0f} s: {server.starts - 1} kills, "
        f"{found.reconnects} reconnects, {found.actions} actions, {found.confirmed} of them confirmed; "
        f"refused: {found.refused}; errors in the log: {len(errors)}"
    )
    for line in errors[:5]:
        print(line)


if __name__ == "__main__":
    main()
