"""One's own tables: whose turn it is there, whichever process serves them, however many others there are."""

from __future__ import annotations

import asyncio
import random
from typing import Any

from koloda.table.lists import LISTED
from table.serving import PATIENCE, Person, Server, until
from table.test_account import name, pair, through
from table.test_table import PAIR, SLOW

__all__ = ["pair"]


def own(person: Person) -> dict[str, bool]:
    """Where somebody sits: is it his turn?"""
    found = person.do("GET", "/api/session/news")["tables"]
    return {table["id"]: table["turn"] for table in found}


def asked_at(person: Person) -> str:
    """A table with a bot at which it is this person's turn."""
    table = person.quick("durak")
    with person.at(table) as chair:
        chair.wait("update", that=lambda update: update["owed"])
    return table


def within(server: Server, work: Any) -> Any:
    return asyncio.run_coroutine_threadsafe(work, server.server.servers[0].get_loop()).result(PATIENCE)


def test_it_is_told_whose_turn_it_is_at_a_table_of_another_process(pair: tuple[Server, Server]) -> None:
    one, two = pair
    ann, bob = one.person(name("Ann")), one.person(name("Bob"))
    table = ann.make("durak", seats=2, options=PAIR, clock=SLOW)
    bob.sit(table)
    ann.do("POST", f"/api/tables/{table}/start", {})
    there = {person: through(two, person) for person in (ann, bob)}
    until(lambda: all(table in own(person) for person in there.values()))  # its line is written
    for _ in range(4):  # each time somebody moves, the other process hears of it
        until(lambda: sum(own(person)[table] for person in (ann, bob)) == 1)
        turns = {person: own(person)[table] for person in (ann, bob)}
        for person, turn in turns.items():
            until(lambda other=there[person], turn=turn: own(other)[table] == turn)  # type: ignore[misc]
        [mover] = [person for person, turn in turns.items() if turn]
        with mover.at(table) as chair:
            asked = chair.wait("update", that=lambda update: update["owed"])
            assert chair.act(asked["legal"][0]["a"])["t"] == "ok"


def test_it_is_told_whose_turn_it_is_after_a_restart(sqlite_url: str) -> None:
    with Server(sqlite_url) as server:
        ann = server.person("Ann")
        table = asked_at(ann)
        assert own(ann) == {table: True}
    with Server(sqlite_url) as server:
        ann = through(server, ann)
        assert own(ann) == {table: True}
        with ann.at(table) as chair:
            chair.play(random.Random(1))
        until(lambda: own(ann) == {})
        until(lambda: within(server, server.koloda.store.all("select 1 from sitting")) == [])


def test_tables_that_an_older_koloda_made_are_found(sqlite_url: str) -> None:
    with Server(sqlite_url) as server:
        ann = server.person("Ann")
        table = ann.make("durak", seats=2)
        within(server, server.koloda.store.run("delete from sitting"))
    with Server(sqlite_url) as server:
        assert own(through(server, ann)) == {table: False}


def test_other_peoples_tables_are_not_read_for_it(sqlite_url: str) -> None:
    """Every open page asks: the way to one's own tables leads through an index."""
    with Server(sqlite_url) as server:
        ann, bob = server.person("Ann"), server.person("Bob")
        for _ in range(3):
            bob.quick("durak")
        table = asked_at(ann)
        assert own(ann) == {table: True}
        asked: list[str] = []
        store = server.koloda.store
        look_up, everything = store.look_up, store.all

        async def watched(sql: str, *args: Any) -> Any:
            asked.append(sql)
            return await look_up(sql, *args)

        async def watched_too(sql: str, *args: Any) -> Any:
            asked.append(sql)
            return await everything(sql, *args)

        store.look_up, store.all = watched, watched_too  # type: ignore[method-assign]
        own(ann)
        store.look_up, store.all = look_up, everything  # type: ignore[method-assign]
        lists = [sql for sql in asked if f"limit {LISTED}" in sql]
        assert len(lists) == 1
        plan = within(server, everything(f"explain query plan {lists[0]}", ann.user, 0))
        assert not [line for *_, line in plan if str(line).startswith("SCAN")], plan
