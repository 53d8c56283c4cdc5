"""Positions as text: what is written is read again, and what cannot be is refused."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flights.positions import lay, play, position
from koloda.core.errors import BadNotation, KolodaError
from koloda.core.rng import Rng
from koloda.games.flights import GAME
from koloda.games.flights.cards import COLOUR_NAMES
from koloda.games.flights.state import FlightsState

Choice = tuple[int, dict[str, Any]]


def same(state: FlightsState, other: FlightsState) -> None:
    """All zones, all views, and what everybody may do."""
    assert other.reveal() == state.reveal()
    for seat in range(state.seats):
        assert other.view(seat) == state.view(seat)
        assert other.legal(seat) == state.legal(seat)
    assert other.finishers() == state.finishers()


def played_alike(state: FlightsState, other: FlightsState, seed: int) -> None:
    """Both go on alike to the end of the round; after it a reshuffle may part them."""
    first, second = state.clone(), other.clone()
    rng = Rng(seed)
    while not first.over:
        action = first.random_legal(first.actor, rng)
        second.step(first.actor, action)
        first.apply(first.actor, action)
        if first.round_no != state.round_no:
            return
        assert second.reveal() == first.reveal()
    assert GAME.result(second) == GAME.result(first)


@st.composite
def choices(draw: st.DrawFn) -> Choice:
    seats = draw(st.integers(2, 4))
    return seats, {
        "burn_mode": draw(st.sampled_from(["together", "pair_first"])),
        "multi_finish": draw(st.sampled_from(["all", "first_only"])),
        "max_rounds": draw(st.sampled_from([3, 200])),
        "city_colours": draw(st.permutations(COLOUR_NAMES))[: seats + 2],
    }


@given(choices(), st.integers(0, 2**32))
def test_every_moment_of_a_game_is_written_and_read_again(
    deal: tuple[int, dict[str, Any]], seed: int
) -> None:
    seats, options = deal
    state = GAME.deal(seats, seed, options)
    assert isinstance(state, FlightsState)
    rng = Rng(seed, 1)
    while not state.over:
        text = state.position()
        again = GAME.position(text, options)
        same(state, again)
        assert again.position() == text
        if rng.below(8) == 0:
            played_alike(state, again, seed)
        state.apply(state.actor, state.random_legal(state.actor, rng))
    with pytest.raises(KolodaError, match="the game is over"):
        state.position()


def test_a_position_is_written_as_it_is_read() -> None:
    state = GAME.position("first P2; P1 [R4 B2] DP; P2 [Y1 O4 R6] G4; P3 [B4 O1] X4; pile R1 R2; discard G1")
    assert state.log is not None
    lay(state, "DP F2", "G4 F5", "X4 F6")
    play(state, "P3 take DP", "P2 take G4")
    parts = state.position().split("; ")
    assert parts[:6] == [
        "first P2",
        "round 1",
        "P1 [R4 B2] - laid DP F2",
        "P2 [Y1 O4 R6 G4] - laid G4 F5",
        "P3 [B4] - laid X4 F6",
        "table X4",
    ]
    assert parts[6] == "pile R1 R2"
    assert parts[7].startswith("discard ")
    play(state, "P1 take X4")
    assert "; table -; exchange X4; " in state.position()
    same(state, GAME.position(state.position()))


def test_a_sealed_pair_is_written_too() -> None:
    state = position("first P1; round 3; P1 [] R1 R2 R3 used 1 6; P2 [] B1 B2 B3 used 4 2; pile G1")
    play(state, "P2 lay B2 F3")
    text = state.position()
    assert text.startswith(
        "first P1; round 3; P1 [] R1 R2 R3 used 1 6; P2 [] B1 B3 used 2 4 laid B2 F3; pile"
    )
    assert [GAME.text(action) for action in GAME.position(text).legal(0)][:2] == ["lay R1 F2", "lay R1 F3"]


def test_a_row_that_was_completed_in_this_round_is_written_with_its_take() -> None:
    state = position("P1 [R2 B6 G1] Y3; P2 [R5] X6")
    play(lay(state, "Y3 F6", "X6 F5"), "P1 take Y3")
    text = state.position()
    assert "P1 [R2 B6 G1 Y3] - laid Y3 F6 since 1; " in text
    again = GAME.position(text)
    play(again, "P2 take X6")
    assert GAME.result(again)["finishers"] == [0]


REVEALED = "P1 [] R1 laid B1 F1; P2 [] R2 laid B2 F2; "


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("P1 [X1] R1; P2 []", "cities only"),
        ("P1 [R1] R1; P2 []", "R1 is not in play, or listed more often"),
        ("P1 [V1]; P2 []", "V1 is not in play"),
        ("P1 [] R9; P2 []", "'?R9'? is no card"),
        ("P5 []", "is no player"),
        ("first P1 P2; P1 []; P2 []", "is no part of a position"),
        ("P1 ]R1[; P2 []", "is no part of a position"),
        ("P1 [] used 7; P2 []", "Flight card"),
        ("P1 [] used x; P2 []", "Flight card"),
        ("x", "is no part of a position"),
        ("round 0; P1 []; P2 []", "rounds 1 to 200"),
        ("round 201; P1 []; P2 []", "rounds 1 to 200"),
        ("round 99999999999999999999; P1 []; P2 []", "is no part of a position"),
        ("P1 [] R1 R2 R3 R4; P2 []", "at most 3 cards"),
        ("P1 [] R1 R2 R3 laid R4 F1; P2 []", "at most 3 cards"),
        ("P1 [R1 R2 R3 R4 R5 R6 B1 B2 B3]; P2 []", "would have burnt"),
        ("P1 [] R1 laid R4; P2 []", "a card and a Flight card"),
        ("P1 [] R1 laid R4 5; P2 []", "a card and a Flight card"),
        ("P1 [] R1 laid R4 F; P2 []", "Flight card"),
        ("P1 [] R1 used 3 laid R4 F3; P2 []", "not used before"),
        ("P1 [] R1 laid R1 F3; P2 []", "listed more often"),
        ("P1 [] R1 laid B1 F1; P2 [] R2 laid B2 F2", "write the table"),
        ("P1 [] R1 laid B1 F1; P2 [] R2; table B1", "everybody must have laid"),
        ("P1 [] R1 since 1; P2 [] R2", "only after the cards are revealed"),
        ("P1 [] R1; P2 [] R2; exchange X1", "only after the cards are revealed"),
        (REVEALED + "table -", "the round is over"),
        (REVEALED + "table B3", "B3 is on the table, but was not laid"),
        (REVEALED + "table B2; exchange B1", "only X1 to X6 and XU"),
        (REVEALED + "table B2; exchange X1", "X1 is on the table, but was not laid"),
        ("P1 [] laid X1 F1; P2 [] laid X2 F2; table X1; exchange X2", "P2 has nothing to swap"),
        ("P1 [] since 5; P2 []", "number of a take"),
        ("P1 [] since; P2 []", "number of a take"),
        ("P1 [R1] since 1 laid B1 F1; P2 [] laid B2 F2; table B1", "all colours"),
        ("P1 [R1 B3 G1 Y1] laid B1 F1; P2 [] laid B2 F2; table B1", "all colours"),
        ("P1 [R1 B3 G1 Y1] since 2 laid B1 F1; P2 [] laid B2 F2; table B1", "all colours"),
    ],
)
def test_a_position_that_cannot_be_is_refused(text: str, why: str) -> None:
    with pytest.raises(BadNotation, match=why) as refused:
        GAME.position(text)
    assert "\n" not in str(refused.value)
