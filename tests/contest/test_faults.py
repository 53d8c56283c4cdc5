"""Every way of not giving a correct answer, provoked by a real program (protocol, section 7)."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest

from contest.players import ANSWERS, ENOUGH, GOLDEN, against, fault, golden_with, player, running, script
from koloda.arena.contest.clock import Clock
from koloda.arena.contest.referee import Conditions, play
from koloda.arena.programs.child import Child
from koloda.arena.programs.making import Programs
from koloda.arena.programs.process import Process, Watch
from koloda.arena.programs.program import Program
from koloda.arena.programs.sandbox import Limits, Sandbox


def test_two_correct_programs_play_to_the_end(programs: Programs, sandbox: Sandbox) -> None:
    played = against(programs, sandbox)
    assert played.reason == "normal"
    assert played.winner in (0, 1)


@pytest.mark.parametrize(
    ("misbehaviour", "code", "end"),
    [
        ("illegal", "ILLEGAL", [">", "<"]),
        ("garbage", "GARBAGE", [">", "<"]),
        ("lower", "GARBAGE", [">", "<"]),
        ("empty", "GARBAGE", [">", "<"]),
        ("two", "GARBAGE", [">", "<"]),
        ("long", "GARBAGE", [">", "<"]),
        ("letters", "GARBAGE", [">", "<"]),
        ("flood", "GARBAGE", [">", "<"]),
        ("no_newline_exit", "EOF", [">", "?"]),
        ("exit", "EOF", [">"]),
        ("close", "EOF", [">"]),
        ("exit_code", "CRASH", [">"]),
        ("signal", "CRASH", [">"]),
        ("zero", "CRASH", [">"]),
        ("held_pipe", "CRASH", [">"]),
        ("memory", "MEMORY", [">"]),
        ("memory_300", "MEMORY", None),
        ("network", "SECURITY", [">"]),
    ],
)
def test_a_fault_at_the_first_command(
    programs: Programs, sandbox: Sandbox, misbehaviour: str, code: str, end: list[str] | None
) -> None:
    played = against(programs, sandbox, misbehaviour)
    assert fault(played) == code
    assert played.fault_seat == 1
    assert played.rounds == 1
    directions = [entry[0] for entry in played.lines[1]][25:]
    assert end is None or directions == end
    assert not running()


@pytest.mark.parametrize("misbehaviour", ["illegal", "garbage", "signal", "exit", "zero"])
def test_a_fault_late_in_the_game(programs: Programs, best: Sandbox, misbehaviour: str) -> None:
    played = against(programs, best, misbehaviour, 4)
    expected = {"illegal": "ILLEGAL", "garbage": "GARBAGE", "exit": "EOF"}.get(misbehaviour, "CRASH")
    assert fault(played) == expected
    assert sum(entry[0] == ">" and entry[1].isupper() for entry in played.lines[played.fault_seat]) == 4


@pytest.mark.protocol("V13", "V17")
@pytest.mark.parametrize("misbehaviour", ["sleep", "no_newline", "spin", "deaf", "error_flood", "stop"])
def test_no_answer_in_time(programs: Programs, sandbox: Sandbox, misbehaviour: str) -> None:
    played = against(programs, sandbox, misbehaviour, scale=0.2)
    assert fault(played) == "TIME"
    assert played.fault is not None
    assert played.fault.detail.startswith("wall: no answer within the 0.420 s that were left")
    assert 0.42 <= played.used[1] < 60  # the program would have taken a minute


def kept_back(seconds: float) -> Callable[[Process], float]:
    """The measurement of a machine that keeps the processor from every program for some seconds."""
    seen: set[Process] = set()

    def delay(process: Process) -> float:
        if process in seen:
            return seconds
        seen.add(process)
        return 0.0

    return delay


def test_a_game_without_a_free_processor_is_played_again_and_then_the_time_is_given_back(
    programs: Programs, best: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Process, "delay", kept_back(600.0))
    played = against(programs, best, "late", 2, scale=0.2)  # answers a second late, once
    assert [reason.startswith("a program had no processor for") for reason in played.repeated] == [True, True]
    assert played.reason == "normal", played.fault


def test_who_is_late_in_spite_of_the_time_given_back_is_out_of_time(
    programs: Programs, best: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Process, "delay", kept_back(0.3))
    played = against(programs, best, "sleep", scale=0.2)
    assert len(played.repeated) == 2
    assert fault(played) == "TIME"


def test_who_has_a_processor_for_himself_is_given_nothing(
    programs: Programs, best: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Threads of his own that wait for each other are his own affair."""
    monkeypatch.setattr(Process, "delay", kept_back(600.0))
    monkeypatch.setattr(Child, "cpu_seconds", lambda child: time.monotonic())
    played = against(programs, best, "sleep", scale=0.2, cpu_check=False)
    assert (fault(played), played.repeated) == ("TIME", [])


@pytest.mark.protocol("P4")
def test_cpu_time_of_the_process_and_its_children_is_charged(programs: Programs, sandbox: Sandbox) -> None:
    # a child of the program burns 0.3 s; the answer itself comes in time
    watch = Watch()
    try:
        process = Process(sandbox.start(player(programs, "ponder"), Limits(1 << 27, 60)), watch, 16)
        watch.add(process)
        process.tell(b"trump S\ngive 1 6S\n")
        reply = process.ask(b"MOVE", left=30.0, cpu_budget=0.25)
        assert reply.answer == b"6S"
        assert reply.fault is not None
        assert reply.fault.code == "TIME"
        assert reply.fault.detail.startswith("cpu")
        assert process.ask(b"MOVE", left=30.0, cpu_budget=20.0).fault is None
    finally:
        watch.kill()


@pytest.mark.protocol("V14")
def test_unused_time_is_kept_and_used_time_is_not(programs: Programs, best: Sandbox) -> None:
    # 4.2 s for the first round and 0.2 s more for the second, which alone would have been time enough
    played = golden_with(programs, best, 3, "sleep=2.4", "8D", "sleep=4", "6C", scale=2)
    assert fault(played) == "TIME"
    assert played.fault_seat == 2
    assert played.rounds == 2
    assert [decision.answer for decision in played.decisions] == ["6D", "8D"]


@pytest.mark.protocol("P9")
def test_the_example_of_section_6() -> None:
    clock = Clock()
    assert clock.budget(1) == pytest.approx(2.1)
    clock.used = 2.05
    assert clock.left(3) == pytest.approx(0.25)
    clock.used += 0.2
    assert clock.left(3) == pytest.approx(0.05)
    assert clock.left(4) == pytest.approx(0.15)
    assert Clock(2.0).budget(1) == pytest.approx(4.2)


@pytest.mark.protocol("P4")
def test_each_copy_has_its_own_clock(programs: Programs, best: Sandbox) -> None:
    # together the two copies of team 1 use more than one clock has
    given = [[*answers] for answers in ANSWERS]
    given[0].insert(-1, "sleep=1.0")
    given[2].insert(-1, "sleep=0.9")
    conditions = Conditions(time_scale=0.5)
    played = play(GOLDEN, [script(programs, *answers) for answers in given], conditions, best)
    assert played.reason == "normal"
    assert played.used[0] + played.used[2] > Clock(0.5).budget(12)


@pytest.mark.protocol("V9")
def test_a_greeting_is_extra_at_the_first_command_and_not_earlier(
    programs: Programs, sandbox: Sandbox
) -> None:
    # seat 3 is asked first; seats 1 and 3 greet
    greeting, silent = player(programs, "greeting"), player(programs)
    played = play(GOLDEN, [greeting, silent, greeting, silent], Conditions(time_scale=ENOUGH), sandbox)
    assert fault(played) == "EXTRA"
    assert played.fault_seat == 2
    assert [decision.seat for decision in played.decisions] == [1]


@pytest.mark.protocol("V8")
def test_a_second_line_is_extra_at_the_next_command(programs: Programs, sandbox: Sandbox) -> None:
    played = golden_with(programs, sandbox, 1, "6S", "7S", "8S\\nNO")
    assert fault(played) == "EXTRA"
    assert played.fault_seat == 0
    assert ["<", "8S"] in played.lines[0]
    assert [">", "move 1 2 8S"] in played.lines[0]
    assert played.lines[0][-1] == ["?", "NO\n"]
    assert played.lines[0][-2][1] == "beat 4 6S"  # the ADD that follows was not sent


@pytest.mark.protocol("V15", "P5")
def test_who_has_ended_is_judged_when_he_is_asked(programs: Programs, sandbox: Sandbox) -> None:
    gone, good = player(programs, "early_exit"), player(programs)
    played = play(GOLDEN, [gone, good, gone, good], Conditions(time_scale=ENOUGH), sandbox)
    assert fault(played) == "EOF"
    assert played.fault_seat == 2  # seat 3 is asked first, after seat 2 has moved
    assert [decision.seat for decision in played.decisions] == [1]
    crashed = player(programs, "early_crash")
    played = play(GOLDEN, [crashed, good, crashed, good], Conditions(time_scale=ENOUGH), sandbox)
    assert fault(played) == "CRASH"


def test_printed_something_and_then_ended_is_judged_as_ended(programs: Programs, sandbox: Sandbox) -> None:
    gone, slow = player(programs, "greeting_exit"), script(programs, "sleep=3", "6D")
    played = play(GOLDEN, [gone, slow, gone, slow], Conditions(time_scale=ENOUGH), sandbox)
    assert fault(played) == "EOF"
    assert played.fault_seat == 2


@pytest.mark.protocol("P5")
def test_an_answer_before_the_end_counts(programs: Programs, sandbox: Sandbox) -> None:
    played = golden_with(programs, sandbox, 1, *ANSWERS[0][:3])
    # the script ends after its third answer, which is accepted
    assert fault(played) == "EOF"
    assert [decision.answer for decision in played.decisions if decision.seat == 0] == ["6S", "7S", "8S"]


@pytest.mark.protocol("V19", "P5")
def test_a_player_who_is_out_may_go(programs: Programs, sandbox: Sandbox) -> None:
    played = against(programs, sandbox, "exit_when_out")
    assert played.reason == "normal"
    outs = [seat for seat in played.out if seat % 2 == 1]
    assert all(b"left" in played.errors[seat] for seat in outs)


@pytest.mark.protocol("V21")
def test_standard_error_is_never_a_fault_and_is_kept_in_part(programs: Programs, sandbox: Sandbox) -> None:
    played = against(programs, sandbox, "loud")
    assert played.reason == "normal"
    assert len(played.errors[1]) == 64 << 10


@pytest.mark.protocol("P1", "V4")
def test_blanks_and_one_carriage_return_are_trimmed(programs: Programs, sandbox: Sandbox) -> None:
    assert against(programs, sandbox, "blanks").reason == "normal"


def test_answering_and_leaving_is_found_at_the_next_command(programs: Programs, best: Sandbox) -> None:
    played = against(programs, best, "answer_and_exit")
    assert fault(played) == "EOF"
    assert len([decision for decision in played.decisions if decision.seat == played.fault_seat]) == 1


@pytest.mark.protocol("P6")
def test_start_loses_for_one_team_and_voids_for_both(programs: Programs, sandbox: Sandbox) -> None:
    good, none = player(programs), programs.make("./no-such-program")
    played = play(GOLDEN, [good, none, good, none], Conditions(time_scale=ENOUGH), sandbox)
    assert fault(played) == "START"
    assert (played.winner, played.fault_seat, played.rounds) == (0, 1, 0)
    assert played.lines == [[], [], [], []]
    played = play(GOLDEN, [none, none, none, none], Conditions(time_scale=ENOUGH), sandbox)
    assert (played.reason, played.winner, played.fault) == ("void", None, None)


def test_a_file_that_cannot_be_executed_is_start(programs: Programs, sandbox: Sandbox) -> None:
    good, bad = player(programs), Program("bad", ("/etc/hostname",))
    played = play(GOLDEN, [bad, good, bad, good], Conditions(time_scale=ENOUGH), sandbox)
    assert fault(played) == "START"
    assert played.winner == 1


def test_an_intruder_loses_also_when_nobody_asks_him(programs: Programs, sandbox: Sandbox) -> None:
    # seat 3 opens a connection at once; seat 2, who is asked, takes his time
    slow = script(programs, "sleep=0.5", "6D")
    intruder = player(programs, "early_network")
    programs_by_seat = [intruder, slow, intruder, slow]
    played = play(GOLDEN, programs_by_seat, Conditions(time_scale=ENOUGH, ponder=True), sandbox)
    assert fault(played) == "SECURITY"
    assert played.winner == 1
    assert played.decisions == []
    # where he is frozen he is caught as soon as he runs
    played = play(GOLDEN, programs_by_seat, Conditions(time_scale=ENOUGH), sandbox)
    assert fault(played) == "SECURITY"
    assert played.winner == 1
    assert [decision.seat for decision in played.decisions] == [1]


@pytest.mark.protocol("V22")
def test_memory_of_children_counts(programs: Programs, sandbox: Sandbox) -> None:
    assert fault(against(programs, sandbox, "memory_child", scale=10)) == "MEMORY"


@pytest.mark.protocol("V18", "V16", "V20")
def test_the_remaining_vectors_are_faults_at_the_first_command(programs: Programs, best: Sandbox) -> None:
    assert fault(against(programs, best, "no_newline_exit")) == "EOF"
    assert fault(against(programs, best, "zero")) == "CRASH"
    played = against(programs, best, "letters")
    assert fault(played) == "GARBAGE"
    assert played.lines[1][-1] == ["<", "x" * 17]


def test_programs_that_never_read_cannot_block_the_judge(programs: Programs, sandbox: Sandbox) -> None:
    good, deaf = player(programs), player(programs, "deaf")
    played = play(GOLDEN, [deaf, good, deaf, good], Conditions(time_scale=0.2), sandbox)
    assert fault(played) == "TIME"
    assert played.fault_seat == 2
