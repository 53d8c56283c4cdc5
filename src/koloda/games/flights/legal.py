"""What may be done: the legal actions. One of them at random is FlightsState.random_legal, for its speed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from koloda.core.bits import bit, lowest, members, nth, popcount
from koloda.core.rng import Rng
from koloda.core.rows import Masks
from koloda.games.flights.actions import FLIGHTS, LAY, TAKE, TAKE_CARD, swap_action
from koloda.games.flights.cards import CITIES, XU, different, due, same_value, values_of

if TYPE_CHECKING:
    from koloda.games.flights.state import FlightsState


def legal_actions(s: FlightsState, seat: i64) -> list[i64]:
    actions: list[i64] = []
    if seat < 0 or seat >= s.seats or not s.pending & bit(seat):
        return actions
    if s.phase == LAY:
        for card in members(different(s.hands[seat])):
            actions += [card * FLIGHTS + flight for flight in members(s.flights[seat])]
    elif s.phase == TAKE:
        actions += [TAKE_CARD + card for card in members(due(s.table))]
    else:
        actions = swaps(s, seat)
    return actions


def allow_actions(s: FlightsState, seat: i64, mask: Masks) -> None:
    if s.phase == LAY:
        cards = different(s.hands[seat])
        flights = s.flights[seat]
        while cards:
            mask.add_set(lowest(cards) * FLIGHTS, flights)
            cards &= cards - 1
    elif s.phase == TAKE:
        mask.add_set(TAKE_CARD, due(s.table))
    else:
        for action in swaps(s, seat):
            mask.add(action)


def swaps(s: FlightsState, seat: i64) -> list[i64]:
    """The swaps that the Exchange being resolved allows the seat."""
    actions: list[i64] = []
    for own in members(swappable(s, seat)):
        for partner in range(s.seats):
            offers = members(offered(s, seat, partner, own))
            actions += [swap_action(own, partner, theirs) for theirs in offers]
    return actions


def random_swap(s: FlightsState, seat: i64, rng: Rng) -> i64:
    """One of `swaps`, without making the list."""
    total: i64 = 0
    own_cities = swappable(s, seat)
    left = own_cities
    while left:
        own = lowest(left)
        left &= left - 1
        for partner in range(s.seats):
            total += popcount(offered(s, seat, partner, own))
    k = rng.below(total)
    while True:
        own = lowest(own_cities)
        own_cities &= own_cities - 1
        for partner in range(s.seats):
            offers = offered(s, seat, partner, own)
            count = popcount(offers)
            if k < count:
                return swap_action(own, partner, nth(offers, k))
            k -= count


def swappable(s: FlightsState, seat: i64) -> i64:
    """The cities that the Exchange being resolved allows the seat to give."""
    cities = s.cities[seat]
    return cities if s.exchange == XU else cities & same_value(s.exchange - CITIES)


def offered(s: FlightsState, seat: i64, partner: i64, own: i64) -> i64:
    """The partner's cities that the seat may have for its own one; the size rule included."""
    theirs = s.cities[partner]
    if partner == seat or popcount(theirs) < popcount(s.cities[seat]):
        return 0
    return theirs & same_value(own)


def can_swap(s: FlightsState, seat: i64) -> bool:
    """Does the Exchange being resolved allow the seat any swap?"""
    cities = s.cities[seat]
    values = values_of(swappable(s, seat))
    for partner in range(s.seats):
        theirs = s.cities[partner]
        if values & values_of(theirs) and partner != seat and popcount(cities) <= popcount(theirs):
            return True
    return False
