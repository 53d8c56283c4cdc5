"""How somebody has fared: by role, by opening, and without luck as far as analyses know it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from koloda.games import game as game_by_id
from koloda.games import ids
from koloda.table.analysis import ahead
from koloda.table.leaderboards import counted
from table.serving import Person, Server, together, until
from table.test_table import PAIR, SLOW


@pytest.fixture
def server(tmp_path: Any) -> Iterator[Server]:
    with Server(f"sqlite:///{tmp_path}/koloda.db") as server:
        yield server


def statistics(person: Person, lang: str = "en") -> Any:
    return person.do("GET", f"/api/users/{person.user}/statistics?lang={lang}")


def played(server: Server, game: str, options: dict[str, Any]) -> tuple[str, Person, Person]:
    ann, bob = server.person("Ann"), server.person("Bob")
    table = ann.make(game, seats=2, options=options, clock=SLOW)
    bob.sit(table)
    ann.do("POST", f"/api/tables/{table}/start", {})
    with ann.at(table) as one, bob.at(table) as two:
        together(lambda: one.play(random.Random(3)), lambda: two.play(random.Random(4)))
    until(lambda: bool(statistics(ann)["lines"]) and bool(statistics(bob)["lines"]))
    return table, ann, bob


def test_who_is_asked_first_has_a_role_and_an_opening(server: Server) -> None:
    table, *people = played(server, "durak", {**PAIR, "match_games": 2})
    record = people[0].do("GET", f"/api/tables/{table}/record?deal=1")
    first, action = record["actions"][0][:2]
    found = [statistics(person) for person in people]
    for seat, each in enumerate(found):
        roles = {line["role"]: (line["deals"], line["won"]) for line in each["roles"]}
        assert sum(deals for deals, _ in roles.values()) == 2
        assert ("first" in roles) or seat != first
        assert 1 <= sum(line["deals"] for line in each["openings"]) <= 2
    game = game_by_id("durak")
    texts = [line["text"] for line in found[first]["openings"]]
    assert game.opening(game.action(action), "en") in texts
    assert not any(text[-1] in "♠♥♣♦" for text in texts)
    assert statistics(people[first], "uk")["openings"][0]["text"] != found[first]["openings"][0]["text"]


def test_where_all_begin_at_once_nobody_is_first(server: Server) -> None:
    _, ann, _ = played(server, "flights", {"match_mode": "single"})
    found = statistics(ann)
    assert found["roles"] == []
    [opening] = found["openings"]
    assert opening["text"].startswith("Flight ")


def test_an_analysis_says_what_a_result_was_without_luck(server: Server) -> None:
    table, ann, bob = played(server, "durak", PAIR)
    assert statistics(ann)["analysed"] == []
    path = f"/api/tables/{table}/analysis"
    until(lambda: ann.ask("GET", path)[0] == 200)
    moves = ann.do("GET", path)["moves"]
    until(lambda: bool(statistics(bob)["analysed"]))
    [one], [two] = statistics(ann)["analysed"], statistics(bob)["analysed"]
    assert (one["deals"], one["error"], one["result"]) == (1, 0.0, -two["result"])
    assert one["decisions"] == sum(move["seat"] == 0 for move in moves)
    assert one["lost"] == pytest.approx(sum(move["loss"] for move in moves if move["seat"] == 0), abs=0.01)
    assert one["better"] == pytest.approx(two["lost"] - one["lost"], abs=0.001)
    assert bob.do("GET", "/api/account")["statistics"]["analysed"] == [two]
    # it is counted once, and goes with the person
    ann.do("GET", path)
    assert statistics(ann)["analysed"] == [one]


def test_what_partners_give_away_is_shared() -> None:
    assert ahead([1.0, 0.0, 0.5, 0.25], [[0, 2], [1, 3]]) == [-1.25, 1.25, -1.25, 1.25]
    assert ahead([0.5], [[0]]) == [-0.5]


def test_results_of_before_and_of_games_that_are_gone_are_counted_as_far_as_they_go() -> None:
    old = '{"names": ["Ann", "Bob"], "scores": [1, 0], "won": true, "deals": 1}'
    gone = '{"names": ["Ann", "Bob"], "won": false, "began": [[true, "fly", false]], "team": true}'
    found = counted([("durak", old), ("gone", gone)], [], "en")
    assert [(line.game, line.played, line.won) for line in found.lines] == [("durak", 1, 1), ("gone", 1, 0)]
    assert [(line.role, line.deals) for line in found.roles] == [("first", 1), ("team", 1)]
    assert found.openings == []


@pytest.mark.parametrize("name", ids())
def test_openings_have_words_in_every_language(name: str) -> None:
    game = game_by_id(name)
    state = game.deal(None, 5)
    seat = next(seat for seat in range(state.seats) if state.pending >> seat & 1)
    for lang in ("en", "uk", "ru", "pl"):
        assert all(game.opening(action, lang).strip() for action in state.legal(seat))
