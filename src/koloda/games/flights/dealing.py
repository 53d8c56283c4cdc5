"""The deal: from a seed, from a setup, or from an arranged position."""

from __future__ import annotations

from typing import Any

from mypy_extensions import i64

from koloda.core.bits import bit
from koloda.core.rng import Rng
from koloda.core.vecs import append, vec
from koloda.games.flights.actions import ALL_FLIGHTS, NOTHING
from koloda.games.flights.cards import full_deck, listed, unit
from koloda.games.flights.state import HAND, ROW, FlightsState, Rules


def deal(game: Any, seats: i64, rules: Rules, first: i64, rng: Rng, watch: bool) -> FlightsState:
    """The lot for the first player (-1: there is one to draw), then the shuffle, then three cards each."""
    if first < 0:
        first = rng.below(seats)
    deck = listed(full_deck(rules.colours))
    rng.shuffle(deck)
    return begin(game, seats, rules, first, deck, rng, watch)


def restore(
    game: Any, seats: i64, rules: Rules, first: i64, hands: list[list[i64]], pile: list[i64], watch: bool
) -> FlightsState:
    """Deal these hands, and leave this draw pile."""
    deck = vec[i64]()
    for k in range(HAND):
        for i in range(seats):
            deck = append(deck, hands[(first + i) % seats][k])
    for card in pile:
        deck = append(deck, card)
    return begin(game, seats, rules, first, deck, Rng(0), watch)


def begin(
    game: Any, seats: i64, rules: Rules, first: i64, deck: vec[i64], rng: Rng, watch: bool
) -> FlightsState:
    s = FlightsState(game, seats, rules, deck, rng)
    for seat in range(seats):
        s.hands = append(s.hands, 0)
        s.flights = append(s.flights, ALL_FLIGHTS)
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


def arrange(
    game: Any,
    rules: Rules,
    round_no: i64,
    first: i64,
    hands: list[list[i64]],
    rows: list[list[i64]],
    used: list[i64],
    pile: list[i64],
    discard: i64,
) -> FlightsState:
    """A position in which everybody is about to lay."""
    seats = i64(len(hands))
    s = begin(game, seats, rules, first, listed(full_deck(rules.colours)), Rng(0), False)
    s.opening = ((first - round_no + 1) % seats + seats) % seats
    s.round_no = round_no
    for seat in range(seats):
        hand: i64 = 0
        for card in hands[seat]:
            hand += unit(card)
        s.hands[seat] = hand
        s.flights[seat] = ALL_FLIGHTS & ~used[seat]
        for i in range(len(rows[seat])):
            s.rows[seat * ROW + i] = rows[seat][i]
            s.cities[seat] |= bit(rows[seat][i])
    s.pile = vec[i64](pile)
    s.drawn = 0
    s.discard = discard
    return s
