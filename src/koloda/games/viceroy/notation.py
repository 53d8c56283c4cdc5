# not compiled: text, made for people and files
"""Canonical texts: actions, amounts of gems, places."""

from __future__ import annotations

import re
from collections.abc import Sequence

from koloda.core.actions import Actions
from koloda.core.errors import BadNotation
from koloda.core.options import shown
from koloda.games.viceroy.actions import KINDS, NUM_ACTIONS
from koloda.games.viceroy.cards import CARDS, CHARACTERS, COLOURS, SPOTS
from koloda.games.viceroy.deck import DeckFile
from koloda.games.viceroy.payment import coin_to
from koloda.games.viceroy.pyramid import COLUMNS, PLACES, SECTORS, place_text
from koloda.games.viceroy.text.labels import label

LOW_PLACES = 4 * COLUMNS
AMOUNT = re.compile(r"(?:B(\d{1,2}))?(?:R(\d{1,2}))?(?:G(\d{1,2}))?(?:Y(\d{1,2}))?")


def texts(codes: Sequence[str]) -> list[str]:
    """The texts of all actions, with the card codes of a deck."""
    places = [place_text(place) for place in range(PLACES)]
    spots = [f"{colour} {spot}" for colour in COLOURS for spot in SPOTS]
    coins = [f"{COLOURS[pair // 3]}>{COLOURS[coin_to(pair)]}" for pair in range(12)]
    laws = codes[CHARACTERS:CARDS]
    arguments: dict[str, Sequence[str]] = {
        "start": codes[:CHARACTERS],
        "law": [*codes, "-"],
        "put": places[:LOW_PLACES],
        "swap": places[:LOW_PLACES],
        "under": places,
        "pick": ["1", "2", "3"],
        "colour": COLOURS,
        "own": ["yes", "no"],
        "petition": laws,
        "top": laws,
        "appoint": spots,
        "move": [*places, "-"],
        "to": places[:LOW_PLACES],
        "retire": places,
        "file": [*codes, "-"],
        "store": [*COLOURS, "-"],
        "bid": [*COLOURS, "ATK", "-"],
        "want": SPOTS,
        "hit": spots,
        "take": [*COLOURS, "-"],
        "draw": ["law", "small"],
        "stash": ["yes", "no"],
        "build": places,
        "endless": [f"{colour} {k}" for colour in COLOURS for k in range(6)],
        "coin": [*coins, "-"],
        "circle": [*places[COLUMNS:], "-"],
        "paint": [f"{sector}={colour}" for sector in SECTORS for colour in COLOURS],
    }
    result: list[str] = []
    for start, kind in KINDS.items():
        assert len(result) == start
        if kind == "decide":
            result += ["keep", "refuse"]
        else:
            result += [f"{kind} {argument}" for argument in arguments[kind]]
        if kind == "want":
            result.append("continue")
    assert len(result) == NUM_ACTIONS
    return result


FORMS = (
    "for instance 'law L70', 'put 2:-1', 'bid B', 'take G', 'keep', 'build 1:1' "
    "(cards by their code, places as level:x, colours B R G Y)"
)


def actions(game: str, deck: DeckFile) -> Actions:
    """The actions with the card codes of a deck."""
    listed = texts(deck.deck.codes)
    return Actions(game, listed, FORMS, lambda action, lang: label(deck, listed[action], lang))


def read_amount(value: object, what: str) -> list[int]:
    """Four counts of an amount of gems."""
    if isinstance(value, str) and value:
        if value == "-":
            return [0, 0, 0, 0]
        found = AMOUNT.fullmatch(value)
        if found:
            return [int(count or 0) for count in found.groups()]
    raise BadNotation(f"{what} {shown(value)}: an amount of gems is written like B2Y1, nothing like -")


def amount(counts: Sequence[int]) -> str:
    return "".join(f"{COLOURS[colour]}{count}" for colour, count in enumerate(counts) if count) or "-"
