"""What is learned about Yassa: the features, what outputs mean, and when a search asks for them."""

from __future__ import annotations

from array import array
from functools import cache
from importlib.resources import files
from itertools import permutations

import pytest

import valued
from koloda.arena.training.lessons import Task, learned_in
from koloda.arena.training.plan import Plan
from koloda.bots.mcts import evaluate
from koloda.bots.player import Player
from koloda.bots.search import Search
from koloda.core.rng import Rng
from koloda.core.weights import check_active, head_of
from koloda.games.yassa import GAME
from koloda.games.yassa.bots.tuning import TUNING, learnable, tuned, tuning_with
from koloda.games.yassa.bots.values import POINTS, YassaValues, out_of_reach, unanswered
from koloda.games.yassa.cards import NUMBERS
from koloda.games.yassa.state import YassaState
from yassa.positions import now, play, position, yassa

SEATS = [2, 3, 4]
USUAL = "A: R5 R5 G5 GS BD WC; B: Y1 Y2 B9 W4; top R2"


@cache
def values_for(seats: int) -> YassaValues:
    return valued.with_weights(YassaValues(seats))


def beginnings(seats: int, seed: int = 3) -> list[YassaState]:
    return [yassa(state) for state in valued.beginnings(GAME, seats, {}, seed)]


def seen(text: str, seats: int = 2) -> list[int]:
    return values_for(seats).seen(position(text))


@pytest.mark.parametrize("seats", SEATS)
def test_every_turn_begins_once(seats: int) -> None:
    turns = [int(state.stage()) for state in beginnings(seats)]
    assert turns == list(range(turns[0], turns[0] + len(turns)))
    assert len(turns) > 5


def test_a_turn_begins_when_the_window_for_calls_is_closed() -> None:
    state = position("A: R5 R9; B: B1 B2 R3; top R2")
    before = state.stage()
    play(state, "A play R5")
    assert (now(state), state.begins(), state.stage()) == ("CALL_WINDOW(B)", False, before)
    play(state, "B silent")
    assert (now(state), state.begins(), state.stage()) == ("TURN(B)", True, before + 1)


def test_in_real_time_no_turn_has_begun_while_somebody_can_be_called_out() -> None:
    state = position("A: R5 R9; B: B1 B2 R3; top R2", reaction_mode="realtime")
    before = state.stage()
    play(state, "A play R5")
    assert (now(state), state.begins(), state.stage()) == ("TURN(B)", False, before)
    play(state, "B call")
    assert (now(state), state.begins(), state.stage()) == ("TURN(B)", True, before + 1)


@pytest.mark.parametrize("seats", SEATS)
def test_every_position_has_as_many_features_and_each_has_a_row(seats: int) -> None:
    values = values_for(seats)
    counts = set()
    for seed in range(8):
        for state in beginnings(seats, seed):
            found = values.seen(state)
            counts.add(len(found))
            assert all(0 <= feature < values.size for feature in found)
    assert len(counts) == 1
    check_active(counts.pop())


@pytest.mark.parametrize("hands", ["A: *; B: R1", "A: R1; B: *"])
def test_hands_of_any_size_have_their_rows(hands: str) -> None:
    found = seen(f"{hands}; top R2")
    assert all(0 <= feature < values_for(2).size for feature in found)


@pytest.mark.parametrize("seats", SEATS)
def test_what_is_expected_sums_to_nothing_and_stays_below_what_can_be_won(seats: int) -> None:
    for state in beginnings(seats):
        values = values_for(seats)
        returns = values.returns(state)
        assert len(set(returns)) == seats
        utilities = values.utilities(returns, 100.0)
        for each in (returns, utilities):
            assert sum(each) == pytest.approx(0.0)
        assert max(utilities) < 100.0 + POINTS * (seats - 1)


@pytest.mark.parametrize("seats", SEATS)
def test_a_sure_win_is_worth_what_a_won_round_is(seats: int) -> None:
    lost = -POINTS * (seats - 1) / seats
    returns = [lost] * seats
    returns[0] = -lost * (seats - 1)
    state = GAME.deal(seats, 1)
    search = Search(state, state.actor, GAME.heuristic, TUNING, Rng(1))
    assert values_for(seats).utilities(returns, 100.0) == pytest.approx(search.utilities(returns))


@pytest.mark.parametrize("seats", SEATS)
def test_targets_are_the_chances_to_win_by_roles(seats: int) -> None:
    state = beginnings(seats)[4]
    outcome = [0.1, 0.9] if seats == 2 else [0.2, 0.5, 0.3, 0.0][:seats]
    targets = values_for(seats).targets(state, outcome)
    if seats == 2:
        assert targets == pytest.approx([2 * outcome[state.turn] - 1])
    else:
        assert targets == [outcome[(state.turn + role * state.direction) % seats] for role in range(seats)]


def test_who_goes_out_has_won_and_nobody_has_won_a_void_round() -> None:
    state = play(position("A: R5; B: W4 W4 W4; top R2"), "A play R5")
    assert values_for(2).outcome(state) == [1.0, 0.0]
    void = play(position("A: R5 R9; B: R1; top R2", max_steps=1), "A play R5")
    assert void.over
    assert values_for(2).outcome(void) == [0.5, 0.5]


def test_lessons_are_means_of_who_has_won_twelve_games() -> None:
    plan = Plan("yassa", 2, {}, seed=4, games=2)
    targets = array("f", learned_in(Task(plan, 0, 0, "none")).targets)
    assert {round(12 * each) for each in targets} <= set(range(-12, 13, 2))
    assert all(12 * each == pytest.approx(round(12 * each), abs=1e-5) for each in targets)
    assert len(set(targets)) > 3


def test_seats_are_told_apart_by_whose_turn_it_is_only() -> None:
    first, second, top = USUAL.split("; ")
    other = f"A:{second[2:]}; B:{first[2:]}; {top}; turn B"
    values = values_for(2)
    assert seen(USUAL) == seen(other)
    assert values.returns(position(USUAL)) == values.returns(position(other))[::-1]


def test_the_direction_decides_who_comes_next() -> None:
    forwards = "A: R5 G5 W4; B: R1 R2; C: B9; top R3"
    backwards = "A: R5 G5 W4; B: B9; C: R1 R2; top R3; direction -1"
    assert seen(forwards, 3) == seen(backwards, 3)
    assert seen(forwards, 3) != seen(forwards + "; direction -1", 3)


@pytest.mark.parametrize("colours", list(permutations("RYGB")))
def test_renaming_colours_changes_nothing(colours: tuple[str, ...]) -> None:
    names = dict(zip("RYGB", colours, strict=True))
    words = [
        names.get(word[0], word[0]) + word[1:] if word[-1] in "0123456789SDV;" else word
        for word in USUAL.split(" ")
    ]
    assert sorted(seen(" ".join(words))) == sorted(seen(USUAL))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("R5 R5", "R5 R6"),
        ("R5 R5", "R5"),
        ("GS BD", "GS GD"),
        ("GS BD", "GS BV"),
        ("WC;", "W4;"),
        ("Y2 B9", "Y2 R9"),
        ("Y2 B9", "Y2 Y9"),
        ("B9 W4", "B9 B8"),
        ("Y1 Y2", "Y1 Y3"),
        ("top R2", "top Y4"),
        ("top R2", "top RS"),
    ],
)
def test_what_differs_is_seen(before: str, after: str) -> None:
    assert USUAL.count(before) == 1
    assert seen(USUAL) != seen(USUAL.replace(before, after))


@pytest.mark.parametrize(
    ("hand", "top", "far"),
    [
        ("R5 R9", "R2", 0),
        ("R5 G5 G7 B7", "R2", 0),  # by the 5 to green, by the 7 to blue
        ("R5 G6 G7 B7", "R2", 3),
        ("G6 B2", "R2", 1),
        ("G6 B7", "R2", 2),
        ("G6 WC", "R2", 1),
        ("R1 Y1 Y2 G2 G3 B3 B4", "R9", 0),
    ],
)
def test_cards_out_of_reach(hand: str, top: str, far: int) -> None:
    state = position(f"A: {hand}; B: W4; top {top}")
    assert int(state.held[0]) == sum(1 << NUMBERS[code] for code in hand.split())
    assert out_of_reach(state.held[0], state.fit) == far


@pytest.mark.parametrize(
    ("hand", "other", "fitting", "others"),
    [
        ("R5 G6", "Y1 B2", 1, 2),
        ("R5 G6", "R1 B2", 0, 1),
        ("R5 G6", "Y5 B6", 0, 0),
        ("R5 G6 WC", "Y1 B2 W4", 1, 2),
    ],
)
def test_cards_to_which_the_other_has_no_answer(hand: str, other: str, fitting: int, others: int) -> None:
    row = int(unanswered(position(f"A: {hand}; B: {other}; top R2"), 0))
    assert (row & 3, row >> 2 & 7) == (fitting, others)
    assert (row >> 5 & 1, row >> 6) == (int("W4" in other), len(hand.split()))


def test_the_order_of_the_stock_is_not_seen_and_chance_draws_it_anew() -> None:
    values = values_for(2)
    state = beginnings(2)[5]
    again = values.redrawn(state, Rng(1))
    assert isinstance(again, YassaState)
    left = list(state.stock)[int(state.taken) :]
    assert list(again.stock) != left
    assert sorted(again.stock) == sorted(left)
    assert list(again.held) == list(state.held)
    assert values.seen(again) == values.seen(state)
    assert again.rng.next32() != values.redrawn(state, Rng(2)).rng.next32()
    assert list(state.stock)[int(state.taken) :] == left


def test_the_search_plays_the_turn_to_its_end_and_asks() -> None:
    state = GAME.deal(2, 3)
    values = values_for(2)
    search = Search(state, state.actor, GAME.heuristic, tuning_with(values), Rng(1))
    later = beginnings(2)[3]
    assert search.finish(later.clone()) == values.returns(later)  # a turn has just begun: at once
    assert search.utilities(values.returns(later)) == values.utilities(values.returns(later), 100.0)
    later = play(position("A: R5 R9 R8; B: Y5 RS BS GS; top R2"), "A play R5", "B play Y5", "A draw")
    turn = later.stage()
    assert not later.begins()
    returns = search.finish(later)
    assert (later.begins(), later.stage()) == (True, turn + 1)
    assert returns == values.returns(later)


def test_a_round_that_ends_before_is_worth_what_it_has_brought() -> None:
    state = position("A: R5; B: B1 B2; top R2")
    search = Search(state, 0, GAME.heuristic, tuning_with(values_for(2)), Rng(1))
    play(state, "A play R5")
    assert search.utilities(search.finish(state)) == [101.5, -101.5]


@pytest.mark.parametrize(
    "options",
    [
        {"scoring": "own_points"},
        {"voluntary_draw": "on"},
        {"mistake_penalty": "on"},
        {"two_player_reverse": "skip"},
    ],
)
def test_other_rules_are_not_learned(options: dict[str, object]) -> None:
    state = yassa(GAME.deal(2, 1, options))
    assert learnable(state) is None
    assert tuned(state) is TUNING
    evaluate(Player(state, int(state.actor), Rng(1)), None, 5)


def test_more_seats_than_a_net_can_add_up_are_not_learned() -> None:
    state = yassa(GAME.deal(5, 1))
    assert learnable(state) is None


@pytest.mark.parametrize("options", [{"reaction_mode": "realtime"}, {"target_points": 200}])
def test_real_time_and_longer_matches_are_learned_alike(options: dict[str, object]) -> None:
    assert learnable(yassa(GAME.deal(2, 1, options))) is not None


def test_what_is_shipped_is_loaded_and_says_where_it_comes_from() -> None:
    assert tuned(yassa(GAME.deal(2, 1))).outlook is not TUNING.outlook
    assert tuned(yassa(GAME.deal(3, 1))) is TUNING
    data = files("koloda.games.yassa.bots").joinpath("values-2.net").read_bytes()
    assert head_of(data)["made"]["by"] == "koloda train yassa --seats 2 --seed 1 --gate 100"
    assert len(data) < 1_000_000


def test_values_are_the_same_bits_in_both_builds() -> None:
    """Written down by one of them."""
    found = [repr(values_for(seats).returns(state)[0]) for seats in SEATS for state in beginnings(seats)[2:5]]
    assert found == GOLDEN


GOLDEN = [
    "-2.968026258108137",
    "4.9607657283956526",
    "-1.5086638904927123",
    "-7.542805671078991",
    "-6.120998410156991",
    "-4.352058957679207",
    "9.569318684047824",
    "-14.166748756910557",
    "5.253775847205828",
]
