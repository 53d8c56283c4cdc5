"""The end of a match gets into the books even if the server dies between the last action and the entry."""

from __future__ import annotations

import asyncio
import random
import time
from typing import Any

from koloda.table.store import open_store
from table.client import Http, Player, seated
from table.processes import Server


async def books(server: Server, table: str, users: list[str]) -> list[Any]:
    """What the server says about two people, once the match is there."""
    http = Http(server.port)
    end = time.monotonic() + 30
    found: list[Any] = []
    while time.monotonic() < end:
        found = []
        for user in users:
            _, history = await http.ask("GET", f"/api/users/{user}/games")
            _, profile = await http.ask("GET", f"/api/users/{user}")
            games = [game for game in history["games"] if game["table"] == table]
            found.append((games, profile["ratings"]))
        if all(games and ratings and games[0]["change"] is not None for games, ratings in found):
            break
        await asyncio.sleep(0.05)
    http.close()
    return found


def test_a_match_whose_server_died_at_its_end_is_entered_once(url: str) -> None:
    async def play() -> tuple[str, list[str]]:
        http = Http(server.port)
        table, tokens = await seated(http, "durak", 2, seats=2, options={"mode": "individual"}, public=True)
        players = [
            Player([server.port], table, seat, token, random.Random(seat))
            for seat, token in enumerate(tokens)
        ]
        await asyncio.gather(*(player.play() for player in players))
        users = [(await http.ask("GET", "/api/session", token=token))[1]["user"]["id"] for token in tokens]
        http.close()
        return table, users

    async def forget(listed: bool) -> None:
        """As if the process had been killed right after the last action, or after the lobby heard of it."""
        store = open_store(url)
        await store.open()
        for relation in ("players", "ratings", "rated"):
            await store.run(f"delete from {relation}")
        if not listed:
            await store.run("update tables set status = 'playing', ended = null")
        await store.close()

    server = Server(url)
    with server:
        table, users = asyncio.run(play())
        first = asyncio.run(books(server, table, users))
        assert [len(games) for games, _ in first] == [1, 1]
        assert [ratings[0]["games"] for _, ratings in first] == [1, 1]
        server.kill()
        for listed in (False, True):
            asyncio.run(forget(listed))
            server.start()
            assert asyncio.run(books(server, table, users)) == first
            server.kill()
