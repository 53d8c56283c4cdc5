"""Quick matches: who meets whom, when bots come, and that several processes and a restart do not matter."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import pytest

from koloda.table.matchmaking import ARRIVING, SILENCE, Seeker, company
from koloda.table.store import open_store
from table.serving import Chair, Person, Server, together, until
from table.test_account import name, pair, through

__all__ = ["pair"]


def seeker(user: str, rating: float = 1500, since: int = 0, bots_after: int = 0) -> Seeker:
    return Seeker(user, rating, since, bots_after, "easy")


def users(group: list[Seeker] | None) -> list[str] | None:
    return None if group is None else [each.user for each in group]


def test_the_nearest_in_strength_come_first() -> None:
    others = [seeker("far", 1590), seeker("near", 1510), seeker("low", 1420)]
    assert users(company(seeker("me"), others, 2, 0)) == ["me", "near"]
    assert users(company(seeker("me"), others, 3, 0)) == ["me", "near", "low"]


def test_the_window_widens_with_the_time() -> None:
    strong = seeker("strong", 1900)
    assert company(seeker("me"), [strong], 2, 5_000) is None
    assert users(company(seeker("me"), [strong], 2, 15_000)) == ["me", "strong"]


def test_everybody_fits_to_everybody() -> None:
    low, high = seeker("low", 1410), seeker("high", 1590)
    assert company(seeker("me"), [low, high], 3, 0) is None
    assert users(company(seeker("me"), [low, high], 3, 4_000)) == ["me", "low", "high"]


def test_who_has_blocked_somebody_does_not_meet_him() -> None:
    apart = {frozenset(("me", "bob"))}
    assert company(seeker("me"), [seeker("bob")], 2, 0, apart) is None
    group = company(seeker("me"), [seeker("bob"), seeker("ann", 1520)], 2, 0, apart)
    assert users(group) == ["me", "ann"]


def test_bots_come_when_the_time_is_up_and_to_nobody_who_does_not_want_them() -> None:
    me, never, also = seeker("me", bots_after=9_000), seeker("never"), seeker("also", bots_after=60_000)
    assert company(me, [never, also], 4, 8_999) is None
    assert users(company(me, [never, also], 4, 9_000)) == ["me", "also"]
    assert users(company(me, [], 4, 9_000)) == ["me"]
    assert company(never, [me, also], 4, 60_000) is None


def seek(person: Person, **wanted: Any) -> dict[str, Any]:
    found: dict[str, Any] = person.do("POST", "/api/match", {"game": "flights", "seats": 2, **wanted})
    return found


def look(person: Person) -> dict[str, Any]:
    found: dict[str, Any] = person.do("GET", "/api/match")
    return found


def met(*people: Person) -> list[str]:
    """The tables that they have found; all of them ask, for who is silent is not matched."""
    until(lambda: {look(person)["state"] for person in people} == {"found"})
    return [str(look(person)["table"]) for person in people]


def test_two_people_of_two_processes_meet_and_play(pair: tuple[Server, Server]) -> None:
    one, two = pair
    ann, bob = one.person(name("Ann")), two.person(name("Bob"))
    first = seek(ann, bots_after=0)
    assert (first["state"], first["others"], first["bots_in"]) == ("seeking", 0, None)
    assert two.person(name("Eve")).do("GET", "/api/session/news")["seeking"]["flights"] >= 1
    seek(bob, bots_after=0)
    table, same = met(ann, bob)
    assert table == same
    info = ann.do("GET", f"/api/tables/{table}")["table"]
    assert sorted(seat["user"] for seat in info["seats"]) == sorted((ann.user, bob.user))
    assert (info["auto"], info["public"], info["hints"], info["status"]) == (True, True, False, "waiting")

    def play(person: Person, seed: int) -> None:
        with person.at(table) as chair:
            person.do("POST", f"/api/tables/{table}/ready", {"ready": True, "luck": f"{seed:02d}"})
            chair.play(random.Random(seed))

    together(lambda: play(ann, 1), lambda: play(bob, 2))  # it begins without anybody's word
    until(lambda: bool(ann.do("GET", f"/api/users/{ann.user}")["ratings"]))


def test_many_at_once_are_all_matched_once(pair: tuple[Server, Server]) -> None:
    people = [pair[number % 2].person(name("P")) for number in range(6)]
    together(*(lambda person=person: seek(person, game="durak", bots_after=0) for person in people))
    tables = met(*people)
    assert sorted(tables.count(table) for table in set(tables)) == [2, 2, 2]
    for table in set(tables):
        seats = people[0].do("GET", f"/api/tables/{table}")["table"]["seats"]
        assert {seat["user"] for seat in seats} == {
            person.user for person, its in zip(people, tables, strict=True) if its == table
        }


def test_blocked_people_and_banned_ones_are_not_matched(pair: tuple[Server, Server]) -> None:
    one, two = pair
    ann, bob = one.person(name("Ann")), two.person(name("Bob"))
    ann.do("POST", "/api/blocks", {"user": bob.user, "kind": "block"})
    seek(ann, game="viceroy", bots_after=0)
    assert seek(bob, game="viceroy", bots_after=0)["state"] == "seeking"
    assert look(ann)["state"] == "seeking"
    ann.do("POST", "/api/blocks", {"user": bob.user, "kind": None})
    assert len(set(met(ann, bob))) == 1


@pytest.fixture
def server(sqlite_url: str) -> Any:
    with Server(sqlite_url) as server:
        yield server


def test_bots_take_the_seats_after_the_time_that_was_chosen(server: Server) -> None:
    ann = server.person("Ann")
    begun = seek(ann, seats=3, bots_after=20, level="easy")
    assert begun["state"] == "seeking"
    assert 0 < begun["bots_in"] <= 20_000
    server.ahead += 20_000
    [table] = met(ann)
    info = ann.do("GET", f"/api/tables/{table}")["table"]
    assert info["status"] == "playing"
    assert [seat["level"] for seat in info["seats"] if seat["kind"] == "bot"] == ["easy", "easy"]
    assert (info["public"], info["clock"]["turn"]) == (False, 0)


def test_who_says_nothing_or_stops_is_not_matched(server: Server) -> None:
    ann, bob, eve = (server.person(who) for who in ("Ann", "Bob", "Eve"))
    seek(ann, bots_after=0)
    server.ahead += SILENCE + 1000
    seek(bob, bots_after=0)
    assert look(bob)["state"] == "seeking"
    assert bob.ask("DELETE", "/api/match")[0] == 204
    assert look(bob)["state"] == "none"
    assert seek(eve, bots_after=0)["state"] == "seeking"
    assert len(set(met(ann, eve))) == 1  # she asks again


def test_who_does_not_come_loses_the_seat_to_a_bot(server: Server) -> None:
    ann, bob = server.person("Ann"), server.person("Bob")
    seek(ann, bots_after=600)
    seek(bob, bots_after=600)
    [table, _] = met(ann, bob)
    with ann.at(table) as chair:
        ann.do("POST", f"/api/tables/{table}/ready", {"ready": True})
        server.pass_time(ARRIVING)
        begins(chair)
    seats = ann.do("GET", f"/api/tables/{table}")["table"]["seats"]
    assert sorted(seat["kind"] for seat in seats) == ["bot", "person"]


def test_a_search_outlives_a_restart_and_a_table_that_was_never_made(sqlite_url: str) -> None:
    with Server(sqlite_url) as server:
        ann = server.person("Ann")
        seek(ann, bots_after=0)

    async def die_between() -> None:
        """As a process does that has chosen people and then ends."""
        store = open_store(sqlite_url)
        await store.open()
        await store.run("update seekers set table_id = 'never-made-table', found = 0")
        await store.close()

    asyncio.run(die_between())
    with Server(sqlite_url) as server:
        ann = through(server, ann)
        assert look(ann)["state"] == "seeking"
        bob = server.person("Bob")
        seek(bob, bots_after=0)
        assert len(set(met(ann, bob))) == 1


@pytest.mark.parametrize(
    "wanted",
    [
        {"game": "poker"},
        {"game": "durak", "seats": 40},
        {"game": "durak", "seats": 1},
        {"game": "durak", "seats": 2, "options": {"mode": "team"}},
        {"game": "durak", "level": "divine"},
        {"game": "durak", "bots_after": -1},
        {"game": "durak", "wish": 1},
    ],
)
def test_wishes_that_nobody_can_have_are_refused(server: Server, wanted: dict[str, Any]) -> None:
    ann = server.person("Ann")
    assert ann.ask("POST", "/api/match", wanted)[0] in (400, 404)
    assert look(ann)["state"] == "none"
    assert server.call("POST", "/api/match", {"game": "durak"})[0] == 401


def test_a_rematch_begins_when_the_last_one_has_come(server: Server) -> None:
    """Same seats, or rotated; whoever played sees it among his news and needs one tap."""
    for rotate in (False, True):
        ann, bob = server.person(name("Ann")), server.person(name("Bob"))
        table = ann.make("flights", seats=2, password="secret")
        bob.sit(table, password="secret")
        ann.do("POST", f"/api/tables/{table}/ready", {"ready": True})
        ann.do("POST", f"/api/tables/{table}/start")
        with ann.at(table) as one, bob.at(table) as two:
            together(lambda: one.play(random.Random(3)), lambda: two.play(random.Random(4)))
        following = ann.do("POST", f"/api/tables/{table}/rematch", {"rotate": rotate})["table"]
        assert following["seats"][int(rotate)]["user"] == ann.user
        [invitation] = bob.do("GET", "/api/session/news")["invitations"]
        assert invitation["rematch"]
        assert invitation["table"]["id"] == following["id"]
        came = bob.do("POST", f"/api/invitations/{invitation['id']}", {"accept": True})["table"]
        assert came["seats"][1 - int(rotate)]["user"] == bob.user
        assert bob.do("GET", "/api/session/news")["invitations"] == []
        with ann.at(following["id"]) as chair:
            for person in (ann, bob):
                person.do("POST", f"/api/tables/{following['id']}/ready", {"ready": True})
            begins(chair)


def begins(chair: Chair) -> None:
    chair.wait("update", that=lambda update: update["view"] is not None)
