"""The golden game of the protocol, and games between the programs of this folder."""

from __future__ import annotations

import os
from pathlib import Path

from koloda.arena.contest.referee import Conditions, Deal, Played, play
from koloda.arena.programs.making import Programs
from koloda.arena.programs.program import Program
from koloda.arena.programs.sandbox import Sandbox

TOKEN = f"of-{os.getpid()}-"
ENOUGH = 20.0  # times the contest's time: a busy machine is no fault of a program
HERE = Path(__file__).parent / "programs"
DECK = (
    "6D 9C TC JH KH AD 6S 7S 8S 9S TS JS 7C AS 9D JC QD KC 6C 7H 8D 9H TH QH "
    "8H JD 7D QC QS KS AC 6H TD AH KD 8C"
)
GOLDEN = Deal(tuple(DECK.split()), "S", 1)
DECISIONS = """
2:MOVE:6D 3:BEAT:8D
3:MOVE:6C 4:BEAT:7C 3:ADD:7H 4:BEAT:AS 1:ADD:6S 4:BEAT:NO 1:ADD:7S
1:MOVE:8S 2:BEAT:NO
3:MOVE:7D 4:BEAT:9D 3:ADD:9H 4:BEAT:6S 1:ADD:NO
4:MOVE:6C 1:BEAT:AC 4:ADD:NO 2:ADD:AD 1:BEAT:9S 4:ADD:NO 2:ADD:9C 1:BEAT:TS 4:ADD:NO 2:ADD:NO
1:MOVE:8C 2:BEAT:TC 3:ADD:TH 2:BEAT:JH 1:ADD:JS 2:BEAT:NO 3:ADD:TD 3:ADD:JD
3:MOVE:6H 4:BEAT:7H
4:MOVE:7C 1:BEAT:NO 4:ADD:7S
2:MOVE:8H 3:BEAT:QH 2:ADD:8C 3:BEAT:QC
1:MOVE:7C 4:BEAT:JC 1:ADD:7S 4:BEAT:AS
4:MOVE:QD 1:BEAT:KD 4:ADD:KC 1:BEAT:QS 2:ADD:NO
1:MOVE:KS
"""
ANSWERS = [
    [
        word[7:] if ":MOVE:" in word or ":BEAT:" in word else word[6:]
        for word in DECISIONS.split()
        if word[0] == seat
    ]
    for seat in "1234"
]


def player(programs: Programs, *arguments: object) -> Program:
    """player.py, correct or misbehaving; the token marks the processes of this test process."""
    words = [*arguments, *["''", 1][len(arguments) :], TOKEN]
    return programs.make(" ".join([str(HERE / "player.py"), *map(str, words)]))


def script(programs: Programs, *answers: str) -> Program:
    return programs.make(" ".join([str(HERE / "script.py"), *(f"'{answer}'" for answer in answers)]))


def golden_with(
    programs: Programs, sandbox: Sandbox, seat: int, *answers: str, scale: float = ENOUGH
) -> Played:
    """The golden game, in which one seat (from 1) answers something else."""
    given = [list(each) for each in ANSWERS]
    given[seat - 1] = list(answers)
    return play(GOLDEN, [script(programs, *each) for each in given], Conditions(time_scale=scale), sandbox)


def against(
    programs: Programs, sandbox: Sandbox, *misbehaviour: object, scale: float = ENOUGH, cpu_check: bool = True
) -> Played:
    """A correct team 1 against a misbehaving team 2, which moves first."""
    good, bad = player(programs), player(programs, *misbehaviour)
    conditions = Conditions(time_scale=scale, cpu_check=cpu_check)
    return play(GOLDEN, [good, bad, good, bad], conditions, sandbox)


def fault(played: Played) -> str:
    """The code of the fault; a fault is always blamed on the side that did not win."""
    if played.fault is None:
        return ""
    assert played.reason == "fault"
    assert played.winner == 1 - played.fault_seat % 2
    return played.fault.code


def running() -> list[str]:
    """The processes that player() has started and that are still there."""
    found = []
    for name in os.listdir("/proc"):
        try:
            command = Path(f"/proc/{name}/cmdline").read_bytes() if name.isdecimal() else b""
        except OSError:
            continue
        if TOKEN.encode() in command:
            found.append(name)
    return found
