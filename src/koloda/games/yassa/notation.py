# not compiled: text, made for people and files
"""The canonical texts of actions and cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from koloda.core.actions import Actions
from koloda.core.errors import BadNotation
from koloda.core.options import shown
from koloda.games.yassa.actions import NUM_ACTIONS
from koloda.games.yassa.cards import CODES, COLOURS, NUMBERS, OPEN, WC, copies
from koloda.games.yassa.text.labels import label

FORM_TEXTS = CODES[:WC] + [f"{code}:{colour}" for code in ("WC", "W4") for colour in COLOURS]
WORDS = ["draw", "pass", "accept", "challenge", "ready", "call", "silent", "decline", "mistake call"]
TEXTS = (
    [f"play {form}{shout}" for shout in ("", "!") for form in FORM_TEXTS]
    + [f"intervene {form}{shout}" for shout in ("", "!") for form in FORM_TEXTS[: WC + 4]]
    + [f"mistake {code}" for code in CODES]
    + WORDS
)
ACTIONS = Actions(
    "yassa",
    TEXTS,
    "play with a card (R7, BS, WC:G; with the shout R7!), intervene or mistake with a card, "
    f"or one of {', '.join(WORDS)}",
    lambda action, lang: label(TEXTS[action], lang),
)
assert len(ACTIONS) == NUM_ACTIONS


def form_text(form: int) -> str:
    """A laid card: R7, or a multi-coloured one with the colour ordered, WC:G."""
    return FORM_TEXTS[form]


def top_text(card: int, colour: int) -> str:
    """The top of the discard pile."""
    return CODES[card] if card < WC or colour == OPEN else f"{CODES[card]}:{COLOURS[colour]}"


def card_of(code: object) -> int:
    if isinstance(code, str) and code in NUMBERS:
        return NUMBERS[code]
    raise BadNotation(
        f"{shown(code)!r} is no card: write a colour RYGB and 0-9, S, D or V, like R7; or WC, W4"
    )


def check_deck(cards: Sequence[int]) -> None:
    """Are these the 108 cards?"""
    count = Counter(cards)
    for card, code in enumerate(CODES):
        if count[card] != copies(card):
            raise BadNotation(f"setup: {count[card]} cards {code}, the deck has {copies(card)}")
