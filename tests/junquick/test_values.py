"""What is learned about JunQuick: the features, what outputs mean, and when a search asks for them."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from itertools import combinations, pairwise

import pytest

import valued
from koloda.bots.mcts import evaluate
from koloda.bots.player import Player
from koloda.bots.search import Search
from koloda.core.rng import Rng
from koloda.core.weights import check_active, head_of
from koloda.games.junquick import GAME
from koloda.games.junquick.bots.tuning import TUNING, learnable, tuned, tuning_with
from koloda.games.junquick.bots.values import JunQuickValues
from koloda.games.junquick.state import JunQuickState

SEATS = [2, 3, 4]


@cache
def values_for(seats: int) -> JunQuickValues:
    return valued.with_weights(JunQuickValues(seats))


def dealt(seats: int, options: dict[str, object], seed: int = 3) -> JunQuickState:
    state = GAME.deal(seats, seed, options)
    assert isinstance(state, JunQuickState)
    return state


def beginnings(seats: int, seed: int = 3) -> list[JunQuickState]:
    found = valued.beginnings(GAME, seats, {}, seed)
    return [state for state in found if isinstance(state, JunQuickState)]


@pytest.mark.parametrize("seats", SEATS)
def test_every_round_begins_once(seats: int) -> None:
    rounds = [int(state.round_no) for state in beginnings(seats)]
    assert rounds == list(range(1, len(rounds) + 1))
    assert len(rounds) > 5


@pytest.mark.parametrize("seats", SEATS)
def test_every_position_has_as_many_features_and_each_has_a_row(seats: int) -> None:
    values = values_for(seats)
    counts = set()
    for seed in range(8):
        for state in beginnings(seats, seed):
            seen = values.seen(state)
            counts.add(len(seen))
            assert all(0 <= feature < values.size for feature in seen)
    assert len(counts) == 1
    check_active(counts.pop())


def test_no_two_tables_overlap() -> None:
    for seats in SEATS:
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
        assert all(-1 < value < seats - 1 for value in returns)


@pytest.mark.parametrize("seats", SEATS)
def test_targets_say_what_the_returns_said(seats: int) -> None:
    for state in beginnings(seats)[:4]:
        values = values_for(seats)
        for shared in range(1, seats + 1):
            for winners in combinations(range(seats), shared):
                won = seats / shared - 1
                returns = [won if seat in winners else -1.0 for seat in range(seats)]
                targets = values.targets(state, returns)
                if seats == 2:
                    assert targets == [returns[state.fp]]
                else:
                    roles = [(int(state.fp) + role) % seats for role in range(seats)]
                    wanted = [1 / shared if seat in winners else 0.0 for seat in roles]
                    assert targets == pytest.approx(wanted)


def position(parts: str, fp: int = 0) -> JunQuickState:
    """The first player has `a`, the other `b`."""
    a, b = (fp, 1 - fp)
    text = parts.replace("hand a", f"{a}").replace("hand b", f"{b}")
    for word, seat in (("a", a), ("b", b)):
        for zone in ("nest", "home", "virus"):
            text = text.replace(f"{zone} {word}", f"{zone} {seat}")
    return GAME.position(f"seats 2; fp {fp}; turn {fp}; {text}")


USUAL = "hand a: J1 J2 HY L3 D1 IW; hand b: J1 J1 J4 G3 CS EV; nest a: J1 J2 T3; nest b: J4 J4; virus b: V2"


def test_seats_are_told_apart_by_who_begins_only() -> None:
    state, other = position(USUAL), position(USUAL, fp=1)
    values = values_for(2)
    assert values.seen(state) == values.seen(other)
    assert values.returns(state) == values.returns(other)[::-1]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("hand a: J1 J2", "hand a: J1 J3"),
        ("J1 J1 J4 G3", "J1 J1 J1 G3"),
        ("HY L3", "HY HY"),
        ("L3 D1", "T4 D1"),
        ("D1 IW", "D2 IW"),
        ("G3 CS", "DM CS"),
        ("T3; nest b", "EV; nest b"),
        ("J4 J4", "J4 DM"),
        ("J4 J4", "J4 J4 J4"),
        ("virus b: V2", "virus a: V2"),
        ("virus b: V2", "virus b: V2; home b: J1 J2 J3 J4"),
        ("virus b: V2", "virus b: V2; deck J1 J2"),
    ],
)
def test_what_differs_is_seen(before: str, after: str) -> None:
    values = values_for(2)
    assert USUAL.count(before) == 1
    assert values.seen(position(USUAL)) != values.seen(position(USUAL.replace(before, after)))


def test_the_order_of_the_deck_is_not_seen_and_chance_draws_it_anew() -> None:
    values = values_for(2)
    state = beginnings(2)[5]
    again = values.redrawn(state, Rng(1))
    assert isinstance(again, JunQuickState)
    left = list(state.deck)[int(state.drawn) :]
    assert list(again.deck)[int(again.drawn) :] != left
    assert sorted(list(again.deck)[int(again.drawn) :]) == sorted(left)
    assert list(again.hands) == list(state.hands)
    assert values.seen(again) == values.seen(state)
    assert again.rng.next32() != values.redrawn(state, Rng(2)).rng.next32()
    assert list(state.deck)[int(state.drawn) :] == left


def test_the_search_plays_the_round_to_its_end_and_asks() -> None:
    state = dealt(2, {})
    values = values_for(2)
    search = Search(state, state.actor, GAME.heuristic, tuning_with(values), Rng(1))
    later = beginnings(2)[3]
    assert search.finish(later.clone()) == values.returns(later)  # a round has just begun: at once
    later.apply(later.actor, GAME.heuristic.choose(later, later.actor, Rng(1)))
    assert not later.begins()
    number = later.round_no
    search.finish(later)
    assert later.round_no == number + 1
    assert later.begins()


@pytest.mark.parametrize(
    "options", [{"final_hand": "nest_cards"}, {"pass_rule": "strict"}, {"instant_mode": "declare"}]
)
def test_other_rules_are_not_learned(options: dict[str, object]) -> None:
    state = dealt(2, options)
    assert learnable(state) is None
    assert tuned(state) is TUNING
    evaluate(Player(state, int(state.actor), Rng(1)), None, 5)


def test_more_seats_than_a_net_can_add_up_are_not_learned() -> None:
    assert learnable(dealt(5, {})) is None
    assert tuned(dealt(5, {})) is TUNING


def test_real_time_is_played_with_the_same_values() -> None:
    assert tuned(dealt(2, {"chief_time": "real"})) is tuned(dealt(2, {}))


@pytest.mark.parametrize("seats", [2, 4])
def test_what_is_shipped_is_loaded_and_says_where_it_comes_from(seats: int) -> None:
    assert tuned(dealt(seats, {})).outlook is not TUNING.outlook
    assert tuned(dealt(3, {})) is TUNING
    data = files("koloda.games.junquick.bots").joinpath(f"values-{seats}.net").read_bytes()
    made = head_of(data)["made"]
    assert made["by"].startswith(f"koloda train junquick --seats {seats} --seed 1 --games 60000")
    assert len(data) < 1_000_000


def test_rulings_of_what_happens_seldom_are_played_with_the_same_values() -> None:
    older: dict[str, object] = {"open_activation": True, "devourer_on_too_soon": False}
    assert tuned(dealt(2, older)) is tuned(dealt(2, {}))


def test_values_are_the_same_bits_in_both_builds() -> None:
    """Written down by one of them."""
    found = [repr(values_for(seats).returns(state)[0]) for seats in SEATS for state in beginnings(seats)[2:5]]
    assert found == GOLDEN


GOLDEN = [
    "0.1457106560005188",
    "0.5663033322649205",
    "-0.31962655637830606",
    "-0.06529754679132826",
    "0.05178684473939299",
    "0.33154290903244066",
    "-0.226718604737159",
    "-0.5254952267842533",
    "0.19416646136761484",
]
