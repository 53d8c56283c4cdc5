"""Several server processes, one table: nobody owns it, and the death of a process costs a reconnect."""

from __future__ import annotations

import asyncio
import random

from table.client import Http, Player, seated
from table.processes import Server
from table.proof import proved, saw_what_is_told
from table.services import Redis

SEATS = 4


async def play(servers: list[Server], game: str, kill_after: int, **more: object) -> None:
    """Seats alternate between the processes; one process is killed in the middle of the match."""
    ports = [server.port for server in servers]
    http = Http(ports[1])
    table, tokens = await seated(http, game, SEATS, seats=SEATS, **more)
    players = []
    for seat, token in enumerate(tokens):
        order = ports if seat % 2 == 0 else ports[::-1]
        players.append(Player(order, table, seat, token, random.Random(seat), cut=0.02))

    async def kill() -> None:
        while sum(len(player.confirmed) for player in players) < kill_after:
            await asyncio.sleep(0.005)
        servers[0].kill()

    async with asyncio.timeout(120):
        await asyncio.gather(kill(), *(player.play() for player in players))
    assert servers[0].process is None, "the match ended before the process was killed"
    assert min(player.connections for player in players[::2]) >= 2
    found = await proved(http, table, players)
    assert found.actions > kill_after
    if found.deals == 1:
        for player in players:
            count = await saw_what_is_told(http, table, player, 1, 0)
            assert count == player.v == len(player.events)
    http.close()


def test_players_on_two_processes_finish_when_one_is_killed(postgres_url: str) -> None:
    with Server(postgres_url) as one, Server(postgres_url) as two:
        asyncio.run(play([one, two], "durak", 40))


def test_the_same_over_redis(postgres_url: str, redis: Redis) -> None:
    with Server(postgres_url, "--bus", redis.url) as one, Server(postgres_url, "--bus", redis.url) as two:
        asyncio.run(play([one, two], "durak", 40))


def test_bots_of_a_dead_process_go_on_elsewhere(postgres_url: str) -> None:
    """One person and three bots: the person's process dies, and he finishes on the other one."""

    async def main() -> None:
        http = Http(two.port)
        bots = [{"seat": seat, "level": "easy"} for seat in (1, 2, 3)]
        table, [token] = await seated(http, "durak", 1, seats=SEATS, bots=bots)
        player = Player([one.port, two.port], table, 0, token, random.Random(1))

        async def kill() -> None:
            while len(player.confirmed) < 3:
                await asyncio.sleep(0.005)
            one.kill()

        async with asyncio.timeout(120):
            await asyncio.gather(kill(), player.play())
        found = await proved(http, table, [player])
        assert found.actions > len(player.confirmed) > 3
        http.close()

    with Server(postgres_url) as one, Server(postgres_url) as two:
        asyncio.run(main())


def test_workers_of_one_server_share_their_port(postgres_url: str) -> None:
    """--workers 2: connections land on either process, and a worker that dies is replaced."""

    async def main() -> None:
        http = Http(server.port)
        table, tokens = await seated(http, "durak", SEATS, seats=SEATS)
        players = [
            Player([server.port], table, seat, token, random.Random(seat), cut=0.05)
            for seat, token in enumerate(tokens)
        ]
        async with asyncio.timeout(120):
            await asyncio.gather(*(player.play() for player in players))
        await proved(http, table, players)
        http.close()

    with Server(postgres_url, "--workers", "2") as server:
        asyncio.run(main())
        assert server.stop() == 0
