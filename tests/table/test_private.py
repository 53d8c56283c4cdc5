"""What was played at a table that nobody may watch is for those who played it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from table.serving import Person, Server, together

PARTS = ("replay", "replay?seat=0", "replay?seat=open", "record", "analysis")
TWO_DEALS = {"mode": "individual", "match_games": 2}
CLOCK = {"turn": 60, "bank": 0, "reaction": 0}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(f"sqlite:///{tmp_path_factory.mktemp('server')}/koloda.db") as server:
        yield server


def code(person: Person | None, server: Server, table: str, part: str) -> str:
    """The refusal, or nothing."""
    token = "" if person is None else person.token
    _, answer, _ = server.call("GET", f"/api/tables/{table}/{part}", None, token)
    return str(answer.get("error", {}).get("code", ""))


@pytest.mark.parametrize(
    ("kind", "during", "after"),
    [
        ({"password": "secret", "public": False}, "private", "private"),
        ({"spectators": False, "public": False}, "private", "private"),
        ({"password": "secret", "public": True}, "private", ""),
        ({"spectators": False, "public": True}, "private", ""),
        ({"public": False}, "", ""),  # whoever has the address may watch
        ({"public": True}, "", ""),
    ],
)
def test_outsiders_read_what_they_might_have_watched(
    server: Server, kind: dict[str, Any], during: str, after: str
) -> None:
    ann, bob, eve = server.person("Ann"), server.person("Bob"), server.person("Eve")
    table = ann.make("durak", seats=2, options=TWO_DEALS, clock=CLOCK, **kind)
    bob.sit(table, password=kind.get("password", ""))
    ann.do("POST", f"/api/tables/{table}/start", {})
    with ann.at(table) as one, bob.at(table) as other:
        together(
            lambda: one.play(random.Random(1), lambda update: update["over"] is not None),
            lambda: other.play(random.Random(2), lambda update: update["over"] is not None),
        )
        assert not one.update["over"]["match_over"]
        for outsider in (eve, None):
            for part in PARTS:
                usual = {"record": "match_not_over", "replay": ""}.get(part, "open_later")
                assert code(outsider, server, table, part) == (during or usual), part
        assert code(bob, server, table, "replay?seat=1") == ""
        assert code(bob, server, table, "replay") == ""
        assert code(bob, server, table, "replay?seat=0") == "open_later"
        assert code(bob, server, table, "replay?seat=open") == "open_later"
        together(lambda: one.play(random.Random(3)), lambda: other.play(random.Random(4)))
    for outsider in (eve, None):
        for part in PARTS:
            assert code(outsider, server, table, part) == after, part
    assert [code(bob, server, table, part) for part in PARTS] == [""] * len(PARTS)


def test_a_game_with_bots_is_its_players_own(server: Server) -> None:
    ann, eve = server.person("Ann"), server.person("Eve")
    table = ann.quick("durak", level="easy")
    with ann.at(table) as chair:
        chair.play(random.Random(1))
    assert {code(eve, server, table, part) for part in PARTS} == {"private"}
    assert {code(ann, server, table, part) for part in PARTS} == {""}
