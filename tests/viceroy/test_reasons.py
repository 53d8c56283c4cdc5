"""Why not: every reason in three languages, with cards and gems as people name them."""

from __future__ import annotations

import re
from pathlib import Path
from string import Formatter

import pytest

from koloda.core.reasons import reason
from koloda.core.rng import Rng
from koloda.games.viceroy import GAME, reasons
from koloda.games.viceroy.actions import KINDS

LANGUAGES = pytest.mark.parametrize("lang", ["uk", "ru"])


def given() -> set[str]:
    """The keys that reasons.py can give."""
    source = Path(reasons.__file__).with_suffix(".py").read_text("utf-8")
    found = set(re.findall(r'reason\(\s*"(\w+)"', source))
    found |= {"no_base", "no_continue"}  # chosen inside a call
    return found | {f"asked_{kind}" for kind in KINDS.values()}


def holes(text: str) -> set[int]:
    """The arguments that a template uses."""
    names = [name for _, name, _, _ in Formatter().parse(text) if name is not None]
    return {int(name) if name else place for place, name in enumerate(names)}


def test_every_key_has_a_template_and_every_template_a_key() -> None:
    assert set(GAME.reason_texts["en"]) == given()


@LANGUAGES
def test_every_reason_has_a_text_with_the_same_details(lang: str) -> None:
    assert set(GAME.reason_texts[lang]) == set(GAME.reason_texts["en"])
    for key, english in GAME.reason_texts["en"].items():
        assert holes(GAME.reason_texts[lang][key]) == holes(english), key


def test_cards_and_gems_of_a_reason_are_named() -> None:
    why = reason("too_dear", "2:-1", "C32", 2, "B2Y1")
    assert GAME.reason_line(why) == "2:-1: the price of C32 on level 2 is B2Y1, that cannot be paid"
    assert GAME.reason_text(why, "en") == (
        "2:-1: the price of Captain (C32) on level 2 is blue ×2, yellow ×1, that cannot be paid"
    )
    assert GAME.reason_text(why, "uk") == (
        "2:-1: карта Капітан (C32) на рівні 2 коштує синій ×2, жовтий ×1, заплатити нема чим"
    )
    assert GAME.reason_text(reason("no_gem", "R"), "ru") == "за вашей ширмой нет такого камня: красный"
    assert GAME.reason_text(reason("no_coin", "B1", "coin B>R"), "uk") == (
        "лишилося заплатити синій ×1: каменів за ширмою на це не вистачає (заплатити червоний замість синій)"
    )


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
