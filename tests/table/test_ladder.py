"""The ladder's endpoints: everybody reads, accounts upload, authors alone read what is theirs."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from koloda.arena.external import workshop
from koloda.arena.ladder.final import play_final
from koloda.arena.ladder.runner import Runner
from koloda.arena.programs.sandbox import choose
from koloda.ladder.entry import ENGLISH
from koloda.ladder.folder import Folder
from koloda.ladder.live import Broadcast, head_of, live_path
from koloda.table.ladder_texts import TEXTS
from ladder.conftest import FIRST, HELPER, small
from table.serving import Person, Server

ADMIN = "a token of the admin, long enough"
PROGRAMS = "/api/ladder/programs"


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    made = Folder.make(tmp_path / "ladder", small(levels=["easy", "normal"], title="Cup"))
    made.read()
    return made


@pytest.fixture
def server(tmp_path: Path, folder: Folder, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    monkeypatch.setattr("koloda.table.ladder_folder.FRESH", -1.0)  # every question is answered anew
    token = tmp_path / "admin"
    token.write_text(ADMIN)
    url = f"sqlite:///{tmp_path}/koloda.db"
    with Server(url, admin_file=str(token), ladder=str(folder.path)) as found:
        yield found


@contextmanager
def runner(folder: Folder) -> Iterator[Runner]:
    before = workshop.current
    with folder.locked():
        folder.mend()
        folder.read()
        found = Runner(folder, choose("auto", sure=True)[0], 1)
        try:
            yield found
        finally:
            found.close()
            workshop.use(before)


def account(server: Server, name: str) -> Person:
    person = server.person(name)
    status, answer = person.ask("POST", "/api/account", {"login": name.lower(), "password": "long enough 1"})
    assert status == 200, answer
    return Person(server, person.user, answer["token"])


def sources(source: str = FIRST) -> dict[str, str]:
    return {"bot.py": source, "koloda_bot.py": HELPER.read_text("utf-8")}


def bring(person: Person, name: str, source: str = FIRST, **changes: Any) -> tuple[int, Any]:
    body = {"name": name, "main": "bot.py", "files": sources(source), **changes}
    return person.ask("POST", "/api/ladder/versions", body)


def test_an_upload_is_tested_enters_and_plays(server: Server, folder: Folder) -> None:
    ann = account(server, "Ann")
    status, standings, _ = server.call("GET", "/api/ladder")
    assert status == 200
    assert (standings["title"], standings["game"], standings["games"]) == ("Cup", "flights", 0)
    assert server.call("GET", "/api/games")[1]["ladder"] is True
    status, answer = bring(ann, "Alpha")
    assert (status, answer["stage"]) == (202, "queued")
    assert [each["name"] for each in ann.ask("GET", "/api/ladder/own")[1]["uploads"]] == ["Alpha"]
    with runner(folder) as found:
        found.settle()
        before = {row["name"]: row for row in server.call("GET", "/api/ladder")[1]["rows"]}
        assert before["Alpha"]["author"] == "Ann"
        assert before["Alpha"]["games"] == 0
        found.run(games=4)
    answer = ann.ask("GET", "/api/ladder")[1]
    after = {row["name"]: row for row in answer["rows"]}
    assert after["Alpha"]["games"] > 0
    assert after["Alpha"]["rating"] != before["Alpha"]["rating"]
    assert after["Alpha"]["margin"] < before["Alpha"]["margin"]
    assert after["Alpha"]["yours"]
    assert not after["easy"]["yours"]
    assert answer["games"] == 4
    program = server.call("GET", f"{PROGRAMS}/{after['Alpha']['program']}")[1]
    assert [version["stage"] for version in program["versions"]] == ["entered"]
    assert program["points"][-1][1] == after["Alpha"]["games"]
    assert not program["yours"]
    fixture = program["fixtures"][0]
    for game in (1, 2):
        path = f"/api/ladder/fixtures/{fixture['fixture']}/replay?game={game}&seat=open"
        status, replay, _ = server.call("GET", path)
        assert status == 200, replay
        assert sorted(replay["names"]) in (["Alpha v1", "Hare"], ["Alpha v1", "Fox"])
        assert replay["result"] is not None
    record = server.call("GET", f"/api/ladder/fixtures/{fixture['fixture']}/record")[1]
    assert record["format"] == "koloda-record/1"


def test_what_a_refused_program_said_is_its_authors(server: Server, folder: Folder) -> None:
    ann, bob = account(server, "Ann"), account(server, "Bob")
    bring(ann, "Alpha", "import sys; sys.exit('<img src=x onerror=alert(1)> my secret \\x1b[31m')")
    with runner(folder) as found:
        found.settle()
    own = ann.ask("GET", "/api/ladder/own")[1]["programs"]
    assert [(each["stage"], each["reason"]) for each in own[0]["versions"]] == [("refused", "fault")]
    path = f"{PROGRAMS}/{own[0]['program']}"
    status, report = ann.ask("GET", f"{path}/versions/1?lang=uk")
    assert status == 200
    assert "my secret" in report["report"]
    assert "\x1b" not in report["report"]
    assert bob.ask("GET", f"{path}/versions/1")[0] == 403
    assert server.call("GET", f"{path}/versions/1")[0] == 401
    assert bob.ask("GET", path)[0] == 404, "a program that was never let in is nobody's affair"
    assert server.call("GET", "/api/ladder")[1]["rows"] == [
        row for row in server.call("GET", "/api/ladder")[1]["rows"] if row["level"]
    ]
    for version in ("0", "2", "x", "1" * 30, "000000001" + "0" * 5000):
        assert ann.ask("GET", f"{path}/versions/{version}")[0] == 404


def test_a_program_that_never_entered_does_not_play_and_its_author_takes_it_away(
    server: Server, folder: Folder
) -> None:
    ann, bob = account(server, "Ann"), account(server, "Bob")
    bring(ann, "Alpha", "raise SystemExit(1)")
    with runner(folder) as found:
        found.intake.take()
        own = ann.ask("GET", "/api/ladder/own")[1]["programs"]
        assert [each["status"] for each in own] == ["waiting"]
        found.settle()
        path = f"{PROGRAMS}/{own[0]['program']}"
        assert ann.ask("GET", path)[1]["status"] == "refused"
        assert bob.ask("DELETE", path)[0] == 403
        assert server.call("DELETE", path)[0] == 401
        assert ann.ask("DELETE", f"{PROGRAMS}/1")[0] == 403, "one of our own bots"
        assert ann.ask("DELETE", path)[0] == 204
        found.intake.take()
        assert ann.ask("GET", "/api/ladder/own")[1]["programs"] == []
        assert ann.ask("DELETE", path)[1]["error"]["code"] == "ladder_retired"
        for name in ("Beta", "Gamma", "Delta"):  # it does not count any more
            assert bring(ann, name)[0] == 202
        found.intake.take()
        assert bring(ann, "Alpha")[1]["error"]["code"] == "ladder_programs"
        assert bring(bob, "Alpha")[1]["error"]["code"] == "ladder_taken", "its name stays its author's"
        gamma = next(each for each in folder.book.of(ann.user) if each.name == "Gamma").number
        folder.put("freeze", name="Gamma")
        found.intake.take()
        assert ann.ask("DELETE", f"{PROGRAMS}/{gamma}")[1]["error"]["code"] == "ladder_frozen"
        assert ann.ask("DELETE", f"{PROGRAMS}/{gamma - 1}")[0] == 204
        found.intake.take()
        assert bring(ann, "Alpha")[0] == 202
        found.intake.take()
        assert ann.ask("GET", path)[1]["status"] == "waiting", "a new version brings it back"


def test_a_game_that_is_being_played_is_shown_as_a_spectator_sees_it(server: Server, folder: Folder) -> None:
    with runner(folder) as found:
        found.run(games=2)
        records = folder.records(1)
        assert records is not None
        record = records[0]
        versions = folder.book.last[0]["games"][0]["versions"]
        empty = {**record, "actions": [], "result": None}
        live = Broadcast(live_path(folder.path, 9), head_of(9, 0, 2, 2, 1, versions, empty))
        live.begin()
        for seat, text in record["actions"][:5]:
            live.act(seat, text)
        shown = server.call("GET", "/api/ladder")[1]["live"]
        assert [(each["fixture"], each["game"], each["actions"]) for each in shown] == [(9, 2, 5)]
        assert {each["name"] for each in shown[0]["players"]} == {"easy", "normal"}
        status, answer, _ = server.call("GET", "/api/ladder/live/9")
        assert status == 200, answer
        replay = answer["replay"]
        assert replay["viewer"] == -1
        assert replay["result"] is None
        assert sorted(replay["names"]) == ["Fox", "Hare"]
        assert str(record["seed"]) not in str(answer)
        assert all("open" not in step["view"] and "hand" not in step["view"] for step in replay["steps"])
        live.act(*record["actions"][5])
        assert server.call("GET", "/api/ladder")[1]["live"][0]["actions"] == 6
        live_path(folder.path, 9).unlink()
        assert server.call("GET", "/api/ladder/live/1")[:2] == (200, {"live": None, "replay": None}), "over"
        for path in ("9", "x", "1" * 30, "0", "9?final=1"):
            assert server.call("GET", f"/api/ladder/live/{path}")[0] in (400, 404)


def test_only_accounts_upload_and_only_what_is_plain_source(server: Server, folder: Folder) -> None:
    assert bring(server.person("Guest"), "Alpha")[1]["error"]["code"] == "no_account"
    ann = account(server, "Ann")
    wrong: list[tuple[dict[str, Any], str]] = [
        ({"name": "<b>bold</b>"}, "ladder_name"),
        ({"name": "easy"}, "ladder_own_name"),
        ({"main": "../../etc/passwd"}, "ladder_file"),
        ({"main": "bot.exe", "files": {"bot.exe": "MZ"}}, "ladder_language"),
        ({"files": {"bot.py": " "}}, "ladder_empty"),
        ({"files": {"bot.py": "x" * 300_000}}, "ladder_size"),
        ({"files": {"bot.py": "x", "../evil.py": "x"}}, "ladder_file"),
        ({"files": {f"m{n}.py": "x" for n in range(9)} | {"bot.py": "x"}}, "ladder_files"),
    ]
    for changes, code in wrong:
        status, answer = bring(ann, **{"name": "Alpha", **changes})
        assert status == 400, answer
        assert answer["error"]["code"] == code
    assert bring(ann, "Alpha", "x" * 2_000_000)[0] == 413
    assert bring(ann, "Alpha", "a\0b")[0] == 400
    assert folder.inbox() == []


def test_names_belong_to_who_came_first_and_accounts_have_limits(server: Server, folder: Folder) -> None:
    ann, bob = account(server, "Ann"), account(server, "Bob")
    assert bring(ann, "Alpha")[0] == 202
    assert bring(bob, "alpha")[1]["error"]["code"] == "ladder_taken", "also while it waits"
    assert bring(ann, "Beta")[0] == bring(ann, "Gamma")[0] == 202
    assert bring(ann, "Delta")[1]["error"]["code"] == "ladder_programs"
    assert bring(ann, "Alpha")[1]["error"]["code"] == "ladder_busy"
    with runner(folder) as found:
        found.intake.take()
    for alike in ("ALPHA", "Alph a", "Аlpha", "alphа", "A1pha"):  # two are partly Cyrillic
        assert bring(bob, alike)[1]["error"]["code"] == "ladder_taken"
    for unseen in ("a\u3164", "\u13aalpha"):
        assert bring(bob, unseen)[1]["error"]["code"] == "ladder_name"
    folder.put("deadline", until=1)
    with runner(folder) as found:
        found.intake.take()
    assert bring(bob, "Late")[1]["error"]["code"] == "ladder_closed"
    assert server.call("GET", "/api/ladder")[1]["closed"] is True


def test_the_admin_retires_and_bans(server: Server, folder: Folder) -> None:
    ann = account(server, "Ann")
    bring(ann, "Alpha")
    with runner(folder) as found:
        found.settle()
        number = folder.book.of(ann.user)[0].number
        order = {"what": "freeze", "program": number}
        assert server.call("POST", "/api/admin/ladder", order)[0] == 403
        assert ann.ask("POST", "/api/admin/ladder", order)[0] == 403
        assert server.call("POST", "/api/admin/ladder", order, ADMIN)[0] == 204
        found.intake.take()
        assert server.call("GET", f"{PROGRAMS}/{number}")[1]["status"] == "frozen"
        assert server.call("POST", "/api/admin/ladder", {"what": "freeze"}, ADMIN)[0] == 204
        found.intake.take()
        assert server.call("GET", "/api/ladder")[1]["closed"]
        assert server.call("POST", "/api/admin/ladder", {"what": "unfreeze"}, ADMIN)[0] == 204
        found.intake.take()
        assert not server.call("GET", "/api/ladder")[1]["closed"]
        ban = {"what": "ban", "user": ann.user}
        assert server.call("POST", "/api/admin/ladder", ban, ADMIN)[0] == 204
        found.intake.take()
    assert bring(ann, "Beta")[1]["error"]["code"] == "ladder_banned"
    assert "Alpha" not in [row["name"] for row in server.call("GET", "/api/ladder")[1]["rows"]]
    assert server.call("POST", "/api/admin/ladder", {"what": "retire", "program": 99}, ADMIN)[0] == 404


def test_who_deletes_the_account_takes_the_programs_along(server: Server, folder: Folder) -> None:
    ann = account(server, "Ann")
    bring(ann, "Alpha")
    with runner(folder) as found:
        found.settle()
        number = folder.book.of(ann.user)[0].number
        assert ann.ask("GET", "/api/account")[1]["programs"] == {"Alpha v1": sources()}
        assert ann.ask("POST", "/api/account/delete", {"password": "long enough 1"})[0] == 204
        found.intake.take()
    assert not folder.place(number, 1).exists()
    assert folder.book.programs[number].status == "retired"


def test_a_final_is_shown_and_its_games_too(server: Server, folder: Folder) -> None:
    with runner(folder) as found:
        play_final(found, 1, levels=True)
    answer = server.call("GET", "/api/ladder")[1]
    assert [(final["over"], final["games"]) for final in answer["finals"]] == [(True, 2)]
    assert len(answer["finals"][0]["rows"]) == 2
    assert answer["games"] == 0
    assert server.call("GET", "/api/ladder/fixtures/1/replay?final=1")[0] == 200
    for path in ("1/replay", "1/replay?final=2", "2/replay?final=1", "1/replay?final=1&game=3", "x/record"):
        assert server.call("GET", f"/api/ladder/fixtures/{path}")[0] in (400, 404)


def test_damaged_files_and_no_ladder_are_told(server: Server, folder: Folder, tmp_path: Path) -> None:
    (folder.path / "games.jsonl").write_bytes(b"damaged\nand more\n")
    status, answer, _ = server.call("GET", "/api/ladder")
    assert (status, answer["error"]["code"]) == (503, "ladder_broken")
    with Server(f"sqlite:///{tmp_path}/other.db") as other:
        assert other.call("GET", "/api/ladder")[1]["error"]["code"] == "no_ladder"
        assert other.call("GET", "/api/games")[1]["ladder"] is False


def test_the_server_never_loads_what_compiles_and_runs_programs() -> None:
    import subprocess

    code = "import koloda.table.app, sys; print([m for m in sys.modules if m.startswith('koloda.arena')])"
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert said.strip() == "[]"


def test_every_refusal_is_said_in_every_language() -> None:
    for lang in ("en", "uk", "ru"):
        assert ENGLISH.keys() <= TEXTS[lang].keys()
        for code, text in ENGLISH.items():
            assert TEXTS[lang][code].count("{}") == text.count("{}")
