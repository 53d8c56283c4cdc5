"""What the dialogue for a new table is told: presets in people's words, and only the options that apply."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from koloda.games import all_games
from table.serving import Person, Server


@pytest.fixture(scope="module")
def ann(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Person]:
    with Server(f"sqlite:///{tmp_path_factory.mktemp('server')}/koloda.db") as server:
        yield server.person("Ann")


def possible(ann: Person, game: str, seats: int, **chosen: object) -> dict[str, list[Any]]:
    found = ann.do("POST", f"/api/games/{game}/options", {"seats": seats, "options": chosen})
    told: dict[str, list[Any]] = found["possible"]
    return told


def test_every_preset_opens_a_table_at_each_of_its_seat_counts(ann: Person) -> None:
    games = {game["id"]: game for game in ann.do("GET", "/api/games?lang=uk")["games"]}
    assert set(games) == {game.id for game in all_games()}
    for game in all_games():
        told = games[game.id]
        assert [way["id"] for way in told["ways"]] == told["presets"] == list(game.presets)
        for way in told["ways"]:
            assert way["name"] == game.preset_words["uk"][way["id"]].label
            assert way["seats"], way
            assert sorted(seat for side in way["sides"] for seat in side) == list(range(way["seats"][0]))
            for seats in way["seats"]:
                asked = {"seats": seats, "options": way["options"]}
                found = ann.do("POST", f"/api/games/{game.id}/options", asked)
                assert found["given"] == way["options"], way
            others = [seats for seats in game.seat_counts if seats not in way["seats"]]
            for seats in others:
                asked = {"game": game.id, "seats": seats, "options": way["options"]}
                assert ann.ask("POST", "/api/tables", asked)[0] == 400


def test_an_option_without_a_meaning_is_not_offered(ann: Person) -> None:
    usual, own = possible(ann, "yassa", 4), possible(ann, "yassa", 2, scoring="own_points")
    assert usual["target_points"]
    assert not usual["limit_points"]
    assert not usual["two_player_reverse"]
    assert not own["target_points"]
    assert own["limit_points"]
    assert own["two_player_reverse"] == ["plain", "skip"]
    assert not possible(ann, "flights", 2, match_mode="single")["max_games"]
    assert possible(ann, "flights", 2, match_mode="wins")["wins_target"]
    assert not possible(ann, "junquick", 3, chief_time="windows")["tie_ms"]


def test_of_few_numbers_those_are_named_that_go(ann: Person) -> None:
    assert possible(ann, "viceroy", 2)["virtuals"] == [0, 1, 2]
    assert possible(ann, "viceroy", 1)["virtuals"] == [1, 2, 3]
    assert possible(ann, "durak", 6)["suits"] == [1, 2, 3, 4]
    assert possible(ann, "durak", 6, suits=1)["hand_size"] == [1]
