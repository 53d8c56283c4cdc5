# not compiled: text, made for people and files
"""Actions and cards as text."""

from __future__ import annotations

from koloda.core.actions import Actions
from koloda.core.errors import BadNotation
from koloda.core.options import shown
from koloda.games.flights.actions import (
    FLIGHTS,
    NUM_ACTIONS,
    SWAP,
    TAKE_CARD,
    swap_own,
    swap_partner,
    swap_theirs,
)
from koloda.games.flights.cards import CODES, NUMBERS
from koloda.games.flights.text.labels import label


def words(action: int) -> tuple[str, ...]:
    """The words of an action's canonical text."""
    if action < TAKE_CARD:
        return "lay", CODES[action // FLIGHTS], f"F{action % FLIGHTS + 1}"
    if action < SWAP:
        return "take", CODES[action - TAKE_CARD]
    return "swap", CODES[swap_own(action)], f"P{swap_partner(action) + 1}", CODES[swap_theirs(action)]


ACTIONS = Actions(
    "flights",
    [" ".join(words(action)) for action in range(NUM_ACTIONS)],
    "lay with a card and a Flight card ('lay R4 F5'), take with a card ('take DP'), or swap with your city, "
    "the partner and a city of his of the same value ('swap R3 P2 B3')",
    lambda action, lang: label(words(action), lang),
)


def card_of(code: object) -> int:
    if isinstance(code, str) and code in NUMBERS:
        return NUMBERS[code]
    raise BadNotation(
        f"{shown(code)} is no card: write a city (RBGYOV with a value 1 to 6, like R4), X1 to X6, XU or DP"
    )
