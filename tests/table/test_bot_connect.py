"""`koloda bot connect`: a real program at a real server, through lost connections and a restart."""

from __future__ import annotations

import io
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from koloda.games.junquick import GAME as JUNQUICK
from koloda.table.room import Stage
from table import processes
from table.bot_accounts import EXAMPLE, PASSWORD, Connect, bot_account, bots_here, registered, wait_here
from table.serving import Chair, Person, Server, together, until
from table.test_bot_accounts import come
from table.test_noticing import HANDS, place

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="programs run on Linux")
ANSWERS = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print(json.dumps({"type": "hello", "protocol": "koloda-bot/1", "name": "test"}), flush=True)
    elif message["type"] == "ask":
        ANSWER
"""
HOSTILE = {
    "crashes": "sys.exit(3)",
    "floods": "[print('x' * 60000) for _ in range(1000)]",
    "never answers": "pass",
}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    path = tmp_path_factory.mktemp("connect") / "koloda.db"
    with Server(f"sqlite:///{path}") as server:
        yield server


def begin(person: Person, bot: Person, game: str, **more: Any) -> str:
    """A challenge that has begun, once the bot is ready."""
    clock = {"turn": 0, "bank": 0, "reaction": 0}
    wanted = {"game": game, "seats": 2, "clock": clock, **more}
    table: str = person.do("POST", f"/api/bots/{bot.user}/challenge", wanted)["table"]["id"]
    until(lambda: person.do("GET", f"/api/tables/{table}")["table"]["seats"][1]["ready"])
    person.do("POST", f"/api/tables/{table}/start", {})
    return table


def finish(chair: Chair, seed: int = 1) -> dict[str, Any]:
    return chair.play(random.Random(seed))


def test_a_program_plays_several_matches_at_once_and_a_rematch_and_ends_cleanly(server: Server) -> None:
    _, bot = bot_account(server)
    people = [server.person(f"Ann {number}") for number in range(3)]
    with Connect(server.base, bot.token, EXAMPLE, "--max-games", "3") as connected:
        wait_here(people[0], bot)
        games = ("durak", "flights", "viceroy")
        tables = [begin(person, bot, game) for person, game in zip(people, games, strict=True)]
        chairs = [person.at(table) for person, table in zip(people, tables, strict=True)]
        together(*(lambda chair=chair: finish(chair) for chair in chairs))
        for chair in chairs:
            chair.close()
        # nobody had to decide for it
        for table in tables:
            room = server.koloda.tables.live[table].room
            assert not room.seats[1].taken_over
            assert room.seats[1].missed == 0
        again = people[0].do("POST", f"/api/tables/{tables[0]}/rematch", {})["table"]["id"]
        with people[0].at(again) as chair:
            until(lambda: people[0].do("GET", f"/api/tables/{again}")["table"]["seats"][1]["ready"])
            people[0].do("POST", f"/api/tables/{again}/start", {})
            finish(chair, 2)
        assert connected.interrupt() == 0
        said = connected.said()
    assert "is here: " in said
    assert said.count("the match is over") == 4, said
    assert "the seats are kept" in said
    until(lambda: bot.user not in bots_here(people[0]))


def test_a_cut_connection_loses_no_move(server: Server) -> None:
    _, bot = bot_account(server)
    ann = server.person("Ann")
    with Connect(server.base, bot.token, EXAMPLE) as connected:
        wait_here(ann, bot)
        table = begin(ann, bot, "durak")
        cuts = 0

        def cut() -> None:
            """All connections of the bot, without a goodbye."""
            for each in list(server.koloda.connections):
                if each.bot:
                    each.line.transport.abort()

        with ann.at(table) as chair:
            loop = server.server.servers[0].get_loop()

            def choose(update: dict[str, Any]) -> str:
                nonlocal cuts
                if cuts < 4:
                    cuts += 1
                    loop.call_soon_threadsafe(cut)
                return str(update["legal"][0]["a"])

            chair.play_by(choose)
        acts = [seat for seat, _ in server.koloda.tables.live[table].room.deals[-1].actions]
        assert cuts == 4
        assert acts.count(1) > 0
        assert server.koloda.tables.live[table].room.seats[1].missed == 0
        connected.interrupt()
        assert "trying again" in connected.said()


def test_a_restart_of_the_server_in_the_middle_loses_no_move(tmp_path: Path) -> None:
    with processes.Server(f"sqlite:///{tmp_path / 'koloda.db'}") as host:
        server = Server("unused")
        server.base = f"http://127.0.0.1:{host.port}"
        _, bot = bot_account(server)
        ann = server.person("Ann")
        with Connect(server.base, bot.token, EXAMPLE) as connected:
            wait_here(ann, bot)
            table = begin(ann, bot, "durak")
            moves = 0

            def few(update: dict[str, Any]) -> bool:
                nonlocal moves
                moves += bool(update["owed"])
                return moves > 3

            with ann.at(table) as chair:
                chair.play(random.Random(1), few)
                seen = chair.seen
            host.kill()
            host.start()
            with ann.at(table, seen) as chair:
                last = finish(chair)
            assert last["over"]["match_over"]
            record = ann.do("GET", f"/api/tables/{table}/record?deal=1")
            assert {seat for seat, _ in record["actions"]} == {0, 1}
            assert connected.interrupt() == 0
            said = connected.said()
            assert "the match is over" in said
            # it plays on only when it is back
            assert said.index("trying again") < said.index(f"{table[:6]}: connected again"), said


def test_more_matches_than_it_may_play_are_declined_in_words(server: Server) -> None:
    _, bot = bot_account(server)
    people = [server.person(f"Ann {number}") for number in range(2)]
    with come(bot, games=("flights",), most=2):
        wanted = {"game": "flights", "seats": 2}
        path = f"/api/bots/{bot.user}/challenge"
        tables = [person.do("POST", path, wanted)["table"]["id"] for person in people]
    both = list(zip(people, tables, strict=True))

    def seated(person: Person, table: str) -> bool:
        return bool(person.do("GET", f"/api/tables/{table}")["table"]["seats"][1]["user"] == bot.user)

    with people[0].at(tables[0]) as one, people[1].at(tables[1]) as other:
        chairs = dict(zip(tables, (one, other), strict=True))
        with Connect(server.base, bot.token, EXAMPLE, "--max-games", "1") as connected:
            until(lambda: [seated(*each) for each in both].count(True) == 1)
            [declined] = [table for person, table in both if not seated(person, table)]
            said = chairs[declined].wait("chat")
            assert said["text"] == "I play as many matches as I may already: ask me again later."
            connected.interrupt()
            assert f"{declined[:6]}: flights is declined: at most 1 matches at a time" in connected.said()


def test_a_bot_on_one_process_is_challenged_on_another(postgres_url: str) -> None:
    with Server(postgres_url) as one, Server(postgres_url) as two:
        _, bot = bot_account(one)
        ann = two.person("Ann")
        with Connect(one.base, bot.token, EXAMPLE) as connected:
            wait_here(ann, bot)
            table = begin(ann, bot, "durak")
            with ann.at(table) as chair:
                finish(chair)
            record = ann.do("GET", f"/api/tables/{table}/record?deal=1")
            assert {seat for seat, _ in record["actions"]} == {0, 1}
            room = two.koloda.tables.live[table].room
            assert not room.seats[1].taken_over
            assert room.seats[1].missed == 0
            assert connected.interrupt() == 0


def test_a_program_plays_at_a_server_of_two_workers(postgres_url: str) -> None:
    """One port, two processes: the bot and the person may be connected to either."""
    with processes.Server(postgres_url, "--workers", "2") as host:
        server = Server("unused")
        server.base = f"http://127.0.0.1:{host.port}"
        _, bot = bot_account(server)
        ann = server.person("Ann")
        with Connect(server.base, bot.token, EXAMPLE) as connected:
            wait_here(ann, bot)
            table = begin(ann, bot, "durak")
            with ann.at(table) as chair:
                assert finish(chair)["over"]["match_over"]
            record = ann.do("GET", f"/api/tables/{table}/record?deal=1")
            assert {seat for seat, _ in record["actions"]} == {0, 1}
            assert connected.interrupt() == 0


def test_a_program_takes_part_in_the_race_of_a_chieftain_phase(server: Server, tmp_path: Path) -> None:
    """JunQuick in real time: it answers a card that a person has just laid, before the silence is over."""
    _, bot = bot_account(server)
    ann, bob = server.person("Ann"), server.person("Bob")
    options = {"chief_time": "real", "tie_ms": 0, "silence_ms": 60_000}
    with come(bot, games=("junquick",)):
        seats = [{"seat": 2, "user": bot.user}]
        table = ann.make("junquick", seats=3, options=options, bots=seats, clock={"turn": 0})
        bob.sit(table)
        bot.do("POST", f"/api/tables/{table}/ready", {"ready": True})
        ann.do("POST", f"/api/tables/{table}/start", {})
    room = server.koloda.tables.live[table].room
    state = JUNQUICK.position("0: TS J1; 1: J1; 2: D1 J1; pile J4@2; fp 1", options)
    state.watch()
    room.state, room.seen = state, [[] for _ in range(4)]
    room.stages = [Stage(room.asked_at, state, 0)]
    program = tmp_path / "racer.py"
    after_ann = """
        seen = (message["view"]["last"] or {}).get("card")
        print(json.dumps({"type": "answer", "answer": "inf D1" if seen == "TS" else None}), flush=True)
    """
    program.write_text(ANSWERS.replace("ANSWER", after_ann.strip()))
    with ann.at(table) as hers, Connect(server.base, bot.token, program) as connected:
        wait_here(ann, bot)
        assert hers.act("inf TS")["t"] == "ok"
        hers.wait("update", that=lambda update: update["view"]["surface"] == "D1")
        assert [card["seat"] for card in hers.update["view"]["pile"]] == [2, 0, 2]
        assert connected.interrupt() == 0


def test_a_program_reacts_out_of_turn(server: Server, tmp_path: Path) -> None:
    """Real time: nobody waits for it, and it sees what there is to be noticed."""
    _, bot = bot_account(server)
    ann, bob = server.person("Ann"), server.person("Bob")
    with come(bot, games=("yassa",)):
        table = ann.make("yassa", seats=3, bots=[{"seat": 2, "user": bot.user}], clock={"turn": 0})
        bob.sit(table)
        bot.do("POST", f"/api/tables/{table}/ready", {"ready": True})
        ann.do("POST", f"/api/tables/{table}/start", {})
    place(server.koloda.tables.live[table].room, f"{HANDS}; top R2; turn A")
    program = tmp_path / "caller.py"
    first = 'print(json.dumps({"type": "answer", "answer": message["legal"][0]}), flush=True)'
    program.write_text(ANSWERS.replace("ANSWER", first))
    with ann.at(table) as hers, bob.at(table) as his, Connect(server.base, bot.token, program):
        assert hers.act("play R5")["t"] == "ok"
        his.wait("update", that=lambda update: update["view"]["counts"][0] == 3)
        calls = [event["e"] for message in his.received for event in message.get("events", [])]
        assert [event[:2] for event in calls if event[0] == "call"] == [["call", [2]]]


@pytest.mark.parametrize("kind", HOSTILE)
def test_a_program_that_fails_holds_up_nobody(kind: str, server: Server, tmp_path: Path) -> None:
    program = tmp_path / "bot.py"
    program.write_text(ANSWERS.replace("ANSWER", HOSTILE[kind]), "utf-8")
    _, bot = bot_account(server)
    ann = server.person("Ann")
    hurry = ("--program-ms", "300", "--program-bank-ms", "0")
    with Connect(server.base, bot.token, program, *hurry) as connected:
        wait_here(ann, bot)
        table = begin(ann, bot, "durak")
        with ann.at(table) as chair:
            finish(chair)
        connected.interrupt()
        said = connected.said()
    assert "the match is given up, a bot plays on" in said or "the match is over" in said, said
    code = {"crashes": "CRASH", "floods": "GARBAGE", "never answers": "TIME"}[kind]
    assert f" {code}: " in said, said


def test_a_revoked_token_ends_it_and_a_wrong_one_never_begins(server: Server) -> None:
    owner, bot = bot_account(server)
    with Connect(server.base, bot.token, EXAMPLE) as connected:
        wait_here(owner, bot)
        [token] = owner.do("GET", "/api/account/tokens")["tokens"]
        assert token["used"] > 0
        owner.ask("DELETE", f"/api/account/tokens/{token['id']}")
        assert connected.process is not None
        assert connected.process.wait(60) == 2
        assert "no longer takes this token" in connected.said()
    with Connect(server.base, "koloda-bot-nonsense", EXAMPLE) as connected:
        assert connected.process is not None
        assert connected.process.wait(60) == 2
        assert "does not know this token" in connected.said()


def test_the_token_command_makes_an_account_lists_and_revokes(
    server: Server, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from koloda.cli import main

    monkeypatch.setenv("KOLODA_PASSWORD", PASSWORD)
    login = f"mole-{random.getrandbits(40):x}"
    name = f"Mole {random.getrandbits(40):x}"
    assert main(["bot", "token", server.base, "--login", login, "--create", name, "--name", "laptop"]) == 0
    made = capsys.readouterr()
    token = made.out.strip()
    assert token.startswith("koloda-bot-")
    assert made.err.count("-") >= 24  # eight recovery codes
    assert Person(server, "", token).do("GET", "/api/session")["user"]["name"] == name
    assert main(["bot", "token", server.base, "--login", login, "--list"]) == 0
    line = capsys.readouterr().out
    assert "laptop" in line
    assert token not in line
    assert main(["bot", "token", server.base, "--login", login, "--revoke", line.split()[0]]) == 0
    assert Person(server, "", token).ask("GET", "/api/session")[0] == 401
    _, person = registered(server)
    monkeypatch.setattr("sys.stdin", io.StringIO())
    assert main(["bot", "token", server.base, "--login", person]) == 2
    assert "--yes" in capsys.readouterr().err
    monkeypatch.setenv("KOLODA_PASSWORD", "wrong horse")
    assert main(["bot", "token", server.base, "--login", login]) == 2


def test_the_host_names_programs_that_people_may_choose(tmp_path: Path) -> None:
    """Also after a restart: the account stays, and the program goes on with the match."""
    choice = ("--program", f"Deep Mole={EXAMPLE}", "--program-ms", "60000", "--i-know")
    with processes.Server(f"sqlite:///{tmp_path / 'koloda.db'}", *choice) as host:
        server = Server("unused")
        server.base = f"http://127.0.0.1:{host.port}"
        ann = server.person("Ann")
        until(lambda: bool(bots_here(ann)))
        [found] = ann.do("GET", "/api/bots?game=durak")["bots"]
        assert found["user"]["name"] == "Deep Mole"
        bot = Person(server, found["user"]["id"], "")
        table = begin(ann, bot, "durak")
        with ann.at(table) as chair:
            while not chair.update or not chair.update["owed"]:
                chair.wait("update")
        host.kill()
        host.start()
        with ann.at(table) as chair:
            finish(chair)
        assert [seat["bot"] for seat in chair.table["seats"]] == [False, True]
        until(lambda: bool(bots_here(ann)))
        assert host.stop() == 0


@pytest.mark.parametrize(
    ("choice", "words"),
    [("mole.py", "write it like"), ("Mole=/nowhere/mole.py", "/nowhere/mole.py"), ("=x", "write it like")],
)
def test_a_program_that_cannot_play_is_refused_before_anybody_is_let_in(
    choice: str, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from koloda.cli import main

    database = f"sqlite:///{tmp_path / 'koloda.db'}"
    assert main(["serve", "--database", database, "--program", choice, "--i-know", "--port", "0"]) == 2
    assert words in capsys.readouterr().err
