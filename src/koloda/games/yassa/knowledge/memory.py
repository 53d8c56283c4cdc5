"""What the table keeps in mind of each hand: facts in order, for evidence.py to draw conclusions from.

Only the card of an arrival is hidden (its owner knows it); all else is what everybody has seen. So another
world is the same past with other cards in the arrivals.

Nothing is forgotten in a round, except that of two seats each can count the other's hand when the stock
is made anew.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from koloda.core.bits import shifted
from koloda.core.vecs import append, vec
from koloda.games.yassa.cards import card_list

if TYPE_CHECKING:
    from koloda.games.yassa.zones import YassaZones

# facts: kind + 16 * seat + 256 * detail
ARRIVE: Final = 0  # card + 64 if drawn in a turn + 128 if everybody knows the card
LAID: Final = 1  # card + 64 if it was the card just drawn + 256 * the colour that it left
PROOF: Final = 2  # set of types that the hand lacks
HOLD: Final = 3  # card shown and kept
BACK: Final = 4  # the W4 taken back
SNAP: Final = 5  # a W4 was laid: a check will be about the cards held now
LACK: Final = 6  # set of types that they lack
SOME: Final = 7  # set of types of which they have one at least
SHOWN: Final = 8  # set of seats that have seen them all
NOT_DRAWN: Final = 9  # set of types that the card just drawn has not
RECYCLED: Final = 10  # a new stock; of no seat
NOW: Final = 11  # set of types of which the hand has one at least
WITHHELD: Final = 12  # the same, or the card just drawn is no W4
YIELDED: Final = 13  # set of types of which one would have warded off what the hand suffered: no proof


def forget(s: YassaZones) -> None:
    """Begin the past anew with the present hands, known to all: of two seats each can count the other's."""
    past = vec[i64]()
    for seat in range(s.seats):
        for card in card_list(s.held[seat], s.more[seat]):
            past = append(past, shifted(card + 128, 8) | (seat * 16 + ARRIVE))
    s.past = past
    s.pools = vec[i64]()
    s.turned = 0
