"""Whole matches of every game over WebSocket, with bots and with several people."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from koloda.games import ids
from table.serving import Server, together

SHORT: dict[str, dict[str, Any]] = {
    **{name: {} for name in ids()},
    "yassa": {"target_points": 1},
    "flights": {"match_mode": "single"},
}
games = pytest.mark.parametrize("game", SHORT)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    path: Path = tmp_path_factory.mktemp("server") / "koloda.db"
    with Server(f"sqlite:///{path}") as server:
        yield server


@games
def test_one_person_plays_a_whole_match_with_bots(server: Server, game: str) -> None:
    ann = server.person()
    with ann.at(ann.quick(game, options=SHORT[game], level="easy")) as chair:
        over = chair.play(random.Random(1))["over"]
    assert over["match_over"]
    assert len(over["scores"]) == len(over["totals"]) == len(chair.table["seats"])
    assert not over["secret"], "alone with bots nothing is proved, and nothing claimed"


@games
def test_two_people_and_bots_play_a_whole_match(server: Server, game: str) -> None:
    ann, bob = server.person("Ann"), server.person("Bob")
    clock = {"turn": 60, "bank": 0, "reaction": 0}
    table = ann.make(game, options=SHORT[game], clock=clock)
    bob.sit(table)
    for seat in ann.do("GET", f"/api/tables/{table}")["table"]["seats"]:
        if seat["kind"] == "empty":
            ann.do("POST", f"/api/tables/{table}/bot", {"seat": seat["seat"], "level": "easy"})
    ann.do("POST", f"/api/tables/{table}/start", {})
    with ann.at(table) as one, bob.at(table) as other:
        ends = together(lambda: one.play(random.Random(1)), lambda: other.play(random.Random(2)))
    assert ends[0]["over"] == ends[1]["over"]
    assert ends[0]["view"]["seat"] == 0
    assert ends[1]["view"]["seat"] == 1
