"""Programs that cheat, as real processes: none gains anything, the right side is blamed, nothing survives."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import pytest

from contest.judging import SETTINGS, Setting, in_setting
from contest.players import GOLDEN, HERE, TOKEN, running
from koloda.arena.contest.referee import Conditions, Played, play
from koloda.arena.programs import cgroup, landlock, temporary
from koloda.arena.programs.cgroup import Group, Place
from koloda.arena.programs.faults import TIME, Fault
from koloda.arena.programs.making import Programs
from koloda.arena.programs.process import Process, Watch
from koloda.arena.programs.program import Program
from koloda.arena.programs.sandbox import Limits, Sandbox, user_id

pytestmark = pytest.mark.parametrize("setting", SETTINGS, ids=str)


@pytest.fixture(scope="module")
def attack(tmp_path_factory: pytest.TempPathFactory, gcc: str) -> str:
    target = tmp_path_factory.mktemp("attack") / "attack"
    subprocess.run([gcc, "-O1", "-o", str(target), str(HERE / "attack.c"), "-lrt"], check=True)
    return str(target)


def made(programs: Programs, attack: str, *kinds: str) -> list[Program]:
    return [programs.make(f"{attack} {kind} {TOKEN}") for kind in kinds]


def game(
    setting: Setting,
    by_seat: Sequence[Program],
    scale: float = 20.0,
    ponder: bool = False,
    cpu_check: bool = True,
) -> Played:
    conditions = Conditions(time_scale=scale, ponder=ponder, cpu_check=cpu_check)
    played = in_setting(setting, lambda sandbox: play(GOLDEN, by_seat, conditions, sandbox))
    assert not running(), "something has survived"
    assert played.reason != "void", played.repeated
    return played


class Enough(Exception):
    """The rest of the game shows nothing new."""


def test_fifty_children_take_no_time_from_the_opponent(
    setting: Setting, programs: Programs, attack: str
) -> None:
    """In a game, whose turns the referee gives: nothing of the attackers runs while a victim is asked."""
    victim, attacker = made(programs, attack, "think", "children")

    def measured(sandbox: Sandbox) -> list[tuple[float, float]]:
        found: list[tuple[float, float]] = []
        usual = Process.wait_for_line

        def used(kind: str, watch: Watch) -> float:
            return sum(each.child.cpu_seconds() for each in watch.processes if kind in command_of(each))

        def asked(process: Process, start: float, left: float) -> tuple[bytes | None, Fault | None, float]:
            if "think" not in command_of(process):
                return usual(process, start, left)
            watch = process.watch
            children, think = used("children", watch), used("think", watch)
            answer = usual(process, start, left)
            found.append((used("children", watch) - children, used("think", watch) - think))
            if len(found) == 4:
                raise Enough
            return answer

        Process.wait_for_line = asked  # type: ignore[method-assign, assignment]
        with suppress(Enough):
            # without the check of CPU time, by which the attacker would lose
            conditions = Conditions(time_scale=100.0, cpu_check=False)
            play(GOLDEN, [victim, attacker, victim, attacker], conditions, sandbox)
        return found

    found = in_setting(setting, measured)
    taken, spent = (sum(column) for column in zip(*found, strict=True))
    assert len(found) == 4
    assert spent > 0.2
    # with the processor for themselves a hundred burning processes would take many times as much
    assert taken < spent / 4
    assert not running()


def command_of(process: Process) -> Sequence[str]:
    words: Sequence[str] = process.child.popen.args  # type: ignore[assignment]
    return words


def test_children_that_are_never_waited_for_are_charged(
    setting: Setting, programs: Programs, attack: str
) -> None:
    (program,) = made(programs, attack, "unwaited")

    def asked(sandbox: Sandbox) -> tuple[str, str]:
        watch = Watch()
        try:
            process = Process(sandbox.start(program, Limits(1 << 27, 60)), watch, 16)
            watch.add(process)
            reply = process.ask(b"ADD", left=60.0, cpu_budget=0.3)
            assert reply.fault is not None, "not charged"
            return reply.fault.code, reply.fault.detail
        finally:
            watch.kill()

    code, detail = in_setting(setting, asked)
    assert (code, detail[:4]) == (TIME, "cpu ")
    assert not running()


def test_a_fork_bomb_hurts_its_owner_only(setting: Setting, programs: Programs, attack: str) -> None:
    victim, attacker = made(programs, attack, "fine", "bomb")
    played = game(setting, [victim, attacker, victim, attacker])
    assert played.fault is None or played.fault_seat % 2 == 1, played.fault


def test_memory_that_belongs_to_no_process_is_counted_or_refused(
    setting: Setting, programs: Programs, attack: str
) -> None:
    victim, attacker = made(programs, attack, "fine", "memory")
    played = game(setting, [victim, attacker, victim, attacker])
    if played.fault is None:
        assert played.errors[1] == b"hidden 0\n"
    else:
        assert (played.fault.code, played.fault_seat % 2) == ("MEMORY", 1)


def test_nobody_fills_a_disk(setting: Setting, programs: Programs, attack: str) -> None:
    victim, attacker = made(programs, attack, "fine", "fill")

    def filled(sandbox: Sandbox) -> tuple[Played, list[str]]:
        conditions = Conditions(time_scale=20.0)
        played = play(GOLDEN, [victim, attacker, victim, attacker], conditions, sandbox)
        return played, [path.name for path in temporary.root().rglob("koloda-fill-*")]

    if setting.mode == "none" and not landlock.version():
        pytest.skip("without bubblewrap and Landlock files are not kept apart, as the judge says")
    played, left = in_setting(setting, filled)
    assert played.reason == "normal", played.fault
    assert left == []
    for said in (played.errors[1], played.errors[3]):
        # /tmp and /dev/shm; without bubblewrap its own folder, of which the judge says that it has no limit
        assert re.match(rb"filled (\d+)\n", said), said
        assert int(said.split()[1]) <= (32 if setting.mode == "auto" else 40)
    for folder in ("/tmp", "/var/tmp", "/dev/shm", "/"):
        assert not list(Path(folder).glob("koloda-fill-*"))


def test_two_copies_cannot_talk(setting: Setting, programs: Programs, attack: str) -> None:
    if setting.mode == "none" and not landlock.version():
        pytest.skip("without bubblewrap and Landlock files are not kept apart, as the judge says")
    victim, attacker = made(programs, attack, "fine", "talk")
    for _ in range(2):  # neither to the partner nor to a later game
        played = game(setting, [victim, attacker, victim, attacker])
        assert played.reason == "normal", played.fault
        assert [played.errors[1], played.errors[3]] == [b"", b""]
    for path in ("/tmp/koloda-attack", "/dev/shm/koloda-attack", "/var/tmp/koloda-attack"):
        assert not os.path.exists(path)


def test_nobody_can_kill_the_others(setting: Setting, programs: Programs, attack: str) -> None:
    if setting.mode == "none" and landlock.version() < landlock.SCOPED:
        pytest.skip("this kernel cannot keep signals in, as the judge says")
    victim, attacker = made(programs, attack, "fine", "kill")
    played = game(setting, [victim, attacker, victim, attacker])
    assert played.fault is None or played.fault_seat % 2 == 1, played.fault


def test_nothing_tells_a_program_its_seat_or_game(
    setting: Setting, programs: Programs, attack: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Everything that a process can see of itself is the same at all seats, but for what is drawn by lot."""
    monkeypatch.setenv("KOLODA_SEAT", "2")  # nothing of the judge's surroundings comes in
    (program,) = made(programs, attack, "look")
    told = game(setting, [program] * 4).errors
    drawn = rb"^uid \d+$|koloda-\d+-[0-9a-f]{12}$|(?<=/work-)\w{8}$"
    seats = {re.sub(drawn, b"*", errors, flags=re.MULTILINE) for errors in told}
    assert len(seats) == 1, seats
    seen = seats.pop()
    assert b"seat" not in seen.lower()
    assert re.findall(rb"^descriptor (\d+)$", seen, re.MULTILINE) == [b"0", b"1", b"2"]
    uids = [errors.split(b"\n")[0] for errors in told]
    if setting.mode == "auto":
        assert all(line.endswith(b":/") for line in seen.splitlines() if line.startswith(b"group"))
    if setting.mode == "auto" and setting.user:
        assert set(uids) == {b"uid 65534"}
    if not setting.user and os.getuid() == 0:
        assert len(set(uids)) == 4
        ids = [user_id() for _ in range(30)]
        assert ids != sorted(ids)


def test_pondering_is_possible_where_it_is_allowed(setting: Setting, programs: Programs, attack: str) -> None:
    (program,) = made(programs, attack, "fine")
    assert game(setting, [program] * 4, ponder=True).reason == "normal"


def test_each_way_of_freezing_stops_what_runs(
    setting: Setting, programs: Programs, attack: str, tmp_path: Path
) -> None:
    """Fifty burning children use no time while it is not their turn."""
    (program,) = made(programs, attack, "children")

    def used(sandbox: Sandbox) -> tuple[float, float]:
        import time

        watch = Watch()
        try:
            process = Process(sandbox.start(program, Limits(1 << 27, 60)), watch, 16)
            watch.add(process)
            assert process.ask(b"ADD", left=60.0, cpu_budget=60.0).fault is None
            watch.stop(process)
            time.sleep(0.05)
            before = process.child.cpu_seconds()
            time.sleep(0.3)
            frozen = process.child.cpu_seconds() - before
            process.child.thaw()
            until = time.monotonic() + 30
            while process.child.cpu_seconds() - before < 0.1 and time.monotonic() < until:
                time.sleep(0.01)
            return frozen, process.child.cpu_seconds() - before
        finally:
            watch.kill()

    places = [setting.groups and not setting.user and cgroup.find_place()]
    frozen, later = in_setting(setting, used)
    assert frozen < 0.05
    assert later >= 0.1
    assert not running()
    place = places[0]
    if place and place.version == 1 and setting.mode == "none":
        # the freezer of version 1, where the machine has both
        freezer, usage = (cgroup.able(name, f"{cgroup.ROOT}/{name}") for name in ("freezer", "cpuacct"))
        if freezer and usage:
            older = Place(1, place.limits, freezer=freezer, usage=usage)
            Group(older, 1 << 27, 64).remove()
            frozen, later = in_setting(setting, lambda sandbox: used(Sandbox(place=older)))
            assert frozen < 0.05
            assert later >= 0.1
            assert not running()
