"""The small board, a game that can be solved."""

from __future__ import annotations

import pytest

from koloda import BadNotation, game

FLIGHTS = game("flights")
SMALL = {"board": "small"}


@pytest.mark.parametrize(
    ("seats", "cards"),
    [(2, "B2 DP G3 R1 XU Y4"), (3, "B2 DP G3 O5 R1 XU Y4"), (4, "B2 DP G3 O5 R1 V6 XU Y4")],
)
def test_it_has_one_city_of_each_colour_a_universal_and_a_deportation(seats: int, cards: str) -> None:
    setup = FLIGHTS.setup(FLIGHTS.deal(seats, 1, SMALL))
    assert [len(hand) for hand in setup["hands"]] == [2] * seats
    assert sorted([*setup["draw_pile"], *(card for hand in setup["hands"] for card in hand)]) == cards.split()
    assert FLIGHTS.setup(FLIGHTS.restore(setup, seats, SMALL)) == setup


def test_a_game_has_two_rounds_with_two_flight_cards() -> None:
    state = FLIGHTS.deal(2, 4, SMALL)
    assert {FLIGHTS.text(action).split()[-1] for action in state.legal(0)} == {"F1", "F2"}
    rounds = set()
    while not state.over:
        rounds.add(state.view(0)["round"])
        state.apply(state.actor, state.legal(state.actor)[0])
    assert rounds == {1, 2}
    assert sum(state.returns()) == 0


def test_traces_name_it() -> None:
    assert FLIGHTS.trace_options(2, FLIGHTS.resolve(2, SMALL)) == SMALL
    assert FLIGHTS.trace_options(2, FLIGHTS.resolve(2)) == {}


def test_positions_have_its_cards_only() -> None:
    state = FLIGHTS.deal(2, 4, SMALL)
    assert FLIGHTS.position(state.position(), SMALL).view(1) == state.view(1)
    for text, said in (
        ("P1 [] R1 B2 G3; P2 [] Y4", "a hand has at most 2 cards"),
        ("P1 [] R2; P2 [] B2", "R2 is not in play"),
        ("P1 [] laid R1 F3; P2 [] B2", "F3 is not in play"),
        ("P1 [] R1 used 1 2; P2 [] B2", "one Flight card at least"),
    ):
        with pytest.raises(BadNotation, match=said):
            FLIGHTS.position(text, SMALL)
