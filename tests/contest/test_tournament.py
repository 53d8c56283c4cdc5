"""Points, standings, awards, the order of play, and the files of a tournament (protocol, section 12)."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from contest.players import HERE, TOKEN, running
from koloda.arena.contest.record import as_transcript
from koloda.arena.contest.referee import Conditions
from koloda.arena.contest.results import GameResult, award, interval, matches, standings
from koloda.arena.contest.tournament import Plan
from koloda.cli import main

PLAYER = str(HERE / "player.py")


def match(a: int, b: int, results: str) -> list[GameResult]:
    """Games between two programs, two on each deal: A and B say who has won, V that it is void."""
    games = []
    for number, letter in enumerate(results):
        teams = (a, b) if number % 2 == 0 else (b, a)
        winner = None if letter == "V" else teams.index(a if letter == "A" else b)
        games.append(GameResult(teams, number // 2 + 1, winner, "void" if letter == "V" else "normal"))
    return games


@pytest.mark.protocol("P7")
def test_example_1_all_places_are_shared() -> None:
    games = match(0, 1, "AAAB") + match(1, 2, "AAAB") + match(2, 0, "AAAB")
    table = standings(3, games)
    assert [(row.points, row.among_tied, row.faults, row.clean_deals) for row in table] == [(4, 4, 0, 1)] * 3
    assert [row.place for row in table] == ["1-3"] * 3
    assert [row.award for row in table] == [100, 100, 100]


@pytest.mark.protocol("P7")
def test_example_2_the_match_between_the_tied_decides() -> None:
    games = match(0, 1, "ABBB") + match(0, 2, "AAAA") + match(1, 2, "ABAB")
    table = standings(3, games)
    assert [(row.program, row.points, row.award) for row in table] == [(1, 5, 200), (0, 5, 100), (2, 2, 0)]
    assert [row.among_tied for row in table] == [3, 1, 0]


def test_fewer_faults_and_then_clean_deals_decide() -> None:
    games = match(0, 1, "AB")
    games[0] = GameResult((0, 1), 1, 0, "fault", 1, "TIME")
    assert [row.program for row in standings(2, games)] == [0, 1]
    games = match(0, 1, "AABB") + match(0, 2, "AABB") + match(1, 2, "ABAB")
    assert [(row.program, row.clean_deals, row.place) for row in standings(3, games)] == [
        (0, 2, "1"), (1, 1, "2-3"), (2, 1, "2-3"),
    ]  # fmt: skip
    assert [row.award for row in standings(3, games)] == [200, 50, 50]


def test_awards_are_rounded_half_up() -> None:
    assert award(1, Fraction(1)) == 200
    assert [award(4, Fraction(place)) for place in (1, 2, 3, 4)] == [200, 133, 67, 0]
    assert award(5, Fraction(5, 2)) == 125
    assert award(17, Fraction(2)) == 188  # 187.5


@pytest.mark.protocol("P6")
def test_a_void_game_gives_no_points() -> None:
    table = standings(2, match(0, 1, "VV"))
    assert [row.points for row in table] == [0, 0]
    facts = matches(2, match(0, 1, "VVAB"))[0].facts()
    assert (facts["void"], facts["win_rate"], facts["draws"]) == (2, 0.5, 0)


def test_the_interval_of_a_win_rate() -> None:
    low, high = interval(50, 100)
    assert low == pytest.approx(0.404, abs=0.001)
    assert high == pytest.approx(0.596, abs=0.001)
    assert interval(0, 0) == (0, 1)
    assert interval(100, 100)[1] == 1


@pytest.mark.protocol("P7")
def test_deals_are_common_mirrored_and_depend_on_seed_and_number_only() -> None:
    plan = Plan(("a", "b", "c"), 6, 7, Conditions())
    schedule = plan.schedule()
    assert len(schedule) == 18
    assert [(each.teams, each.deal) for each in schedule[:6]] == [
        ((0, 1), 1), ((1, 0), 1), ((0, 1), 2), ((1, 0), 2), ((0, 1), 3), ((1, 0), 3),
    ]  # fmt: skip
    assert [plan.deal(number).first for number in range(1, 10)] == [0, 1, 2, 3, 0, 1, 2, 3, 0]
    assert plan.deal(3) == Plan(("x", "y"), 1, 7, Conditions(memory_mb=64)).deal(3)
    assert plan.deal(3).deck != plan.deal(4).deck
    assert plan.deal(3).deck != Plan(("a", "b"), 6, 8, Conditions()).deal(3).deck


# the command


def judge(capsys: pytest.CaptureFixture[str], *arguments: object) -> dict[str, Any]:
    # time enough: a busy machine is no fault of a program
    assert main(["judge", *map(str, arguments), "--time-scale", "20", "--json"]) == 0
    facts: dict[str, Any] = json.loads(capsys.readouterr().out)
    return facts


def test_two_programs(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    first, second = tmp_path / "first.jsonl", tmp_path / "second.jsonl"
    facts = judge(capsys, PLAYER, f"{PLAYER} garbage 3", "--games", 4, "--seed", 1, "--transcript", first)
    assert facts["games"] == 4
    assert facts["wins"] == [4, 0]
    assert facts["win_rate"] == 1.0
    assert facts["faults"] == {"1": {}, "2": {"GARBAGE": 4}}
    assert main(["verify", str(first)]) == 0
    assert "4 transcripts ok" in capsys.readouterr().out
    again = ["--games", 4, "--seed", 1, "--transcript", second, "--jobs", 2]
    judge(capsys, PLAYER, f"{PLAYER} garbage 3", *again)
    assert first.read_bytes() == second.read_bytes(), "the same seed gives the same transcripts, by any jobs"
    games = [json.loads(line) for line in first.read_text().splitlines()]
    assert [game["programs"]["1"] == PLAYER for game in games] == [True, False, True, False]
    assert games[0]["deck"] == games[1]["deck"] != games[2]["deck"]
    assert main(["judge", "--explain", str(first), "--game", "2"]) == 0
    assert "GARBAGE of seat" in capsys.readouterr().out


def test_the_text_says_who_lost_by_what(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["judge", PLAYER, f"{PLAYER} exit", "--games", "2", "--time-scale", "20"]) == 0
    assert "exit lost 2: 2 by EOF, 0 on cards" in capsys.readouterr().out


def test_a_tournament_can_be_killed_and_resumed(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    out = tmp_path / "contest"
    arguments = [PLAYER, f"{PLAYER} illegal 2", f"{PLAYER} exit", "--games", 2, "--seed", 3, "--out", out]
    whole = judge(capsys, *arguments)
    assert [row["points"] for row in whole["standings"]] == [4, 2, 0]
    assert [row["award"] for row in whole["standings"]] == [200, 100, 0]
    games = out / "games.jsonl"
    complete = [without_times(line) for line in games.read_text().splitlines()]
    assert len(complete) == 6
    # a crash in the middle of the fourth game's line
    lines = games.read_text().splitlines(keepends=True)
    games.write_text("".join(lines[:3]) + lines[3][:50])
    transcript = tmp_path / "all.jsonl"
    resumed = judge(capsys, *arguments, "--resume", "--transcript", transcript)
    assert resumed["standings"] == whole["standings"]
    assert [without_times(line) for line in games.read_text().splitlines()] == complete
    assert main(["verify", str(games), str(transcript)]) == 0
    assert capsys.readouterr().out.count("6 transcripts ok") == 2
    assert json.loads((out / "standings.json").read_text())["standings"] == whole["standings"]
    assert "place" in (out / "standings.txt").read_text()
    assert main(["judge", *map(str, arguments)]) == 2
    assert "--resume" in capsys.readouterr().err
    assert main(["judge", *map(str, arguments), "--resume", "--memory-mb", "64"]) == 2
    assert "another tournament" in capsys.readouterr().err


def without_times(line: str) -> dict[str, Any]:
    return as_transcript(json.loads(line), times=False)


def test_nothing_survives_a_judge_that_is_killed(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "koloda", "judge", f"{PLAYER} sleep 1 {TOKEN}", PLAYER, "--jobs", "2"]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as judge:
        until = time.monotonic() + 20
        while not running() and time.monotonic() < until:
            time.sleep(0.05)
        assert running()
        judge.kill()
    until = time.monotonic() + 5
    while running() and time.monotonic() < until:
        time.sleep(0.05)
    assert not running()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["a", "b", "--games", "0"], "whole number"),
        (["a", "b", "--time-scale", "0"], "above 0"),
        (["a", "b", "--options", '{"mode": "individual"}'], "mode team"),
        (["a", "b", "--options", '{"nothing": 1}'], "unknown option"),
        (["a", "b", "--resume"], "--out"),
        (["a", "b", "--repair"], "--resume"),
        (["a", "--out", "x"], "two programs or more"),
        (["./missing", "b"], "./missing: there is no such program"),
        (["a 'b", "c"], "no command line"),
        (["", "c"], "empty"),
        (["a", "b", "--transcript", "/no/such/folder/file"], "no such folder"),
    ],
)
def test_bad_arguments(capsys: pytest.CaptureFixture[str], arguments: list[str], message: str) -> None:
    assert main(["judge", *arguments]) == 2
    assert message in capsys.readouterr().err
