"""Tournaments of people from outside: both styles to the final table, processes, restarts, hostile input."""

from __future__ import annotations

import random
import threading
from collections.abc import Iterator
from functools import partial
from typing import Any, Self

import pytest

from koloda.table.tournaments import service
from koloda.table.tournaments.service import ARRIVING
from table.processes import Server as Process
from table.serving import Person, Server, together, until
from table.test_account import PASSWORD, admin, name, pair, through

__all__ = ["pair"]
QUICK = {"turn": 60, "bank": 60}


@pytest.fixture
def server(sqlite_url: str) -> Iterator[Server]:
    with Server(sqlite_url) as server:
        yield server


def account(server: Server, text: str = "Maker") -> Person:
    person = server.person(name(text))
    login = f"m-{random.getrandbits(48):x}"
    answer = person.do("POST", "/api/account", {"login": login, "password": PASSWORD})
    return Person(server, person.user, answer["token"])


def make(maker: Person, **wanted: Any) -> str:
    body = {"name": "Friday cup", "game": "flights", "seats": 2, "starts_in": 5, **QUICK, **wanted}
    page = maker.do("POST", "/api/tournaments", body)
    return str(page["tournament"]["id"])


def page_of(person: Person, tournament: str) -> dict[str, Any]:
    found: dict[str, Any] = person.do("GET", f"/api/tournaments/{tournament}")
    return found


def join(person: Person, tournament: str, team: str = "") -> dict[str, Any]:
    found: dict[str, Any] = person.do("POST", f"/api/tournaments/{tournament}/join", {"team": team})
    return found


def status(person: Person, tournament: str) -> str:
    return str(page_of(person, tournament)["tournament"]["status"])


class Crowd:
    """People who play every game to which they are called, each in a thread of his own."""

    def __init__(self, people: list[Person], tournament: str, games: int = 1000) -> None:
        self.people, self.tournament, self.games = people, tournament, games
        self.errors: list[BaseException] = []
        self.tables: dict[str, list[str]] = {person.user: [] for person in people}
        self.ended = threading.Event()
        self.threads = [threading.Thread(target=self.play, args=(each,), daemon=True) for each in people]

    def __enter__(self) -> Self:
        for thread in self.threads:
            thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is not None:
            self.ended.set()
        for thread in self.threads:
            thread.join(120)
            assert not thread.is_alive()
        if self.errors and kind is None:
            raise self.errors[0]

    def play(self, person: Person) -> None:
        chance = random.Random(person.user)
        try:
            while not self.ended.is_set():
                page = page_of(person, self.tournament)
                if page["tournament"]["status"] in ("over", "cancelled"):
                    return
                table = page["me"]["table"]
                if table and table not in self.tables[person.user]:
                    if len(self.tables[person.user]) >= self.games:
                        return
                    self.tables[person.user].append(table)
                    self.play_at(person, table, chance)
                self.ended.wait(0.03)
        except BaseException as error:
            self.errors.append(error)

    def play_at(self, person: Person, table: str, chance: random.Random) -> None:
        with person.at(table) as chair:
            person.ask("POST", f"/api/tables/{table}/ready", {"ready": True})
            while not (chair.table and chair.table["status"] == "over"):
                if chair.update and chair.update["view"] is not None:
                    chair.play(chance)
                    return
                chair.take()


@pytest.fixture(autouse=True)
def no_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody needs a break here."""
    monkeypatch.setattr(service, "BREAK", 0)
    monkeypatch.setattr(service, "REMATCH", 0)
    monkeypatch.setattr(service, "EVERY", 0.05)


def test_six_people_play_a_swiss_tournament_to_its_final_table(server: Server) -> None:
    maker = account(server)
    cup = make(maker, rounds=3)
    people = [maker, *(server.person(f"P{number}") for number in range(5))]
    for person in people:
        assert join(person, cup)["me"]["state"] == "joined"
    assert page_of(people[1], cup)["tournament"]["people"] == 6
    server.ahead += 6_000
    with Crowd(people, cup) as crowd:
        pass
    page = page_of(maker, cup)
    assert (page["tournament"]["status"], page["tournament"]["round"]) == ("over", 3)
    assert page["me"]["state"] == "done"
    lines = page["lines"]
    assert sum(line["points"] for line in lines) == 9
    assert [line["games"] for line in lines] == [3] * 6
    assert [line["points"] for line in lines] == sorted((line["points"] for line in lines), reverse=True)
    assert lines[0]["place"] == 1
    assert len(page["games"]) == 9
    met = [tuple(sorted(game["sides"])) for game in page["games"]]
    assert len(set(met)) == 9  # nobody met anybody twice
    assert all(len(set(tables)) == 3 for tables in crowd.tables.values())
    ratings = [maker.do("GET", f"/api/users/{person.user}")["ratings"] for person in people]
    assert [each[0]["games"] for each in ratings] == [3] * 6
    listed = maker.do("GET", "/api/tournaments")["tournaments"]
    assert [(each["id"], each["status"]) for each in listed] == [(cup, "over")]


def test_six_people_of_two_processes_play_an_arena(
    pair: tuple[Server, Server], monkeypatch: pytest.MonkeyPatch
) -> None:
    # when the clock jumps to the end a game may just have been drawn: it is nobody's fault to be late for it
    monkeypatch.setattr(service, "ARRIVING", 10 * 60_000)
    maker = account(pair[0])
    cup = make(maker, style="arena", minutes=1, rated=False)
    people = [maker, *(pair[number % 2].person(name("P")) for number in range(5))]
    for person in people:
        join(person, cup)
    with Crowd(people, cup):
        until(lambda: len(page_of(maker, cup)["games"]) >= 4)
        # one goes away and comes back, one more comes in the middle
        gone = people[5]
        gone.do("POST", f"/api/tournaments/{cup}/withdraw", {})
        assert page_of(gone, cup)["me"]["state"] == "away"
        join(gone, cup)
        for each in pair:
            each.ahead += 60_000
    for each in pair:
        each.ahead = 0
    pages = [page_of(through(each, maker), cup) for each in pair]
    assert pages[0]["lines"] == pages[1]["lines"]
    page = pages[0]
    assert page["tournament"]["status"] == "over"
    tables = [game["table"] for game in page["games"]]
    assert len(tables) == len(set(tables))
    assert sum(line["points"] for line in page["lines"]) == len(tables)
    assert maker.do("GET", f"/api/users/{maker.user}")["ratings"] == []  # casual
    assert page["tournament"]["rated"] is False


def test_who_does_not_come_loses_and_is_away_after_the_second_time(server: Server) -> None:
    maker = account(server)
    cup = make(maker, rounds=3)
    people = [maker, *(server.person(f"P{number}") for number in range(3))]
    for person in people:
        join(person, cup)
    server.ahead += 6_000
    for number in (1, 2):
        until(lambda number=number: len(page_of(maker, cup)["games"]) == 2 * number)  # type: ignore[misc]
        table = page_of(maker, cup)["me"]["table"]
        maker.do("POST", f"/api/tables/{table}/ready", {"ready": True})
        server.ahead += ARRIVING
    until(lambda: status(maker, cup) == "over")
    page = page_of(maker, cup)
    assert sorted((line["points"], line["active"]) for line in page["lines"]) == [
        *[(0, False)] * 3,
        (2, True),
    ]
    assert sorted(sorted(game["places"]) for game in page["games"]) == [[0, 0], [0, 0], [0, 1], [0, 1]]


def test_a_restart_in_the_middle_loses_nothing(sqlite_url: str) -> None:
    with Server(sqlite_url) as server:
        maker = account(server)
        cup = make(maker, rounds=2)
        people = [maker, *(server.person(f"P{number}") for number in range(3))]
        for person in people:
            join(person, cup)
        server.ahead += 6_000
        with Crowd(people[:2], cup, games=0):
            until(lambda: len(page_of(maker, cup)["games"]) == 2)
        before = page_of(maker, cup)
    with Server(sqlite_url) as server:
        people = [through(server, person) for person in people]
        after = page_of(people[0], cup)
        assert sorted(game["table"] for game in after["games"]) == sorted(
            game["table"] for game in before["games"]
        )
        with Crowd(people, cup):
            pass
        page = page_of(people[0], cup)
        assert (page["tournament"]["status"], len(page["games"])) == ("over", 4)


def test_a_table_that_a_dying_process_did_not_make_is_made_by_the_next(server: Server) -> None:
    maker = account(server)
    cup = make(maker, rounds=1)
    bob = server.person("Bob")
    made = server.koloda.tournaments.create_table

    async def die(*_: object) -> None:
        raise RuntimeError("killed")

    server.koloda.tournaments.create_table = die  # type: ignore[method-assign, assignment]
    for person in (maker, bob):
        join(person, cup)
    server.ahead += 6_000
    until(lambda: bool(page_of(maker, cup)["games"]))
    page = page_of(maker, cup)
    table = page["games"][0]["table"]
    assert maker.ask("GET", f"/api/tables/{table}")[0] == 404
    assert (page["me"]["state"], page["me"]["table"]) == ("waiting", "")  # nobody is sent where nothing is
    server.koloda.tournaments.create_table = made  # type: ignore[method-assign]
    until(lambda: page_of(maker, cup)["me"]["state"] == "playing")
    assert page_of(maker, cup)["me"]["table"] == table
    seats = maker.do("GET", f"/api/tables/{table}")["table"]["seats"]
    assert {seat["user"] for seat in seats} == {maker.user, bob.user}


@pytest.mark.long
def test_a_killed_process_in_the_middle_loses_nothing(postgres_url: str) -> None:
    with Process(postgres_url) as one, Process(postgres_url) as two:
        first, second = at_process(one), at_process(two)
        maker = account(first)
        cup = make(maker, rounds=2)
        people = [maker, *((first, second)[number % 2].person(name("P")) for number in range(3))]
        for person in people:
            join(person, cup)
        until(lambda: len(page_of(maker, cup)["games"]) == 2)
        one.kill()
        people = [Person(second, person.user, person.token) for person in people]
        with Crowd(people, cup):
            pass
        page = page_of(people[0], cup)
        assert (page["tournament"]["status"], len(page["games"])) == ("over", 4)
        assert sum(line["points"] for line in page["lines"]) == 4


def at_process(process: Process) -> Server:
    """The same people for a server that is a process of its own."""
    server = Server("sqlite:///:memory:")
    server.base = f"http://127.0.0.1:{process.port}"
    return server


def test_teams_of_two_by_name_and_by_lot(server: Server) -> None:
    maker = account(server)
    # asked always: a question in secret takes its three seconds, and random play has a hundred of them
    options = {"mode": "team", "ask_add": "always"}
    cup = make(maker, game="durak", seats=4, options=options, rounds=1)
    people = [maker, *(server.person(f"P{number}") for number in range(3))]
    assert page_of(maker, cup)["tournament"]["team"] == 2
    join(people[0], cup, "Foxes")
    join(people[1], cup)
    join(people[2], cup, "Foxes")
    late = server.person("Late")
    status_, refused = late.ask("POST", f"/api/tournaments/{cup}/join", {"team": "Foxes"})
    assert (status_, refused["error"]["code"]) == (409, "team_full")
    join(people[3], cup)
    server.ahead += 6_000
    with Crowd(people, cup):
        pass
    page = page_of(maker, cup)
    assert page["tournament"]["status"] == "over"
    teams = {line["name"]: {member["id"] for member in line["members"]} for line in page["lines"]}
    assert teams == {
        "Foxes": {people[0].user, people[2].user},
        "": {people[1].user, people[3].user},
    }
    assert sorted(line["points"] for line in page["lines"]) in ([0, 1], [0.5, 0.5])


def test_groups_are_filled_with_bots_where_the_maker_lets_them(server: Server) -> None:
    maker = account(server)
    cup = make(maker, seats=3, fill="easy", rounds=1)
    people = [maker, *(server.person(f"P{number}") for number in range(3))]
    for person in people:
        join(person, cup)
    server.ahead += 6_000
    with Crowd(people, cup):
        pass
    page = page_of(maker, cup)
    assert [sorted(game["sides"])[0] for game in page["games"]] == [-1, -1]
    assert [line["games"] for line in page["lines"]] == [1, 1, 1, 1]
    assert all(0 <= line["points"] <= 1 for line in page["lines"])


def test_an_odd_field_has_a_bye_that_counts_as_a_win(server: Server) -> None:
    maker = account(server)
    cup = make(maker, rounds=1)
    people = [maker, *(server.person(f"P{number}") for number in range(2))]
    for person in people:
        join(person, cup)
    server.ahead += 6_000
    with Crowd(people, cup):
        pass
    page = page_of(maker, cup)
    assert sum(line["points"] for line in page["lines"]) == 2
    assert sorted(line["games"] for line in page["lines"]) == [0, 1, 1]


def test_blocked_and_banned_people_are_kept_out(pair: tuple[Server, Server]) -> None:
    server = pair[0]
    maker, bob, eve = account(server), server.person(name("Bob")), server.person(name("Eve"))
    cup = make(maker, rounds=1)
    maker.do("POST", "/api/blocks", {"user": bob.user, "kind": "block"})
    status_, refused = bob.ask("POST", f"/api/tournaments/{cup}/join", {})
    assert (status_, refused["error"]["code"]) == (403, "blocked")
    for person in (maker, eve):
        join(person, cup)
    admin(server, "POST", f"users/{eve.user}/ban", {"minutes": 60, "reason": "test"})
    for each in pair:
        each.ahead += 6_000
    until(lambda: status(maker, cup) == "cancelled")
    for each in pair:
        each.ahead = 0
    assert page_of(maker, cup)["tournament"]["why"] == "few"


def test_what_a_banned_person_wanted_to_begin_does_not_begin(pair: tuple[Server, Server]) -> None:
    """Nor does its name, which may be the reason for the ban, stand in the list of what is to come."""
    server = pair[0]
    maker, bob = account(server), account(pair[1])
    cup = make(maker, starts_in=86_400)
    join(bob, cup)
    admin(server, "POST", f"users/{maker.user}/ban", {"minutes": 60, "reason": "test"})
    until(lambda: status(bob, cup) == "cancelled")


def test_only_the_maker_cancels(server: Server) -> None:
    maker, bob = account(server), server.person("Bob")
    cup = make(maker)
    join(bob, cup)
    assert bob.ask("POST", f"/api/tournaments/{cup}/cancel", {})[0] == 403
    assert maker.do("POST", f"/api/tournaments/{cup}/cancel", {})["tournament"]["status"] == "cancelled"
    assert server.person("Eve").ask("POST", f"/api/tournaments/{cup}/join", {})[0] == 409


def test_strangers_do_not_sit_down_at_the_tables_of_a_tournament(server: Server) -> None:
    maker, bob, eve = account(server), server.person("Bob"), server.person("Eve")
    cup = make(maker, rounds=1)
    for person in (maker, bob):
        join(person, cup)
    server.ahead += 6_000
    until(lambda: page_of(maker, cup)["me"]["state"] == "playing")
    table = page_of(maker, cup)["me"]["table"]
    bob.do("POST", f"/api/tables/{table}/leave", {})
    status_, refused = eve.ask("POST", f"/api/tables/{table}/join", {})
    assert (status_, refused["error"]["code"]) in ((403, "tournament_table"), (409, "closed"))
    assert maker.ask("POST", f"/api/tables/{table}/kick", {"seat": 0})[0] == 403
    # who leaves before the start has lost, once the other one is there
    maker.do("POST", f"/api/tables/{table}/ready", {"ready": True})
    until(lambda: status(maker, cup) == "over")
    [winner] = [line for line in page_of(maker, cup)["lines"] if line["place"] == 1]
    assert (winner["members"][0]["id"], winner["points"]) == (maker.user, 1)


def test_a_game_that_both_have_left_is_over_after_a_while(server: Server) -> None:
    maker, bob = account(server), server.person("Bob")
    cup = make(maker, rounds=1)
    for person in (maker, bob):
        join(person, cup)
    server.ahead += 6_000
    until(lambda: page_of(maker, cup)["me"]["state"] == "playing")
    table = page_of(maker, cup)["me"]["table"]
    with maker.at(table) as one, bob.at(table):
        for person in (maker, bob):
            person.do("POST", f"/api/tables/{table}/ready", {"ready": True})
        one.wait("update", that=lambda update: update["view"] is not None)
    room = server.koloda.tables.live[table].room
    until(lambda: not any(seat.link for seat in room.seats))  # the server has noticed
    server.ahead += service.ABANDONED + 5_000
    until(lambda: status(maker, cup) == "over")
    assert sum(line["points"] for line in page_of(maker, cup)["lines"]) == 1


@pytest.mark.parametrize(
    "wanted",
    [
        {"game": "poker"},
        {"seats": 40},
        {"seats": 1},
        {"style": "knockout"},
        {"name": ""},
        {"name": "\u202e"},
        {"name": "x" * 61},
        {"rounds": 0},
        {"rounds": 99},
        {"minutes": 100_000},
        {"starts_in": -1},
        {"starts_in": 10**12},
        {"fill": "divine"},
        {"options": {"mode": "team"}},
        {"options": {"nothing": 1}},
        {"most": 10**6},
        {"turn": 0},
        {"wish": 1},
    ],
)
def test_wishes_that_nobody_can_have_are_refused(server: Server, wanted: dict[str, Any]) -> None:
    maker = account(server)
    body = {"name": "Cup", "game": "flights", **wanted}
    assert maker.ask("POST", "/api/tournaments", body)[0] in (400, 404)
    assert maker.do("GET", "/api/tournaments")["tournaments"] == []


def test_strangers_cannot_fill_the_server(server: Server) -> None:
    guest, maker = server.person("Guest"), account(server)
    body = {"name": "Cup", "game": "flights"}
    assert guest.ask("POST", "/api/tournaments", body)[0] == 403
    assert server.call("POST", "/api/tournaments", body)[0] == 401
    cups = [make(maker, starts_in=3600) for _ in range(service.MINE)]
    status_, refused = maker.ask("POST", "/api/tournaments", body)
    assert (status_, refused["error"]["code"]) == (409, "tournaments_mine")
    maker.do("POST", f"/api/tournaments/{cups[0]}/cancel", {})
    small = make(maker, starts_in=3600, most=2, accounts=False)
    for person in (maker, guest):
        join(person, small)
    join(guest, small)  # again is nothing
    status_, refused = server.person("Late").ask("POST", f"/api/tournaments/{small}/join", {})
    assert (status_, refused["error"]["code"]) == (409, "tournament_full")
    for path in ("x", "nothing-there", "%00", "..%2f..", "a" * 100):
        assert maker.ask("GET", f"/api/tournaments/{path}")[0] in (400, 404)
    assert maker.ask("POST", f"/api/tournaments/{small}/join", {"team": "x" * 1000})[0] == 400


def test_limits_hold_for_who_asks_everywhere_at_once(pair: tuple[Server, Server]) -> None:
    maker, eager = account(pair[0]), account(pair[0], "Eager")
    at_both = [Person(each, maker.user, maker.token) for each in pair] * 4
    body = {"name": name("Race"), "game": "flights", "starts_in": 3600}
    answers = together(*(partial(each.ask, "POST", "/api/tournaments", body) for each in at_both))
    made = [answer["tournament"]["id"] for status_, answer in answers if status_ == 201]
    assert len(made) <= service.MINE
    assert {answer["error"]["code"] for status_, answer in answers if status_ != 201} == {"tournaments_mine"}
    found = maker.do("GET", "/api/tournaments")["tournaments"]
    assert {each["id"] for each in found if each["name"] == body["name"]} == set(made)

    cups = [make(account(pair[1]), starts_in=3600) for _ in range(service.JOINED + 3)]
    both = [Person(each, eager.user, eager.token) for each in pair] * len(cups)
    answers = together(
        *(
            partial(person.ask, "POST", f"/api/tournaments/{cup}/join", {})
            for person, cup in zip(both, cups, strict=False)
        )
    )
    assert sum(status_ == 200 for status_, _ in answers) <= service.JOINED
    states = [page_of(eager, cup)["me"]["state"] for cup in cups]
    assert states.count("joined") <= service.JOINED


def test_old_tournaments_are_forgotten(server: Server) -> None:
    import asyncio

    maker = account(server)
    cup = make(maker)
    maker.do("POST", f"/api/tournaments/{cup}/cancel", {})
    server.ahead += service.KEPT + 1000
    loop = server.server.servers[0].get_loop()
    asyncio.run_coroutine_threadsafe(server.koloda.tournaments.forget(), loop).result(30)
    server.koloda.tournaments.live.clear()
    assert maker.ask("GET", f"/api/tournaments/{cup}")[0] == 404
    assert maker.do("GET", "/api/tournaments")["tournaments"] == []
