"""A deck of playing cards: numbers, codes and what people call them."""

from __future__ import annotations

import pytest

from koloda.core.playing import PlayingCards

DECK = PlayingCards("6789TJQKA", "HSCD")


def test_cards_are_numbered_suit_by_suit() -> None:
    assert len(DECK) == 36
    for number, code in enumerate(DECK.codes):
        assert code == DECK.ranks[DECK.rank(number)] + DECK.suits[DECK.suit(number)]
    assert [DECK.codes[number] for number in (0, 8, 9, 35)] == ["6H", "AH", "6S", "AD"]


@pytest.mark.parametrize(
    ("code", "pretty", "title"),
    [("TS", "10♠", "10 of spades"), ("QH", "Q♥", "Queen of hearts"), ("6D", "6♦", "6 of diamonds")],
)
def test_a_card_is_written_and_read_aloud_as_people_do(code: str, pretty: str, title: str) -> None:
    assert DECK.pretty(code) == pretty
    assert DECK.title(code, "en") == title


def test_a_face_down_card_has_no_face() -> None:
    assert list(DECK.faces(["6H", "??", "AC"], "en")) == ["6H", "AC"]
    assert DECK.face("6H", "en")["tint"] == "red"
    assert DECK.face("AC", "en")["tint"] == "black"
