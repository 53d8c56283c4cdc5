"""What may be done: the legal actions, a random one of them, and the one for a player who does not answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from koloda.core.bits import bit, lowest, nth, popcount
from koloda.core.rng import Rng
from koloda.core.rows import Masks
from koloda.games.durak.actions import BEAT, MOVE, PASS, TAKE
from koloda.games.durak.cards import CARDS, beaters, same_ranks

if TYPE_CHECKING:
    from koloda.games.durak.state import DurakState


def playable(s: DurakState, seat: i64) -> i64:
    """The cards that the seat, which is asked now, may lay."""
    hand = s.hands[seat]
    if s.phase == MOVE:
        return hand
    if s.phase == BEAT:
        return hand & beaters(s.open_card(), s.trumps)
    return hand & same_ranks(s.table)


def refusal(s: DurakState) -> i64:
    """The action without a card: take, or pass. (Not a conditional expression: that makes an object.)"""
    if s.phase == BEAT:
        return TAKE
    return PASS


def legal_actions(s: DurakState, seat: i64) -> list[i64]:
    actions: list[i64] = []
    if seat < 0 or seat >= s.seats or not s.pending & bit(seat):
        return actions
    cards = playable(s, seat)
    base = s.phase * CARDS
    while cards:
        actions.append(base + lowest(cards))
        cards &= cards - 1
    if s.phase != MOVE:
        actions.append(refusal(s))
    return actions


def allow_actions(s: DurakState, seat: i64, mask: Masks) -> None:
    mask.add_set(s.phase * CARDS, playable(s, seat))
    if s.phase != MOVE:
        mask.add(refusal(s))


def random_action(s: DurakState, seat: i64, rng: Rng) -> i64:
    cards = playable(s, seat)
    count = popcount(cards)
    if s.phase == MOVE:
        return nth(cards, rng.below(count))
    k = rng.below(count + 1)
    if k < count:
        return s.phase * CARDS + nth(cards, k)
    return refusal(s)


def default_action(s: DurakState, seat: i64) -> i64:
    """Take, pass, or lead the cheapest card."""
    if s.phase == MOVE:
        hand = s.hands[seat]
        return cheapest(hand & ~s.trumps if hand & ~s.trumps else hand)
    return refusal(s)


def cheapest(cards: i64) -> i64:
    """The card of the lowest rank, the first suit where there are several."""
    best: i64 = -1
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        if best < 0 or card % 9 < best % 9:
            best = card
    return best
