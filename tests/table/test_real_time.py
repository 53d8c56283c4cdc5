"""Reactions in real time: whoever is first, with people and with bots."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from koloda.games.junquick import GAME as JUNQUICK
from koloda.table.room import Stage
from table.serving import Person, Server, together, until


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(f"sqlite:///{tmp_path_factory.mktemp('server')}/koloda.db") as server:
        yield server


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("yassa", {"reaction_mode": "realtime", "target_points": 1}),
        (
            "yassa",
            {"reaction_mode": "realtime", "mistake_penalty": "on", "target_points": 1, "max_steps": 60},
        ),
        (
            "yassa",
            {
                "reaction_mode": "realtime",
                "intervention": "any_identical",
                "target_points": 1,
                "max_steps": 60,
            },
        ),
        ("junquick", {"chief_time": "real", "tie_ms": 0}),
    ],
)
def test_whole_matches_in_real_time(server: Server, game: str, options: dict[str, Any]) -> None:
    ann, bob = server.person("Ann"), server.person("Bob")
    seats = JUNQUICK.default_seats
    bots = [{"seat": seat, "level": "normal"} for seat in range(2, seats)]
    table = ann.make(game, seats=seats, options=options, bots=bots, clock={"turn": 60})
    bob.sit(table, seat=1)
    ann.do("POST", f"/api/tables/{table}/start", {})
    with ann.at(table) as one, bob.at(table) as other:
        ends = together(lambda: one.play(random.Random(1)), lambda: other.play(random.Random(2)))
    assert ends[0]["over"] == ends[1]["over"]


def arranged(server: Server, people: list[Person], text: str, **options: Any) -> str:
    """A table of JunQuick in real time in this position."""
    settings = {"chief_time": "real", **options}
    table = people[0].make("junquick", seats=len(people), options=settings, clock={"turn": 60})
    for person in people[1:]:
        person.sit(table)
    people[0].do("POST", f"/api/tables/{table}/start", {})
    place(server, table, text, settings)
    return table


def place(server: Server, table: str, text: str, settings: dict[str, Any]) -> None:
    room = server.koloda.tables.live[table].room
    state = JUNQUICK.position(text, settings)
    state.watch()
    room.state = state
    room.seen = [[] for _ in range(len(room.seats) + 1)]
    room.stages = [Stage(room.asked_at, state, 0)]


def test_of_two_cards_at_the_same_moment_the_one_with_priority_counts(server: Server) -> None:
    people = [server.person(name) for name in ("Ann", "Bob", "Eve")]
    text = "0: TS J1; 1: D1 J1; 2: J1; pile J4@2; fp 1"
    table = arranged(server, people, text, tie_ms=1000)
    with people[0].at(table) as one, people[1].at(table) as other:
        first, second = together(lambda: one.act("inf TS"), lambda: other.act("inf D1"))
    assert first["code"] == "late"
    assert second["t"] == "ok"


@pytest.mark.parametrize("own", ["one", "two"])
def test_the_same_where_people_are_connected_to_two_processes(own: str, postgres_url: str) -> None:
    text = "0: TS J1; 1: D1 J1; 2: J1; pile J4@2; fp 1"
    with Server(postgres_url) as one, Server(postgres_url) as two:
        people = [one.person(name) for name in ("Ann", "Bob", "Eve")]
        table = arranged(one, people, text, tie_ms=2000)
        there = Person(two, people[1].user, people[1].token)
        with people[0].at(table) as ann, (people[1] if own == "one" else there).at(table) as bob:
            bob.wait("update")
            if own == "two":
                place(two, table, text, {"chief_time": "real", "tie_ms": 2000})
            live = one.koloda.tables.live[table]

            def later() -> Any:
                until(lambda: bool(live.room.claims))  # Ann was faster
                return bob.act("inf D1")

            first, second = together(lambda: ann.act("inf TS"), later)
    assert first["code"] == "late"
    assert second["t"] == "ok"


def test_nobody_covers_a_card_that_he_has_not_seen(server: Server) -> None:
    people = [server.person(name) for name in ("Ann", "Bob", "Eve")]
    table = arranged(server, people, "0: TS J1; 1: D1 J1; 2: J1; pile J4@2; fp 1", tie_ms=0)
    with people[0].at(table) as one, people[1].at(table) as other:
        seen = other.seen
        assert one.act("inf TS")["t"] == "ok"
        assert other.answer(other.send("act", a="inf D1", v=seen))["code"] == "late"


def test_silence_ends_the_round_by_its_own_clock(server: Server) -> None:
    people = [server.person(name) for name in ("Ann", "Bob", "Eve")]
    table = arranged(server, people, "0: TS J1; 1: J1; 2: J1; pile J4@2; fp 1", silence_ms=5000)
    with people[0].at(table) as one:
        assert one.wait("update")["clock"]["window"] <= 5000
        server.pass_time(4_000)
        assert one.update["view"]["phase"] == "chief"
        server.pass_time(2_000)
        one.wait("update", that=lambda update: update["view"]["phase"] != "chief")
