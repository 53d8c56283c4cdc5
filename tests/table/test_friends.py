"""Friends, who is here, invitations: and that nobody can flood or find those who do not want it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from koloda.table.friends import AT_A_TABLE, DECLINED, HERE, OPEN, SHOWN
from table.serving import Person, Server, until
from table.test_account import admin, name, pair, registered, through

__all__ = ["pair"]


def news(person: Person) -> Any:
    return person.do("GET", "/api/session/news")


def called(person: Person) -> str:
    return str(person.do("GET", "/api/session")["user"]["name"])


def befriend(person: Person, **whom: Any) -> tuple[int, Any]:
    return person.ask("POST", "/api/friends", whom)


def invite(person: Person, table: str, **whom: Any) -> tuple[int, Any]:
    return person.ask("POST", f"/api/tables/{table}/invite", whom)


def refusal(answer: tuple[int, Any]) -> tuple[int, str]:
    return answer[0], answer[1]["error"]["code"]


def account(server: Server) -> Person:
    return registered(server)[0]


def test_friends_are_found_by_name_and_seen_when_they_are_here(pair: tuple[Server, Server]) -> None:
    one, two = pair
    ann, bob = account(one), account(two)
    status, answer = befriend(ann, name=f"  {called(bob).upper()} ")
    assert status == 200
    assert [(each["user"]["id"], each["online"], each["mutual"]) for each in answer["friends"]] == [
        (bob.user, False, False)
    ]
    news(bob)
    befriend(bob, user=ann.user)
    [bob_now] = ann.do("GET", "/api/friends")["friends"]
    assert (bob_now["online"], bob_now["mutual"]) == (True, True)
    [first, *_] = ann.do("GET", "/api/online")["people"]
    assert (first["user"]["id"], first["friend"]) == (bob.user, True)
    assert ann.do("GET", "/api/account")["friends"][0]["id"] == bob.user
    assert befriend(ann, user=bob.user, friend=False)[1]["friends"] == []
    for wrong in ({"user": "nobody"}, {"name": "no such name"}, {"user": ann.user}, {}):
        assert refusal(befriend(ann, **wrong)) == (404, "no_user")


def test_who_hides_or_has_blocked_somebody_is_not_seen(pair: tuple[Server, Server]) -> None:
    one, _ = pair
    ann, bob, guest = account(one), account(one), one.person(name("Guest"))
    for person in (ann, guest):
        news(person)
        befriend(person, user=bob.user)

    def seen(by: Person) -> tuple[bool, bool]:
        news(bob)
        people = [each["user"]["id"] for each in by.do("GET", "/api/online")["people"]]
        assert guest.user not in people  # accounts only
        return bob.user in people, by.do("GET", "/api/friends")["friends"][0]["online"]

    assert seen(ann) == (True, True)
    bob.do("POST", "/api/preferences", {"hidden": True})
    assert seen(ann) == (False, False)
    assert bob.do("GET", "/api/preferences") == {"hidden": True, "invitations": "everyone"}
    bob.do("POST", "/api/preferences", {})
    bob.do("POST", "/api/blocks", {"user": ann.user, "kind": "block"})
    assert seen(ann) == (False, False)
    assert seen(guest) == (True, True)


def test_an_invitation_leads_to_a_closed_table_of_another_process(pair: tuple[Server, Server]) -> None:
    one, two = pair
    ann, bob = account(one), account(two)
    table = ann.make("flights", seats=2, public=False, password="secret")
    with ann.at(table) as chair:
        chair.wait("table")
        assert invite(ann, table, name=called(bob))[0] == 204
        assert invite(ann, table, user=bob.user)[0] == 204  # once more is the same
        [invitation] = news(bob)["invitations"]
        assert invitation["inviter"]["id"] == ann.user
        assert (invitation["table"]["id"], invitation["rematch"]) == (table, False)
        eve = two.person(name("Eve"))
        path = f"/api/invitations/{invitation['id']}"
        assert refusal(eve.ask("POST", path, {"accept": True})) == (404, "no_invitation")
        assert bob.do("POST", path, {"accept": True})["table"]["seats"][1]["user"] == bob.user
        assert refusal(bob.ask("POST", path, {"accept": True})) == (404, "no_invitation")
        until(lambda: [each["id"] for each in news(bob)["tables"]] == [table])  # noted after the answer


def test_an_invitation_is_worth_nothing_when_who_wrote_it_has_been_sent_away(
    pair: tuple[Server, Server],
) -> None:
    """Else somebody kicked from a closed table would still let others in past its password."""
    one, two = pair
    ann, bob, eve, friend = (account(each) for each in (one, two, one, two))
    table = ann.make("flights", seats=3, public=False, password="secret")
    bob.do("POST", f"/api/tables/{table}/join", {"password": "secret"})
    for other in (eve, friend):
        invite(bob, table, user=other.user)
    for other in (eve, friend):  # the other process hears of a seat a moment later
        until(lambda other=other: len(news(other)["invitations"]) == 1)  # type: ignore[misc]
    letters = [news(other)["invitations"][0]["id"] for other in (eve, friend)]
    assert eve.do("POST", f"/api/invitations/{letters[0]}", {"accept": True})
    ann.do("POST", f"/api/tables/{table}/kick", {"seat": 1})
    answer = friend.ask("POST", f"/api/invitations/{letters[1]}", {"accept": True})
    assert refusal(answer) == (404, "no_invitation")
    assert [seat["user"] for seat in ann.do("GET", f"/api/tables/{table}")["table"]["seats"]] == [
        ann.user,
        None,
        eve.user,
    ]


def test_who_declines_is_left_in_peace(sqlite_url: str) -> None:
    with Server(sqlite_url) as server:
        ann, bob = server.person(name("Ann")), server.person(name("Bob"))
        table = ann.make("flights", seats=2)
        invite(ann, table, user=bob.user)
        [invitation] = news(bob)["invitations"]
        bob.do("POST", f"/api/invitations/{invitation['id']}", {"accept": False})
        assert news(bob)["invitations"] == []
        other = ann.make("durak", seats=2)
        assert refusal(invite(ann, other, user=bob.user)) == (409, "declines")
        server.ahead += DECLINED + 1000
        assert invite(ann, other, user=bob.user)[0] == 204
        assert len(news(bob)["invitations"]) == 1
        server.ahead += OPEN + 1000
        assert news(bob)["invitations"] == []
        befriend(ann, user=bob.user)
        server.ahead += HERE
        assert not ann.do("GET", "/api/friends")["friends"][0]["online"]


def test_invitations_are_refused_where_they_are_not_wanted(pair: tuple[Server, Server]) -> None:
    one, two = pair
    ann, bob = account(one), account(two)
    table = ann.make("flights", seats=2)
    outsider = two.person(name("Out"))
    assert refusal(invite(outsider, table, user=bob.user)) == (403, "not_seated")
    assert refusal(invite(ann, table, user="nobody")) == (404, "no_user")
    bob.do("POST", "/api/preferences", {"invitations": "nobody"})
    assert refusal(invite(ann, table, user=bob.user)) == (409, "declines")
    bob.do("POST", "/api/preferences", {"invitations": "friends"})
    assert refusal(invite(ann, table, user=bob.user)) == (409, "declines")
    bob.do("POST", "/api/blocks", {"user": ann.user, "kind": "block"})
    befriend(bob, user=ann.user)
    assert refusal(invite(ann, table, user=bob.user)) == (409, "declines")
    bob.do("POST", "/api/blocks", {"user": ann.user, "kind": None})
    assert invite(ann, table, user=bob.user)[0] == 204
    admin(one, "POST", f"users/{ann.user}/ban", {"minutes": 5})
    assert invite(ann, table, user=bob.user)[0] == 401
    admin(one, "POST", f"users/{ann.user}/ban", {"minutes": 0})


@pytest.fixture
def strict(sqlite_url: str) -> Iterator[Server]:
    with Server(sqlite_url, strict_limits=True) as server:
        yield server


def test_nobody_floods_people_with_invitations(strict: Server) -> None:
    ann = strict.person("Ann")
    others = [strict.person(f"P{number}") for number in range(AT_A_TABLE + 1)]
    table = ann.make("yassa", seats=2)
    answers = [invite(ann, table, user=other.user) for other in others]
    assert [status for status, _ in answers[:-1]] == [204] * AT_A_TABLE
    assert refusal(answers[-1]) == (409, "too_many_invited")
    statuses = [befriend(ann, user="nobody")[0] for _ in range(40)]
    assert statuses[-1] == 429
    assert refusal(invite(ann, table, user=others[0].user)) == (429, "rate")


def test_strangers_do_not_hide_the_invitations_of_friends(sqlite_url: str) -> None:
    with Server(sqlite_url) as server:
        ann, bob = account(server), account(server)
        befriend(bob, user=ann.user)
        for person in (ann, *(server.person(f"P{number}") for number in range(SHOWN + 2))):
            assert invite(person, person.make("yassa", seats=2), user=bob.user)[0] == 204
            server.ahead += 1000
        shown = [each["inviter"]["id"] for each in news(bob)["invitations"]]
        assert len(shown) == SHOWN
        assert shown[0] == ann.user


def test_what_was_known_of_a_person_goes_with_the_account(pair: tuple[Server, Server]) -> None:
    one, two = pair
    ann, bob = account(one), account(two)
    befriend(ann, user=bob.user)
    befriend(bob, user=ann.user)
    bob.do("POST", "/api/preferences", {"hidden": True})
    news(bob)
    assert bob.ask("POST", "/api/account/delete", {"password": "correct horse"})[0] == 204
    assert ann.do("GET", "/api/friends")["friends"] == []
    assert through(one, bob).ask("GET", "/api/friends")[0] == 401
