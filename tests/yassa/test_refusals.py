"""What is refused, with which reason; and what is left out of traces."""

from __future__ import annotations

import pytest

from koloda.core.errors import BadNotation, BadOption, IllegalAction
from koloda.core.rng import Rng
from koloda.core.trace import write_trace
from koloda.games.yassa import GAME, reasons
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
        ("A: R1 G2 G4; B: Y1 Y2", "A", "play B2", "not in this hand"),
        ("A: R1 G2 G4; B: Y1 Y2", "A", "play R1!", "last card but one"),
        ("A: R1 G2 G4; B: Y1 Y2", "A", "accept", "asked to lay a card"),
        ("A: R1 G2 G4; B: Y1 Y2", "A", "intervene R1", "only the victim of a Skip"),
        ("A: R1 G2 G4; B: Y1 Y2", "A", "mistake G2", "mistake_penalty=on"),
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


def test_every_reason_is_given_in_every_language() -> None:
    english = reasons.TEXTS["en"]
    for lang in ("uk", "ru"):
        assert reasons.TEXTS[lang].keys() == english.keys()
        for key, text in english.items():
            details = ["R7", "GS", "B"][: text.count("{}")]
            assert GAME.reason_text(text.format(*details), lang) == reasons.TEXTS[lang][key].format(*details)
