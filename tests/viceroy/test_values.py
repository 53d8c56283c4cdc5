"""What is learned about Viceroy: the features, what the output means, and when a search asks for it."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

import pytest

import valued
from koloda.bots.mcts import evaluate
from koloda.bots.player import Player
from koloda.bots.search import Search
from koloda.core.rng import Rng
from koloda.core.weights import check_active, head_of
from koloda.games.viceroy import GAME
from koloda.games.viceroy.auction import TURNS
from koloda.games.viceroy.bots.tuning import TUNING, learnable, tuned, tuning_with
from koloda.games.viceroy.bots.values import SPAN, ViceroyValues
from koloda.games.viceroy.state import ViceroyState


@cache
def values() -> ViceroyValues:
    return valued.with_weights(ViceroyValues())


def dealt(seats: int, options: dict[str, object], seed: int = 3) -> ViceroyState:
    state = GAME.deal(seats, seed, options)
    assert isinstance(state, ViceroyState)
    return state


def beginnings(seed: int = 3) -> list[ViceroyState]:
    found = valued.beginnings(GAME, 2, {}, seed)
    return [state for state in found if isinstance(state, ViceroyState)]


def test_every_turn_begins_once() -> None:
    assert [int(state.turn) for state in beginnings()] == list(range(1, int(TURNS) + 1))


def test_every_position_has_as_many_features_and_each_has_a_row() -> None:
    counts = set()
    for seed in range(8):
        for state in beginnings(seed):
            seen = values().seen(state)
            counts.add(len(seen))
            assert all(0 <= feature < values().size for feature in seen)
            assert len(set(seen)) == len(seen)
    assert len(counts) == 1
    check_active(counts.pop())


def test_what_is_expected_corrects_the_outlook_and_sums_to_nothing() -> None:
    for state in beginnings():
        returns, outlook = values().returns(state), state.outlook()
        assert sum(returns) == pytest.approx(0.0)
        assert 0 < abs(returns[0] - outlook[0]) < SPAN


def test_targets_say_by_how_much_the_outlook_was_wrong() -> None:
    for state in beginnings():
        first = 0 if state.low[0] < state.low[1] else 1
        for error in (-30.0, -5.0, 0.0, 12.0):
            returns = state.outlook()
            returns[first] += error
            returns[1 - first] -= error
            assert values().targets(state, returns) == pytest.approx([max(-1.0, error / SPAN)])


ONE = "0: hand L70 gems B2R1 pyramid 1:0 C36[P2] 1:1 C20"
OTHER = "1: gems Y3 attack 1 pyramid 1:0 C10[M1] 1:1 C11[S1] 2:0 C40"
USUAL = f"{ONE}; {OTHER}"


def position(parts: str) -> ViceroyState:
    return GAME.position(f"seats 2; turn 5; phase law_choose; {parts}")


def test_seats_are_told_apart_by_their_lowest_numbers_only() -> None:
    state, other = position(USUAL), position(f"0{OTHER[1:]}; 1{ONE[1:]}")
    assert values().seen(state) == values().seen(other)
    assert values().returns(state) == pytest.approx(values().returns(other)[::-1])


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("gems B2R1", "gems B3R1"),
        ("gems B2R1", "gems B1R2"),
        ("hand L70 ", ""),
        ("hand L70", "hand L70 L71"),
        ("attack 1 ", ""),
        ("C36[P2]", "C36[P2,MB1]"),
        ("C36[P2]", "C36[P2,EB1]"),
        ("C36[P2]", "C36[P2,CB1Y]"),
        ("C10[M1]", "C10[M1,F1]"),
        ("C11[S1]", "C11[S1,M1]"),
        (" 2:0 C40", ""),
        ("1:1 C20", "1:1 C20 1:2 C21"),
        ("1:1 C20", "1:1 C20 2:0 C21"),
    ],
)
def test_what_differs_is_seen(before: str, after: str) -> None:
    assert USUAL.count(before) == 1
    assert values().seen(position(USUAL)) != values().seen(position(USUAL.replace(before, after)))


def test_the_order_of_the_decks_is_not_seen_and_chance_draws_it_anew() -> None:
    state = beginnings()[3]
    again = values().redrawn(state, Rng(1))
    assert isinstance(again, ViceroyState)
    for name in ("large", "small", "law"):
        cards, anew = list(getattr(state, name)), list(getattr(again, name))
        drawn = int(getattr(state, f"{name}_at"))
        assert anew[:drawn] == cards[:drawn]
        assert anew[drawn:] != cards[drawn:]
        assert sorted(anew[drawn:]) == sorted(cards[drawn:])
    assert values().seen(again) == values().seen(state)
    assert again.rng.next32() != values().redrawn(state, Rng(2)).rng.next32()


def test_the_search_plays_the_turn_to_its_end_and_asks() -> None:
    state = dealt(2, {})
    search = Search(state, state.actor, GAME.heuristic, tuning_with(values()), Rng(1))
    later = beginnings()[3]
    assert search.finish(later.clone()) == values().returns(later)  # a turn has just begun: at once
    later.apply(later.actor, GAME.heuristic.choose(later, later.actor, Rng(1)))
    assert not later.begins()
    turn = later.turn
    found = search.finish(later)
    assert later.turn == turn + 1
    assert found == values().returns(later)


@pytest.mark.parametrize(
    ("seats", "options", "possible"),
    [(3, {}, False), (2, {"virtuals": 1}, False), (2, {"deck": "default-2"}, True)],
)
def test_other_tables_are_not_learned(seats: int, options: dict[str, object], possible: bool) -> None:
    """With an older deck they could be: nothing is shipped for it."""
    state = dealt(seats, options)
    assert (learnable(state) is not None) == possible
    assert tuned(state) is TUNING
    evaluate(Player(state, int(state.actor), Rng(1)), None, 3)


def test_what_is_shipped_is_loaded_and_says_where_it_comes_from() -> None:
    assert tuned(dealt(2, {})).outlook is not TUNING.outlook
    data = files("koloda.games.viceroy.bots").joinpath("values-2.net").read_bytes()
    assert head_of(data)["made"]["by"].startswith("koloda train viceroy --seats 2 --seed 1 --games 30000")
    assert len(data) < 2_000_000


def test_values_are_the_same_bits_in_both_builds() -> None:
    """Written down by one of them."""
    assert [repr(values().returns(state)[0]) for state in beginnings()[::2]] == GOLDEN


GOLDEN = [
    "-0.02891996483938808",
    "3.0679662808229757",
    "-8.653858612047479",
    "4.943290771253281",
    "7.5176940488208235",
    "16.493154790268107",
]
