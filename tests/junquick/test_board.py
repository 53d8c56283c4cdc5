"""The table in a terminal."""

from __future__ import annotations

import pytest

from junquick.positions import legal, play, position
from koloda.cli.terminal import plain
from koloda.core.rng import Rng
from koloda.games.junquick import GAME
from koloda.games.junquick.text.board import keys

NAMES = ("Oksana", "Taras", "Lesia", "Ivan", "Marta", "Bohdan")


@pytest.mark.parametrize("lang", ["en", "uk", "ru"])
@pytest.mark.parametrize("seats", [2, 6])
def test_every_table_fits_into_80_columns(seats: int, lang: str) -> None:
    state = GAME.deal(seats, 5, {"instant_mode": "declare"})
    rng = Rng(5)
    while not state.over:
        for seat in (state.actor, None):
            for line in GAME.board(state.view(seat), NAMES[:seats], lang, plain, 80):
                assert len(line) <= 80, line
        state.apply(state.actor, state.random_legal(state.actor, rng))


def test_the_table_shows_pile_surface_duel_and_own_cards() -> None:
    state = position("0: L3 J1 TS; 1: J1; 2: J1; pile J1@2; fp 1; nest 0: J4")
    play(state, "0 act L3 1", "0 put TS", "0 done", "0 claim N2")
    text = "\n".join(GAME.board(state.view(0), NAMES[:3], "en", plain, 80))
    assert "J1@2" in text
    assert "Oksana against Taras: cards face down 1, claim: 2" in text
    assert "Nest       J4" in text
    assert "TS" not in "\n".join(GAME.board(state.view(1), NAMES[:3], "en", plain, 80))


def test_the_chaotic_phase_has_single_keys() -> None:
    state = position("0: TS; 1: D1; 2: J1; pile J4@2; fp 1")
    assert keys(legal(state, 0)) == {"p": "pass", "w": "wait"}
