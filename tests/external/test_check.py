"""`koloda bot check` and the commands that take programs; the examples pass it in every game."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

import koloda
from koloda.arena.external.advice import told
from koloda.arena.external.check import Checked, check, play
from koloda.arena.seeds import deal_seed
from koloda.cli import main

EXAMPLES = Path(__file__).parents[2] / "examples" / "bots"
TOOLS = {"bot.py": "python3", "bot.js": "node", "bot.cpp": "g++", "bot.rs": "rustc", "bot.pl": "perl"}
PATIENT = ("--program-ms", "600000")
FIRST = "from koloda_bot import run\nrun(lambda view, legal: legal[0])\n"


@pytest.mark.parametrize("example", TOOLS)
def test_every_example_plays_every_game(example: str) -> None:
    if shutil.which(TOOLS[example]) is None:
        pytest.skip(f"{TOOLS[example]} is not installed")
    for game in koloda.game_list():
        checked = Checked(game.id, game.default_seats)
        play(f"cmd:{EXAMPLES / example}", game, game.default_seats, 0, 5, checked)
        assert checked.faults == []
        assert checked.decisions


def test_the_examples_are_one_player_in_four_languages(monkeypatch: pytest.MonkeyPatch) -> None:
    """A rule that is changed in one of them is changed in all."""
    from koloda.arena.simulate import Plan
    from koloda.arena.simulate import play as simulate

    able = [example for example in TOOLS if example != "bot.pl" and shutil.which(TOOLS[example])]
    for game in koloda.game_list():
        results = set()
        for example in able:
            plan = Plan(
                game.id, max(2, game.seat_counts[0]), 21, 1, {}, [f"cmd:{EXAMPLES / example}", "normal"]
            )
            tally, _ = simulate(plan, 0, 1)
            results.add((tally.actions, tuple(tally.scores)))
        assert len(results) == 1, game.id


def test_a_check_goes_through_all_games_and_seat_counts(program: Callable[[str], str]) -> None:
    games = koloda.game_list()
    found = [(each.game, each.seats) for each in check(program(FIRST), games[1:3], 1, 3)]
    assert found == [(game.id, seats) for game in games[1:3] for seats in game.seat_counts]


def test_a_check_of_one_seat_count_leaves_out_games_without_it(program: Callable[[str], str]) -> None:
    games = [koloda.game(name) for name in ("yassa", "flights")]
    assert [(each.game, each.seats) for each in check(program(FIRST), games, 1, 3, seats=6)] == [("yassa", 6)]


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str]:
    code = main(words)
    return code, capsys.readouterr().out


def test_the_check_says_that_all_is_well(
    program: Callable[[str], str], capsys: pytest.CaptureFixture[str]
) -> None:
    path = program(FIRST).removeprefix("cmd:")
    code, said = run(capsys, "bot", "check", path, "--games", "flights", "--lang", "en", *PATIENT)
    assert code == 0
    assert said.count("fine: ") == len(koloda.game("flights").seat_counts)
    assert said.endswith("Everything is fine.\n")


@pytest.mark.parametrize(("lang", "word"), [("en", "Played instead"), ("uk", "Замість"), ("ru", "Вместо")])
def test_the_check_tells_what_is_wrong_in_the_language_of_its_author(
    lang: str, word: str, program: Callable[[str], str], capsys: pytest.CaptureFixture[str]
) -> None:
    path = program("from koloda_bot import run\nrun(lambda view, legal: 'fly')\n").removeprefix("cmd:")
    code, said = run(
        capsys, "bot", "check", path, "--games", "flights", "--lang", lang, "--seed", "4", *PATIENT
    )
    assert code == 1
    assert "ILLEGAL" in said
    assert word in said
    assert "--seed 4" in said


def test_a_program_may_leave_games_out_but_not_all(
    program: Callable[[str], str], capsys: pytest.CaptureFixture[str]
) -> None:
    source = "from koloda_bot import run\nrun(lambda view, legal: legal[0], games=['flights'])\n"
    path = program(source).removeprefix("cmd:")
    code, said = run(capsys, "bot", "check", path, "--games", "durak,flights", "--lang", "en", *PATIENT)
    assert code == 0
    assert "it says that it does not play this game" in said
    code, said = run(capsys, "bot", "check", path, "--games", "durak", "--lang", "en", *PATIENT)
    assert code == 1


def test_a_program_that_fears_unknown_messages_is_found_out(program: Callable[[str], str]) -> None:
    source = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    kind = message["type"]
    assert kind in ("hello", "start", "events", "ask", "end"), f"what is {kind}?"
    if kind == "hello":
        print(json.dumps({"type": "hello", "protocol": "koloda-bot/1", "name": "x"}), flush=True)
    elif kind == "ask":
        print(json.dumps({"type": "answer", "answer": message["legal"][0]}), flush=True)
"""
    checked = next(check(program(source), [koloda.game("flights")], 1, 1))
    assert [fault.code for fault in checked.faults] == ["CRASH"]
    assert b"what is weather?" in checked.faults[0].errors
    assert any(
        line.startswith('Just before it was told of {"type": "weather", ...}')
        for line in told(checked.faults[0])
    )


def test_a_program_that_breaks_off_at_hello_has_seen_no_unknown_message(
    program: Callable[[str], str],
) -> None:
    checked = next(check(program("import nothing\n"), [koloda.game("flights")], 1, 1))
    assert [fault.code for fault in checked.faults] == ["CRASH"]
    assert not any("weather" in line for line in told(checked.faults[0]))


def test_a_program_that_leaves_after_one_deal_is_found_out(program: Callable[[str], str]) -> None:
    """Matches of several deals are played by one process."""
    source = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    kind = message["type"]
    if kind == "hello":
        print(json.dumps({"type": "hello", "protocol": "koloda-bot/1", "name": "x"}), flush=True)
    elif kind == "ask":
        print(json.dumps({"type": "answer", "answer": message["legal"][0]}), flush=True)
    elif kind == "end":
        break
"""
    found = list(check(program(source), [koloda.game("flights")], 1, 1))
    assert [[fault.code for fault in checked.faults] for checked in found] == [["EOF"], [], []]
    assert "another start may follow" in " ".join(told(found[0].faults[0]))


def test_a_program_for_games_that_do_not_exist_is_told_those_that_do(
    program: Callable[[str], str], capsys: pytest.CaptureFixture[str]
) -> None:
    path = program("from koloda_bot import run\nrun(lambda view, legal: legal[0], games=['Durak'])\n")
    code, said = run(capsys, "bot", "check", path.removeprefix("cmd:"), "--lang", "en", *PATIENT)
    assert code == 1
    assert "durak, yassa" in said.splitlines()[-1]


def test_match_tells_the_secret_and_the_faults(
    program: Callable[[str], str], capsys: pytest.CaptureFixture[str]
) -> None:
    name = program("from koloda_bot import run\nrun(lambda view, legal: 'fly')\n")
    words = ("match", "flights", name, "random", "--games", "2", "--seats", "2", *PATIENT)
    code, said = run(capsys, *words)
    assert code == 0
    assert "ILLEGAL" in said
    assert "none of the legal actions" in said
    secret = said.splitlines()[-1].split()[1]
    assert int(secret) > 1_000_000  # nothing that a program could try out
    assert run(capsys, *words, "--secret", secret) == (0, said)


def test_match_shows_why_a_program_has_crashed(
    program: Callable[[str], str], capsys: pytest.CaptureFixture[str]
) -> None:
    name = program("from koloda_bot import run\nrun(lambda view, legal: view['nothing of the kind'])\n")
    code, said = run(capsys, "match", "flights", name, "random", "--games", "2", "--seats", "2", *PATIENT)
    assert code == 0
    assert "CRASH 2 times" in said
    assert "KeyError: 'nothing of the kind'" in said
    assert f"koloda bot check {name.removeprefix('cmd:')}" in said


def test_the_deals_of_programs_follow_from_a_secret_and_tell_nothing_of_each_other(
    program: Callable[[str], str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    trace = tmp_path / "deals.jsonl"
    bots = f"{program(FIRST)},random"
    words = f"simulate flights --games 2 --seats 2 --force --bots {bots} --trace {trace}".split()

    game = koloda.game("flights")

    def dealt(*chosen: str) -> tuple[str, list[object]]:
        code, said = run(capsys, *words, *PATIENT, *chosen)
        assert code == 0
        return said, [json.loads(line)["setup"] for line in trace.read_text("utf-8").splitlines()]

    def of(*seeds: int) -> list[object]:
        return [game.setup(game.deal(2, seed)) for seed in seeds]

    said, setups = dealt()
    secret = int(said.split("--secret")[1].split()[0])
    assert setups == of(deal_seed(secret, 0), deal_seed(secret, 1))
    assert dealt("--secret", str(secret))[1] == setups
    assert dealt("--seed", "7")[1] == of(7, 8)


def test_simulate_writes_traces_of_programs(
    program: Callable[[str], str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    trace = str(tmp_path / "deals.jsonl")
    words = ("simulate", "flights", "--games", "1", "--seats", "2", "--bots", f"{program(FIRST)},random")
    assert run(capsys, *words, "--trace", trace, *PATIENT)[0] == 0
    assert run(capsys, "verify", trace)[0] == 0


def test_a_bot_name_that_means_no_program_is_refused_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    for words in (
        ("match", "durak", "cmd:", "random"),
        ("match", "durak", "cmd:./there-is-none", "random"),
        ("simulate", "durak", "--games", "1", "--bots", "cmd:./there-is-none"),
        ("play", "durak", "--level", "cmd:./there-is-none"),
        ("bot", "check", "./there-is-none"),
    ):
        assert main(words) == 2
        said = capsys.readouterr().err
        assert "no such program" in said or "empty text" in said


def test_a_file_that_nobody_can_run_is_told_apart_from_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "tick.tcl").write_text("puts hello\n")
    assert main(("bot", "check", "tick.tcl")) == 2
    said = capsys.readouterr().err
    assert "./tick.tcl" in said
    assert "interpreter" in said
    assert main(("match", "durak", "cmd:python3 nothere.py", "random", "--games", "2")) == 2
    assert "nothere.py: there is no such file" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("first", "said"),
    [
        (b"#!/opt/there-is-none -w\n", "its first line names /opt/there-is-none, which is not there"),
        (b"#!/bin/sh\r\n", "ends as on Windows"),
    ],
)
def test_a_script_that_the_system_cannot_start_is_refused_in_words(
    first: bytes, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    script = tmp_path / "bot"
    script.write_bytes(first + b"echo\n")
    script.chmod(0o755)
    assert main(("bot", "check", str(script))) == 2
    assert said in capsys.readouterr().err


def test_the_check_shows_the_dialogue_and_standard_error_of_the_first_table(
    program: Callable[[str], str], capsys: pytest.CaptureFixture[str]
) -> None:
    notes = "import sys\nprint('my\\x1b note', file=sys.stderr, flush=True)\n"
    name = program(notes + FIRST).removeprefix("cmd:")
    code, said = run(capsys, "bot", "check", name, "--games", "flights", "--show", *PATIENT)
    assert code == 0
    lines = said.splitlines()
    told = [json.loads(line[2:]) for line in lines if line.startswith("> ")]
    came = [json.loads(line[2:]) for line in lines if line.startswith("< ")]
    assert [told[0]["type"], told[1]["type"], told[-1]["type"]] == ["hello", "start", "end"]
    assert [message["seats"] for message in told if message["type"] == "start"] == [2, 2]
    asked = [message for message in told if message["type"] == "ask"]
    assert asked[0]["view"]["game"] == "flights"
    assert [message["answer"] for message in came[1:]] == [message["legal"][0] for message in asked]
    assert "! my\\x1b note" in lines


@pytest.mark.skipif(shutil.which("g++") is None, reason="needs g++")
def test_the_whole_output_of_the_compiler_is_shown(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = tmp_path / "two.cpp"
    source.write_text("int main() { first_mistake(); second_mistake(); }\n")
    assert main(("bot", "check", str(source))) == 2
    said = capsys.readouterr().err
    assert "first_mistake" in said
    assert "second_mistake" in said
    assert "it does not compile" in said


def test_the_check_ends_with_the_first_table_without_a_hello(
    program: Callable[[str], str], capsys: pytest.CaptureFixture[str]
) -> None:
    code, said = run(capsys, "bot", "check", program("import sys; sys.exit(1)\n").removeprefix("cmd:"))
    assert code == 1
    assert said.count("CRASH") == 1
    assert "the other tables are left out" in said


def test_play_takes_a_program_as_opponent(
    program: Callable[[str], str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    import io
    import sys

    monkeypatch.setattr(sys, "stdin", io.StringIO("1\n" * 400))
    words = ("play", "flights", "--seats", "2", "--level", program(FIRST), "--lang", "en", "--seed", "3")
    code, said = run(capsys, *words, *PATIENT)
    assert code == 0
    assert "Result" in said
    assert "faults" not in said
