"""A ladder that plays: programs come in, are tested, play, are benched; a runner is killed at any time."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from koloda.arena.ladder.final import play_final
from koloda.arena.ladder.runner import Runner
from koloda.arena.ladder.standings import rate
from koloda.arena.programs.sandbox import Sandbox
from koloda.cli import main
from koloda.core.record import check_record
from koloda.ladder.book import ACTIVE, BENCHED, ENTERED, REFUSED, RETIRED
from koloda.ladder.folder import Folder
from ladder.conftest import FIRST, LAST, needs, upload

Running = Callable[..., Any]
LIMIT = 120  # seconds for what happens at once on a machine that is not busy
# plays well on seat 0, where it is tested, and leaves on seat 1
SLY = """
from koloda_bot import run
def choose(view, legal):
    if view["seat"] == 1:
        print("\\x1b]0;owned\\x07 <b>private words</b>", file=__import__("sys").stderr, flush=True)
        raise SystemExit(3)
    return legal[0]
run(choose)
"""
# looks for files and the network, floods standard error, then plays as if nothing had been
MALICIOUS = """
import os, socket, sys
from koloda_bot import run
found = []
for path in ("/etc/shadow", LADDER + "/ladder.json", LADDER + "/games.jsonl"):
    try:
        found.append(open(path).read())
    except OSError:
        pass
try:
    open(LADDER + "/inbox/00000000000000000000-evil.json", "w").write("{}")
    found.append("wrote")
except OSError:
    pass
if NETWORK:
    socket.create_connection(("127.0.0.1", 22), 1)
sys.stderr.write("x" * 3_000_000)
if found:
    raise SystemExit("found: %r" % found)
run(lambda view, legal: legal[0])
"""


def state(folder: Folder, name: str) -> tuple[str, str, str]:
    program = folder.book.named(name)
    assert program is not None
    return program.status, program.versions[-1].state, program.versions[-1].why


def test_programs_come_in_play_and_are_rated(ladder: Callable[..., Folder], running: Running) -> None:
    folder = ladder()
    upload(folder, "First", FIRST)
    upload(folder, "Broken", FIRST.replace("legal[0]", "'fly'"))
    upload(folder, "No program", "import nothing_of_this_name\n")
    with running(folder) as runner:
        runner.run(games=4)
        assert state(folder, "First") == (ACTIVE, ENTERED, "")
        assert state(folder, "Broken") == (ACTIVE, REFUSED, "ILLEGAL in test deal 1")
        assert state(folder, "No program")[1] == REFUSED
        assert "nothing_of_this_name" in folder.report(4, 1), "the author is told the whole traceback"
        assert runner.played == 4
        upload(folder, "First", LAST)
        runner.looked = -1e9
        runner.run(games=6)
    first = folder.book.named("First")
    assert first is not None
    assert [version.state for version in first.versions] == [ENTERED, ENTERED]
    assert [point[0] for point in first.points] == [1, 1, 2]
    assert folder.book.games == 6
    # all that is shown follows from what is on disk
    again = Folder(folder.path)
    again.read()
    assert {v: each.shown() for v, each in rate(again.book).items()} == {
        v: each.shown() for v, each in runner.ratings.items()
    }
    assert json.loads((folder.path / "standings.json").read_text())["games"] == 6
    for number in range(1, again.book.fixtures + 1):
        records = again.records(number)
        assert records is not None
        assert len(records) == 2
        for record in records:
            check_record(folder.rules.the_game(), record)
        assert records[0]["seed"] == records[1]["seed"]
        assert records[0]["names"] == records[1]["names"][::-1]


def test_who_makes_faults_is_benched_and_its_words_are_its_authors(
    ladder: Callable[..., Folder], running: Running
) -> None:
    folder = ladder(bench_games=6, bench_faults=2)
    upload(folder, "Sly", SLY, owner="ann")
    with running(folder) as runner:
        runner.run(games=4)
        assert state(folder, "Sly")[:2] == (BENCHED, ENTERED)
        program = folder.book.named("Sly")
        assert program is not None
        assert program.why == "2 of its last 4 games had faults: CRASH 2"
        assert runner.lineup() == [], "a benched program plays no more"
        faults = folder.faults(program.number, 1)
        assert [fault["code"] for fault in faults] == ["CRASH", "CRASH"]
        assert "private words" in faults[0]["text"]["en"]
        assert "\x1b" not in faults[0]["text"]["en"]
        for name in ("games.jsonl", "events.jsonl", "standings.json"):
            assert "private words" not in (folder.path / name).read_text()
        assert [v.faults["CRASH"] for v in program.versions] == [2]
        # the organiser gives it another chance, and a restart does not forget it
        folder.put("unfreeze", name="Sly")
        runner.intake.take()
    again = Folder(folder.path)
    again.read()
    assert state(again, "Sly")[0] == ACTIVE
    with running(again) as runner:
        current = again.book.players()[-1]
        runner.bench(current)
    assert state(again, "Sly")[0] == ACTIVE


def test_malicious_programs_find_nothing_and_harm_nobody(
    ladder: Callable[..., Folder], running: Running, sandbox: Sandbox
) -> None:
    if not sandbox.bubblewrap or sandbox.syscalls() is None:
        pytest.skip("no bubblewrap, or no system call filter")
    folder = ladder()
    facts = f"LADDER = {str(folder.path)!r}\n"
    upload(folder, "Evil", f"{facts}NETWORK = False\n{MALICIOUS}", owner="eve")
    upload(folder, "Worse", f"{facts}NETWORK = True\n{MALICIOUS}", owner="eve")
    with running(folder) as runner:
        runner.run(games=2)
    # it has found nothing: otherwise it would have left, and the test would say so
    assert state(folder, "Evil") == (ACTIVE, ENTERED, ""), folder.report(2, 1)
    assert state(folder, "Worse") == (ACTIVE, REFUSED, "SECURITY in test deal 1")
    assert folder.inbox() == []
    assert sum(path.stat().st_size for path in folder.path.rglob("*") if path.is_file()) < 200_000


def test_what_is_compiled_is_kept(ladder: Callable[..., Folder], running: Running) -> None:
    needs("gcc")
    folder = ladder(endings=[".c"])
    upload(folder, "C", "int main(void) { return 0 }", main="bot.c")
    upload(folder, "Silent", "int main(void) { return 0; }", main="bot.c")
    with running(folder) as runner:
        runner.settle()
    assert state(folder, "C")[1:] == (REFUSED, "it does not compile")
    assert "error: expected" in folder.report(2, 1)
    assert state(folder, "Silent")[1:] == (REFUSED, "EOF in test deal 1")
    assert len(list((folder.path / "compiled").iterdir())) == 1


def test_names_belong_to_who_came_first_and_accounts_have_limits(
    ladder: Callable[..., Folder], running: Running
) -> None:
    folder = ladder(programs_each=1, uploads_a_day=2)
    with running(folder) as runner:
        take = runner.intake.take
        upload(folder, "Ann", FIRST, owner="ann")
        upload(folder, "ANN", FIRST, owner="bob")
        upload(folder, "Ann 2", FIRST, owner="ann")
        upload(folder, "easy", FIRST, owner="bob")
        upload(folder, "Ann", FIRST, owner="ann")
        upload(folder, "Ann", FIRST, owner="ann")
        take()
        assert [each["why"] for each in folder.book.rejected] == [
            "somebody else has this name",
            "an account has at most 1 programs: replace one of them, or remove it",
            "easy is a name of our own bots: choose another one",
            "an account uploads at most 2 versions a day",
        ]
        folder.put("ban", owner="ann")
        take()
        assert state(folder, "Ann")[0] == RETIRED
        upload(folder, "New", FIRST, owner="ann")
        folder.put("deadline", until=1)
        upload(folder, "Late", FIRST, owner="bob")
        take()
        assert [each["why"] for each in folder.book.rejected[4:]] == [
            "this account is banned from the ladder",
            "no uploads are taken any more",
        ]
        assert folder.inbox() == []


def test_what_was_taken_before_a_crash_is_not_taken_twice(
    ladder: Callable[..., Folder], running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = ladder()
    upload(folder, "First", FIRST)
    with running(folder) as runner:
        with monkeypatch.context() as patch:
            patch.setattr(folder, "done_with", lambda name: None)  # killed before it is cleared away
            runner.intake.take()
        assert len(folder.inbox()) == 1
        runner.intake.take()
    program = folder.book.named("First")
    assert program is not None
    assert len(program.versions) == 1
    assert folder.inbox() == []


def test_a_version_whose_tests_are_broken_off_again_and_again_is_refused(
    ladder: Callable[..., Folder], running: Running
) -> None:
    folder = ladder()
    upload(folder, "First", FIRST)
    with running(folder) as runner:
        runner.intake.take()
        folder.tell(*({"event": "compiling", "version": "2.1"} for _ in range(3)))
        runner.settle()
    assert state(folder, "First")[1:] == (REFUSED, "its test was broken off 3 times")


def test_a_worker_that_is_killed_costs_its_game_only(ladder: Callable[..., Folder], running: Running) -> None:
    folder = ladder(levels=["easy", "normal"])
    with running(folder) as runner:
        runner.workers.workers[0].process.kill()
        runner.workers.workers[0].process.join()
        runner.run(games=2)
    assert folder.book.games == 2


def wait_for(folder: Folder, more_than: int, process: subprocess.Popen[bytes]) -> None:
    until = time.monotonic() + LIMIT
    while len(lines(folder)) <= more_than:
        assert time.monotonic() < until
        assert process.poll() is None
        time.sleep(0.05)


def test_a_runner_that_is_killed_goes_on_where_it_was(ladder: Callable[..., Folder], tmp_path: Path) -> None:
    folder = ladder(levels=["easy", "normal"])
    command = [sys.executable, "-m", "koloda", "ladder", "run", str(folder.path), "--i-know"]
    seen: list[dict[str, Any]] = []
    for _ in range(2):
        process = subprocess.Popen([*command, "--jobs", "2"], stdout=subprocess.DEVNULL)
        try:
            before = len(seen)
            wait_for(folder, before + 2, process)
            second = subprocess.run(command, capture_output=True, text=True)
            assert second.returncode == 2
            assert "a runner is at work" in second.stderr
        finally:
            process.send_signal(signal.SIGKILL)
            process.wait()
        now = lines(folder)
        assert now[: len(seen)] == seen, "nothing that was written is lost or changed"
        seen = now
        with open(folder.path / "games.jsonl", "ab") as file:
            file.write(b'{"fixture":9')  # it was just writing
    assert main(["ladder", "run", str(folder.path), "--games", "2", "--i-know"]) == 0
    again = Folder(folder.path)
    again.read()
    found = lines(folder)
    assert found[: len(seen)] == seen
    numbers = [item["fixture"] for item in found]
    assert len(set(numbers)) == len(numbers) == len(seen) + 1
    assert again.book.games == 2 * len(numbers)


def lines(folder: Folder) -> list[dict[str, Any]]:
    try:
        text = (folder.path / "games.jsonl").read_text()
    except FileNotFoundError:
        return []
    return [json.loads(line) for line in text[: text.rfind("\n") + 1].splitlines()]


def test_a_final_is_counted_afresh_and_can_be_broken_off(
    ladder: Callable[..., Folder], running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = ladder(levels=["easy", "normal"])
    with running(folder) as runner:
        runner.run(games=2)
        before = rate(folder.book)
        kept = Runner.keep

        def stop(self: Runner, outcome: Any) -> None:
            kept(self, outcome)
            raise KeyboardInterrupt

        with monkeypatch.context() as patch:
            patch.setattr(Runner, "keep", stop)
            with pytest.raises(KeyboardInterrupt):
                play_final(runner, 3, levels=True)
    again = Folder(folder.path)
    with running(again) as runner:
        facts = play_final(runner, 99, levels=True)
    assert facts["over"]
    assert facts["rounds"] == 3, "the final that was begun goes on"
    assert facts["games"] == 6
    assert sum(row["score"] for row in facts["rows"]) == 6
    assert again.book.frozen
    assert rate(again.book) == before
    assert again.book.games == 2
    records = [again.records(number, final=1) for number in (1, 2, 3)]
    assert all(records)


def test_the_durak_contest_is_a_preset(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = str(tmp_path / "contest")
    assert main(["ladder", "init", path, "--preset", "durak-contest", "--levels", "easy"]) == 0
    rules = json.loads((tmp_path / "contest" / "ladder.json").read_text())
    (tmp_path / "contest" / "ladder.json").write_text(json.dumps({**rules, "time_scale": 100.0}))
    example = Path(__file__).parents[2] / "examples" / "contest" / "bot.py"
    assert main(["ladder", "add", path, "Example", str(example), "--i-know"]) == 0
    wrong = tmp_path / "wrong.py"
    wrong.write_text(
        "while True:\n    if (line := input()).isalpha() and line.isupper(): print('fly', flush=True)\n"
    )
    assert main(["ladder", "add", path, "Wrong", str(wrong), "--i-know"]) == 1
    assert "GARBAGE" in capsys.readouterr().out
    assert main(["ladder", "run", path, "--games", "2", "--i-know"]) == 0
    folder = Folder(path)
    folder.read()
    assert folder.book.games == 2
    records = folder.records(1)
    assert records is not None
    for record in records:
        assert record["names"] in (["Example v1", "easy"] * 2, ["easy", "Example v1"] * 2)
        assert check_record(folder.rules.the_game(), record).over
    assert main(["ladder", "status", path]) == 0
    said = capsys.readouterr().out
    assert "Example" in said
    assert "Wrong v1: refused" in said


def test_words_of_the_organiser_are_carried_out(
    ladder: Callable[..., Folder], capsys: pytest.CaptureFixture[str]
) -> None:
    folder = ladder(levels=["easy", "normal"])
    path = str(folder.path)
    assert main(["ladder", "freeze", path, "easy"]) == 0
    assert main(["ladder", "freeze", path]) == 0
    assert main(["ladder", "deadline", path, "2030-05-01T18:00"]) == 0
    folder.read()
    assert not folder.book.programs[1].plays
    assert folder.book.frozen
    assert folder.book.deadline > 0
    assert main(["ladder", "unfreeze", path, "easy"]) == 0
    assert main(["ladder", "deadline", path, "none"]) == 0
    folder.read()
    assert folder.book.programs[1].plays
    assert folder.book.deadline == 0
    capsys.readouterr()
    assert main(["ladder", "retire", path, "nobody"]) == 2
    assert "there is no program 'nobody'" in capsys.readouterr().err
    assert main(["ladder", "add", path, "Bin", os.path.realpath(sys.executable)]) == 2
    assert main(["ladder", "init", path, "--game", "durak"]) == 2


def test_more_than_two_sides_and_copies_of_a_program(ladder: Callable[..., Folder], running: Running) -> None:
    folder = ladder(seats=3, levels=["easy", "normal"])
    with running(folder) as runner:
        runner.run(games=1)
    fixture = folder.book.last[0]
    assert len(fixture["games"]) == 3
    seats = [version for game in fixture["games"] for version in game["versions"]]
    assert sorted(seats.count(version) for version in set(seats)) == [3, 6]
