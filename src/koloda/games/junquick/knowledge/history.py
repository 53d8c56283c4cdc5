"""What happened to the cards, entry by entry, for beliefs.py to draw conclusions from.

An entry is two words: an operation, a place or seat and a seat; and cards. It is all that anybody has seen of
it; who has seen what is up to the reader.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from koloda.core.vecs import append

if TYPE_CHECKING:
    from koloda.games.junquick.state import JunQuickState

DREW: Final = 0  # seat, cards
PLAYED: Final = 1  # seat, a card of the hand that it chose
LOST: Final = 2  # seat, a card of the hand that was taken blindly, for everybody to see
SHOWN: Final = 3  # seat, cards of the hand that it chose to show
RETURNED: Final = 4  # seat, the hand that it shuffles into the deck
WON: Final = 5  # seat, cards that come to its nest
SPENT: Final = 6  # seat, a card of its nest
GIVEN: Final = 7  # giver, receiver, cards from hand to hand, of the giver's choice
PICKED: Final = 8  # the same, taken blindly
STOLEN: Final = 9  # place, taker, a nest card that was taken blindly to a nest
UNDONE: Final = 10  # what was stolen, or lost to a thief, goes back
REDONE: Final = 11  # and again
LACKS: Final = 12  # seat, a set of cards of which the hand holds none
HOLDS: Final = 13  # seat, a set of cards of which the hand holds one
SETTLED: Final = 14  # seat, whose nest has no natural pack
JOKERLESS: Final = 15  # seat, whose nest has no Evolution


def record(s: JunQuickState, op: i64, place: i64, other: i64, cards: i64) -> None:
    if s.tracks:
        s.history = append(append(s.history, op | place << 4 | other << 8), cards)
