"""Rounds make a match: section 6 and 13.5 of the rules."""

from __future__ import annotations

import pytest

from koloda.core.match import Match
from koloda.core.rng import Rng
from koloda.games.yassa import GAME


def played(seats: int, seed: int, **options: object) -> Match:
    match = GAME.match(seats, seed, options)
    rng = Rng(seed)
    while not match.over:
        state = match.next_deal()
        while not state.over:
            state.apply(state.actor, GAME.heuristic.choose(state, state.actor, rng))
        match.add(state)
    return match


@pytest.mark.parametrize("seats", [2, 4, 10])
def test_the_first_with_500_points_wins_alone(seats: int) -> None:
    match = played(seats, 1)
    assert max(match.totals) >= 500
    assert match.winners == [match.totals.index(max(match.totals))]
    before = [sum(result["scores"][seat] for result in match.results[:-1]) for seat in range(seats)]
    assert max(before) < 500


@pytest.mark.parametrize("seats", [2, 4, 10])
def test_whoever_has_200_of_his_own_points_loses(seats: int) -> None:
    match = played(seats, 2, scoring="own_points")
    losers = [seat for seat, total in enumerate(match.totals) if total >= 200]
    assert losers
    assert match.winners == [seat for seat in range(seats) if seat not in losers]
    assert match.results[-1]["winners"][0] in match.winners


def test_the_targets_are_options() -> None:
    assert 100 <= max(played(3, 3, target_points=100).totals) < 500
    assert max(played(3, 3, scoring="own_points", limit_points=50).totals) >= 50


@pytest.mark.parametrize("scoring", ["winner_takes", "own_points"])
def test_a_match_that_runs_out_of_rounds_is_won_by_the_best_total(scoring: str) -> None:
    match = played(4, 4, scoring=scoring, max_rounds=2, target_points=5000, limit_points=5000)
    assert len(match.results) == 2
    best = min(match.totals) if scoring == "own_points" else max(match.totals)
    assert match.winners == [seat for seat, total in enumerate(match.totals) if total == best]


def test_totals_are_the_sums_of_the_rounds() -> None:
    match = played(5, 5, scoring="own_points")
    for seat in range(5):
        assert match.totals[seat] == sum(result["hand_points"][seat] for result in match.results)


def test_the_same_seed_gives_the_same_match() -> None:
    assert played(3, 6).results == played(3, 6).results
    assert played(3, 6).results != played(3, 7).results
