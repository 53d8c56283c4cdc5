"""What is refused, with which reason; and what is left out of traces."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator

import pytest

from koloda.core.errors import BadNotation, BadOption, IllegalAction
from koloda.core.reasons import Reason
from koloda.core.rng import Rng
from koloda.core.trace import write_trace
from koloda.games.yassa import GAME, reasons
from koloda.games.yassa.actions import OVER, PHASES
from koloda.testing.texts import LANGUAGES
from yassa.positions import play, position


def test_options_that_decide_nothing_in_a_round_are_not_in_traces() -> None:
    given = {
        "target_points": 300,
        "limit_points": 100,
        "max_rounds": 3,
        "challenge_reveal": "all",
        "max_steps": 900,
        "scoring": "own_points",
    }
    rng = Rng(1)
    trace, _ = write_trace(GAME, lambda state, seat: state.random_legal(seat, rng), 3, 1, given)
    assert trace["options"] == {"max_steps": 900, "scoring": "own_points"}


@pytest.mark.parametrize(
    "setup",
    [
        {},
        {"dealer": 9, "hands": [], "stock": [], "discard": []},
        {"dealer": 0, "hands": [[], []], "stock": [], "discard": ["R7"]},
    ],
)
def test_a_wrong_setup_is_refused(setup: dict[str, object]) -> None:
    with pytest.raises(BadNotation):
        GAME.restore(setup, 2)


def test_an_unknown_context_is_refused() -> None:
    with pytest.raises(BadOption, match="dealer"):
        GAME.deal(2, 1, context={"fool": 1})


@pytest.mark.parametrize(
    ("text", "player", "action", "reason"),
    [
        ("A: R1 G2 G4; B: Y1 Y2", "A", "draw", "who can lay a card must"),
        ("A: R1 G2 G4; B: Y1 Y2", "A", "play B2", "not in your hand"),
        ("A: R1 G2 G4; B: Y1 Y2", "A", "play R1!", "last card but one"),
        ("A: R1 G2 G4; B: Y1 Y2", "A", "accept", "asked to lay a card"),
        ("A: R1 G2 G4; B: Y1 Y2", "A", "intervene R1", "only the victim of a Skip"),
        ("A: R1 G2 G4; B: Y1 Y2", "A", "mistake G2", "mistake_penalty=off"),
    ],
)
def test_a_refusal_names_the_rule(text: str, player: str, action: str, reason: str) -> None:
    with pytest.raises(IllegalAction, match=reason):
        play(position(f"{text}; top R7"), f"{player} {action}")


@pytest.mark.parametrize(
    ("lay", "answer", "reason"),
    [
        ("RS", "play GS", "identical"),
        ("RD", "play GS", "another Draw two"),
        ("W4:G", "play RD", "ordered colour"),
    ],
)
def test_a_refused_escape_names_the_card_that_would_do(lay: str, answer: str, reason: str) -> None:
    state = position("A: RS RD W4 Y1; B: GS RD B1 B2; top R7")
    with pytest.raises(IllegalAction, match=reason):
        play(state, f"A play {lay}", f"B {answer}")


def reason_calls() -> Iterator[tuple[list[str], int]]:
    """(keys, number of arguments) of all reasons that reasons.py makes."""
    for node in ast.walk(ast.parse(inspect.getsource(reasons))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "reason":
            names = {name.id for name in ast.walk(node.args[0]) if isinstance(name, ast.Name)}
            words = [part.value for part in ast.walk(node.args[0]) if isinstance(part, ast.Constant)]
            if "PHASES" in names:
                words += PHASES[:OVER]
            yield [word for word in words if isinstance(word, str)], len(node.args) - 1


def test_every_reason_has_its_sentence_in_every_language() -> None:
    places = {key: count for keys, count in reason_calls() for key in keys}
    assert set(GAME.reason_texts) >= set(LANGUAGES)
    for lang in LANGUAGES:
        assert {key: text.count("{}") for key, text in GAME.reason_texts[lang].items()} == places


def test_a_refusal_is_told_in_the_language_of_its_reader() -> None:
    why = position("A: R1 G2 G4; B: Y1 Y2; top R7").why_not(0, GAME.action("play G2"))
    assert why == Reason("unfit", ("G2", "R7", "R"))
    assert GAME.reason_line(why) == "G2 does not fit R7: neither the colour (R) nor the symbol"
    assert GAME.reason_text(why, "uk") == (
        "зелена 2 не підходить: на столі червона 7, не збігається ні колір (червоний), ні символ"
    )
    assert GAME.reason_text(why, "ru") == (
        "зелёная 2 не подходит: на столе красная 7, не совпадает ни цвет (красный), ни символ"
    )


def test_no_action_and_no_card_are_refused_with_help() -> None:
    with pytest.raises(BadNotation, match=r"play with a card .* or one of draw, pass"):
        GAME.action("lay R7")
    with pytest.raises(BadNotation, match="a colour RYGB and 0-9"):
        GAME.card("X7")
