"""What a program can reach from inside, and what is left of it afterwards (protocol, section 8)."""

from __future__ import annotations

import os
import re
import tempfile
import time
from pathlib import Path

import pytest

from contest.players import GOLDEN, against, fault, player, running
from koloda.arena.contest.referee import Conditions, play
from koloda.arena.programs import cgroup
from koloda.arena.programs.making import Programs
from koloda.arena.programs.sandbox import Limits, Sandbox, choose
from koloda.core.errors import KolodaError


def test_a_program_sees_nothing_of_the_machine(
    programs: Programs, bubblewrap: Sandbox, tmp_path: Path
) -> None:
    secret = tmp_path / "secret"
    secret.write_text("x")
    # named inside an argument, so that the judge does not take it for a file of the program
    played = against(programs, bubblewrap, "files", 1, f"{secret}/../secret")
    assert played.reason == "normal"
    told = played.errors[1].decode()
    assert "read [] wrote [] open 3" in told
    assert "here []" in told
    processes = re.search(r"processes \[(.*)\]", told)
    assert processes is not None
    assert len(processes[1].split(",")) <= 3  # bubblewrap, the program, nobody else
    assert "environment ['HOME', 'LANG', 'PATH', 'PWD', 'TMPDIR']" in told


def test_a_program_starts_in_an_empty_folder_of_its_own(
    programs: Programs, bare: Sandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    played = against(programs, bare, "files")
    told = played.errors[1].decode()
    assert "here []" in told
    assert "open 3" in told
    assert os.listdir(tmp_path) == []


def test_a_fork_bomb_is_stopped_and_cleared_away(programs: Programs, sandbox: Sandbox) -> None:
    if sandbox.place is None and os.getuid() == 0 and not sandbox.bubblewrap:
        pytest.skip("root without control groups cannot limit its own processes")
    played = against(programs, sandbox, "fork_bomb")
    assert played.reason == "normal", played.fault
    stopped = re.search(rb"stopped after (\d+)", played.errors[1])
    assert stopped is not None
    assert int(stopped[1]) <= 66
    assert not running()


def test_a_daemon_does_not_outlive_its_game(programs: Programs, sandbox: Sandbox) -> None:
    if sandbox.place is None and not sandbox.bubblewrap:
        pytest.skip("without control groups only a process of its own can adopt orphans")
    played = against(programs, sandbox, "daemon")
    assert played.reason == "normal", played.fault
    assert not running()


def test_nothing_is_left_of_a_game(programs: Programs, sandbox: Sandbox) -> None:
    descriptors = len(os.listdir("/proc/self/fd"))
    against(programs, sandbox, "sleep", scale=0.05)
    against(programs, sandbox)
    assert len(os.listdir("/proc/self/fd")) == descriptors
    assert not running()
    if sandbox.place is not None:
        own = f"{cgroup.PREFIX}{os.getpid()}-"
        for folder in sandbox.place.folders:
            assert not [name for name in os.listdir(folder) if name.startswith(own)]


def test_processes_that_stay_are_killed_half_a_second_after_the_end(
    programs: Programs, bubblewrap: Sandbox
) -> None:
    # team 1 never leaves by itself: it sleeps when asked, and team 2 loses at once
    lazy, wrong = player(programs, "deaf"), player(programs, "garbage")
    start = time.monotonic()
    played = play(GOLDEN, [lazy, wrong, lazy, wrong], Conditions(), bubblewrap)
    assert fault(played) == "GARBAGE"
    assert time.monotonic() - start >= 0.5
    assert not running()


def test_two_copies_cannot_meet_in_the_file_system(programs: Programs, bubblewrap: Sandbox) -> None:
    played = against(programs, bubblewrap, "files", 1)
    # the first copy has left a file in its folder; the second one finds an empty folder
    played_again = against(programs, bubblewrap, "files", 1)
    for each in (played.errors[1], played.errors[3], played_again.errors[1]):
        assert b"here []" in each or each == b""


@pytest.mark.protocol("P10")
def test_a_megabyte_is_two_to_the_twentieth_bytes() -> None:
    assert Conditions().limits.memory == 134_217_728
    assert Conditions(memory_mb=1).limits == Limits(1 << 20, Conditions().limits.cpu_seconds)


@pytest.mark.protocol("P10")
def test_memory_below_the_limit_is_no_fault(programs: Programs, sandbox: Sandbox) -> None:
    bad = player(programs, "memory_300")
    good = player(programs)
    played = play(GOLDEN, [good, bad, good, bad], Conditions(memory_mb=400, time_scale=10), sandbox)
    assert played.reason == "normal", played.fault


def test_without_control_group_memory_is_measured(
    programs: Programs, bubblewrap: Sandbox, bare: Sandbox
) -> None:
    for sandbox in (bubblewrap, bare):
        alone = Sandbox(sandbox.bubblewrap, sandbox.setpriv, None)
        assert fault(against(programs, alone, "memory")) == "MEMORY"
        assert fault(against(programs, alone, "memory_300")) == "MEMORY"
        assert against(programs, alone).reason == "normal"


def test_requiring_a_sandbox_that_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(KolodaError, match="bubblewrap is not installed"):
        choose("require")
    sandbox, warning = choose("auto", sure=True)
    assert sandbox.bubblewrap == ""
    assert warning.startswith("warning: programs run without bubblewrap")


def test_a_control_group_of_version_2(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its files, in a folder that only looks like one."""
    monkeypatch.setattr(cgroup, "ROOT", str(tmp_path))
    (tmp_path / "scope").mkdir()
    (tmp_path / "scope" / "cgroup.controllers").write_text("cpu memory pids\n")
    (tmp_path / "scope" / "cgroup.procs").write_text("1\n2\n")
    place = cgroup.version_2({"": "/scope"})
    scope = str(tmp_path / "scope")
    assert place == cgroup.Place(2, (scope,), second=scope)
    assert cgroup.version_2({"": "/elsewhere"}) is None
    folder = tmp_path / "scope" / "koloda-7-0"
    folder.mkdir()
    for name, text in (
        ("memory.events", "low 0\noom_kill 2\n"),
        ("memory.peak", "4096\n"),
        ("cgroup.procs", ""),
        ("cgroup.freeze", "0"),
        ("cpu.stat", "usage_usec 1500000\nuser_usec 7\n"),
    ):
        (folder / name).write_text(text)
    group = cgroup.Group(place, 1 << 27, 64, "koloda-7-0")
    assert (folder / "memory.max").read_text() == str(1 << 27)
    assert (folder / "pids.max").read_text() == "64"
    assert (group.out_of_memory(), group.peak(), group.cpu_seconds()) == (False, 4096, 1.5)
    group.freeze()
    assert (folder / "cgroup.freeze").read_text() == "1"
    (folder / "memory.events").write_text("low 0\noom_kill 3\n")
    assert group.out_of_memory()
    group.kill()
