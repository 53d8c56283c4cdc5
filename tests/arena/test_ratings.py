"""Ratings: what is true of any results, and of results whose ratings are known."""

from __future__ import annotations

import math
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from koloda.arena.ratings import (
    BASE,
    BadResult,
    RatingTable,
    Result,
    bradley_terry,
    elo,
    expected,
    openskill,
)

NAMES = ("a", "b", "c", "d")


def duel(winner: str, loser: str, group: object = None) -> Result:
    return Result(((winner,), (loser,)), (1, 2), group)


def draw(one: str, other: str, group: object = None) -> Result:
    return Result(((one,), (other,)), (1, 1), group)


@st.composite
def games(draw: st.DrawFn) -> Result:
    side = st.lists(st.sampled_from(NAMES), min_size=1, max_size=2).map(tuple)
    sides = draw(st.lists(side, min_size=2, max_size=4))
    places = draw(st.lists(st.integers(1, 4), min_size=len(sides), max_size=len(sides)))
    return Result(tuple(sides), tuple(places), draw(st.none() | st.integers(0, 5)))


RESULTS = st.lists(games(), max_size=15)


def values(table: RatingTable) -> dict[str, tuple[float, float, float]]:
    return {name: (each.elo, each.low, each.high) for name, each in table.items()}


@settings(deadline=None, max_examples=25)
@given(RESULTS)
def test_ratings_are_finite_ordered_and_have_the_base_as_their_mean(results: list[Result]) -> None:
    table = bradley_terry(results, NAMES)
    assert set(table) == set(NAMES)
    assert sum(each.elo for each in table.values()) / len(table) == pytest.approx(BASE)
    assert [each.elo for each in table.values()] == sorted(
        (each.elo for each in table.values()), reverse=True
    )
    for each in table.values():
        assert math.isfinite(each.low)
        assert each.low <= each.elo <= each.high
    for a in NAMES:
        for b in NAMES:
            assert table.superiority(a, b) + table.superiority(b, a) == pytest.approx(1.0)
            assert table.difference(a, b).value == pytest.approx(-table.difference(b, a).value)


@settings(deadline=None, max_examples=25)
@given(RESULTS, st.randoms(use_true_random=False))
def test_the_order_of_games_sides_and_players_makes_no_difference(
    results: list[Result], chance: random.Random
) -> None:
    mixed = []
    for result in chance.sample(results, len(results)):
        order = chance.sample(range(len(result.sides)), len(result.sides))
        sides = tuple(tuple(reversed(result.sides[place])) for place in order)
        mixed.append(Result(sides, tuple(result.places[place] for place in order), result.group))
    wanted = values(bradley_terry(results, NAMES))
    found = values(bradley_terry(mixed, NAMES))
    for name in NAMES:
        assert found[name] == pytest.approx(wanted[name], abs=1e-4)


@settings(deadline=None, max_examples=25)
@given(RESULTS, st.permutations(NAMES))
def test_other_names_have_the_same_ratings(results: list[Result], others: list[str]) -> None:
    called = dict(zip(NAMES, others, strict=True))
    renamed = [
        Result(
            tuple(tuple(called[name] for name in side) for side in result.sides), result.places, result.group
        )
        for result in results
    ]
    wanted = values(bradley_terry(results, NAMES))
    found = values(bradley_terry(renamed, others))
    for name in NAMES:
        assert found[called[name]] == pytest.approx(wanted[name], abs=1e-4)


@settings(deadline=None, max_examples=25)
@given(RESULTS)
def test_one_more_win_never_makes_the_winner_weaker(results: list[Result]) -> None:
    before = bradley_terry(results, NAMES).difference("a", "b").value
    after = bradley_terry([*results, duel("a", "b")], NAMES).difference("a", "b").value
    assert after > before - 1e-6


@settings(deadline=None, max_examples=25)
@given(RESULTS)
def test_results_turned_round_turn_the_ratings_round(results: list[Result]) -> None:
    turned = [result._replace(places=tuple(-place for place in result.places)) for result in results]
    wanted = bradley_terry(results, NAMES)
    found = bradley_terry(turned, NAMES)
    for name in NAMES:
        assert found[name].elo - BASE == pytest.approx(BASE - wanted[name].elo, abs=1e-4)


def test_a_long_duel_has_the_rating_of_its_win_rate() -> None:
    results = [duel("a", "b")] * 3000 + [duel("b", "a")] * 1000
    wanted = elo(0.75)
    assert wanted is not None
    difference = bradley_terry(results).difference("a", "b")
    assert difference.value == pytest.approx(wanted, abs=1.0)
    # the error of a win rate of 3/4 after 4000 games, by hand
    margin = 1.96 * math.sqrt(1 / (4000 * 0.75 * 0.25)) * 400 / math.log(10)
    assert difference.high - difference.value == pytest.approx(margin, rel=0.02)


def test_known_strengths_are_found_again() -> None:
    strengths = {"a": 1600.0, "b": 1500.0, "c": 1480.0, "d": 1420.0}
    chance = random.Random(1)
    results = []
    for _ in range(4000):
        # who has the smallest time of an exponential race wins as Bradley and Terry say, pair by pair too
        players = chance.sample(NAMES, 3)
        times = [chance.expovariate(10 ** (strengths[name] / 400)) for name in players]
        results.append(Result(tuple((name,) for name in players), tuple(times)))
    table = bradley_terry(results)
    for name, wanted in strengths.items():
        assert table[name].low - 5 < wanted < table[name].high + 5
        assert table[name].high - table[name].low < 40


def test_intervals_hold_the_truth_as_often_as_they_say() -> None:
    chance = random.Random(2)
    truth = 70.0
    inside = 0
    tries = 200
    for _ in range(tries):
        results = [
            duel("a", "b") if chance.random() < expected(truth) else duel("b", "a") for _ in range(100)
        ]
        difference = bradley_terry(results).difference("a", "b")
        inside += difference.low <= truth <= difference.high
    assert 0.91 < inside / tries < 0.99


def test_games_on_the_same_cards_count_as_one_observation() -> None:
    lucky = [
        duel("a", "b", deal) if deal % 2 else duel("b", "a", deal) for deal in range(40) for _ in range(9)
    ]
    alone = [result._replace(group=None) for result in lucky]
    wide = bradley_terry(lucky)["a"]
    narrow = bradley_terry(alone)["a"]
    assert wide.high - wide.low > 2 * (narrow.high - narrow.low)


def test_mirrored_deals_that_cancel_the_luck_are_surer() -> None:
    # every deal is won once by each: whoever sits in the east
    results = [duel(*pair, deal) for deal in range(50) for pair in (("a", "b"), ("b", "a"))]
    mirrored = bradley_terry(results).difference("a", "b")
    counted = bradley_terry([result._replace(group=None) for result in results]).difference("a", "b")
    assert mirrored.value == pytest.approx(0.0, abs=1e-6)
    assert mirrored.high < counted.high / 3


def test_the_anchor_has_the_base_and_no_interval() -> None:
    table = bradley_terry([duel("a", "b"), draw("b", "c")], anchor="b", base=0.0)
    assert (table["b"].elo, table["b"].low, table["b"].high) == (0.0, 0.0, 0.0)
    assert table["a"].elo > 0
    with pytest.raises(BadResult):
        bradley_terry([duel("a", "b")], anchor="x")


def test_members_of_a_team_share_its_strength() -> None:
    results = [Result((("a", "b"), ("c", "d")), (1, 2))] * 30
    table = bradley_terry(results)
    assert table["a"].elo == pytest.approx(table["b"].elo)
    assert table["a"].elo > table["c"].elo
    assert (table["a"].points, table["a"].games, table["c"].points) == (30.0, 30, 0.0)


def test_a_game_against_oneself_says_nothing() -> None:
    table = bradley_terry([duel("a", "a")] * 20 + [duel("a", "b")])
    wanted = bradley_terry([duel("a", "b")])
    assert tuple(table.difference("a", "b")) == pytest.approx(tuple(wanted.difference("a", "b")))


@pytest.mark.parametrize(
    "result",
    [
        Result((("a",),), (1,)),
        Result((("a",), ("b",)), (1,)),
        Result((("a",), ()), (1, 2)),
        Result((("a",), ("b",)), (1, math.nan)),
    ],
)
def test_a_result_without_sense_is_refused(result: Result) -> None:
    with pytest.raises(BadResult):
        bradley_terry([result])
    with pytest.raises(BadResult):
        openskill([result])


def test_elo_and_expected_are_inverse_and_never_overflow() -> None:
    for value in (-500.0, -3.0, 0.0, 123.0):
        found = elo(expected(value))
        assert found is not None
        assert found == pytest.approx(value, abs=1e-6)
    assert expected(-1e9) == pytest.approx(0.0)
    assert expected(1e9) == pytest.approx(1.0)
    assert elo(0.0) is None
    assert elo(1.0) is None


def test_openskill_follows_the_games() -> None:
    skills = openskill([duel("a", "b")] * 10 + [Result((("a", "c"), ("b", "d")), (1, 2))])
    assert skills["a"].mean > 25 > skills["b"].mean
    assert skills["c"].mean > 25 > skills["d"].mean
    assert skills["a"].deviation < 25 / 3
    assert skills["a"].ordinal < skills["a"].mean
    # going on from before is the same as all at once
    half = openskill([duel("a", "b")] * 5)
    assert openskill([duel("a", "b")] * 5, half) == openskill([duel("a", "b")] * 10)
    itself = openskill([duel("a", "a")])["a"]
    assert itself.mean == pytest.approx(25.0)
    assert itself.deviation < 25 / 3
