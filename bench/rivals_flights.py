"""Simple policies of Flights: what to lay, how to bid, what to take (see rivals.py)."""

from __future__ import annotations

from typing import NamedTuple

from bench.rivals_common import Rule

from koloda.core.bits import bit, members, popcount
from koloda.core.rng import Rng
from koloda.core.state import State
from koloda.games.flights.actions import FLIGHTS, LAY, TAKE, TAKE_CARD, swap_own, swap_theirs
from koloda.games.flights.bots.heuristic import gain, rivals_gain, with_city
from koloda.games.flights.cards import CITIES, DP, colours_of, different, due
from koloda.games.flights.scoring import count_points
from koloda.games.flights.state import FlightsState


class Rival(NamedTuple):
    lay: str  # own: the city that it needs, rival: one that it needs more than the others
    bid: str  # need: high for what is missed, high, middle
    take: str = "colours"  # before points, points

    def choose(self, state: State, seat: int, heuristic: int, rng: Rng) -> int:
        assert isinstance(state, FlightsState)
        legal = [int(action) for action in state.legal(seat)]
        if state.phase == LAY:
            return self.laid(state, seat)
        if state.phase == TAKE:
            cards = [int(card) for card in members(due(state.table))]
            if cards[0] >= CITIES:
                return heuristic
            return TAKE_CARD + max(cards, key=lambda card: self.gain(state, seat, card))
        return max(legal, key=lambda action: self.swapped(state, seat, action))

    def value(self, cities: int) -> float:
        points = int(count_points(cities, True)) / 10
        return points if self.take == "points" else 10 * int(popcount(colours_of(cities))) + points

    def gain(self, state: FlightsState, seat: int, city: int) -> float:
        return self.value(int(with_city(state, seat, city))) - self.value(int(state.cities[seat]))

    def swapped(self, state: FlightsState, seat: int, action: int) -> float:
        cities = int(state.cities[seat])
        return self.value(cities & ~int(bit(swap_own(action))) | int(bit(swap_theirs(action))))

    def laid(self, state: FlightsState, seat: int) -> int:
        cards = [int(card) for card in members(different(state.hands[seat]))]
        flights = [int(flight) for flight in members(state.flights[seat])]

        def wish(card: int) -> float:
            if card >= CITIES:
                return -50 if card == DP else -20
            if self.lay == "rival":
                others = [other for other in range(state.seats) if other != seat]
                return self.gain(state, seat, card) - max(self.gain(state, each, card) for each in others)
            return self.gain(state, seat, card)

        card = max(cards, key=wish)
        wanted = card < CITIES and self.gain(state, seat, card) > 5
        if self.bid == "middle":
            flight = flights[len(flights) // 2]
        else:
            flight = flights[-1 if self.bid == "high" or (self.bid == "need" and wanted) else 0]
        return card * FLIGHTS + flight


class Habit(NamedTuple):
    """The heuristic with one habit changed."""

    habit: str

    def choose(self, state: State, seat: int, heuristic: int, rng: Rng) -> int:
        assert isinstance(state, FlightsState)
        if state.phase != LAY:
            return self.taken(state, seat, heuristic)
        flights = [int(flight) for flight in members(state.flights[seat])]
        cards = [int(card) for card in members(different(state.hands[seat]))]
        card, flight = divmod(heuristic, FLIGHTS)
        if self.habit == "high":
            flight = flights[-1]
        elif self.habit == "low":
            flight = flights[0]
        elif self.habit == "one more":
            flight = min((each for each in flights if each > flight), default=flight)
        elif self.habit == "one less":
            flight = max((each for each in flights if each < flight), default=flight)
        elif self.habit == "keeps" and card < CITIES and gain(state, seat, card) > 0:
            useless = [each for each in cards if each >= CITIES or gain(state, seat, each) <= 0]
            card = useless[0] if useless else card
        elif self.habit == "hides":
            spare = [each for each in cards if each >= CITIES or rivals_gain(state, seat, each) <= 0]
            card = spare[0] if spare and card < CITIES and rivals_gain(state, seat, card) > 0 else card
        elif self.habit == "needs":
            card = max(cards, key=lambda each: int(gain(state, seat, each)) if each < CITIES else -1000)
        return card * FLIGHTS + flight

    def taken(self, state: FlightsState, seat: int, heuristic: int) -> int:
        cards = [int(card) for card in members(due(state.table))]
        if self.habit == "selfish" and state.phase == TAKE and cards[0] < CITIES:
            return TAKE_CARD + max(cards, key=lambda card: int(gain(state, seat, card)))
        return heuristic


RIVALS = (
    Rival("own", "need"),
    Rival("own", "high"),
    Rival("own", "need", "points"),
    Rival("rival", "middle"),
    Habit("high"),
    Habit("low"),
    Habit("one more"),
    Habit("one less"),
    Habit("keeps"),
    Habit("hides"),
    Habit("needs"),
    Habit("selfish"),
)
NAMES = {
    "high": "the heuristic's card, the highest Flight card",
    "low": "the heuristic's card, the lowest Flight card",
    "one more": "bids one Flight card more than the heuristic",
    "one less": "bids one Flight card less than the heuristic",
    "keeps": "keeps the cities that it needs",
    "hides": "keeps the cities that others need",
    "needs": "lays the city that it needs most",
    "selfish": "takes without a look at the others",
}
RULES: dict[str, Rule] = {
    NAMES[each.habit]
    if isinstance(each, Habit)
    else f"lay {each.lay}, bid {each.bid}, {each.take}": each.choose
    for each in RIVALS
}
