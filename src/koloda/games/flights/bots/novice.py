"""What a beginner does: plays as well as he can, but overlooks what people overlook."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from koloda.core.bits import lowest, nth, popcount
from koloda.core.policy import Policy
from koloda.core.rng import Rng
from koloda.core.state import State
from koloda.games.flights.actions import FLIGHTS, LAY, TAKE, TAKE_CARD
from koloda.games.flights.bots.heuristic import FlightsHeuristic
from koloda.games.flights.cards import ALL_CITIES, different, due
from koloda.games.flights.state import FlightsState

# how often, in per cent
BIDS_ON_IMPULSE: Final = 40
OVERLOOKS_BURNING: Final = 40
SWAPS_ON_IMPULSE: Final = 50


class FlightsNovice(Policy):
    policy: FlightsHeuristic

    def __init__(self) -> None:
        self.policy = FlightsHeuristic()

    def choose(self, state: State, seat: i64, rng: Rng) -> i64:
        assert isinstance(state, FlightsState)
        chance = rng.below(100)
        if state.phase == LAY:
            if chance < BIDS_ON_IMPULSE:
                return any_pair(state, seat, rng)
        elif state.phase == TAKE:
            if chance < OVERLOOKS_BURNING and due(state.table) & ALL_CITIES:
                return TAKE_CARD + highest(due(state.table))
        elif chance < SWAPS_ON_IMPULSE:
            return state.random_legal(seat, rng)
        return self.policy.choose(state, seat, rng)


def any_pair(s: FlightsState, seat: i64, rng: Rng) -> i64:
    """The best city of the hand, or whatever there is, with any Flight card: burning is not thought of."""
    cards = different(s.hands[seat])
    flights = s.flights[seat]
    flight = nth(flights, rng.below(popcount(flights)))
    card = highest(cards & ALL_CITIES) if cards & ALL_CITIES else lowest(cards)
    return card * FLIGHTS + flight


def highest(cities: i64) -> i64:
    """The city of the highest value, whatever its colour does."""
    best = lowest(cities)
    while cities:
        city = lowest(cities)
        cities &= cities - 1
        if city % 6 > best % 6:
            best = city
    return best
