"""What a seat does not know, dealt anew: one more room, because exact sampling is a subject of its own.

Until the first reshuffle all cards that a seat has not seen are alike: each may lie in each hidden place. A
reshuffle tells everybody what is in the new draw pile and so what is in the hands. From then on a history is
kept: what each pile was made of, who drew from it, who laid what. A card that exists once tells by its face
from which pile it was drawn. A copy of XU or DP need not: if copies were in two piles, a seat that lays one
may have had it from either, and the sample weighs both.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from koloda.core.bits import bit, lowest, nth, popcount
from koloda.core.rng import Rng
from koloda.core.vecs import append, extend, vec
from koloda.games.flights.actions import FLIGHTS, NOTHING
from koloda.games.flights.cards import (
    DP,
    DP_PLACE,
    UNIQUE,
    XU,
    XU_PLACE,
    count_of,
    listed,
    size,
    unit,
)
from koloda.games.flights.phases import LAY

if TYPE_CHECKING:
    from koloda.games.flights.state import FlightsState

# entries of the history: seat * 64 + card for a draw, the same plus LAID for a reveal, -pile for a reshuffle
LAID: Final = 256


def dealt(hands: vec[i64]) -> vec[i64]:
    """The history that begins with a reshuffle: all hands were drawn from one pile, the deck."""
    history = append(vec[i64](), -sum_of(hands))
    for seat in range(len(hands)):
        for card in listed(hands[seat]):
            history = append(history, seat * 64 + card)
    return history


def reshuffled(history: vec[i64], pile: i64) -> vec[i64]:
    return append(history, -pile)


def drawn_by(history: vec[i64], seat: i64, card: i64) -> vec[i64]:
    return append(history, seat * 64 + card)


def revealed(history: vec[i64], seat: i64, card: i64) -> vec[i64]:
    return append(history, LAID + seat * 64 + card)


def sum_of(hands: vec[i64]) -> i64:
    cards: i64 = 0
    for hand in hands:
        cards += hand
    return cards


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


# places of an explanation, eight for each pile: how many cards drawn from it each of four seats still hides,
# how many of its cards the seat has not seen, and how many of those are XU and DP
LEFT: Final = 4
COPIES: Final = 5  # of XU, then of DP


class Explanation:
    """One way to explain what happened: from which pile each copy that somebody else laid was drawn."""

    weight: float
    places: vec[i64]

    def __init__(self, weight: float, places: vec[i64]) -> None:
        self.weight = weight
        self.places = places

    def saw(self, pile: i64, card: i64) -> None:
        """The seat itself drew this card from a pile of unseen cards."""
        chances: i64 = 1
        if card >= XU:
            chances = self.places[pile * 8 + COPIES + card - XU]
            self.places[pile * 8 + COPIES + card - XU] -= 1
        self.weight *= float(chances) / float(self.places[pile * 8 + LEFT])
        self.places[pile * 8 + LEFT] -= 1

    def laid(self, pile: i64, seat: i64, card: i64) -> None:
        """Another seat laid this card, drawn from that pile: each card it hides might have been this one."""
        self.weight *= float(self.places[pile * 8 + seat])
        self.places[pile * 8 + seat] -= 1
        self.saw(pile, card)


class Memory:
    """What a seat makes of the history."""

    seat: i64
    piles: i64
    home: vec[i64]  # of each unique card, the number of the last pile that it was in
    own: vec[i64]  # what the seat itself has drawn and not laid: pile * 64 + card
    explanations: list[Explanation]

    def __init__(self, seat: i64, history: vec[i64]) -> None:
        self.seat = seat
        self.home = vec[i64]([0] * XU)
        self.own = vec[i64]()
        piles = 0
        for event in history:
            if event < 0:
                piles += 1
        self.explanations = [Explanation(1.0, vec[i64]([0] * (8 * piles)))]
        self.piles = 0
        for event in history:
            if event < 0:
                self.remember_pile(-event)
            elif event < LAID:
                self.remember_draw(event // 64, event % 64)
            else:
                self.remember_laid((event - LAID) // 64, event % 64)

    def remember_pile(self, cards: i64) -> None:
        base = self.piles * 8
        for explanation in self.explanations:
            explanation.places[base + LEFT] = size(cards)
            explanation.places[base + COPIES] = count_of(cards, XU)
            explanation.places[base + COPIES + 1] = count_of(cards, DP)
        left = cards & UNIQUE
        while left:
            self.home[lowest(left)] = self.piles
            left &= left - 1
        self.piles += 1

    def remember_draw(self, seat: i64, card: i64) -> None:
        pile = self.piles - 1
        if seat != self.seat:
            for explanation in self.explanations:
                explanation.places[pile * 8 + seat] += 1
            return
        self.own = append(self.own, pile * 64 + card)
        for explanation in self.explanations:
            explanation.saw(pile, card)
        self.weigh()

    def remember_laid(self, seat: i64, card: i64) -> None:
        if seat == self.seat:
            self.forget(card)
            return
        if card < XU:
            for explanation in self.explanations:
                explanation.laid(self.home[card], seat, card)
        else:
            self.explanations = self.explained(seat, card)
        self.weigh()

    def forget(self, card: i64) -> None:
        """The seat itself has laid this card (of copies the one that it had first)."""
        left = vec[i64]()
        found = False
        for entry in self.own:
            if not found and entry % 64 == card:
                found = True
            else:
                left = append(left, entry)
        self.own = left

    def explained(self, seat: i64, card: i64) -> list[Explanation]:
        """The explanations after another seat has laid a copy, one for each pile that it may be from."""
        found: list[Explanation] = []
        for before in self.explanations:
            for pile in range(self.piles):
                if before.places[pile * 8 + seat] and before.places[pile * 8 + COPIES + card - XU]:
                    after = Explanation(before.weight, before.places[:])
                    after.laid(pile, seat, card)
                    merge(found, after)
        return found

    def weigh(self) -> None:
        """Drop what is impossible; the weights of the rest add up to 1."""
        if len(self.explanations) == 1:
            self.explanations[0].weight = 1.0
            return
        total = 0.0
        possible: list[Explanation] = []
        for explanation in self.explanations:
            if explanation.weight > 0.0:
                possible.append(explanation)
                total += explanation.weight
        for explanation in possible:
            explanation.weight /= total
        self.explanations = possible

    def choose(self, rng: Rng) -> Explanation:
        """One explanation, by weight."""
        lot = float(rng.next32()) / 4294967296.0
        for explanation in self.explanations:
            lot -= explanation.weight
            if lot < 0.0:
                return explanation
        return self.explanations[-1]


def merge(found: list[Explanation], other: Explanation) -> None:
    """Add an explanation; if there is one that leaves the same things unknown, add only its weight."""
    for explanation in found:
        equal = True
        for i in range(len(other.places)):
            if explanation.places[i] != other.places[i]:
                equal = False
                break
        if equal:
            explanation.weight += other.weight
            return
    found.append(other)


def deal_by_piles(s: FlightsState, sample: FlightsState, seat: i64, rng: Rng) -> None:
    """Deal the unseen cards of each pile to the places of cards that were drawn from it.

    The sample gets the shortest history that fits it, so that it can be sampled again for another seat.
    """
    memory = Memory(seat, s.history)
    places = memory.choose(rng).places
    cards = unseen(s, seat) & UNIQUE
    hands: list[vec[i64]] = [vec[i64]() for other in range(s.seats)]
    history = vec[i64]()
    rest = vec[i64]()
    for pile in range(memory.piles):
        copies = places[pile * 8 + COPIES] << XU_PLACE | places[pile * 8 + COPIES + 1] << DP_PLACE
        rest = pile_cards(memory, cards, pile, copies)
        rng.shuffle(rest)
        known = vec[i64]()
        for entry in memory.own:
            if entry // 64 == pile:
                known = append(known, seat * 64 + entry % 64)
        k: i64 = 0
        for other in range(s.seats):
            for i in range(places[pile * 8 + other]):
                hands[other] = append(hands[other], rest[k])
                known = append(known, other * 64 + rest[k])
                k += 1
        rest = rest[k:]
        made: i64 = 0
        for entry in known:
            made += unit(entry % 64)
        for card in rest:
            made += unit(card)
        if made:
            history = extend(append(history, -made), known)
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
