"""Web Push: what is sent to browsers of people who are away, where it may go, and that it goes once."""

from __future__ import annotations

import asyncio
import json
import socket
import threading
from collections.abc import Iterator
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from koloda.table import push, web_push
from koloda.table.web_push import (
    BadAddress,
    Browser,
    base64url,
    check_endpoint,
    from_base64url,
    is_public,
    point,
)
from table.serving import Person, Server, until
from table.test_correspondence import forget, look, match, move, own, turn_of, within

CURVE = ec.SECP256R1()


class FakeBrowser:
    """What a browser has: a key that only it knows."""

    def __init__(self, service: Service, name: str) -> None:
        self.private = ec.generate_private_key(CURVE)
        self.auth = b"sixteen letters!"
        self.path = f"/send/{name}"
        self.service = service
        self.address = {
            "endpoint": service.base + self.path,
            "p256dh": base64url(point(self.private.public_key())),
            "auth": base64url(self.auth),
        }

    @property
    def got(self) -> list[dict[str, Any]]:
        return [json.loads(self.decrypted(body)) for path, _, body in self.service.heard if path == self.path]

    def decrypted(self, body: bytes) -> bytes:
        """RFC 8188 and 8291, from the side of the browser."""
        salt, size, length = body[:16], int.from_bytes(body[16:20], "big"), body[20]
        theirs, sealed = body[21 : 21 + length], body[21 + length :]
        assert size >= len(sealed)
        secret = self.private.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(CURVE, theirs))
        info = b"WebPush: info\0" + point(self.private.public_key()) + theirs
        key = HKDF(hashes.SHA256(), 32, self.auth, info).derive(secret)
        cek = HKDF(hashes.SHA256(), 16, salt, b"Content-Encoding: aes128gcm\0").derive(key)
        nonce = HKDF(hashes.SHA256(), 12, salt, b"Content-Encoding: nonce\0").derive(key)
        opened = AESGCM(cek).decrypt(nonce, sealed, None)
        assert opened.endswith(b"\x02")
        return opened[:-1]


class Service:
    """A push service of this machine, which answers what it is told to."""

    def __init__(self) -> None:
        self.heard: list[tuple[str, dict[str, str], bytes]] = []
        self.answers: list[int] = []  # then 201
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                status = service.answers.pop(0) if service.answers else 201
                service.heard.append((self.path, {k.lower(): v for k, v in self.headers.items()}, body))
                self.send_response(status)
                self.end_headers()

            def log_message(self, *_: object) -> None:
                pass

        self.http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.base = f"http://127.0.0.1:{self.http.server_port}"
        self.thread = threading.Thread(target=self.http.serve_forever)
        self.thread.start()

    def close(self) -> None:
        self.http.shutdown()
        self.http.server_close()
        self.thread.join()


@pytest.fixture
def service() -> Iterator[Service]:
    service = Service()
    yield service
    service.close()


@pytest.fixture
def server(sqlite_url: str) -> Iterator[Server]:
    with Server(sqlite_url, push_local=True) as server:
        yield server


def allowed(person: Person, service: Service, name: str, lang: str = "en") -> FakeBrowser:
    browser = FakeBrowser(service, name)
    person.do("POST", "/api/push", {**browser.address, "lang": lang})
    return browser


def later(server: Server, milliseconds: int = 16_000) -> None:
    server.ahead += milliseconds
    look(server)


def failures(server: Server) -> list[int]:
    found = within(server, server.koloda.store.all("select failed from push_addresses"))
    return [int(row[0]) for row in found]


# the message itself


def test_the_example_of_the_standard() -> None:
    """RFC 8291, appendix A."""
    browser = Browser(
        "https://push.example/",
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "BTBZMqHH6r4Tts7J_aSIgg",
    )
    own = int.from_bytes(from_base64url("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"), "big")
    body = web_push.encrypted(
        browser,
        b"When I grow up, I want to be a watermelon",
        ec.derive_private_key(own, CURVE),
        from_base64url("DGv6ra1nlYgDCS1FRnbzlw"),
    )
    assert base64url(body) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8w"
        "EqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


def test_the_signature_is_that_of_the_key_which_browsers_are_told() -> None:
    signer = web_push.Signer(web_push.Signer.new_secret(), "https://cards.example")
    kind, _, rest = signer.authorization("https://push.example:443/x/y", 1000.0).partition(" ")
    assert kind == "vapid"
    token, key = (part.partition("=")[2] for part in rest.split(", "))
    assert key == signer.public
    head, claims, signature = token.split(".")
    assert json.loads(from_base64url(head)) == {"typ": "JWT", "alg": "ES256"}
    assert json.loads(from_base64url(claims)) == {
        "aud": "https://push.example:443", "exp": 1000 + 12 * 3600, "sub": "https://cards.example",
    }  # fmt: skip
    raw = from_base64url(signature)
    both = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    public = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, from_base64url(key))
    public.verify(both, f"{head}.{claims}".encode(), ec.ECDSA(hashes.SHA256()))


# where it may go


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://push.example/x", "ftp://push.example/", "https://", "https:///x", "//push.example/x", "push",
        "https://user:secret@push.example/", "https://push.example:8443/", "https://push.example:99999/",
        "https://127.0.0.1/", "https://[::1]/", "https://localhost/", "https://2130706433/", "https://0x7f.1/",
        "https://intranet/", "https://push.example/\r\nX: y", "https://push.example/a b", "https://пуш.example/",
        "https://push.example/#x", "https://[", "https://p.example/" + "x" * 999,
    ],
)  # fmt: skip
def test_other_addresses_are_refused(endpoint: str) -> None:
    with pytest.raises(BadAddress):
        check_endpoint(endpoint)


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0",
        "224.0.0.1", "255.255.255.255", "192.0.2.1", "198.18.0.1", "::", "::1", "fe80::1", "fe80::1%eth0",
        "fec0::1", "fc00::1", "ff02::1", "::ffff:127.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::",
        "2001:db8::1",
    ],
)  # fmt: skip
def test_addresses_that_are_not_public(address: str) -> None:
    assert not is_public(address)


def test_public_addresses() -> None:
    assert is_public("9.9.9.9")
    assert is_public("2a00:1450:4001:80b::200a")


@pytest.mark.parametrize("inside", ["127.0.0.1", "10.0.0.7", "::1"])
def test_a_name_that_leads_inside_gets_no_message(inside: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Even if only one of its addresses does, and whatever it meant when it was written down."""

    def found(*_: object) -> list[Any]:
        return [(2, 1, 6, "", ("9.9.9.9", 443)), (2, 1, 6, "", (inside, 443))]

    async def connected(*_: object, **__: object) -> Any:
        raise AssertionError("it was connected")

    async def main() -> None:
        monkeypatch.setattr(web_push, "look_up", found)
        monkeypatch.setattr(asyncio, "open_connection", connected)
        private = ec.generate_private_key(CURVE)
        browser = Browser(
            "https://push.example/", base64url(point(private.public_key())), base64url(b"x" * 16)
        )
        signer = web_push.Signer(web_push.Signer.new_secret(), "mailto:a@b.example")
        with pytest.raises(BadAddress):
            await web_push.deliver(browser, b"{}", signer, 60, "t")

    asyncio.run(main())


class Tarpit:
    """A host that takes every message and says nothing, or what it was told to say."""

    def __init__(self, says: bytes = b"") -> None:
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.base = f"http://127.0.0.1:{self.listener.getsockname()[1]}"
        self.says = says
        self.lines: list[socket.socket] = []
        self.thread = threading.Thread(target=self.take)
        self.thread.start()

    def take(self) -> None:
        with suppress(OSError):
            while True:
                line = self.listener.accept()[0]
                self.lines.append(line)
                if self.says:
                    line.recv(65_536)
                    line.sendall(self.says)

    def close(self) -> None:
        self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()
        self.thread.join()
        for line in self.lines:
            line.close()


def test_who_answers_nothing_keeps_messages_from_nobody_else(
    server: Server, service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Anybody may name hosts that take ten seconds each: the services of browsers go on meanwhile."""
    monkeypatch.setattr(push, "MAKERS", ("localhost",))
    tarpit = Tarpit()
    try:
        eve, ann = server.person("Eve"), server.person("Ann")
        for number in range(push.BROWSERS):
            address = FakeBrowser(service, "x").address
            eve.do("POST", "/api/push", {**address, "endpoint": f"{tarpit.base}/{number}"})
        browser = FakeBrowser(service, "ann")
        good = {**browser.address, "endpoint": browser.address["endpoint"].replace("127.0.0.1", "localhost")}
        ann.do("POST", "/api/push", good)
        for _ in range(3):
            within(server, server.koloda.push.send(eve.user, "push_turns", count=2))
        until(lambda: len(tarpit.lines) >= push.STRANGERS)
        within(server, server.koloda.push.send(ann.user, "push_turns", count=2))
        until(lambda: len(browser.got) == 1)
    finally:
        tarpit.close()


@pytest.mark.parametrize(
    "says", [b"HTTP/1.1 " + b"9" * 5000 + b" OK\r\n\r\n", b"HTTP/1.1 099 x\r\n", b"\r\n"]
)
def test_an_answer_that_is_none_counts_as_a_failure(server: Server, service: Service, says: bytes) -> None:
    tarpit = Tarpit(says)
    try:
        server.koloda.push.again = (0.01, 0.01)
        ann = server.person("Ann")
        address = FakeBrowser(service, "x").address
        ann.do("POST", "/api/push", {**address, "endpoint": f"{tarpit.base}/x"})
        within(server, server.koloda.push.send(ann.user, "push_turns", count=2))
        until(lambda: failures(server) == [1])
    finally:
        tarpit.close()


def test_a_server_refuses_addresses_of_its_own_network(sqlite_url: str, service: Service) -> None:
    with Server(sqlite_url) as server:
        ann = server.person()
        for endpoint in (
            service.base,
            "https://127.0.0.1/x",
            "https://localhost/x",
            "https://db.internal:5432/",
        ):
            address = {**FakeBrowser(service, "a").address, "endpoint": endpoint}
            status, answer = ann.ask("POST", "/api/push", address)
            assert (status, answer["error"]["code"]) == (400, "bad_push")
        good = {**FakeBrowser(service, "a").address, "endpoint": "https://push.example/x"}
        for wrong in ({"p256dh": "A" * 87}, {"auth": "A" * 16}, {"p256dh": "!" * 87}):
            assert ann.ask("POST", "/api/push", {**good, **wrong})[1]["error"]["code"] == "bad_push"
        assert ann.do("POST", "/api/push", good)["browsers"] == 1


# when


def test_who_is_away_is_told_that_it_is_his_turn(server: Server, service: Service) -> None:
    table, ann, ben = match(server)
    until(lambda: any(own(person, table)["turn"] for person in (ann, ben)))
    first = turn_of(table, ann, ben)
    second = ben if first is ann else ann
    browsers = {person.user: allowed(person, service, person.user, "uk") for person in (first, second)}
    look(server)
    assert not service.heard  # he has a moment to move by himself
    later(server)
    until(lambda: len(service.heard) == 1)
    [message] = browsers[first.user].got
    del message["id"]
    assert message == {"title": "Дурень", "body": "Ваш хід.", "tag": table, "url": f"/#/table/{table}"}
    _, heads, body = service.heard[0]
    assert (heads["content-encoding"], int(heads["ttl"]) > 0) == ("aes128gcm", True)
    assert heads["authorization"].endswith("k=" + ann.do("GET", "/api/push")["key"])
    assert table.encode() not in body
    forget(server, table)
    later(server)  # once is enough
    move(first, table)
    until(lambda: own(second, table)["turn"])
    later(server)
    until(lambda: len(browsers[second.user].got) == 1)
    assert len(browsers[first.user].got) == 1


def test_who_has_the_table_open_is_not_told(server: Server, service: Service) -> None:
    table, ann, ben = match(server)
    until(lambda: any(own(person, table)["turn"] for person in (ann, ben)))
    first = turn_of(table, ann, ben)
    second = ben if first is ann else ann
    browser = allowed(second, service, "second")
    with second.at(table) as chair:
        chair.wait("update")
        move(first, table)
        until(lambda: own(second, table)["turn"])
        later(server)
        later(server)
    assert browser.got == []


def test_turns_at_several_tables_are_one_message(server: Server, service: Service) -> None:
    ann, ben = server.person("Ann"), server.person("Ben")
    tables = []
    for _ in range(6):
        table = ann.make("durak", seats=2, days=2, options={"mode": "individual"})
        ben.do("POST", f"/api/tables/{table}/join", {})
        tables.append(table)
    until(lambda: sum(own(person, table)["turn"] for person in (ann, ben) for table in tables) == 6)
    browsers = {person.user: allowed(person, service, person.user) for person in (ann, ben)}
    later(server)
    until(lambda: len(service.heard) == len({turn_of(table, ann, ben).user for table in tables}))
    for person in (ann, ben):
        count = sum(own(person, table)["turn"] for table in tables)
        if count > 1:
            [message] = browsers[person.user].got
            assert (message["body"], message["url"]) == (f"It is your turn at tables: {count}.", "/")


def test_a_warning_before_the_clock_runs_out(server: Server, service: Service) -> None:
    table, ann, ben = match(server, days=2)
    until(lambda: any(own(person, table)["turn"] for person in (ann, ben)))
    first = turn_of(table, ann, ben)
    browser = allowed(first, service, "first")
    forget(server, table)
    later(server)
    until(lambda: len(browser.got) == 1)
    later(server, 35 * 3600_000)
    assert len(browser.got) == 1
    later(server, 3600_000)
    until(lambda: len(browser.got) == 2)
    assert browser.got[1]["body"] == "It is your turn, and your time is running out."
    later(server, 3600_000)
    assert len(browser.got) == 2


def test_an_invitation_is_told_to_who_is_away(server: Server, service: Service) -> None:
    ann, ben, eve = (server.person(name) for name in ("Ann", "Ben", "Eve"))
    browsers = [allowed(ben, service, "ben"), allowed(eve, service, "eve")]
    table = ann.make("yassa", seats=3, days=1)
    for person in (ben, eve):
        assert ann.ask("POST", f"/api/tables/{table}/invite", {"user": person.user})[0] == 204
    eve.do("GET", "/api/session/news")  # she is there and sees it
    later(server)
    until(lambda: len(browsers[0].got) == 1)
    assert browsers[0].got[0]["body"] == "Somebody invites you to a table."
    later(server)
    assert [len(browser.got) for browser in browsers] == [1, 0]


def test_strangers_ring_once_in_a_while_and_friends_always(server: Server, service: Service) -> None:
    """Whoever makes a guest for each invitation would else ring somebody's telephone all night."""
    ben, friend = server.person("Ben"), server.person("Friend")
    browser = allowed(ben, service, "ben")
    for number in range(3):
        stranger = server.person(f"Eve{number}")
        table = stranger.make("yassa", seats=3, days=1)
        stranger.ask("POST", f"/api/tables/{table}/invite", {"user": ben.user})
    later(server)
    until(lambda: len(browser.got) == 1)
    ben.do("POST", "/api/friends", {"user": friend.user})
    table = friend.make("yassa", seats=3, days=1)
    friend.ask("POST", f"/api/tables/{table}/invite", {"user": ben.user})
    later(server)
    until(lambda: len(browser.got) == 2)
    assert browser.got[1]["tag"] == table
    assert len(ben.do("GET", "/api/session/news")["invitations"]) == 4  # on the page there are all


def test_nobody_is_woken_on_vacation(server: Server, service: Service) -> None:
    table, ann, ben = match(server)
    until(lambda: any(own(person, table)["turn"] for person in (ann, ben)))
    first = turn_of(table, ann, ben)
    second = ben if first is ann else ann
    browser = allowed(second, service, "second")
    second.do("POST", "/api/vacation", {"days": 2})
    until(lambda: any(seat["away"] for seat in own(first, table)["seats"]))
    move(first, table)
    until(lambda: own(second, table)["turn"])
    later(server)
    later(server, 20 * 3600_000)
    assert browser.got == []
    later(server, 30 * 3600_000)
    until(lambda: len(browser.got) >= 1)


# to whom


def test_a_browser_that_is_gone_is_forgotten(server: Server, service: Service) -> None:
    ann = server.person()
    for status in (404, 410):
        browser = allowed(ann, service, str(status))
        assert ann.do("GET", "/api/push")["browsers"] == 1
        service.answers = [status]
        within(server, server.koloda.push.send(ann.user, "push_turn", "sometable", "durak"))
        until(lambda: ann.do("GET", "/api/push")["browsers"] == 0)
        assert len(browser.got) == 1


def test_a_service_that_is_busy_is_asked_again(server: Server, service: Service) -> None:
    server.koloda.push.again = (0.01, 0.01)
    ann = server.person()
    browser = allowed(ann, service, "a")
    service.answers = [503, 429]
    within(server, server.koloda.push.send(ann.user, "push_turn", "sometable", "durak"))
    until(lambda: len(browser.got) == 3)
    service.answers = [500] * 3 * push.FAILURES
    for number in range(push.FAILURES):
        assert ann.do("GET", "/api/push")["browsers"] == 1
        within(server, server.koloda.push.send(ann.user, "push_turn", "sometable", "durak"))
        left = [number + 1] if number + 1 < push.FAILURES else []
        until(lambda left=left: failures(server) == left)  # type: ignore[misc]
    assert ann.do("GET", "/api/push")["browsers"] == 0


def test_so_many_browsers_and_whose_they_are(server: Server, service: Service) -> None:
    ann, ben = server.person("Ann"), server.person("Ben")
    for number in range(push.BROWSERS + 1):
        server.ahead += 1000
        allowed(ann, service, str(number))
    server.ahead += 1000
    browser = allowed(ann, service, "last")
    assert ann.do("GET", "/api/push")["browsers"] == push.BROWSERS
    assert ben.do("POST", "/api/push", browser.address)["browsers"] == 1  # somebody else at the same browser
    assert ann.do("GET", "/api/push")["browsers"] == push.BROWSERS - 1
    assert ann.do("POST", "/api/push/stop", {"endpoint": browser.address["endpoint"]})["browsers"] == 9
    assert ben.do("GET", "/api/push")["browsers"] == 1
    assert ben.do("POST", "/api/push/stop", {"endpoint": browser.address["endpoint"]})["browsers"] == 0
    assert ann.ask("DELETE", "/api/sessions", {})[0] == 204
    assert within(server, server.koloda.store.all("select count(*) from push_addresses"))[0][0] == 0


def test_two_processes_tell_it_once(postgres_url: str, service: Service) -> None:
    with Server(postgres_url, push_local=True) as one, Server(postgres_url, push_local=True) as two:
        table, ann, ben = match(one)
        until(lambda: any(own(person, table)["turn"] for person in (ann, ben)))
        first = turn_of(table, ann, ben)
        browser = allowed(first, service, "first")
        assert one.koloda.push.key == two.koloda.push.key
        one.ahead = two.ahead = 20_000
        now = one.koloda.tables.now()
        waiting = [
            asyncio.run_coroutine_threadsafe(each.koloda.push.tell(now), each.server.servers[0].get_loop())
            for each in (one, two)
            for _ in range(3)
        ]
        for each in waiting:
            each.result(60)
        until(lambda: len(browser.got) >= 1)
        until(lambda: not one.koloda.push.tasks.running and not two.koloda.push.tasks.running)
        assert len(browser.got) == 1
