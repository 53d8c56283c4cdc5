"""What a competent person would do, from what the own seat knows."""

from __future__ import annotations

from mypy_extensions import i64

from koloda.core.bits import bit, lowest, popcount
from koloda.core.policy import Policy
from koloda.core.rng import Rng
from koloda.core.state import State
from koloda.games.viceroy.actions import (
    APPOINT,
    BID,
    BID_ATTACK,
    BID_NONE,
    BUILD,
    CIRCLE,
    CIRCLE_NONE,
    COIN,
    COIN_NONE,
    COLOUR,
    DECIDE,
    DRAW_FROM,
    FILE,
    FILE_NONE,
    HIT,
    KEEP,
    LAW,
    LAW_NONE,
    MOVE,
    MOVE_NONE,
    OWN,
    PAINT,
    PETITION,
    PICK,
    PUT,
    REFUSE,
    RETIRE,
    START,
    STASH,
    STORE,
    STORE_NONE,
    SWAP,
    TAKE,
    UNDER,
    USE,
    WANT,
    WANT_TIP,
)
from koloda.games.viceroy.bots.worth import ATTACK_WORTH, NEVER, Worth
from koloda.games.viceroy.cards import (
    CHARACTERS,
    HALF,
    PER_LEFTOVER_GEM,
    SCORE_PER,
    count_of,
)
from koloda.games.viceroy.payment import coin_to
from koloda.games.viceroy.pyramid import COLUMNS, LEVELS
from koloda.games.viceroy.scoring import others
from koloda.games.viceroy.state import ViceroyState
from koloda.games.viceroy.zones import PAINT_AT, PAINT_BITS, TRAY


class ViceroyHeuristic(Policy):
    def choose(self, state: State, seat: i64, rng: Rng) -> i64:
        assert isinstance(state, ViceroyState)
        if state.ask[seat] == TAKE:  # so often that it pays to judge nothing else
            return TAKE + wanted_colour(state, seat)
        return Judge(state, seat, rng).choose()


def wanted_colour(s: ViceroyState, seat: i64) -> i64:
    """The colour that is needed most for the cards on the table, of those in stock."""
    best: i64 = -1
    most: i64 = NEVER
    for colour in range(4):
        if s.reserve[colour]:
            need: i64 = 0
            for spot in range(8):
                if s.slots[spot] >= 0:
                    need += 2 * count_of(s.deck.price[s.slots[spot] * 5 + 2], colour)
            need -= 4 * (s.screens[seat * 4 + colour] + 2 * s.endless[seat * 4 + colour])
            if need > most:
                most = need
                best = colour
    return best


class Judge(Worth):
    """One decision of one seat."""

    def choose(self) -> i64:
        kind = self.s.ask[self.seat]
        if kind == TAKE:
            return TAKE + wanted_colour(self.s, self.seat)
        if kind == BID:
            return self.bid()
        if kind == LAW:
            return self.law()
        if kind == PUT:
            return PUT + self.best_place(self.s.card, 4, False)
        if kind == DECIDE:
            return self.decide()
        if kind == BUILD:
            return BUILD + self.best_place(self.s.acquired[self.seat], self.s.payable_levels(self.seat), True)
        if kind in (CIRCLE, PAINT):
            return self.recolour(kind)
        return self.choose_seldom(kind)

    def choose_seldom(self, kind: i64) -> i64:
        if kind == START:
            return self.start()
        if kind == WANT:
            return self.want()
        if kind in (HIT, APPOINT):
            return kind + self.spot(kind)
        if kind == USE:
            return self.most()
        if kind == COIN:
            return self.coin()
        if kind == PICK:
            return PICK + self.option(self.s.card)
        if kind == COLOUR:
            return COLOUR + self.endless_colour()
        if kind == OWN:
            return OWN
        if kind == DRAW_FROM:
            return self.deck_to_draw()
        if kind == STASH:
            return STASH if self.s.hand_count(self.seat) > self.left else STASH + 1
        if kind == FILE:
            return self.file()
        if kind == STORE:
            return self.store()
        if kind == MOVE:
            return MOVE_NONE
        if kind in (SWAP, UNDER, RETIRE):
            return self.own_card(kind)
        if kind == PETITION:
            return self.petition()
        return self.s.legal(self.seat)[0]

    def most(self) -> i64:
        actions = self.s.legal(self.seat)
        return actions[len(actions) - 1]

    def own_card(self, kind: i64) -> i64:
        """Which card of the own pyramid a law concerns: replace or retire a poor one, double a rich one."""
        best: i64 = -1
        most: i64 = NEVER
        for action in self.s.legal(self.seat):
            place = action - kind
            card = self.s.card_at(self.seat, place)
            worth = self.tray_worth(card)
            if kind == RETIRE:
                worth = -worth - 5 * (place // COLUMNS)
            elif kind == SWAP:
                worth = self.reward_worth(card * 5 + 3)
                if place >= COLUMNS and self.s.circle_colour(self.seat, place) >= 0:
                    worth -= 40
            if worth > most:
                most = worth
                best = action
        return best

    def petition(self) -> i64:
        best: i64 = -1
        most: i64 = NEVER
        for action in self.s.legal(self.seat):
            worth = self.play_worth(action - PETITION + CHARACTERS, 4, False)
            if worth > most:
                most = worth
                best = action
        return best

    # the law phase

    def start(self) -> i64:
        """The best reward; of those that are about equal any."""
        best: i64 = -1
        most: i64 = NEVER
        for action in self.s.legal(self.seat):
            worth = self.reward_worth((action - START) * 5) + self.rng.below(20)
            if worth > most:
                most = worth
                best = action
        return best

    def law(self) -> i64:
        """The card that gains most now; those that gain later stay, if there is time for them."""
        best: i64 = LAW_NONE
        most: i64 = 0
        for half in range(2):
            cards = self.s.hands[self.seat * 2 + half]
            while cards:
                card = half * HALF + lowest(cards)
                cards &= cards - 1
                worth = self.play_worth(card, 4, False)
                if worth > most:
                    most = worth
                    best = LAW + card
        return best

    def file(self) -> i64:
        """What there is no turn left to play."""
        if self.s.hand_count(self.seat) <= self.left:
            return FILE_NONE
        best: i64 = FILE_NONE
        least: i64 = -NEVER
        for action in self.s.legal(self.seat):
            if action < FILE_NONE:
                worth = self.play_worth(action - FILE, 4, False)
                if worth < least:
                    least = worth
                    best = action
        return best

    def store(self) -> i64:
        keep: i64 = 4 if self.left else 3
        if self.left > 1:
            keep = 9
        if self.s.screen_total(self.seat) <= keep:
            return STORE_NONE
        best: i64 = 0
        for colour in range(1, 4):
            if self.s.screens[self.seat * 4 + colour] > self.s.screens[self.seat * 4 + best]:
                best = colour
        return STORE + best

    def deck_to_draw(self) -> i64:
        decks = self.s.decks_left()
        if decks == 3:
            high = self.s.open_row(self.seat, 3) | self.s.open_row(self.seat, 4)
            return DRAW_FROM + 1 if high else DRAW_FROM
        return DRAW_FROM + lowest(decks)

    # gems

    def pass_worth(self) -> i64:
        s = self.s
        gems = min(3 + s.science[self.seat] + s.pass_bonus[self.seat], s.reserve_total())
        # a full screen needs no more
        return gems * self.gem - max(s.screen_total(self.seat) - 7, 0) * 4

    def coin(self) -> i64:
        """Exchange a scarce colour for a plentiful one."""
        s = self.s
        best: i64 = COIN_NONE
        most: i64 = NEVER
        for action in s.legal(self.seat):
            worth: i64 = 0
            if action < COIN_NONE:
                pair = action - COIN
                worth = s.screens[self.seat * 4 + coin_to(pair)] - s.screens[self.seat * 4 + pair // 3] - 1
            if worth > most:
                most = worth
                best = action
        return best

    # the auction

    def acquired_worth(self, card: i64, bid: i64) -> i64:
        """What a card is worth if it is won with a gem of this colour (4: with an attack token)."""
        s = self.s
        i = self.seat * 4 + bid
        if bid < 4:
            s.screens[i] -= 1
        before = s.acquired[self.seat]
        s.acquired[self.seat] = card
        levels = s.payable_levels(self.seat)
        s.acquired[self.seat] = before
        if bid < 4:
            s.screens[i] += 1
        return self.play_worth(card, levels, True) if levels else NEVER

    def bid(self) -> i64:
        s = self.s
        bids = s.possible_bids(self.seat)
        passing = self.pass_worth()
        best: i64 = BID_NONE
        most = passing
        rivals = popcount(s.inside) - 1 + s.virtuals_in
        for colour in range(4):
            if bids & bit(colour):
                worth: i64 = NEVER
                for spot in range(2):
                    card = s.slots[colour * 2 + spot]
                    if card >= 0:
                        worth = max(worth, self.acquired_worth(card, colour))
                chance: i64 = 100 - rivals * (12 if s.cards_at(colour) == 2 else 20)
                worth = (worth * chance + passing * (100 - chance)) // 100 - self.bid_price(colour)
                worth += self.rng.below(12)
                if worth > most:
                    most = worth
                    best = BID + colour
        if bids & bit(BID_ATTACK - BID):
            for spot in range(8):
                if s.slots[spot] >= 0:
                    worth = self.acquired_worth(s.slots[spot], 4) - ATTACK_WORTH
                    if worth > most:
                        most = worth
                        best = BID_ATTACK
        return best

    def bid_price(self, colour: i64) -> i64:
        """A gem; a scarce one is dearer."""
        return self.gem + (2 if self.s.screens[self.seat * 4 + colour] == 1 else 0)

    def want(self) -> i64:
        """The better card; against another person sometimes the other one."""
        s = self.s
        if s.virtual_bidders(s.choice[self.seat]):
            return WANT_TIP
        spot = s.choice[self.seat] * 2
        base = self.acquired_worth(s.slots[spot], 4)
        tip = self.acquired_worth(s.slots[spot + 1], 4)
        better: i64 = 0 if base >= tip else 1
        if popcount(s.bids() >> (s.choice[self.seat] * 4) & 15) == 2 and self.rng.below(10) < 4:
            better = 1 - better
        return WANT + better

    def spot(self, kind: i64) -> i64:
        """The best card for an attack or appointment; for a virtual attack the worst."""
        s = self.s
        best: i64 = -1
        most: i64 = NEVER * 2
        for spot in range(8):
            card = s.slots[spot]
            if card >= 0:
                if kind == APPOINT:
                    worth = self.play_worth(card, 4, False)
                else:
                    worth = self.acquired_worth(card, 4)
                    if s.hitter < 0:
                        worth = -worth
                if worth > most:
                    most = worth
                    best = spot
        return best

    def decide(self) -> i64:
        levels = self.s.payable_levels(self.seat)
        if not levels:
            return REFUSE
        worth = self.play_worth(self.s.acquired[self.seat], levels, True)
        return KEEP if worth >= self.pass_worth() else REFUSE

    # recolouring

    def recolour(self, kind: i64) -> i64:
        """Complete the circle that gives most for its gems, one sector after another."""
        if kind == PAINT:
            colour = self.target_colour(self.s.circle)
            for action in self.s.legal(self.seat):
                if (action - PAINT) % 4 == colour:
                    return action
            return self.s.legal(self.seat)[0]
        best: i64 = CIRCLE_NONE
        most: i64 = 0
        for action in self.s.legal(self.seat):
            if action < CIRCLE_NONE:
                place = action - CIRCLE + COLUMNS
                colour = self.target_colour(place)
                if colour >= 0 and self.gain(place, colour) > most:
                    most = self.gain(place, colour)
                    best = action
        return best

    def target_colour(self, place: i64) -> i64:
        """The colour in which a circle gains most, or -1."""
        best: i64 = -1
        most: i64 = 0
        for colour in range(4):
            gain = self.gain(place, colour)
            if gain > most:
                most = gain
                best = colour
        return best

    def gain(self, place: i64, colour: i64) -> i64:
        """What painting a circle in a colour gains for each gem; 0 if it cannot be done."""
        s = self.s
        sectors = s.painted_sectors(self.seat, place)
        need = others(sectors, colour)
        if need == 0 or need > s.screens[self.seat * 4 + colour]:
            return 0
        paint = s.trays[s.card_at(self.seat, place) * TRAY + 3] >> PAINT_AT
        for sector in range(4):
            if (paint >> (PAINT_BITS * sector)) & 7 and (sectors >> (2 * sector)) & 3 != colour:
                return 0
        points = 30 + 10 * self.sums.bonus(colour)
        if sectors == (sectors & 3) * 85:
            points -= 30 + 10 * self.sums.bonus(sectors & 3)
        return max(points - need * 10 * self.left_over_law(), 0) * 12 // need

    def left_over_law(self) -> i64:
        """Points for each gem that is left over."""
        s = self.s
        points: i64 = 0
        for level in range(LEVELS):
            row = s.rows[self.seat * LEVELS + level]
            while row:
                card = s.card_at(self.seat, level * COLUMNS + lowest(row))
                row &= row - 1
                if s.deck.op[card] == SCORE_PER and s.deck.what[card] == PER_LEFTOVER_GEM:
                    points += s.deck.points[card * 4]
        return points
