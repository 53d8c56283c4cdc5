"""How the terminal draws the table."""

from __future__ import annotations

import pytest

from koloda.cli.terminal import coloured, plain
from koloda.core.rng import Rng
from koloda.games.viceroy import GAME
from koloda.games.viceroy.text.board import keys
from viceroy.positions import play, position

NAMES = ["Ann", "Bob", "Eve", "Dan"]


def drawn(state: object, seat: int | None = 0, lang: str = "en", width: int = 100) -> list[str]:
    view = state.view(seat)  # type: ignore[attr-defined]
    return GAME.board(view, NAMES[: view["seats"]], lang, plain, width)


@pytest.mark.parametrize("lang", ["en", "uk", "ru"])
@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_the_table_fits_into_100_columns_at_every_moment(seats: int, lang: str) -> None:
    state = GAME.deal(seats, seats)
    rng = Rng(seats)
    number = 0
    while not state.over:
        if number % 9 == 0:
            for line in drawn(state, lang=lang):
                assert len(line) <= 100, line
        seat = state.actor
        chooser = GAME.heuristic.choose(state, seat, rng) if seat % 2 else state.random_legal(seat, rng)
        state.apply(seat, chooser)
        number += 1
    assert all(len(line) <= 100 for line in drawn(state, lang=lang))


def test_a_pyramid_is_drawn_card_over_card() -> None:
    state = position("gems B1; 1:0 C32; 1:1 C02; 2:0 C16 [M1 Er]; 1:2 L65", "1:0 C64", slots="B C33 C34")
    table = drawn(state)
    start = next(number for number, line in enumerate(table) if line.startswith(" 2:0"))
    above, things, circle, base = table[start : start + 4]
    assert above.split() == ["2:0", "GC16R"]
    assert things.split() == ["M1", "ER1"]
    assert circle.split() == ["R*R"]
    assert base.split() == ["1:0", "BC32R", "RC02G", "GL65G"]
    middle = above.index("C16") + 1
    assert base.index("C32") + 1 < middle < base.index("C02") + 1
    assert middle - (base.index("C32") + 1) == base.index("C02") + 1 - middle


def test_the_auction_shows_price_and_rewards() -> None:
    state = position("gems B1; 1:0 C01", "1:0 C64", slots="Y C32 C34")
    (captain,) = [line for line in drawn(state) if "Captain" in line]
    assert captain.split() == [
        "Y",
        "base",
        "C32",
        "Captain",
        "BR/RR",
        "G",
        "B",
        "Y",
        "Y",
        "D1",
        "G5",
        "M1",
        "P12",
    ]


def test_what_others_hide_is_not_drawn() -> None:
    state = position("gems B1; hand L70; 1:0 C01", "gems Y7; hand L72; 1:0 C64")
    table = "\n".join(drawn(state))
    assert "L70" in table
    assert "L72" not in table
    assert "Y7" not in table
    assert "L70" not in "\n".join(drawn(state, None))


def test_a_pyramid_that_is_too_wide_is_listed() -> None:
    base = "; ".join(f"1:{x} C{x + 13:02}" for x in range(-12, 13))
    table = drawn(position(base, "1:0 C64"), width=60)
    assert any("1:-12 C01" in line for line in table)
    assert all(len(line) <= 60 for line in table if "C01" in line)


def test_the_points_are_shown_at_the_end() -> None:
    state = position("1:0 C01 [P15 F1]", "attack 3; 1:0 C64", phase="recolour")
    assert any("points 9 = 0 + 0 + 0 + 15 + 0 + 0 - 6" in line for line in drawn(state))


def test_colours_are_painted() -> None:
    state = position("gems B1; 1:0 C01", "1:0 C64", slots="Y C32")
    painted = GAME.board(state.view(0), NAMES[:2], "en", coloured, 100)
    assert any("\x1b[34m" in line for line in painted)


def test_keys_for_decisions_that_come_often() -> None:
    state = position("gems B1R1; attack 1; 1:0 C01", "1:0 C64", phase="auction", slots="B C33 C34; R C35")
    assert keys([GAME.text(action) for action in state.legal(0)]) == {"-": "bid -", "a": "bid ATK"}
    play(state, "0 bid B", "1 bid -")
    assert keys([GAME.text(action) for action in state.legal(0)]) == {"b": "want base", "t": "want tip"}
    assert keys(["keep", "refuse"]) == {"k": "keep", "x": "refuse"}
    assert keys(["own no", "own yes"]) == {"n": "own no", "y": "own yes"}
