"""Who leaves a rated match has lost it, and the others have won; so has who lets the clock decide for him."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator
from typing import Any

import pytest

from koloda.table import rows
from koloda.table.results import ranking
from koloda.table.room import Room
from table.serving import PATIENCE, Person, Server, until
from table.test_table import asked_first, duel


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(f"sqlite:///{tmp_path_factory.mktemp('server')}/koloda.db") as server:
        yield server


@pytest.fixture
def people(server: Server) -> list[Person]:
    return [server.person("Ann"), server.person("Bob")]


def wins(person: Person) -> tuple[int, int] | None:
    """Matches and wins in the ratings."""
    found = person.do("GET", f"/api/users/{person.user}")["ratings"]
    return (found[0]["games"], found[0]["wins"]) if found else None


def won(person: Person) -> list[bool]:
    return [game["won"] for game in person.do("GET", f"/api/users/{person.user}/games")["games"]]


def counted(*people: Person) -> list[tuple[int, int] | None]:
    until(lambda: all(wins(person) is not None for person in people))
    return [wins(person) for person in people]


@pytest.mark.parametrize("seed", range(3))
def test_who_leaves_has_lost_whatever_the_bot_does_for_him(people: list[Person], seed: int) -> None:
    ann, bob = people
    table = duel(ann, bob)
    with ann.at(table) as one, bob.at(table) as other:
        asked_first(one, other)
        ann.do("POST", f"/api/tables/{table}/leave", {})
        other.play(random.Random(seed))
    assert counted(ann, bob) == [(1, 0), (1, 1)]
    assert (won(ann), won(bob)) == ([False], [True])
    assert [person.do("GET", f"/api/users/{person.user}/games")["games"][0]["left"] for person in people] == [
        [0],
        [0],
    ]


def test_who_comes_back_has_not_left(server: Server, people: list[Person]) -> None:
    ann, bob = people
    table = duel(ann, bob)
    ann.do("POST", f"/api/tables/{table}/leave", {})
    with ann.at(table), bob.at(table):
        room = server.koloda.tables.live[table].room
        until(lambda: not room.seats[0].taken_over)
        assert room.deserters == []


def test_the_last_one_need_not_play_on_against_bots(people: list[Person]) -> None:
    ann, bob = people
    table = duel(ann, bob)
    ann.do("POST", f"/api/tables/{table}/leave", {})
    assert bob.do("POST", f"/api/tables/{table}/leave", {})["table"]["status"] == "over"
    assert counted(ann, bob) == [(1, 0), (1, 1)]


def test_ratings_are_not_to_be_had_by_leaving_again_and_again(people: list[Person]) -> None:
    ann, bob = people
    for _ in range(3):
        table = duel(ann, bob)
        ann.do("POST", f"/api/tables/{table}/leave", {})
        assert bob.do("POST", f"/api/tables/{table}/leave", {})["table"]["status"] == "over"
    until(lambda: won(bob) == [True] * 3)
    assert counted(ann, bob) == [(1, 0), (1, 1)], "of matches that were hardly played one a day counts"
    table = duel(ann, bob)
    with ann.at(table) as one, bob.at(table) as other:
        asked_first(one, other)
        ann.do("POST", f"/api/tables/{table}/leave", {})
        other.play(random.Random(1))
    until(lambda: wins(bob) == (2, 2))


def test_who_misses_three_turns_and_stays_away_has_lost(server: Server, people: list[Person]) -> None:
    table = duel(people[0], people[1])
    with people[0].at(table) as one, people[1].at(table) as other:
        mover, waiter = asked_first(one, other)
        assert mover.person is not None
        assert waiter.person is not None
        room = server.koloda.tables.live[table].room
        silent, acting = (
            room.seats[room.seat_of(mover.person.user) or 0],
            room.seat_of(waiter.person.user) or 0,
        )
        while not silent.taken_over:
            assert room.state is not None
            if room.state.pending >> acting & 1:
                while not waiter.update["owed"]:
                    waiter.wait("update")
                waiter.act(waiter.update["legal"][0]["a"])
                waiter.wait("update")
            else:
                server.pass_time(120_000)
        waiter.play(random.Random(2))
    assert counted(mover.person, waiter.person) == [(1, 0), (1, 1)]


def test_a_game_with_bots_is_not_rated_and_may_be_left(people: list[Person]) -> None:
    ann = people[0]
    table = ann.quick("durak", level="easy")
    info = ann.do("POST", f"/api/tables/{table}/leave", {})["table"]
    assert info["status"] == "playing"


def test_a_match_that_was_left_and_forgotten_ends_after_a_day(server: Server, people: list[Person]) -> None:
    """Else the first to leave would lose nothing when the other just closes his browser."""
    ann, bob = people
    table = duel(ann, bob)
    forgotten = duel(ann, bob)
    with bob.at(table) as chair:
        chair.wait("update")
        ann.do("POST", f"/api/tables/{table}/leave", {})

    def swept(after: int) -> int:
        work = server.koloda.results.close_abandoned(server.koloda.tables.now() + after)
        loop = server.server.servers[0].get_loop()
        return asyncio.run_coroutine_threadsafe(work, loop).result(PATIENCE)

    assert swept(-60_000) == 0
    assert swept(1) == 1
    assert counted(ann, bob) == [(1, 0), (1, 1)]
    assert bob.do("GET", f"/api/tables/{table}")["table"]["status"] == "over"
    assert bob.do("GET", f"/api/tables/{forgotten}")["table"]["status"] == "playing", "nobody has left it"


def test_who_is_deleted_meanwhile_is_not_written_down_again(people: list[Person]) -> None:
    ann, bob = people
    table = duel(ann, bob)
    ann.do("POST", f"/api/tables/{table}/leave", {})
    assert ann.ask("POST", "/api/account/delete", {})[0] == 204
    with bob.at(table) as chair:
        chair.play(random.Random(1))
    until(lambda: won(bob) == [True])
    assert wins(bob) is None
    assert bob.ask("GET", f"/api/users/{ann.user}/games")[0] == 404


def match(game: str, seats: int, options: dict[str, Any]) -> Room:
    room = Room("a table of a test")
    room.fold(rows.Made(1000, game, seats, options, "00" * 32, "u0", turn=0, bank=0, reaction=0))
    for seat in range(seats):
        room.fold(rows.Sat(1000, seat, f"u{seat}", f"P{seat}"))
    room.fold(rows.Dealt(1000))
    return room


def test_the_partner_of_who_leaves_has_not_left() -> None:
    """Teams of two: three stay, and have won; one has lost."""
    room = match("durak", 4, {})
    room.fold(rows.TakenOver(2000, 2))
    teams, places = ranking(room)
    assert teams == [["u0"], ["u1"], ["u2"], ["u3"]]
    assert places == [1.0, 1.0, 2.0, 1.0]


def test_of_all_who_left_the_last_one_stayed_longest() -> None:
    room = match("yassa", 3, {})
    for at, seat in ((2000, 1), (3000, 0), (4000, 2)):
        room.fold(rows.TakenOver(at, seat))
    assert room.deserters == [0, 1]
    room.fold(rows.Returned(5000, 0))
    assert room.deserters == [1, 2]


def test_of_two_who_leave_in_one_millisecond_the_later_one_has_stayed() -> None:
    for first, second in ((0, 1), (1, 0)):
        room = match("yassa", 2, {})
        room.fold(rows.TakenOver(2000, first))
        room.fold(rows.TakenOver(2000, second))
        assert room.deserters == [first]
