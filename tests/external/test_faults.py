"""Programs that break the protocol in every way: the fault, what its author reads, what follows."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace

import pytest

import koloda
from koloda.arena.external import workshop
from koloda.arena.external.advice import last_errors, told
from koloda.arena.external.advice_texts import TEXTS
from koloda.arena.external.bot import ProgramBot
from koloda.arena.external.faults import ENDS, GOES_ON, ProgramFault
from koloda.arena.external.talk import Trouble, read
from koloda.arena.pairing import Pairing, play_match
from koloda.arena.programs import orphans
from koloda.arena.simulate import Plan, play
from koloda.bots import UnknownBot, bot
from koloda.bots.driver import Driver
from koloda.bots.player import Setting

Write = Callable[[str], str]
HELLO = """
import json, sys, os, time
def say(message): print(json.dumps(message), flush=True)
def read(): return json.loads(sys.stdin.readline())
def hello(): read(); say({"type": "hello", "protocol": "koloda-bot/1", "name": "x"})
def ask():
    while True:
        line = sys.stdin.readline()
        if not line: sys.exit()
        message = json.loads(line)
        if message["type"] == "ask": return message
"""
ANSWERS = HELLO + "hello()\nwhile True:\n    question = ask()\n    "


def raw(expression: str) -> str:
    """A program that answers every question with these bytes."""
    return f"{ANSWERS}sys.stdout.buffer.write({expression}); sys.stdout.flush()\n"


def played(name: str) -> list[ProgramFault]:
    """A short deal with the program on the first seat."""
    game = koloda.game("flights")
    program = ProgramBot(name)
    state = game.deal(2, 3, watch=True)
    driver = Driver(game, [program, bot("normal")], Setting(game.resolve(2)))
    try:
        driver.play(state, 3)
    finally:
        driver.close()
    assert state.over
    return program.take_faults()


# what it prints, the code, a part of the sentence
GOING_ON = {
    "illegal": (raw('b\'{"type":"answer","answer":"lay Z9 F1"}\\n\''), "ILLEGAL", "letter by letter"),
    "not_now": (raw('b\'{"type":"answer","answer":"take R1"}\\n\''), "ILLEGAL", "none of the legal actions"),
    "bare": (raw('question["legal"][0].encode() + b"\\n"'), "GARBAGE", "must come in a message"),
    "words": (raw('b"hello, I think\\n"'), "GARBAGE", "standard error"),
    "empty": (raw('b"\\n"'), "GARBAGE", "empty line"),
    "dictionary": (raw('str({"type": "answer"}).encode() + b"\\n"'), "GARBAGE", "json.dumps"),
    "half": (raw('b\'{"type":"answer","ans\\n\''), "GARBAGE", "no JSON"),
    "nan": (raw('b\'{"type":"answer","answer":NaN}\\n\''), "GARBAGE", "no"),
    "deep": (
        raw('b\'{"type":"answer","answer":"x","y":\' + b"[" * 60000 + b"\\n"'),
        "GARBAGE",
        "no JSON (nested",
    ),
    "long": (
        raw('b\'{"type":"answer","answer":"\' + b"x" * 200000 + b\'"}\\n\''),
        "GARBAGE",
        "at most 65536 bytes",
    ),
    "flood": (raw('b"x" * (1 << 22) + b"\\n"'), "GARBAGE", "standard error"),
    "latin": (raw('b\'{"type":"answer","answer":"\\xe9"}\\n\''), "GARBAGE", "UTF-8"),
    "mark": (raw('b\'\\xef\\xbb\\xbf{"type":"answer","answer":"x"}\\n\''), "GARBAGE", "byte order mark"),
    "list": (raw("b'[\"answer\"]\\n'"), "GARBAGE", "JSON object"),
    "typeless": (raw('b\'{"answer":"x"}\\n\''), "GARBAGE", "has no type"),
    "unknown_type": (
        raw('b\'{"type":"move","answer":"x"}\\n\''),
        "GARBAGE",
        "There is no message 'move' from programs",
    ),
    "no_answer": (raw('b\'{"type":"answer","move":"x"}\\n\''), "GARBAGE", "missing required field `answer`"),
    "id_as_text": (raw('b\'{"type":"answer","answer":"x","id":"1"}\\n\''), "GARBAGE", "id is a number"),
    "number": (raw('b\'{"type":"answer","answer":5}\\n\''), "GARBAGE", "not with its place in the list"),
    "capitals": (
        raw('json.dumps({"type":"answer","answer":question["legal"][0].upper() + " "}).encode() + b"\\n"'),
        "ILLEGAL",
        "upper and lower case count",
    ),
    "hello_again": (
        raw('b\'{"type":"hello","protocol":"koloda-bot/1","name":"x"}\\n\''),
        "GARBAGE",
        "an answer was expected",
    ),
    "wrong_id": (
        raw('json.dumps({"type":"answer","answer":question["legal"][0],"id":99}).encode() + b"\\n"'),
        "EXTRA",
        "without being asked",
    ),
    "twice": (
        raw('(json.dumps({"type":"answer","answer":question["legal"][0]}).encode() + b"\\n") * 2'),
        "EXTRA",
        "one line for each",
    ),
}


@pytest.mark.parametrize("kind", GOING_ON)
def test_after_a_wrong_answer_the_default_is_played_and_the_program_goes_on(
    kind: str, program: Write
) -> None:
    source, code, sentence = GOING_ON[kind]
    faults = played(program(source))
    assert {fault.code for fault in faults} <= {code, "EXTRA" if kind in ("flood", "long") else code}
    assert faults[0].code == code
    assert code in GOES_ON
    assert len(faults) > 1
    assert sentence in " ".join(told(faults[0]))
    assert faults[0].played in faults[0].legal


ENDING = {
    "crash": (HELLO + 'hello(); ask(); raise ValueError("my mistake")', "CRASH", "my mistake"),
    "signal": (HELLO + "hello(); ask(); os.kill(os.getpid(), 11)", "CRASH", "an array index out of range"),
    "code_255": (HELLO + "hello(); ask(); os._exit(255)", "CRASH", "(exit code 255)"),
    "leaves": (HELLO + "hello(); ask()", "EOF", "until the input ends"),
    "closes": (HELLO + "hello(); ask(); os.close(1); sys.stdin.read()", "EOF", "closed its output"),
    "no_hello": ("", "EOF", "before it had said hello"),
    "syntax": ("def", "CRASH", "SyntaxError"),
    "answer_first": (
        HELLO + 'read(); say({"type": "answer", "answer": "x"}); read()',
        "GARBAGE",
        "Answer hello first",
    ),
    "banner": ("print('My bot 1.0', flush=True)\ninput()\ninput()", "GARBAGE", "standard error"),
    "version": (
        HELLO + 'read(); say({"type": "hello", "protocol": "koloda-bot/9", "name": "x"}); read()',
        "VERSION",
        "After hello the program printed: {",
    ),
    "other_game": (
        HELLO
        + 'read(); say({"type": "hello", "protocol": "koloda-bot/1", "name": "x", "games": ["chess"]})\n'
        + "read()",
        "GAME",
        "does not play flights",
    ),
    "says_so": (
        HELLO + 'hello(); ask(); say({"type": "error", "text": "two seats are too few"}); ask()',
        "ERROR",
        "two seats are too few",
    ),
    "memory": (HELLO + "hello(); ask(); x = b'x' * (600 << 20); ask()", "MEMORY", "more than 256 MB"),
}


@pytest.mark.parametrize("kind", ENDING)
def test_a_program_that_is_no_more_is_played_by_default_and_counted_once(kind: str, program: Write) -> None:
    source, code, sentence = ENDING[kind]
    faults = played(program(source))
    assert [fault.code for fault in faults] == [code]
    assert code in ENDS or faults[0].asked == "hello"
    assert sentence in " ".join(told(faults[0]))


SILENT = {
    "sleeps": (HELLO + "hello(); ask(); time.sleep(1000)", "and so did the judge"),
    "computes": (HELLO + "hello(); ask()\nwhile True: pass", "endless loop"),
    "no_flush": (
        HELLO + 'hello(); print(json.dumps({"type": "answer", "answer": ask()["legal"][0]})); ask()',
        "flush after every answer",
    ),
    "no_line_end": (HELLO + 'hello(); ask(); print("{", end="", flush=True); ask()', "has no end"),
}


@pytest.mark.parametrize("kind", SILENT)
@pytest.mark.usefixtures("hurried")
def test_silence_is_a_fault_of_time(kind: str, program: Write) -> None:
    source, sentence = SILENT[kind]
    faults = played(program(source))
    assert [fault.code for fault in faults] == ["TIME"]
    assert sentence in " ".join(told(faults[0]))


@pytest.mark.usefixtures("hurried")
def test_a_program_that_never_says_hello_is_out(program: Write) -> None:
    conditions = replace(workshop.current.conditions, start_ms=500)
    workshop.use(replace(workshop.current, conditions=conditions))
    faults = played(program("import sys\nsys.stdin.read()"))
    assert [fault.code for fault in faults] == ["TIME"]


def test_unknown_fields_and_types_are_ignored(program: Write) -> None:
    source = (
        ANSWERS + 'say({"type": "answer", "answer": question["legal"][0], "mood": {"deep": [1, None]}})\n'
    )
    assert played(program(source)) == []


def test_a_program_is_told_its_fault(program: Write) -> None:
    source = (
        ANSWERS
        + 'say({"type": "answer", "answer": "fly"})\n'
        + '    message = read(); print("told", message["code"], message["played"], file=sys.stderr)\n'
    )
    fault = played(program(source))[-1]
    assert f"told ILLEGAL {fault.played}".encode()[:12] in fault.errors


@pytest.mark.parametrize(
    ("asked", "came", "said"),
    [
        ("hello", None, True),
        ("hello", b"OK", True),
        ("hello", b'{"type":"hello","name":"x"}', False),
        ("ask", None, False),
    ],
)
def test_a_program_of_the_contest_is_named_as_the_likely_mistake(
    asked: str, came: bytes | None, said: bool
) -> None:
    code = "CRASH" if came is None else "GARBAGE"
    fault = ProgramFault("cmd:x", code, "exit code 1", "durak", 2, 0, asked, came=came)
    assert ("docs/contest.md" in " ".join(told(fault))) == said


@pytest.mark.parametrize("field", [b'"games":"durak"', b'"version":3'])
def test_a_hello_with_something_of_another_kind_is_shown_as_it_should_be(field: bytes) -> None:
    line = b'{"type":"hello","protocol":"koloda-bot/1","name":"x",' + field + b"}"
    with pytest.raises(Trouble) as trouble:
        read(line)
    fault = ProgramFault("cmd:x", "GARBAGE", trouble.value.detail, "durak", 2, 0, "hello", came=line)
    text = " ".join(told(fault))
    assert '{"type": "hello", "protocol": "koloda-bot/1", "name": "my bot"}' in text
    assert "games, a list" in text


def test_the_end_of_a_long_stack_trace_keeps_the_exception() -> None:
    trace = "a note\nException: no trumps\n" + "".join(f"\tat Mole.f{n}(Mole.java:{n})\n" for n in range(20))
    fault = ProgramFault("cmd:x", "CRASH", "exit code 1", "durak", 2, 0, "ask", errors=trace.encode())
    lines = last_errors(fault)
    assert lines[0] == "Exception: no trumps"
    assert lines[-1] == "    at Mole.f19(Mole.java:19)"
    assert len(lines) == 6


def test_control_signs_of_a_program_reach_no_terminal(program: Write) -> None:
    fault = played(program(raw('b"\\x1b[2J\\x07evil\\n"')))[0]
    text = "".join(told(fault))
    assert text.isprintable()
    assert "evil" in text


def test_a_program_that_cannot_exist_is_refused_before_anything_is_played() -> None:
    with pytest.raises(UnknownBot, match="no such program"):
        Pairing("durak", 2, "cmd:./there-is-none", "random", 1, 0, {}).check()
    with pytest.raises(UnknownBot, match="no such program"):
        Plan("durak", 2, 0, 1, {}, ["cmd:./there-is-none"]).check()


def test_matches_and_simulations_count_faults(program: Write) -> None:
    name = program(GOING_ON["words"][0])
    pairs = list(play_match(Pairing("flights", 2, name, "random", 1, 3, {})))
    assert {fault.code for pair in pairs for fault in pair.faults} == {"GARBAGE"}
    assert {fault.seat for pair in pairs for fault in pair.faults} == {0, 1}
    tally, _ = play(Plan("flights", 2, 3, 1, {}, [name, "random"]), 0, 1)
    assert {(fault.bot, fault.code) for fault in tally.faults} == {(name, "GARBAGE")}


def test_the_advice_is_there_in_all_languages() -> None:
    fault = ProgramFault("cmd:x", "ILLEGAL", "why", "durak", 4, 0, "ask", ("pass",), b"{}", "pass")
    assert TEXTS["en"].keys() == TEXTS["uk"].keys() == TEXTS["ru"].keys()
    assert len({json.dumps(told(fault, lang)) for lang in TEXTS}) == 3
    for lang, texts in TEXTS.items():
        for key, text in texts.items():
            words = dict.fromkeys(
                ("asked", "came", "action", "detail", "legal", "longest", "meant", "type", "deal"), ""
            )
            assert text.format(**words), (lang, key)


def test_the_end_of_one_program_ends_no_other(program: Write) -> None:
    """Also in a worker process, which ends all orphans that a program leaves behind."""
    choose = "def choose(view, legal):\n    assert view['seat'] != 1\n    return legal[0]\n"
    played = ProgramBot(program(f"from koloda_bot import run\n{choose}run(choose)\n"))
    state = koloda.game("yassa").deal(3, 1, watch=True)
    driver = Driver(state.game, [played, played, played], Setting(state.game.resolve(3)))
    with orphans.adopted():
        driver.play(state, 1)
        driver.close()
    assert [(fault.seat, fault.code) for fault in played.take_faults()] == [(1, "CRASH")]
