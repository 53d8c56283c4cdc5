"""Bot accounts: who can become one, what a token opens and what it does not, how they are told apart."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from table.bot_accounts import PASSWORD, bot_account, bots_here, registered
from table.serving import Person, Server, together, until


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    path = tmp_path_factory.mktemp("bots") / "koloda.db"
    with Server(f"sqlite:///{path}") as server:
        yield server


def come(bot: Person, games: tuple[str, ...] = ("durak", "yassa"), **more: Any) -> ClientConnection:
    """A bot that is here, by hand."""
    base = bot.server.base.replace("http", "ws")
    socket = connect(
        f"{base}/api/bots/socket", additional_headers={"authorization": f"Bearer {bot.token}"}
    ).__enter__()
    say_here(socket, games, **more)
    assert told(socket, "ok")["id"] == "1"
    return socket


def say_here(socket: ClientConnection, games: tuple[str, ...] = ("durak", "yassa"), **more: Any) -> None:
    socket.send(json.dumps({"t": "here", "id": "1", "games": games, **more}))


def told(socket: ClientConnection, kind: str) -> dict[str, Any]:
    while True:
        message: dict[str, Any] = json.loads(socket.recv(20))
        if message["t"] == kind:
            return message


def test_an_account_becomes_a_bots_for_good_and_keeps_its_name(server: Server) -> None:
    owner, login = registered(server)
    name = owner.do("GET", "/api/session")["user"]["name"]
    assert owner.ask("POST", "/api/account/bot", {"password": "wrong horse"})[0] == 401
    answer = owner.do("POST", "/api/account/bot", {"password": PASSWORD})
    assert answer["user"]["kind"] == "bot"
    assert owner.ask("GET", "/api/session")[0] == 401  # the session of before has ended
    assert server.call("POST", "/api/session", {"name": name})[0] == 409
    again = server.call("POST", "/api/login", {"login": login, "password": PASSWORD})[1]
    assert again["user"]["kind"] == "bot"


def test_guests_and_who_has_played_or_sits_at_a_table_stay_people(server: Server) -> None:
    guest = server.person("Guest")
    assert guest.ask("POST", "/api/account/bot", {"password": ""})[1]["error"]["code"] == "no_account"
    person, _ = registered(server)
    person.make("durak")
    status, answer = person.ask("POST", "/api/account/bot", {"password": PASSWORD})
    assert (status, answer["error"]["code"]) == (409, "has_played")
    other, _ = registered(server)
    table = other.make("yassa", seats=2, bots=[{"seat": 1, "level": "easy"}])
    other.do("POST", f"/api/tables/{table}/start", {})
    with other.at(table) as chair:
        chair.play(random.Random(1))
    until(lambda: bool(other.do("GET", f"/api/users/{other.user}/games")["games"]))
    assert other.ask("POST", "/api/account/bot", {"password": PASSWORD})[1]["error"]["code"] == "has_played"


def test_a_token_is_shown_once_listed_and_revoked(server: Server) -> None:
    owner, bot = bot_account(server)
    [listed] = owner.do("GET", "/api/account/tokens")["tokens"]
    assert (listed["name"], listed["used"]) == ("test", 0)
    assert bot.token not in json.dumps(listed)
    kept = server.settings.database.removeprefix("sqlite:///")
    files = [Path(kept), *Path(kept).parent.glob("koloda.db-*")]
    assert not any(bot.token.encode() in file.read_bytes() for file in files)
    assert bot.do("GET", "/api/session")["user"]["kind"] == "bot"
    with come(bot) as socket:
        assert owner.ask("DELETE", f"/api/account/tokens/{listed['id']}")[0] == 204
        assert told(socket, "bye")["code"] == "session"
        with pytest.raises(ConnectionClosed):
            told(socket, "nothing")
        assert socket.protocol.close_code == 4410
    assert bot.ask("GET", "/api/session")[0] == 401
    until(lambda: bot.user not in bots_here(owner))
    assert owner.ask("DELETE", f"/api/account/tokens/{listed['id']}")[0] == 404
    for _ in range(10):
        owner.do("POST", "/api/account/tokens", {})
    assert owner.ask("POST", "/api/account/tokens", {})[1]["error"]["code"] == "too_many_tokens"


SCOPE = [
    ("PATCH", "/api/session", {"name": "Other"}),
    ("DELETE", "/api/sessions", None),
    ("GET", "/api/account", None),
    ("POST", "/api/account/password", {"password": PASSWORD, "new": "another horse"}),
    ("POST", "/api/account/codes", {"password": PASSWORD}),
    ("POST", "/api/account/delete", {"password": PASSWORD}),
    ("POST", "/api/account/tokens", {}),
    ("GET", "/api/account/tokens", None),
    ("DELETE", "/api/account/tokens/x", None),
    ("POST", "/api/account/bot", {"password": PASSWORD}),
    ("GET", "/api/blocks", None),
    ("POST", "/api/blocks", {"user": "x", "kind": None}),
    ("POST", "/api/tables", {"game": "durak"}),
    ("POST", "/api/quick", {"game": "durak"}),
]


def test_a_token_does_not_open_what_is_the_owners_or_a_persons(server: Server) -> None:
    _, bot = bot_account(server)
    for method, path, body in SCOPE:
        status, answer = bot.ask(method, path, body)
        assert (status, answer["error"]["code"]) == (403, "bot_scope"), path


def test_neither_token_nor_owner_sits_down_uninvited(server: Server) -> None:
    owner, bot = bot_account(server)
    ann = server.person("Ann")
    table = ann.make("durak", seats=2)
    for who, code in ((bot, "bot_scope"), (owner, "bot_account")):
        for path, body in (("join", {}), ("start", {}), ("kick", {"seat": 0}), ("bot", {"seat": 1})):
            status, answer = who.ask("POST", f"/api/tables/{table}/{path}", body)
            assert (status, answer["error"]["code"]) == (403, code), path
    with bot.at(table) as chair:  # nor does it watch
        assert chair.wait("bye")["code"] == "not_seated"
    with owner.at(table) as chair:  # the owner watches as anybody
        assert chair.wait("table")["you"] == {"seat": None, "user": None}


def test_who_is_here_is_listed_and_can_be_called_to_a_table(server: Server) -> None:
    owner, bot = bot_account(server)
    ann = server.person("Ann")
    status, answer = ann.ask("POST", f"/api/bots/{bot.user}/challenge", {"game": "durak"})
    assert (status, answer["error"]["code"]) == (409, "bot_away")
    with come(bot, games=("durak", "nonsense", "durak"), most=2) as socket:
        assert told(socket, "tables")["tables"] == []
        assert bots_here(ann)[bot.user]
        [found] = [
            each for each in ann.do("GET", "/api/bots?game=durak")["bots"] if each["user"]["id"] == bot.user
        ]
        assert found["games"] == ["durak"]
        assert bot.user not in {each["user"]["id"] for each in ann.do("GET", "/api/bots?game=yassa")["bots"]}
        code = ann.ask("POST", f"/api/bots/{bot.user}/challenge", {"game": "yassa"})[1]["error"]["code"]
        assert code == "bot_game"
        table = ann.do("POST", f"/api/bots/{bot.user}/challenge", {"game": "durak", "seats": 2})["table"]
        seat = table["seats"][1]
        assert (seat["kind"], seat["bot"], seat["user"], seat["ready"]) == ("person", True, bot.user, False)
        assert [each["id"] for each in told(socket, "tables")["tables"]] == [table["id"]]
        assert [each["id"] for each in bot.do("GET", "/api/session/tables")["tables"]] == [table["id"]]
        # from the room: a bot sits once at a table, and the host sends it away
        room = ann.make("durak", seats=3)
        ann.do("POST", f"/api/tables/{room}/bot", {"seat": 1, "user": bot.user})
        assert ann.ask("POST", f"/api/tables/{room}/bot", {"seat": 2, "user": bot.user})[0] == 409
        after = ann.do("POST", f"/api/tables/{room}/bot", {"seat": 1})["table"]
        assert after["seats"][1]["kind"] == "empty"
        say_here(socket, ("durak",), most=1, playing=1)
        until(lambda: bots_here(ann)[bot.user] is False)
        code = ann.ask("POST", f"/api/bots/{bot.user}/challenge", {"game": "durak"})[1]["error"]["code"]
        assert code == "bot_busy"
        say_here(socket, ("durak",), accept="accounts")
        until(lambda: bots_here(ann)[bot.user])
        code = ann.ask("POST", f"/api/bots/{bot.user}/challenge", {"game": "durak"})[1]["error"]["code"]
        assert code == "bot_declines"
        with come(bot) as newer:
            say_here(socket)
            assert told(socket, "bye")["code"] == "replaced"
            assert bots_here(ann)[bot.user]
            newer.close()
    until(lambda: bot.user not in bots_here(ann))
    del owner


def test_a_bot_is_rated_apart_gets_no_hints_and_little_chat(server: Server) -> None:
    _, bot = bot_account(server)
    ann = server.person("Ann")
    with come(bot) as socket:
        table = ann.do("POST", f"/api/bots/{bot.user}/challenge", {"game": "yassa", "seats": 2})["table"][
            "id"
        ]
        told(socket, "tables")
    bot.do("POST", f"/api/tables/{table}/ready", {"ready": True})
    ann.do("POST", f"/api/tables/{table}/start", {})
    with ann.at(table) as hers, bot.at(table) as its:
        assert its.answer(its.send("hint"))["code"] == "no_hints"
        its.answer(its.send("chat", text="hello"))
        assert hers.wait("chat")["bot"] is True
        # the rules decide where a program has nothing to say, and once for each message
        both = [hers, its]
        for chair in both:
            while not chair.update:
                chair.wait("update")
        owing = next(chair for chair in both if chair.update["owed"])
        deciding = owing.send("default")
        assert owing.answer(deciding)["t"] == "ok"
        together(lambda: hers.play(random.Random(1)), lambda: its.play(random.Random(2)))
    until(lambda: bool(bot.do("GET", f"/api/users/{bot.user}")["ratings"]))
    [rating] = bot.do("GET", f"/api/users/{bot.user}")["ratings"]
    assert (rating["game"], rating["games"]) == ("yassa", 1)
    assert ann.do("GET", f"/api/users/{ann.user}")["ratings"] == []
    leaders = ann.do("GET", "/api/bots/leaders?game=yassa")["leaders"]
    assert bot.user in {each["user"]["id"] for each in leaders}
    record = ann.do("GET", f"/api/tables/{table}/record")
    assert record["names"][1].endswith(" (bot)")
    replay = ann.do("GET", f"/api/tables/{table}/replay?lang=uk")
    assert replay["bots"] == [None, "program"]
    assert any(" (бот)" in event["text"] for step in replay["steps"] for event in step["events"])


def test_a_bot_sits_at_no_more_tables_than_it_wants(server: Server) -> None:
    """Whatever it said a while ago, and whoever asks at the same moment."""
    _, bot = bot_account(server)
    people = [server.person(f"Host {number}") for number in range(6)]
    with come(bot, games=("durak",), most=2) as socket:
        path = f"/api/bots/{bot.user}/challenge"
        found = together(
            *(lambda each=each: each.ask("POST", path, {"game": "durak", "seats": 2}) for each in people)
        )
        assert sorted(status for status, _ in found) == [201, 201, 409, 409, 409, 409]
        assert {answer["error"]["code"] for status, answer in found if status == 409} == {"bot_busy"}
        say_here(socket, ("durak",), most=2, playing=0)  # they have not begun
        until(lambda: bots_here(people[0])[bot.user])
        assert people[5].ask("POST", path, {"game": "durak", "seats": 2})[1]["error"]["code"] == "bot_busy"


def test_no_name_that_the_server_gives_looks_like_an_option(monkeypatch: pytest.MonkeyPatch) -> None:
    from koloda.table.ids import new_id

    drawn = iter(["-aa", "-bb", "cc-"])
    monkeypatch.setattr("secrets.token_urlsafe", lambda size: next(drawn))
    assert new_id(9) == "cc-"
