"""Positions as text: what is written is read again as it was."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given

from durak.positions import asked, hand, play, position
from durak.test_invariants import CHOICES, SEEDS, deal, played
from koloda.core.errors import KolodaError
from koloda.core.rng import Rng
from koloda.games.durak import GAME
from koloda.games.durak.actions import ADD
from koloda.games.durak.state import DurakState

PAST = {"round", "first", "first_card"}  # what a position does not tell
ROUND = "trump S; stock -; 1: 9H 6C; 2: 7C KD; 3: 7D TD; 4: QC; lead 1"


def present(data: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in data.items() if key not in PAST}


def same(state: DurakState, other: DurakState) -> None:
    """Everything is alike but the past, and `turn` where nobody is being polled."""
    assert state.pending == other.pending
    ignored = {} if state.phase == ADD else {"turn": 0}
    assert present(state.reveal()) | ignored == present(other.reveal()) | ignored
    for seat in range(state.seats):
        assert present(state.view(seat)) == present(other.view(seat))
        assert state.legal(seat) == other.legal(seat)


@given(CHOICES, SEEDS)
def test_a_position_that_is_written_and_read_is_the_same(
    choice: tuple[int, dict[str, Any]], seed: int
) -> None:
    state = deal(choice, seed)
    for number, (before, _, _) in enumerate(played(state, seed)):
        if number % 7 == seed % 7:
            text = before.position()
            again = GAME.position(text, choice[1])
            same(before, again)
            assert again.position() == text
    with pytest.raises(KolodaError, match="over"):
        state.position()


@given(CHOICES, SEEDS)
def test_play_goes_on_alike_from_a_position_that_was_read(
    choice: tuple[int, dict[str, Any]], seed: int
) -> None:
    state = deal(choice, seed)
    rng = Rng(seed & 0xFF)
    for _ in range(rng.below(60)):
        if not state.over:
            state.apply(state.actor, state.random_legal(state.actor, rng))
    if state.over:
        return
    again = GAME.position(state.position(), choice[1])
    for before, seat, action in played(state, seed):
        assert again.legal(seat) == before.legal(seat)
        again.apply(seat, action)
    assert (again.over, again.scores()) == (True, state.scores())


def test_a_round_in_progress_is_written_as_it_was_played_passes_too() -> None:
    state = play(position(ROUND), "1 move 6C", "2 beat 7C")
    assert asked(state) == 3
    assert state.position() == f"{ROUND}; then 1 move 6C, 2 beat 7C"
    play(state, "3 add 7D", "2 take")
    assert state.over is False
    text = "stock -; 1: 6C 7H 9H; 2: 7C KD; 3: 7D TD; 4: QC; lead 1; then 1 move 6C, 2 beat 7C, 1 pass"
    assert asked(GAME.position(text)) == 3
    assert GAME.position(text).position().endswith("then 1 move 6C, 2 beat 7C, 1 pass")


def test_who_left_in_this_round_has_his_cards_again_in_the_text() -> None:
    text = "trump S; stock -; 1: 6C; 2: 7C KD; 3: 7D TD; 4: QC; lead 1"
    state = play(position(text), "1 move 6C")
    assert state.out_seats() == [0]
    assert state.position() == f"{text}; then 1 move 6C"
    assert GAME.position(state.position()).out_seats() == [0]


def test_seen_cards_stay_known() -> None:
    state = position("stock 6H 7H; 1: 9H 6C; 2: 7C KD; 3: 7D TD; 4: QC; seen KD 9H; takes 3; lead 2")
    assert state.view(None)["known"] == [["9H"], ["KD"], [], []]
    assert state.view(None)["takes"] == 3
    assert all("KD" in hand(state.determinize(2, Rng(seed)), 2) for seed in range(10))
    assert "seen 9H KD; takes 3; lead 2" in state.position()


def test_a_position_is_watched_from_there_on() -> None:
    state = GAME.position(f"{ROUND}; then 1 move 6C")
    state.play("beat 7C")
    assert [event.kind for event in state.events] == ["move", "beat"]


def test_a_position_may_be_written_in_lines() -> None:
    assert GAME.position(ROUND.replace("; ", "\n")).position() == ROUND


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1: 6C; 2: 6C; lead 1", "once"),
        ("1: 6C; 2: -; lead 1", "seat 2: a player has cards or is out"),
        ("1: XX; 2: 7C", "'XX' is no card: write rank"),
        ("nonsense", "'nonsense' is no part of a position"),
        ("1: 6C; 2: 7C; out 1", "seat 1: a player has cards or is out"),
        ("stock 6H; 1: 6C; 2: 7C; out 3 4", "before the stock is empty"),
        ("trump Z; 1: 6C; 2: 7C", "trump Z"),
        ("trump; 1: 6C; 2: 7C", "a suit is one of"),
        ("1: 6C; 1: 7C; 2: 8C", "1: is written twice"),
        ("0: 6C; 1: 7C; 2: 8C", "no part of a position"),
        ("1: 6C; 2: 7C; lead 0", "lead 0: write a number from 1 to 6"),
        ("1: 6C; 2: 7C; lead 99999999999999999999", "write a number from 1 to 6"),
        ("1: 6C; 2: 7C; out 3 3 4", "nobody leaves twice"),
        ("1: 6C; 2: 7C; seen 8C", "seen"),
        ("1: 6C; 2: 7C; takes many", "takes many"),
        ("out 1 2", "two sides must have cards"),
        ("1: 6C; 3: 7C; out 2 4", "two sides must have cards"),
        ("1: 6C; 2: 7C; lead 1; then 2 move 7C", "player 1 is asked here"),
        ("1: 6C; 2: 7C; lead 1; then 1", "player 1 is asked here"),
        ("1: 6C; 2: 7C; lead 1; then 1 move 6C, 2 beat 7C", "nobody is asked here"),
        ("1: 6C 7D; 2: 7C 8C; lead 1; then 1 move 8C", "8C is not in your hand"),
        ("1: 6C 7D; 2: 7C 8C; lead 1; then 1 jump", "is no action of durak: write move, beat or add"),
    ],
)
def test_a_position_that_cannot_be_is_refused(text: str, message: str) -> None:
    with pytest.raises(KolodaError, match=message) as refusal:
        GAME.position(text)
    assert "\n" not in str(refusal.value)
