"""What is learned about the beginning of a round, with all cards known: who will win, with how many points.

The cards are seen by roles, the seats from the first player on, and colour by colour. All colours share their
tables, so that renaming them changes nothing.
"""

from __future__ import annotations

import math
from typing import Final

from mypy_extensions import i64

from koloda.core.bits import bit, lowest, popcount
from koloda.core.endings import Endings
from koloda.core.outlook import Values, with_bonus
from koloda.core.rng import Rng
from koloda.core.state import State
from koloda.core.vecs import append, vec
from koloda.games.flights.cards import ALL_CITIES, CITIES, COLOUR, colours_of, same_colour, values_of
from koloda.games.flights.scoring import count_points
from koloda.games.flights.state import ROW, FlightsState

WINNING: Final = 10.0  # what it is worth to win, in points
SPAN: Final = 24.0  # nobody can be so many points and wins behind the mean

# where the tables of a role begin
COLOURS: Final = 0  # of a colour: cities in the row, is the last one among them; in hand, in the deck
POINTS: Final = 704  # colours that are missing, and what the row is worth once it is complete
FLIGHTS: Final = 1024  # which Flight cards are left
SPECIALS: Final = 1088  # Exchanges and Deportations in hand
NEEDS: Final = 2112  # missing colours, which of them in hand, which in other hands, who bids higher
ROLE: Final = 2432
# behind the roles
DECK: Final = 0  # how many cards are left
SHARED: Final = 48
# two seats, behind that
BOTH: Final = 0  # of a colour: both rows, both hands, the deck
BOTH_FLIGHTS: Final = 1600
RACE: Final = 5696  # missing colours of both, and by how many points the first player leads
LENGTHS: Final = 6144  # cities of both
DECK_SPECIALS: Final = 6272  # Exchanges and Deportations in the deck
SWAPS: Final = 7296  # for each: values of which a swap brings a missing colour for one that it has twice
COMPARED: Final = 7808


class FlightsValues(Values):
    """For each role a share: by what its points and its win are above the least that there can be."""

    seats: i64

    def __init__(self, seats: i64) -> None:
        shared = seats * ROLE
        tables: list[tuple[int, int]] = []
        for role in range(seats):
            tables.append((int(role * ROLE + FLIGHTS), 6))
            tables.append((int(role * ROLE + SPECIALS), 10))
        size = shared + SHARED
        if seats == 2:
            tables.append((int(size + BOTH_FLIGHTS), 12))
            tables.append((int(size + DECK_SPECIALS), 10))
            size += COMPARED
        super().__init__(f"{int(seats)}", size, seats, tables, Endings())
        self.seats = seats

    def features(self, state: State) -> vec[i64]:
        assert isinstance(state, FlightsState)
        s = state
        seats = self.seats
        deck = s.rules.deck - s.discard
        held: i64 = 0  # in all hands
        for seat in range(seats):
            held += s.hands[seat]
            deck -= s.cities[seat]
        deck -= held
        active = vec[i64]()
        seat = s.first
        base: i64 = 0
        for role in range(seats):
            active = of_seat(s, seat, deck, held, base, active)
            base += ROLE
            seat = seat + 1 if seat + 1 < seats else 0
        active = append(active, base + DECK + i64(len(s.pile)) - s.drawn)
        return of_both(s, deck, base + SHARED, active) if seats == 2 else active

    def returns(self, state: State) -> list[float]:
        assert isinstance(state, FlightsState)
        net = self.net
        net.feed(self.features(state))
        seats = self.seats
        result: list[float] = [0.0] * int(seats)
        total = 0.0
        seat = state.first
        for role in range(seats):
            result[seat] = math.exp(net.output(role))
            total += result[seat]
            seat = seat + 1 if seat + 1 < seats else 0
        return [SPAN * (float(seats) * each / total - 1.0) for each in result]

    def utilities(self, returns: list[float], winning: float) -> list[float]:
        """What winning is worth has been learned."""
        return returns

    def outcome(self, state: State) -> list[float]:
        return with_bonus(state.returns(), WINNING)

    def targets(self, state: State, outcome: list[float]) -> list[float]:
        assert isinstance(state, FlightsState)
        seats = self.seats
        worth = [outcome[(state.first + role) % seats] for role in range(seats)]
        return [max(0.0, each / SPAN + 1.0) / float(seats) for each in worth]

    def redrawn(self, state: State, rng: Rng) -> State:
        """The draw pile in another order."""
        assert isinstance(state, FlightsState)
        copy = state.clone()
        copy.rng = rng.fork()
        copy.pile = state.pile[state.drawn :]
        copy.drawn = 0
        rng.shuffle(copy.pile)
        return copy


def of_seat(s: FlightsState, seat: i64, deck: i64, held: i64, base: i64, active: vec[i64]) -> vec[i64]:
    """What can be said of one collection and hand."""
    cities = s.cities[seat]
    hand = s.hands[seat]
    others = held - hand
    last = last_colour(s, seat)
    missing: i64 = 0
    in_hand: i64 = 0  # missing colours
    in_others: i64 = 0
    colours = s.rules.colours
    while colours:
        shift = lowest(colours)
        colours &= colours - 1
        own = cities >> shift & COLOUR
        here = popcount(hand >> shift & COLOUR)
        if not own:
            missing += 1
            in_hand += 1 if here else 0
            in_others += 1 if others >> shift & COLOUR else 0
        kind = place_of(own) * 2 + (1 if shift == last else 0)
        left = (popcount(deck >> shift & COLOUR) + 1) // 2
        active = append(active, base + COLOURS + kind * 16 + here * 4 + left)
    active = append(active, base + POINTS + missing * 40 + count_points(cities, True))
    active = append(active, base + FLIGHTS + s.flights[seat])
    active = append(active, base + SPECIALS + specials_of(hand))
    needs = (min(missing, 4) * 4 + in_hand) * 4 + min(in_others, 3)
    return append(active, base + NEEDS + needs * 4 + bids(s, seat))


def of_both(s: FlightsState, deck: i64, base: i64, active: vec[i64]) -> vec[i64]:
    """What can be said of two who are compared, the first player first."""
    a = s.first
    b = 1 - a
    one = s.cities[a]
    two = s.cities[b]
    one_last = last_colour(s, a)
    two_last = last_colour(s, b)
    colours = s.rules.colours
    while colours:
        shift = lowest(colours)
        colours &= colours - 1
        rows = kind_of(one >> shift & COLOUR, shift == one_last) * 5
        rows += kind_of(two >> shift & COLOUR, shift == two_last)
        hands = min(popcount(s.hands[a] >> shift & COLOUR), 2) * 3
        hands += min(popcount(s.hands[b] >> shift & COLOUR), 2)
        active = append(active, base + BOTH + (rows * 9 + hands) * 7 + popcount(deck >> shift & COLOUR))
    active = append(active, base + BOTH_FLIGHTS + (s.flights[a] << 6 | s.flights[b]))
    lead = (count_points(one, True) - count_points(two, True)) // 2
    race = missing_in(s, one) * 5 + missing_in(s, two)
    active = append(active, base + RACE + race * 16 + max(0, min(15, lead + 8)))
    lengths = min(popcount(one), 9) * 10 + min(popcount(two), 9)
    active = append(active, base + LENGTHS + lengths)
    active = append(active, base + DECK_SPECIALS + specials_of(deck))
    active = append(active, base + SWAPS + swaps_of(s, one, two))
    return append(active, base + SWAPS + 256 + swaps_of(s, two, one))


def last_colour(s: FlightsState, seat: i64) -> i64:
    """Its first city, -1 of an empty row."""
    count = popcount(s.cities[seat])
    return s.rows[seat * ROW + count - 1] // 6 * 6 if count else -1


def place_of(own: i64) -> i64:
    """The cities of a colour, two at most, as a number below 22."""
    if not own:
        return 0
    low = lowest(own)
    own &= own - 1
    if not own:
        return 1 + low
    high = lowest(own)
    return 7 + high * (high - 1) // 2 + low


def kind_of(own: i64, last: bool) -> i64:
    """None of a colour, one or two, and is one of them the last of the row?"""
    if not own:
        return 0
    return (3 if own & (own - 1) else 1) + (1 if last else 0)


def missing_in(s: FlightsState, cities: i64) -> i64:
    return popcount(s.rules.colours & ~colours_of(cities))


def specials_of(cards: i64) -> i64:
    """Which Exchanges there are, and how many Universals and Deportations, two bits each."""
    return cards >> CITIES & 1023


def bids(s: FlightsState, seat: i64) -> i64:
    """How many others (3: or more) have as high a Flight card as the seat's highest."""
    own = s.flights[seat]
    count: i64 = 0
    for other in range(s.seats):
        if other != seat and s.flights[other] >= bit(highest(own)):
            count += 1
    return count


def highest(flights: i64) -> i64:
    found: i64 = 0
    while flights > 1:
        flights >>= 1
        found += 1
    return found


def swaps_of(s: FlightsState, own: i64, other: i64) -> i64:
    """Values of which a swap brings a missing colour; behind them, are there cities to spare at all, and does
    the size of the rows allow it?"""
    spare: i64 = 0
    colours = colours_of(own)
    lacking = ALL_CITIES & ~(colours * COLOUR)
    while colours:
        of_colour = own & same_colour(lowest(colours))
        colours &= colours - 1
        if of_colour & (of_colour - 1):
            spare |= of_colour
    values = values_of(spare) & values_of(other & lacking)
    allowed: i64 = 128 if popcount(own) <= popcount(other) else 0
    return values | (64 if spare else 0) | allowed
