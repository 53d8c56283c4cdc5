"""A process that dies is noticed: its people are gone, and the game goes on."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

import pytest

from koloda.table import leases, rows
from table.serving import PATIENCE, Server, until


def within(server: Server, work: Coroutine[Any, Any, Any]) -> Any:
    return asyncio.run_coroutine_threadsafe(work, server.server.servers[0].get_loop()).result(PATIENCE)


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leases, "BEAT", 0.05)
    monkeypatch.setattr(leases, "LEASE", 0.5)


@pytest.mark.usefixtures("quick")
def test_who_was_connected_to_a_dead_process_is_gone_and_a_bot_takes_over(postgres_url: str) -> None:
    with Server(postgres_url) as server:
        ann, bob = server.person("Ann"), server.person("Bob")
        table = ann.make(
            "durak", seats=2, options={"mode": "individual"}, clock={"turn": 0, "bank": 0, "reaction": 0}
        )
        bob.sit(table)
        ann.do("POST", f"/api/tables/{table}/ready", {"ready": True})
        ann.do("POST", f"/api/tables/{table}/start", {})
        live = server.koloda.tables.live[table]
        store = server.koloda.store
        within(server, store.run("insert into processes(id, beat, at) values('dead', 7, 0)"))
        within(server, server.koloda.tables.write(live, lambda: rows.Here(1, 1, "dead-1")))
        with ann.at(table) as chair:
            chair.wait("table", that=lambda found: not found["table"]["seats"][1]["online"])
            server.pass_time(31_000)
            chair.wait("table", that=lambda found: found["table"]["seats"][1]["taken_over"])
        assert within(server, store.all("select id from processes where id = 'dead'")) == []


@pytest.mark.usefixtures("quick")
def test_who_is_here_after_all_is_shown_so_again(postgres_url: str) -> None:
    """Another process took ours for dead, while the database was away."""
    with Server(postgres_url) as server:
        ann = server.person()
        table = ann.quick("durak")
        live = server.koloda.tables.live[table]
        with ann.at(table) as chair:
            chair.wait("update")
            link = live.room.seats[0].link
            within(server, server.koloda.tables.write(live, lambda: rows.Gone(1, 0, link)))
            until(lambda: bool(live.room.seats[0].link))


@pytest.mark.usefixtures("quick")
def test_a_list_shows_nobody_whose_process_is_dead(postgres_url: str) -> None:
    with Server(postgres_url) as server:
        ann = server.person("Ann")
        table = ann.make("durak", public=True)
        tables, store = server.koloda.tables, server.koloda.store
        within(server, store.run("insert into processes(id, beat, at) values('dead', 7, 0)"))
        within(server, tables.write(tables.live[table], lambda: rows.Here(1, 0, "dead-1")))
        until(lambda: '"online":true' in summary(server, table))
        del tables.live[table]  # as if another process had served it
        until(lambda: '"online":true' not in summary(server, table))


def summary(server: Server, table: str) -> str:
    found = within(server, server.koloda.store.all("select summary from tables where id = ?1", table))
    return str(found[0][0])


def test_a_process_that_ends_in_order_leaves_no_lease(postgres_url: str) -> None:
    with Server(postgres_url) as server:
        store = server.koloda.store
        assert len(within(server, store.all("select id from processes"))) == 1
    with Server(postgres_url) as server:
        own = [(server.koloda.tables.process,)]
        assert within(server, server.koloda.store.all("select id from processes")) == own
