"""The endpoints of the server: who comes in, what is refused, and what every answer carries."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import jsonschema  # type: ignore[import-untyped]
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect
from websockets.typing import Origin

from koloda.table import app
from table.serving import Chair, Server, until

ADMIN = "a token of the admin, long enough"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder: Path = tmp_path_factory.mktemp("server")
    token = folder / "admin"
    token.write_text(ADMIN)
    with Server(f"sqlite:///{folder}/koloda.db", admin_file=str(token)) as server:
        yield server


@pytest.mark.parametrize(
    "path", ["/", "/healthz", "/api/games", "/api/nothing", "/assets/nothing.js", "/metrics"]
)
def test_every_answer_has_the_headers_of_a_careful_server(server: Server, path: str) -> None:
    _, _, headers = server.call("GET", path)
    csp = headers["content-security-policy"]
    assert "default-src 'none'" in csp
    assert "script-src 'self';" in csp
    assert "unsafe" not in csp
    assert "frame-ancestors 'none'" in csp
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "same-origin"
    assert "server" not in headers
    if path.startswith("/api/"):
        assert headers["cache-control"] == "no-store"


def test_the_documentation_is_served_where_it_was_built(
    server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    site = tmp_path / "docs"
    site.mkdir()
    monkeypatch.setattr(app, "DOCS", site)
    assert server.call("GET", "/docs/")[0] == 404
    (site / "index.html").write_text("made")
    (tmp_path / "secret.html").write_text("{}")
    status, body, headers = server.call("GET", "/docs/")
    assert (status, body) == (200, "made")
    assert headers["content-type"].startswith("text/html")
    csp = headers["content-security-policy"]
    assert "script-src 'self';" in csp
    assert "frame-ancestors 'none'" in csp
    assert server.call("GET", "/docs/nothing.html")[0] == 404
    assert server.call("GET", "/docs/..%2fsecret.html")[0] == 404


def test_a_page_of_another_site_cannot_act_for_its_visitor(server: Server) -> None:
    ann = server.person()
    evil = {"origin": "http://evil.example"}
    status, answer, _ = server.call("POST", "/api/quick", {"game": "durak"}, ann.token, evil)
    assert (status, answer["error"]["code"]) == (403, "origin")
    own = {"origin": server.base}
    assert server.call("POST", "/api/quick", {"game": "durak"}, ann.token, own)[0] == 201
    assert server.call("POST", "/api/quick", {"game": "durak"}, ann.token, {"origin": "null"})[0] == 403


def test_a_foreign_name_that_leads_here_is_refused(server: Server) -> None:
    """DNS rebinding: origin and host agree, but it is not our host."""
    port = server.port
    foreign = {"host": f"evil.example:{port}", "origin": f"http://evil.example:{port}"}
    assert server.call("POST", "/api/session", {"name": "Eve"}, headers=foreign)[0] == 403


def close_code(url: str, origin: str | None = None) -> int | None:
    with connect(url, compression=None, origin=None if origin is None else Origin(origin)) as socket:
        with suppress(ConnectionClosed):
            while True:
                socket.recv(5)
        return socket.close_code


def test_sockets_check_origin_table_and_right_to_watch(server: Server) -> None:
    ann, bob = server.person("Ann"), server.person("Bob")
    base = server.base.replace("http", "ws")
    watched = f"{base}/api/tables/{ann.make('durak')}/socket"
    assert close_code(watched, origin="http://evil.example") == 4403
    assert close_code(f"{base}/api/tables/no-such-table-here/socket") == 4404
    assert close_code(f"{base}/api/tables/{ann.make('durak', spectators=False)}/socket") == 4403
    assert close_code(f"{base}/api/tables/{ann.make('durak', password='open sesame')}/socket") == 4403
    assert close_code(f"{base}/api/tables/{ann.quick('durak')}/socket") == 4403
    with bob.at(watched.split("/")[-2]) as chair:
        assert chair.wait("table")["you"]["seat"] is None


def test_private_tables_are_in_no_list(server: Server) -> None:
    ann, bob = server.person("Ann"), server.person("Bob")
    private, public = ann.make("yassa", public=False), ann.make("yassa")
    with ann.at(private) as one, ann.at(public) as other:
        one.wait("update")
        other.wait("update")

        def listed() -> list[str]:
            return [table["id"] for table in bob.do("GET", "/api/tables?game=yassa&free=1")["tables"]]

        until(lambda: public in listed())  # that somebody is there is noted a moment later
        assert private not in listed()
    assert bob.do("GET", f"/api/tables/{private}")["table"]["id"] == private
    assert len(private) >= 16


def test_a_table_that_its_people_have_left_is_in_no_list(server: Server) -> None:
    ann, bob = server.person("Ann"), server.person("Bob")
    table = ann.make("flights")
    with ann.at(table) as chair:
        chair.wait("update")
    with bob.at(table) as watcher:
        watcher.wait("table", that=lambda message: not message["table"]["seats"][0]["online"])
    assert table not in [each["id"] for each in bob.do("GET", "/api/tables?game=flights")["tables"]]


def test_a_locked_table_opens_with_its_password(server: Server) -> None:
    ann, bob = server.person("Ann"), server.person("Bob")
    table = ann.make("durak", password="open sesame")
    assert bob.ask("POST", f"/api/tables/{table}/join", {})[1]["error"]["code"] == "wrong_password"
    joined = bob.do("POST", f"/api/tables/{table}/join", {"password": "open sesame"})["table"]
    assert joined["locked"]
    assert "sesame" not in str(joined)
    assert joined["seats"][1]["user"] == bob.user


def test_bad_requests_are_answered_with_what_is_wrong(server: Server) -> None:
    ann = server.person()
    for body, code in (
        (b"{", "bad_request"),
        (b'{"game": 5}', "bad_request"),
        (b'{"game": "durak", "more": 1}', "bad_request"),
        (b'{"game": "chess"}', "bad_option"),
        (b'{"game": "durak", "options": {"mode": "solo"}}', "bad_option"),
        (b'{"game": "durak", "seats": 7}', "bad_option"),
        (b'{"game": "viceroy", "options": {"deck": "/etc/passwd"}}', "bad_option"),
        (b'{"game": "durak", "bots": [{"seat": 1, "level": "god"}]}', "bad_option"),
        (b'{"game": "durak", "bots": [{"seat": 0, "level": "easy"}]}', "no_seat"),
        (b"x" * 20_000, "too_large"),
    ):
        status, answer = ann.ask("POST", "/api/tables", body)
        assert 400 <= status < 500
        assert answer["error"]["code"] == code
        assert answer["error"]["text"]
    form = {"content-type": "application/x-www-form-urlencoded"}
    assert server.call("POST", "/api/session", b"name=Eve", headers=form)[0] == 415
    assert server.call("GET", "/api/nothing")[1]["error"]["code"] == "no_page"
    assert server.call("PUT", "/api/tables", {})[0] == 405
    assert server.call("POST", "/api/tables", {"game": "durak"})[1]["error"]["code"] == "no_session"
    assert server.call("GET", "/api/tables?lang=uk&status=odd")[1]["error"]["text"].startswith("цей запит")


def test_forged_and_foreign_tokens_are_nobody(server: Server) -> None:
    ann = server.person()
    assert server.call("GET", "/api/session", token=ann.token)[0] == 200
    # not the last letter: of its bits some say nothing, so one signature can be written in several ways
    forged = ann.token[:-5] + ("x" if ann.token[-5] != "x" else "y") + ann.token[-4:]
    for token in ("x", forged, ADMIN, ann.token + "x" * 600):
        assert server.call("GET", "/api/session", token=token)[0] == 401


def test_the_cookie_is_for_this_site_and_not_for_scripts(server: Server) -> None:
    _, answer, headers = server.call("POST", "/api/session", {"name": "Ann"})
    cookie = headers["set-cookie"]
    assert cookie.startswith(f"koloda={answer['token']};")
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    assert server.call("GET", "/api/session", headers={"cookie": cookie.split(";")[0]})[0] == 200


def test_behind_tls_the_cookie_is_secure(tmp_path: Path) -> None:
    with Server(f"sqlite:///{tmp_path}/koloda.db", origins=("https://cards.example",)) as server:
        headers = {"host": "cards.example", "origin": "https://cards.example"}
        cookie = server.call("POST", "/api/session", {"name": "Ann"}, headers=headers)[2]["set-cookie"]
    assert cookie.startswith("__Host-koloda=")
    assert "Secure" in cookie
    assert "Path=/;" in cookie
    assert "Domain" not in cookie


def test_the_picture_for_other_sites_has_a_whole_address_where_that_is_known(tmp_path: Path) -> None:
    with Server(f"sqlite:///{tmp_path}/koloda.db", origins=("https://cards.example",)) as server:
        status, text, headers = server.call("GET", "/", headers={"host": "cards.example"})
    assert status == 200
    if "og:image" not in text:
        pytest.skip("the browser client is not built")
    assert 'property="og:image" content="https://cards.example/social.jpg"' in text
    assert headers["content-type"].startswith("text/html")


def test_an_account_keeps_the_guest_and_opens_with_its_password(server: Server) -> None:
    ann = server.person("Ann who registers")
    wanted = {"login": f"ann.{ann.user[:6].lower().replace('_', '-')}", "password": "correct horse"}
    registered = ann.do("POST", "/api/account", wanted)
    assert registered["user"] == {"id": ann.user, "name": "Ann who registers", "kind": "account"}
    assert ann.ask("GET", "/api/session")[0] == 401, "the token of the guest has ended"
    ann.token = registered["token"]
    status, answer, _ = server.call("POST", "/api/login", wanted)
    assert (status, answer["user"]["id"]) == (200, ann.user)
    wrong = server.call("POST", "/api/login", {**wanted, "password": "correct house"})
    assert (wrong[0], wrong[1]["error"]["code"]) == (401, "wrong_password")
    assert ann.do("PATCH", "/api/session", {"name": "Anna K."})["user"]["name"] == "Anna K."


def test_the_admin_sees_closes_mutes_and_bans(server: Server) -> None:
    ann = server.person("Ann")
    table = ann.make("durak", public=False)
    assert ann.ask("GET", "/api/admin/tables")[0] == 403
    listed = server.call("GET", "/api/admin/tables", token=ADMIN)[1]["tables"]
    assert table in [each["id"] for each in listed]
    with ann.at(table) as chair:
        chair.wait("update")
        muted = server.call("POST", f"/api/admin/users/{ann.user}/mute", {"minutes": 5}, ADMIN)
        assert muted[0] == 200
        assert chair.answer(chair.send("chat", text="hello"))["code"] == "muted"
        assert server.call("DELETE", f"/api/admin/tables/{table}", token=ADMIN)[0] == 204
        chair.wait("table", that=lambda message: message["table"]["status"] == "over")
        assert server.call("POST", f"/api/admin/users/{ann.user}/ban", {"minutes": 5}, ADMIN)[0] == 200
        assert chair.wait("bye")["code"] == "banned"
    assert ann.ask("GET", "/api/session")[0] == 401


def test_a_table_that_the_admin_has_closed_is_in_no_list_any_more(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = server.person("Ann")
    table = ann.make("durak", public=False)
    tasks = server.koloda.tables.tasks
    started = tasks.start
    held: list[Any] = []
    monkeypatch.setattr(tasks, "start", held.append)  # what is done behind the answer takes its time
    assert server.call("DELETE", f"/api/admin/tables/{table}", token=ADMIN)[0] == 204
    listed = server.call("GET", "/api/admin/tables", token=ADMIN)[1]["tables"]
    assert table not in [each["id"] for each in listed]
    monkeypatch.setattr(tasks, "start", started)
    for each in held:
        each.close()


def test_too_many_requests_and_messages_are_slowed_down(tmp_path: Path) -> None:
    with Server(f"sqlite:///{tmp_path}/koloda.db", strict_limits=True) as server:
        ann = server.person()
        with ann.at(ann.quick("durak")) as chair:
            with suppress(ConnectionClosed):  # the server may have said goodbye before the last one
                for _ in range(3000):
                    chair.send("ping")
            assert chair.wait("bye")["code"] == "rate"
            until(lambda: chair.socket.close_code is not None)  # who floods is given time to read why
            assert chair.socket.close_code == 4429
        statuses = [server.call("POST", "/api/session", {"name": "Bob"})[0] for _ in range(40)]
        assert statuses[0] == 201
        assert statuses[-1] == 429


def test_a_spectator_sees_no_hand_and_cannot_act(server: Server) -> None:
    ann, bob = server.person("Ann"), server.person("Bob")
    table = ann.make("durak", seats=2, options={"mode": "individual"}, bots=[{"seat": 1, "level": "easy"}])
    ann.do("POST", f"/api/tables/{table}/start", {})
    for chair in (Chair(None, table, base=server.base), bob.at(table)):
        with chair:
            update = chair.wait("update")
            assert "hand" not in update["view"]
            assert (update["legal"], update["owed"]) == ([], False)
            assert chair.act("take")["code"] == "not_seated"


def test_the_description_of_the_api_fits_its_answers(server: Server) -> None:
    description = server.call("GET", "/api/openapi.json")[1]
    ann = server.person()
    table = ann.make("durak")
    for path, where in (
        ("/api/games", "/api/games"),
        ("/api/rules/yassa?lang=uk", "/api/rules/{game}"),
        ("/api/tables", "/api/tables"),
        (f"/api/tables/{table}", "/api/tables/{id}"),
        (f"/api/users/{ann.user}", "/api/users/{user}"),
        ("/api/guide/durak", "/api/guide/{game}"),
    ):
        answers = description["paths"][where]["get"]["responses"]
        schema = answers["200"]["content"]["application/json"]["schema"]
        jsonschema.validate(ann.do("GET", path), {**schema, "components": description["components"]})


def test_figures_are_for_this_machine_alone(server: Server) -> None:
    """They move at once where a decision in silence is shown only later."""
    assert server.call("GET", "/metrics")[0] == 200
    for name in ("X-Forwarded-For", "Forwarded", "X-Real-IP", "Via"):
        assert server.call("GET", "/metrics", headers={name: "203.0.113.1"})[0] == 404


def test_metrics_count_what_happens(server: Server) -> None:
    server.person()
    text = server.call("GET", "/metrics")[1]
    assert 'koloda_http_requests_total{method="POST",route="/api/session",status="201"}' in text
    assert "koloda_sockets" in text
    assert 'koloda_tables{status="playing"}' in text
