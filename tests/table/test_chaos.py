"""Small runs of tests/table/chaos.py: kills and cuts, and nothing that was confirmed is lost."""

from __future__ import annotations

import asyncio

from table import services
from table.chaos import Servers, chaos, errors_in
from table.processes import Server


def test_nothing_confirmed_is_lost_when_the_server_is_killed_again_and_again(url: str) -> None:
    with Server(url) as server:
        servers = Servers(url, [server])
        found = asyncio.run(chaos(servers, games=3, at_once=3, seed=1, kills=2, between=(40, 100)))
        log = server.said()
    assert found.deals >= 3
    assert server.starts == 3
    assert found.reconnects >= 2
    assert errors_in(log) == []


def test_nothing_confirmed_is_lost_when_processes_the_store_and_the_bus_are_killed() -> None:
    with services.postgres() as postgres, services.redis() as redis:
        url = postgres.database()
        with Server(url, "--bus", redis.url) as one, Server(url, "--bus", redis.url) as two:
            servers = Servers(url, [one, two], postgres, redis)
            found = asyncio.run(chaos(servers, games=2, at_once=2, seed=4, kills=4, between=(15, 25)))
            log = one.said() + two.said()
    assert found.deals >= 2
    assert servers.kills.total() >= 2
    assert errors_in(log) == []
