"""The complete game of the protocol, section 10, played by real processes."""

from __future__ import annotations

from hashlib import sha256

import pytest

from contest.players import ANSWERS, DECISIONS, ENOUGH, GOLDEN, script
from koloda.arena.contest.clock import Clock
from koloda.arena.contest.referee import Conditions, Played, play
from koloda.arena.programs.making import Programs
from koloda.arena.programs.sandbox import Sandbox

# lines, bytes, SHA-256 of the exact input of each process
INPUTS = [
    (102, 952, "90f32f73d383a4740de767b8e70a5a041566154390c2743c8189a4264452dfca"),
    (98, 932, "2aee188db1d69fc1d95517e48f005a97b0e3451de3016cf1cace4e8c35180330"),
    (98, 932, "cecde01593007a9d6e4c0d0428727e563c03cfbe85e47e3e65b574beb53ffe62"),
    (103, 957, "0ce8b1797d2e3caf2909fd091e675f271f6abcd70979386c1283dc0584f0a8e5"),
]
SAMPLE = (
    "move 3 4 6C / beat 4 7C / add 3 4 7H / beat 4 AS / ADD -> 6S / add 1 4 6S / take 4 / ADD -> 7S / "
    "add 1 4 7S / give 3 ?? / give 3 ?? / give 1 QS / give 1 KS / "
    "MOVE -> 8S / move 1 2 8S / take 2 / give 1 AC"
)


@pytest.fixture(scope="module")
def golden(programs: Programs, best: Sandbox) -> Played:
    return play(
        GOLDEN, [script(programs, *answers) for answers in ANSWERS], Conditions(time_scale=ENOUGH), best
    )


@pytest.mark.protocol("P2", "P8")
@pytest.mark.parametrize("seat", [1, 2, 3, 4])
def test_the_exact_input_of_each_process(golden: Played, seat: int) -> None:
    told = golden.errors[seat - 1]  # the script writes its input there
    lines, size, digest = INPUTS[seat - 1]
    assert told.count(b"\n") == lines
    assert len(told) == size
    assert sha256(told).hexdigest() == digest


def test_the_decisions_the_rounds_and_the_result(golden: Played) -> None:
    given = [f"{each.seat + 1}:{each.command}:{each.answer}" for each in golden.decisions]
    assert given == DECISIONS.split()
    assert (golden.rounds, golden.out, golden.winner, golden.reason) == (12, [2, 3, 0], 0, "normal")
    assert Clock().budget(golden.rounds) == pytest.approx(3.2)


def test_the_lists_of_a_transcript_are_the_dialogue(golden: Played) -> None:
    for seat in range(4):
        lines = golden.lines[seat]
        told = "".join(f"{line}\n" for direction, line, *_ in lines if direction == ">")
        assert told.encode() == golden.errors[seat]
        assert [line for direction, line, *_ in lines if direction == "<"] == ANSWERS[seat]


@pytest.mark.protocol("S1", "S2", "S3", "S4", "S5", "S6", "S7", "S8", "S9", "S10")
def test_the_sample_of_the_rulebook_is_part_of_it(golden: Played) -> None:
    shown: list[str] = []
    for direction, line, *_ in golden.lines[0]:
        if direction == "<":
            shown[-1] += f" -> {line}"
        else:
            shown.append(line)
    assert SAMPLE in " / ".join(shown)
    assert shown[0] == "trump S"
    assert shown[25:29] == ["move 2 3 6D", "beat 3 8D", "give 2 ??", "give 3 ??"]
