"""What strangers tried on the judge, after it had closed the attacks of test_attacks.py."""

from __future__ import annotations

import io
import os
import subprocess
import tarfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from contest.judging import SETTINGS, Setting, in_setting
from contest.players import GOLDEN, HERE, TOKEN, running
from koloda.arena.contest.referee import Conditions, Played, play
from koloda.arena.contest.tournament import Fixture, Outcome, Work
from koloda.arena.programs import child
from koloda.arena.programs.compiling import unpack
from koloda.arena.programs.making import Programs
from koloda.arena.programs.process import Process, Watch
from koloda.arena.programs.sandbox import Limits, Sandbox, choose
from koloda.cli import main

APART = [setting for setting in SETTINGS if setting.mode == "auto"]


@pytest.fixture(scope="module")
def stranger(tmp_path_factory: pytest.TempPathFactory, gcc: str) -> str:
    target = tmp_path_factory.mktemp("stranger") / "stranger"
    # quicker to start than anybody can look
    done = subprocess.run([gcc, "-O1", "-static", "-o", str(target), str(HERE / "stranger.c")])
    if done.returncode:
        subprocess.run([gcc, "-O1", "-o", str(target), str(HERE / "stranger.c")], check=True)
    return str(target)


@pytest.mark.parametrize("setting", APART, ids=str)
def test_no_figure_of_the_machine_carries_a_message(
    setting: Setting, programs: Programs, stranger: str
) -> None:
    """One copy starts processes, opens terminals and takes memory between two looks of the other."""
    looks, stirs = (programs.make(f"{stranger} {kind} {TOKEN}") for kind in ("look", "stir"))

    def learned(sandbox: Sandbox) -> str:
        if not sandbox.bubblewrap:
            pytest.skip("bubblewrap does not work here")
        watch = Watch()
        try:
            first, second = (
                Process(sandbox.start(each, Limits(1 << 27, 60)), watch, 16) for each in (looks, stirs)
            )
            for process in (first, second):
                watch.add(process)
            for process in (first, second, first):
                assert process.ask(b"ADD", left=60.0, cpu_budget=60.0).fault is None
            watch.finish()
        finally:
            watch.kill()
        return first.child.errors.decode()

    assert in_setting(setting, learned) == ""
    assert not running()


@pytest.mark.parametrize("setting", APART, ids=str)
@pytest.mark.parametrize("way", ["bwrap", "setpriv", "fail"])
def test_nobody_passes_for_a_sandbox_that_is_not_ready(
    setting: Setting, way: str, programs: Programs, stranger: str
) -> None:
    """The judge would wait for it and play the game again, without blaming anybody."""
    if not os.path.exists("/usr/bin/bwrap"):
        pytest.skip("bubblewrap is not installed")
    if way == "setpriv" and (setting.user or os.getuid() != 0):
        pytest.skip("a sandbox of root's only is built with it")
    fine, posing = (programs.make(f"{stranger} {kind} {TOKEN}") for kind in ("fine", way))
    conditions = Conditions(time_scale=20.0)

    def game(sandbox: Sandbox) -> Played:
        if way != "fail":
            child.LOOK = 0.1  # as if the program were always quicker than the judge
        return play(GOLDEN, [fine, posing, fine, posing], conditions, sandbox)

    played = in_setting(setting, game)
    assert played.fault is not None
    # once the judge has read what fills the pipe, it prints on and ends, before or after the next look
    assert played.fault.code in (["CRASH"] if way == "fail" else ["EXTRA", "EOF"])
    assert played.fault_seat == 1
    assert not [reason for reason in played.repeated if "processor" not in reason]
    assert not running()


def test_why_a_game_was_repeated_reaches_no_terminal_as_it_is(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    usual: Callable[[Work, Fixture], Outcome] = Work.play

    def repeated(work: Work, fixture: Fixture) -> Outcome:
        return replace(usual(work, fixture), repeated=("bwrap: \x1b[31mred",))

    monkeypatch.setattr(Work, "play", repeated)
    bot = str(HERE / "player.py")
    assert main(["judge", bot, bot, "--games", "2", "--time-scale", "20"]) == 0
    said = capsys.readouterr().err
    assert "was played again: bwrap: \\x1b[31mred" in said
    assert "\x1b" not in said


def archive(*members: tuple[tarfile.TarInfo, bytes]) -> bytes:
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode="w", format=tarfile.GNU_FORMAT) as tar:
        for member, content in members:
            tar.addfile(member, io.BytesIO(content))
    return made.getvalue()


def member(name: str, size: int = 0, kind: bytes = tarfile.REGTYPE) -> tarfile.TarInfo:
    found = tarfile.TarInfo(name)
    found.size = size
    found.type = kind
    return found


def sparse(size: int) -> bytes:
    """An old GNU archive of one file that is nothing but a hole."""
    header = bytearray(member("program", kind=tarfile.GNUTYPE_SPARSE).tobuf(tarfile.GNU_FORMAT))
    # one piece of data without bytes at the end of the hole, then the size of the whole
    header[386:398] = b"%011o\0" % size
    header[398:410] = b"%011o\0" % 0
    header[483:495] = b"%011o\0" % size
    header[148:156] = b" " * 8
    header[148:156] = b"%06o\0 " % sum(header)
    return bytes(header) + bytes(1024)


@pytest.mark.parametrize(
    "hostile",
    [
        pytest.param(sparse(1 << 32), id="hole"),
        pytest.param(archive((member("x" * 300), b"")), id="long name"),
        pytest.param(archive((member("a"), b""), (member("a/b"), b"")), id="file as a folder"),
        pytest.param(
            archive((member("a", kind=tarfile.DIRTYPE), b""), (member("a"), b"")), id="folder as a file"
        ),
        pytest.param(archive((member("../a"), b"")), id="above"),
        pytest.param(archive((member("a", 4), b"four"))[:600], id="cut"),
        pytest.param(b"\xff" * 2048, id="noise"),
        pytest.param(b"", id="nothing"),
    ],
)
def test_whatever_comes_out_of_a_compiler_is_refused_in_words(hostile: bytes, tmp_path: Path) -> None:
    (tmp_path / "inside").mkdir()
    assert unpack(hostile, tmp_path / "inside").startswith("it")
    assert os.listdir(tmp_path) == ["inside"]
    assert sum(path.stat().st_size for path in tmp_path.rglob("*") if path.is_file()) < 1 << 20


def test_a_program_gets_no_source_of_a_rival(tmp_path: Path) -> None:
    """It may import what lies beside it, but not what plays against it."""
    (tmp_path / "common.py").write_text("import rival\n", "utf-8")
    (tmp_path / "rival.py").write_text("plan = 'mine'\n", "utf-8")
    mine = tmp_path / "mine.py"
    mine.write_text("import common, rival\n", "utf-8")
    with Programs(choose("auto", sure=True)[0]) as programs:
        programs.keep_apart([str(mine), str(tmp_path / "rival.py")])
        assert sorted(os.listdir(programs.make(str(mine)).folder)) == ["common.py", "mine.py"]
