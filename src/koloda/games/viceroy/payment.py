"""The payment phase: keep or refuse, the secret plan of a building with its price, and all builds at once."""

from __future__ import annotations

from abc import abstractmethod
from typing import Final

from mypy_extensions import i64

from koloda.core.bits import bit, shifted
from koloda.core.vecs import vec
from koloda.games.viceroy.actions import (
    AUCTION_PASS,
    BUILD,
    COIN,
    DECIDE,
    PAY_BUILD,
    PAY_DECIDE,
    PAY_PASS,
    PAY_REWARD,
    USE,
)
from koloda.games.viceroy.auction import Auction
from koloda.games.viceroy.cards import COLOURS, count_of
from koloda.games.viceroy.pyramid import COLUMNS, LEVELS, place_text
from koloda.games.viceroy.zones import filled

SPARE: Final = 0x80808080  # of each colour more than there is: what is left shows whether there was enough


class Payment(Auction):
    plan_place: vec[i64]  # phase pay_build: where each builder will build
    plan_rest: vec[i64]  # what is left to pay, gems of each colour, eight bits each
    plan_colour: vec[i64]  # the colour whose endless gems are asked for; 4: no more
    plan_coins: vec[i64]  # how often Common Coin may still be used

    @abstractmethod
    def end_turn(self) -> None: ...

    def lay_out(self) -> None:
        super().lay_out()
        self.plan_place = filled(self.seats, 0)
        self.plan_rest = filled(self.seats, 0)
        self.plan_colour = filled(self.seats, 0)
        self.plan_coins = filled(self.seats, 0)

    def copy_payment(self, to: Payment) -> None:
        to.plan_place = self.plan_place[:]
        to.plan_rest = self.plan_rest[:]
        to.plan_colour = self.plan_colour[:]
        to.plan_coins = self.plan_coins[:]

    def auction_done(self) -> None:
        owners: i64 = 0
        for seat in range(self.seats):
            if self.acquired[seat] >= 0:
                owners |= bit(seat)
        self.phase = PAY_DECIDE
        if owners:
            self.ask_all(owners, DECIDE)
        else:
            self.end_turn()

    def decisions_are_in(self) -> None:
        """Refused cards are discarded; refusers pass."""
        self.passers = 0
        for seat in range(self.seats):
            if self.acquired[seat] >= 0:
                refused = self.choice[seat] == 1
                if self.log is not None:
                    code = self.deck.codes[self.acquired[seat]]
                    self.log.tell("refuse" if refused else "keep", seat, code)
                if refused:
                    self.discard(self.acquired[seat])
                    self.acquired[seat] = -1
                    self.passers |= bit(seat)
        self.phase = PAY_PASS
        self.next_passer()

    def passing_done(self) -> None:
        if self.phase == AUCTION_PASS:
            self.next_round()
            return
        builders: i64 = 0
        for seat in range(self.seats):
            if self.acquired[seat] >= 0:
                builders |= bit(seat)
        if builders:
            self.phase = PAY_BUILD
            self.queue = builders
            self.ask_all(builders, BUILD)
        else:
            self.end_turn()

    def payable(self, seat: i64, rest: i64, colour: i64, coins: i64) -> bool:
        """Can the screen pay the rest, with endless gems from this colour on and so many exchanges?"""
        endless = self.endless
        screens = self.screens
        lacking: i64 = 0
        spare: i64 = 0
        for c in range(4):
            need = count_of(rest, c)
            if c >= colour:
                need = max(need - endless[seat * 4 + c], 0)
            have = screens[seat * 4 + c]
            if need > have:
                lacking += need - have
            else:
                spare += have - need
        return lacking <= coins and lacking <= spare

    def payable_levels(self, seat: i64) -> i64:
        """The highest level on which the acquired card can be paid; 0: none."""
        card = self.acquired[seat]
        level: i64 = 0
        if not self.coins[seat]:
            i = seat * 4
            screens = self.screens
            endless = self.endless
            price = self.deck.price
            have: i64 = 0
            for colour in range(4):
                have += shifted(screens[i + colour] + endless[i + colour], colour * 8)
            have |= SPARE
            while level < LEVELS and (have - price[card * 5 + level]) & SPARE == SPARE:
                level += 1
            return level
        while level < LEVELS and self.payable(seat, self.deck.price[card * 5 + level], 0, self.coins[seat]):
            level += 1
        return level

    def build(self, seat: i64, place: i64) -> None:
        self.plan_place[seat] = place
        self.plan_rest[seat] = self.deck.price[self.acquired[seat] * 5 + place // COLUMNS]
        self.plan_colour[seat] = 0
        self.plan_coins[seat] = self.coins[seat]
        self.next_payment(seat)

    def next_payment(self, seat: i64) -> None:
        """The next question about the price: endless gems colour by colour, then Common Coin."""
        rest = self.plan_rest[seat]
        while self.plan_colour[seat] < 4:
            colour = self.plan_colour[seat]
            if count_of(rest, colour) and self.endless[seat * 4 + colour]:
                self.ask[seat] = USE
                return
            self.plan_colour[seat] += 1
        if rest and self.plan_coins[seat]:
            self.ask[seat] = COIN
            return
        self.pending &= ~bit(seat)

    def use(self, seat: i64, count: i64) -> None:
        """So many endless gems of the colour asked for."""
        colour = self.plan_colour[seat]
        self.plan_rest[seat] -= shifted(count, colour * 8)
        self.plan_colour[seat] += 1
        self.next_payment(seat)

    def coin(self, seat: i64, pair: i64) -> None:
        """One gem is paid in another colour; -1: none."""
        if pair < 0:
            self.plan_coins[seat] = 0
        else:
            self.plan_coins[seat] -= 1
            self.plan_rest[seat] += bit(coin_to(pair) * 8) - bit(pair // 3 * 8)
        self.next_payment(seat)

    def builds_are_in(self) -> None:
        """All cards are placed and paid at once; rewards follow by number."""
        for seat in range(self.seats):
            if self.queue & bit(seat):
                card = self.acquired[seat]
                self.acquired[seat] = -1
                self.choice[seat] = card
                self.place_card(seat, card, self.plan_place[seat])
                for colour in range(4):
                    for i in range(count_of(self.plan_rest[seat], colour)):
                        self.give_gem(seat, colour)
                        self.reserve[colour] += 1
                if self.log is not None:
                    paid = amount_text(self.plan_rest[seat])
                    where = place_text(self.plan_place[seat])
                    self.log.tell("build", seat, self.deck.codes[card], where, paid)
        self.phase = PAY_REWARD
        self.next_card()


def coin_to(pair: i64) -> i64:
    """The colour that is paid instead: the pairs of one colour skip itself."""
    other = pair % 3
    return other + 1 if other >= pair // 3 else other


def amount_text(gems: i64) -> str:
    """An amount as text: B2Y1."""
    text = ""
    for colour in range(4):
        if count_of(gems, colour):
            text += f"{COLOURS[colour]}{count_of(gems, colour)}"
    return text or "-"
