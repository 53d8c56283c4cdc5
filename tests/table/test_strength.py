"""Tables whose bots are as strong as the person who asks for them."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest

from koloda.bots.auto import Played, Standing, after
from koloda.table.results import against_bots
from table.serving import Server, until


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(f"sqlite:///{tmp_path_factory.mktemp('server')}/koloda.db") as server:
        yield server


def test_the_level_of_the_next_game_follows_from_the_results(server: Server) -> None:
    ann, bob = server.person("Ann"), server.person("Bob")
    expected = Standing()
    for number in range(1, 4):
        table = ann.quick("durak", seats=2, level="auto")
        with ann.at(table) as chair:
            room = server.koloda.tables.live[table].room
            assert room.seats[1].level == expected.level
            assert (
                room.names[1]
                == {"easy": "Hare (bot)", "normal": "Fox (bot)", "hard": "Wolf (bot)"}[expected.level]
            )
            chair.play(random.Random(number))
            until(lambda: len(ann.do("GET", f"/api/users/{ann.user}/games")["games"]) == number)  # noqa: B023
        won = ann.do("GET", f"/api/users/{ann.user}/games")["games"][0]["won"]
        assert room.match is not None
        expected = after(expected, Played(expected.level, won, len(room.match.winners), 2))
    for person, game in ((bob, "durak"), (ann, "yassa")):  # nothing is known of them
        table = person.quick(game, seats=2, level="auto")
        with person.at(table):
            assert server.koloda.tables.live[table].room.seats[1].level == "normal"


def result(**other: Any) -> str:
    names = ["Ann", "Wolf (bot)", "Wolf 2 (bot)"]
    return json.dumps({"names": names, "scores": [1, 0, 0], "won": True, "deals": 1, "won_by": 1, **other})


def test_matches_against_bots_of_one_level_count() -> None:
    assert list(against_bots(0, result())) == [Played("hard", True, 1, 3)]
    for other in (
        {"names": ["Ann", "Bob", "Wolf (bot)"]},
        {"names": ["Ann", "Hare (bot)", "Wolf (bot)"]},
        {"names": ["Ann", "Deep Mole (bot)", "Deep Mole (bot)"]},
        {"names": ["Ann"]},
        {"hardly_played": True},
    ):
        assert list(against_bots(0, result(**other))) == []
    old = json.loads(result())
    del old["won_by"]  # of matches from before it was noted
    assert list(against_bots(0, json.dumps(old))) == []
