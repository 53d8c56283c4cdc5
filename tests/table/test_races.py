"""Decisions that meet at the server: none is refused because another one came first."""

from __future__ import annotations

import asyncio
import random

import pytest

from table.client import Http, Player, seated
from table.processes import Server


async def play(server: Server, game: str, seats: int) -> list[Player]:
    http = Http(server.port)
    table, tokens = await seated(http, game, seats, seats=seats)
    players = [
        Player([server.port], table, seat, token, random.Random(seat)) for seat, token in enumerate(tokens)
    ]
    async with asyncio.timeout(120):
        await asyncio.gather(*(player.play() for player in players))
    http.close()
    return players


@pytest.mark.parametrize(("game", "seats"), [("flights", 4), ("viceroy", 3)])
def test_sealed_choices_sent_at_the_same_time_are_all_accepted(
    sqlite_url: str, game: str, seats: int
) -> None:
    with Server(sqlite_url) as server:
        players = asyncio.run(play(server, game, seats))
    for player in players:
        assert player.refused == []
        assert player.gaps == 0
        assert [number for number, _ in player.events] == list(range(1, player.v + 1))
    assert len({str(player.over) for player in players}) == 1
