"""Accounts and sessions from outside, with two processes: what ends in one of them has ended in all."""

from __future__ import annotations

import asyncio
import random
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from koloda.table.store import schema
from koloda.table.store.sqlite import SqliteStore
from table.services import Postgres
from table.serving import Chair, Person, Server, until

PASSWORD = "correct horse"
ADMIN = "an admin token of a test"


@pytest.fixture(scope="module")
def pair(postgres: Postgres, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, Server]]:
    url = postgres.database()
    file = tmp_path_factory.mktemp("admin") / "token"
    file.write_text(ADMIN, "utf-8")
    with Server(url, admin_file=str(file)) as one, Server(url, admin_file=str(file)) as two:
        yield one, two


def name(text: str) -> str:
    """Names of accounts are reserved, so every test has its own."""
    return f"{text} {random.getrandbits(40):x}"


def through(server: Server, person: Person) -> Person:
    return Person(server, person.user, person.token)


def registered(server: Server) -> tuple[Person, str, list[str]]:
    """An account, its login and its recovery codes."""
    person = server.person(name("Ann"))
    login = f"ann-{random.getrandbits(40):x}"
    answer = person.do("POST", "/api/account", {"login": login, "password": PASSWORD})
    return Person(server, person.user, answer["token"]), login, answer["codes"]


def log_in(server: Server, login: str, password: str = PASSWORD) -> Person:
    status, answer, _ = server.call("POST", "/api/login", {"login": login, "password": password})
    assert status == 200, answer
    return Person(server, answer["user"]["id"], answer["token"])


def is_in(person: Person) -> bool:
    return person.ask("GET", "/api/session")[0] == 200


def admin(server: Server, method: str, path: str, body: object = None) -> Any:
    status, answer, _ = server.call(method, f"/api/admin/{path}", body, ADMIN)
    assert status in (200, 201, 204), answer
    return answer


def watching(server: Server, person: Person, pair: tuple[Server, Server]) -> Chair:
    """A socket of this person at the process."""
    table = through(pair[0], person).make("durak")
    chair = through(server, person).at(table)
    chair.wait("table")
    return chair


def test_logging_out_ends_the_session_and_its_sockets_and_no_other(pair: tuple[Server, Server]) -> None:
    one, two = pair
    first, login, _ = registered(one)
    second = log_in(two, login)
    with watching(two, first, pair) as chair:
        assert first.ask("DELETE", "/api/session")[0] == 204
        assert chair.wait("bye")["code"] == "session"
    assert not is_in(first)
    assert not is_in(through(two, first))
    assert is_in(second)


def test_logging_out_everywhere_ends_all_sessions(pair: tuple[Server, Server]) -> None:
    one, two = pair
    first, login, _ = registered(one)
    second = log_in(two, login)
    with watching(two, second, pair) as chair:
        assert first.ask("DELETE", "/api/sessions")[0] == 204
        assert chair.wait("bye")["code"] == "session"
    assert not is_in(first)
    assert not is_in(second)
    assert is_in(log_in(one, login))


def test_the_token_of_the_guest_is_none_of_the_account(pair: tuple[Server, Server]) -> None:
    """Somebody may have planted it."""
    one, two = pair
    guest = one.person(name("Bob"))
    with watching(two, guest, pair) as chair:
        body = {"login": f"bob-{random.getrandbits(40):x}", "password": PASSWORD}
        answer = guest.do("POST", "/api/account", body)
        assert chair.wait("bye")["code"] == "session"
    assert answer["token"] != guest.token
    assert not is_in(guest)
    assert is_in(Person(two, guest.user, answer["token"]))
    again = log_in(one, body["login"])
    assert again.token != answer["token"]


def test_a_login_ends_the_session_that_it_takes_the_place_of(pair: tuple[Server, Server]) -> None:
    account, login, _ = registered(pair[0])
    guest = pair[0].person(name("Eve"))
    status, answer, _ = pair[0].call(
        "POST", "/api/login", {"login": login, "password": PASSWORD}, guest.token
    )
    assert (status, answer["user"]["id"]) == (200, account.user)
    assert not is_in(guest)


def test_another_password_ends_all_sessions_but_the_new_one(pair: tuple[Server, Server]) -> None:
    one, two = pair
    first, login, _ = registered(one)
    second = log_in(two, login)
    path = "/api/account/password"
    assert first.ask("POST", path, {"password": "wrong horse", "new": "a new horse"})[0] == 401
    assert first.ask("POST", path, {"password": PASSWORD, "new": "short"})[0] == 400
    answer = first.do("POST", path, {"password": PASSWORD, "new": "a new horse"})
    assert not is_in(first)
    assert not is_in(second)
    assert is_in(Person(two, first.user, answer["token"]))
    assert two.call("POST", "/api/login", {"login": login, "password": PASSWORD})[0] == 401
    assert is_in(log_in(two, login, "a new horse"))
    guest = one.person(name("Guest"))
    assert (
        guest.ask("POST", path, {"password": "x", "new": "a new horse"})[1]["error"]["code"] == "no_account"
    )


def test_each_recovery_code_opens_the_account_once(pair: tuple[Server, Server]) -> None:
    one, two = pair
    person, login, codes = registered(one)
    assert len(set(codes)) == 8
    body = {"login": login, "code": codes[0].upper().replace("-", " "), "password": "recovered horse"}
    wrong = two.call("POST", "/api/recover", {**body, "code": "2222-2222-2222-2222"})
    assert (wrong[0], wrong[1]["error"]["code"]) == (401, "wrong_code")
    status, answer, _ = two.call("POST", "/api/recover", body)
    assert (status, answer["user"]["id"]) == (200, person.user)
    assert not is_in(person)
    assert is_in(Person(one, person.user, answer["token"]))
    assert one.call("POST", "/api/recover", body)[0] == 401
    owner = log_in(one, login, "recovered horse")
    fresh = owner.do("POST", "/api/account/codes", {"password": "recovered horse"})["codes"]
    assert one.call("POST", "/api/recover", {**body, "code": codes[1]})[0] == 401
    assert one.call("POST", "/api/recover", {**body, "code": fresh[0]})[0] == 200
    stored = asyncio.run_coroutine_threadsafe(
        one.koloda.store.all("select code from recovery"), one.server.servers[0].get_loop()
    ).result(20)
    assert not {code.replace("-", "") for code in fresh} & {str(code) for (code,) in stored}


def test_an_account_is_exported_and_deleted(pair: tuple[Server, Server]) -> None:
    one, two = pair
    person, login, _ = registered(one)
    with person.at(person.quick("durak", level="easy")) as chair:
        chair.play(random.Random(1))
    until(lambda: bool(person.do("GET", f"/api/users/{person.user}/games")["games"]))
    mine = person.do("GET", "/api/account")
    assert (mine["login"], mine["user"]["id"], len(mine["games"])) == (login, person.user, 1)
    assert person.ask("POST", "/api/account/delete", {"password": "wrong horse"})[0] == 401
    with watching(two, person, pair) as chair:
        assert person.ask("POST", "/api/account/delete", {"password": PASSWORD})[0] == 204
        assert chair.wait("bye")["code"] == "session"
    assert not is_in(person)
    assert one.call("GET", f"/api/users/{person.user}")[0] == 404
    assert one.call("POST", "/api/login", {"login": login, "password": PASSWORD})[0] == 401
    guest = one.person(name("Guest"))
    assert guest.ask("POST", "/api/account/delete", {})[0] == 204
    assert not is_in(guest)


def test_the_admin_revokes_all_tokens_of_a_person(pair: tuple[Server, Server]) -> None:
    one, two = pair
    person = one.person(name("Ann"))
    with watching(two, person, pair) as chair:
        admin(one, "POST", f"users/{person.user}/revoke")
        assert chair.wait("bye")["code"] == "session"
    assert not is_in(person)


def test_strangers_cannot_lock_an_owner_out(tmp_path: Path) -> None:
    with Server(f"sqlite:///{tmp_path}/koloda.db", strict_limits=True, proxies=("127.0.0.1",)) as server:
        _, login, _ = registered(server)

        def tries(address: str, password: str) -> int:
            body = {"login": login, "password": password}
            return server.call("POST", "/api/login", body, headers={"x-forwarded-for": address})[0]

        assert {tries("203.0.113.1", "wrong horse") for _ in range(12)} == {401, 429}
        assert tries("203.0.113.1", PASSWORD) == 429
        assert tries("203.0.113.2", PASSWORD) == 200
        # only failures count
        assert {tries("203.0.113.3", PASSWORD) for _ in range(15)} == {200}


def test_names_of_accounts_are_reserved_and_guests_are_marked(pair: tuple[Server, Server]) -> None:
    one, two = pair
    person, _, _ = registered(one)
    mine = person.do("GET", "/api/session")["user"]["name"]
    alike = mine.replace("A", "А").upper()  # a Cyrillic А
    other = two.person(name("Bob"))
    for wanted in (mine, mine.upper(), alike, f"{mine}."):
        status, answer, _ = two.call("POST", "/api/session", {"name": wanted})
        assert (status, answer["error"]["code"]) == (409, "name_taken")
        assert other.ask("PATCH", "/api/session", {"name": wanted})[0] == 409
    assert person.do("PATCH", "/api/session", {"name": mine.upper()})["user"]["name"] == mine.upper()
    table = person.make("durak")
    other.sit(table)
    seats = other.do("GET", f"/api/tables/{table}")["table"]["seats"]
    assert [seat["guest"] for seat in seats[:2]] == [False, True]


def back_to_the_first_schema(path: Path) -> None:
    """The same people and tables in a file as the first version made it."""
    new = path.rename(path.with_name("new.db"))
    database = sqlite3.connect(path)
    for statement in schema.STEPS[0].replace("BLOB", "blob").split(";"):
        database.execute(statement)
    database.execute("create table schema_version(version int not null)")
    database.execute("insert into schema_version values(1)")
    database.commit()
    database.execute("attach ?1 as new", (str(new),))
    for (relation,) in database.execute(
        "select name from main.sqlite_master where type = 'table'"
    ).fetchall():
        if relation != "schema_version":
            columns = ", ".join(row[1] for row in database.execute(f"pragma main.table_info({relation})"))
            database.execute(f"insert into main.{relation}({columns}) select {columns} from new.{relation}")
    database.commit()
    database.close()


def test_a_database_of_the_version_before_goes_on(tmp_path: Path) -> None:
    """With an account whose name is reserved from now on, a token of the old kind, and a running table."""
    path = tmp_path / "koloda.db"
    with Server(f"sqlite:///{path}") as server:
        person, login, _ = registered(server)
        mine = person.do("GET", "/api/session")["user"]["name"]
        table = person.quick("durak")
        old = server.koloda.sessions.signer.dumps([person.user, 2])
    back_to_the_first_schema(path)
    with Server(f"sqlite:///{path}") as server:
        known = Person(server, person.user, old)
        assert known.do("GET", "/api/session")["user"]["name"] == mine
        assert server.call("POST", "/api/session", {"name": mine})[0] == 409
        with known.at(table) as chair:
            assert chair.play(random.Random(1))["over"]["match_over"]
        assert known.ask("DELETE", "/api/session")[0] == 204
        assert not is_in(known), "an old token has no id: all of the person's end"
        assert is_in(log_in(server, login))

    async def version() -> object:
        store = SqliteStore(str(path))
        await store.open()
        found = await store.all("select version from schema_version")
        await store.close()
        return found[0][0]

    assert asyncio.run(version()) == schema.VERSION
