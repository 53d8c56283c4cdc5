"""Puzzles: what is shipped holds, the finder repeats itself and goes on, and bad files get one clear line."""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from pathlib import Path

import pytest

from koloda.arena import puzzles as finder
from koloda.arena.puzzles import Request, found, solved_by
from koloda.bots.mcts import Estimate
from koloda.bots.puzzle import EXACT, Puzzle, check, line, puzzles, read
from koloda.cli import main
from koloda.core.errors import BadTrace, KolodaError
from koloda.core.rng import Rng
from koloda.games import all_games, game

SHIPPED = [each for each in all_games() if puzzles(each)]
DURAK = game("durak")
ENDINGS = ["--seats", "2", "--endings", "--seed", "1000"]


def changed(puzzle: Puzzle, **fields: object) -> Puzzle:
    return replace(puzzle, **fields)  # type: ignore[arg-type]


@pytest.mark.parametrize("each", SHIPPED, ids=lambda each: each.id)
def test_every_puzzle_of_ours_holds(each: object) -> None:
    own = puzzles(each)  # type: ignore[arg-type]
    for puzzle in own:
        check(each, puzzle)  # type: ignore[arg-type]
    assert len({puzzle.id for puzzle in own}) == len(own)


def test_what_the_heuristic_plays_at_once_is_no_puzzle() -> None:
    """When it is found: the heuristic may become wiser later, and that makes no stored puzzle wrong."""
    request = Request(DURAK, [2], puzzles(DURAK)[0].seed, {}, 300, 4000, 1.0, True)
    fresh = [puzzle for deal in range(20) for puzzle in found(request, deal)]
    assert fresh
    for puzzle in fresh:
        state = check(DURAK, puzzle)
        usual = DURAK.heuristic.choose(state.masked(puzzle.seat), puzzle.seat, Rng(1))
        assert DURAK.text(int(usual)) not in puzzle.solutions


@pytest.mark.parametrize("each", SHIPPED, ids=lambda each: each.id)
def test_every_game_of_ours_has_enough_for_days(each: object) -> None:
    assert len(puzzles(each)) >= 12  # type: ignore[arg-type]


def test_every_solution_by_search_is_clear() -> None:
    for each in SHIPPED:
        for puzzle in puzzles(each):
            assert (puzzle.error == 0) == (puzzle.source == EXACT)
            assert puzzle.margin >= (finder.ERRORS - 0.1) * puzzle.error - 0.01


def test_the_same_deal_gives_the_same_puzzles_as_are_shipped() -> None:
    first = puzzles(DURAK)[0]
    request = Request(DURAK, [2], first.seed, {}, 300, 4000, 1.0, True)
    assert found(request, 0)[0].id == first.id


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"seat": 7}, "seat 7"),
        ({"seed": 3}, "action|legal|asked|margin|exact|enough"),
        ({"actions": [(0, "nonsense")]}, "action 0"),
        ({"margin": 0.5}, "margin"),
        ({"solutions": []}, "solutions"),
        ({"source": "a friend"}, "source"),
        ({"game": "yassa"}, "not of durak"),
    ],
)
def test_what_is_wrong_with_a_puzzle_is_said(fields: dict[str, object], words: str) -> None:
    with pytest.raises(KolodaError, match=words):
        check(DURAK, changed(puzzles(DURAK)[0], **fields))


def test_a_wrong_value_in_an_exact_puzzle_is_found() -> None:
    puzzle = puzzles(DURAK)[0]
    wrong = {text: -value for text, value in puzzle.values.items()}
    worse = [text for text in wrong if text not in puzzle.solutions][:1]
    with pytest.raises(BadTrace, match=r"margin|exact"):
        check(DURAK, changed(puzzle, values=wrong, solutions=worse))


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"format": "koloda-puzzles/1"}\n{"game": 1}', "[" * 100_000, '{"format": 7}\n']
)
def test_a_bad_file_gets_one_line(text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(BadTrace):
        read(text.splitlines())
    path = tmp_path / "bad.jsonl"
    path.write_text(text, "utf-8")
    assert main(["puzzles", "durak", "--verify", str(path)]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


@pytest.mark.parametrize(
    "fields",
    [
        {"actions": [[0]]},
        {"actions": [[0, 1]]},
        {"actions": [["0", "pass"]]},
        {"solutions": [1]},
        {"values": {"pass": float("nan")}},
        {"values": {"pass": "1"}},
        {"seed": True},
        {"seats": 2.0},
        {"more": 1},
    ],
)
def test_a_line_with_something_of_another_kind_is_refused(fields: dict[str, object]) -> None:
    head = line({"format": "koloda-puzzles/1"})
    given = {**asdict(puzzles(DURAK)[0]), **fields}
    with pytest.raises(BadTrace, match="line 2"):
        read([head, json.dumps(given)])


def test_a_run_goes_on_where_it_was_ended(tmp_path: Path) -> None:
    whole, part = tmp_path / "whole.jsonl", tmp_path / "part.jsonl"
    assert main(["puzzles", "durak", "--count", "3", *ENDINGS, "--out", str(whole)]) == 0
    text = whole.read_text("utf-8")
    part.write_text(text[: text.rindex('"difficulty"')], "utf-8")  # in the middle of a line
    assert main(["puzzles", "durak", "--count", "3", *ENDINGS, "--out", str(part)]) == 0
    assert part.read_text("utf-8") == text
    assert main(["puzzles", "durak", "--verify", str(whole)]) == 0


def test_other_wishes_do_not_continue_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "begun.jsonl"
    request = Request(DURAK, [2], 1000, {}, 300, 4000, 1.0, True)
    path.write_text(line(request.head()), "utf-8")
    assert main(["puzzles", "durak", "--count", "1", "--seed", "2", "--out", str(path)]) == 2
    assert "other wishes" in capsys.readouterr().err
    assert json.loads(path.read_text("utf-8"))["seed"] == 1000


@pytest.mark.parametrize(
    "wish", [[], ["--count", "1"], ["--count", "1", "--out", "x", "--seats", "99"], ["--margin", "-1"]]
)
def test_a_wish_that_cannot_be_is_refused(wish: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["puzzles", "durak", *wish]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_a_game_without_a_solver_has_no_endings(tmp_path: Path) -> None:
    wish = ["--endings", "--count", "1", "--out", str(tmp_path / "x")]
    assert main(["puzzles", "yassa", *wish]) == 2


def opinions(*gaps: float) -> list[list[Estimate]]:
    return [[Estimate(1, 500, 3.0 + gap), Estimate(2, 100, 3.0)] for gap in gaps]


def test_searches_that_differ_too_much_settle_nothing() -> None:
    request = Request(DURAK, [2], 0, {}, 10, 10, 1.0, False)
    assert finder.settled(request, 1, opinions(2.0, 2.1, 1.9, 2.0, 2.0)) is not None
    assert finder.settled(request, 1, opinions(0.1, 5.0, 0.2, 4.0, 0.7)) is None
    assert finder.settled(request, 1, opinions(0.5, 0.5, 0.5, 0.5, 0.5)) is None  # clear, but too little


def test_an_action_that_was_hardly_tried_settles_nothing() -> None:
    request = Request(DURAK, [2], 0, {}, 10, 10, 1.0, False)
    few = [[Estimate(1, 500, 5.0 + i / 100), Estimate(2, 3, 1.0)] for i in range(5)]
    assert finder.settled(request, 1, few) is None


def test_what_weak_bots_find_is_easier() -> None:
    easy = solved_by([(1000.0, True), (1700.0, True)])
    middle = solved_by([(1000.0, False), (1700.0, True)])
    hard = solved_by([(1000.0, False), (1700.0, False)])
    assert easy < middle < hard
