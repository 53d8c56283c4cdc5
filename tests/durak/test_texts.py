"""Moves and events as people read them: with which card, against whom."""

from __future__ import annotations

import pytest

from durak.positions import play, position
from koloda.games.durak import GAME

POSITION = "stock -; 1: KC 7D; 2: 9D AC; 3: 6H QH; 4: 6C JH; lead 1"


@pytest.mark.parametrize(
    ("action", "english", "ukrainian", "russian"),
    [
        ("move KC", "lead K♣", "піти з K♣", "пойти с K♣"),
        ("beat 9C", "beat with 9♣", "побити картою 9♣", "побить картой 9♣"),
        ("add TS", "add 10♠", "підкинути 10♠", "подкинуть 10♠"),
        ("take", "take", "взяти", "взять"),
        ("pass", "pass", "пас", "пас"),
    ],
)
def test_a_move_says_what_is_done_with_its_card(
    action: str, english: str, ukrainian: str, russian: str
) -> None:
    labels = [GAME.label(GAME.action(action), lang) for lang in ("en", "uk", "ru")]
    assert labels == [english, ukrainian, russian]


@pytest.mark.parametrize(
    ("lang", "led", "beaten"),
    [
        ("en", "Ann leads 7♦ against Ben.", "Ben beats with 9♦."),
        ("uk", "Ann ходить з 7♦.", "Ben відбивається: 9♦."),
        ("ru", "Ann ходит с 7♦.", "Ben отбивается: 9♦."),
    ],
)
def test_the_log_says_who_leads_and_with_what_one_defends(lang: str, led: str, beaten: str) -> None:
    state = play(position(POSITION), "1 move 7D", "2 beat 9D")
    told = [
        GAME.event_text(event, ["Ann", "Ben", "Cid", "Dan"], lang)
        for event in state.watch().seen_by(None)
        if event[0] in ("move", "beat")
    ]
    assert told == [led, beaten]


@pytest.mark.parametrize("lang", ["en", "uk", "ru"])
def test_the_players_rules_tell_every_option(lang: str) -> None:
    rules = GAME.rules_text(lang)
    assert rules is not None
    missing = [option.name for option in GAME.options if f"`{option.name}" not in rules]
    assert missing == []
