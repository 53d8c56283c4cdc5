"""Leaders by game and seats, people and bots apart; statistics; no analysis while ratings are at stake."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator
from typing import Any

import pytest

from koloda.table.ratings import BOTS, Ratings, seats_pool
from koloda.table.store import Store, open_store
from table.serving import Person, Server, together, until


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(f"sqlite:///{tmp_path_factory.mktemp('leaders') / 'koloda.db'}") as server:
        yield server


def begun(host: Person, *others: Person, game: str = "flights", **wanted: Any) -> str:
    clock = {"turn": 60, "bank": 0, "reaction": 0}  # without windows that take their time
    table = host.make(game, seats=len(others) + 1, clock=clock, **wanted)
    for other in others:
        other.sit(table)
    host.do("POST", f"/api/tables/{table}/ready", {"ready": True})
    host.do("POST", f"/api/tables/{table}/start")
    return table


def names(person: Person, query: str) -> list[str]:
    return [each["user"]["id"] for each in person.do("GET", f"/api/leaders?{query}")["leaders"]]


def lines(asking: Person, user: str) -> list[tuple[str, int, bool, int, int]]:
    found = asking.do("GET", f"/api/users/{user}/statistics")["lines"]
    return [(each["game"], each["seats"], each["people"], each["played"], each["won"]) for each in found]


def test_a_match_moves_people_up_the_lists_of_its_seats(server: Server) -> None:
    ann, bob, eve = (server.person(who) for who in ("Ann", "Bob", "Eve"))
    table = begun(ann, bob, public=False)
    with ann.at(table) as one, bob.at(table) as two:
        ends = together(lambda: one.play(random.Random(1)), lambda: two.play(random.Random(2)))
    winners = ends[0]["over"]["winners"]
    until(lambda: len(names(eve, "game=flights&seats=2")) == 2)
    leading = names(eve, "game=flights")
    assert sorted(leading) == sorted((ann.user, bob.user))
    if len(winners) == 1:
        assert leading[0] == (ann.user, bob.user)[winners[0]]
    assert names(eve, "game=flights&seats=2") == leading
    assert names(eve, "game=flights&seats=3") == []
    assert names(eve, "game=durak") == []
    assert eve.do("GET", "/api/bots/leaders?game=flights&seats=2")["leaders"] == []
    for wrong in ("game=poker", "game=flights&seats=11", "game=flights&seats=x", ""):
        assert eve.ask("GET", f"/api/leaders?{wrong}")[0] in (400, 404)

    [mine] = lines(ann, ann.user)
    assert mine == ("flights", 2, True, 1, int(0 in winners))
    assert lines(eve, ann.user) == []  # it was a private table
    quick = eve.quick("flights", seats=3, level="easy")
    with eve.at(quick) as chair:
        over = chair.play(random.Random(3))["over"]
    until(lambda: lines(eve, eve.user) != [])
    assert lines(eve, eve.user) == [("flights", 3, False, 1, int(0 in over["winners"]))]
    assert eve.ask("GET", "/api/users/nobody/statistics")[0] == 404


def test_who_is_banned_leads_nothing(server: Server) -> None:
    ann, bob = server.person("Cleo"), server.person("Dan")
    table = begun(ann, bob)
    with ann.at(table) as one, bob.at(table) as two:
        together(lambda: one.play(random.Random(4)), lambda: two.play(random.Random(5)))
    until(lambda: {ann.user, bob.user} <= set(names(ann, "game=flights&seats=2")))

    async def ban(store: Store) -> None:
        await store.run("update users set banned_until = ?2 where id = ?1", bob.user, 2**60)

    in_store(server, ban)
    assert bob.user not in names(ann, "game=flights")


def test_no_analysis_while_the_match_among_people_goes_on(server: Server) -> None:
    ann, bob = server.person("Fay"), server.person("Gus")
    table = begun(ann, bob, game="durak", options={"match_games": 2})

    def deal_over(update: dict[str, Any]) -> bool:
        return update["over"] is not None

    with ann.at(table) as one, bob.at(table) as two:
        together(lambda: one.play(random.Random(6), deal_over), lambda: two.play(random.Random(7), deal_over))
        status, answer = ann.ask("GET", f"/api/tables/{table}/analysis?deal=1")
        assert (status, answer["error"]["code"]) == (409, "analysis_later")
        together(lambda: one.play(random.Random(8)), lambda: two.play(random.Random(9)))
    assert ann.ask("GET", f"/api/tables/{table}/analysis?deal=1")[0] in (200, 202)


def in_store(server: Server, work: Any) -> None:
    asyncio.run_coroutine_threadsafe(work(server.koloda.store), server.server.servers[0].get_loop()).result(
        60
    )


def test_the_lists_by_seats_have_the_matches_of_before_there_were_any(sqlite_url: str) -> None:
    """A match is counted once, whatever is started how often."""

    async def as_before(store: Store) -> None:
        for relation, column in (("ratings", "game"), ("rated", "table_id"), ("meta", "name")):
            where = "= 'counted by seats'" if relation == "meta" else "like '%@%'"
            await store.run(f"delete from {relation} where {column} {where}")

    with Server(sqlite_url) as server:
        ann, bob = server.person("Ann"), server.person("Bob")
        table = begun(ann, bob, game="durak", options={"mode": "individual"})
        with ann.at(table) as one, bob.at(table) as two:
            together(lambda: one.play(random.Random(1)), lambda: two.play(random.Random(2)))
        until(lambda: len(names(ann, "game=durak&seats=2")) == 2)
        found = ann.do("GET", "/api/leaders?game=durak&seats=2")
        in_store(server, as_before)
        assert names(ann, "game=durak&seats=2") == []
        assert len(names(ann, "game=durak")) == 2
    for _ in range(2):
        with Server(sqlite_url) as server:
            again = Person(server, ann.user, ann.token)
            until(lambda who=again: len(names(who, "game=durak&seats=2")) == 2)  # type: ignore[misc]
            assert again.do("GET", "/api/leaders?game=durak&seats=2") == found


def test_lists_are_apart_and_only_that_of_all_tables_has_a_history(sqlite_url: str) -> None:
    asyncio.run(lists_are_apart(sqlite_url))


async def lists_are_apart(url: str) -> None:
    store = open_store(url)
    await store.open()
    ratings = Ratings(store)
    for pool in ("", seats_pool(2), BOTS, BOTS + seats_pool(2)):
        assert await ratings.match("t", "durak", [["a"], ["b"]], [1, 2], pool)
        assert not await ratings.match("t", "durak", [["a"], ["b"]], [1, 2], pool)
        assert list(await ratings.of("a", pool)) == ["durak"]
    assert await ratings.of("a", seats_pool(3)) == {}
    assert len(await ratings.past("a", "durak")) == 1
    assert await ratings.past("a", "durak", seats_pool(2)) == []
    assert list(await ratings.changes("a")) == ["t"]
    assert (await ratings.changes("a"))["t"] > 0 > (await ratings.changes("b"))["t"]
    await store.close()
