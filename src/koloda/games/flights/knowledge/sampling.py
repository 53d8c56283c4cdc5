"""What a seat does not know, dealt anew.

Until the first reshuffle all cards that a seat has not seen are alike: each may lie in each hidden place. A
reshuffle tells everybody what is in the new draw pile and so what is in the hands. From then on a history is
kept (history.py), and what a seat makes of it (memory.py) says which cards may lie where.

A sample has the same history with other cards in the others' draws, so it can be sampled like the true state.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from koloda.core.bits import bit, lowest, nth, popcount
from koloda.core.rng import Rng
from koloda.core.vecs import append, vec
from koloda.games.flights.actions import FLIGHTS, LAY, NOTHING
from koloda.games.flights.cards import DP_PLACE, UNIQUE, XU, XU_PLACE, listed, size, unit
from koloda.games.flights.knowledge.history import LAID
from koloda.games.flights.knowledge.memory import COPIES, Memory, memory_of

if TYPE_CHECKING:
    from koloda.games.flights.state import FlightsState


def sampled(s: FlightsState, seat: i64, rng: Rng) -> FlightsState:
    """A state that this seat cannot tell from s, fairly from all of them; chance in it is new, too."""
    sample = s.clone()
    if len(s.history):
        deal_by_piles(s, sample, seat, rng)
    else:
        cards = listed(unseen(s, seat))
        rng.shuffle(cards)
        k: i64 = 0
        for other in range(s.seats):
            if other != seat:
                count = hidden_cards(s, other)
                give(sample, other, cards[k : k + count], rng)
                k += count
        sample.pile = cards[k:]
        sample.drawn = 0
    sample.rng = rng.fork()
    return sample


def sealed(s: FlightsState, seat: i64) -> bool:
    """Has this seat laid a pair that is not yet revealed?"""
    return s.phase == LAY and s.laid[seat] != NOTHING


def hidden_cards(s: FlightsState, seat: i64) -> i64:
    """How many cards this seat holds or has laid face down."""
    return size(s.hands[seat]) + (1 if sealed(s, seat) else 0)


def unseen(s: FlightsState, seat: i64) -> i64:
    """The draw pile, the other hands, and what the others have laid face down."""
    cards: i64 = 0
    for i in range(s.drawn, len(s.pile)):
        cards += unit(s.pile[i])
    for other in range(s.seats):
        if other != seat:
            cards += s.hands[other]
            if sealed(s, other):
                cards += unit(s.laid[other] // FLIGHTS)
    return cards


def give(sample: FlightsState, seat: i64, cards: vec[i64], rng: Rng) -> None:
    """These cards, in random order, are all that the seat has; if it has laid a pair, the first is in it."""
    hand: i64 = 0
    for card in cards:
        hand += unit(card)
    if sealed(sample, seat):
        card = cards[0]
        hand -= unit(card)
        flights = sample.shown_flights(seat)
        flight = nth(flights, rng.below(popcount(flights)))
        sample.laid[seat] = card * FLIGHTS + flight
        sample.flights[seat] = flights ^ bit(flight)
    sample.hands[seat] = hand


MOST: Final = 8  # cards of a hand, more than there can be


class HistoryReplay:
    """The history once more, with the cards that the others drew as one explanation has them."""

    seat: i64
    rng: Rng
    history: vec[i64]
    slots: vec[i64]  # of each seat so many: pile * 65536 + place in the history of a card that it has in hand
    count: vec[i64]  # how many it has

    def __init__(self, seat: i64, seats: i64, history: vec[i64], piles: vec[i64], rng: Rng) -> None:
        self.seat = seat
        self.rng = rng
        self.history = history
        self.slots = vec[i64]([0] * int(seats * MOST))
        self.count = vec[i64]([0] * int(seats))
        home = vec[i64]([0] * XU)
        copies = i64(len(piles))
        pile: i64 = -1
        for i in range(len(history)):
            event = history[i]
            if event < 0:
                pile += 1
                left = -event & UNIQUE
                while left:
                    home[lowest(left)] = pile
                    left &= left - 1
                continue
            card = event & 63
            other = (event & 255) >> 6
            if other == seat:
                continue
            if event < LAID:
                self.slots[other * MOST + self.count[other]] = pile * 65536 + i
                self.count[other] += 1
            elif card < XU:
                self.lay(other, card, home[card])
            else:
                copies -= 1
                self.lay(other, card, piles[copies])

    def lay(self, seat: i64, card: i64, pile: i64) -> None:
        """One of the cards that the seat has from this pile was this card."""
        first = seat * MOST
        end = first + self.count[seat]
        found: i64 = -1
        number: i64 = 0
        for k in range(first, end):
            if self.slots[k] // 65536 == pile:
                number += 1
                if number == 1 or self.rng.below(number) == 0:
                    found = k
        self.history[self.slots[found] % 65536] = seat * 64 + card
        for k in range(found, end - 1):
            self.slots[k] = self.slots[k + 1]
        self.count[seat] -= 1


def deal_by_piles(s: FlightsState, sample: FlightsState, seat: i64, rng: Rng) -> None:
    """Deal the unseen cards of each pile to the places of cards that were drawn from it."""
    memory = memory_of(s, seat)
    explanation, piles = memory.choose(rng)
    places = explanation.places
    replay = HistoryReplay(seat, s.seats, sample.history, piles, rng)
    history = replay.history
    cards = unseen(s, seat) & UNIQUE
    hands: list[vec[i64]] = [vec[i64]() for other in range(s.seats)]
    rest = vec[i64]()
    for pile in range(memory.piles):
        copies = places[pile * 8 + COPIES] << XU_PLACE | places[pile * 8 + COPIES + 1] << DP_PLACE
        rest = pile_cards(memory, cards, pile, copies)
        rng.shuffle(rest)
        k: i64 = 0
        for other in range(s.seats):
            for i in range(other * MOST, other * MOST + replay.count[other]):
                if replay.slots[i] // 65536 == pile:
                    history[replay.slots[i] % 65536] = other * 64 + rest[k]
                    hands[other] = append(hands[other], rest[k])
                    k += 1
        rest = rest[k:]
    for other in range(s.seats):
        if other != seat:
            hand = hands[other]
            rng.shuffle(hand)
            give(sample, other, hand, rng)
    sample.pile = rest
    sample.drawn = 0
    sample.history = history


def pile_cards(memory: Memory, unseen_cards: i64, pile: i64, copies: i64) -> vec[i64]:
    """The unseen cards that were last in this pile."""
    cards = copies
    while unseen_cards:
        card = lowest(unseen_cards)
        unseen_cards &= unseen_cards - 1
        if memory.home[card] == pile:
            cards += bit(card)
    return listed(cards)
