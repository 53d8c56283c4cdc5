"""Games small enough to be solved: fewer ranks and suits, smaller hands."""

from __future__ import annotations

from typing import Any

import pytest

from koloda import BadNotation, BadOption, game
from koloda.core.rng import Rng

DURAK = game("durak")
TINY: dict[str, Any] = {"ranks": 3, "suits": 2, "hand_size": 2}


def test_the_deck_has_the_lowest_ranks_of_the_first_suits_and_hands_their_size() -> None:
    setup = DURAK.setup(DURAK.deal(2, 5, TINY))
    assert sorted(setup["deck"]) == ["6H", "6S", "7H", "7S", "8H", "8S"]
    assert [len(hand) for hand in setup["hands"]] == [2, 2]
    assert len(setup["stock"]) == 2


def test_all_other_cards_lie_in_the_discard_from_the_beginning() -> None:
    view = DURAK.deal(2, 5, TINY).view(0)
    assert len(view["discard"]) == 30
    assert "6H" not in view["discard"]
    assert view["stock"] == 2


def test_the_trump_is_a_suit_in_play() -> None:
    appointed = {**TINY, "trump_source": "appointed"}
    assert {DURAK.deal(2, seed, appointed).view(0)["trump"] for seed in range(40)} == {"H", "S"}


def test_worlds_are_dealt_from_the_cards_in_play() -> None:
    state = DURAK.deal(2, 3, {**TINY, "trump_source": "appointed", "first_mover": "appointed"})
    held = {tuple(state.determinize(0, Rng(seed)).reveal()["hands"][1]) for seed in range(60)}
    possible = {"6H", "6S", "7H", "7S", "8H", "8S"} - set(state.view(0)["hand"])
    assert {card for hand in held for card in hand} == possible


def test_a_hand_is_as_large_as_the_deck_allows_where_nothing_is_said() -> None:
    assert DURAK.resolve(2, {"ranks": 3, "suits": 2})["hand_size"] == 3
    assert DURAK.resolve(2)["hand_size"] == 6


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"ranks": 3, "suits": 1, "hand_size": 2}, "3 cards give 2 seats 1 at most"),
        ({"ranks": 1, "suits": 1}, "1 cards is too small for 2 seats"),
        ({"hand_size": 7}, "allowed are 1 to 6"),
    ],
)
def test_a_deck_that_cannot_be_dealt_is_refused(options: dict[str, object], said: str) -> None:
    with pytest.raises(BadOption, match=said):
        DURAK.resolve(2, options)


def test_traces_name_the_deck_only_where_it_is_small() -> None:
    assert not {"ranks", "suits", "hand_size"} & set(DURAK.trace_options(2, DURAK.resolve(2)))
    small = DURAK.trace_options(2, DURAK.resolve(2, TINY))
    assert {name: small[name] for name in TINY} == TINY


def test_a_setup_must_have_the_cards_and_a_trump_in_play() -> None:
    options = {**TINY, "trump_source": "appointed", "first_mover": "appointed"}
    deck = ["6H", "7H", "8H", "6S", "7S", "8S"]
    state = DURAK.from_deck(deck, "S", 0, 2, options)  # type: ignore[attr-defined]
    assert DURAK.restore(DURAK.setup(state), 2, options).view(1) == state.view(1)
    with pytest.raises(BadNotation, match="not the 6 cards"):
        DURAK.from_deck([*deck[:-1], "9S"], "S", 0, 2, options)  # type: ignore[attr-defined]
    with pytest.raises(BadNotation, match="trump C: this suit is not in play"):
        DURAK.from_deck(deck, "C", 0, 2, options)  # type: ignore[attr-defined]
    with pytest.raises(BadNotation, match="9S: this card is not in play"):
        DURAK.position("1: 6H; 2: 9S", TINY)


@pytest.mark.rule("R28")
def test_all_who_have_no_card_when_the_stock_runs_out_are_out() -> None:
    one = {"mode": "individual", "hand_size": 1}
    state = DURAK.position("stock 9H; 1: 6C; 2: 7C 8D; 3: 6D; 4: QC; lead 1", one)
    for text in ("move 6C", "beat 7C", "add 6D", "beat 8D"):
        state.play(text)
    assert state.view(0)["out"] == [2, 1]  # the order of the refill: counter-clockwise from the attacker
    assert not state.over

    state = DURAK.position("stock 9H; 1: 6C; 2: 7C 8D; 3: 6D; lead 1", one)
    for text in ("move 6C", "beat 7C", "add 6D", "beat 8D"):
        state.play(text)
    assert state.over
    assert DURAK.result(state)["fool"] == 0
