"""The invariants of the rules, section 11, on random play with any seats and options."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from koloda.core.policy import next_seat
from koloda.core.rng import Rng
from koloda.games.yassa import GAME
from koloda.games.yassa.cards import CODES, copies
from koloda.games.yassa.state import YassaState
from yassa.positions import play, position

ALL_CARDS = Counter({CODES[card]: int(copies(card)) for card in range(54)})
OPTIONS = st.fixed_dictionaries(
    {"max_steps": st.sampled_from([1, 7, 60, 150])},
    optional={
        option.name: st.sampled_from(list(option.choices)) for option in GAME.options if option.choices
    },
)
DEALS = st.tuples(st.integers(2, 10), st.integers(0, 10**6), OPTIONS)

Deal = tuple[int, int, dict[str, Any]]
Step = tuple[YassaState, dict[str, Any], int, str]


def steps(deal: Deal) -> Iterator[Step]:
    """After each action of a random round: the state, all that was known before it, the seat, the action."""
    seats, seed, options = deal
    state = GAME.deal(seats, seed, options)
    assert isinstance(state, YassaState)
    rng = Rng(seed, 3)
    while not state.over:
        before = state.reveal()
        before["rng"] = state.clone()
        seat = next_seat(state, rng)
        action = state.random_legal(seat, rng)
        state.step(seat, action)
        yield state, before, int(seat), GAME.text(action)


few = settings(max_examples=25)


@few
@given(DEALS)
def test_1_no_card_is_lost_or_made(deal: Deal) -> None:
    for state, _, _, _ in steps(deal):
        all_of_it = state.reveal()
        cards = [code for hand in all_of_it["hands"] for code in hand]
        assert Counter(cards + all_of_it["stock_cards"] + all_of_it["discard"]) == ALL_CARDS
        assert all_of_it["counts"] == [len(hand) for hand in all_of_it["hands"]]


@few
@given(DEALS)
def test_2_and_3_the_colour_follows_the_top_card(deal: Deal) -> None:
    for state, _, _, _ in steps(deal):
        view = state.view(None)
        assert view["discard"]
        if view["colour"] is None:
            assert len(view["discard"]) == 1
            assert view["discard"][0][0] == "W"
        elif view["top"][0] != "W":
            assert view["colour"] == view["top"][0]
        assert view["top"][:2] == view["discard"][-1]


@few
@given(DEALS)
def test_4_a_hand_is_empty_only_at_the_end(deal: Deal) -> None:
    for state, _, _, _ in steps(deal):
        empty = sum(size == 0 for size in state.sizes)
        assert empty == (1 if state.over and state.winner >= 0 else 0)


@few
@given(DEALS)
def test_5_and_6_a_waiting_effect_belongs_to_the_top_card_and_the_phase(deal: Deal) -> None:
    symbols = {"skip": "S", "draw2": "D", "wd4": "4"}
    for state, _, _, _ in steps(deal):
        view = state.view(None)
        if view["effect"] != "none":
            assert view["top"][1] == symbols[view["effect"]]
            assert view["phase"] in (f"respond_{view['effect']}", "call_window", "intervention_window")
            assert view["effect"] != "wd4" or len(view["discard"]) >= 2
        else:
            assert not view["phase"].startswith("respond")


@few
@given(DEALS)
def test_7_who_is_unsaid_has_one_card(deal: Deal) -> None:
    for state, _, _, _ in steps(deal):
        if state.unsaid >= 0:
            assert state.sizes[state.unsaid] == 1
            assert state.rules.realtime or state.reveal()["phase"] == "call_window"


@few
@given(DEALS)
def test_8_the_card_drawn_is_in_the_hand(deal: Deal) -> None:
    for state, _, _, _ in steps(deal):
        drawn = state.reveal()["drawn"]
        if drawn is not None:
            assert state.view(None)["phase"] == "after_draw"
            assert drawn in state.reveal()["hands"][state.turn]


@few
@given(DEALS)
def test_9_only_seats_that_are_asked_or_may_react_have_legal_actions(deal: Deal) -> None:
    for state, _, _, _ in steps(deal):
        for seat in range(state.seats):
            texts = [GAME.text(action) for action in state.legal(seat)]
            if state.pending >> seat & 1:
                assert texts
            elif texts:
                assert state.rules.realtime
                assert all(text.split()[0] in ("call", "intervene", "mistake") for text in texts)


@few
@given(DEALS)
def test_10_a_forced_draw_proves_that_nothing_fits(deal: Deal) -> None:
    for state, before, seat, text in steps(deal):
        if text == "draw" and not state.rules.voluntary:
            symbols = (before["colour"], before["top"][1] if before["top"][0] != "W" else None)
            for code in before["hands"][seat]:
                assert code[0] not in ("W", symbols[0])
                assert code[1] != symbols[1]


@few
@given(DEALS)
def test_11_the_direction_is_the_parity_of_the_reverses_laid(deal: Deal) -> None:
    direction = None
    for state, before, _, text in steps(deal):
        if direction is None:
            applied = deal[2].get("start_card") == "apply" and before["discard"][0][1] == "V"
            assert before["direction"] == (-1 if applied else 1)
            direction = before["direction"]
        after = state.reveal()
        if after["last_lay"] != before["last_lay"] or len(after["discard"]) != len(before["discard"]):
            laid = text.split()[0] in ("play", "intervene") or before["phase"] == "intervention_window"
            new = laid and len(after["discard"]) > 0 and state.top < 52 and after["top"][1] == "V"
            if (
                new
                and not (state.over and state.winner >= 0)
                and sum(after["counts"]) != sum(before["counts"])
            ):
                direction = -direction
        assert state.direction == direction


@few
@given(DEALS)
def test_12_hands_grow_and_shrink_only_as_the_rules_say(deal: Deal) -> None:
    for state, before, _, text in steps(deal):
        after = state.reveal()
        for seat in range(state.seats):
            change = after["counts"][seat] - before["counts"][seat]
            assert change in (-1, 0, 1, 2, 3, 4, 5, 6)
            if change == 3:
                assert text == "challenge"
            if change == 5:
                assert text == "challenge"
            if change == 1 and before["stock"] + len(before["discard"]) > 10:
                assert text == "draw" or text.endswith("!")


@few
@given(DEALS)
def test_13_nobody_escapes_twice_from_one_skip(deal: Deal) -> None:
    escapes = 0
    for state, before, _, text in steps(deal):
        if before["phase"] == "respond_skip" and text.startswith("play"):
            escapes += 1
        elif not text.startswith(("call", "silent", "decline", "mistake")):
            escapes = 0
        assert escapes <= 1 or state.rules.mistakes


@few
@given(DEALS)
def test_14_points_of_a_round_are_at_most_1240_and_the_winner_adds_none_of_his_own(deal: Deal) -> None:
    end = None
    for state, _, _, _ in steps(deal):
        end = state
    assert end is not None
    result = GAME.result(end)
    assert 0 <= sum(result["scores"]) <= 1240
    assert abs(sum(result["returns"])) < 1e-9
    if result["end"] == "void":
        assert set(result["scores"]) == {0}
    elif deal[2].get("scoring") == "own_points":
        assert result["scores"][result["winners"][0]] == 0
    else:
        assert sum(score > 0 for score in result["scores"]) <= 1


@few
@given(DEALS)
def test_15_the_same_seed_and_actions_give_the_same_states(deal: Deal) -> None:
    seats, seed, options = deal
    again = GAME.deal(seats, seed, options)
    for state, _, seat, text in steps(deal):
        again.step(seat, GAME.action(text))
        assert again.reveal() == state.reveal()


@few
@given(DEALS)
def test_16_a_card_just_drawn_is_never_the_last(deal: Deal) -> None:
    for state, before, _, text in steps(deal):
        if before["phase"] == "after_draw" and text.startswith("play"):
            assert not state.over or state.winner < 0


def test_the_deck_is_complete() -> None:
    assert sum(ALL_CARDS.values()) == 108


def fields() -> list[str]:
    """The fields of a state, compiled or not, but for those that a clone has of its own."""
    names = set()
    for kind in YassaState.__mro__:
        names |= set(vars(kind).get("__annotations__", ())) | set(vars(kind).get("__mypyc_attrs__", ()))
    return sorted(name for name in names if not name.startswith("_") and name not in OWN)


OWN = ("game", "rng", "log", "posterior")
DIFFERENT = (
    {"intervention": "any_identical", "start_card": "apply"},
    {"intervention": "any_identical", "reaction_mode": "realtime", "start_card": "digits_only"},
    {"mistake_penalty": "on"},
)


def test_a_clone_forgets_nothing() -> None:
    seen: dict[str, set[str]] = {name: set() for name in fields()}
    for seed in range(12):
        for state, _, _, _ in steps((4, seed, {**DIFFERENT[seed % 3], "max_steps": 150})):
            clone = state.clone()
            for name, values in seen.items():
                value, copied = getattr(state, name), getattr(clone, name)
                if hasattr(value, "__len__"):
                    value, copied = list(value), list(copied)
                assert copied == value, name
                values.add(str(value))
    untracked = GAME.deal()
    assert isinstance(untracked, YassaState)
    untracked.stop_tracking()
    seen["tracks"].add(str(untracked.clone().tracks))
    # all others were something else than what a new state has
    assert [name for name, values in seen.items() if len(values) < 2] == ["seats"]


def test_after_three_mistakes_every_policy_does_what_is_left() -> None:
    state = position("A: R2 R7 Y1; B: B1 B2 B3; top R9", mistake_penalty="on")
    play(state, *["A mistake Y1"] * 3)
    for policy in (GAME.heuristic, GAME.novice):
        assert {policy.choose(state, 0, Rng(seed)) for seed in range(30)} == set(state.legal(0))
