"""What a seat does not know, dealt anew: one more room, because exact sampling is a subject of its own.

Until the first reshuffle all cards that a seat has not seen are alike: each may lie in each hidden place. A
reshuffle tells everybody what is in the new draw pile and so what is in the hands. From then on a history is
kept: what each pile was made of, who drew from it, who laid what. A card that exists once tells by its face
from which pile it was drawn. A copy of XU or DP need not: if copies were in two piles, a seat that lays one
may have had it from either, and the sample weighs both. Of the cards in a hand each is as likely to be the
one that is laid: what a seat chose is no evidence beyond that.

A sample has the same history with other cards in the others' draws, so it can be sampled like the true state.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from koloda.core.bits import bit, lowest, nth, popcount
from koloda.core.rng import Rng
from koloda.core.vecs import append, vec
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
    # the explanations before the last copy was laid that lead to this one: from which pile it was then
    parents: list[Explanation]
    shares: vec[float]
    piles: vec[i64]

    def __init__(self, weight: float, places: vec[i64]) -> None:
        self.weight = weight
        self.places = places
        self.parents = []
        self.shares = vec[float]()
        self.piles = vec[i64]()

    def follows(self, parent: Explanation, share: float, pile: i64) -> None:
        self.parents.append(parent)
        self.shares = append(self.shares, share)
        self.piles = append(self.piles, pile)

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
    explanations: list[Explanation]

    def __init__(self, seat: i64, history: vec[i64]) -> None:
        self.seat = seat
        self.home = vec[i64]([0] * XU)
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
        for explanation in self.explanations:
            explanation.saw(pile, card)
        self.weigh()

    def remember_laid(self, seat: i64, card: i64) -> None:
        if seat == self.seat:
            return
        if card < XU:
            for explanation in self.explanations:
                explanation.laid(self.home[card], seat, card)
        else:
            self.explanations = self.explained(seat, card)
        self.weigh()

    def explained(self, seat: i64, card: i64) -> list[Explanation]:
        """The explanations after another seat has laid a copy, one for each pile that it may be from."""
        found: list[Explanation] = []
        for before in self.explanations:
            for pile in range(self.piles):
                if before.places[pile * 8 + seat] and before.places[pile * 8 + COPIES + card - XU]:
                    after = Explanation(before.weight, before.places[:])
                    after.laid(pile, seat, card)
                    merge(found, after).follows(before, after.weight, pile)
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

    def choose(self, rng: Rng) -> tuple[Explanation, vec[i64]]:
        """One explanation, by weight, and the piles of the copies that others laid, the last one first."""
        lot = fraction(rng)
        chosen = self.explanations[-1]
        for explanation in self.explanations:
            lot -= explanation.weight
            if lot < 0.0:
                chosen = explanation
                break
        piles = vec[i64]()
        end = chosen
        while chosen.parents:
            total = 0.0
            for share in chosen.shares:
                total += share
            lot = total * fraction(rng)
            k = i64(len(chosen.parents)) - 1
            for i in range(len(chosen.parents)):
                lot -= chosen.shares[i]
                if lot < 0.0:
                    k = i
                    break
            piles = append(piles, chosen.piles[k])
            chosen = chosen.parents[k]
        return end, piles


def fraction(rng: Rng) -> float:
    """A random number from 0 to 1."""
    return float(rng.next32()) / 4294967296.0


def merge(found: list[Explanation], other: Explanation) -> Explanation:
    """Add an explanation; if there is one that leaves the same things unknown, add only its weight."""
    for explanation in found:
        equal = True
        for i in range(len(other.places)):
            if explanation.places[i] != other.places[i]:
                equal = False
                break
        if equal:
            explanation.weight += other.weight
            return explanation
    found.append(other)
    return other


MOST: Final = 8  # cards of a hand, more than there can be


class Replay:
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


def memory_of(s: FlightsState, seat: i64) -> Memory:
    """What the seat makes of the history; kept until it goes on: a search samples one state many times."""
    memory = s.memory
    if memory is None or memory.seat != seat:
        memory = Memory(seat, s.history)
        s.memory = memory
    return memory


def deal_by_piles(s: FlightsState, sample: FlightsState, seat: i64, rng: Rng) -> None:
    """Deal the unseen cards of each pile to the places of cards that were drawn from it."""
    memory = memory_of(s, seat)
    explanation, piles = memory.choose(rng)
    places = explanation.places
    replay = Replay(seat, s.seats, sample.history, piles, rng)
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
