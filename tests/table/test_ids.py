"""The same id again gets the same answer, and nothing happens twice: in every mode, whatever others do."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from typing import Any

import pytest

from koloda.table import rows
from table import test_noticing as yassa
from table import test_real_time as junquick
from table.serving import Chair, Person, Server, together
from table.test_games import SHORT
from table.test_table import asked_first, duel


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(f"sqlite:///{tmp_path_factory.mktemp('server')}/koloda.db") as server:
        yield server


@pytest.fixture
def people(server: Server) -> list[Person]:
    return [server.person(name) for name in ("Ann", "Bob", "Eve")]


def say(chair: Chair, kind: str, name: str, **more: object) -> dict[str, object]:
    chair.socket.send(json.dumps({"t": kind, "id": name, **more}))
    return chair.answer(name)


def test_the_chat_of_spectators_makes_no_table_forget_an_action(people: list[Person]) -> None:
    table = duel(people[0], people[1])
    with people[0].at(table) as one, people[1].at(table) as other, people[2].at(table) as watcher:
        mover, _ = asked_first(one, other)
        action = mover.update["legal"][0]["a"]
        assert say(mover, "act", "mine", a=action)["t"] == "ok"
        assert say(mover, "chat", "hello", text="hello")["t"] == "ok"
        for number in range(250):
            assert say(watcher, "chat", f"noise {number}", text="noise")["t"] == "ok"
        assert say(mover, "act", "mine", a=action)["t"] == "ok"
        assert say(mover, "chat", "hello", text="hello")["t"] == "ok"
        watcher.quiet()
        chats = [message["text"] for message in watcher.received if message["t"] == "chat"]
        assert chats.count("hello") == 1


def test_an_id_is_known_after_a_bot_has_taken_over(people: list[Person]) -> None:
    table = duel(people[0], people[1])
    with people[0].at(table) as one, people[1].at(table) as other:
        mover, _ = asked_first(one, other)
        action = mover.update["legal"][0]["a"]
        assert say(mover, "act", "mine", a=action)["t"] == "ok"
        assert mover.person is not None
        mover.person.do("POST", f"/api/tables/{table}/leave", {})
        assert say(mover, "act", "mine", a=action)["t"] == "ok"


def test_a_message_that_comes_twice_at_once_in_real_time_is_one(server: Server, people: list[Person]) -> None:
    """The second comes while the first waits for others that count as simultaneous."""
    table = junquick.arranged(server, people, "0: TS J1; 1: D1 J1; 2: J1; pile J4@2; fp 1", tie_ms=1000)
    with people[0].at(table) as one, people[0].at(table) as again:
        answers = together(
            lambda: say(one, "act", "mine", a="inf TS"), lambda: say(again, "act", "mine", a="inf TS")
        )
        assert [answer["t"] for answer in answers] == ["ok", "ok"]
        assert say(one, "act", "mine", a="inf TS")["t"] == "ok"
    actions = server.koloda.tables.live[table].room.deals[-1].actions
    assert len(actions) == 1


def test_what_was_ignored_once_is_ignored_when_it_comes_again(server: Server, people: list[Person]) -> None:
    """A call without reason; later there is one, and the old message must not have found it."""
    table = yassa.arranged(server, people, f"{yassa.HANDS}; top R2; turn A")
    with people[0].at(table) as ann, people[1].at(table) as bob:
        assert say(bob, "act", "early", a="call")["t"] == "ok"
        assert ann.act("play R5")["t"] == "ok"
        bob.wait("update", that=lambda update: update["view"]["top"] == "R5")
        assert say(bob, "act", "early", a="call")["t"] == "ok"
        assert ann.act("call")["t"] == "ok"
        ann.quiet()
        assert ann.update["view"]["counts"][0] == 1
        assert say(bob, "act", "now", a="call")["t"] == "ok"
        ann.wait("update", that=lambda update: update["view"]["counts"][0] == 3)


@pytest.mark.parametrize(
    ("game", "options"),
    [
        *SHORT.items(),
        ("yassa", {**SHORT["yassa"], "reaction_mode": "realtime"}),
        ("junquick", {**SHORT["junquick"], "chief_time": "real"}),
    ],
)
def test_an_action_has_one_answer_in_every_game_and_mode_whichever_process_is_asked(
    game: str, options: dict[str, Any], postgres_url: str
) -> None:
    with Server(postgres_url) as one, Server(postgres_url) as two:
        people = [one.person("P0")]
        table = people[0].make(game, options=options, clock={"turn": 0, "bank": 0, "reaction": 0})
        for number in range(1, len(people[0].do("GET", f"/api/tables/{table}")["table"]["seats"])):
            people.append(one.person(f"P{number}"))
            people[number].sit(table)
        people[0].do("POST", f"/api/tables/{table}/start", {})
        here = [person.at(table) for person in people]
        there = [Person(two, person.user, person.token).at(table) for person in people]
        said: list[str] = []
        while len(said) < 8:
            for chair, other in zip(here, there, strict=True):
                chair.quiet(0.05)
                update = chair.update
                if not update or not update["legal"] or update["over"] or not update["owed"]:
                    continue
                name, action = f"{game} {len(said)}", update["legal"][0]["a"]
                if say(chair, "act", name, a=action)["t"] == "ok":
                    said.append(name)
                    assert say(other, "act", name, a=action)["t"] == "ok"
                    assert say(chair, "act", name, a=action)["t"] == "ok"
            if any(chair.update and chair.update["over"] for chair in here):
                break
        for chair in (*here, *there):
            chair.close()
        loop = one.server.servers[0].get_loop()
        found = asyncio.run_coroutine_threadsafe(one.koloda.store.read(table), loop).result(60)
        ids = [
            row.id
            for row in (rows.read(data) for _, data in found)
            if isinstance(row, rows.Act | rows.Ignored)
        ]
        assert said
        assert [ids.count(name) for name in said] == [1] * len(said)


def test_what_was_refused_stays_refused(people: list[Person]) -> None:
    table = duel(people[0], people[1])
    with people[0].at(table) as one, people[1].at(table) as other:
        mover, waiter = asked_first(one, other)
        first = say(waiter, "act", "early", a="take")
        assert first["code"] == "not_yours"
        assert mover.act(mover.update["legal"][0]["a"])["t"] == "ok"
        waiter.wait("update", that=lambda update: update["owed"])
        assert say(waiter, "act", "early", a="take") == first
        assert waiter.act("take")["t"] == "ok"


@pytest.mark.parametrize("kind", ["act", "default"])
def test_what_one_process_has_refused_another_one_refuses(kind: str, postgres_url: str) -> None:
    """Also after both were started again: it is in the log."""
    more = {"a": "take"} if kind == "act" else {}
    with Server(postgres_url) as one, Server(postgres_url) as two:
        ann, bob = one.person("Ann"), one.person("Bob")
        table = duel(ann, bob)
        with ann.at(table) as first, bob.at(table) as second:
            mover, waiter = asked_first(first, second)
            assert waiter.person is not None
            person = waiter.person
            refused = say(waiter, kind, "early", **more)
            assert refused["code"] == "not_yours"
            assert mover.act(mover.update["legal"][0]["a"])["t"] == "ok"
            waiter.wait("update", that=lambda update: update["owed"])
            with Person(two, person.user, person.token).at(table) as there:
                assert say(there, kind, "early", **more) == refused
            assert say(waiter, kind, "early", **more) == refused
    with Server(postgres_url) as three, Person(three, person.user, person.token).at(table) as there:
        there.wait("update", that=lambda update: update["owed"])
        assert say(there, kind, "early", **more) == refused
        assert say(there, "act", "in time", a="take")["t"] == "ok"


def test_nobody_makes_others_forget_what_was_refused(server: Server, people: list[Person]) -> None:
    table = duel(people[0], people[1])
    with people[0].at(table) as one, people[1].at(table) as other:
        mover, waiter = asked_first(one, other)
        first = say(waiter, "act", "early", a="take")
        for number in range(250):
            assert say(mover, "act", f"nonsense {number}", a="nonsense")["code"] == "illegal"
        assert mover.act(mover.update["legal"][0]["a"])["t"] == "ok"
        waiter.wait("update", that=lambda update: update["owed"])
        assert say(waiter, "act", "early", a="take") == first
