"""Before a match and after it: the host's rights, rematches, proofs, replays, history, analyses."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from koloda.cli import main
from koloda.core.record import check_record
from koloda.games import game as game_by_id
from table.serving import Person, Server, together, until
from table.test_table import PAIR, SLOW, duel


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(f"sqlite:///{tmp_path_factory.mktemp('server')}/koloda.db") as server:
        yield server


@pytest.fixture
def ann(server: Server) -> Person:
    return server.person("Ann")


@pytest.fixture
def bob(server: Server) -> Person:
    return server.person("Bob")


def test_only_the_host_decides_who_plays_and_when(ann: Person, bob: Person, server: Server) -> None:
    table = ann.make("durak", seats=3, options=PAIR, clock=SLOW)
    at = f"/api/tables/{table}"
    bob.sit(table)
    eve = server.person("Eve")
    assert bob.ask("POST", at + "/bot", {"seat": 2, "level": "easy"})[0] == 403
    assert bob.ask("POST", at + "/kick", {"seat": 0})[0] == 403
    assert bob.ask("POST", at + "/start", {})[0] == 403
    assert ann.ask("POST", at + "/start", {})[1]["error"]["code"] == "empty_seats"
    eve.do("POST", at + "/join", {"seat": 2})
    assert ann.ask("POST", at + "/start", {})[1]["error"]["code"] == "not_ready"
    assert server.person().ask("POST", at + "/join", {})[1]["error"]["code"] == "full"
    ann.do("POST", at + "/kick", {"seat": 2})
    assert eve.ask("POST", at + "/ready", {})[0] == 403
    ann.do("POST", at + "/bot", {"seat": 2, "level": "hard"})
    started = ann.do("POST", at + "/start", {})["table"]
    assert started["status"] == "playing"
    assert eve.ask("POST", at + "/join", {})[1]["error"]["code"] == "started"
    assert ann.ask("POST", at + "/kick", {"seat": 1})[1]["error"]["code"] == "started"


def test_the_host_hands_over_when_leaving_and_the_last_one_closes_the_table(ann: Person, bob: Person) -> None:
    table = ann.make("durak", seats=3, options=PAIR)
    bob.sit(table)
    left = ann.do("POST", f"/api/tables/{table}/leave", {})["table"]
    assert (left["host"], left["seats"][0]["kind"]) == (bob.user, "empty")
    assert bob.do("POST", f"/api/tables/{table}/leave", {})["table"]["status"] == "over"


def test_whoever_sits_down_sees_the_table_from_there(ann: Person, bob: Person) -> None:
    table = ann.make("durak", seats=2, options=PAIR)
    with bob.at(table) as chair:
        assert chair.wait("table")["you"] == {"seat": None, "user": bob.user}
        bob.sit(table)
        assert (
            chair.wait("table", that=lambda message: message["you"]["seat"] is not None)["you"]["seat"] == 1
        )
        ann.do("POST", f"/api/tables/{table}/start", {})
        assert chair.wait("update", that=lambda update: update["deal"] == 1)["view"]["seat"] == 1


def test_a_rematch_seats_everybody_again(server: Server, ann: Person, bob: Person) -> None:
    table = duel(ann, bob)
    assert ann.ask("POST", f"/api/tables/{table}/rematch", {})[1]["error"]["code"] == "not_over"
    with ann.at(table) as one, bob.at(table) as other:
        together(lambda: one.play(random.Random(1)), lambda: other.play(random.Random(2)))
        following = bob.do("POST", f"/api/tables/{table}/rematch", {})["table"]
        assert following["seats"][1]["user"] == bob.user
        assert (
            one.wait("table", that=lambda message: message["table"]["next"])["table"]["next"]
            == following["id"]
        )
    cat = server.person("Cat")  # strangers do not get the seat that waits for Ann
    for wanted in ({}, {"seat": 0}):
        refused = cat.ask("POST", f"/api/tables/{following['id']}/join", wanted)
        assert (refused[0], refused[1]["error"]["code"]) == (409, "seat_kept")
    again = ann.do("POST", f"/api/tables/{table}/rematch", {})["table"]
    assert again["id"] == following["id"]
    assert again["seats"][0]["user"] == ann.user
    ann.do("POST", f"/api/tables/{again['id']}/leave", {})  # she does not want it after all
    cat.do("POST", f"/api/tables/{again['id']}/join", {})
    assert again["commit"] != ann.do("GET", f"/api/tables/{table}")["table"]["commit"]
    # the books are closed in the background, and the ratings are entered last
    until(lambda: bool(ann.do("GET", f"/api/users/{ann.user}")["ratings"]))
    history = ann.do("GET", f"/api/users/{ann.user}/games")["games"]
    assert [item["table"] for item in history] == [table]
    assert bob.do("GET", f"/api/users/{ann.user}/games")["games"] == history
    ratings = ann.do("GET", f"/api/users/{ann.user}")["ratings"]
    assert [(rating["game"], rating["games"]) for rating in ratings] == [("durak", 1)]
    [point] = ann.do("GET", f"/api/users/{ann.user}/ratings/durak")["points"]
    assert (point["rating"], point["deviation"]) == (ratings[0]["rating"], ratings[0]["deviation"])
    [item] = ann.do("GET", f"/api/users/{ann.user}/games")["games"]
    assert item["change"] == point["rating"] - 1500 != 0
    assert (item["change"] > 0) == item["won"]
    assert ann.do("GET", f"/api/users/{ann.user}/ratings/yassa")["points"] == []
    assert ann.ask("GET", f"/api/users/{ann.user}/ratings/poker")[0] == 404
    assert ann.ask("GET", "/api/users/nobody/ratings/durak")[0] == 404


def test_a_record_proves_that_nobody_chose_the_cards(ann: Person, bob: Person, tmp_path: Path) -> None:
    table = ann.make("durak", seats=2, options=PAIR, clock=SLOW)
    commit = ann.do("GET", f"/api/tables/{table}")["table"]["commit"]
    bob.sit(table, luck="c0ffee")
    ann.do("POST", f"/api/tables/{table}/start", {})
    with ann.at(table) as one, bob.at(table) as other:
        together(lambda: one.play(random.Random(1)), lambda: other.play(random.Random(2)))
    record = ann.do("GET", f"/api/tables/{table}/record")
    assert (record["fair"]["commit"], record["fair"]["luck"]) == (commit, ["", "c0ffee"])
    check_record(game_by_id("durak"), record)
    file = tmp_path / "record.json"
    file.write_text(json.dumps(record), "utf-8")
    assert main(["verify", str(file)]) == 0
    record["fair"]["luck"][0] = "00"
    file.write_text(json.dumps(record), "utf-8")
    assert main(["verify", str(file)]) == 1
    with pytest.raises(ValueError, match="fair: the lucks are not those that were sealed"):
        check_record(game_by_id("durak"), record)


def test_replays_show_what_a_seat_saw_and_open_ones_everything(ann: Person, server: Server) -> None:
    table = ann.quick("durak", level="easy")
    with ann.at(table) as chair:
        chair.play(random.Random(1))
    mine = ann.do("GET", f"/api/tables/{table}/replay?seat=0&lang=uk")
    assert mine["steps"][-1]["view"] == chair.update["view"]
    assert sum(len(step["events"]) for step in mine["steps"]) == chair.seen
    everything = ann.do("GET", f"/api/tables/{table}/replay?seat=open")
    record = ann.do("GET", f"/api/tables/{table}/record")
    assert len(everything["steps"]) == len(record["actions"]) + 1
    assert all("open" in step["view"] for step in everything["steps"])
    uploaded = ann.do("POST", "/api/replay?seat=open", record)
    assert uploaded["steps"] == everything["steps"]
    record["actions"][0][1] = "pass"
    assert ann.ask("POST", "/api/replay", record)[0] == 400
    assert ann.ask("GET", f"/api/tables/{table}/replay?deal=2")[0] == 404


def test_the_history_of_others_shows_no_private_tables(ann: Person, bob: Person) -> None:
    with ann.at(ann.quick("durak", level="easy")) as chair:
        chair.play(random.Random(1))
        until(lambda: bool(ann.do("GET", f"/api/users/{ann.user}/games")["games"]))
    assert bob.do("GET", f"/api/users/{ann.user}/games")["games"] == []


def test_an_analysis_is_made_in_the_background(ann: Person) -> None:
    table = ann.quick("flights", seats=2, options={"match_mode": "single"}, level="easy")
    with ann.at(table) as chair:
        chair.play(random.Random(1))
        status, answer = ann.ask("GET", f"/api/tables/{table}/analysis")
        assert status == 202
        for _ in range(2000):
            status, answer = ann.ask("GET", f"/api/tables/{table}/analysis")
            if status == 200:
                break
            chair.quiet(0.05)
    assert answer["moves"]
    assert all(move["loss"] >= 0 for move in answer["moves"])
    for move in answer["moves"]:
        assert move["margin"] >= 0
        assert move["margin_error"] >= 0
        assert move["a"] == move["best"] or (move["margin"], move["margin_error"]) == (0, 0)
