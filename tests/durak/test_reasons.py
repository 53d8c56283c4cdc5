"""Refusals have a sentence in every language, with cards as their readers write them."""

from __future__ import annotations

import ast
import inspect
from string import Formatter

import pytest

from durak.positions import play, position
from koloda.core.errors import IllegalAction
from koloda.core.reasons import Reason
from koloda.games.durak import GAME
from koloda.games.durak.text.reasons import TEMPLATES
from koloda.testing.texts import LANGUAGES

ROUND = "stock -; 1: 6C 9H TD; 2: 7H TH KD; 3: TC 7D; 4: QC; lead 1"


def returned_keys() -> dict[str, int]:
    """The keys that reasons.py can return, with the number of their arguments."""
    import koloda.games.durak as package

    source = (inspect.getsourcefile(package) or "").replace("__init__", "reasons")
    keys = {}
    with open(source, encoding="utf-8") as file:
        for node in ast.walk(ast.parse(file.read())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "reason":
                key = node.args[0]
                assert isinstance(key, ast.Constant), "a key is written out, so that this test can find it"
                keys[str(key.value)] = len(node.args) - 1
    return keys


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_reason_has_a_sentence_in_every_language(lang: str) -> None:
    fields = {
        key: sum(name is not None for _, name, _, _ in Formatter().parse(template))
        for key, template in TEMPLATES[lang].items()
    }
    assert fields == returned_keys()


@pytest.mark.parametrize(
    ("played", "action", "key", "line", "sentences"),
    [
        (
            (),
            "beat 6C",
            "asked_to_lead",
            "now you are asked to lead a card",
            ("now you are asked to lead a card", "зараз треба ходити", "сейчас надо ходить"),
        ),
        (
            (),
            "move TS",
            "not_held",
            "TS is not in your hand",
            ("10♠ is not in your hand", "карти 10♠ у вас немає", "карты 10♠ у вас нет"),
        ),
        (
            ("1 move 9H",),
            "pass",
            "asked_to_beat",
            "now you are asked to beat the open card or take",
            (
                "now you are asked to beat the open card or take",
                "зараз треба побити відкриту карту або взяти",
                "сейчас надо побить открытую карту или взять",
            ),
        ),
        (
            ("1 move 9H",),
            "beat 7H",
            "does_not_beat",
            "7H cannot beat 9H: a card is beaten by a higher card of its suit or by a trump (trump is S)",
            (
                "7♥ cannot beat 9♥: a card is beaten by a higher card of its suit or by a trump (trump is ♠)",
                "7♥ не б'є 9♥: карту б'є старша тієї ж масті або козир (козир ♠)",
                "7♥ не бьёт 9♥: карту бьёт старшая той же масти или козырь (козырь ♠)",
            ),
        ),
        (
            ("1 move 9H", "2 beat TH"),
            "take",
            "asked_to_add",
            "now you are asked to add a card or pass",
            (
                "now you are asked to add a card or pass",
                "зараз можна підкинути карту або спасувати",
                "сейчас можно подкинуть карту или спасовать",
            ),
        ),
        (
            ("1 move 9H", "2 beat TH"),
            "add 6C",
            "rank_not_on_table",
            "only ranks that lie on the table may be added: 9, T",
            (
                "only ranks that lie on the table may be added: 9, 10",
                "підкидати можна лише карти тих достоїнств, що вже є на столі: 9, 10",
                "подкидывать можно только карты тех достоинств, что уже есть на столе: 9, 10",
            ),
        ),
    ],
)
def test_a_refusal_explains_itself(
    played: tuple[str, ...], action: str, key: str, line: str, sentences: tuple[str, ...]
) -> None:
    state = play(position(ROUND), *played)
    with pytest.raises(IllegalAction) as refusal:
        state.play(action)
    why = refusal.value.why
    assert isinstance(why, Reason)
    assert (why.key, refusal.value.reason) == (key, line)
    assert tuple(GAME.reason_text(why, lang) for lang in LANGUAGES) == sentences
