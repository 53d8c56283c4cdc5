"""Strangers who open connections and say nothing, and more people than the server can serve."""

from __future__ import annotations

import asyncio
import json
import resource
import socket
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from koloda.table import admission
from koloda.table.limits import Proxies
from table.processes import Server as Process
from table.serving import Server, until

HALF = b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: "


def answered(line: socket.socket) -> bytes:
    line.settimeout(20)
    found = b""
    try:
        while part := line.recv(4096):
            found += part
    except ConnectionResetError:
        pass
    return found


def test_health_is_told_under_two_thousand_half_requests(sqlite_url: str) -> None:
    """With as many open files as systems usually allow, from the address that asks for the health too."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(4096, hard)), hard))
    process = Process(sqlite_url, limits=True)
    process.command = ["sh", "-c", 'ulimit -n 1024; exec "$@"', "sh", *process.command]
    with process, ExitStack() as stack:
        for _ in range(2000):
            line = stack.enter_context(socket.create_connection(("127.0.0.1", process.port), timeout=20))
            line.sendall(HALF)
        until(process.healthy)


def test_who_does_not_finish_a_head_or_a_body_is_cut_off(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(admission, "HEAD_TIME", 0.3)
    monkeypatch.setattr(admission, "BODY_TIME", 0.3)
    post = b"POST /api/session HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
    with Server(sqlite_url) as server:
        for start in (b"", HALF, post + b"Content-Length: 20\r\n\r\n{"):
            with socket.create_connection(("127.0.0.1", server.port)) as line:
                line.sendall(start)
                assert answered(line).startswith(b"HTTP/1.1 408")
        until(lambda: not server.koloda.crowd.inside)


def test_beyond_the_cap_newcomers_are_told_and_players_stay(sqlite_url: str) -> None:
    with Server(sqlite_url, connections=17) as server:
        server.koloda.crowd.overall = 3
        ann = server.person()
        table = ann.quick("durak")
        with ann.at(table) as first, ann.at(table), ann.at(table):
            with socket.create_connection(("127.0.0.1", server.port)) as line:
                found = answered(line)
            head, _, body = found.partition(b"\r\n\r\n")
            assert head.startswith(b"HTTP/1.1 503")
            assert b"retry-after" in head
            assert json.loads(body)["error"]["code"] == "crowded"
            assert server.koloda.metrics.refusals.values["crowded",] == 1
            assert first.answer(first.send("ping"))["t"] == "pong"
        until(lambda: not server.koloda.connections)
        assert server.call("GET", "/healthz")[0] == 200


def test_a_person_has_so_many_sockets(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("koloda.table.server.PER_PERSON", 2)
    with Server(sqlite_url, strict_limits=True) as server:
        ann = server.person()
        table = ann.quick("durak")
        with ann.at(table) as one, ann.at(table) as two, ann.at(table) as three:
            assert three.wait("bye")["code"] == "rate"
            assert server.koloda.metrics.refusals.values["rate",] == 1
            for chair in (one, two):
                assert chair.answer(chair.send("ping"))["t"] == "pong"


def test_an_address_behind_a_proxy_has_so_many_sockets(sqlite_url: str) -> None:
    behind = [{"x-forwarded-for": f"203.0.113.{number}"} for number in (5, 5, 5, 6)]
    with Server(sqlite_url, strict_limits=True, connections_each=2, proxies=("127.0.0.1/32",)) as server:
        ann = server.person()
        table = ann.make("durak")
        with ExitStack() as stack:
            one, two, three, other = [stack.enter_context(ann.at(table, headers=each)) for each in behind]
            assert three.wait("bye")["code"] == "rate"
            for chair in (one, two, other):
                assert chair.answer(chair.send("ping"))["t"] == "pong"


def test_who_does_not_read_his_answer_is_cut_off(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(admission, "READ_TIME", 0.3)
    ask = b"GET /api/openapi.json HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    with Server(sqlite_url) as server, socket.create_connection(("127.0.0.1", server.port)) as line:
        line.sendall(ask)
        assert line.recv(1) == b"H"
        line.sendall(ask * 500)  # far more than the system keeps for somebody
        until(lambda: not server.koloda.crowd.inside)
        assert server.call("GET", "/healthz")[0] == 200


def test_requests_that_wait_for_each_other_are_few(sqlite_url: str) -> None:
    """Each of them takes memory, whether its answer is read or not."""
    ask = b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    with Server(sqlite_url) as server:
        with socket.create_connection(("127.0.0.1", server.port)) as line:
            line.sendall(ask * 5)
            found = b""
            while found.count(b"HTTP/1.1 200") < 5:
                found += line.recv(4096)
        with socket.create_connection(("127.0.0.1", server.port)) as line:
            line.sendall(ask * 2000)
            assert answered(line).count(b"HTTP/1.1 200") < 100


@pytest.mark.parametrize(
    "head",
    [
        b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n" + b"X: 1\r\n" * 200 + b"\r\n",
        b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nX: " + b"1" * 70_000 + b"\r\n\r\n",
        b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nX: " + b"1" * 400_000,
        b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n" + b"x" * 400_000,
        b"POST /api/session HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n1;"
        + b"x" * 400_000,
    ],
    ids=["many lines", "a long line", "a line without end", "a name without end", "an extension without end"],
)  # fmt: skip
def test_the_head_of_a_request_has_a_largest_size(sqlite_url: str, head: bytes) -> None:
    with Server(sqlite_url) as server, socket.create_connection(("127.0.0.1", server.port)) as line:
        try:
            line.sendall(head)
            found = answered(line)
        except OSError:  # it was cut off before it had said everything
            found = b""
        assert not found or found.startswith(b"HTTP/1.1 431")
        until(lambda: not server.koloda.crowd.inside)


UPGRADE = b"Host: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
KEY = b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"


@pytest.mark.parametrize(
    "head",
    [
        b"POST /api/session HTTP/1.1\r\n" + UPGRADE + b"Content-Length: 14\r\n\r\n",
        b"POST /api/session HTTP/1.1\r\n" + UPGRADE + KEY + b"\r\n",
        b"GET /api/tables/aaaaaaaa/socket HTTP/1.1\r\n" + UPGRADE + KEY + b"Content-Length: 5\r\n\r\n",
    ],
    ids=["a body to come", "no GET", "a GET with a body"],
)
def test_what_can_be_no_socket_is_refused_and_kept_by_nobody(sqlite_url: str, head: bytes) -> None:
    with Server(sqlite_url) as server, socket.create_connection(("127.0.0.1", server.port)) as line:
        line.sendall(head)
        assert answered(line)[:12] in (b"HTTP/1.1 400", b"HTTP/1.1 405")
        until(lambda: not server.koloda.crowd.inside)


def test_a_socket_does_not_begin_before_earlier_requests_are_answered(sqlite_url: str) -> None:
    """Else their answers would stand between its frames."""
    ask = b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    begin = b"GET /api/tables/aaaaaaaa/socket HTTP/1.1\r\n" + UPGRADE + KEY + b"\r\n"
    with Server(sqlite_url) as server, socket.create_connection(("127.0.0.1", server.port)) as line:
        line.sendall(ask + begin)
        assert b"101 Switching" not in answered(line)
        until(lambda: not server.koloda.crowd.inside)


def test_a_body_in_parts_is_no_head(sqlite_url: str) -> None:
    post = b"POST /api/session HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n"
    post += b"Content-Type: application/json\r\n\r\n"
    with Server(sqlite_url) as server, socket.create_connection(("127.0.0.1", server.port)) as line:
        line.sendall(
            post + b"3e8\r\n" + b" " * 1000 + b"\r\n" + b"0e\r\n" + b'{"name":"Ann"}\r\n' + b"0\r\n\r\n"
        )
        assert line.recv(4096).startswith(b"HTTP/1.1 201")


def test_a_server_that_is_late_says_so_to_newcomers_and_goes_on_playing(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As the event loop has it, nobody has set it by hand: it is kept busy again and again."""
    monkeypatch.setattr(admission, "WAIT", 0.2)
    with Server(sqlite_url) as server:
        ann = server.person()
        table = ann.make("durak", seats=2)
        loop = server.server.servers[0].get_loop()
        calm = threading.Event()

        def toil() -> None:
            while not calm.wait(0.5):
                loop.call_soon_threadsafe(time.sleep, 0.45)

        with ann.at(table) as chair:
            toiling = threading.Thread(target=toil)
            toiling.start()
            try:
                until(server.koloda.admission.busy)
                status, found, _ = server.call("POST", "/api/session", {"name": "Bob"})
                assert (status, found["error"]["code"]) == (503, "crowded")
                assert chair.answer(chair.send("ping"))["t"] == "pong"
            finally:
                calm.set()
                toiling.join()
        until(lambda: server.call("POST", "/api/session", {"name": "Bob"})[0] == 201)


def test_newcomers_wait_while_the_server_is_busy_and_players_play(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(admission, "WAIT", 0.2)
    with Server(sqlite_url) as server:
        ann, table = server.person(), ""
        table = ann.make("durak", seats=2)
        busy: list[bool] = [True]
        monkeypatch.setattr(server.koloda.admission, "busy", lambda: busy[0])
        status, found, headers = server.call("POST", "/api/session", {"name": "Bob"})
        assert (status, found["error"]["code"]) == (503, "crowded")
        assert headers["retry-after"]
        with ann.at(table) as chair:
            assert chair.answer(chair.send("ping"))["t"] == "pong"
        busy[0] = False
        assert server.call("POST", "/api/session", {"name": "Bob"})[0] == 201


def test_when_many_come_at_once_a_few_are_let_in_at_a_time(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Server(sqlite_url) as server:
        ann = server.person()
        table = ann.make("durak", seats=2)
        server.koloda.arrivals = asyncio.Semaphore(2)
        inside: set[object] = set()
        most: list[int] = []
        connect = server.koloda.hub.connect

        async def slowly(live: Any, client: Any, seen: int) -> None:
            inside.add(client)
            most.append(len(inside))
            await asyncio.sleep(0.01)
            inside.discard(client)
            await connect(live, client, seen)

        monkeypatch.setattr(server.koloda.hub, "connect", slowly)
        with ExitStack() as stack, ThreadPoolExecutor(12) as people:
            for chair in people.map(lambda _: ann.at(table), range(12)):
                stack.enter_context(chair).wait("table")
        assert (len(most), max(most)) == (12, 2)


def test_who_waits_for_a_calmer_moment_keeps_no_player_out(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(admission, "WAIT", 60.0)
    with Server(sqlite_url) as server:
        ann, bob = server.person(), server.person("Bob")
        table = ann.make("durak", seats=2)
        server.koloda.arrivals = asyncio.Semaphore(1)
        busy = [True]
        monkeypatch.setattr(server.koloda.admission, "busy", lambda: busy[0])
        with ThreadPoolExecutor(1) as people:
            onlooker = people.submit(bob.at, table)
            until(lambda: server.koloda.admission.waiting == 1)
            with ann.at(table) as chair:
                chair.wait("table")
                assert server.koloda.admission.waiting == 1
            busy[0] = False
            with onlooker.result() as chair:
                chair.wait("table")


def test_who_reads_nothing_is_dropped_and_the_table_goes_on(tmp_path: Path) -> None:
    with Server(f"sqlite:///{tmp_path / 'koloda.db'}") as server:
        ann = server.person()
        table = ann.quick("durak")
        with ann.at(table) as reading, ann.at(table) as silent:
            reading.wait("update")
            until(lambda: len(server.koloda.connections) == 2)
            ports = {each.line.client[1]: each for each in server.koloda.connections if each.line.client}
            slow = ports[silent.socket.local_address[1]]
            line: Any = slow.line
            server.server.servers[0].get_loop().call_soon_threadsafe(flood, slow)
            until(lambda: slow.closing)
            assert line.ended
            assert reading.answer(reading.send("ping"))["t"] == "pong"


def flood(connection: Any) -> None:
    """As if the table had said more than anybody reads."""
    for _ in range(2000):
        connection.send(b'"' + b"x" * 20_000 + b'"')


def test_the_oldest_idle_connection_of_an_address_makes_room() -> None:
    class Transport:
        aborted = False

        def abort(self) -> None:
            self.aborted = True

    crowd = admission.Crowd(5, 2, Proxies(["10.0.0.1"]))
    visits = [admission.Visit("192.0.2.1", Transport()) for _ in range(4)]  # type: ignore[arg-type]
    assert crowd.enter(visits[0])
    assert crowd.enter(visits[1])
    crowd.busy(visits[0])
    assert crowd.enter(visits[2])
    assert visits[1].transport.aborted  # type: ignore[attr-defined]
    assert not visits[0].transport.aborted  # type: ignore[attr-defined]
    crowd.busy(visits[2])
    assert not crowd.enter(visits[3])
    proxied = [admission.Visit("10.0.0.1", Transport()) for _ in range(4)]  # type: ignore[arg-type]
    assert all(crowd.enter(visit) for visit in proxied)
    assert len(crowd.inside) == 5  # the last one in place of an idle one
    for visit in [*visits, *proxied]:
        crowd.leave(visit)
    assert (crowd.inside, crowd.idle, crowd.of) == ({}, {}, {})


@pytest.mark.parametrize("deep", [b"[" * 8000, b'{"name":' * 1500])
def test_deep_bodies_are_bad_requests(sqlite_url: str, deep: bytes) -> None:
    with Server(sqlite_url) as server:
        for path in ("/api/session", "/api/replay"):
            assert server.call("POST", path, deep)[0] == 400
        ann = server.person()
        with ann.at(ann.quick("durak")) as chair:
            chair.socket.send(deep.decode())
            assert chair.wait("error")["code"] == "bad_message"


def test_nul_is_a_bad_request(url: str) -> None:
    with Server(url) as server:
        assert server.call("POST", "/api/session", b'{"name": "a\\u0000b"}')[0] == 400
        assert server.call("POST", "/api/session", b'{"name": "a\\\\u0000b"}')[0] == 201
        for path in ("/api/users/a%00b", "/api/tables/aaaaaaaa%00", "/x%00", "/api/tables?game=%00"):
            assert server.call("GET", path)[0] == 400, path
        ann = server.person()
        body = {"login": "a\0b", "password": "correct horse"}
        assert ann.ask("POST", "/api/account", body)[0] == 400
