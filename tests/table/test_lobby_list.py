"""The list of public tables: what people look for is in it, however many tables nobody looks after."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest

from koloda.table import lists
from koloda.table.leaderboards import best_of
from koloda.table.store import open_store
from table.serving import Person, Server, until

TEAM = {"mode": "individual"}


@pytest.fixture
def server(url: str) -> Iterator[Server]:
    with Server(url) as server:
        yield server


def listed(person: Person, query: str = "") -> list[str]:
    return [table["id"] for table in person.do("GET", f"/api/tables{query}")["tables"]]


def test_tables_that_nobody_looks_after_hide_nobody_who_waits(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lists, "LISTED", 3)
    ann, eve = server.person("Ann"), server.person("Eve")
    wanted = ann.make("durak", seats=2, options=TEAM)
    with ann.at(wanted) as chair:
        chair.wait("table")
        until(lambda: wanted in listed(eve))
        for _ in range(4):
            eve.make("durak", seats=3)  # she is not there
        for _ in range(4):  # nor at these, where a match goes on
            going = eve.make("durak", seats=2, options=TEAM, bots=[{"seat": 1, "level": "easy"}])
            eve.do("POST", f"/api/tables/{going}/start", {})
        for query in ("", "?free=1", "?status=waiting", "?game=durak"):
            assert wanted in listed(eve, query), query
    until(lambda: wanted not in listed(eve, "?status=waiting"))


def test_matches_by_correspondence_hide_nobody_who_waits(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody need be there, so anybody can make many of them."""
    monkeypatch.setattr(lists, "LISTED", 3)
    ann, eve = server.person("Ann"), server.person("Eve")
    wanted = ann.make("durak", seats=2, options=TEAM)
    with ann.at(wanted) as chair:
        chair.wait("table")
        until(lambda: wanted in listed(eve))
        slow = [eve.make("durak", seats=2, days=2, options=TEAM) for _ in range(4)]
        assert wanted in listed(eve)
        assert len(set(slow) & set(listed(eve))) == 2


def test_a_match_by_correspondence_is_listed_although_nobody_is_there(server: Server) -> None:
    ann = server.person("Ann")
    assert ann.make("durak", seats=2, days=2, options=TEAM) in listed(ann)


def test_the_best_of_many_are_found_without_sorting_all(sqlite_url: str) -> None:
    """Whoever asks for them again and again would sort the ratings of everybody each time."""

    async def plan() -> str:
        store = open_store(sqlite_url)
        await store.open()
        rows = await store.all(f"explain query plan {best_of(bots=False)}", "durak", 0)
        await store.close()
        return " ".join(str(row) for row in rows)

    assert "ratings_by_game" in asyncio.run(plan())
