"""What is learned about positions at the beginning of a round, with all cards known: who will win.

The cards are seen by roles: the seats from the first player on, then the deck as a set.
"""

from __future__ import annotations

import math
from typing import Final

from mypy_extensions import i64

from koloda.core.endings import Endings
from koloda.core.outlook import Values
from koloda.core.rng import Rng
from koloda.core.state import State
from koloda.core.vecs import append, vec
from koloda.games.junquick.cards import most_packs, of_class, one, size
from koloda.games.junquick.knowledge.sampling import shuffle_viruses
from koloda.games.junquick.state import JunQuickState

# where the tables of a role begin
PLAIN_HELD: Final = 0  # how many plain Juns of each nominal are in the hand, two bits each
PROPERTY_HELD: Final = 256  # which property cards, and the Dominant
INFLUENCE_HELD: Final = 1280  # which influence cards, and whether several Evolutions, Hysterias
IN_NEST: Final = 2304  # how many cards of each nominal are in the nest, two bits each
JOKERS: Final = 2560  # Evolutions in it, two bits, and the Dominant
NEST_SIZE: Final = 2568
HOME: Final = 2584  # packs, four bits, and viruses, two bits
AT_ONCE: Final = 2648  # packs that would be left if the game ended now
ROLE: Final = 2664
# where those of all begin, behind the roles
DECK_SIZE: Final = 0
DECK_LOW: Final = 80  # plain Juns of nominal 1 and 2, four bits each
DECK_HIGH: Final = 336
DECK_PROPERTY: Final = 592
DECK_INFLUENCE: Final = 1616  # Clean Slate, Too Soon, Icewhirl: two bits each; Evolution, Hysteria: three
DECK_REST: Final = 5712  # Devourers and instants
SHARED: Final = 6736
# two seats: by how much the first player leads
LEADS: Final = 16
LATE: Final = 10  # how far the deck has gone, by eights
HOME_LEAD: Final = 0  # in packs that the viruses leave
LEAD_AT_ONCE: Final = 160  # if the game ended now
NEST_LEAD: Final = 320  # in cards of the nest, where packs are almost equal
COMPARED: Final = 416


class JunQuickValues(Values):
    """For two seats one output, what the first player will get; else for each role the chance to win."""

    seats: i64

    def __init__(self, seats: i64) -> None:
        tables: list[tuple[int, int]] = []
        for role in range(seats):
            start = int(role * ROLE)
            tables += [
                (start + PLAIN_HELD, 8),
                (start + PROPERTY_HELD, 10),
                (start + INFLUENCE_HELD, 10),
                (start + IN_NEST, 8),
                (start + JOKERS, 3),
                (start + HOME, 6),
            ]
        start = int(seats * ROLE)
        tables += [
            (start + DECK_LOW, 8),
            (start + DECK_HIGH, 8),
            (start + DECK_PROPERTY, 10),
            (start + DECK_INFLUENCE, 12),
            (start + DECK_REST, 10),
        ]
        two = seats == 2
        size = seats * ROLE + SHARED + (COMPARED if two else 0)
        super().__init__(f"{int(seats)}", size, 1 if two else seats, tables, Endings())
        self.seats = seats

    def features(self, state: State) -> vec[i64]:
        assert isinstance(state, JunQuickState)
        active = vec[i64]()
        seats = self.seats
        seat = state.fp
        base: i64 = 0
        leads: i64 = 0  # of the first player over the others
        leads_at_once: i64 = 0
        nest_leads: i64 = 0
        sign: i64 = 1
        for role in range(seats):
            hand = state.hands[seat]
            nest = state.nests[seat]
            packs = state.home(seat)
            viruses = state.virus_count(seat)
            at_once = max(0, packs + most_packs(nest + hand) - viruses)
            cards = size(nest)
            active = append(active, base + PLAIN_HELD + plain_of(hand))
            active = append(active, base + PROPERTY_HELD + property_of(hand))
            active = append(active, base + INFLUENCE_HELD + influence_of(hand))
            active = append(active, base + IN_NEST + nominals_of(nest))
            active = append(active, base + JOKERS + min(nest >> 37 & 7, 3) + (nest >> 34 & 1) * 4)
            active = append(active, base + NEST_SIZE + min(cards, 15))
            active = append(active, base + HOME + min(packs, 15) + min(viruses, 3) * 16)
            active = append(active, base + AT_ONCE + min(at_once, 15))
            leads += sign * max(0, packs - viruses)
            leads_at_once += sign * at_once
            nest_leads += sign * cards
            sign = -1
            base += ROLE
            seat = state.after(seat)
        deck: i64 = 0
        end = i64(len(state.deck))
        for i in range(state.drawn, end):
            deck += one(state.deck[i])
        left = end - state.drawn
        active = append(active, base + DECK_SIZE + min(left, 79))
        active = append(active, base + DECK_LOW + (deck & 255))
        active = append(active, base + DECK_HIGH + (deck >> 8 & 255))
        active = append(active, base + DECK_PROPERTY + property_of(deck))
        influence = deck >> 35 & 3 | (deck >> 37 & 7) << 2 | (deck >> 40 & 3) << 5 | (deck >> 42 & 7) << 7
        active = append(active, base + DECK_INFLUENCE + (influence | (deck >> 45 & 3) << 10))
        rest = deck >> 47 & 31 | (deck >> 53 & 1) << 5 | (deck >> 55 & 3) << 6
        active = append(active, base + DECK_REST + (rest | (deck >> 57 & 1) << 8 | (deck >> 59 & 1) << 9))
        if seats == 2:
            base += SHARED
            late = min(left >> 3, LATE - 1) * LEADS
            active = append(active, base + HOME_LEAD + late + clipped(leads, 7))
            active = append(active, base + LEAD_AT_ONCE + late + clipped(leads_at_once, 7))
            near = clipped(leads_at_once, 1) + (3 if left < 16 else 0)
            active = append(active, base + NEST_LEAD + near * LEADS + clipped(nest_leads, 7))
        return active

    def returns(self, state: State) -> list[float]:
        assert isinstance(state, JunQuickState)
        net = self.net
        net.feed(self.features(state))
        first = state.fp
        result: list[float] = [0.0] * int(self.seats)
        if self.seats == 2:
            value = 1.0 - 2.0 / (1.0 + math.exp(2.0 * net.output(0)))
            result[first] = value
            result[1 - first] = -value
            return result
        total = 0.0
        seat = first
        for role in range(self.seats):
            result[seat] = math.exp(net.output(role))
            total += result[seat]
            seat = state.after(seat)
        return [float(self.seats) * each / total - 1.0 for each in result]

    def targets(self, state: State, returns: list[float]) -> list[float]:
        assert isinstance(state, JunQuickState)
        if self.seats == 2:
            return [returns[state.fp]]
        seats = self.seats
        return [(returns[(state.fp + role) % seats] + 1.0) / float(seats) for role in range(seats)]

    def redrawn(self, state: State, rng: Rng) -> State:
        """The decks in another order."""
        assert isinstance(state, JunQuickState)
        copy = state.clone()
        copy.rng = rng.fork()
        deck = vec[i64]()
        for i in range(state.drawn, len(state.deck)):
            deck = append(deck, state.deck[i])
        rng.shuffle(deck)
        copy.deck = deck
        copy.drawn = 0
        shuffle_viruses(copy, rng)
        return copy


def plain_of(hand: i64) -> i64:
    """The plain Juns, two bits for each nominal: 3 stands for more."""
    found = min(hand & 15, 3) | min(hand >> 4 & 15, 3) << 2
    return found | min(hand >> 8 & 15, 3) << 4 | min(hand >> 12 & 15, 3) << 6


def property_of(zone: i64) -> i64:
    """Which Fibbers and Thieves, whether a Gatecrasher and the Dominant."""
    found: i64 = 0
    for place in range(8):
        found |= (zone >> (16 + 2 * place) & 1) << place
    if zone >> 32 & 3:
        found |= 256
    return found | (zone >> 34 & 1) << 9


def influence_of(hand: i64) -> i64:
    """Which influence cards, and whether there are several Evolutions and Hysterias."""
    evolutions = hand >> 37 & 7
    hysterias = hand >> 42 & 7
    found = min(hand >> 35 & 3, 1) | min(evolutions, 1) << 1 | min(hand >> 40 & 3, 1) << 2
    found |= min(hysterias, 1) << 3 | min(hand >> 45 & 3, 1) << 4 | min(hand >> 47 & 3, 1) << 5
    found |= min(hand >> 49 & 3, 1) << 6 | min(hand >> 51 & 3, 1) << 7
    return found | (evolutions >> 1 & 1 | evolutions >> 2) << 8 | (hysterias >> 1 & 1 | hysterias >> 2) << 9


def nominals_of(nest: i64) -> i64:
    """How many cards of each nominal there are, two bits each: 3 stands for more."""
    found: i64 = 0
    for nominal in range(1, 5):
        found |= min(of_class(nest, nominal), 3) << (2 * nominal - 2)
    return found


def clipped(lead: i64, most: i64) -> i64:
    """From 0 on; the most in either direction stands for more."""
    return max(-most, min(most, lead)) + most
