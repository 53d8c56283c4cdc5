"""Matches, section 6.4 and 13.6: to points, to wins, single games, and who is first in the next game."""

from __future__ import annotations

from itertools import pairwise

import pytest

from flights.positions import counted
from koloda.core.match import Match
from koloda.core.rng import Rng
from koloda.core.state import State
from koloda.games.flights import GAME


def played(state: State, seed: int) -> State:
    rng = Rng(seed)
    while not state.over:
        state.apply(state.actor, state.random_legal(state.actor, rng))
    return state


def whole_match(seats: int, seed: int, **options: object) -> Match:
    match = GAME.match(seats, seed, options)
    while not match.over:
        match.add(played(match.next_deal(), len(match.results)))
    return match


@pytest.mark.rule("R34")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_match_to_points_ends_with_the_first_game_that_reaches_the_target(seats: int) -> None:
    match = whole_match(seats, seats)
    before = [total - last for total, last in zip(match.totals, match.results[-1]["scores"], strict=True)]
    assert max(before) < 50 <= max(match.totals)
    assert match.totals == [sum(result["scores"][seat] for result in match.results) for seat in range(seats)]
    assert all(match.totals[seat] == max(match.totals) for seat in match.winners)


@pytest.mark.rule("R34")
def test_the_highest_total_wins_although_somebody_else_reached_the_target_too() -> None:
    match = counted(GAME.match(2), ([49, 45], [0]), ([1, 20], [0]))
    assert match.over
    assert match.winners == [1]


@pytest.mark.rule("R34")
def test_equal_totals_with_equal_places_are_shared() -> None:
    match = counted(GAME.match(3), ([45, 45, 3], [0]), ([7, 7, 30], [2]))
    assert match.over
    assert match.winners == [0, 1]


@pytest.mark.rule("R34")
def test_equal_totals_are_shared_when_the_number_of_games_ended_the_match() -> None:
    match = counted(GAME.match(2, options={"max_games": 2}), ([10, 12], [1]), ([8, 6], [0]))
    assert match.over
    assert match.winners == [0, 1]


@pytest.mark.rule("R35")
def test_a_match_to_wins_counts_first_finishers_and_ignores_points() -> None:
    match = counted(
        GAME.match(2, options={"match_mode": "wins"}),
        ([4, 30], [0]),
        ([5, 30], [0]),
        ([0, 0], []),
        ([20, 19], [1, 0]),
    )
    assert not match.over
    counted(match, ([4, 25], [0, 1]))
    assert match.over
    assert match.winners == [0]


@pytest.mark.rule("R35")
def test_equal_wins_are_shared_when_the_number_of_games_ended_the_match() -> None:
    match = GAME.match(2, options={"match_mode": "wins", "max_games": 3})
    counted(match, ([4, 30], [0]), ([5, 30], [1]), ([9, 0], []))
    assert match.over
    assert match.winners == [0, 1]


@pytest.mark.rule("R35")
def test_a_match_to_wins_is_played_to_its_target() -> None:
    match = whole_match(2, 5, match_mode="wins", wins_target=2)
    firsts = [result["first_finisher"] for result in match.results]
    assert firsts.count(match.winners[0]) == 2
    assert match.totals == [firsts.count(seat) for seat in range(2)]
    assert firsts[-1] == match.winners[0]


@pytest.mark.rule("R38")
def test_a_single_game_is_won_by_the_best_placement() -> None:
    match = whole_match(3, 6, match_mode="single")
    assert len(match.results) == 1
    assert match.winners == match.results[0]["winners"]


@pytest.mark.rule("R38")
@pytest.mark.parametrize(
    ("scores", "finishers", "collector", "points"),
    [
        ([4, 14, 2], [0], [0], [1]),
        ([12, 12, 3], [1], [1], [1]),
        ([5, 15, 15], [0], [0], [1, 2]),
        ([12, 12, 12], [2, 1], [2], [2]),
        ([5, 15, 15], [], [1, 2], [1, 2]),
    ],
)
def test_a_single_game_is_won_by_who_completed_or_if_so_agreed_by_points(
    scores: list[int], finishers: list[int], collector: list[int], points: list[int]
) -> None:
    for winner, winners in (("collector", collector), ("points", points)):
        match = GAME.match(3, options={"match_mode": "single", "winner": winner})
        counted(match, (scores, finishers))
        assert match.over
        assert match.winners == winners


@pytest.mark.rule("R34", "R38")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_match_to_points_adds_up_points_whoever_completes(seats: int) -> None:
    by_collector, by_points = (whole_match(seats, seats, winner=winner) for winner in ("collector", "points"))
    assert by_collector.totals == by_points.totals
    for won, counted_result in zip(by_collector.results, by_points.results, strict=True):
        assert won["scores"] == counted_result["scores"]
        assert set(won["winners"]) <= set(won["finishers"])


@pytest.mark.rule("R36")
def test_the_first_player_rotates_if_that_is_agreed() -> None:
    match = GAME.match(3, 7, {"next_first": "rotate"})
    firsts: list[int] = []
    while len(firsts) < 4 and not match.over:
        state = match.next_deal()
        firsts.append(GAME.setup(state)["first"])
        match.add(played(state, 1))
    assert len(firsts) > 2
    assert all(later == (first + 1) % 3 for first, later in pairwise(firsts))


@pytest.mark.rule("R36")
def test_the_first_player_is_drawn_by_lot_in_each_game_otherwise() -> None:
    firsts = {GAME.setup(GAME.deal(4, seed, context={"previous_first": 1}))["first"] for seed in range(40)}
    assert firsts == {0, 1, 2, 3}
