"""Why not: reasons are values, and every language has a sentence for each."""

from __future__ import annotations

import ast
import string
from pathlib import Path

import pytest

from junquick.positions import play, position
from koloda.core.reasons import Reason
from koloda.core.rng import Rng
from koloda.games.junquick import GAME
from koloda.games.junquick.text.reasons import TEMPLATES
from koloda.testing.texts import LANGUAGES

SOURCE = Path(__file__).parents[2] / "src/koloda/games/junquick/reasons.py"


def returned_keys() -> dict[str, int]:
    """The keys in reasons.py, and with how many arguments each is given."""
    keys: dict[str, int] = {}
    for node in ast.walk(ast.parse(SOURCE.read_text("utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "because":
            for part in ast.walk(node.args[0]):
                if isinstance(part, ast.Constant) and isinstance(part.value, str):
                    keys[part.value] = len(node.args) - 1
        if isinstance(node, ast.Dict):
            keys.update({str(part.value): 0 for part in node.values if isinstance(part, ast.Constant)})
    return keys


def places(template: str) -> int:
    return sum(1 for _, field, _, _ in string.Formatter().parse(template) if field is not None)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_reason_has_a_sentence_with_its_details(lang: str) -> None:
    assert {key: places(text) for key, text in TEMPLATES[lang].items()} == returned_keys()


def test_a_reason_is_a_value() -> None:
    state = position("0: J2 DM")
    why = state.why_not(0, GAME.action("lay DM"))
    assert why == Reason("dominant")
    assert GAME.reason_line(why) == "the Dominant cannot open: it is laid on a nominal 1-3"
    low = play(position("0: J2; 1: J1"), "0 lay J2").why_not(1, GAME.action("lay J1"))
    assert low == Reason("too_low", ("J1", "N2"))


def test_reasons_are_given_in_the_language_of_the_player() -> None:
    state = position("0: J2 DM")
    why = state.why_not(0, GAME.action("lay DM"))
    assert why is not None
    assert GAME.reason_text(why, "en") == "the Dominant cannot open: it is laid on a nominal 1-3"
    assert GAME.reason_text(why, "uk") == "Домінант не починає: його кладуть на номінал 1-3"
    low = play(position("0: J2; 1: J1"), "0 lay J2").why_not(1, GAME.action("lay J1"))
    assert low is not None
    assert GAME.reason_text(low, "ru") == "Джун 1 против 2: номинал должен быть выше последнего"


@pytest.mark.parametrize("options", [{}, {"instant_mode": "declare", "pass_rule": "strict"}])
def test_every_illegal_action_has_a_reason_of_its_own(options: dict[str, object]) -> None:
    state = GAME.deal(3, 11, options)
    rng = Rng(11)
    while not state.over:
        seat = state.actor
        legal = set(state.legal(seat))
        for action in set(range(GAME.num_actions)) - legal:
            why = state.why_not(seat, action)
            assert why is not None
            assert why.key in TEMPLATES["en"]
            assert GAME.reason_line(why)
        state.apply(seat, state.random_legal(seat, rng))
