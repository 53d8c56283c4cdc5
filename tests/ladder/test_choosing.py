"""Who plays next, and what the results are worth."""

from __future__ import annotations

import math
import random
from collections import Counter

import pytest

from koloda.arena.ladder.choosing import choose
from koloda.arena.ladder.entrants import Entrant
from koloda.arena.ladder.final import schedule
from koloda.arena.ladder.playing import rotations, seated
from koloda.arena.ladder.standings import final_standings, rated
from koloda.arena.ratings import expected
from koloda.ladder.book import Final, duels, points_of, shares_of
from ladder.conftest import small


def chosen(
    sigmas: dict[str, float], ratings: dict[str, float] | None = None, playing: Counter[str] | None = None
) -> Counter[str]:
    """How often each plays in fifty games, where ratings do not depend on each other."""

    def deviation(a: str, b: str) -> float:
        return math.hypot(sigmas[a], sigmas[b])

    known = {name: (ratings or {}).get(name, 1500.0) for name in sigmas}
    rng = random.Random(1)
    lineups = (
        choose(known, dict.fromkeys(sigmas, ""), deviation, 2, playing or Counter(), rng) for _ in range(50)
    )
    return Counter(version for lineup in lineups for version in lineup)


def test_who_is_least_known_plays_first_and_against_equals() -> None:
    ratings = {"weak": 1100.0, "equal": 1500.0, "strong": 1900.0, "new": 1500.0}
    found = chosen({"weak": 30.0, "equal": 30.0, "strong": 30.0, "new": 300.0}, ratings)
    assert found == {"new": 50, "equal": 50}


def test_games_that_go_on_count_as_played() -> None:
    found = chosen(dict.fromkeys("abcd", 100.0), playing=Counter({"a": 5, "b": 5}))
    assert set(found) == {"c", "d"}


def test_two_that_know_each_other_well_meet_others() -> None:
    """How they compare with the rest is unknown, but another game between them tells nothing about it."""
    pairs = {("1.1", "2.1"): [200.0, 400.0], ("3.1", "4.1"): [2.0, 4.0]}
    found = rated([["1.1"], ["2.1"], ["3.1"], ["4.1"]], pairs, {})
    assert found.deviation("1.1", "2.1") < found.deviation("1.1", "3.1") / 3
    known = {version: each.rating for version, each in found.items()}
    for seed in range(20):
        lineup = choose(known, dict.fromkeys(known, ""), found.deviation, 2, Counter(), random.Random(seed))
        assert set(lineup) != {"1.1", "2.1"}


def even(names: list[str], owners: dict[str, str], sides: int, seed: int = 1) -> list[str]:
    ratings = dict.fromkeys(names, 1500.0)
    return choose(ratings, owners, lambda a, b: 100.0, sides, Counter(), random.Random(seed))


def test_nobody_plays_alone() -> None:
    assert even(["a"], {"a": ""}, 2) == []


def test_programs_of_one_author_do_not_share_a_large_table() -> None:
    owners = {"own0": "ann", "own1": "ann", "own2": "ann", "other0": "", "other1": ""}
    for seed in range(20):
        lineup = even(list(owners), owners, 3, seed)
        assert sum(version.startswith("own") for version in lineup) <= 1
    assert set(even(["own0", "own1"], owners, 2)) == {"own0", "own1"}, "between two sides there is no third"


def test_a_table_with_too_few_programs_is_filled_by_turns() -> None:
    assert even(["a", "b"], {"a": "", "b": ""}, 3) in (["a", "b", "a"], ["b", "a", "b"])


def test_each_program_has_each_side_of_a_deal_once() -> None:
    a, b, c = (Entrant(name, name) for name in "abc")
    assert rotations([a, b]) == [(a, b), (b, a)]
    assert len(rotations([a, b, c])) == 3
    assert rotations([a, b, a, b]) == [(a, b, a, b), (b, a, b, a)]
    team = small(game="durak", seats=4)
    assert seated(team, [a, b]) == [a, b, a, b]


def test_a_game_of_three_is_worth_two_duels() -> None:
    shares = shares_of(["a", "b", "c"], [3.0, 1.0, 1.0])
    found = list(duels(shares))
    assert [(first, second, score) for first, second, score, _ in found] == [
        ("a", "b", 1.0),
        ("a", "c", 1.0),
        ("b", "c", 0.5),
    ]
    assert sum(weight for *_, weight in found) == pytest.approx(2)
    assert points_of(shares) == {"a": 1.0, "b": 0.25, "c": 0.25}


def test_a_new_version_begins_with_the_rating_of_the_old_one_and_less_surely() -> None:
    pairs = {("1.1", "2.1"): [75.0, 100.0]}
    before = rated([["1.1"], ["2.1"]], pairs, {})
    after = rated([["1.1", "1.2"], ["2.1"]], pairs, before)
    assert after["1.2"].rating == pytest.approx(after["1.1"].rating)
    assert after["1.1"].rating == pytest.approx(before["1.1"].rating, abs=0.1)
    assert after["1.2"].sigma > 2 * after["1.1"].sigma


def test_ratings_follow_the_results_and_do_not_depend_on_where_the_search_begins() -> None:
    pairs = {("1.1", "2.1"): [760.0, 1000.0], ("2.1", "3.1"): [500.0, 1000.0]}
    chains = [["1.1"], ["2.1"], ["3.1"]]
    found = rated(chains, pairs, {})
    assert expected(found["1.1"].rating - found["2.1"].rating) == pytest.approx(0.76, abs=0.01)
    assert sum(each.rating for each in found.values()) / 3 == pytest.approx(1500)
    again = rated(chains, pairs, found)
    assert all(again[v].rating == pytest.approx(found[v].rating, abs=1e-3) for v in found)
    assert found["1.1"].sigma < rated(chains, {("1.1", "2.1"): [7.6, 10.0]}, {})["1.1"].sigma


def test_who_wins_everything_has_a_finite_rating() -> None:
    found = rated([["1.1"], ["2.1"]], {("1.1", "2.1"): [5000.0, 5000.0]}, {})
    assert 2000 < found["1.1"].rating < 4000


def test_in_a_final_everybody_meets_everybody_on_the_same_deals() -> None:
    final = Final(1, 3, ["1.1", "2.1", "3.1"], 5)
    found = schedule(final, 2)
    assert [number for number, *_ in found] == list(range(1, 10))
    assert Counter(tuple(lineup) for _, lineup, _ in found) == {
        ("1.1", "2.1"): 3,
        ("1.1", "3.1"): 3,
        ("2.1", "3.1"): 3,
    }
    assert schedule(final, 2) == found
    crowd = Final(1, 2, [f"{n}.1" for n in range(1, 6)], 5)
    for _, lineup, _ in schedule(crowd, 3):
        assert len(set(lineup)) == 3


def test_the_standings_of_a_final_are_its_points() -> None:
    final = Final(1, 1, ["1.1", "2.1"], 5)
    final.games = [(1, ["1.1", "2.1"], [1.0, -1.0]), (1, ["2.1", "1.1"], [0.0, 0.0])]
    rows = final_standings(final)["rows"]
    assert [(row["version"], row["score"], row["games"]) for row in rows] == [
        ("1.1", 1.5, 2),
        ("2.1", 0.5, 2),
    ]
