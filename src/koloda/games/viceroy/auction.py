"""The auction: up to three rounds of sealed bids, two-card slots, attacks, virtual opponents, passing."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any, Final

from mypy_extensions import i64

from koloda.core.bits import bit, lowest, popcount
from koloda.core.rng import Rng
from koloda.core.vecs import append, vec
from koloda.games.viceroy.actions import (
    AUCTION_ATTACK,
    AUCTION_BID,
    AUCTION_PASS,
    AUCTION_SPLIT,
    BID,
    HIT,
    TAKE,
    WANT,
)
from koloda.games.viceroy.cards import COLOURS, SPOTS, Deck
from koloda.games.viceroy.laws import Laws
from koloda.games.viceroy.options import ViceroyRules
from koloda.games.viceroy.zones import filled

# bids; below them the colours
BY_ATTACK: Final = 4
PASSES: Final = 5
# wishes at a two-card slot
BASE: Final = 0
TIP: Final = 1
CONTINUE: Final = 2

ROUNDS: Final = 3
TURNS: Final = 12


class Auction(Laws):
    inside: i64  # the people who are still in
    virtuals_in: i64
    virtual_bids: i64  # of this round, by colour, four bits each
    virtual_attacks: i64
    attackers: i64  # who bid an attack token and has not used it yet
    hitter: i64  # who is asked where to hit for himself; -1: for a virtual opponent
    passers: i64  # who still takes gems for passing
    wishes: vec[i64]

    def __init__(self, game: Any, seats: i64, deck: Deck, rules: ViceroyRules, rng: Rng) -> None:
        super().__init__(game, seats, deck, rules, rng)
        self.inside = 0
        self.virtuals_in = 0
        self.virtual_bids = 0
        self.virtual_attacks = 0
        self.attackers = 0
        self.hitter = -1
        self.passers = 0

    def lay_out(self) -> None:
        super().lay_out()
        self.wishes = filled(self.seats, 0)

    def copy_auction(self, to: Auction) -> None:
        to.inside = self.inside
        to.virtuals_in = self.virtuals_in
        to.virtual_bids = self.virtual_bids
        to.virtual_attacks = self.virtual_attacks
        to.attackers = self.attackers
        to.hitter = self.hitter
        to.passers = self.passers
        to.wishes = self.wishes[:]

    @abstractmethod
    def auction_done(self) -> None: ...

    @abstractmethod
    def passing_done(self) -> None: ...

    def start_auction(self) -> None:
        self.inside = (bit(self.seats) - 1) & ~self.sitting
        self.virtuals_in = self.rules.virtuals
        self.round = 0
        self.next_round()

    def next_round(self) -> None:
        if self.round == ROUNDS or not self.inside:
            self.refresh()
            return
        self.round += 1
        self.phase = AUCTION_BID
        self.ask_all(self.inside, BID)
        if self.log is not None:
            self.log.tell("round", int(self.round))

    def possible_bids(self, seat: i64) -> i64:
        bids = bit(PASSES)
        if self.attack[seat] and self.spots_with_cards():
            bids |= bit(BY_ATTACK)
        screens = self.screens
        slots = self.slots
        for colour in range(4):
            if screens[seat * 4 + colour] and (slots[colour * 2] >= 0 or slots[colour * 2 + 1] >= 0):
                bids |= bit(colour)
        return bids

    def cards_at(self, colour: i64) -> i64:
        """How many cards lie at a slot."""
        return 2 + (self.slots[colour * 2] >> 8) + (self.slots[colour * 2 + 1] >> 8)  # -1 >> 8 is -1

    def bids_are_in(self) -> None:
        """Virtual opponents draw; everything is shown; bid gems go to the reserve, attack tokens away."""
        self.draw_virtual_bids()
        self.attackers = 0
        for seat in range(self.seats):
            if self.inside & bit(seat):
                bid = self.choice[seat]
                if self.log is not None:
                    text = COLOURS[bid] if bid < BY_ATTACK else "ATK" if bid == BY_ATTACK else "-"
                    self.log.tell("bid", int(seat), text)
                if bid < BY_ATTACK:
                    self.give_gem(seat, bid)
                    self.reserve[bid] += 1
                elif bid == BY_ATTACK:
                    self.attack[seat] -= 1
                    self.attackers |= bit(seat)
        self.ask_wishes()

    def draw_virtual_bids(self) -> None:
        """One gem each out of the box, not put back within the round."""
        self.virtual_bids = 0
        for i in range(self.virtuals_in):
            colour = self.draw_from_box()
            self.virtual_bids += bit(colour * 4)
            if self.log is not None:
                self.log.tell("virtual_bid", int(i) + 1, COLOURS[colour])

    def draw_from_box(self) -> i64:
        total: i64 = 0
        for colour in range(4):
            total += self.box[colour] - self.virtual_bidders(colour)
        if self.log is None:
            at = self.rng.below(total)
        else:
            gems = vec[i64]()
            for colour in range(4):
                for i in range(self.box[colour] - self.virtual_bidders(colour)):
                    gems = append(gems, colour)
            at = self.pick("box", gems)
        colour = 0
        while at >= self.box[colour] - self.virtual_bidders(colour):
            at -= self.box[colour] - self.virtual_bidders(colour)
            colour += 1
        return colour

    def virtual_bidders(self, colour: i64) -> i64:
        return (self.virtual_bids >> (colour * 4)) & 15

    def bids(self) -> i64:
        """The people who bid each colour in this round, four bits a colour."""
        bids: i64 = 0
        for seat in range(self.seats):
            if self.inside & bit(seat) and self.choice[seat] < BY_ATTACK:
                bids |= bit(self.choice[seat] * 4 + seat)
        return bids

    # two cards at one slot

    def ask_wishes(self) -> None:
        self.phase = AUCTION_SPLIT
        asked: i64 = 0
        bids = self.bids()
        for colour in range(4):
            people = bids >> (colour * 4) & 15
            count = popcount(people) + self.virtual_bidders(colour)
            if people and self.cards_at(colour) == 2 and count <= 2:
                if not (self.rules.clash and self.virtual_bidders(colour)):
                    asked |= people
        if asked:
            self.ask_all(asked, WANT)
        else:
            self.share_out()

    def possible_wishes(self, seat: i64) -> i64:
        return bit(TIP) | bit(CONTINUE) if self.virtual_bidders(self.choice[seat]) else bit(BASE) | bit(TIP)

    def share_out(self) -> None:
        """Each slot by itself: who gets a card, what is discarded, who meets again."""
        self.virtual_attacks = 0
        bids = self.bids()
        for colour in range(4):
            people = bids >> (colour * 4) & 15
            virtual = self.virtual_bidders(colour)
            count = popcount(people) + virtual
            if count == 0:
                continue
            cards = self.cards_at(colour)
            if cards == 0:
                self.virtual_attacks += virtual
            elif cards == 1 and count == 1:
                spot = colour * 2 if self.slots[colour * 2] >= 0 else colour * 2 + 1
                if virtual:
                    self.virtual_discards(spot)
                else:
                    self.acquire(lowest(people), spot)
            elif cards == 2 and count <= 2:
                self.share_two(colour, people, virtual)
            elif self.log is not None:
                self.log.tell("clash", COLOURS[colour])
        self.phase = AUCTION_ATTACK
        self.next_attack()

    def share_two(self, colour: i64, people: i64, virtual: i64) -> None:
        base = colour * 2
        if not people:
            self.virtual_discards(base)
            if virtual == 2:
                self.virtual_discards(base + 1)
            return
        first = lowest(people)
        if virtual:
            if not self.rules.clash and self.wishes[first] == TIP:
                self.acquire(first, base + TIP)
                self.virtual_discards(base)
                return
        else:
            second = lowest(people & (people - 1)) if people & (people - 1) else first
            if first == second or self.wishes[first] != self.wishes[second]:
                self.acquire(first, base + self.wishes[first])
                if first != second:
                    self.acquire(second, base + self.wishes[second])
                return
        if self.log is not None:
            self.log.tell("clash", COLOURS[colour])

    def acquire(self, seat: i64, spot: i64) -> None:
        card = self.slots[spot]
        self.acquired[seat] = card
        self.slots[spot] = -1
        self.inside &= ~bit(seat)
        if self.log is not None:
            code = self.deck.codes[card]
            self.log.tell("acquire", int(seat), code, COLOURS[spot // 2], SPOTS[spot % 2])

    def virtual_discards(self, spot: i64) -> None:
        if self.log is not None:
            code = self.deck.codes[self.slots[spot]]
            self.log.tell("virtual_discard", code, COLOURS[spot // 2], SPOTS[spot % 2])
        self.discard(self.slots[spot])
        self.slots[spot] = -1
        self.virtuals_in -= 1

    # attacks

    def next_attack(self) -> None:
        while self.attackers:
            seat = self.lowest_of(self.attackers)
            self.attackers &= ~bit(seat)
            if self.spots_with_cards():
                self.hitter = seat
                self.ask_one(seat, HIT)
                return
        while self.virtual_attacks and self.spots_with_cards():
            self.virtual_attacks -= 1
            if not self.rules.random_attack:
                self.hitter = -1
                self.ask_one(self.lowest_of(bit(self.seats) - 1), HIT)
                return
            self.virtual_discards(self.random_spot())
        self.start_passing()

    def random_spot(self) -> i64:
        cards = vec[i64]()
        spots = vec[i64]()
        for spot in range(8):
            if self.slots[spot] >= 0:
                cards = append(cards, self.slots[spot])
                spots = append(spots, spot)
        return spots[self.pick("slots", cards)]

    def hit(self, spot: i64) -> None:
        if self.hitter < 0:
            self.virtual_discards(spot)
        else:
            self.acquire(self.hitter, spot)
        self.next_attack()

    # passing

    def start_passing(self) -> None:
        """Who bid nothing, and after the last round everybody who is still in."""
        self.phase = AUCTION_PASS
        self.passers = 0
        for seat in range(self.seats):
            if self.inside & bit(seat) and (self.choice[seat] == PASSES or self.round == ROUNDS):
                self.passers |= bit(seat)
        self.inside &= ~self.passers
        self.next_passer()

    def next_passer(self) -> None:
        """By lowest number, each takes three gems, and may take more for science and Salt Tax."""
        while self.passers:
            seat = self.lowest_of(self.passers)
            self.passers &= ~bit(seat)
            left = self.reserve_total()
            if self.log is not None:
                self.log.tell("pass", int(seat))
            if left:
                self.cur = seat
                self.takes = min(3 + self.science[seat] + self.pass_bonus[seat], left)
                self.takes_least = min(i64(3), left)
                self.ask_one(seat, TAKE)
                return
        self.passing_done()

    # between auction and payment

    def refresh(self) -> None:
        """Tips are discarded, bases move to the tips, new cards come to the bases."""
        for colour in range(4):
            base = colour * 2
            if self.slots[base + TIP] >= 0:
                self.discard(self.slots[base + TIP])
            self.slots[base + TIP] = self.slots[base]
            self.slots[base] = -1
        if self.turn < TURNS:
            self.fill_bases()
        self.auction_done()

    def fill_bases(self) -> None:
        for colour in range(4):
            self.slots[colour * 2] = self.large[self.large_at]
            self.large_at += 1
        if self.log is not None:
            codes = [self.deck.codes[self.slots[colour * 2]] for colour in range(4)]
            self.log.tell("auction_cards", tuple(codes))
