"""The guided first game says only what is so: each claim is compared with the engine, step by step."""

from __future__ import annotations

import re
from typing import Any

from junquick.positions import discard, hand, legal, nest, phase, play, position, surface, told, viruses
from koloda.games.junquick import GAME
from koloda.games.junquick.cards import NOMINAL, NUMBERS
from koloda.games.junquick.state import JunQuickState
from koloda.testing.texts import LANGUAGES

GUIDE: dict[str, Any] = GAME.guide() or {}
ME, OLENA, TARAS, IHOR = range(4)


def after(count: int) -> JunQuickState:
    """The state after so many actions of the guide."""
    state = GAME.deal(GUIDE["seats"], GUIDE["seed"], GUIDE["options"], watch=True)
    assert isinstance(state, JunQuickState)
    for seat, text in GUIDE["actions"][:count]:
        state.play(text, seat)
    return state


def note(count: int, index: int = 0) -> dict[str, str]:
    """The text of a note after so many actions, by language."""
    texts: dict[str, str] = [entry["text"] for entry in GUIDE["notes"] if entry["after"] == count][index]
    return texts


def says(count: int, index: int, *words: tuple[str, str, str]) -> bool:
    """Does the note say these words, each in English, Ukrainian and Russian?"""
    texts = note(count, index)
    return all(word in texts[lang] for listed in words for lang, word in zip(LANGUAGES, listed, strict=True))


def test_every_action_of_the_guide_is_legal_and_asked_of_its_seat() -> None:
    state = after(len(GUIDE["actions"]))
    assert not state.over
    for entry in GUIDE["notes"]:
        if "do" in entry:
            assert GUIDE["actions"][entry["after"]] == [GUIDE["you"], entry["do"]]


def test_a_pack_is_a_one_a_two_a_three_and_a_four_and_most_packs_win() -> None:
    assert says(0, 0, ("a 1, a 2, a 3 and a 4", "1, 2, 3 і 4", "1, 2, 3 и 4"))
    packs = "home 0: J1 J2 J3 J4, J1 J2 J3 J4; home 1: J1 J2 J3 J4"
    end = play(position(f"seats 2; {packs}; 1: J1 J1 J1 J1; pile J3@0; turn 1; deck"), "1 pass")
    assert GAME.result(end)["winners"] == [0]


def test_the_hand_holds_what_the_guide_says_and_the_lowest_opens() -> None:
    state = after(0)
    kinds = {code[0] if code[0] in "JT" else code for code in hand(state, ME)}
    assert {"J", "T"} < kinds
    assert any(NOMINAL[NUMBERS[code]] == 0 for code in hand(state, ME)), "influence cards"
    assert state.fp == ME
    assert min(NOMINAL[NUMBERS[text.split()[1]]] for text in legal(state, ME)) == 1
    assert "lay J1" in legal(state, ME)


def test_each_next_jun_is_higher_and_who_passes_is_out() -> None:
    state = after(2)
    values = [entry["value"] for entry in state.view(None)["pile"]]
    assert values == sorted(set(values))
    laid = [text.split()[1] for text in legal(state) if text.startswith("lay J")]
    assert laid
    assert all(NOMINAL[NUMBERS[code]] > values[-1] for code in laid)
    play(state, f"{state.turn} pass")
    assert TARAS not in state.view(None)["in_round"]


def test_a_four_begins_the_chieftain_phase_and_a_clean_slate_answers_it() -> None:
    state = after(3)
    assert (state.top, surface(state), phase(state)) == (TARAS, "N4", "chief")
    assert says(3, 0, ("Chieftain phase", "фаза вождя", "фаза вождя"))
    offered = [text for seat in range(4) for text in legal(state, seat)]
    assert not any(text.startswith(("lay", "nest", "act")) for text in offered)
    assert "inf CS" in legal(state, ME)
    assert surface(after(4)) == "OPEN"


def test_after_a_clean_slate_lower_juns_follow_and_the_pile_grows() -> None:
    state = after(6)
    assert [entry["card"] for entry in state.view(None)["pile"]] == ["J1", "J2", "J4", "CS", "J1", "J2"]


def test_the_winner_of_a_pile_gets_its_juns_and_influence_cards_are_discarded() -> None:
    state = after(7)
    assert told(state, None, "won") == [(IHOR, ("J1", "J1", "J2", "J2", "J4", "J4"))]
    assert nest(state, IHOR) == ["J1", "J1", "J2", "J2", "J4", "J4"]
    assert "CS" in discard(state)
    assert says(7, 0, ("the Juns of the pile", "джуни зі стосу", "джуны из стопки"))
    assert says(7, 0, ("discarded", "йде у скид", "уходит в сброс"))
    assert (phase(state), told(state, None, "instant")) == ("battle", [("BT", state.queue >> 3 & 7)])
    assert "battle J4" in legal(state, ME)


def test_the_battle_is_a_draw_and_the_first_player_card_moves_on() -> None:
    state = after(11)
    (cards, winner) = told(state, None, "battle")[0]
    assert winner is None
    assert (state.round_no, state.fp) == (2, OLENA)
    assert cards == ((ME, "J4"), (OLENA, "J3"), (TARAS, "J4"), (IHOR, "T3"))


def test_the_only_highest_card_of_the_battle_would_have_won_it() -> None:
    """Where no card is the only highest the only lowest wins: example 18 of the rules."""
    state = after(7)
    other = next(text for text in legal(state, TARAS) if text[-1] in "123")
    play(state, f"{ME} battle J4", f"{OLENA} battle J3", f"{TARAS} {other}", f"{IHOR} battle T3")
    assert told(state, None, "battle")[0][1] == ME


def test_the_last_pile_of_the_guide_is_won_and_lacks_a_two() -> None:
    before = after(14)
    moves = [(entry["seat"], entry["card"]) for entry in before.view(None)["pile"]]
    assert moves == [(OLENA, "J1"), (TARAS, "J3")]
    assert IHOR not in before.view(None)["in_round"]
    assert "lay J4" in legal(before, ME)
    state = after(15)
    assert told(state, None, "won")[-1] == (ME, ("J1", "J3", "J4"))
    assert nest(state, ME) == ["J1", "J3", "J4"]


def test_passing_with_a_pack_at_home_costs_a_virus() -> None:
    assert says(15, 0, ("gets a virus", "отримує вірус", "получает вирус"))
    state = play(position("0: J2; 1: J3; home 0: J1 J2 J3 J4; pile J1@2; fp 0"), "0 pass")
    assert len(viruses(state, 0)) == 1


def test_chieftain_and_card_have_one_word_each() -> None:
    for entry in GUIDE["notes"]:
        assert not re.search("ватаж|карт(?!к|ок|ц)", entry["text"]["uk"].lower())
        assert "вожак" not in entry["text"]["ru"].lower()
