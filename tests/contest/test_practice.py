"""`koloda judge PROGRAM`: the dialogue, the first fault with its explanation, the strength."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from contest.players import HERE
from koloda.cli import main
from koloda.cli.practice import TEXTS

PLAYER = HERE / "player.py"
BEGINNER = HERE / "beginner.py"


def practise(capsys: pytest.CaptureFixture[str], program: object, *arguments: str, code: int = 0) -> str:
    assert main(["judge", str(program), "--time-scale", "20", *arguments]) == code
    return capsys.readouterr().out


def test_a_good_program_is_shown_and_measured(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    transcript = tmp_path / "games.jsonl"
    shown = practise(capsys, PLAYER, "--games", "2", "--lang", "en", "--transcript", str(transcript))
    assert "Game 1: your program plays seats 1, 3 against our bot (normal)" in shown
    assert "  > trump " in shown
    assert "  > MOVE\n  < " in shown
    assert "?? " in shown
    assert "(6 times)" in shown
    for level in ("random", "normal", "hard"):
        assert f"  against {level}: " in shown
    assert "No fault in 8 games." in shown
    assert main(["verify", str(transcript)]) == 0
    assert "8 transcripts ok" in capsys.readouterr().out


def test_practice_stops_at_the_first_fault_and_explains_it(capsys: pytest.CaptureFixture[str]) -> None:
    shown = practise(capsys, f"{BEGINNER} lower", "--lang", "en", code=1)
    assert "GARBAGE: your program has lost by a fault." in shown
    assert "Answers are upper case" in shown
    assert "against random" not in shown
    assert shown.count("Game ") <= 2


def test_the_copy_that_is_not_shown_is_shown_when_it_errs(capsys: pytest.CaptureFixture[str]) -> None:
    # whichever copy errs, what it printed is there
    for seat in ("1", "3"):
        shown = practise(capsys, f"{PLAYER} garbage 2", "--lang", "en", "--seat", seat, code=1)
        assert "  < hello" in shown
        assert 'printed the line "hello"' in shown


def test_standard_error_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    shown = practise(capsys, f"{BEGINNER} index", "--lang", "en", code=1)
    assert "IndexError: list index out of range" in shown


def test_practice_speaks_the_language(capsys: pytest.CaptureFixture[str]) -> None:
    assert "великими літерами" in practise(capsys, f"{BEGINNER} lower", "--lang", "uk", code=1)
    assert "большими буквами" in practise(capsys, f"{BEGINNER} lower", "--lang", "ru", code=1)
    assert TEXTS["en"].keys() == TEXTS["uk"].keys() == TEXTS["ru"].keys()


def test_practice_for_a_program(capsys: pytest.CaptureFixture[str]) -> None:
    facts = json.loads(practise(capsys, PLAYER, "--games", "2", "--json"))
    assert [each["opponent"] for each in facts["strength"]] == ["random", "normal", "hard"]
    assert facts["fault"] is None
    facts = json.loads(practise(capsys, f"{BEGINNER} no", "--json", code=1))
    assert facts["fault"]["code"] == "ILLEGAL"


def test_what_does_not_compile_is_told_whole(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, gcc: str
) -> None:
    (tmp_path / "wrong.c").write_text("int main() { nothing;\n neither; }\n")
    assert main(["judge", str(tmp_path / "wrong.c"), "--lang", "en"]) == 1
    said = capsys.readouterr().err
    assert "wrong.c:1:" in said
    assert "wrong.c:2:" in said
