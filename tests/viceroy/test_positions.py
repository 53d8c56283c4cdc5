"""Positions as text: they are read, written, and come back the same."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from koloda.core.errors import BadNotation, KolodaError
from koloda.core.rng import Rng
from koloda.games.viceroy import GAME
from koloda.games.viceroy.actions import PHASES, RECOLOUR
from koloda.games.viceroy.dealing import MOMENTS
from koloda.games.viceroy.state import ViceroyState
from viceroy.positions import legal, play

TABLES: list[tuple[int, dict[str, object]]] = [
    (1, {}),
    (1, {"virtuals": 3, "virtual_attack_chooser": "random"}),
    (2, {}),
    (2, {"virtuals": 2, "open_screens": True}),
    (3, {}),
    (4, {}),
]
CAPTAIN = (
    "seats 2; turn 3; phase auction_bid; round 1; slots Y C32 -; "
    "0: gems Y1 pyramid 1:0 C01; 1: pyramid 1:0 C64"
)
MANY = " ".join(f"C{number:02}" for number in range(2, 31))


def same(one: ViceroyState, other: ViceroyState) -> None:
    """Everything that anybody can see, everything that is hidden, and all choices are the same."""
    assert one.reveal() == other.reveal()
    for seat in (None, *range(int(one.seats))):
        assert one.view(seat) == other.view(seat)
    for seat in range(int(one.seats)):
        assert list(one.legal(seat)) == list(other.legal(seat))
    if one.phase < RECOLOUR:
        assert list(one.returned_least) == list(other.returned_least)
        assert list(one.returned_most) == list(other.returned_most)
    for name in ("seen", "shown", "low", "council", "coins", "pass_bonus", "harmony"):
        assert list(getattr(one, name)) == list(getattr(other, name)), name


@settings(max_examples=10)
@given(st.sampled_from(TABLES), st.integers(0, 10**9))
def test_every_moment_that_has_words_comes_back(table: tuple[int, dict[str, object]], seed: int) -> None:
    seats, options = table
    state = GAME.deal(seats, seed, options)
    rng = Rng(seed)
    assert isinstance(state, ViceroyState)
    words = 0
    while not state.over:
        # at the beginning of a question nobody has answered, and no card is half played
        kind = MOMENTS.get(int(state.phase))
        fresh = kind is not None and state.pending == state.asked and state.ask[state.actor] == kind
        if fresh:
            text = state.position()
            again = GAME.position(text, options)
            same(state, again)
            assert again.position() == text
            words += 1
        elif rng.below(10) == 0:
            with pytest.raises(KolodaError, match="no position of Viceroy can be written"):
                state.position()
        seat = state.actor
        wise = rng.below(2) == 0
        state.apply(seat, GAME.heuristic.choose(state, seat, rng) if wise else state.random_legal(seat, rng))
    assert words > 36
    with pytest.raises(KolodaError, match="in the phase over"):
        state.position()


@pytest.mark.parametrize("seed", range(3))
def test_a_position_plays_on_like_the_deal_it_comes_from(seed: int) -> None:
    state = GAME.deal(3, seed)
    rng = Rng(seed)
    turn = 2 + 4 * seed
    while not (state.turn == turn and PHASES[state.phase] == "law_choose"):  # type: ignore[attr-defined]
        state.apply(state.actor, state.random_legal(state.actor, rng))
    again = GAME.position(state.position())
    while not state.over:
        seat, action = state.actor, state.random_legal(state.actor, rng)
        state.apply(seat, action)
        again.step(seat, action)
        if rng.below(8) == 0:
            assert again.determinize(seat, rng).view(seat) == again.view(seat)
    assert GAME.result(again) == GAME.result(state)


def test_a_short_position_has_the_rest_in_the_decks() -> None:
    state = GAME.position(CAPTAIN)
    view = state.view(0)
    assert view["decks"] == {"large": 36, "small": 25, "law": 24}
    assert view["reserve"] == "B8R8G8Y7"
    assert legal(state) == ["bid -", "bid Y"]
    play(state, "0 bid Y", "1 bid -", "1 take B", "1 take B", "1 take B")
    assert state.view(0)["players"][0]["acquired"] == "C32"


def test_what_lies_on_a_card_is_read() -> None:
    state = GAME.position(
        "seats 2; turn 2; phase pay_decide; round 2; 0: gems B1R1 acquired C16 hand L70! C07 attack 2 out "
        "pyramid 1:0 C32[M1,CB4R,ER2,+L74] 1:1 C02[P3] 2:0 L79[$B1]; "
        "1: gave G1Y1 G1-1 knows L70 L71 pyramid 1:0 C64"
    )
    view = state.view(1)
    first, second, third = view["players"][0]["pyramid"]
    assert (first["tokens"], first["endless"], first["tucked"]) == (
        {"magic": 1, "circle_bonus_R": 4},
        "R2",
        ["L74"],
    )
    assert (second["tokens"], third["stored"]) == ({"points": 3}, "B1")
    assert view["players"][0]["hand_known"] == ["L70"]
    assert view["players"][0]["sitting_out"]
    assert view["known_laws"] == {"L70": "seat 0", "L71": "deck 6"}
    assert view["reserve"] == "B6R5G8Y8"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "it begins with 'seats 2;'"),
        ("seats 5; turn 1", "seats 5: a whole number from 1 to 4"),
        ("seats 2; turn 13", "turn 13"),
        ("seats 2; seats 2", "seats stands twice"),
        ("seats 2; weather fine", "weather: a part of a position is seats"),
        ("seats 2; 7: gems B1", "seat 7: a whole number from 0 to 1"),
        ("seats 2; phase auction_split", "phase auction_split: a position has one of setup_choose"),
        ("seats 2; slots B C01", "slots: write each colour once"),
        ("seats 2; slots B L70 -", "slots: L70 is a law"),
        ("seats 2; slots B X -", "'X' is no card of viceroy"),
        ("seats 2; discard C01; large C01", "C01 lies at two places"),
        ("seats 2; large L70", "characters lie in the decks large and small"),
        ("seats 2; 0: gems B9", "more gems of colour B than there are: 8"),
        ("seats 2; 0: gems", "gems needs one word"),
        ("seats 2; 0: gems B1 gems B1", "gems is not one of"),
        ("seats 2; 0: gave B1", "two gems are given back"),
        ("seats 2; 0: gave B1R1 G", "what is proved is written like R0-1"),
        ("seats 2; 0: pyramid 1:0", "written as places and cards"),
        ("seats 2; 0: pyramid 1:26 C01", "1:26 is no free place"),
        ("seats 2; 0: pyramid 1:0 C01 1:0 C02", "1:0 is no free place"),
        ("seats 2; 0: pyramid 1:0 C01[Q1]", "Q1: on a card lie things like"),
        ("seats 2; 0: pyramid 1:0 C01[ll=R]", "ll=R: on a card lie things like"),
        ("seats 2; 0: pyramid 1:0 C01 1:2 C02", "no gaps"),
        ("seats 2; 0: pyramid 1:0 C01 2:0 C02", "the card at 2:0 does not rest on two cards"),
        ("seats 2; 0: pyramid 1:0 C01", "seat 1: a pyramid has a card"),
        ("seats 2; turn 0", "turn 0: the setup is turn 0"),
        ("seats 2; turn 1; round 1", "round 1: a round is named from the auction on"),
        ("seats 2; turn 1; phase recolour; round 1", "recolour: that is asked after turn 12"),
        (CAPTAIN.replace("turn 3", "turn 1; discard " + MANY), "large: 44 characters lie there"),
        (CAPTAIN.replace("turn 3", "turn 12; large C02"), "large: 0 characters lie there"),
        (CAPTAIN.replace("gems Y1", "gems Y1 out").replace("1: ", "1: passed "), "nobody has to decide"),
        (CAPTAIN.replace("gems Y1", "gems Y1 gave B1R1 G1-2"), "gave G0, but 1 to 2 is proved"),
        (CAPTAIN.replace("gems Y1", "back L70"), "back has at most two characters"),
        (CAPTAIN.replace("gems Y1", "knows C02"), "knows has laws only"),
        (CAPTAIN.replace("auction_bid", "pay_build"), "nobody has to decide"),
        (CAPTAIN.replace("auction_bid", "pay_build").replace("gems Y1", "acquired C16"), "could pay for"),
        ("x" * 9000, "is no position"),
    ],
)
def test_a_bad_position_is_refused_in_one_line(text: str, why: str) -> None:
    with pytest.raises(BadNotation, match=re.escape(why)) as error:
        GAME.position(text)
    assert "\n" not in str(error.value)
