"""The choices of others: worlds in which they made sense are likelier, and nearer to the truth."""

from __future__ import annotations

import pytest
from mypy_extensions import i64

from koloda.core.bits import shifted
from koloda.core.policy import next_seat
from koloda.core.rng import Rng
from koloda.core.vecs import vec
from koloda.games.yassa import GAME
from koloda.games.yassa.cards import NUMBERS, TYPES, count_of
from koloda.games.yassa.knowledge.choices import Reader
from koloda.games.yassa.knowledge.memory import ARRIVE, BACK, LAID, YIELDED
from koloda.games.yassa.state import YassaState

RED, YELLOW = 0, 1
OWN, OTHER = 0, 1


def came(cards: str, drawn: bool = False) -> list[int]:
    """Cards that came into the other's hand."""
    return [int(shifted(NUMBERS[card] + 64 * drawn, 8)) | 16 * OTHER + ARRIVE for card in cards.split()]


def laid(card: str, seat: int = OTHER, colour: int = RED, drawn: bool = False) -> list[int]:
    return [int(shifted(NUMBERS[card] + 64 * drawn + 256 * colour, 8)) | 16 * seat + LAID]


def odds(*facts: list[int]) -> float:
    """Of what the other did, on a red seven that the reader's seat has laid."""
    past = [*came("Y1 B9 G9 WC"), int(shifted(NUMBERS["R7"], 8)) | 16 * OWN + ARRIVE]
    reader = Reader(2)
    reader.read(vec[i64]([*past, *laid("R7", OWN), *(fact for some in facts for fact in some)]), OWN)
    reader.keep()
    return float(reader.odds)


def test_whoever_leaves_his_colour_has_rather_none_of_it() -> None:
    left = laid("Y7", colour=YELLOW)
    assert odds(came("Y7 R4"), left) < 0.5 * odds(came("Y7 B4"), left)


def test_multicoloured_cards_are_kept_for_need() -> None:
    assert odds(came("R2 R3"), laid("WC", colour=YELLOW)) < 0.9 * odds(laid("WC", colour=YELLOW))


def test_the_colour_named_is_rather_one_that_is_held() -> None:
    named = laid("WC", colour=YELLOW)
    assert odds(came("Y2 Y3 Y4"), named) > 2 * odds(came("B2 B3 B4"), named)


def test_a_drawn_card_that_fits_is_seldom_kept() -> None:
    assert odds(came("R4", drawn=True)) == pytest.approx(0.1)
    assert odds(came("B7", drawn=True)) == pytest.approx(0.1)
    assert odds(came("B4", drawn=True)) == 1.0
    assert odds(came("R4", drawn=True), laid("R4", drawn=True)) == 1.0


def test_an_answer_that_is_there_is_given() -> None:
    suffered = [int(shifted(1 << NUMBERS["RS"], 8)) | 16 * OTHER + YIELDED]
    assert odds(came("RS"), suffered) == pytest.approx(0.2)
    assert odds(suffered) == 1.0


def test_the_table_is_as_before_when_a_w4_goes_back() -> None:
    back = [16 * OTHER + BACK]
    seen = odds(came("W4"), laid("W4", colour=YELLOW), back, came("R4", drawn=True))
    assert seen == pytest.approx(0.1 * odds(came("W4"), laid("W4", colour=YELLOW), back))


def test_twins_and_answers_are_no_choices() -> None:
    assert odds(came("R7"), laid("R7")) == 1.0
    assert odds(laid("RS", OWN), came("YS R8"), laid("YS", colour=YELLOW)) == 1.0


def common(state: YassaState, world: YassaState, seat: int) -> int:
    """How many cards of a hand a world has right."""
    both = (state, world)
    return sum(
        min(int(count_of(one.held[seat], one.more[seat], card)) for one in both) for card in range(TYPES)
    )


def test_likely_worlds_are_nearer_to_the_truth() -> None:
    """Where the others play as the heuristic does."""
    rng = Rng(5)
    usual = believed = weights = 0.0
    for seed in range(60):
        state = GAME.deal(2, seed)
        for _ in range(8 + seed % 12):
            if state.pending:
                seat = next_seat(state, rng)
                state.apply(seat, GAME.heuristic.choose(state, seat, rng))
        if not state.pending:
            continue
        seat = int(state.actor)
        assert isinstance(state, YassaState)
        worlds = [state.determinize(seat, rng) for _ in range(40)]
        likely = [world.likelihood(seat) for world in worlds]
        right = [common(state, world, 1 - seat) / max(1, int(state.sizes[1 - seat])) for world in worlds]
        total = sum(likely)
        assert total > 0
        usual += sum(right) / len(right)
        believed += sum(each * share for each, share in zip(likely, right, strict=True)) / total
        weights += 1
    assert weights > 40
    assert believed > usual + 0.02 * weights


def test_the_longest_hands_are_read() -> None:
    """Seats that only draw hold more of a colour than the odds have places for."""
    rng = Rng(2)
    state = GAME.deal(2, 3, {"voluntary_draw": "on"})
    hand = [*came(" ".join(["R1 R2 R3 R4 R5 R6 R7 R8 R9"] * 2)), *came("WC"), *laid("R7", OWN), *laid("WC")]
    reader = Reader(2)
    reader.held[OWN] = reader.held[OWN] | 1 << NUMBERS["R7"]
    reader.read(vec[i64](hand), OWN)
    assert 0.0 < float(reader.odds) < 1.0
    assert state.determinize(0, rng).likelihood(0) == 1.0  # nobody has chosen yet
