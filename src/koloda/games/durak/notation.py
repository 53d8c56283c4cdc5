# not compiled: text, made for people and files
"""Actions and cards as text."""

from __future__ import annotations

from koloda.core.actions import Actions
from koloda.core.errors import BadNotation
from koloda.core.options import shown
from koloda.games.durak.cards import CODES, NUMBERS
from koloda.games.durak.text.labels import LABELS, pretty

ACTIONS = Actions.declared(
    "durak", (("move", CODES), ("beat", CODES), ("add", CODES), "take", "pass"), LABELS, pretty
)
ACTIONS.forms = "move, beat or add with a card (rank 6789TJQKA, suit HSCD: 'move 6S'), take, or pass"


def card_of(code: object) -> int:
    """The card with this code; the error says what a code looks like."""
    if isinstance(code, str) and code in NUMBERS:
        return NUMBERS[code]
    raise BadNotation(f"{shown(code)!r} is no card: write rank 6789TJQKA and suit HSCD, like TS")
