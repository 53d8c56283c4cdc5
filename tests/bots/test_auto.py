"""Bots that play at a person's strength: the rule alone."""

from __future__ import annotations

import random

import pytest

from koloda.bots import LEVELS
from koloda.bots.auto import Played, Standing, after, standing


def results(level: str, seats: int, *won: bool) -> list[Played]:
    return [Played(level, each, 1, seats) for each in won]


def test_a_beginning_is_at_the_usual_level() -> None:
    assert standing([]) == Standing("normal", 0.0)


@pytest.mark.parametrize(
    ("seats", "won", "level"),
    [
        (2, [True], "normal"),
        (2, [True, True], "hard"),
        (2, [True, False, True, False], "normal"),
        (2, [True, False, True, True], "hard"),
        (2, [False, False], "easy"),
        (4, [True], "normal"),
        (4, [True, True], "hard"),
        (4, [True, False, False, False], "normal"),  # the fair share of wins
        (4, [False, False, False], "normal"),
        (4, [False, False, False, False], "easy"),
        (3, [False, False, False], "easy"),
        (10, [False] * 9, "normal"),
        (10, [False] * 10, "easy"),
    ],
)
def test_a_whole_game_more_or_less_than_the_fair_share_moves_the_level(
    seats: int, won: list[bool], level: str
) -> None:
    assert standing(results("normal", seats, *won)).level == level


def test_where_one_loses_and_the_others_win_a_defeat_weighs_more() -> None:
    """The fool among four: three of four win by chance alone."""
    won, lost = (Played("normal", each, 3, 4) for each in (True, False))
    assert standing([won, won, won, lost]) == Standing("normal", 0.0)
    assert standing([won] * 4).level == "hard"
    assert standing([lost, lost]).level == "easy"


def test_a_draw_and_a_game_that_all_win_move_nothing() -> None:
    for winners, won in ((0, False), (3, True)):
        assert standing([Played("normal", won, winners, 3)] * 20) == Standing("normal", 0.0)


def test_at_another_level_all_begins_anew() -> None:
    assert after(Standing("normal", 0.5), Played("expert", True, 1, 2)) == Standing("expert", 0.5)
    assert standing(results("normal", 2, True, True)) == Standing("hard", 0.0)


def test_at_the_ends_of_the_ladder_there_is_nothing_to_save_up() -> None:
    top = standing(results("master", 2, *[True] * 30))
    assert top == Standing("master", 1.0)
    assert (
        standing([*results("master", 2, *[True] * 30), *results("master", 2, *[False] * 4)]).level == "expert"
    )
    assert standing(results("easy", 2, *[False] * 30)) == Standing("easy", -1.0)


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("own", range(5))
def test_it_settles_where_the_person_plays_as_well_as_the_bots(own: int, seats: int) -> None:
    """A person as strong as a level, in games in which a level is 200 points of Elo."""
    luck = random.Random(own * 10 + seats)
    found, at = Standing(), [0] * len(LEVELS)
    for number in range(600):
        odds = 10 ** ((own - LEVELS.index(found.level)) * 200 / 400)
        won = luck.random() < odds / (odds + seats - 1)
        found = after(found, Played(found.level, won, 1, seats))
        if number >= 20:
            at[LEVELS.index(found.level)] += 1
    assert at[own] == max(at)
    near = sum(at[max(0, own - 1) : own + 2])
    assert near > 0.9 * sum(at)
