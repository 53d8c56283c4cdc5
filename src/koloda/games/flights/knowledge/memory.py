"""What a seat makes of the history: from which pile each card was drawn that it did not see drawn.

A card that exists once tells by its face from which pile it was drawn. A copy of XU or DP need not: if copies
were in two piles, a seat that lays one may have had it from either, and an explanation weighs each. Of the
cards in a hand each is as likely to be the one that is laid: what a seat chose is no evidence beyond that.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from koloda.core.bits import lowest
from koloda.core.rng import Rng
from koloda.core.vecs import append, vec
from koloda.games.flights.cards import DP, UNIQUE, XU, count_of, size
from koloda.games.flights.knowledge.history import LAID

if TYPE_CHECKING:
    from koloda.games.flights.state import FlightsState

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


def memory_of(s: FlightsState, seat: i64) -> Memory:
    """What the seat makes of the history; kept until it goes on: a search samples one state many times."""
    memory = s.memory
    if memory is None or memory.seat != seat:
        memory = Memory(seat, s.history)
        s.memory = memory
    return memory
