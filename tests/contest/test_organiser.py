"""What an organiser meets: missing or changed programs, damaged files, interruptions, a full disk, names."""

from __future__ import annotations

import fcntl
import json
import os
import re
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
import time
from contextlib import chdir
from pathlib import Path

import pytest

from contest.players import GOLDEN, HERE
from koloda.arena.contest import referee
from koloda.arena.programs import sandbox, temporary
from koloda.arena.programs.faults import CannotStart
from koloda.arena.programs.process import Process
from koloda.arena.programs.program import Program
from koloda.arena.programs.sandbox import Sandbox
from koloda.cli import main

PLAYER = str(HERE / "player.py")
WRONG = "int main() { this is no C;\n  nor is that;\n}\n"


def judge(*arguments: object) -> int:
    # time enough: a busy machine is no fault of a program
    return main(["judge", *map(str, arguments), "--time-scale", "20"])


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of an organiser after a contest."""
    folder = tmp_path_factory.mktemp("organiser")
    for name in ("first.py", "second.py"):
        shutil.copy(PLAYER, folder / name)
    with chdir(folder):
        assert judge("first.py", "second.py", "--games", 4, "--out", "out") == 0
    return folder


@pytest.fixture
def contest(tmp_path: Path, played: Path, monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """The arguments of a contest that has been played, in a copy of that folder."""
    shutil.copytree(played, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    return ["first.py", "second.py", "--games", 4, "--out", "out"]


@pytest.fixture
def wrong(tmp_path: Path, gcc: str) -> Path:
    """A source that does not compile: its games cost nothing, as nobody is started."""
    (tmp_path / "wrong.c").write_text(WRONG)
    return tmp_path / "wrong.c"


def test_a_program_that_is_not_there_is_refused_before_the_first_game(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert judge(PLAYER, tmp_path / "missing.py", "--games", 2, "--out", tmp_path / "out") == 2
    assert "missing.py: there is no such program" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_an_author_gets_the_whole_output_of_the_compiler_and_nobody_is_started(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, wrong: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Process, "__init__", None)  # nobody can be started
    assert judge(PLAYER, wrong, "--games", 4, "--out", tmp_path / "out") == 0
    printed = capsys.readouterr()
    assert "wrong.c: START: it does not compile" in printed.err
    assert "wrong.c:1:" in printed.err
    assert "wrong.c:2:" in printed.err
    assert "4 by START" in printed.out
    (told,) = (tmp_path / "out" / "authors").glob("2-*/compile.txt")
    assert "wrong.c:2:" in told.read_text()
    assert main(["verify", str(tmp_path / "out" / "games.jsonl")]) == 0


def test_a_source_that_keeps_its_compiler_busy_without_a_word_stops_no_contest(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "shell.toml").write_text(
        '[shell]\nendings = [".sh"]\ntools = { sh = ["sh"] }\ncheck = ["-c", ":"]\n'
        'compile = ["{sh}", "{source}"]\nrun = ["{target}"]\ncompile_seconds = 1\n'
    )
    (tmp_path / "endless.sh").write_text("sleep 600\n")
    arguments = [PLAYER, tmp_path / "endless.sh", "--games", 2, "--languages", tmp_path / "shell.toml"]
    assert judge(*arguments) == 0
    printed = capsys.readouterr()
    assert "it does not compile within 1 s" in printed.err
    assert "2 by START" in printed.out


def test_an_odd_number_of_games_is_rounded_with_a_word(
    capsys: pytest.CaptureFixture[str], wrong: Path
) -> None:
    assert judge(wrong, PLAYER, "--games", 1, "--json") == 0
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


def test_a_module_that_has_changed_is_a_changed_program(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, contest: list[object]
) -> None:
    (tmp_path / "socket.py").write_text("")  # the player imports it: none was beside it at the beginning
    assert judge(*contest, "--resume") == 2
    assert "socket.py has changed since the tournament" in capsys.readouterr().err


@pytest.mark.parametrize("who", ["others", "owner"])
def test_nobody_else_can_change_the_games(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, who: str
) -> None:
    """Or he could put games of his own there for --resume, or links to files of the organiser."""
    (tmp_path / "out").mkdir()
    if who == "others":
        (tmp_path / "out").chmod(0o777)
    elif os.getuid() == 0:
        os.chown(tmp_path / "out", 61_000, 61_000)
    else:
        pytest.skip("only root can give a folder away")
    assert judge(PLAYER, PLAYER, "--games", 2, "--out", tmp_path / "out") == 2
    said = capsys.readouterr().err
    assert ("others can write into" if who == "others" else "belongs to somebody else") in said
    assert os.listdir(tmp_path / "out") == []


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
    capsys: pytest.CaptureFixture[str], tmp_path: Path, wrong: Path
) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "games.jsonl").symlink_to("/dev/full")
    assert judge(wrong, PLAYER, "--games", 2, "--out", tmp_path / "out") == 2
    said = capsys.readouterr().err
    assert "games.jsonl" in said
    assert "No space left" in said
    assert "--resume" in said
    assert judge(wrong, PLAYER, "--games", 2, "--transcript", "/dev/full") == 2
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


NAMES = {  # of files, and as they are printed
    **{name: name for name in ("дурень.c", "バカ.c", "<script>.c", "a b.c", "...c", "ї.c", "і\u0308.c")},
    "a\x1b[2J\u202e.c": "a\\x1b[2J\\u202e.c",
    "b\n    1  b.c  100.c": "b\\x0a    1  b.c  100.c",
    "x" * 253 + ".c": "x" * 40 + ".c",
}


def test_names_are_printed_as_they_are_but_write_over_nothing(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, gcc: str
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in NAMES:
        Path(name).write_text(WRONG)  # so that nobody has to be started
    assert judge(*NAMES, "--games", 2, "--out", "out") == 0
    printed = capsys.readouterr().out
    assert "\x1b" not in printed
    rows = [line for line in printed.splitlines() if re.match(r" +1(-\d+)?  ", line)]
    for shown, row in zip(NAMES.values(), rows, strict=True):
        assert shown in row
    assert len(list(Path("out/authors").glob("*/compile.txt"))) == len(NAMES)
    assert judge(*NAMES, "--games", 2, "--out", "out", "--resume") == 0


@pytest.mark.parametrize("mode", ["auto", "none"])
def test_what_is_not_enforced_is_said_and_reported(
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    wrong: Path,
    mode: str,
) -> None:
    """Also with bubblewrap: here without control groups."""
    monkeypatch.setattr(sandbox, "find_place", lambda: None)
    out = tmp_path / "out"
    assert judge(wrong, PLAYER, "--games", 2, "--out", out, "--sandbox", mode, "--i-know") == 0
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
