"""Noticing decides at tables with people: nothing that anybody is sent tells that somebody forgot the shout.

Yassa is the game in which people must notice; the machinery is the table's.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest

from koloda.bots import LEVELS
from koloda.games.yassa import GAME
from koloda.table import clocks, rows
from koloda.table.bot_seats import FORGETS, MISSES, REACTIONS, question_for
from koloda.table.room import Room, Stage
from koloda.table.thinker import Answer
from koloda.table.updates import Snapshot
from table.serving import Chair, Person, Server

HANDS = "A: R5 R9; B: R1 Y2 Y3; C: B1 B2 B3"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(f"sqlite:///{tmp_path_factory.mktemp('server')}/koloda.db") as server:
        yield server


def arranged(server: Server, people: list[Person], text: str, bots: int = 0, **options: Any) -> str:
    """A table of Yassa in this position, with the defaults for people."""
    seats = len(people) + bots
    sitting = [{"seat": seat, "level": "normal"} for seat in range(len(people), seats)]
    table = people[0].make("yassa", seats=seats, options=options, bots=sitting, clock={"turn": 60})
    for person in people[1:]:
        person.sit(table)
    people[0].do("POST", f"/api/tables/{table}/start", {})
    place(server.koloda.tables.live[table].room, text)
    return table


def place(room: Room, text: str) -> None:
    state = GAME.position(text, room.game.resolve(len(room.seats), room.made.options))
    room.state = state
    room.seen = [[] for _ in range(len(room.seats) + 1)]
    room.stages = [Stage(room.asked_at, state, 0)]


def three(server: Server) -> list[Person]:
    return [server.person(name) for name in ("Ann", "Bob", "Eve")]


def after_lay(shout: str, **options: Any) -> Room:
    """A room in which Ann has laid her last card but one."""
    room = Room("a table of a test")
    made = {"reaction_mode": "realtime", **options}
    room.fold(rows.Made(1000, "yassa", 3, made, "0" * 64, "u0", turn=60_000, bank=30_000, reaction=4000))
    for seat in range(3):
        room.fold(rows.Sat(1000, seat, f"u{seat}", f"P{seat}"))
    room.fold(rows.Dealt(1000))
    place(room, f"{HANDS}; top R2; turn A")
    room.fold(rows.Act(2000, 0, f"play R5{shout}"))
    return room


@pytest.mark.parametrize("options", [{}, {"mistake_penalty": "on"}, {"intervention": "any_identical"}])
def test_updates_are_the_same_with_and_without_the_shout(options: dict[str, Any]) -> None:
    """All but what everybody hears: the shout that comes with the card."""
    said, forgotten = after_lay("!", **options), after_lay("", **options)
    assert forgotten.state is not None
    assert forgotten.state.reveal()["unsaid"] == 0
    for seat in (None, 0, 1, 2):
        for lang in ("en", "uk", "ru"):
            one, other = (
                json.loads(Snapshot(room, 2500).update(seat, lang, None)) for room in (said, forgotten)
            )
            assert one["view"].pop("last_lay") == {"seat": 0, "yassa": True}
            assert other["view"].pop("last_lay") == {"seat": 0, "yassa": False}
            heard, silent = one.pop("events"), other.pop("events")
            assert [event["e"][0] for event in heard] == [event["e"][0] for event in silent]
            assert one == other
            # the line of the log is that of any other card
            assert all("!" not in event["text"] for event in silent)


def test_a_call_without_reason_does_nothing_and_shows_nothing(server: Server) -> None:
    people = three(server)
    table = arranged(server, people, f"{HANDS}; top R2; turn A")
    with people[1].at(table) as bob, people[2].at(table) as eve:
        eve.quiet()
        bob.wait("update")
        seen = bob.update
        assert bob.act("call")["t"] == "ok"
        bob.wait("update")
        assert {**bob.update, "clock": None} == {
            **seen,
            "clock": None,
            "events": [],
            "full": bob.update["full"],
        }
        assert [message["t"] for message in eve.quiet()] == []
    room = server.koloda.tables.live[table].room
    assert room.deals[-1].actions == []


def test_a_call_in_time_counts_and_the_first_one_only(server: Server) -> None:
    people = three(server)
    table = arranged(server, people, f"{HANDS}; top R2; turn A")
    with people[0].at(table) as ann, people[1].at(table) as bob, people[2].at(table) as eve:
        assert ann.act("play R5")["t"] == "ok"
        assert ann.act("call")["t"] == "ok"  # she calls herself out: nothing
        eve.wait("update", that=lambda update: update["view"]["top"] == "R5")
        assert eve.act("call")["t"] == "ok"
        bob.wait("update", that=lambda update: update["view"]["counts"][0] == 3)
        assert bob.act("call")["t"] == "ok"
        assert bob.quiet()[-1]["view"]["counts"][0] == 3


def test_a_call_that_is_a_moment_late_is_no_mistake_and_a_later_one_is(server: Server) -> None:
    people = three(server)
    table = arranged(server, people, f"{HANDS}; top R2; turn A", mistake_penalty="on")
    with people[0].at(table) as ann, people[1].at(table) as bob, people[2].at(table) as eve:
        ann.act("play R5")
        bob.wait("update", that=lambda update: update["owed"])
        assert bob.act("play R1")["t"] == "ok"
        eve.wait("update", that=lambda update: update["view"]["top"] == "R1")
        assert eve.act("call")["t"] == "ok"
        room = server.koloda.tables.live[table].room
        assert [GAME.text(action) for _, action in room.deals[-1].actions] == ["play R5", "play R1"]
        server.pass_time(clocks.GRACE + 200)
        assert eve.act("call")["t"] == "ok"
        eve.wait("update", that=lambda update: update["view"]["counts"][2] == 5)
        assert GAME.text(room.deals[-1].actions[-1][1]) == "mistake call"


def test_a_call_counts_in_the_order_of_arrival_even_from_a_screen_that_is_behind(server: Server) -> None:
    people = three(server)
    table = arranged(server, people, f"{HANDS}; top R2; turn A", mistake_penalty="on")
    with people[0].at(table) as ann, people[2].at(table) as eve:
        eve.wait("update")
        seen = eve.seen
        ann.act("play R5")
        assert eve.answer(eve.send("act", a="call", v=seen))["t"] == "ok"
        eve.wait("update", that=lambda update: update["view"]["counts"][0] == 3)
        # the same once more would be a mistake, but her screen is behind
        assert eve.answer(eve.send("act", a="mistake B1", v=seen))["code"] == "late"


def refusals(chair: Chair) -> list[tuple[str, str]]:
    """What is said to somebody who tries everything out of turn."""
    found = []
    for action in ("play B1", "intervene B1", "draw", "silent", "ready", "mistake B1", "nonsense"):
        answer = chair.act(action)
        found.append((answer["code"], answer["text"]))
    asked = [chair.answer(chair.send("why", a=action)) for action in ("call", "mistake call", "play B1")]
    return [*found, *(("why", answer["text"]) for answer in asked)]


def test_refusals_do_not_tell_either(server: Server) -> None:
    told = []
    for shout in ("!", ""):
        people = three(server)
        table = arranged(server, people, f"{HANDS}; top R2; turn A")
        with people[0].at(table) as ann, people[2].at(table) as eve:
            ann.act(f"play R5{shout}")
            eve.wait("update", that=lambda update: update["view"]["top"] == "R5")
            told.append(refusals(eve))
    assert told[0] == told[1]


def silent_match(server: Server, misses: float) -> tuple[int, int]:
    """Ann plays a match against a bot and never shouts: her omissions, and how often she was called out."""
    server.koloda.hub.bot_seats.misses = {"normal": misses}
    ann = server.person()
    table = ann.make("yassa", seats=2, options={"target_points": 9999}, bots=[{"seat": 1, "level": "normal"}])
    ann.do("POST", f"/api/tables/{table}/start", {})
    omissions = last = 0

    def choose(update: dict[str, Any]) -> str:
        nonlocal omissions, last
        texts = [item["a"] for item in update["legal"] if item["a"] != "call" and not item["a"].endswith("!")]
        lays = [text for text in texts if text.startswith("play")]
        omissions += bool(lays) and len(update["view"]["hand"]) == 2
        last = update["v"]
        return str((lays or texts)[0])

    with ann.at(table) as chair:
        # until the bot has done what it does about the third
        chair.play_by(choose, lambda now: omissions >= 3 and now["v"] > last and (now["owed"] or now["over"]))
        events = [event["e"] for message in chair.received for event in message.get("events", [])]
    return omissions, sum(event[0] == "call" for event in events)


def test_a_bot_that_notices_calls_and_one_that_overlooks_does_not(server: Server) -> None:
    try:
        omissions, calls = silent_match(server, 0.0)
        assert calls == omissions > 0
        omissions, calls = silent_match(server, 1.0)
        assert omissions > calls == 0
    finally:
        server.koloda.hub.bot_seats.misses = dict(MISSES)


def test_a_hint_neither_calls_nor_shouts(server: Server) -> None:
    """Ann has forgotten the shout; a bot that is asked for Bob's hint would call."""
    room = after_lay("")
    assert room.state is not None
    texts = [GAME.text(action) for action in room.state.legal(1)]
    assert "call" in texts
    assert "call" not in [GAME.text(action) for action in room.state.unnoticed().legal(1)]
    assert question_for(room, 1, "normal", notices=False).notices is False
    ann = server.person()
    shouts: list[bool] = []

    def choose(update: dict[str, Any]) -> str:
        hint = chair.answer(chair.send("hint"))
        if hint["t"] == "error":
            return str(update["legal"][0]["a"])
        assert hint["a"] != "call"
        shouts.append(hint["a"].endswith("!"))
        return str(hint["a"])

    with ann.at(ann.quick("yassa", seats=2, options={"target_points": 1})) as chair:
        chair.play_by(choose)
    assert shouts
    assert not any(shouts)


def test_the_shout_without_reason_is_taken_as_a_plain_lay(server: Server) -> None:
    people = three(server)
    table = arranged(server, people, "A: R5 R9 G1; B: R1 Y2 Y3; C: B1 B2 B3; top R2; turn A")
    with people[0].at(table) as ann:
        ann.wait("update")
        assert "play R5!" in [item["a"] for item in ann.update["legal"]]
        assert ann.act("play R5!")["t"] == "ok"
    room = server.koloda.tables.live[table].room
    assert [GAME.text(action) for _, action in room.deals[-1].actions] == ["play R5"]


def test_bots_take_their_time_for_a_reaction_and_miss_the_more_the_weaker_they_are() -> None:
    levels = list(LEVELS)
    assert sorted(MISSES, key=lambda level: -MISSES[level]) == levels
    assert all(0 < MISSES[level] < 1 for level in levels)
    assert [sum(REACTIONS[level]) for level in levels] == sorted(
        (sum(REACTIONS[level]) for level in levels), reverse=True
    )
    assert min(least for least, _ in REACTIONS.values()) >= 500


def test_stronger_bots_forget_the_shout_more_rarely(server: Server) -> None:
    """By many decisions with the same luck; nothing else is forgotten in this way."""
    bots = server.koloda.hub.bot_seats
    room = after_lay("!")
    place(room, f"{HANDS}; top R2; turn A")
    state = room.state
    assert state is not None
    shout, plain = (Answer(1, 0, state.game.action(text)) for text in ("play R5!", "play R5"))
    lays, silent = 40_000, {}
    for level in LEVELS[1:]:
        bots.luck = random.Random(7)
        said = [bots.remembered(state, 0, level, shout).action for _ in range(lays)]
        assert set(said) == {shout.action, plain.action}
        silent[level] = said.count(plain.action) / lays
        assert silent[level] == pytest.approx(FORGETS[level], rel=0.25)
        assert all(bots.remembered(state, 0, level, plain) == plain for _ in range(100))
    assert silent["normal"] > silent["hard"] > silent["expert"] > silent["master"] > 0
    assert silent["expert"] < 0.02
    assert bots.remembered(state, 0, "easy", shout) == shout  # it forgets by its own way of playing


@pytest.mark.parametrize("forgets", [0.0, 1.0])
def test_a_bot_that_forgets_lays_its_last_card_but_one_in_silence(server: Server, forgets: float) -> None:
    bots = server.koloda.hub.bot_seats
    bots.forgets = {"normal": forgets}
    said: dict[int, bool] = {}  # by the number of the update

    def heard(update: dict[str, Any]) -> bool:
        view = update["view"]
        if view["last_lay"] and view["last_lay"]["seat"] == 1 and view["counts"][1] == 1:
            said[update["v"]] = view["last_lay"]["yassa"]
        return len(said) >= 2

    def choose(update: dict[str, Any]) -> str:
        texts = [item["a"] for item in update["legal"] if item["a"] != "call"]
        return str(next((text for text in texts if text.startswith("play")), texts[0]))

    try:
        ann = server.person()
        wanted = {"options": {"target_points": 9999}, "bots": [{"seat": 1, "level": "normal"}]}
        table = ann.make("yassa", seats=2, **wanted)
        ann.do("POST", f"/api/tables/{table}/start", {})
        with ann.at(table) as chair:
            chair.play_by(choose, heard)
        assert set(said.values()) == {not forgets}
    finally:
        bots.forgets = dict(FORGETS)


def test_a_quick_game_against_bots_is_in_real_time_and_the_calm_table_is_an_option(server: Server) -> None:
    ann = server.person()
    for options, realtime in (({}, True), ({"reaction_mode": "windows"}, False)):
        with ann.at(ann.quick("yassa", options=options)) as chair:
            assert chair.wait("update")["view"]["realtime"] is realtime
