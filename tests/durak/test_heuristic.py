"""What the rule of thumb does, in positions of a few cards."""

from __future__ import annotations

import pytest

from koloda.core.rng import Rng
from koloda.games.durak import GAME


def choice(position: str, *played: str) -> str:
    state = GAME.position(position)
    for text in played:
        state.play(text)
    seat = int(state.actor)
    return GAME.text(int(GAME.heuristic.choose(state, seat, Rng(1))))


def test_it_never_takes_what_it_can_beat() -> None:
    position = "trump S; stock 9S 8S 7S 6S TS JS QS KS; 1: 6C 9H; 2: AS KD QD; lead 1"
    assert choice(position, "move 6C") == "beat AS"


@pytest.mark.parametrize(("stock", "added"), [("9S 8S 7S 6S TS", "pass"), ("-", "add KS")])
def test_it_adds_trumps_once_the_stock_is_empty(stock: str, added: str) -> None:
    position = f"trump S; stock {stock}; 1: 6C KS QH; 2: KC 7D 8D; lead 1"
    assert choice(position, "move 6C", "beat KC") == added


def test_it_adds_high_plain_cards_too() -> None:
    position = "trump S; stock 9S 8S 7S 6S TS; 1: 6C KH QH; 2: KC 7D 8D; lead 1"
    assert choice(position, "move 6C", "beat KC") == "add KH"
