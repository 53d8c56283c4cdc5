"""What an organiser meets: missing or changed programs, damaged files, interruptions, a full disk, names."""

from __future__ import annotations

import fcntl
import json
import os
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest

from contest.players import GOLDEN, HERE
from koloda.arena.contest import referee
from koloda.arena.programs import sandbox, temporary
from koloda.arena.programs.faults import CannotStart
from koloda.arena.programs.program import Program
from koloda.arena.programs.sandbox import Sandbox
from koloda.cli import main

PLAYER = str(HERE / "player.py")
WRONG = "int main() { this is no C;\n  nor is that;\n}\n"


def judge(*arguments: object) -> int:
    # time enough: a busy machine is no fault of a program
    return main(["judge", *map(str, arguments), "--time-scale", "20"])


@pytest.fixture
def contest(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> list[object]:
    """The arguments of a contest that has been played."""
    for name in ("first.py", "second.py"):
        shutil.copy(PLAYER, tmp_path / name)
    names = [tmp_path / "first.py", tmp_path / "second.py"]
    arguments: list[object] = [*names, "--games", 4, "--out", tmp_path / "out"]
    assert judge(*arguments) == 0
    capsys.readouterr()
    return arguments


def test_a_program_that_is_not_there_is_refused_before_the_first_game(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert judge(PLAYER, tmp_path / "missing.py", "--games", 2, "--out", tmp_path / "out") == 2
    assert "missing.py: there is no such program" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_an_author_gets_the_whole_output_of_the_compiler_and_nobody_is_started(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, gcc: str
) -> None:
    (tmp_path / "wrong.c").write_text(WRONG)
    marker = f"{PLAYER} sleep 1"  # would never answer: it must not be started
    arguments = [marker, tmp_path / "wrong.c", "--games", 4, "--out", tmp_path / "out"]
    start = time.monotonic()
    assert judge(*arguments) == 0
    assert time.monotonic() - start < 20
    printed = capsys.readouterr()
    assert "wrong.c: START: it does not compile" in printed.err
    assert "wrong.c:1:" in printed.err
    assert "wrong.c:2:" in printed.err
    assert "4 by START" in printed.out
    (told,) = (tmp_path / "out" / "authors").glob("2-*/compile.txt")
    assert "wrong.c:2:" in told.read_text()
    assert main(["verify", str(tmp_path / "out" / "games.jsonl")]) == 0


def test_an_odd_number_of_games_is_rounded_with_a_word(capsys: pytest.CaptureFixture[str]) -> None:
    assert judge(PLAYER, PLAYER, "--games", 1, "--json") == 0
    printed = capsys.readouterr()
    assert json.loads(printed.out)["games"] == 2
    assert "both directions: 2 games, not 1" in printed.err


def test_a_program_that_has_changed_cannot_go_on(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, contest: list[object]
) -> None:
    with open(tmp_path / "second.py", "a") as file:
        file.write("# better now\n")
    assert judge(*contest, "--resume") == 2
    assert "second.py has changed since the tournament" in capsys.readouterr().err


def test_finished_games_are_verified_and_repaired(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, contest: list[object]
) -> None:
    games = tmp_path / "out" / "games.jsonl"
    lines = games.read_text().splitlines()
    records = [json.loads(line) for line in lines]
    winner = records[1]["verdict"]["winner"]
    records[1]["verdict"]["winner"] = records[1]["result"]["winner"] = 3 - winner
    lines[1] = json.dumps(records[1])
    lines[2] = lines[2][: len(lines[2]) // 2]
    games.write_text("".join(f"{line}\n" for line in lines))
    assert judge(*contest, "--resume") == 2
    said = capsys.readouterr().err
    assert "line 2" in said
    assert "verdict winner" in said
    assert "--repair" in said
    assert judge(*contest, "--resume", "--repair") == 0
    assert "line 2" in (said := capsys.readouterr().err)
    assert "line 3" in said
    mended = [json.loads(line) for line in games.read_text().splitlines()]
    assert [record["number"] for record in mended] == [1, 2, 3, 4]
    assert mended[1]["verdict"]["winner"] == winner
    assert main(["verify", str(games)]) == 0


def test_a_game_of_another_deal_is_no_game_of_this_tournament(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, contest: list[object]
) -> None:
    games = tmp_path / "out" / "games.jsonl"
    lines = games.read_text().splitlines()
    record = json.loads(lines[0])
    lines[2] = json.dumps(record | {"number": 3, "deal_id": 2})  # played well, but not on deal 2
    games.write_text("".join(f"{line}\n" for line in lines))
    assert judge(*contest, "--resume") == 2
    assert "deck is not that of the schedule" in capsys.readouterr().err


def test_one_judge_at_a_time(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, contest: list[object]
) -> None:
    with open(tmp_path / "out" / ".lock", "a") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        assert judge(*contest, "--resume") == 2
    assert "another judge is at work" in capsys.readouterr().err
    assert judge(*contest, "--resume") == 0


def test_an_author_has_a_private_folder(tmp_path: Path, contest: list[object]) -> None:
    folder = tmp_path / "out" / "authors" / "2-second.py"
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    pages = sorted(folder.iterdir())
    assert [page.name for page in pages] == [f"game-{number}.txt" for number in range(1, 5)]
    page = pages[0].read_text()
    assert stat.S_IMODE(pages[0].stat().st_mode) == 0o600
    assert "Seat 2: what it read" in page
    assert "Seat 4: what it read" in page
    assert "Seat 1: what it read" not in page, "the opponent's dialogue is not his"
    assert "> trump" in page


def test_a_full_disk_names_the_file_and_the_way_on(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "games.jsonl").symlink_to("/dev/full")
    assert judge(PLAYER, PLAYER, "--games", 2, "--out", tmp_path / "out") == 2
    said = capsys.readouterr().err
    assert "games.jsonl" in said
    assert "No space left" in said
    assert "--resume" in said
    assert judge(PLAYER, PLAYER, "--games", 2, "--transcript", "/dev/full") == 2
    assert "/dev/full: No space left" in capsys.readouterr().err


def test_an_interrupted_judge_tells_the_standings_and_how_to_go_on(tmp_path: Path) -> None:
    out = tmp_path / "out"
    command = [sys.executable, "-m", "koloda", "judge", PLAYER, PLAYER, "--games", "1000", "--out", str(out)]
    running = subprocess.Popen(
        [*command, "--time-scale", "20"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    until = time.monotonic() + 60
    while time.monotonic() < until and not (out / "games.jsonl").exists():
        time.sleep(0.05)
    while time.monotonic() < until and not (out / "games.jsonl").read_text().count("\n"):
        time.sleep(0.05)
    running.send_signal(signal.SIGINT)
    printed, said = running.communicate(timeout=60)
    assert running.returncode == 130
    assert "win rate" in printed
    assert "--resume goes on" in said
    assert (out / "standings.txt").exists()


def test_what_a_killed_judge_left_is_cleared_by_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    code = (
        "import os, sys, signal; from koloda.arena.programs import temporary; "
        "(temporary.new_folder('work') / 'x').write_text('x'); os.kill(os.getpid(), signal.SIGKILL)"
    )
    subprocess.run([sys.executable, "-c", code], env={**os.environ, "TMPDIR": str(tmp_path)})
    (left,) = tmp_path.iterdir()
    assert stat.S_IMODE(left.stat().st_mode) == 0o711, "nobody else can list it"
    busy = tmp_path / f"{temporary.PREFIX}busy"
    busy.mkdir()
    with open(busy / temporary.LOCK, "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        temporary.clear_abandoned()
        assert list(tmp_path.iterdir()) == [busy]
    temporary.clear_abandoned()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["дурень.py", "バカ.py", "<script>.py", "a b.py"])
def test_names_are_printed_as_they_are(capsys: pytest.CaptureFixture[str], tmp_path: Path, name: str) -> None:
    shutil.copy(PLAYER, tmp_path / name)
    assert judge(tmp_path / name, PLAYER, "--games", 2) == 0
    assert name in capsys.readouterr().out


def test_a_name_cannot_write_over_the_table(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    name = "a\x1b[2J\u202e.py"
    shutil.copy(PLAYER, tmp_path / name)
    assert judge(tmp_path / name, PLAYER, "--games", 2) == 0
    printed = capsys.readouterr().out
    assert "a\\x1b[2J\\u202e.py" in printed
    assert "\x1b" not in printed


@pytest.mark.parametrize("mode", ["auto", "none"])
def test_what_is_not_enforced_is_said_and_reported(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mode: str
) -> None:
    """Also with bubblewrap: here without control groups."""
    monkeypatch.setattr(sandbox, "find_place", lambda: None)
    out = tmp_path / "out"
    assert judge(PLAYER, PLAYER, "--games", 2, "--out", out, "--sandbox", mode, "--i-know") == 0
    printed = capsys.readouterr()
    for gap in (sandbox.GAPS["sampling"], *([sandbox.GAPS["disk"]] if mode == "none" else [])):
        assert gap in printed.err
        for text in (printed.out, (out / "standings.txt").read_text("utf-8")):
            assert f"not enforced: {gap}" in text
        assert gap in json.loads((out / "standings.json").read_text("utf-8"))["not_enforced"].values()
        assert gap in (out / "report.html").read_text("utf-8")


def test_programs_are_started_in_an_order_that_is_drawn_by_lot(
    best: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Or process numbers would tell them their seats."""
    order: list[str] = []

    def start(used: Sandbox, program: Program, limits: object) -> None:
        order.append(program.text)
        raise CannotStart("enough")

    monkeypatch.setattr(Sandbox, "start", start)
    monkeypatch.setattr(
        "koloda.arena.contest.referee.random.sample", lambda seats, count: [seats[i] for i in (2, 0, 3, 1)]
    )
    teams = [Program(str(seat), ("x",)) for seat in range(4)]
    referee.play(GOLDEN, teams, referee.Conditions(), best)
    assert order == ["2", "0", "3", "1"]
