"""The heuristic uses every part of the game: property cards, and the Evolution of the own nest."""

from __future__ import annotations

from collections import Counter

import pytest

from junquick.positions import position
from koloda.core.policy import next_seat
from koloda.core.rng import Rng
from koloda.games.junquick import GAME

PACK = "J1 J2 J3 J4"


@pytest.mark.parametrize(
    ("text", "action"),
    [
        # a Thief brings a card for certain and the turn comes back
        ("0: T2 J2 J1; nest 2: J4; pile J1@1", "act T2 2"),
        # of two nests the richer one, even before a 4 for a rich pile
        ("0: T3 J4 J1; nest 1: J4; nest 2: J1 J2; pile J1@1 J2@2", "act T3 2"),
        # with an empty nest only a hand card is at stake
        ("0: L2 J2 J1; nest 1: J1 J2 J4; pile J1@1", "act L2 1"),
        # with a nest of one's own it is
        ("0: L2 J1; nest 0: J1; nest 1: J1 J2 J4; pile J1@1", "lay L2"),
        # the Fibber needs another card to lay
        ("0: L2; nest 1: J1 J2 J4; pile J1@1", "lay L2"),
        # nobody's nest is worth the dare
        ("0: L2 J1; nest 1: J1 J2; pile J1@1", "lay L2"),
        # nothing of the hand fits, and the pile is rich
        (f"0: J1 TS; nest 0: EV J4; home 1: {PACK}; pile J1@1 J2@2", "nest EV 4"),
        # a pass would cost a virus
        (f"0: J1 TS; nest 0: EV J1 J2; home 0: {PACK}; pile J2@2", "nest EV 4"),
        # but a poor pile is not worth a joker
        ("0: J1 TS; nest 0: EV J1 J2; pile J2@2", "pass"),
        # nobody can answer the first extra card, so the Evolution comes home
        ("0: IW J1 TS; nest 0: EV; pile J1@1 J2@2", "inf IW"),
        ("0: J1 TS; nest 0: EV; pile J1@1 J2@2 IW@0; extra 2", "nest EV 4"),
    ],
)
def test_what_a_competent_person_would_do(text: str, action: str) -> None:
    state = position(f"{text}; fp 0")
    assert GAME.text(GAME.heuristic.choose(state, 0, Rng(1))) == action


def test_no_part_of_the_game_is_left_out() -> None:
    played: Counter[str] = Counter()
    for seed in range(150):
        state = GAME.deal(2 + seed % 3, seed)
        rng = Rng(seed)
        while not state.over:
            seat = next_seat(state, rng)
            action = GAME.heuristic.choose(state, seat, rng)
            played[GAME.text(action)[:5]] += 1
            state.apply(seat, action)
    used = (
        "act L",
        "act T",
        "act G",
        "nest ",
        "inf C",
        "inf T",
        "inf I",
        "inf D",
        "hys",
        "lay E",
        "lay D",
        "redra",
    )
    assert [name for name in used if not played[name]] == []


@pytest.mark.parametrize("seats", GAME.seat_counts)
def test_whatever_happens_the_heuristic_does_what_is_legal(seats: int) -> None:
    """Others play at random, which leads to hands that sensible play never has."""
    for seed in range(30):
        state, rng = GAME.deal(seats, seed), Rng(seed)
        while not state.over:
            seat = int(next_seat(state, rng))
            chosen = GAME.heuristic.choose(state, seat, rng)
            assert chosen in state.legal(seat), (seed, GAME.text(chosen), state.view(seat))
            state.apply(seat, chosen if rng.below(2) else state.random_legal(seat, rng))
