"""What the table keeps in mind of each hand: facts in order, for knowledge.py to draw conclusions from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from koloda.core.bits import bit, shifted
from koloda.core.vecs import append, pop, vec
from koloda.games.yassa.cards import W4, card_list, put

if TYPE_CHECKING:
    from koloda.games.yassa.table import Table

# facts: kind + 16 * seat + 256 * detail
ARRIVE: Final = 0  # card + 64 if drawn in a turn + 128 * (number of the pool + 1)
LAID: Final = 1  # card + 64 if it was the card just drawn
PROOF: Final = 2  # set of types that the hand lacks
HOLD: Final = 3  # card shown and kept
BACK: Final = 4  # the W4 taken back
SNAP: Final = 5  # the next three facts are about the cards held now
LACK: Final = 6  # set of types that they lack
SOME: Final = 7  # set of types of which they have one at least
SEEN: Final = 8  # one of them: card + 64 * set of seats that have seen it
NOT_DRAWN: Final = 9  # set of types that the card just drawn has not
RECYCLED: Final = 10  # the next pool but one is the hands, the next the stock

MOST_POOLS: Final = 17  # the deck and eight recycles


def forget(s: Table) -> None:
    """Begin the past anew with the present hands, as if they had been dealt, and what was seen of them."""
    past = vec[i64]()
    held = vec[i64]([0])
    more = vec[i64]([0])
    for seat in range(s.seats):
        for card in card_list(s.held[seat], s.more[seat]):
            put(held, more, 0, card)
            past = append(past, shifted(card + 128, 8) | (seat * 16 + ARRIVE))
        past = append(past, seat * 16 + SNAP)
        known = known_cards(s, seat)
        for entry in known:
            past = append(past, shifted(entry, 8) | (seat * 16 + SEEN))
    s.past = past
    s.pools = append(append(vec[i64](), held[0]), more[0])


def known_cards(s: Table, seat: i64) -> vec[i64]:
    """The cards of a hand that others have seen: card + 64 * set of seats."""
    known = vec[i64]()
    everybody = bit(s.seats) - 1
    seen = vec[i64]()  # in one check
    for fact in s.past:
        if (fact >> 4) & 15 != seat:
            continue
        kind = fact & 15
        card = (fact >> 8) & 63
        if kind == SNAP:
            seen = vec[i64]()
        elif kind == SEEN:
            seen = append(seen, card)
            known = learn_card(known, card, fact >> 14, count_card(seen, card))
        elif kind == HOLD:
            known = learn_card(known, card, everybody, 1)
        elif kind == BACK:
            known = append(known, W4 + 64 * everybody)
        elif kind == LAID:
            for i in range(len(known)):
                if known[i] & 63 == card:
                    known, _entry = pop(known, i)
                    break
    return known


def count_card(cards: vec[i64], card: i64) -> i64:
    count: i64 = 0
    for other in cards:
        if other == card:
            count += 1
    return count


def learn_card(known: vec[i64], card: i64, seats: i64, count: i64) -> vec[i64]:
    """These seats know of `count` cards of this type in the hand, at least."""
    for i in range(len(known)):
        if known[i] & 63 == card:
            count -= 1
            if count == 0:
                known[i] |= 64 * seats
                return known
    return append(known, card + 64 * seats)
