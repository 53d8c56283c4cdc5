"""Matches between bots: mirrored deals, honest statistics."""

from __future__ import annotations

import json
import math
import random
from collections import Counter

import pytest

import koloda
from koloda.arena.pairing import Pairing, PairResult, Score, Sprt, play_game, play_match
from koloda.arena.ratings import elo, expected
from koloda.cli import main
from koloda.core.errors import KolodaError


def pairing(first: str, second: str, deals: int, game: str = "durak", seats: int = 4) -> Pairing:
    return Pairing(game, seats, first, second, deals, 0, {})


def test_a_bot_against_itself_is_even() -> None:
    """The two games of a deal are then the same game, once from each side."""
    for pair in play_match(pairing("heuristic", "heuristic", 20)):
        assert pair.points == 1.0
        assert pair.difference == 0.0


def test_a_mirrored_deal_exchanges_the_seats() -> None:
    there = play_game(pairing("heuristic", "random", 1), 5, mirrored=False)
    swapped = play_game(pairing("random", "heuristic", 1), 5, mirrored=True)
    assert there == swapped[::-1]


def test_any_number_of_jobs_gives_the_same_results() -> None:
    match = pairing("heuristic", "random", 6)
    assert list(play_match(match, 1)) == list(play_match(match, 2))


def test_the_heuristic_beats_random_play() -> None:
    score = Score(list(play_match(pairing("heuristic", "random", 60))))
    assert score.interval()[0] > 0.85


@pytest.mark.long
def test_the_search_beats_the_heuristic() -> None:
    if not koloda.compiled():
        pytest.skip("long without the compiled build, which decides alike")
    score = Score(list(play_match(pairing("mcts:300", "heuristic", 60))))
    assert score.interval()[0] > 0.5


def test_win_rate_and_interval() -> None:
    score = Score([PairResult(2.0, 1.0), PairResult(1.0, 0.0), PairResult(1.5, 0.5), PairResult(0.0, -1.0)])
    assert score.games == 8
    assert score.win_rate == pytest.approx(4.5 / 8)
    assert score.mean_difference == pytest.approx(0.125)
    low, high = score.interval()
    assert 0 < low < score.win_rate < high < 1


def test_the_interval_shrinks_with_the_number_of_games_and_never_becomes_a_point() -> None:
    wins = [Score([PairResult(2.0, 1.0)] * count).interval() for count in (5, 50, 500)]
    widths = [high - low for low, high in wins]
    assert widths == sorted(widths, reverse=True)
    assert min(widths) > 0
    assert all(low < 1.0 for low, _ in wins)


def test_elo_is_the_inverse_of_the_expected_score() -> None:
    assert elo(0.5) == 0
    assert elo(0.0) is None
    assert elo(1.0) is None
    assert expected(400.0) == pytest.approx(10 / 11)
    value = elo(expected(123.0))
    assert value is not None
    assert math.isclose(value, 123.0)


def test_the_sequential_test_stops_on_a_clear_result() -> None:
    test = Sprt()
    assert test.decided(Counter([1.0] * 50 + [0.5] * 5)) == "better"
    assert test.decided(Counter([0.0] * 50 + [0.5] * 5)) == "not better"
    assert test.decided(Counter([0.5, 1.0, 0.0])) is None
    assert test.decided(Counter([])) is None
    low, high = Sprt(alpha=0.01, beta=0.1).bounds
    assert (low, high) == (math.log(0.1 / 0.99), math.log(0.9 / 0.01))
    # pairs of which each wins one game tell more than the same games won and lost at random
    assert abs(Sprt(0, 30).ratio(Counter([0.5] * 100))) > abs(Sprt(0, 30).ratio(Counter([0.0, 1.0] * 50)))


@pytest.mark.parametrize("truth", [0.0, 40.0])
def test_the_sequential_test_errs_as_seldom_as_it_says(truth: float) -> None:
    chance = random.Random(5)
    test = Sprt(0.0, 40.0, alpha=0.1, beta=0.1)
    wrong = 0
    tries = 150
    for _ in range(tries):
        rates: Counter[float] = Counter()
        while (found := test.decided(rates)) is None:
            rates[sum(chance.random() < expected(truth) for _ in range(2)) / 2] += 1
        wrong += found == ("better" if truth == 0.0 else "not better")
    assert wrong / tries < 0.16


@pytest.mark.parametrize(
    "arguments", [["--sprt", "5"], ["--sprt", "10", "0"], ["--sprt", "0", "5", "--alpha", "0.7"]]
)
def test_a_sequential_test_without_sense_is_refused(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["match", "durak", "heuristic", "random", *arguments]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_more_than_two_sit_at_one_table(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["match", "yassa", "random", "easy", "normal", "--games", "6", "--json"]
    assert main([*words, "--seats", "3"]) == 0
    facts = json.loads(capsys.readouterr().out)
    assert facts["games"] == 6
    assert [row["games"] for row in facts["standings"]] == [6, 6, 6]
    assert main([*words, "--seats", "2"]) == 2
    assert "more --seats" in capsys.readouterr().err


def test_the_command_prints_the_promised_keys(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["match", "durak", "heuristic", "random", "--games", "9", "--json"]) == 0
    facts = json.loads(capsys.readouterr().out)
    assert list(facts) == ["games", "win_rate", "interval", "elo", "elo_interval", "mean_difference"]
    assert facts["games"] == 10


def test_the_command_is_readable_and_stops_early(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["match", "durak", "heuristic", "random", "--games", "2000", "--sprt"]) == 0
    text = capsys.readouterr().out
    assert "sequential test  better   (Elo 0 or 10: LLR" in text
    assert "bounds -2.94 and 2.94" in text
    assert "2000 games" not in text


@pytest.mark.parametrize(
    "arguments",
    [
        ["durak", "heuristic", "nobody"],
        ["nothing", "heuristic", "random"],
        ["durak", "heuristic", "random", "--seats", "9"],
        ["durak", "heuristic", "random", "--options", '{"mode": "x"}'],
        ["durak", "heuristic", "random", "--games", "0"],
        ["durak", "heuristic", "random", "--seed", str(2**63 - 1)],
    ],
)
def test_bad_input_is_one_line_and_exit_code_two(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["match", *arguments]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_a_match_needs_an_opponent() -> None:
    with pytest.raises(KolodaError):
        pairing("heuristic", "random", 1, seats=1).check()
