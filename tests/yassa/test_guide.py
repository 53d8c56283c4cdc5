"""The first game for learners says what the engine does, note by note."""

from __future__ import annotations

from typing import Any

import pytest

from koloda.games.yassa import GAME
from koloda.games.yassa.state import YassaState
from koloda.testing.texts import LANGUAGES
from yassa.positions import count, hand, legal, now, play, position, top, yassa


@pytest.fixture(scope="module")
def guide() -> dict[str, Any]:
    found = GAME.guide()
    assert found is not None
    return found


def after(guide: dict[str, Any], number: int) -> YassaState:
    state = yassa(GAME.deal(guide["seats"], guide["seed"], guide["options"], watch=True))
    for seat, text in guide["actions"][:number]:
        state.play(text, seat)
    return state


def note(guide: dict[str, Any], number: int, after: int) -> str:
    found = guide["notes"][number]
    assert found["after"] == after
    return str(found["text"]["en"])


def test_the_guide_is_played_as_people_play(guide: dict[str, Any]) -> None:
    state = after(guide, 0)
    assert state.rules.realtime
    assert guide["options"].items() <= GAME.table_choice({}).items()


def test_the_goal(guide: dict[str, Any]) -> None:
    assert "the points of all cards left in the other hands are yours" in note(guide, 0, 0)
    state = play(position("A: R5; B: G6 YS; C: W4 R3 B0; D: R9; top R2"), "A play R5")
    assert list(state.scores()) == [26 + 53 + 9, 0, 0, 0]


def test_the_first_card(guide: dict[str, Any]) -> None:
    text = note(guide, 1, 0)
    state = after(guide, 0)
    assert "The top card is green 7" in text
    assert top(state) == "G7"
    assert "You begin, because you dealt" in text
    assert (state.dealer, now(state)) == (0, "TURN(A)")
    assert "the same colour, the same number or the same picture" in text
    fitting = position("A: R2 G7 BS WC; B: Y1 Y2; C: B1 B2; top R7")
    assert [each for each in legal(fitting, "A") if "W" not in each] == ["play G7", "play R2"]
    assert legal(position("A: GS R1 B2; B: Y1 Y2; C: B1 B3; top YS"), "A") == ["play GS"]
    assert "the red 7 fits by its number and changes the colour to red" in text
    assert "play R7" in legal(state, "A")
    assert after(guide, 1).view(None)["colour"] == "R"


def test_the_skip(guide: dict[str, Any]) -> None:
    text = note(guide, 2, 3)
    assert "Olena has laid a Skip, and the next player, Taras, misses his turn" in text
    assert now(after(guide, 2)) == "RESPOND_SKIP(C)"
    assert top(after(guide, 2)) == "RS"
    assert now(after(guide, 3)) == "TURN(D)"
    assert "only the identical Skip, of the same colour, would have saved him" in text
    saved = play(position("A: RS G1 G2; B: RS GS Y1; C: B1 B2 B3; top R7"), "A play RS")
    assert legal(saved, "B") == ["accept", "play RS"]


def test_the_draw_two(guide: dict[str, Any]) -> None:
    text = note(guide, 3, 4)
    state = after(guide, 4)
    assert "Your turn again, and the colour is still red" in text
    assert (now(state), state.view(0)["colour"]) == ("TURN(A)", "R")
    assert "Lay the red Draw two" in text
    assert "play RD" in legal(state, "A")
    assert "the next player must take two cards, unless she answers with any Draw two" in text
    hit = after(guide, 5)
    assert now(hit) == "RESPOND_DRAW2(B)"
    assert "play BD" in legal(hit, "B")
    accepted = play(after(guide, 5), "B accept")
    assert count(accepted, "B") == count(hit, "B") + 2


def test_the_answer(guide: dict[str, Any]) -> None:
    text = note(guide, 4, 6)
    assert "Olena answers with a Draw two of another colour and passes the trouble on to Taras" in text
    state = after(guide, 6)
    assert (top(state), now(state)) == ("BD", "RESPOND_DRAW2(C)")
    text = note(guide, 5, 7)
    assert "Taras has no answer and takes two cards: Draw twos do not add up" in text
    assert [each for each in legal(state, "C") if each != "call"] == ["accept"]
    assert count(after(guide, 7), "C") == count(state, "C") + 2
    assert "Who takes also misses the turn" in text
    assert now(after(guide, 7)) == "TURN(D)"


def test_the_strongest_card(guide: dict[str, Any]) -> None:
    text = note(guide, 6, 8)
    state = after(guide, 8)
    assert "Ihor has ordered a colour: yellow" in text
    assert (top(state), now(state)) == ("WC:Y", "TURN(A)")
    assert "You have no yellow card" in text
    assert not [code for code in hand(state, "A") if code[0] == "Y"]
    assert "order green and let Olena draw four" in text
    assert now(after(guide, 9)) == "RESPOND_WD4(B)"
    assert after(guide, 9).view(None)["colour"] == "G"


def test_the_check(guide: dict[str, Any]) -> None:
    text = note(guide, 7, 10)
    laid, taken = after(guide, 9), after(guide, 10)
    assert "Olena could have checked your honesty" in text
    assert "challenge" in legal(laid, "B")
    assert "at his own risk: he takes the card back and four more" in text
    bluff = play(position("A: W4 R3 G1; B: Y1 Y2 Y3; C: B1 B2 B3; top R7"), "A play W4:G", "B challenge")
    assert "W4" in hand(bluff, "A")
    assert count(bluff, "A") == 3 + 4
    assert "a vain check costs six cards" in text
    vain = play(after(guide, 9), "B challenge")
    assert count(vain, "B") == count(laid, "B") + 6
    assert "Olena takes her four" in text
    assert count(taken, "B") == count(laid, "B") + 4


def test_drawing(guide: dict[str, Any]) -> None:
    assert "if it fits, you may lay it at once" in note(guide, 8, 11)
    state = position("A: G2 B3; B: Y1 Y2; C: B1 B2; top R7; stock R1")
    assert legal(state, "A") == ["draw"]
    assert "play R1" in legal(play(state, "A draw"), "A")


def test_the_shout_and_the_call(guide: dict[str, Any]) -> None:
    text = note(guide, 9, 11)
    assert "With your last card but one say “Yassa!”: the button is there in every turn of yours" in text
    text = note(guide, 10, 11)
    assert "“One card!” is always there" in text
    for number in range(12):
        state = after(guide, number)
        for seat in range(4):
            assert state.offered(seat)[-1] == GAME.action("call")
    assert "before the next player lays or draws, and he takes two cards" in text
    late = position("A: R5 R9; B: R1 Y2 Y3; C: B1 B2 B3; top R2", reaction_mode="realtime")
    play(late, "A play R5")
    in_time = play(late.clone(), "C call")
    assert count(in_time, "A") == 3
    for act in ("play R1", "draw"):
        options = {"reaction_mode": "realtime", "voluntary_draw": "on"}
        state = position("A: R5 R9; B: R1 Y2 Y3; C: B1 B2 B3; top R2", **options)
        play(state, "A play R5", f"B {act}")
        assert "call" not in legal(state, "C")


def test_every_note_of_the_guide_is_checked_here(guide: dict[str, Any]) -> None:
    assert len(guide["notes"]) == 11
    for each in guide["notes"]:
        assert set(each["text"]) == set(LANGUAGES)
