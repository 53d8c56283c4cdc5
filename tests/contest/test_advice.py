"""Each mistake of a beginner, made by a real program: one code for it, and advice that names it."""

from __future__ import annotations

import re

import pytest

from contest.players import GOLDEN, HERE, player
from koloda.arena.contest.advice import advise, mistake, shown_bytes, unasked
from koloda.arena.contest.advice_texts import TEXTS
from koloda.arena.contest.explain import explained
from koloda.arena.contest.referee import Conditions, Played, play
from koloda.arena.contest.transcript import check_transcript, write_transcript
from koloda.arena.programs.making import Programs
from koloda.arena.programs.sandbox import Sandbox
from koloda.games.durak import GAME

BEGINNER = HERE / "beginner.py"


def blunder(programs: Programs, sandbox: Sandbox, kind: str, scale: float) -> Played:
    """The beginner's team 2 moves first, against a team that plays well."""
    good, bad = player(programs), programs.make(f"{BEGINNER} {kind}")
    return play(GOLDEN, [good, bad, good, bad], Conditions(time_scale=scale), sandbox)


@pytest.mark.parametrize(
    ("kind", "code", "advice"),
    [
        ("lower", "GARBAGE", "Answers are upper case: print 6D."),
        ("ten", "GARBAGE", "The ten is written T: print TS."),
        ("bom", "GARBAGE", "byte order mark"),
        ("utf16", "GARBAGE", "UTF-16"),
        ("quoted", "GARBAGE", "without quotes"),
        ("list", "GARBAGE", "not a list"),
        ("verb", "GARBAGE", "without a word before it: 6D"),
        ("reversed", "GARBAGE", "First the rank, then the suit: print 6D"),
        ("joined", "GARBAGE", "nothing between them: print 6D"),
        ("sign", "GARBAGE", "Suits are written with letters, H S C D: print 6D"),
        ("several", "GARBAGE", "print exactly one"),
        ("refusal", "GARBAGE", "A refusal is written NO"),
        ("empty", "GARBAGE", "The line is empty"),
        ("half", "GARBAGE", "A card is two characters"),
        ("words", "GARBAGE", "a greeting or a debug message"),
        ("buffered_greeting", "GARBAGE", "a greeting or a debug message"),
        ("cyrillic", "GARBAGE", "they are Cyrillic. Print 6C"),
        ("no_value", "GARBAGE", "a variable without a value"),
        ("prompt", "EXTRA", "write input()"),
        ("module", "CRASH", "before it was asked anything|This module is not there"),
        ("file", "CRASH", "Name a file that it needs after the program"),
        ("greeting", "EXTRA", "a greeting or a debug message"),
        ("every", "EXTRA", "answered before it was asked"),
        ("echo", "EXTRA", "prints what it reads"),
        ("second", "EXTRA", "another one, which nobody had asked for"),
        ("blank", "EXTRA", "one more line end"),
        ("debug", "EXTRA", "a debug message"),
        ("one", "EOF", "after 1 answers"),
        ("index", "CRASH", "IndexError: list index out of range"),
        ("not_held", "ILLEGAL", "is not in its hand"),
        ("no", "ILLEGAL", "MOVE cannot be refused"),
        ("played", "ILLEGAL", "the program has played it itself"),
    ],
)
def test_a_mistake_gets_its_code_and_its_advice(
    programs: Programs, best: Sandbox, kind: str, code: str, advice: str
) -> None:
    check(blunder(programs, best, kind, 20.0), code, advice)


@pytest.mark.parametrize(
    ("kind", "advice"),
    [
        ("no_flush", "flush after every answer"),
        ("whole_input", "read one line at a time"),
        ("no_line_end", "an answer ends with a line end"),
        ("cr", "ends with CR"),
        ("loop", "had not even read its input"),
    ],
)
def test_who_does_not_answer_is_told_why(programs: Programs, best: Sandbox, kind: str, advice: str) -> None:
    check(blunder(programs, best, kind, 0.5), "TIME", advice)


def check(played: Played, code: str, advice: str) -> None:
    assert played.fault is not None
    assert played.fault.code == code
    assert played.fault_seat % 2 == 1
    item = write_transcript(played, {"1": "good", "2": "bad"}, Conditions())
    check_transcript(GAME, item)
    told = "\n".join(explained(item, errors=played.errors[played.fault_seat]))
    for part in advice.split("|"):
        assert part in told


def test_what_comes_after_the_end_of_the_input_is_no_reason(programs: Programs, best: Sandbox) -> None:
    """The judge has closed the input of who did not answer, to see what is left in his buffer."""
    played = blunder(programs, best, "unknown", 0.5)
    check(played, "TIME", "They come in upper case")
    assert played.errors[played.fault_seat] == b""


@pytest.mark.parametrize(
    ("errors", "hint"),
    [
        (b"SyntaxError: Non-UTF-8 code starting with '\\xec' in file x", "save the file as UTF-8"),
        (b"TabError: inconsistent use of tabs", "use blanks only"),
        (b"Error: Could not find or load main class Bot", "called as the file is"),
        (b"ReferenceError: hand\n    at node:x:1\n" + b"    at a (node:y:2)\n" * 9, "ReferenceError: hand"),
    ],
)
def test_what_a_runtime_says_is_put_into_words(errors: bytes, hint: str) -> None:
    verdict = {"reason": "fault", "code": "CRASH", "seat": 1, "detail": "exit code 1"}
    told = advise({"verdict": verdict, "seats": {"1": [[">", "MOVE"]]}}, None, errors)
    assert hint in "\n".join(told)


def test_the_bytes_are_shown() -> None:
    assert shown_bytes(b"6s") == '"6s" (bytes 36 73)'
    assert shown_bytes(b"\xef\xbb\xbf6S") == '"\\ufeff6S" (bytes EF BB BF 36 53)'
    assert shown_bytes(b"\xff\x00\n") == '"\\xff\\u0000\\n" (bytes FF 00 0A)'
    assert shown_bytes(b"Hello!") == '"Hello!"'
    assert shown_bytes(b"6S   ") == '"6S   " (bytes 36 53 20 20 20)'


@pytest.mark.parametrize(
    "data", [b"", b"\r", b"\xff\xff", b"\x1b[2J", b"[", b"10", b" " * 17, bytes(range(256))]
)
def test_whatever_came_there_is_advice(data: bytes) -> None:
    for lang in TEXTS:
        for key, filled in (mistake(data), unasked(data, 0), unasked(data, 3)):
            assert TEXTS[lang][key].format(**filled)


def test_the_languages_say_the_same() -> None:
    for lang in ("uk", "ru"):
        assert TEXTS[lang].keys() == TEXTS["en"].keys()
        for key, text in TEXTS["en"].items():
            assert set(re.findall(r"{\w+}", text)) == set(re.findall(r"{\w+}", TEXTS[lang][key])), key


def test_a_game_without_a_fault_has_no_advice() -> None:
    assert advise({"verdict": {"winner": 1, "reason": "normal"}}, None) == []
