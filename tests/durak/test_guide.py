"""What the guide claims, note by note and in every language, compared with the deal that it shows."""

from __future__ import annotations

import re
from typing import Any

import pytest

from koloda.core.record import begin_record, take_action
from koloda.core.rng import Rng
from koloda.core.trace import legal_texts
from koloda.games.durak import GAME
from koloda.games.durak.cards import RANKS
from koloda.games.durak.state import DurakState
from koloda.testing.texts import LANGUAGES

SCRIPT: dict[str, Any] = GAME.guide() or {}
NOTES: list[dict[str, Any]] = SCRIPT["notes"]
YOU: int = SCRIPT["you"]

# the words of "6789TJQKA" and of "HSCD", as far as they do not change
RANK_WORDS = {
    "en": ("6", "7", "8", "9", "10", "jack", "queen", "king", "ace"),
    "uk": ("шіст", "сім", "вісім", "дев'ят", "десят", "валет", "дам", "корол", "туз"),
    "ru": ("шестёр", "семёр", "восьмёр", "девят", "десят", "валет", "дам", "корол", "туз"),
}
SUIT_WORDS = {
    "en": ("hearts", "spades", "clubs", "diamonds"),
    "uk": ("чирв", "пік", "треф", "бубон"),
    "ru": ("червей", "пик", "треф", "бубён"),
}
TRUMP_WORDS = {
    "en": ("hearts", "spades", "clubs", "diamonds"),
    "uk": ("чирви", "піки", "трефи", "бубни"),
    "ru": ("черви", "пики", "трефы", "бубны"),
}
TWO = {"en": "two", "uk": "два", "ru": "два"}
SIX = {"en": "six", "uk": "шести", "ru": "шести"}

languages = pytest.mark.parametrize("lang", LANGUAGES)


def reached(after: int) -> DurakState:
    """The deal when so many actions have been taken."""
    state = begin_record(GAME, {**SCRIPT, "names": SCRIPT["names"]["en"]})
    assert isinstance(state, DurakState)
    for action in SCRIPT["actions"][:after]:
        take_action(state, action)
    return state


def note(number: int, after: int, lang: str) -> tuple[str, DurakState]:
    """A note, and the deal as the learner sees it while he reads."""
    assert NOTES[number]["after"] == after
    return NOTES[number]["text"][lang], reached(after)


def ranks(text: str, lang: str) -> list[str]:
    """The ranks that a text names, in order."""
    words = RANK_WORDS[lang]
    return [RANKS[words.index(word)] for word in re.findall(rf"\b({'|'.join(words)})", text.lower())]


def cards(text: str, lang: str) -> list[str]:
    """The cards that a text names by rank and suit, in order."""
    pattern = rf"\b({'|'.join(RANK_WORDS[lang])})\w* (?:of )?({'|'.join(SUIT_WORDS[lang])})\b"
    return [
        RANKS[RANK_WORDS[lang].index(rank)] + "HSCD"[SUIT_WORDS[lang].index(suit)]
        for rank, suit in re.findall(pattern, text.lower())
    ]


def seats(text: str, lang: str) -> list[int]:
    """The players that a text names, in order."""
    stems = [name[:3] for name in SCRIPT["names"][lang]]
    return [stems.index(stem) for stem in re.findall(rf"\b({'|'.join(stems)})", text)]


def beating(hand: list[str], card: str, trump: str) -> set[str]:
    """The rule anew, by the letters of the cards."""
    higher = {by for by in hand if by[1] == card[1] and RANKS.index(by[0]) > RANKS.index(card[0])}
    return higher | {by for by in hand if by[1] == trump != card[1]}


def legal_cards(state: DurakState, verb: str) -> set[str]:
    return {text[-2:] for text in legal_texts(state, state.actor) if text.startswith(verb)}


def test_every_note_is_compared() -> None:
    assert [entry["after"] for entry in NOTES] == [0, 0, 1, 2, 6, 7, 9, 10, 12, 14]


@languages
def test_the_partner_sits_across_and_the_others_play_together(lang: str) -> None:
    text, state = note(0, 0, lang)
    [ours] = [side for side in GAME.sides(4, GAME.resolve(4, SCRIPT["options"])) if YOU in side]
    partner, *others = seats(text, lang)
    assert ours == [YOU, partner]
    assert partner == (YOU + 2) % state.seats
    assert sorted([*ours, *others]) == [0, 1, 2, 3]


@languages
def test_the_trump_suit_and_the_trumps_of_the_learner_are_these(lang: str) -> None:
    text, state = note(1, 0, lang)
    view = state.view(YOU)
    named = ["HSCD"[number] for number, word in enumerate(TRUMP_WORDS[lang]) if word in text]
    trumps = [card for card in view["hand"] if card[1] == view["trump"]]
    assert named == [view["trump"]]
    assert len(trumps) == 2
    assert re.search(rf"\b{TWO[lang]}\b", text)
    assert ranks(text, lang) == [card[0] for card in trumps]


@languages
def test_a_card_is_led_that_a_higher_heart_or_a_trump_beats(lang: str) -> None:
    text, state = note(2, 1, lang)
    view = state.view(None)
    led = view["table"][0]["card"]
    assert seats(text, lang) == [view["attacker"], view["defender"], view["defender"]]
    assert cards(text, lang) == [led]
    held = state.view(view["defender"])["hand"]
    assert legal_cards(state, "beat") == beating(held, led, view["trump"])
    assert {card[1] for card in legal_cards(state, "beat")} == {led[1], view["trump"]}
    assert "take" in legal_texts(state, state.actor)


@languages
def test_a_card_of_a_rank_on_the_table_may_be_added(lang: str) -> None:
    text, state = note(3, 2, lang)
    view = state.view(YOU)
    pair = view["table"][0]
    assert seats(text, lang) == [view["defender"]]
    assert ranks(text, lang)[:3] == [pair["beaten_by"][0], pair["card"][0], pair["beaten_by"][0]]
    assert ["add", *cards(text, lang)] == NOTES[3]["do"].split()
    fitting = {card for card in view["hand"] if card[0] in (pair["card"][0], pair["beaten_by"][0])}
    assert state.actor == YOU
    assert legal_cards(state, "add") == fitting


@languages
def test_who_has_beaten_everything_leads_next(lang: str) -> None:
    text, state = note(4, 6, lang)
    seat, last = SCRIPT["actions"][5]
    view = state.view(None)
    assert set(seats(text, lang)) == {seat} == {view["attacker"]}
    assert last == f"beat {last[-2:]}"
    assert last[-1] == view["trump"]
    beaten = {card for _, action in SCRIPT["actions"][:6] for card in action.split()[1:]}
    assert set(view["discard"]) == beaten
    assert view["table"] == []
    assert view["counts"] == [6, 6, 6, 6]
    assert re.search(rf"\b{SIX[lang]}\b", text)
    assert view["defender"] == YOU


@languages
def test_the_seven_is_just_enough_and_other_cards_say_why_not(lang: str) -> None:
    text, state = note(5, 7, lang)
    view = state.view(YOU)
    led = view["table"][0]["card"]
    assert seats(text, lang) == [view["attacker"]]
    assert view["defender"] == state.actor == YOU
    assert cards(text, lang) == [led, NOTES[5]["do"][-2:]]
    suited = [card for card in legal_cards(state, "beat") if card[1] == led[1]]
    assert min(suited, key=lambda card: RANKS.index(card[0])) == cards(text, lang)[1]
    others = set(view["hand"]) - legal_cards(state, "beat")
    assert others
    for card in others:
        why = state.why_not(YOU, GAME.action(f"beat {card}"))
        assert why is not None
        assert GAME.reason_text(why, lang)


@languages
def test_a_seven_is_added_to_a_seven_and_beaten_without_a_trump(lang: str) -> None:
    text, state = note(6, 9, lang)
    view = state.view(YOU)
    first, added = view["table"]
    card = NOTES[6]["do"][-2:]
    assert seats(text, lang) == [added["owner"]]
    assert cards(text, lang) == [added["card"], card]
    assert added["card"][0] in (first["card"][0], first["beaten_by"][0])
    assert ranks(text, lang)[1] == added["card"][0]
    assert card in legal_cards(state, "beat")
    assert card[1] != view["trump"]
    assert any(by[1] == view["trump"] for by in legal_cards(state, "beat"))


@languages
def test_who_has_beaten_everything_leads_against_the_next_opponent(lang: str) -> None:
    text, state = note(7, 10, lang)
    view = state.view(YOU)
    assert view["table"] == []
    assert view["attacker"] == state.actor == YOU
    assert seats(text, lang) == [view["defender"]] == [(YOU + 1) % 4]
    assert ["move", *cards(text, lang)] == NOTES[7]["do"].split()
    assert cards(text, lang)[0] in legal_cards(state, "move")


@languages
def test_a_queen_or_an_ace_could_be_added_but_one_may_pass(lang: str) -> None:
    text, state = note(8, 12, lang)
    [pair] = state.view(YOU)["table"]
    by, *could = ranks(text, lang)
    assert seats(text, lang) == [state.view(YOU)["defender"]]
    assert by == pair["beaten_by"][0]
    assert set(could) == {card[0] for card in legal_cards(state, "add")}
    assert NOTES[8]["do"] in legal_texts(state, YOU)


def test_who_takes_does_not_lead_next() -> None:
    state = reached(7)
    taker = int(state.actor)
    state.play("take")
    while state.view(None)["phase"] != "move":
        state.play("pass")
    assert state.view(None)["attacker"] == (taker + 1) % 4


def test_after_the_last_note_nobody_draws_and_the_side_wins_that_is_out() -> None:
    state = reached(14)
    assert state.view(None)["stock"] == 0
    before = len(state.events)
    rng = Rng(1)
    while not state.over:
        seat = int(state.actor)
        hand = state.view(seat)["hand"]
        state.apply(seat, GAME.heuristic.choose(state, seat, rng))
        laid = len(state.view(seat)["hand"]) < len(hand)
        assert (seat in state.view(None)["out"]) == (laid and len(hand) == 1)
    assert "draw" not in {event.kind for event in state.events[before:]}
    winners = GAME.result(state)["winners"]
    assert winners in ([0, 2], [1, 3])
    assert set(winners) <= set(state.out_seats())
