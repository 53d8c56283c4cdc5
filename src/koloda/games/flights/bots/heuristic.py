"""What a competent person would do, from his own hand and what everybody has seen."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from koloda.core.bits import bit, lowest, popcount
from koloda.core.policy import Policy
from koloda.core.rng import Rng
from koloda.core.state import State
from koloda.games.flights.actions import FLIGHTS, LAY, TAKE, TAKE_CARD, swap_own, swap_partner, swap_theirs
from koloda.games.flights.cards import (
    ALL_CITIES,
    CITIES,
    COLOUR,
    DP,
    colours_of,
    different,
    due,
    same_colour,
)
from koloda.games.flights.legal import can_swap, swaps
from koloda.games.flights.scoring import count_points
from koloda.games.flights.state import ROW, FlightsState

# what a collection is worth, in quarters of a point
NEW_COLOUR: Final = 24
POINT: Final = 2
SURPLUS: Final = 6
WON: Final = 120
LOST: Final = -40  # complete, but somebody else wins the game

SURE: Final = 60  # chances are counted in sixtieths
FLIGHT_PRICE: Final = 5


class FlightsHeuristic(Policy):
    def choose(self, state: State, seat: i64, rng: Rng) -> i64:
        assert isinstance(state, FlightsState)
        if state.phase == LAY:
            return best_pair(state, seat)
        if state.phase == TAKE:
            return TAKE_CARD + best_card(state, seat)
        return best_swap(state, seat)


def worth(s: FlightsState, seat: i64, cities: i64) -> i64:
    """What it is worth for the seat to have these cities."""
    colours = colours_of(cities)
    different_colours = popcount(colours)
    value = NEW_COLOUR * different_colours - SURPLUS * (popcount(cities) - different_colours)
    if colours != s.rules.colours:
        return value + POINT * count_points(cities, False)
    points = count_points(cities, True)
    for other in range(s.seats):
        if other != seat and beaten_by(s, seat, other, points):
            return value + POINT * points + LOST
    return value + POINT * points + WON


def beaten_by(s: FlightsState, seat: i64, other: i64, points: i64) -> bool:
    """Does this rival, as he stands, win against the seat's complete collection of so many points?"""
    if not s.rules.collector:
        return count_points(s.cities[other], False) > points
    theirs = s.since >> (other * 4) & 15
    if not theirs:
        return False
    own = s.since >> (seat * 4) & 15
    if s.rules.first_only:
        return own == 0 or theirs < own
    return count_points(s.cities[other], True) > points


def with_city(s: FlightsState, seat: i64, city: i64) -> i64:
    """The seat's cities after it has taken this one and what burns by it (cascades left aside)."""
    cities = s.cities[seat]
    same = cities & same_colour(city)
    if not same:
        return cities | bit(city)
    last = bit(last_city(s, seat))
    if same & (same - 1) == 0:
        return cities ^ same if same == last else cities | bit(city)
    return cities ^ last if same & last and s.rules.pair_first else cities ^ same


def last_city(s: FlightsState, seat: i64) -> i64:
    return s.rows[seat * ROW + popcount(s.cities[seat]) - 1]


def gain(s: FlightsState, seat: i64, city: i64) -> i64:
    """What taking this city changes for the seat."""
    return worth(s, seat, with_city(s, seat, city)) - worth(s, seat, s.cities[seat])


def rivals_gain(s: FlightsState, seat: i64, city: i64) -> i64:
    """The most that anybody else gains by this city."""
    best: i64 = -1000
    for other in range(s.seats):
        if other != seat:
            best = max(best, gain(s, other, city))
    return best


def deported(s: FlightsState, seat: i64) -> i64:
    """What a Deportation changes for the seat."""
    cities = s.cities[seat]
    if not cities:
        return 0
    return worth(s, seat, cities ^ bit(last_city(s, seat))) - worth(s, seat, cities)


# laying


def best_pair(s: FlightsState, seat: i64) -> i64:
    """Bid by need: high for a city that is missed, low with a Deportation or a useful Exchange."""
    usual = usual_gain(s, seat)
    best: i64 = -1
    best_value: i64 = 0
    cards = different(s.hands[seat])
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        early = if_early(s, seat, card, usual)
        late = if_late(s, seat, card, usual)
        flights = s.flights[seat]
        while flights:
            flight = lowest(flights)
            flights &= flights - 1
            chance = chance_early(s, seat, flight)
            value = early * chance + late * (SURE - chance) - FLIGHT_PRICE * SURE * flight
            if best < 0 or value > best_value:
                best = card * FLIGHTS + flight
                best_value = value
    return best


def usual_gain(s: FlightsState, seat: i64) -> i64:
    """What the seat gains on average by a city that it has not seen."""
    unseen = s.rules.colours * COLOUR & ~(s.hands[seat] | s.discard) & ALL_CITIES
    for other in range(s.seats):
        unseen &= ~s.cities[other]
    count = popcount(unseen)
    total: i64 = 0
    while unseen:
        total += gain(s, seat, lowest(unseen))
        unseen &= unseen - 1
    return total // count if count else 0


def chance_early(s: FlightsState, seat: i64, flight: i64) -> i64:
    """How likely it is, against the average rival, to take before him, in sixtieths."""
    behind: i64 = 0
    for other in range(s.seats):
        if other != seat:
            flights = s.shown_flights(other)
            lower = bit(flight) - 1
            if (seat - s.first + s.seats) % s.seats < (other - s.first + s.seats) % s.seats:
                lower |= bit(flight)
            behind += SURE * popcount(flights & lower) // popcount(flights)
    return behind // (s.seats - 1)


def if_early(s: FlightsState, seat: i64, card: i64, usual: i64) -> i64:
    """What laying this card brings if the seat takes early: the pick of the cities, and each Deportation.

    What it picks from others it leaves of its own: a city that a rival needs is his.
    """
    if card == DP:
        return deported(s, seat)
    if card < CITIES:
        return max(gain(s, seat, card), usual) - max(rivals_gain(s, seat, card), 0) // 2
    return usual


def if_late(s: FlightsState, seat: i64, card: i64, usual: i64) -> i64:
    """What laying this card brings if the seat takes late: what the others leave, and each Exchange."""
    if card == DP:
        loss: i64 = 0
        for other in range(s.seats):
            if other != seat:
                loss += deported(s, other)
        return usual - loss // (s.seats - 1)
    if card < CITIES:
        return usual - max(rivals_gain(s, seat, card), 0) // 2
    return best_exchange(s, seat, card)


# taking


def best_card(s: FlightsState, seat: i64) -> i64:
    """The card that is best for the seat and that it should not leave to the others."""
    cards = due(s.table)
    best: i64 = lowest(cards)
    if cards & (cards - 1) == 0:
        return best
    best_value: i64 = -100000
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        if card < CITIES:
            value = gain(s, seat, card) + rivals_need(s, card)
        else:
            value = best_exchange(s, seat, card)
        if value > best_value:
            best = card
            best_value = value
    return best


def rivals_need(s: FlightsState, city: i64) -> i64:
    """The most that somebody who takes later gains by this city."""
    best: i64 = 0
    for turn in range(s.turn + 1, s.seats):
        best = max(best, gain(s, s.order >> (turn * 4) & 15, city))
    return best


# exchanging


def best_exchange(s: FlightsState, seat: i64, card: i64) -> i64:
    """What the best swap with this Exchange brings, as the collections are now; 0 if none is possible."""
    trial = s.clone()
    trial.exchange = card
    if not can_swap(trial, seat):
        return 0
    return swap_value(trial, seat, best_swap(trial, seat))


def best_swap(s: FlightsState, seat: i64) -> i64:
    best: i64 = -1
    best_value: i64 = 0
    for action in swaps(s, seat):
        value = swap_value(s, seat, action)
        if best < 0 or value > best_value:
            best = action
            best_value = value
    return best


def swap_value(s: FlightsState, seat: i64, action: i64) -> i64:
    """What a swap changes for the seat, and half of what it takes from the partner."""
    partner = swap_partner(action)
    trial = s.clone()
    trial.swap(seat, swap_own(action), partner, swap_theirs(action))
    own = worth(trial, seat, trial.cities[seat]) - worth(s, seat, s.cities[seat])
    theirs = worth(trial, partner, trial.cities[partner]) - worth(s, partner, s.cities[partner])
    return own - theirs // 2
