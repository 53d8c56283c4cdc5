"""Positions as text: what is written is read again."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from koloda.core.errors import BadNotation, KolodaError
from koloda.core.rng import Rng
from koloda.games.yassa import GAME
from koloda.games.yassa.actions import (
    CALL_WINDOW,
    DRAWS_FOUR,
    OVER,
    PHASES,
)
from koloda.games.yassa.state import YassaState
from yassa.positions import LETTERS, legal, now, play, position
from yassa.test_invariants import DEALS, Deal, steps

HANDS = "A: R5 R9 W4; B: RS GD R1; C: R5 GS B1"


def has_words(state: YassaState) -> bool:
    """By the rules of the notation: not over, no sealed decision in, the hand behind a W4 as it was."""
    view = state.reveal()
    if state.over or any(answer is not None for answer in view["answers"]):
        return False
    layer = state.layer
    return state.effect != DRAWS_FOUR or (state.held[layer], state.more[layer]) == (
        state.shown_held,
        state.shown_more,
    )


@settings(max_examples=20)
@given(DEALS)
def test_a_position_that_is_written_is_read_again(deal: Deal) -> None:
    options = deal[2]
    for state, _, _, _ in steps(deal):
        if not has_words(state):
            with pytest.raises(KolodaError):
                state.position()
            continue
        again = position(state.position(), **options)
        assert again.position() == state.position()
        assert again.reveal() == state.reveal()
        assert (again.pending, again.free, again.right) == (state.pending, state.free, state.right)
        for seat in range(state.seats):
            assert again.legal(seat) == state.legal(seat)
            view = state.view(seat)
            view.pop("shown", None)
            assert again.view(seat) == view


@settings(max_examples=40)
@given(DEALS)
def test_a_position_is_played_on_and_sampled_like_any_state(deal: Deal) -> None:
    options = deal[2]
    for number, (state, _, _, _) in enumerate(steps(deal)):
        if number % 5 or not has_words(state):
            continue
        again = position(state.position(), **options)
        for seat in range(again.seats):
            assert again.determinize(seat, Rng(number)).view(seat) == again.view(seat)
        action = state.random_legal(state.actor, Rng(number))
        then = state.clone()
        if len(state.stock) - state.taken >= 6:  # no shuffle: that of the copy would be another
            then.apply(state.actor, action)
            again.apply(state.actor, action)
            assert again.reveal() == then.reveal()


def test_every_phase_but_the_end_is_written() -> None:
    options = {"intervention": "any_identical", "max_steps": 150}
    found: set[int] = set()
    for seed in range(60):
        for state, _, _, _ in steps((4, seed, options)):
            if int(state.phase) not in found and has_words(state):
                assert now(position(state.position(), **options)) == now(state)
                found.add(int(state.phase))
        if len(found) == OVER:
            return
    pytest.fail(f"only {[PHASES[phase] for phase in found]}")


def test_a_position_says_what_is_decided() -> None:
    top = f"{HANDS}; top R7"
    assert now(position(f"{top}; turn B")) == "TURN(B)"
    assert legal(position(f"{top}; turn B; drawn R1"), "B") == ["pass", "play R1"]
    assert legal(position(f"{top}; turn C; drawn -"), "C") == ["pass"]
    assert now(position(f"{top}; turn C; ready B")) == "READY(B)"
    assert now(play(position(f"{top}; turn C; ready B"), "B ready")) == "TURN(C)"
    assert legal(position(f"{HANDS}; top GS; turn C; effect skip"), "C") == ["accept", "play GS"]
    assert now(position(f"{top}; laid A; unsaid")) == "CALL_WINDOW(BC)"
    twins = position(f"{HANDS}; top R9; laid B; twins", intervention="any_identical")
    assert now(twins) == "INTERVENTION_WINDOW(A)"


def test_a_check_is_about_the_hand_of_the_position() -> None:
    text = "A: R5 R9; B: GD R1; C: B1 B2; top R7 W4:G; turn B; laid A; effect wd4 {}"
    assert legal(position(text.format("R")), "B") == ["accept", "challenge", "play GD", "play GD!"]
    assert now(play(position(text.format("R")), "B challenge")) == "READY(A)"
    assert now(play(position(text.format("Y")), "B challenge")) == "READY(B)"
    assert now(play(position(text.format("-")), "B challenge")) == "READY(B)"


def test_worlds_of_a_position_have_a_drawn_card_and_a_hand_to_check() -> None:
    state = position("A: R5 R9 Y1; B: GD R1; C: B1 B2; top R7; turn A; drawn R5")
    for number in range(20):
        world = state.determinize(1, Rng(number))
        assert world.held[0] >> world.drawn & 1
    state = position("A: R5 R9; B: GD R1; C: B1 B2; top R7 W4:G; turn B; laid A; effect wd4 R")
    for number in range(20):
        world = state.determinize(1, Rng(number))
        assert (world.shown_held, world.shown_more) == (world.held[0], world.more[0])


def test_sealed_decisions_and_the_end_have_no_words() -> None:
    state = play(position(f"{HANDS}; top R7; laid A; unsaid"), "B call")
    assert state.phase == CALL_WINDOW
    with pytest.raises(KolodaError, match="sealed decisions are in"):
        state.position()
    state = position("A: R5; B: R1 R2; top R7")
    play(state, "A play R5")
    with pytest.raises(KolodaError, match="the round is over"):
        state.position()


def test_a_hand_that_has_changed_since_its_w4_has_no_words() -> None:
    state = position("A: W4 R9; B: R1 R2; top R7")
    play(state, "A play W4:G", "B call")
    assert now(state) == "RESPOND_WD4(B)"
    with pytest.raises(KolodaError, match="has changed"):
        state.position()


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("A: R1; B: R2", "a discard pile"),
        ("A: R1; top R7", "two hands"),
        ("A: R1; B: R2; top R7; turn C", "no other seats"),
        ("A: R1; B: R2; top R7; laid C", "no other seats"),
        ("A: R1; C: R2; top R7", "no part"),
        ("; ".join(f"{letter}:" for letter in LETTERS + "K") + "; top R7", "no part"),
        ("A: R1; B: R2; top R7:G", "no part"),
        ("A: R1; B: R2; top WC:", "no part"),
        ("A: R1; B: R2; top WC:X", "no part"),
        ("A: R1; B: R2; top WC:RY", "no part"),
        ("A: R1; B: R2; top R7; steps 99999999", "no part"),
        ("A: R1; B: R2; top R7; steps ²", "no part"),
        ("A: R1; B: R2; top R7; turn AB", "no part"),
        ("A: R1; B: R2; top R7; unsaid A", "no part"),
        ("A: R1; B: R2; top W4:R; effect wd4", "no part"),
        ("A: R1; B: R2; top W4:R; laid A; effect wd4 RY", "no part"),
        ("A: R1; B: X2; top R7", "no card"),
        ("A: R1 R1 R1; B: R2; top R7", "the deck has"),
        ("A: R1; B: R2; top R7; drawn R2", "not in the hand of A"),
        ("A: R1; B: R2; top R7; effect skip", "another one"),
        ("A: R1; B: R2; top RS; effect draw2", "another one"),
        ("A: R1; B: R2; top W4; laid A; effect wd4 R", "a W4 with its colour"),
        ("A: R1; B: R2; top W4:R; effect wd4 R", "somebody has laid it"),
        ("A: R1; B: R2; top R7; drawn R1; ready B", "no card waits"),
        ("A: R1; B: R2; top RS; effect skip; ready B", "no card waits"),
        ("A: R1; B: R2; top R7; unsaid", "has laid the top card"),
        ("A: R1; B: R2; C: R3; top R7; laid B; twins", "any_identical"),
    ],
)
def test_a_text_that_is_no_position_is_refused(text: str, fault: str) -> None:
    with pytest.raises(BadNotation, match=fault):
        position(text)


def test_windows_open_one_after_the_other() -> None:
    text = "A: R1; B: R2; C: R3; top R7; laid B; unsaid; twins"
    with pytest.raises(BadNotation, match="nobody can be called out"):
        position(text, intervention="any_identical")
    state = position(text, intervention="any_identical", reaction_mode="realtime")
    assert GAME.action("call") in state.legal(2)
    assert state.right
