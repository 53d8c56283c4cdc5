"""What is learned about Flights: the features, what outputs mean, and when a search asks for them."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from itertools import pairwise

import pytest

import valued
from koloda.bots.mcts import evaluate
from koloda.bots.player import Player
from koloda.bots.search import Search
from koloda.core.outlook import with_bonus
from koloda.core.rng import Rng
from koloda.core.weights import check_active, head_of
from koloda.games.flights import GAME
from koloda.games.flights.bots.tuning import TUNING, learnable, tuned, tuning_with
from koloda.games.flights.bots.values import SPAN, WINNING, FlightsValues
from koloda.games.flights.state import FlightsState

SEATS = [2, 3, 4]


@cache
def values_for(seats: int) -> FlightsValues:
    return valued.with_weights(FlightsValues(seats))


def dealt(seats: int, options: dict[str, object], seed: int = 3) -> FlightsState:
    state = GAME.deal(seats, seed, options)
    assert isinstance(state, FlightsState)
    return state


def beginnings(seats: int, seed: int = 3) -> list[FlightsState]:
    found = valued.beginnings(GAME, seats, {}, seed)
    return [state for state in found if isinstance(state, FlightsState)]


@pytest.mark.parametrize("seats", SEATS)
def test_every_round_begins_once(seats: int) -> None:
    rounds = [int(state.round_no) for state in beginnings(seats)]
    assert rounds == list(range(1, len(rounds) + 1))
    assert len(rounds) > 3


@pytest.mark.parametrize("seats", SEATS)
def test_every_position_has_as_many_features_and_each_has_a_row(seats: int) -> None:
    values = values_for(seats)
    counts = set()
    for seed in range(8):
        for state in beginnings(seats, seed):
            active = values.seen(state)
            counts.add(len(active))
            assert all(0 <= feature < values.size for feature in active)
    assert len(counts) == 1
    check_active(counts.pop())


@pytest.mark.parametrize("seats", SEATS)
def test_no_two_tables_overlap(seats: int) -> None:
    values = values_for(seats)
    tables = sorted((start, start + 2**bits) for start, bits in values.tables)
    assert all(end <= start for (_, end), (start, _) in pairwise(tables))
    assert tables[-1][1] <= values.size


@pytest.mark.parametrize("seats", SEATS)
def test_what_is_expected_sums_to_nothing(seats: int) -> None:
    for state in beginnings(seats):
        returns = values_for(seats).returns(state)
        assert sum(returns) == pytest.approx(0.0)
        assert len(set(returns)) == seats
        assert all(-SPAN < value < SPAN * (seats - 1) for value in returns)


@pytest.mark.parametrize("seats", SEATS)
def test_targets_are_shares_that_say_what_the_end_was_worth(seats: int) -> None:
    values = values_for(seats)
    returns = [float(3 * seat) - 1.5 * (seats - 1) for seat in range(seats)]
    worth = with_bonus(returns, WINNING)
    assert worth[-1] == returns[-1] + WINNING
    for state in beginnings(seats)[:4]:
        targets = values.targets(state, worth)
        assert sum(targets) == pytest.approx(1.0)
        roles = [(int(state.first) + role) % seats for role in range(seats)]
        said = [SPAN * (seats * target - 1) for target in targets]
        assert said == pytest.approx([worth[seat] for seat in roles])


USUAL = "first P1; round 3; P1 [R4 B2 R6] G1 X4 DP used 6 2; P2 [G5 Y1] B6 Y2 XU used 1 5"


def seen(text: str) -> list[int]:
    return values_for(2).seen(GAME.position(text))


def test_seats_are_told_apart_by_who_begins_only() -> None:
    exchanged = USUAL
    for old, new in (("P1", "P0"), ("P2", "P1"), ("P0", "P2")):
        exchanged = exchanged.replace(old, new)
    assert seen(USUAL) == seen(exchanged)
    values = values_for(2)
    assert values.returns(GAME.position(USUAL)) == values.returns(GAME.position(exchanged))[::-1]


def test_renaming_colours_changes_nothing() -> None:
    renamed = USUAL
    for old, new in (("R", "*"), ("Y", "R"), ("*", "Y")):
        renamed = renamed.replace(old, new)
    assert sorted(seen(USUAL)) == sorted(seen(renamed))
    values = values_for(2)
    assert values.returns(GAME.position(USUAL)) == values.returns(GAME.position(renamed))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("R4 B2 R6", "R4 B2"),
        ("R4 B2 R6", "R5 B2 R6"),
        ("R4 B2 R6", "R4 Y3 R6"),
        ("G5 Y1", "Y1 G5"),
        ("G5 Y1", "G5 Y4"),
        ("G1 X4", "G1 X5"),
        ("G1 X4", "Y3 X4"),
        ("Y2 XU", "Y2 DP"),
        ("used 6 2", "used 6 3"),
        ("used 1 5", "used 1 5; discard R1"),
        ("used 1 5", "used 1 5; discard X1"),
        ("first P1", "first P2"),
    ],
)
def test_what_differs_is_seen(before: str, after: str) -> None:
    assert USUAL.count(before) == 1
    assert seen(USUAL) != seen(USUAL.replace(before, after))


def test_the_order_of_the_draw_pile_is_not_seen_and_chance_draws_it_anew() -> None:
    values = values_for(2)
    state = beginnings(2)[2]
    left = list(state.pile)[int(state.drawn) :]
    again = values.redrawn(state, Rng(1))
    assert isinstance(again, FlightsState)
    drawn = list(again.pile)[int(again.drawn) :]
    assert drawn != left
    assert sorted(drawn) == sorted(left)
    assert list(again.hands) == list(state.hands)
    assert values.seen(again) == values.seen(state)
    assert again.rng.next32() != values.redrawn(state, Rng(2)).rng.next32()
    assert list(state.pile)[int(state.drawn) :] == left


def test_the_search_plays_the_round_to_its_end_and_asks() -> None:
    values = values_for(2)
    state = dealt(2, {})
    search = Search(state, state.actor, GAME.heuristic, tuning_with(values), Rng(1))
    later = beginnings(2)[2]
    assert search.finish(later.clone()) == values.returns(later)  # a round has just begun: at once
    later.apply(later.actor, GAME.heuristic.choose(later, later.actor, Rng(1)))
    assert not later.begins()
    number = later.round_no
    search.finish(later)
    assert later.round_no == number + 1
    assert later.begins()


def test_what_winning_is_worth_is_added_once() -> None:
    """The values hold it already; where a deal has ended the search adds it."""
    state = dealt(2, {})
    search = Search(state, state.actor, GAME.heuristic, tuning_with(values_for(2)), Rng(1))
    expected = search.finish(state.clone())
    assert search.utilities(expected) == expected
    ended = state.clone()
    while ended.pending:
        ended.apply(ended.actor, GAME.heuristic.choose(ended, ended.actor, Rng(1)))
    returns = search.finish(ended)
    assert returns == ended.returns()
    assert search.utilities(returns) == with_bonus(returns, WINNING)
    assert values_for(2).outcome(ended) == with_bonus(returns, WINNING)


@pytest.mark.parametrize("options", [{"burn_mode": "pair_first"}, {"max_rounds": 9}, {"board": "small"}])
def test_other_rules_are_not_learned(options: dict[str, object]) -> None:
    state = dealt(2, options)
    assert learnable(state) is None
    assert tuned(state) is TUNING
    evaluate(Player(state, int(state.actor), Rng(1)), None, 5)


def test_games_won_by_points_are_learned_but_not_played_with_what_the_collector_taught() -> None:
    state = dealt(2, {"winner": "points"})
    assert learnable(state) is not None
    assert tuned(state) is TUNING


def test_other_colours_and_matches_are_played_with_the_same_values() -> None:
    other = dealt(2, {"city_colours": "green,yellow,orange,violet", "match_mode": "single"})
    assert tuned(other) is tuned(dealt(2, {}))


@pytest.mark.parametrize("seats", [2, 4])
def test_what_is_shipped_is_loaded_and_says_where_it_comes_from(seats: int) -> None:
    assert tuned(dealt(seats, {})).outlook is not TUNING.outlook
    assert tuned(dealt(3, {})) is TUNING
    data = files("koloda.games.flights.bots").joinpath(f"values-{seats}.net").read_bytes()
    assert head_of(data)["made"]["by"].startswith(f"koloda train flights --seats {seats} --seed 1")
    assert len(data) < 1_000_000


def test_values_are_the_same_bits_in_both_builds() -> None:
    """Written down by one of them."""
    found = [repr(values_for(seats).returns(state)[0]) for seats in SEATS for state in beginnings(seats)[1:4]]
    assert found == GOLDEN


GOLDEN = [
    "0.7001796682092518",
    "-6.899338007838935",
    "2.764526422316548",
    "-11.257219562590565",
    "6.095331662688427",
    "-5.909018759182555",
    "3.803884723967048",
    "0.6615060322265567",
    "-6.713320750087429",
]
