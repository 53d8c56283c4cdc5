"""Who may ask for what: every endpoint, for nobody, a banned person, a bot, its owner, and another person."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from koloda.table.routes import ENDPOINTS, Endpoint
from table.serving import Person, Server

ADMIN = "the admin of this test, who is nobody else"
WORD = {"login": "", "password": "correct horse"}
# what the person whose things they are may do, and nobody else: others are told so in these words
OTHERS = {
    "POST /api/invitations/{invitation}": "no_invitation",
    "DELETE /api/account/tokens/{token}": "no_token",
    "POST /api/tournaments/{id}/cancel": "not_maker",
    "POST /api/tables/{id}/leave": "not_seated",
    "POST /api/tables/{id}/ready": "not_seated",
    "POST /api/tables/{id}/luck": "not_seated",
    "POST /api/tables/{id}/start": "not_host",
    "POST /api/tables/{id}/rematch": "not_seated",
    "POST /api/tables/{id}/invite": "not_seated",
    "POST /api/tables/{id}/kick": "not_host",
    "POST /api/tables/{id}/bot": "not_host",
    "POST /api/tables/{id}/join": "wrong_password",
    "POST /api/tables/{id}/report": "private",
    "GET /api/tables/{id}/record": "private",
    "GET /api/tables/{id}/replay": "private",
    "GET /api/tables/{id}/analysis": "private",
    "GET /api/puzzles/{game}/{puzzle}/replay": "puzzle_first",
}
BODIES: dict[str, dict[str, Any]] = {
    "POST /api/invitations/{invitation}": {"accept": True},
    "POST /api/tables/{id}/luck": {"luck": "ab"},
    "POST /api/tables/{id}/invite": {"name": "Owner"},
    "POST /api/tables/{id}/kick": {"seat": 0},
    "POST /api/tables/{id}/bot": {"seat": 1, "level": "easy"},
    "POST /api/tables/{id}/report": {"user": "somebody", "reason": "chat"},
    "POST /api/tables/{id}/join": {"password": "a guess"},
}


def named(endpoint: Endpoint) -> str:
    return f"{endpoint.method} {endpoint.path}"


def code(answer: Any) -> str:
    found = answer["error"]["code"] if isinstance(answer, dict) and "error" in answer else ""
    return str(found)


class Things:
    """What belongs to somebody, and who would like to have it."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.owner, self.other = self.account("Owner"), server.person("Other")
        self.banned, self.bot_owner = server.person("Banned"), self.account("Deep Mole")
        self.bot_owner.token = self.bot_owner.do("POST", "/api/account/bot", WORD_OF_BOT)["token"]
        made = self.bot_owner.do("POST", "/api/account/tokens", {})
        self.bot, self.token = Person(server, self.bot_owner.user, made["token"]), made["info"]["id"]
        server.call("POST", f"/api/admin/users/{self.banned.user}/ban", {"minutes": 60}, ADMIN)
        self.table = self.owner.make("durak", seats=3, password="sesame")
        cup = {"name": "Cup", "game": "flights", "starts_in": 3600}
        self.cup = self.owner.do("POST", "/api/tournaments", cup)["tournament"]["id"]
        friend = server.person("Friend")
        self.owner.ask("POST", f"/api/tables/{self.table}/invite", {"user": friend.user})
        self.invitation = friend.do("GET", "/api/session/news")["invitations"][0]["id"]
        self.puzzle = server.call("GET", "/api/puzzles/durak")[1]["puzzles"][0]["id"]

    def account(self, name: str) -> Person:
        person = self.server.person(name)
        given = {**WORD, "login": name.lower().replace(" ", ".")}
        person.token = person.do("POST", "/api/account", given)["token"]
        return person

    def path(self, endpoint: Endpoint) -> str:
        where = {
            "id": self.cup if "tournaments" in endpoint.path else self.table,
            "user": self.owner.user, "game": "durak", "puzzle": self.puzzle, "invitation": self.invitation,
            "token": self.token, "number": "1", "ban": "x", "report": "x", "program": "1", "version": "1",
            "fixture": "1",
        }  # fmt: skip
        return endpoint.path.format(**where)

    def ask(self, endpoint: Endpoint, token: str) -> tuple[int, str]:
        body = None if endpoint.body is None else BODIES.get(named(endpoint), {})
        status, answer, _ = self.server.call(endpoint.method, self.path(endpoint), body, token)
        return status, code(answer)


WORD_OF_BOT = {"password": WORD["password"]}


@pytest.fixture(scope="module")
def things(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Things]:
    folder = tmp_path_factory.mktemp("access")
    (folder / "admin").write_text(ADMIN)
    with Server(f"sqlite:///{folder}/koloda.db", admin_file=str(folder / "admin")) as server:
        yield Things(server)


CLOSED = [each for each in ENDPOINTS if each.access in ("session", "bot")]


@pytest.mark.parametrize("endpoint", CLOSED, ids=named)
def test_what_needs_a_session_is_for_nobody_without_one(things: Things, endpoint: Endpoint) -> None:
    for token in ("", "nonsense", things.banned.token, ADMIN):
        assert things.ask(endpoint, token) == (401, "no_session"), token


@pytest.mark.parametrize("endpoint", [each for each in CLOSED if each.access == "session"], ids=named)
def test_the_token_of_a_program_opens_what_is_for_programs(things: Things, endpoint: Endpoint) -> None:
    if not endpoint.path.startswith("/api/ladder"):  # this server has none
        assert things.ask(endpoint, things.bot.token) == (403, "bot_scope")


@pytest.mark.parametrize("endpoint", [each for each in ENDPOINTS if each.access == "admin"], ids=named)
def test_what_is_the_admins_is_for_nobody_else(things: Things, endpoint: Endpoint) -> None:
    people = (things.owner, things.other, things.banned, things.bot, things.bot_owner)
    for token in ("", "nonsense", *(person.token for person in people)):
        things.server.koloda.admin_tries.buckets.clear()
        assert things.ask(endpoint, token) == (403, "no_admin")


@pytest.mark.parametrize("endpoint", [each for each in ENDPOINTS if named(each) in OTHERS], ids=named)
def test_what_is_somebody_elses_is_for_nobody_else(things: Things, endpoint: Endpoint) -> None:
    assert things.ask(endpoint, things.other.token)[1] == OTHERS[named(endpoint)]


def test_every_endpoint_that_names_a_thing_says_whose_it_is() -> None:
    """Those that change something, or tell of a table: a new one is thought about here."""
    open_to_all = {
        "POST /api/games/{game}/options",  # computes
        "POST /api/bots/{user}/challenge",  # that bot's consent is asked
        "POST /api/tournaments/{id}/join",
        "POST /api/tournaments/{id}/withdraw",  # of oneself
        "POST /api/puzzles/{game}/{puzzle}",  # one's own answer
        "DELETE /api/ladder/programs/{program}",  # tests/table/test_ladder.py
    }
    for endpoint in ENDPOINTS:
        if endpoint.method != "GET" and "{" in endpoint.path and endpoint.access != "admin":
            assert named(endpoint) in OTHERS or named(endpoint) in open_to_all
