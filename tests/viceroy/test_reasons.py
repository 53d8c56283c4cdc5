"""Why not: every reason in three languages, with cards and gems as people name them."""

from __future__ import annotations

import re

import pytest

from koloda.core.rng import Rng
from koloda.games.viceroy import Viceroy, reasons

GAME = Viceroy()
LANGUAGES = pytest.mark.parametrize("lang", ["uk", "ru"])


@LANGUAGES
def test_every_reason_has_a_text_with_the_same_details(lang: str) -> None:
    def holes(text: str) -> int:
        return len(re.findall(r"\{\d?\}", text))

    assert set(reasons.TEXTS[lang]) == set(reasons.TEXTS["en"])
    for key, english in reasons.TEXTS["en"].items():
        assert holes(reasons.TEXTS[lang][key]) == holes(english), key


def test_cards_and_gems_of_a_reason_are_named() -> None:
    why = reasons.say("too dear", "2:-1", "C32", 2, "B2Y1")
    assert GAME.reason_text(why, "en") == (
        "2:-1: the price of Captain (C32) on level 2 is blue ×2, yellow ×1, that cannot be paid"
    )
    assert GAME.reason_text(why, "uk") == (
        "2:-1: карта Капітан (C32) на рівні 2 коштує синій ×2, жовтий ×1, заплатити нема чим"
    )
    bid = reasons.say("no gem", "R")
    assert GAME.reason_text(bid, "ru") == "за вашей ширмой нет такого камня: красный"


@LANGUAGES
def test_every_reason_of_a_game_is_given_in_the_language(lang: str) -> None:
    rng = Rng(2)
    for seed in range(2):
        state = GAME.deal(3, seed)
        while not state.over:
            for action in range(seed, GAME.num_actions, 23):
                why = state.why_not(state.actor, action)
                if why:
                    told = GAME.reason_text(why, lang)
                    assert re.search("[а-яіїє]", told), why
                    assert "(start)" not in told, why
            state.apply(state.actor, state.random_legal(state.actor, rng))
