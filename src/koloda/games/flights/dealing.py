"""The deal: from a seed, from a setup, or from an arranged position."""

from __future__ import annotations

from typing import Any

from mypy_extensions import i64

from koloda.core.bits import bit
from koloda.core.errors import BadNotation
from koloda.core.rng import Rng
from koloda.core.vecs import append, vec
from koloda.games.flights.actions import EXCHANGE, FLIGHTS, LAY, NOTHING
from koloda.games.flights.cards import CODES, listed, unit
from koloda.games.flights.legal import can_swap
from koloda.games.flights.options import FlightsRules
from koloda.games.flights.positions import FlightsPosition
from koloda.games.flights.state import ROW, FlightsState


def deal(game: Any, seats: i64, rules: FlightsRules, first: i64, rng: Rng, watch: bool) -> FlightsState:
    """The lot for the first player (-1: there is one to draw), then the shuffle, then three cards each."""
    if first < 0:
        first = rng.below(seats)
    deck = listed(rules.deck)
    rng.shuffle(deck)
    return begin(game, seats, rules, first, deck, rng, watch)


def restore(
    game: Any,
    seats: i64,
    rules: FlightsRules,
    first: i64,
    hands: list[list[i64]],
    pile: list[i64],
    watch: bool,
) -> FlightsState:
    """Deal these hands, and leave this draw pile."""
    deck = vec[i64]()
    for k in range(rules.hand):
        for i in range(seats):
            deck = append(deck, hands[(first + i) % seats][k])
    for card in pile:
        deck = append(deck, card)
    return begin(game, seats, rules, first, deck, Rng(0), watch)


def begin(
    game: Any, seats: i64, rules: FlightsRules, first: i64, deck: vec[i64], rng: Rng, watch: bool
) -> FlightsState:
    s = FlightsState(game, seats, rules, deck, rng)
    for seat in range(seats):
        s.hands = append(s.hands, 0)
        s.flights = append(s.flights, rules.flights)
        s.laid = append(s.laid, NOTHING)
        s.cities = append(s.cities, 0)
        for place in range(ROW):
            s.rows = append(s.rows, NOTHING)
    s.first = first
    s.opening = first
    if watch:
        s.watch().tell("first", int(first))
    s.refill()
    s.start_laying()
    return s


def redeal(s: FlightsState, rng: Rng) -> FlightsState:
    """Another deal that began in public as this one did."""
    return deal(s.game, s.seats, s.rules, s.opening, rng, False)


def reopened(s: FlightsState) -> FlightsState:
    """The same before anybody laid a pair that is still sealed."""
    before = s.clone()
    if s.phase == LAY:
        for seat in range(s.seats):
            action = s.laid[seat]
            if action != NOTHING:
                before.hands[seat] += unit(action // FLIGHTS)
                before.flights[seat] ^= bit(action % FLIGHTS)
        before.start_laying()
    return before


def arrange(game: Any, rules: FlightsRules, position: FlightsPosition) -> FlightsState:
    """A position of which every card is somewhere."""
    seats = i64(position.seats)
    first = i64(position.first)
    round_no = i64(position.round_no)
    s = begin(game, seats, rules, first, listed(rules.deck), Rng(0), False)
    s.opening = ((first - round_no + 1) % seats + seats) % seats
    s.round_no = round_no
    for seat in range(seats):
        s.hands[seat] = gathered(position.hands[seat])
        s.flights[seat] = rules.flights & ~i64(position.used[seat])
        place = seat * ROW
        for city in position.rows[seat]:
            s.rows[place] = city
            s.cities[seat] |= bit(city)
            place += 1
        if seat in position.laid:
            s.laid[seat] = position.laid[seat]
            s.flights[seat] ^= bit(s.laid[seat] % FLIGHTS)
            s.pending ^= bit(seat)
        if seat in position.since:
            s.since |= i64(position.since[seat]) << (seat * 4)
    s.pile = vec[i64](position.pile or [])
    s.drawn = 0
    s.discard = gathered(position.discard)
    if position.table is not None:
        s.table = gathered(position.table)
        s.order = s.taking_order()
        s.turn = position.taken
        s.ask_taker()
        if position.exchange is not None:
            s.exchange = position.exchange
            s.phase = EXCHANGE
            if not can_swap(s, s.taker()):
                raise BadNotation(f"exchange {CODES[s.exchange]}: P{s.taker() + 1} has nothing to swap")
    return s


def gathered(cards: list[int]) -> i64:
    """These cards as a multiset."""
    found: i64 = 0
    for card in cards:
        found += unit(card)
    return found
