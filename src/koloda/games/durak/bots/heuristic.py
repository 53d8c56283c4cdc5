"""What a competent person would do, from his own hand and what everybody has seen."""

from __future__ import annotations

from mypy_extensions import i64

from koloda.core.bits import lowest, popcount, shifted
from koloda.core.policy import Policy
from koloda.core.rng import Rng
from koloda.core.state import State
from koloda.games.durak.actions import ADD_CARD, BEAT, BEAT_WITH, MOVE, PASS, TAKE
from koloda.games.durak.cards import CARDS, RANK
from koloda.games.durak.legal import playable
from koloda.games.durak.state import DurakState


class DurakHeuristic(Policy):
    def choose(self, state: State, seat: i64, rng: Rng) -> i64:
        assert isinstance(state, DurakState)
        if state.phase == MOVE:
            return lead(state, seat)
        if state.phase == BEAT:
            return answer(state, seat)
        return addition(state, seat)


def worth(s: DurakState, card: i64) -> i64:
    """What it costs to part with a card: its rank, and nine more for a trump."""
    return card % 9 + (9 if s.trumps >> card & 1 else 0)


def cheapest(s: DurakState, cards: i64) -> i64:
    """The card of least worth, or -1 of none."""
    best: i64 = -1
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        if best < 0 or worth(s, card) < worth(s, best):
            best = card
    return best


def of_rank(cards: i64, card: i64) -> i64:
    """How many of these cards have the rank of this one."""
    return popcount(cards & shifted(RANK, card % 9))


def lead(s: DurakState, seat: i64) -> i64:
    """The cheapest card; low pairs rather than single cards, for the second one can be added."""
    best: i64 = -1
    best_cost: i64 = 0
    cards = s.hands[seat]
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        cost = worth(s, card) * 2
        if of_rank(s.hands[seat] & ~s.trumps, card) > 1 and cost <= 10:
            cost -= 3
        if best < 0 or cost < best_cost:
            best = card
            best_cost = cost
    return best


def answer(s: DurakState, seat: i64) -> i64:
    """Beat as cheaply as possible: a card more in hand is dearer than any card."""
    able = playable(s, seat)
    return BEAT_WITH + cheapest(s, able) if able else TAKE


def addition(s: DurakState, seat: i64) -> i64:
    """Whatever fits, the cheapest first; trumps stay in hand while the stock lasts."""
    able = playable(s, seat)
    if s.drawn < CARDS:
        able &= ~s.trumps
    return ADD_CARD + cheapest(s, able) if able else PASS
