"""What things are worth to a seat, in tenths of a point: tokens, places, laws, cards."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from koloda.core.bits import lowest, popcount
from koloda.core.rng import Rng
from koloda.games.viceroy.auction import TURNS
from koloda.games.viceroy.cards import (
    ANY,
    ATTACK,
    AUCTION_PICK,
    CHARACTERS,
    CHOOSE_ONE,
    CIRCLE_BONUS,
    CIRCLE_GEM,
    DEFENCE,
    DRAW,
    DRAW_KEEP,
    DUPLICATE_TOKENS,
    ENDLESS,
    GEMS,
    MAGIC,
    MAGIC_BONUS,
    PASS_BONUS,
    PER_ADJACENT_CHARACTER,
    PER_CARD,
    PER_CIRCLE_OR_ENDLESS,
    PER_LEFTOVER_GEM,
    PER_SET,
    POINTS,
    REPLACE_CHARACTER,
    SCIENCE,
    SCORE_PER,
    STORE_GEMS,
    TOKEN,
    TOKENS,
    TUCK_FREE_CARD,
    TUCK_HAND,
    TUCK_ON_DRAW,
    WILD_PAYMENT,
    count_of,
)
from koloda.games.viceroy.pyramid import COLUMNS, LEVELS, PLACES
from koloda.games.viceroy.scoring import (
    Sums,
    add_up,
    adjacent_characters,
    cards_of,
    complete,
    kinds_beyond,
    others,
)
from koloda.games.viceroy.state import ViceroyState

ATTACK_WORTH: Final = 25
FREE_CARD_WORTH: Final = 90
NEVER: Final = -100000
# what may still come in a turn, in hundredths
MAGIC_IN_A_TURN: Final = 20
BONUS_IN_A_TURN: Final = 40
# what a set that lacks two tokens, or one, is worth for every turn that is left to complete it
BEGUN_WORTH: Final = 2
NEARLY_WORTH: Final = 7


class Worth:
    """What one seat thinks, from what it knows."""

    s: ViceroyState
    seat: i64
    rng: Rng
    sums: Sums
    left: i64  # turns after this one
    gem: i64  # what a gem is worth now
    top: i64  # what a card is worth at the place found last

    def __init__(self, s: ViceroyState, seat: i64, rng: Rng) -> None:
        self.s = s
        self.seat = seat
        self.rng = rng
        self.sums = add_up(s, seat)
        self.left = TURNS - s.turn
        self.top = NEVER
        self.gem = 13 + self.left // 2 if self.left > 1 else 9 if self.left == 1 else 4

    def set_worth(self, defence: i64, magic: i64, science: i64) -> i64:
        """What tokens add to the sets, those to come guessed."""
        sums = self.sums
        after = self.set_prospect(sums.defence + defence, sums.magic + magic, sums.science + science)
        return after - self.set_prospect(sums.defence, sums.magic, sums.science)

    def set_prospect(self, defence: i64, magic: i64, science: i64) -> i64:
        """A set is seven points; one that lacks a token or two may still become one."""
        sets = complete(defence, magic, science)
        begun = kinds_beyond(sets, defence, magic, science)
        if begun == 0:
            return sets * 70
        return sets * 70 + self.left * (BEGUN_WORTH if begun == 1 else NEARLY_WORTH)

    def magic_worth(self, magic: i64, bonus: i64) -> i64:
        """What magic tokens and bonuses add to their product, with what may still come of the other kind."""
        tokens = 100 * self.sums.magic + MAGIC_IN_A_TURN * self.left
        bonuses = 100 * self.sums.magic_bonus + BONUS_IN_A_TURN * self.left
        return ((tokens + 100 * magic) * (bonuses + 100 * bonus) - tokens * bonuses) // 1000

    def atom_worth(self, atom: i64) -> i64:
        op = atom & 15
        n = (atom >> 4) & 255
        if op == GEMS:
            return n * self.gem
        if op == DRAW:
            return n * self.draw_worth()
        if op == ATTACK:
            return n * ATTACK_WORTH
        if op == ENDLESS:
            return self.endless_worth(atom >> 12)
        return self.token_worth(op - TOKEN, n)

    def draw_worth(self) -> i64:
        """A card in the hand is a free play, if a turn is left for it."""
        return FREE_CARD_WORTH if self.s.hand_count(self.seat) < self.left else 2

    def endless_worth(self, colour: i64) -> i64:
        if colour == ANY:
            colour = self.endless_colour()
        return 30 + 10 * self.sums.bonus(colour) + 8 * self.left

    def endless_colour(self) -> i64:
        best: i64 = 0
        most: i64 = -1
        for colour in range(4):
            if self.s.reserve[colour] or self.s.screens[self.seat * 4 + colour]:
                worth = 10 * self.sums.bonus(colour) + (5 if self.s.reserve[colour] else 0)
                worth -= 3 * self.s.endless[self.seat * 4 + colour]
                if worth > most:
                    most = worth
                    best = colour
        return best

    def token_worth(self, kind: i64, n: i64) -> i64:
        if kind == POINTS:
            return 10 * n
        if kind == MAGIC:
            return self.magic_worth(n, 0) + self.set_worth(0, n, 0)
        if kind == SCIENCE:
            return n * (8 + self.left) + self.set_worth(0, 0, n)
        if kind == DEFENCE:
            return n * 8 + self.set_worth(n, 0, 0)
        if kind == MAGIC_BONUS:
            return self.magic_worth(0, n)
        return n * 10 * self.of_colour(kind - CIRCLE_BONUS) + n * 2 * self.left

    def of_colour(self, colour: i64) -> i64:
        """Circles and endless gems of a colour."""
        count = self.s.endless[self.seat * 4 + colour]
        for level in range(1, LEVELS):
            row = self.s.rows[self.seat * LEVELS + level]
            while row:
                if self.s.circle_colour(self.seat, level * COLUMNS + lowest(row)) == colour:
                    count += 1
                row &= row - 1
        return count

    def reward_worth(self, row: i64) -> i64:
        part = self.s.deck.reward[row]
        worth: i64 = 0
        for i in range(part >> 12, part & 4095):
            worth += self.atom_worth(self.s.deck.atoms[i])
        return worth

    def place_worth(self, card: i64, place: i64) -> i64:
        """The circle that a card makes or prepares at a place, and the places it opens."""
        s = self.s
        i = self.seat * PLACES + place
        column = place % COLUMNS
        level = place // COLUMNS + 1
        sectors = s.deck.sectors[card]
        worth: i64 = 0
        if level > 1:
            circle = s.deck.sectors[s.board[i - COLUMNS]] >> 2 & 3
            circle |= (s.deck.sectors[s.board[i - COLUMNS + 1]] & 3) << 2 | (sectors >> 4 & 15) << 4
            colour = sectors >> 4 & 3
            different = others(circle, colour)
            if different == 0:
                worth += 30 + 10 * self.sums.bonus(colour) + (self.gem if s.reserve[colour] else 0)
            elif different == 1:
                worth += 8
        elif self.left > 2 and popcount(s.rows[self.seat * LEVELS]) < 6:
            worth += 20
        if level < LEVELS and self.left > 0:
            if column > 0 and s.board[i - 1] >= 0:
                worth += 4 * level
                if s.deck.sectors[s.board[i - 1]] >> 2 & 3 == sectors & 3:
                    worth += 12
            if column < COLUMNS - 1 and s.board[i + 1] >= 0:
                worth += 4 * level
                if s.deck.sectors[s.board[i + 1]] & 3 == sectors >> 2 & 3:
                    worth += 12
        return worth

    def price_worth(self, card: i64, level: i64) -> i64:
        """What the gems of a price are worth, endless gems used."""
        price = self.s.deck.price[card * 5 + level - 1]
        gems: i64 = 0
        for colour in range(4):
            gems += max(count_of(price, colour) - self.s.endless[self.seat * 4 + colour], 0)
        return gems * self.gem

    def level_worth(self, card: i64, level: i64, paid: bool) -> i64:
        """What a card is worth anywhere on a level."""
        worth = self.reward_worth(card * 5 + level - 1) if card < CHARACTERS else -7 * level
        return worth - self.price_worth(card, level) if paid else worth

    def worth_at(self, card: i64, place: i64, paid: bool) -> i64:
        worth = self.level_worth(card, place // COLUMNS + 1, paid) + self.place_worth(card, place)
        return worth if card < CHARACTERS else worth + self.law_worth(card, place)

    def best_place(self, card: i64, levels: i64, paid: bool) -> i64:
        """The place where a card is worth most, which is kept in `top`; -1 if there is none."""
        best: i64 = -1
        most: i64 = NEVER
        for level in range(1, levels + 1):
            row = self.s.open_row(self.seat, level)
            here: i64 = self.level_worth(card, level, paid) if row else 0
            while row:
                place = (level - 1) * COLUMNS + lowest(row)
                row &= row - 1
                worth = here + self.place_worth(card, place)
                if card >= CHARACTERS:
                    worth += self.law_worth(card, place)
                if worth > most:
                    most = worth
                    best = place
        self.top = most
        return best

    def play_worth(self, card: i64, levels: i64, paid: bool) -> i64:
        """What a card is worth at its best place; NEVER if there is none."""
        self.best_place(card, levels, paid)
        return self.top

    # laws

    def option(self, card: i64) -> i64:
        best: i64 = 0
        for option in range(1, self.s.deck.amount[card]):
            if self.reward_worth(card * 5 + option) > self.reward_worth(card * 5 + best):
                best = option
        return best

    def law_worth(self, card: i64, place: i64) -> i64:
        op = self.s.deck.op[card]
        amount = self.s.deck.amount[card]
        each = 10 * self.s.deck.points[card * 4]
        hand = self.s.hand_count(self.seat)
        if op == CHOOSE_ONE:
            return self.reward_worth(card * 5 + self.option(card))
        if op == DRAW_KEEP:
            return self.draw_worth()
        if op == AUCTION_PICK:
            return 10 if self.left else -30
        if op == REPLACE_CHARACTER:
            return 25 if self.left else -5
        if op == DUPLICATE_TOKENS:
            return self.best_tray_worth()
        if op == TUCK_FREE_CARD:
            return 10 * self.s.deck.points[card * 4 + place // COLUMNS] - 30
        if op == TUCK_HAND:
            return each * max(hand - 1 - self.left, 0)
        if op == TUCK_ON_DRAW:
            return 6 * self.left
        if op == STORE_GEMS:
            spare = self.s.screen_total(self.seat) - (4 if self.left else 3)
            return min(amount, max(spare, 0)) * (each - self.gem)
        if op == PASS_BONUS:
            return 3 * self.left * amount
        if op == WILD_PAYMENT:
            return 4 * self.left
        if op == CIRCLE_GEM:
            return 3 * self.left
        if op == SCORE_PER:
            return each * self.counted(place, self.s.deck.what[card])
        return 0

    def counted(self, place: i64, what: i64) -> i64:
        """How many an end-of-game law will count, by guess."""
        if what == PER_ADJACENT_CHARACTER:
            return adjacent_characters(self.s, self.seat, place) + (1 if self.left > 2 else 0)
        if what == PER_CARD:
            return cards_of(self.s, self.seat) + self.left
        if what == PER_SET:
            return self.sums.sets() + self.left // 5
        if what == PER_CIRCLE_OR_ENDLESS:
            return self.sums.circles + self.sums.endless + self.left // 3
        if what == PER_LEFTOVER_GEM:
            return 2
        return self.sums.science + self.left // 4

    def tray_worth(self, card: i64) -> i64:
        """The tokens and gems on a card."""
        worth: i64 = 0
        for kind in range(TOKENS):
            count = self.s.tokens(card, kind)
            if count:
                worth += self.token_worth(kind, count)
        for colour in range(4):
            worth += self.s.endless_on(card, colour) * self.endless_worth(colour)
        return worth + 20 * self.s.stored_total(card)

    def best_tray_worth(self) -> i64:
        best: i64 = 0
        for level in range(LEVELS):
            row = self.s.character_row(self.seat, level + 1)
            while row:
                card = self.s.card_at(self.seat, level * COLUMNS + lowest(row))
                row &= row - 1
                best = max(best, self.tray_worth(card))
        return best
