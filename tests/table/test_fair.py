"""The shuffle is proved against everybody, a host who plays included; docs/fairness.md says how."""

from __future__ import annotations

import asyncio
import hashlib
import json
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from koloda.cli import main
from koloda.core.errors import BadTrace
from koloda.core.fair import check_seen, deal_seed, match_seed
from koloda.core.match import seed_of_deal
from koloda.core.record import check_record, write_record
from koloda.games import game as game_by_id
from koloda.table import clocks
from table.serving import PATIENCE, Person, Server, together, until

TWO_DEALS = {"mode": "individual", "match_games": 2}
CLOCK = {"turn": 60, "bank": 0, "reaction": 0}
LUCKS = ("aa" * 32, "bb" * 32)
OLD = Path(__file__).parent / "old" / "records-fair-1.jsonl"
DOCS = Path(__file__).parents[2] / "docs" / "fairness.md"


def seal(luck: str) -> str:
    return hashlib.sha256(bytes.fromhex(luck)).hexdigest()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(f"sqlite:///{tmp_path_factory.mktemp('server')}/koloda.db") as server:
        yield server


@pytest.fixture
def people(server: Server) -> list[Person]:
    return [server.person("Ann"), server.person("Bob")]


def sealed(people: list[Person], **more: Any) -> str:
    """A table where both have sealed their luck, started by the host."""
    table = people[0].make("durak", seats=2, options=TWO_DEALS, clock=CLOCK, **more)
    people[1].do("POST", f"/api/tables/{table}/join", {})
    for person, luck in zip(people, LUCKS, strict=True):
        person.do("POST", f"/api/tables/{table}/ready", {"ready": True, "seal": seal(luck)})
    people[0].do("POST", f"/api/tables/{table}/start", {})
    return table


def opens(person: Person, table: str, luck: str) -> tuple[int, str]:
    status, answer = person.ask("POST", f"/api/tables/{table}/luck", {"luck": luck})
    return status, answer.get("error", {}).get("code", "")


def log(server: Server, table: str) -> bytes:
    work = server.koloda.store.read(table)
    found = asyncio.run_coroutine_threadsafe(work, server.server.servers[0].get_loop()).result(PATIENCE)
    return b"\n".join(data for _, data in found)


def test_nobodys_luck_is_anywhere_before_all_are_sealed(server: Server, people: list[Person]) -> None:
    """The host reads his own database: what he finds there must not help him to choose."""
    table = people[0].make("durak", seats=2, options=TWO_DEALS, clock=CLOCK)
    people[1].do("POST", f"/api/tables/{table}/join", {})
    people[1].do("POST", f"/api/tables/{table}/ready", {"ready": True, "seal": seal(LUCKS[1])})
    assert opens(people[1], table, LUCKS[1]) == (409, "not_started")
    assert LUCKS[1].encode() not in log(server, table)
    people[0].do("POST", f"/api/tables/{table}/ready", {"ready": True, "seal": seal(LUCKS[0])})
    info = people[0].do("POST", f"/api/tables/{table}/start", {})["table"]
    assert (info["status"], info["sealed"]) == ("waiting", True)
    assert [seat["seal"] for seat in info["seats"]] == [seal(luck) for luck in LUCKS]
    # from now on no seal changes
    status, answer = people[0].ask("POST", f"/api/tables/{table}/ready", {"ready": True, "seal": "cc" * 32})
    assert (status, answer["error"]["code"]) == (409, "started")
    assert opens(people[0], table, LUCKS[1]) == (400, "bad_luck")
    assert opens(people[1], table, LUCKS[1])[0] == 200
    assert opens(people[1], table, LUCKS[1])[0] == 200
    assert people[0].do("GET", f"/api/tables/{table}")["table"]["status"] == "waiting"
    assert opens(people[0], table, LUCKS[0])[0] == 200
    assert people[0].do("GET", f"/api/tables/{table}")["table"]["status"] == "playing"


def test_a_record_can_be_checked_against_what_a_person_saw(
    people: list[Person], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = sealed(people)
    info = people[0].do("GET", f"/api/tables/{table}")["table"]
    for person, luck in zip(people, LUCKS, strict=True):
        opens(person, table, luck)
    with people[0].at(table) as one, people[1].at(table) as other:
        together(lambda: one.play(random.Random(1)), lambda: other.play(random.Random(2)))
        assert one.update["over"]["secret"]
    code = re.findall(r"```python\n(.*?)```", DOCS.read_text("utf-8"), re.DOTALL)
    told: dict[str, Any] = {}
    exec("\n".join(code), told)
    records = [people[0].do("GET", f"/api/tables/{table}/record?deal={deal}") for deal in (1, 2)]
    seals = [seat["seal"] for seat in info["seats"]]
    for record in records:
        check_record(game_by_id("durak"), record)
        told["check"](record, info["commit"], seals, LUCKS[1], records.index(record) + 1)
    file = tmp_path / "records.jsonl"
    file.write_text("\n".join(map(json.dumps, records)), "utf-8")
    assert main(["verify", str(file), "--commit", info["commit"], "--luck", LUCKS[0]]) == 0
    assert capsys.readouterr().out.endswith("2 records ok\n")
    assert main(["verify", str(file), "--commit", "00" * 32]) == 1
    assert main(["verify", str(file), "--luck", "ab"]) == 1
    assert main(["verify", str(file), "--luck", "xy"]) == 2


def test_a_shuffle_that_was_chosen_among_those_of_many_deals_is_noticed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Who knows the secret and all lucks knows the shuffles of all deals: the number must be right."""
    game = game_by_id("durak")
    honest = played(fair=2).record(1)
    fair = honest["fair"]
    assert isinstance(fair, dict)
    seed = deal_seed(fair["secret"], fair["luck"], 7)
    state = game.deal(2, seed, honest["options"])
    actions: list[tuple[int, int]] = []
    while state.pending:
        actions.append((int(state.actor), int(state.legal(state.actor)[0])))
        state.apply(*actions[-1])
    times = [0] * len(actions)
    chosen = write_record(game, state, seed, honest["options"], ["Ann", "Bob"], actions, times, {})
    chosen["fair"] = {**fair, "deal": 7}
    file = tmp_path / "record.json"
    file.write_text(json.dumps(chosen), "utf-8")
    seen = ["verify", str(file), "--commit", fair["commit"], "--luck", fair["luck"][0]]
    assert main(seen) == 0
    assert "deal 7 of its match" in capsys.readouterr().err
    assert main([*seen, "--deal", "7"]) == 0
    assert capsys.readouterr().err == ""
    assert main([*seen, "--deal", "1"]) == 1
    assert "deal 7 of its match, not deal 1" in capsys.readouterr().out
    code = re.findall(r"```python\n(.*?)```", DOCS.read_text("utf-8"), re.DOTALL)
    told: dict[str, Any] = {}
    exec("\n".join(code), told)
    with pytest.raises(AssertionError, match="another deal"):
        told["check"](chosen, fair["commit"], fair["seals"], fair["luck"][0], 1)


@pytest.mark.parametrize(
    ("part", "value", "says"),
    [
        ("luck", ["aa" * 32, "cc" * 32], "not those that were sealed"),
        ("seals", ["", ""], "not those that were sealed"),
        ("secret", "00" * 32, "not the one that was committed to"),
        ("deal", 2, "the secret gives the seed"),
        ("version", 3, "version"),
        ("version", 1, "needs"),
    ],
)
def test_a_changed_proof_proves_nothing(part: str, value: object, says: str) -> None:
    game = game_by_id("durak")
    room = played(fair=2)
    record = room.record(1)
    check_record(game, record)
    record["fair"][part] = value
    with pytest.raises(BadTrace, match=says):
        check_record(game, record)


def played(fair: int) -> Any:
    from koloda.table import rows
    from koloda.table.room import Room

    room = Room("a table of a test")
    made = rows.Made(1000, "durak", 2, {"mode": "individual"}, "5e" * 32, "u0", turn=0, bank=0, reaction=0)
    made.fair = fair
    room.fold(made)
    for seat, luck in enumerate(LUCKS):
        room.fold(rows.Sat(1000, seat, f"u{seat}", f"P{seat}"))
        room.fold(rows.Ready(1000, seat, True, seal=seal(luck)))
    room.fold(rows.Sealed(1000))
    for seat, luck in enumerate(LUCKS):
        room.fold(rows.Luck(1000, seat, luck))
    room.fold(rows.Dealt(1000))
    while room.status == "playing":
        assert room.state is not None
        seat = room.state.actor
        room.fold(rows.Act(2000, seat, room.state.game.text(room.state.legal(seat)[0])))
    return room


def test_seeds_of_deals_come_from_sha_256_each(people: list[Person]) -> None:
    """From a generator's numbers its seed, and with it all later deals, could be found."""
    seeds = [deal_seed("5e" * 32, LUCKS, deal) for deal in (1, 2)]
    data = bytes.fromhex("5e" * 32 + "20" + LUCKS[0] + "20" + LUCKS[1])
    for deal, seed in enumerate(seeds, 1):
        digest = hashlib.sha256(data + deal.to_bytes(4, "big")).digest()
        assert seed == int.from_bytes(digest[:8], "big") >> 1
    assert seeds != [seed_of_deal(match_seed("5e" * 32, LUCKS), deal) for deal in (1, 2)]
    assert deal_seed("5e" * 32, ["aa", ""], 1) != deal_seed("5e" * 32, ["", "aa"], 1)
    assert played(fair=2).deals[0].seed == seeds[0]
    assert played(fair=1).deals[0].seed == seed_of_deal(match_seed("5e" * 32, LUCKS), 1)


def test_who_does_not_open_his_luck_loses_his_seat_and_nothing_is_dealt(
    server: Server, people: list[Person]
) -> None:
    """He has seen what the others opened: with or without his own, that shuffle is not used."""
    table = sealed(people)
    with people[0].at(table) as one, people[1].at(table) as other:
        other.wait("table")
        assert opens(people[1], table, LUCKS[1])[0] == 200
        server.pass_time(clocks.OPENING)
        other.wait("table", that=lambda message: not message["table"]["sealed"])
        info = other.table
        assert info["status"] == "waiting"
        assert [seat["kind"] for seat in info["seats"]] == ["empty", "person"]
        assert info["host"] == people[1].user
        assert [(seat["ready"], seat["seal"]) for seat in info["seats"]] == [(False, "")] * 2
        one.wait("table", that=lambda message: message["you"]["seat"] is None)
    assert opens(people[0], table, LUCKS[0]) == (403, "not_seated")
    # once may be a bad line, twice keeps the others from playing
    people[0].sit(table)
    for person, luck in zip(people, LUCKS, strict=True):
        person.do("POST", f"/api/tables/{table}/ready", {"ready": True, "seal": seal(luck)})
    people[1].do("POST", f"/api/tables/{table}/start", {})
    with people[1].at(table) as other:
        other.wait("table")
        server.pass_time(clocks.OPENING)
        other.wait("table", that=lambda message: not message["table"]["sealed"])
    status, answer = people[0].ask("POST", f"/api/tables/{table}/join", {})
    assert (status, answer["error"]["code"]) == (403, "kicked")


@pytest.mark.parametrize("unopenable", ["ab", "ab" * 31, hashlib.sha256(b"").hexdigest()])
def test_a_seal_that_nobody_could_open_is_refused(people: list[Person], unopenable: str) -> None:
    table = people[0].make("durak")
    status, answer = people[0].ask("POST", f"/api/tables/{table}/ready", {"ready": True, "seal": unopenable})
    assert (status, answer["error"]["code"]) == (400, "bad_luck")


def test_who_leaves_instead_of_opening_calls_the_start_off(people: list[Person]) -> None:
    table = sealed(people)
    assert opens(people[0], table, LUCKS[0])[0] == 200
    info = people[1].do("POST", f"/api/tables/{table}/leave", {})["table"]
    assert (info["status"], info["sealed"], info["seats"][0]["seal"]) == ("waiting", False, "")


def test_a_start_that_was_interrupted_goes_on_after_a_restart(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/koloda.db"
    with Server(url) as server:
        people = [server.person("Ann"), server.person("Bob")]
        table = sealed(people)
        assert opens(people[1], table, LUCKS[1])[0] == 200
    with Server(url) as server:
        people = [Person(server, person.user, person.token) for person in people]
        assert opens(people[0], table, LUCKS[0])[0] == 200
        until(lambda: people[0].do("GET", f"/api/tables/{table}")["table"]["status"] == "playing")


def test_alone_with_bots_nothing_is_proved_and_nothing_claimed(
    people: list[Person], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ann = people[0]
    quick = ann.quick("durak", level="easy")
    made = ann.make("durak", seats=2, options={"mode": "individual"}, bots=[{"seat": 1, "level": "easy"}])
    ann.do("POST", f"/api/tables/{made}/ready", {"ready": True, "seal": seal(LUCKS[0])})
    ann.do("POST", f"/api/tables/{made}/start", {})
    record: dict[str, Any] = {}
    for table in (quick, made):
        assert ann.do("GET", f"/api/tables/{table}")["table"]["commit"] is None
        with ann.at(table) as chair:
            assert chair.play(random.Random(1))["over"]["secret"] == ""
        record = ann.do("GET", f"/api/tables/{table}/record")
        assert "fair" not in record
    file = tmp_path / "record.json"
    file.write_text(json.dumps(record), "utf-8")
    assert main(["verify", str(file)]) == 0
    assert capsys.readouterr().out.endswith("1 record ok, not proven\n")
    assert main(["verify", str(file), "--commit", "00" * 32]) == 1
    with pytest.raises(BadTrace, match="no proof"):
        check_seen(record, "00" * 32)


def test_records_of_the_earlier_scheme_verify_as_what_they_are(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", str(OLD)]) == 0
    assert capsys.readouterr().out.endswith("4 records ok\n")
    record = json.loads(OLD.read_text("utf-8").splitlines()[0])
    assert "version" not in record["fair"]
    assert main(["verify", str(OLD), "--commit", record["fair"]["commit"], "--luck", "c0ffee"]) == 0
    record["fair"]["luck"][0] = "00"
    with pytest.raises(BadTrace, match="the secret gives the seed"):
        check_record(game_by_id("yassa"), record)


@pytest.mark.parametrize("luck", ["ab\n", "AB", "abc", "zz", " ab", "00" * 33])
def test_luck_is_pairs_of_small_hexadecimal_digits(people: list[Person], luck: str) -> None:
    table = people[0].make("durak")
    for body in ({"luck": luck}, {"seal": luck}):
        assert people[0].ask("POST", f"/api/tables/{table}/ready", body)[0] == 400
