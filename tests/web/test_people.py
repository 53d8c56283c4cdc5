"""People at one table in a real Chromium: nobody is told what he must notice, and who is first is first."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from typing import Any

import pytest

from koloda.core.options import Value
from koloda.games import game as game_by_id
from koloda.table.room import Stage
from table.serving import Person, Server
from web.test_browser import played_in_a_browser

HANDS = "B: R1 Y2 Y3; C: B1 B2 B3; top R2; turn A"


@pytest.fixture
def server(tmp_path: Any) -> Iterator[Server]:
    with Server(f"sqlite:///{tmp_path}/koloda.db") as server:
        yield server


def arranged(server: Server, people: list[Person], game: str, text: str, options: dict[str, Value]) -> str:
    """A table of these people in this position, without clocks."""
    table = people[0].make(game, seats=len(people), options=options, clock={"reaction": 60})
    for person in people[1:]:
        person.sit(table)
    people[0].do("POST", f"/api/tables/{table}/start", {})
    room = server.koloda.tables.live[table].room
    rules = game_by_id(game)
    state = rules.position(text, rules.resolve(len(people), room.made.options))
    state.watch()
    room.state = state
    room.seen = [[] for _ in range(len(people) + 1)]
    room.stages = [Stage(room.asked_at, state, 0)]
    return table


def told(server: Server, people: list[Person], tables: dict[str, str]) -> dict[str, str]:
    """The environment of a story that begins at these tables."""
    known = {"url": server.base, "people": [{"token": person.token} for person in people], "tables": tables}
    return {**os.environ, "ARRANGED": json.dumps(known)}


@pytest.mark.long
def test_no_screen_tells_that_a_person_forgot_the_shout(server: Server) -> None:
    people = [server.person(name) for name in ("Anna", "Petro", "Olha")]
    hands = {"said": "A: R5 R9", "forgotten": "A: R5 R9", "no_need": "A: R5 R9 G1"}
    tables = {name: arranged(server, people, "yassa", f"{hand}; {HANDS}", {}) for name, hand in hands.items()}
    played_in_a_browser("noticing", told(server, people, tables), "arranged.mjs")


@pytest.mark.long
def test_two_people_race_in_the_chieftain_phase(server: Server) -> None:
    people = [server.person(name) for name in ("Anna", "Petro", "Olha")]
    text = "0: TS J1; 1: D1 J1; 2: J1; pile J4@2; fp 1"
    real: dict[str, Value] = {"chief_time": "real", "silence_ms": 600_000, "response_ms": 600_000}
    tables = {
        "apart": arranged(server, people, "junquick", text, {**real, "tie_ms": 0}),
        "tie": arranged(server, people, "junquick", text, {**real, "tie_ms": 1000}),
    }
    played_in_a_browser("race", told(server, people, tables), "arranged.mjs")


@pytest.mark.long
def test_no_card_of_a_large_hand_hides_another(server: Server) -> None:
    people = [server.person(name) for name in ("Anna", "Petro")]
    hand = "R6 R7 R8 R9 RS RS RD RV Y1 YS Y2 Y3 G1 G2 G3 G4 WC W4"
    table = arranged(server, people, "yassa", f"A: {hand}; B: B1 B3 B4; top R2; turn A", {})
    played_in_a_browser("crowded", told(server, people[:1], {"crowded": table}), "arranged.mjs")


@pytest.mark.long
def test_no_badge_of_flights_lies_on_another(server: Server) -> None:
    people = [server.person(name) for name in ("Anna of the long name", "Petro of the long name")]
    rows = "P1 [R4 B2 R6 B5 Y5] R1 used 1 2 laid Y6 F3; P2 [R5 B3 R2 Y1] X4 used 1 4 laid DP F6"
    table = arranged(server, people, "flights", f"first P1; round 3; {rows}; table Y6 DP", {})
    played_in_a_browser("badges", told(server, people, {"badges": table}), "arranged.mjs")


@pytest.mark.long
def test_an_action_is_taken_back_and_a_card_is_chosen_before_its_turn(server: Server) -> None:
    people = [server.person(name) for name in ("Anna", "Petro")]
    options: dict[str, Value] = {"mode": "individual", "ask_add": "always"}
    clock = {"turn": 0, "bank": 0, "reaction": 0}
    table = people[0].make("durak", seats=2, options=options, clock=clock, casual=True)
    people[1].sit(table)
    people[0].do("POST", f"/api/tables/{table}/start", {})
    played_in_a_browser("takeback", told(server, people, {"takeback": table}), "arranged.mjs")


@pytest.mark.long
def test_two_people_play_by_correspondence() -> None:
    played_in_a_browser("post", os.environ)


@pytest.mark.long
def test_six_people_play_a_tournament_to_its_final_table() -> None:
    played_in_a_browser("tournament", os.environ)
