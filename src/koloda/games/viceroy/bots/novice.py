"""What a beginner does: plays as well as he can, but overlooks what people overlook."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from koloda.core.policy import Policy
from koloda.core.rng import Rng
from koloda.core.state import State
from koloda.games.viceroy.actions import BID, CIRCLE, CIRCLE_NONE, LAW, LAW_NONE, TAKE
from koloda.games.viceroy.bots.heuristic import Judge
from koloda.games.viceroy.state import ViceroyState

# how often, in per cent
BIDS_ON_IMPULSE: Final = 8
TAKES_ANY_GEM: Final = 20
FORGETS_THE_FREE_CARD: Final = 10
FORGETS_TO_PAINT: Final = 25


class ViceroyNovice(Policy):
    def choose(self, state: State, seat: i64, rng: Rng) -> i64:
        assert isinstance(state, ViceroyState)
        kind = state.ask[seat]
        chance = rng.below(100)
        if kind == BID and chance < BIDS_ON_IMPULSE:
            return state.random_legal(seat, rng)
        if kind == TAKE and chance < TAKES_ANY_GEM:
            return state.random_legal(seat, rng)
        if kind == LAW and chance < FORGETS_THE_FREE_CARD:
            return LAW_NONE
        if kind == CIRCLE and chance < FORGETS_TO_PAINT:
            return CIRCLE_NONE
        return Beginner(state, seat, rng).choose()


class Beginner(Judge):
    """Judges a card by its rewards: circles, and what a place opens, count half, a price little more."""

    def place_worth(self, card: i64, place: i64) -> i64:
        return super().place_worth(card, place) // 2

    def price_worth(self, card: i64, level: i64) -> i64:
        return super().price_worth(card, level) * 2 // 3
