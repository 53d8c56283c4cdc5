"""Programs in tournaments: faults are counted, changed programs refused, deals are a secret."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

import koloda
from koloda.arena.external.bot import ProgramBot
from koloda.arena.external.talk import TOLD
from koloda.arena.pairing import Pairing, play_game
from koloda.arena.whole import check_single
from koloda.bots import bot
from koloda.cli import main

BABBLER = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print(json.dumps({"type": "hello", "protocol": "koloda-bot/1", "name": "babbler"}), flush=True)
    elif message["type"] == "ask":
        print("</script>", flush=True)
"""


def test_faults_are_told_and_the_same_programs_play_all_games(
    program: Callable[[str], str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    name = program(BABBLER)
    out = tmp_path / "cup"
    words = ["tournament", "durak", name, "random", "--seats", "2", "--games", "2", "--program-ms", "600000"]
    assert main([*words, "--out", str(out), "--jobs", "2", "--json"]) == 0
    facts = json.loads(capsys.readouterr().out)
    assert [(row["bot"], row["fault"], row["games"]) for row in facts["faults"]] == [(name, "GARBAGE", 2)]
    assert facts["seed"] != 0, "a program could guess it"
    assert "</script>" in facts["faults"][0]["first"]
    assert (out / "report.html").read_text("utf-8").count("</script>") == 4
    again = [*words, "--out", str(out), "--resume", "--json"]
    assert main(again) == 0
    assert json.loads(capsys.readouterr().out) == facts
    Path(name.removeprefix("cmd:")).write_text(BABBLER + "\n", "utf-8")
    assert main(again) == 2
    assert "has changed" in capsys.readouterr().err


def test_standard_error_of_a_crash_is_shown_with_three_bots_and_in_tournaments(
    program: Callable[[str], str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    name = program("from koloda_bot import run\nrun(lambda view, legal: view['no such key'])\n")
    three = [
        "match",
        "yassa",
        name,
        "easy",
        "random",
        "--seats",
        "3",
        "--games",
        "3",
        "--program-ms",
        "600000",
    ]
    assert main(three) == 0
    said = capsys.readouterr().out
    assert "the last lines of its standard error:" in said
    assert "KeyError: 'no such key'" in said
    out = tmp_path / "cup"
    words = [
        "tournament",
        "flights",
        name,
        "easy",
        "--seats",
        "2",
        "--games",
        "2",
        "--out",
        str(out),
        "--json",
    ]
    assert main([*words, "--program-ms", "600000"]) == 0
    facts = json.loads(capsys.readouterr().out)
    assert facts["faults"][0]["standard_error"][-1] == "KeyError: 'no such key'"
    assert "KeyError: 'no such key'" in (out / "report.html").read_text("utf-8")


def test_whole_matches_are_played_by_one_process_deal_by_deal(program: Callable[[str], str]) -> None:
    told: list[dict[str, object]] = []

    class Shown(ProgramBot):
        def show(self, kind: str, lines: bytes) -> None:
            told.extend(json.loads(line) for line in lines.splitlines() if kind == TOLD)

    name = program("from koloda_bot import run\nrun(lambda view, legal: legal[-1])\n")
    pairing = Pairing("durak", 2, name, "random", 1, 5, {"match_games": 3}, whole=True)
    pairing.check()
    mine, theirs = play_game(pairing, 5, False, lambda each: Shown(each) if each == name else bot(each))
    assert mine + theirs == 1
    assert [message["deal"] for message in told if message["type"] == "start"] == [1, 2, 3]
    assert [message["type"] for message in told].count("hello") == 1
    assert [message["type"] for message in told].count("end") == 3
    totals = [message["totals"] for message in told if message["type"] == "start"]
    assert totals[0] == [0.0, 0.0]
    assert totals[2] != [0.0, 0.0]


@pytest.mark.parametrize(
    ("game", "option", "value"),
    [("durak", "match_games", 3), ("yassa", "target_points", 100), ("flights", "points_target", 60)],
)
def test_what_matters_only_in_whole_matches_is_refused_elsewhere(
    game: str, option: str, value: object, capsys: pytest.CaptureFixture[str]
) -> None:
    options = ["--options", json.dumps({option: value})]
    for words in (
        ["match", game, "random", "easy"],
        ["simulate", game],
        ["tournament", game, "random", "easy"],
    ):
        assert main([*words, "--games", "2", *options]) == 2
        assert f"{option} = {value}: this changes nothing in a single deal" in capsys.readouterr().err
    assert main(["match", game, "random", "easy", "--games", "2", *options, "--whole", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["games"] == 2
    assert main(["match", game, "random", "easy", "normal", "--seats", "3", "--whole"]) == 2


def test_options_of_a_deal_are_taken() -> None:
    for game, options in (
        ("yassa", {"challenge_reveal": "all"}),  # no decision changes, but what seats see
        ("durak", {"adders": "neighbours"}),
        ("durak", {"match_games": 1}),
    ):
        check_single(koloda.game(game), 3, options)


def test_the_same_seed_gives_the_same_games(
    program: Callable[[str], str], capsys: pytest.CaptureFixture[str]
) -> None:
    name = program("from koloda_bot import run\nrun(lambda view, legal: legal[-1])\n")
    words = [
        "tournament",
        "yassa",
        name,
        "easy",
        "random",
        "--seats",
        "3",
        "--mixed",
        "--games",
        "3",
        "--json",
    ]
    found = []
    for jobs in ("1", "2"):
        assert main([*words, "--seed", "5", "--jobs", jobs, "--program-ms", "600000"]) == 0
        found.append(json.loads(capsys.readouterr().out))
    assert found[0] == found[1]
    assert found[0]["games"] == 3
    assert found[0]["faults"] == []
