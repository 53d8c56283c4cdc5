"""What a game brings with it is served without the table knowing the game: picture, guide, layout, aids."""

from __future__ import annotations

import gzip
import urllib.request
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from koloda.core.layout import Layout
from koloda.games import all_games
from koloda.games.durak import GAME as DURAK
from koloda.table import api
from koloda.table.guide import guide
from koloda.table.replay import rules_text
from table.serving import Server

PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 160 100"><style>a{}</style></svg>'


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(f"sqlite:///{tmp_path_factory.mktemp('server')}/koloda.db") as server:
        yield server


@pytest.fixture
def game(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Durak with a picture, a layout and an aid of this test."""

    def layout(view: Mapping[str, Any], lang: str) -> Layout:
        hand = view.get("hand", [])
        return {"zones": [{"id": "hand", "kind": "hand", "title": lang, "cards": hand}], "faces": {}}

    monkeypatch.setattr(type(DURAK), "art", lambda self: PICTURE)
    monkeypatch.setattr(type(DURAK), "layout", lambda self, view, lang: layout(view, lang))
    monkeypatch.setattr(type(DURAK), "aids", lambda self, view: {"cards": len(view.get("hand", []))})
    api.has_art.cache_clear()
    yield
    api.has_art.cache_clear()


def test_a_picture_is_served_and_can_run_nothing(server: Server, game: None) -> None:
    status, picture, headers = server.call("GET", "/api/games/durak/art.svg")
    assert (status, picture) == (200, PICTURE)
    assert headers["content-type"].startswith("image/svg+xml")
    assert headers["content-security-policy"] == "default-src 'none'; style-src 'unsafe-inline'"
    assert server.call("GET", "/api/games")[1]["games"][0]["art"] is True


@pytest.mark.parametrize("path", ["/api/games/durak/art.svg", "/api/games?lang=uk"])
def test_what_every_lobby_loads_is_compressed_for_who_can_read_that(server: Server, path: str) -> None:
    def ask(accepted: str) -> tuple[bytes, str | None, str]:
        request = urllib.request.Request(server.base + path, headers={"accept-encoding": accepted})
        with urllib.request.urlopen(request, timeout=60) as response:
            found = response.headers
            return response.read(), found["content-encoding"], found["vary"]

    plain, packed = ask("identity"), ask("gzip, br")
    assert (plain[1], packed[1]) == (None, "gzip")
    assert plain[2] == packed[2] == "accept-encoding"
    assert gzip.decompress(packed[0]) == plain[0]
    assert len(packed[0]) < len(plain[0]) / 2


def test_a_game_without_a_picture_says_so(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(DURAK), "art", lambda self: None)
    status, answer, _ = server.call("GET", "/api/games/durak/art.svg?lang=uk")
    assert (status, answer["error"]["code"]) == (404, "no_art")
    assert answer["error"]["text"] == "для цієї гри немає малюнка"
    assert server.call("GET", "/api/games/whist/art.svg")[1]["error"]["code"] == "no_game"


def test_the_list_of_games_says_which_have_a_guide(server: Server) -> None:
    found = {game["id"]: game["guide"] for game in server.call("GET", "/api/games")[1]["games"]}
    assert found == {game.id: game.guide() is not None for game in all_games()}


def test_an_update_brings_layout_and_aids_of_the_view_that_it_sends(server: Server, game: None) -> None:
    ann = server.person()
    with ann.at(ann.quick("durak"), lang="uk") as chair:
        update = chair.wait("update")
    hand = update["view"]["hand"]
    zone = {"id": "hand", "kind": "hand", "title": "uk", "cards": hand}
    assert update["layout"] == {"zones": [zone], "faces": {}}
    assert update["aids"] == {"cards": len(hand)}


def test_a_game_without_them_sends_null(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(DURAK), "layout", lambda self, view, lang: None)
    monkeypatch.setattr(type(DURAK), "aids", lambda self, view: {})
    ann = server.person()
    with ann.at(ann.quick("durak")) as chair:
        update = chair.wait("update")
    assert update["layout"] is None
    assert update["aids"] is None


def test_the_steps_of_a_guide_have_them_too(game: None) -> None:
    for step in guide(DURAK, "ru").steps:
        assert step.layout is not None
        assert step.layout["zones"][0]["cards"] == step.view["hand"]
        assert step.aids == {"cards": len(step.view["hand"])}


def test_a_games_own_rules_come_first(monkeypatch: pytest.MonkeyPatch) -> None:
    assert len(rules_text(DURAK, "en")) > 2000
    monkeypatch.setattr(type(DURAK), "rules_text", lambda self, lang: f"rules in {lang}")
    assert rules_text(DURAK, "uk") == "rules in uk"


@pytest.fixture
def habit(monkeypatch: pytest.MonkeyPatch) -> None:
    """Durak whose tables with people are played each for himself, if nobody wishes otherwise."""
    monkeypatch.setattr(type(DURAK), "table_options", {"mode": "individual"})


def mode_of(server: Server, table: str) -> str:
    return str(server.call("GET", f"/api/tables/{table}")[1]["table"]["options"].get("mode"))


def test_a_games_defaults_for_people_hold_at_tables_that_people_make(server: Server, habit: None) -> None:
    ann = server.person()
    assert mode_of(server, ann.make("durak", seats=4)) == "individual"
    assert mode_of(server, ann.make("durak", seats=4, options={"mode": "team"})) == "team"
    assert mode_of(server, ann.quick("durak")) == "individual"
    assert mode_of(server, ann.quick("durak", options={"mode": "team"})) == "team"
    status, answer, _ = server.call(
        "POST", "/api/tables", {"game": "durak", "options": {"mode": 7}}, ann.token
    )
    assert (status, answer["error"]["code"]) == (400, "bad_option")


def test_a_games_defaults_may_need_several_people(
    server: Server, habit: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(DURAK), "table_people", 2)
    ann = server.person()
    bots = [{"seat": seat, "level": "easy"} for seat in (1, 2, 3)]
    assert mode_of(server, ann.make("durak", seats=4)) == "individual"
    assert mode_of(server, ann.make("durak", seats=4, bots=bots[:2])) == "individual"
    assert mode_of(server, ann.make("durak", seats=4, bots=bots)) == "None"
    assert mode_of(server, ann.quick("durak")) == "None"


def test_a_games_defaults_for_people_are_in_the_list_of_games(server: Server, habit: None) -> None:
    options = server.call("GET", "/api/games")[1]["games"][0]["options"]
    assert {each["name"]: each["default"] for each in options}["mode"] == "individual"


def test_programs_have_the_defaults_of_the_rules(habit: None) -> None:
    assert DURAK.resolve(4)["mode"] == "team"
    assert DURAK.table_choice({"mode": "team"}) == {"mode": "team"}
    assert DURAK.resolve(4, DURAK.table_choice({}))["mode"] == "individual"


def test_a_record_that_names_a_file_is_not_replayed(server: Server) -> None:
    record = {
        "format": "koloda-record/1", "game": "viceroy", "options": {"deck": "/etc/passwd"}, "seats": 2
    }  # fmt: skip
    status, answer, _ = server.call("POST", "/api/replay", record)
    assert (status, answer["error"]["code"]) == (400, "bad_option")
    assert "deck = /etc/passwd" in answer["error"]["text"]
