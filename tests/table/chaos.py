"""Chaos: servers are killed and lines are cut while matches are played; nothing confirmed may be lost.

    PYTHONPATH=src:tests python tests/table/chaos.py --games 200 [--seed 1] [--records FILE]
    PYTHONPATH=src:tests python tests/table/chaos.py --games 60 --processes 2

A process of the server is killed with SIGKILL (its bots with it) again and again, each time after some more
actions, and started again at once; players cut their own lines besides. Several processes share a PostgreSQL
and a Redis server, which are killed as well; of the processes it is the one with the most sockets. In the end
each record verifies, and each confirmed action is in it and in the log, once.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import signal
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TypeVar

from table import services
from table.client import Http, Player, seated
from table.processes import Server
from table.proof import Findings, log_of, proved

T = TypeVar("T")
STUCK = 240.0  # seconds: no match takes so long
# short matches of all games, by seats
MATCHES: list[tuple[str, int, dict[str, object]]] = [
    ("durak", 4, {}),
    ("durak", 2, {"mode": "individual"}),
    ("yassa", 3, {"target_points": 60}),
    ("flights", 3, {}),
    ("viceroy", 2, {}),
    ("junquick", 3, {}),
]
Match = tuple[str, list[Player]]


class Servers:
    """The processes of one server, and whatever else can be killed."""

    def __init__(
        self,
        database: str,
        processes: Sequence[Server],
        postgres: services.Postgres | None = None,
        redis: services.Redis | None = None,
    ) -> None:
        self.database, self.processes = database, processes
        self.postgres, self.redis = postgres, redis
        self.players: list[Player] = []
        self.kills: Counter[str] = Counter()

    def crowded(self) -> Server:
        """The process with the most sockets."""
        sockets = Counter(player.port for player in self.players if player.line is not None)
        return max(self.processes, key=lambda each: sockets[each.port])

    def kill(self, chance: random.Random) -> None:
        what = chance.choice(
            ["server", "server", *["postgres"] * bool(self.postgres), *["redis"] * bool(self.redis)]
        )
        self.kills[what] += 1
        if what == "postgres" and self.postgres is not None:
            self.postgres.stop(signal.SIGQUIT)
            self.postgres.start()
        elif what == "redis" and self.redis is not None:
            self.redis.stop()
            self.redis.start()
        else:
            victim = self.crowded()
            victim.kill()
            victim.launch()

    async def keep(self) -> None:
        """As whoever runs them would: what could not reach its store at its start is started again."""
        while True:
            for each in self.processes:
                if each.process is None or each.process.poll() is not None:
                    each.launch()
            await asyncio.sleep(0.2)

    def ports(self, chance: random.Random) -> list[int]:
        """Where a player tries to connect, one after the other."""
        return chance.sample([each.port for each in self.processes], len(self.processes))


async def stubbornly(attempt: Callable[[], Awaitable[T]]) -> T:
    """Again, if the server dies under our feet."""
    while True:
        try:
            return await attempt()
        except (OSError, EOFError):
            await asyncio.sleep(0.1)


async def one_match(servers: Servers, number: int, chance: random.Random, sent: Callable[[], None]) -> Match:
    game, seats, options = MATCHES[number % len(MATCHES)]

    async def sit() -> tuple[str, list[str]]:
        http = Http(servers.ports(chance)[0])
        try:
            return await seated(http, game, seats, seats=seats, options=options)
        finally:
            http.close()

    table, tokens = await stubbornly(sit)
    players = [
        Player(servers.ports(chance), table, seat, token, random.Random(chance.random()), cut=0.01)
        for seat, token in enumerate(tokens)
    ]
    for player in players:
        player.on_act = lambda _: sent()
    servers.players += players
    try:
        async with asyncio.timeout(STUCK):
            await asyncio.gather(*(player.play(STUCK) for player in players))
    except TimeoutError:
        raise AssertionError(f"stuck: {game} at {table}: {[player.shown for player in players]}") from None
    return table, players


async def prove(servers: Servers, matches: Sequence[Match]) -> Findings:
    found = Findings()
    for table, players in matches:
        http = Http(servers.processes[0].port)

        async def look(http: Http = http, table: str = table, players: list[Player] = players) -> Findings:
            return await proved(http, table, players, await log_of(servers.database, table))

        try:
            found += await stubbornly(look)
        finally:
            http.close()
    return found


async def chaos(
    servers: Servers, games: int, at_once: int, seed: int, kills: int, between: tuple[int, int]
) -> Findings:
    """At most so many `kills`; before each so many more actions are sent, a random number `between` two."""
    chance = random.Random(seed)
    left = list(range(games))
    played: list[Match] = []
    actions = 0

    def sent() -> None:
        nonlocal actions
        actions += 1

    async def worker() -> None:
        while left:
            played.append(await one_match(servers, left.pop(0), random.Random(chance.random()), sent))

    async def killer() -> None:
        for _ in range(kills):
            due = actions + chance.randint(*between)
            while actions < due:
                await asyncio.sleep(0.002)
            servers.kill(chance)

    keeping, killing = asyncio.create_task(servers.keep()), asyncio.create_task(killer())
    try:
        await asyncio.gather(*(worker() for _ in range(at_once)))
        killing.cancel()
        return await prove(servers, played)
    finally:
        killing.cancel()
        keeping.cancel()


def errors_in(log: str) -> list[str]:
    """What went wrong, but for a server that says at its start that the database is down, and ends."""
    lines = [line for line in log.splitlines() if '"level": "error"' in line]
    starting = ("cannot be used as a database", "Application startup failed")
    return [line for line in lines if not any(words in line for words in starting)]


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--at-once", type=int, default=16)
    parser.add_argument("--kills", type=int, default=1000, help="no more than so many")
    parser.add_argument("--between", type=int, nargs=2, default=(100, 1000), help="actions between two kills")
    parser.add_argument("--processes", type=int, default=1, help="more than one: with PostgreSQL and Redis")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--records", type=Path, help="where the records go, for koloda verify")
    args = parser.parse_args()
    with ExitStack() as stack:
        postgres = redis = None
        more: list[str] = []
        if args.processes > 1:
            postgres = stack.enter_context(services.postgres())
            redis = stack.enter_context(services.redis())
            database, more = postgres.database(), ["--bus", redis.url]
        else:
            database = f"sqlite:///{stack.enter_context(tempfile.TemporaryDirectory())}/koloda.db"
        processes = [stack.enter_context(Server(database, *more)) for _ in range(args.processes)]
        servers = Servers(database, processes, postgres, redis)
        start = time.monotonic()
        between = (args.between[0], args.between[1])
        found = asyncio.run(chaos(servers, args.games, args.at_once, args.seed, args.kills, between))
        seconds = time.monotonic() - start
        errors = [line for each in processes for line in errors_in(each.said())]
    if args.records:
        args.records.write_text("".join(json.dumps(record) + "\n" for record in found.records))
    print(
        f"{args.games} matches, {found.deals} deals in {seconds:.0f} s; kills: {dict(servers.kills)}; "
        f"{found.reconnects} reconnects, {found.actions} actions, {found.confirmed} of people and confirmed, "
        f"{found.by_others} by the clock or a bot; refused: {found.refused}; errors in the log: {len(errors)}"
    )
    for line in errors[:5]:
        print(line)


if __name__ == "__main__":
    main()
