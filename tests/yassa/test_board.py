"""The table in the terminal: complete, readable without colour, no wider than 80 columns."""

from __future__ import annotations

import pytest

from koloda.core.rng import Rng
from koloda.games.yassa import GAME
from koloda.games.yassa.text.board import keys, lines
from yassa.positions import legal, play, position

NAMES = ["Olena", "Taras", "Lesia", "Ivan", "Marta", "Petro", "Daria", "Bohdan", "Solomiia", "Yurii"]
OTHERS = "B: Y1 Y2 Y3; C: B1 B2 B3; D: G1 G2 G3"


def plain(text: str, style: str) -> str:
    return text


def board(state: object, seat: int | None = 0, lang: str = "en") -> str:
    view = state.view(seat)  # type: ignore[attr-defined]
    return "\n".join(lines(view, NAMES[: view["seats"]], lang, plain, 80))


def test_the_board_shows_top_hand_counts_and_direction() -> None:
    text = board(position(f"A: R2 G7 WC; {OTHERS}; discard R1 WC:B"))
    assert "[WC:B]" in text
    assert "colour: blue" in text
    assert "R2   G7   WC" in text
    assert "discard 2" in text
    assert "clockwise" in text
    assert text.count("■■■") == 4
    assert "Y1" not in text


@pytest.mark.parametrize("lang", ["en", "uk", "ru"])
def test_the_call_window_is_shown_with_the_offender(lang: str) -> None:
    state = play(position(f"A: R5 R9; {OTHERS}; top R2"), "A play R5")
    waiting = [line for line in board(state, 1, lang).split("\n") if "Olena" in line]
    assert len(waiting) == 2
    assert "?" in waiting[1]


def test_a_waiting_effect_names_its_victim() -> None:
    state = play(position(f"A: RD R9 R8; {OTHERS}; top R2"), "A play RD")
    assert "Taras is to take two" in board(state)


def test_the_shout_is_seen_at_the_table() -> None:
    state = play(position(f"A: R5 R9; {OTHERS}; top R2"), "A play R5!")
    assert any("Olena" in line and "Yassa!" in line for line in board(state, 2).split("\n"))


def test_a_checked_hand_is_shown_to_the_challenger() -> None:
    state = play(position(f"A: W4 R9 G1; {OTHERS}; top R2"), "A play W4:G", "B challenge")
    assert "Shown by Olena: R9   G1" in board(state, 1)
    assert "Shown" not in board(state, 2)


@pytest.mark.parametrize("lang", ["en", "uk", "ru"])
@pytest.mark.parametrize("seats", [2, 10])
def test_no_line_is_wider_than_80_columns(lang: str, seats: int) -> None:
    state = GAME.deal(seats, 4, {"mistake_penalty": "on", "max_steps": 150})
    rng = Rng(4)
    while not state.over:
        for seat in (0, None):
            assert max(len(line) for line in board(state, seat, lang).split("\n")) <= 80
        state.apply(state.actor, state.random_legal(state.actor, rng))
    assert board(state, None, lang)


def test_words_have_keys_and_the_only_shout_has_one_too() -> None:
    state = play(position(f"A: R5 G9; {OTHERS}; top R2"))
    assert keys(legal(state, "A")) == {"!": "play R5!"}
    play(state, "A play R5")
    assert keys(legal(state, "B")) == {"o": "call", "s": "silent"}
    play(state, "B silent", "C silent", "D silent")
    assert keys(legal(state, "B")) == {"d": "draw"}
    state = play(position(f"A: W4 G9 G8; {OTHERS}; top R2"), "A play W4:G")
    assert keys(legal(state, "B")) == {"a": "accept", "c": "challenge"}
    assert keys(legal(play(state, "B accept"), "B")) == {"y": "ready"}
