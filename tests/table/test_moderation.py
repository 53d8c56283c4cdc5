"""What keeps people from harming each other: bans, reports, mutes, blocks; the admin and what he did."""

from __future__ import annotations

import asyncio
import http.client
import json
import random
from collections.abc import Iterator

import pytest

from koloda.table.failures import SENTENCES, Failures
from koloda.table.lobby import KICKED
from koloda.table.metrics import Counter
from table.services import Postgres
from table.serving import PATIENCE, Person, Server, together, until
from table.test_account import admin, is_in, name, pair, registered, through

__all__ = ["pair"]
ADMIN_TOKEN = "an admin token of a test"
CLOCK = {"turn": 60, "bank": 0, "reaction": 0}


@pytest.fixture(scope="module")
def proxied(postgres: Postgres, tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Server]]:
    """Two processes behind a proxy, so that a test has many addresses."""
    url = postgres.database()
    file = tmp_path_factory.mktemp("admin") / "token"
    file.write_text("an admin token of a test", "utf-8")
    more = {"admin_file": str(file), "proxies": ("127.0.0.1",)}
    with Server(url, **more) as one, Server(url, **more) as two:
        yield [one, two]


def test_a_ban_reaches_every_process_and_ends(pair: tuple[Server, Server]) -> None:
    one, two = pair
    guest = one.person(name("Guest"))
    account, login, _ = registered(one)
    for person in (guest, account):
        table = person.make("durak")
        with through(two, person).at(table) as chair:
            chair.wait("table")
            admin(one, "POST", f"users/{person.user}/ban", {"minutes": 5, "reason": "spam"})
            assert chair.wait("bye")["code"] == "banned"
        assert not is_in(through(two, person))
        [ban] = [each for each in admin(two, "GET", "bans")["bans"] if each["value"] == person.user]
        assert (ban["kind"], ban["reason"]) == ("user", "spam")
        if person is account:
            status, answer, _ = two.call("POST", "/api/login", {"login": login, "password": "correct horse"})
            assert (status, answer["error"]["code"]) == (403, "banned")
        admin(two, "DELETE", f"bans/{ban['id']}")
        assert is_in(person)
        assert person.user not in [each["value"] for each in admin(one, "GET", "bans")["bans"]]


def test_a_network_is_banned_in_every_process(proxied: list[Server]) -> None:
    one, two = proxied
    near, far = {"x-forwarded-for": "203.0.113.77"}, {"x-forwarded-for": "198.51.100.1"}
    person = one.person(name("Ann"))
    table = person.make("durak")
    with (
        through(two, person).at(table, headers=near) as chair,
        through(two, person).at(table, headers=far) as other,
    ):
        chair.wait("table")
        other.wait("table")
        body = {"address": "203.0.113.0/24", "minutes": 5, "reason": "a farm of guests"}
        ban = admin(one, "POST", "bans", body)
        assert chair.wait("bye")["code"] == "banned"
        assert other.answer(other.send("ping"))["t"] == "pong"
    for server in (one, two):
        status, answer, _ = server.call("POST", "/api/session", {"name": name("New")}, headers=near)
        assert (status, answer["error"]["code"]) == (403, "banned")
        assert server.call("GET", "/api/session", token=person.token, headers=near)[0] == 401
        assert server.call("POST", "/api/session", {"name": name("New")}, headers=far)[0] == 201
    with through(two, person).at(table, headers=near) as refused:
        assert refused.wait("bye")["code"] == "banned"
    admin(two, "DELETE", f"bans/{ban['id']}")
    until(lambda: one.call("GET", "/api/session", token=person.token, headers=near)[0] == 200)
    for wrong in ("everybody", "0.0.0.0/0", "127.0.0.1", "::/0"):
        status, _, _ = one.call(
            "POST", "/api/admin/bans", {"address": wrong, "minutes": 5}, "an admin token of a test"
        )
        assert status == 400


def test_a_banned_guest_is_kept_out_by_his_address(proxied: list[Server]) -> None:
    one, two = proxied
    here, far = {"x-forwarded-for": "203.0.115.7"}, {"x-forwarded-for": "198.51.100.1"}
    _, answer, _ = one.call("POST", "/api/session", {"name": name("Guest")}, headers=here)
    guest, token = answer["user"]["id"], answer["token"]
    [found] = admin(two, "GET", f"users?q={guest}")["users"]
    assert found["address"] == "203.0.115.7"
    assert one.call("GET", "/api/account", token=token, headers=here)[1]["address"] == "203.0.115.7"
    admin(one, "POST", f"users/{guest}/ban", {"minutes": 5})
    _, again, _ = two.call("POST", "/api/session", {"name": name("Guest")}, headers=here)
    assert "token" in again, "without his address he is another guest"
    admin(one, "POST", f"users/{again['user']['id']}/ban", {"minutes": 5, "reason": "again", "address": True})
    until(lambda: two.call("POST", "/api/session", {"name": name("Guest")}, headers=here)[0] == 403)
    assert two.call("POST", "/api/session", {"name": name("Guest")}, headers=far)[0] == 201
    bans = {each["value"]: each["reason"] for each in admin(two, "GET", "bans")["bans"]}
    assert (bans["203.0.115.7/32"], bans[again["user"]["id"]]) == ("again", "again")
    local = one.person(name("Local"))  # from this machine, which is never banned
    status, refused, _ = one.call(
        "POST", f"/api/admin/users/{local.user}/ban", {"minutes": 5, "address": True}, ADMIN_TOKEN
    )
    assert (status, refused["error"]["code"]) == (400, "bad_address")
    assert is_in(local), "nothing has happened"


def test_addresses_are_forgotten(proxied: list[Server]) -> None:
    one, _ = proxied
    _, answer, _ = one.call(
        "POST", "/api/session", {"name": name("Guest")}, headers={"x-forwarded-for": "203.0.116.7"}
    )
    guest = answer["user"]["id"]
    work = one.koloda.accounts.forget_addresses(one.koloda.tables.now() + 1000)
    asyncio.run_coroutine_threadsafe(work, one.server.servers[0].get_loop()).result(PATIENCE)
    [found] = admin(one, "GET", f"users?q={guest}")["users"]
    assert found["address"] == ""
    status, refused, _ = one.call(
        "POST", f"/api/admin/users/{guest}/ban", {"minutes": 5, "address": True}, ADMIN_TOKEN
    )
    assert (status, refused["error"]["code"]) == (404, "no_address")


def test_wrong_tokens_of_the_admin_are_logged_and_counted(
    proxied: list[Server], caplog: pytest.LogCaptureFixture
) -> None:
    one, _ = proxied
    here = {"x-forwarded-for": "203.0.117.7"}
    for _ in range(4):
        assert one.call("GET", "/api/admin/health", token="not the token", headers=here)[0] == 403
    wrong = {"login": "nobody-here", "password": "not the password"}
    assert one.call("POST", "/api/login", wrong, headers=here)[0] == 401
    lines = [
        (record.getMessage(), record.__dict__["times"])
        for record in caplog.records
        if record.__dict__.get("address") == "203.0.117.7"
    ]
    assert lines == [(SENTENCES["admin"], 1), (SENTENCES["password"], 1)]
    figures = one.koloda.metrics.failures.values
    assert (figures["admin",], figures["password",]) >= (4, 1)


def test_who_has_many_addresses_does_not_fill_the_log(caplog: pytest.LogCaptureFixture) -> None:
    now = 0.0
    failures = Failures(Counter(["kind"]), lambda: now)
    for number in range(1000):
        failures.note("admin", f"198.51.{number // 250}.{number % 250}")
    assert len(caplog.records) == 30
    for _ in range(5):
        failures.note("admin", "198.51.0.0")
    now = 61.0
    failures.note("admin", "198.51.0.0")
    assert len(caplog.records) == 31
    assert caplog.records[-1].__dict__["times"] == 6


def test_the_last_proxy_is_believed_whichever_way_it_writes(proxied: list[Server]) -> None:
    one, _ = proxied
    body = {"address": "::ffff:203.0.114.0/120", "minutes": 5, "reason": "written as IPv6"}
    assert admin(one, "POST", "bans", body)["value"] == "203.0.114.0/24"
    here, claimed = "203.0.114.9", "198.51.100.1"
    for lines, status in (([claimed, here], 403), ([here, claimed], 201), ([f"{claimed}, {here}"], 403)):
        line = http.client.HTTPConnection("127.0.0.1", one.port, timeout=PATIENCE)
        line.putrequest("POST", "/api/session")
        for each in lines:
            line.putheader("X-Forwarded-For", each)
        sent = json.dumps({"name": name("New")}).encode()
        line.putheader("Content-Type", "application/json")
        line.putheader("Content-Length", str(len(sent)))
        line.endheaders(sent)
        assert line.getresponse().status == status
        line.close()


def test_reports_carry_the_last_messages(pair: tuple[Server, Server]) -> None:
    one, two = pair
    ann, bob, eve = (one.person(name(who)) for who in ("Ann", "Bob", "Eve"))
    table = ann.make("durak")
    bob.sit(table)
    with bob.at(table) as chair:
        for number in range(25):
            chair.answer(chair.send("chat", text=f"insult {number}"))
    path = f"/api/tables/{table}/report"
    body = {"user": bob.user, "reason": "chat", "text": "he \u202einsults\n people"}
    assert through(two, ann).ask("POST", path, body)[0] == 204
    assert ann.ask("POST", path, {**body, "user": eve.user})[0] == 404
    assert ann.ask("POST", path, {**body, "reason": "boredom"})[0] == 400
    assert one.call("POST", path, body)[0] == 401
    [report] = [each for each in admin(one, "GET", "reports")["reports"] if each["table"] == table]
    assert (report["user"], report["reporter"], report["reason"]) == (bob.user, ann.user, "chat")
    assert report["text"] == "he insults people"
    assert [message["text"] for message in report["messages"]] == [f"insult {n}" for n in range(5, 25)]
    admin(one, "POST", f"reports/{report['id']}", {"state": "done"})
    assert report["id"] not in [each["id"] for each in admin(one, "GET", "reports")["reports"]]
    assert report["id"] in [each["id"] for each in admin(one, "GET", "reports?state=done")["reports"]]


def hidden(server: Server, person: Person) -> set[str]:
    """Whom the process keeps from this person's ears: it hears of changes a moment later."""
    return {user for each in server.koloda.connections if each.user == person.user for user in each.hidden}


def test_who_is_muted_by_a_player_is_not_heard_by_him(pair: tuple[Server, Server]) -> None:
    one, two = pair
    ann, bob, eve = (one.person(name(who)) for who in ("Ann", "Bob", "Eve"))
    table = ann.make("durak")
    bob.sit(table)
    with through(two, ann).at(table) as hearing, bob.at(table) as talking, eve.at(table) as watching:
        hearing.wait("table")
        assert (
            ann.do("POST", "/api/blocks", {"user": bob.user, "kind": "mute"})["blocks"][0]["user"] == bob.user
        )
        until(lambda: hidden(two, ann) == {bob.user})
        talking.answer(talking.send("chat", text="not for Ann"))
        watching.wait("chat")
        watching.answer(watching.send("chat", text="for all"))
        assert hearing.wait("chat")["text"] == "for all"
        with ann.at(table) as again:
            assert again.wait("chat")["text"] == "for all"
        ann.do("POST", "/api/blocks", {"user": bob.user, "kind": None})
        assert ann.do("GET", "/api/blocks")["blocks"] == []
        until(lambda: hidden(two, ann) == set())
        talking.answer(talking.send("chat", text="for Ann, too"))
        assert hearing.wait("chat")["text"] == "for Ann, too"
    assert ann.ask("POST", "/api/blocks", {"user": "nobody", "kind": "mute"})[0] == 404


def test_who_is_blocked_does_not_sit_down_at_ones_tables(pair: tuple[Server, Server]) -> None:
    ann, bob = (pair[0].person(name(who)) for who in ("Ann", "Bob"))
    table = ann.make("durak")
    ann.do("POST", "/api/blocks", {"user": bob.user, "kind": "block"})
    status, answer = through(pair[1], bob).ask("POST", f"/api/tables/{table}/join", {})
    assert (status, answer["error"]["code"]) == (403, "blocked")
    ann.do("POST", "/api/blocks", {"user": bob.user, "kind": "mute"})
    bob.sit(table)


def test_the_admin_deletes_a_message_for_all(pair: tuple[Server, Server]) -> None:
    one, two = pair
    ann, bob = (one.person(name(who)) for who in ("Ann", "Bob"))
    table = ann.make("durak")
    with ann.at(table) as chair, through(two, bob).at(table) as other:
        chair.answer(chair.send("chat", text="a bad word"))
        number = other.wait("chat")["n"]
        admin(one, "DELETE", f"tables/{table}/chats/{number}")
        assert other.wait("chat_gone")["n"] == number
        chair.answer(chair.send("chat", text="a good word"))
        with through(two, bob).at(table) as late:
            assert late.wait("chat")["text"] == "a good word"


def test_the_admin_finds_people_and_all_that_he_does_is_written_down(pair: tuple[Server, Server]) -> None:
    one, _ = pair
    account, login, _ = registered(one)
    [found] = admin(one, "GET", f"users?q={login}")["users"]
    assert (found["id"], found["login"]) == (account.user, login)
    assert admin(one, "GET", f"users?q={account.user}")["users"] == [found]
    assert admin(one, "GET", "users?q=%25")["users"] == [], "a sign of SQL is a sign like any other"
    admin(one, "POST", f"users/{account.user}/mute", {"minutes": 5, "reason": "shouting"})
    line = admin(one, "GET", "audit")["lines"][0]
    assert (line["action"], line["target"], line["details"]) == ("mute", account.user, "5 min shouting")
    assert line["address"] == "127.0.0.1"
    health = admin(one, "GET", "health")
    assert health["ready"]
    assert health["store"]
    assert health["bus"]
    for method, path in (
        ("GET", "audit"),
        ("GET", "bans"),
        ("GET", "reports"),
        ("GET", "users"),
        ("GET", "health"),
    ):
        assert one.call(method, f"/api/admin/{path}", token=account.token)[0] == 403


def test_a_kicked_person_does_not_sit_down_again_at_once(pair: tuple[Server, Server]) -> None:
    one, two = pair
    ann, bob = (one.person(name(who)) for who in ("Ann", "Bob"))
    table = ann.make("durak")
    bob.sit(table)
    ann.do("POST", f"/api/tables/{table}/kick", {"seat": 1})
    for server in (one, two):
        status, answer = through(server, bob).ask("POST", f"/api/tables/{table}/join", {})
        assert (status, answer["error"]["code"]) == (403, "kicked")
    one.pass_time(KICKED)
    bob.sit(table)


def test_a_rematch_at_a_table_with_a_password_needs_none(pair: tuple[Server, Server]) -> None:
    one, _ = pair
    ann, bob = (one.person(name(who)) for who in ("Ann", "Bob"))
    table = ann.make("durak", seats=2, options={"mode": "individual"}, password="sesame", clock=CLOCK)
    bob.sit(table, password="sesame")
    ann.do("POST", f"/api/tables/{table}/start", {})
    played(ann, bob, table)
    following = ann.do("POST", f"/api/tables/{table}/rematch", {})["table"]["id"]
    info = bob.do("POST", f"/api/tables/{table}/rematch", {})["table"]
    assert (info["id"], info["locked"]) == (following, True)
    assert [seat["kind"] for seat in info["seats"]] == ["person", "person"]
    stranger = one.person(name("Eve"))
    assert stranger.ask("POST", f"/api/tables/{following}/join", {})[0] == 401


def played(ann: Person, bob: Person, table: str) -> None:
    with ann.at(table) as one, bob.at(table) as other:
        together(lambda: one.play(random.Random(1)), lambda: other.play(random.Random(2)))


def test_guessing_the_password_of_a_table_is_slowed_down(tmp_path_factory: pytest.TempPathFactory) -> None:
    with Server(f"sqlite:///{tmp_path_factory.mktemp('s')}/koloda.db", strict_limits=True) as server:
        ann, bob = server.person("Ann"), server.person("Bob")
        table = ann.make("durak", password="sesame")
        server.koloda.logins.local.clock = lambda: 0.0  # what is used up comes back with the seconds
        statuses = [
            bob.ask("POST", f"/api/tables/{table}/join", {"password": f"guess {n}"})[0] for n in range(12)
        ]
        assert set(statuses) == {401, 429}
