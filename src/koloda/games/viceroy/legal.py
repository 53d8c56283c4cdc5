"""What may be done: the legal actions of each kind of decision, a random one, the default."""

from __future__ import annotations

from typing import Any

from mypy_extensions import i64

from koloda.core.bits import bit, lowest, nth, popcount, shifted
from koloda.core.rng import Rng
from koloda.core.rows import Masks
from koloda.games.viceroy.actions import (
    APPOINT,
    BID,
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
    START,
    STASH,
    STORE,
    STORE_NONE,
    SWAP,
    TAKE,
    TAKE_NONE,
    TO,
    TOP,
    UNDER,
    USE,
    WANT,
    WANT_TIP,
)
from koloda.games.viceroy.cards import CHARACTERS, HALF, Deck, count_of
from koloda.games.viceroy.options import ViceroyRules
from koloda.games.viceroy.payment import coin_to
from koloda.games.viceroy.pyramid import COLUMNS
from koloda.games.viceroy.recolouring import Recolouring


class ViceroyChoices(Recolouring):
    """The legal actions are found as masks, so that a random one needs no list."""

    # the legal actions found last: base + word * stride + bit, and perhaps one more, the last of the block
    base: i64
    stride: i64
    word0: i64
    word1: i64
    word2: i64
    word3: i64
    word4: i64
    none: i64  # that action, or -1

    def __init__(self, game: Any, seats: i64, deck: Deck, rules: ViceroyRules, rng: Rng) -> None:
        super().__init__(game, seats, deck, rules, rng)
        self.clear_found(0, 0)

    def clear_found(self, base: i64, stride: i64) -> None:
        self.base = base
        self.stride = stride
        self.word0 = 0
        self.word1 = 0
        self.word2 = 0
        self.word3 = 0
        self.word4 = 0
        self.none = -1

    def find(self, seat: i64) -> None:
        """Find the legal actions of a seat that owes a decision."""
        kind = self.ask[seat]
        self.clear_found(kind, COLUMNS)
        if kind == TAKE:
            self.word0 = self.colours_left()
            if not self.takes_least:
                self.none = TAKE_NONE
        elif kind == BID:
            self.word0 = self.possible_bids(seat)
        elif kind == LAW:
            self.find_hand(seat, LAW_NONE)
        elif kind == PUT:
            self.find_open(seat, 4)
        elif kind == BUILD:
            self.find_open(seat, self.payable_levels(seat))
        elif kind == DECIDE:
            self.word0 = 3 if self.payable_levels(seat) else 2
        elif kind == CIRCLE:
            colours = self.colours_behind(seat)
            self.word0 = self.paintable(seat, 2, colours)
            self.word1 = self.paintable(seat, 3, colours)
            self.word2 = self.paintable(seat, 4, colours)
            self.word3 = self.paintable(seat, 5, colours)
            self.none = CIRCLE_NONE
        elif kind == PAINT:
            self.word0 = self.possible_paint(seat, self.circle, self.colours_behind(seat))
        elif kind == DRAW_FROM:
            self.word0 = self.decks_left()
        elif kind == START:
            self.find_hand(seat, -1)
        elif kind == WANT:
            self.word0 = self.possible_wishes(seat)
        elif kind in (HIT, APPOINT):
            self.word0 = self.spots_with_cards()
        elif kind == USE:
            self.find_uses(seat)
        elif kind == COIN:
            self.find_coins(seat)
        elif kind == PICK:
            self.word0 = bit(self.deck.amount[self.card]) - 1
        elif kind == COLOUR:
            self.word0 = self.nameable(seat)
        elif kind in (OWN, STASH):
            self.word0 = 3
        elif kind == STORE:
            self.word0 = self.colours_behind(seat)
            self.none = STORE_NONE
        elif kind == FILE:
            self.find_hand(seat, FILE_NONE)
        elif kind in (PETITION, TOP):
            for i in range(self.tops_end - self.tops, self.tops_end):
                self.word0 |= bit(self.law[i] - CHARACTERS)
        else:
            self.find_own_cards(seat, kind)

    def find_hand(self, seat: i64, none: i64) -> None:
        self.stride = HALF
        self.word0 = self.hands[seat * 2]
        self.word1 = self.hands[seat * 2 + 1]
        self.none = none

    def find_open(self, seat: i64, levels: i64) -> None:
        if levels >= 1:
            self.word0 = self.open_row(seat, 1)
        if levels >= 2:
            self.word1 = self.open_row(seat, 2)
        if levels >= 3:
            self.word2 = self.open_row(seat, 3)
        if levels >= 4:
            self.word3 = self.open_row(seat, 4)
        if levels >= 5:
            self.word4 = self.open_row(seat, 5)

    def find_own_cards(self, seat: i64, kind: i64) -> None:
        """Places in the pyramid, for a law."""
        self.word0 = self.law_row(seat, 1, kind)
        self.word1 = self.law_row(seat, 2, kind)
        self.word2 = self.law_row(seat, 3, kind)
        self.word3 = self.law_row(seat, 4, kind)
        if kind != SWAP:
            self.word4 = self.law_row(seat, 5, kind)
        if kind == MOVE:
            self.none = MOVE_NONE

    def law_row(self, seat: i64, level: i64, kind: i64) -> i64:
        if kind in (SWAP, UNDER):
            return self.character_row(seat, level)
        if kind == MOVE:
            return self.movable_row(seat, level)
        if kind == TO:
            return self.target_row(seat, level, self.lifted_from)
        return self.other_free_row(seat, level)

    def find_uses(self, seat: i64) -> None:
        """How many endless gems of the colour: 0 to 5, as long as the rest stays payable."""
        colour = self.plan_colour[seat]
        rest = self.plan_rest[seat]
        most = min(count_of(rest, colour), self.endless[seat * 4 + colour])
        for k in range(most + 1):
            if self.payable(seat, rest - shifted(k, colour * 8), colour + 1, self.plan_coins[seat]):
                self.word0 |= bit(colour * 6 + k)

    def find_coins(self, seat: i64) -> None:
        rest = self.plan_rest[seat]
        for pair in range(12):
            if count_of(rest, pair // 3):
                other = rest + bit(coin_to(pair) * 8) - bit(pair // 3 * 8)
                if self.payable(seat, other, 4, self.plan_coins[seat] - 1):
                    self.word0 |= bit(pair)
        if self.payable(seat, rest, 4, 0):
            self.none = COIN_NONE

    def legal(self, seat: i64) -> list[i64]:
        actions: list[i64] = []
        if seat < 0 or seat >= self.seats or not self.pending & bit(seat):
            return actions
        self.find(seat)
        self.list_word(actions, self.word0, 0)
        self.list_word(actions, self.word1, 1)
        self.list_word(actions, self.word2, 2)
        self.list_word(actions, self.word3, 3)
        self.list_word(actions, self.word4, 4)
        if self.none >= 0:
            actions.append(self.none)
        return actions

    def list_word(self, actions: list[i64], word: i64, place: i64) -> None:
        while word:
            actions.append(self.base + place * self.stride + lowest(word))
            word &= word - 1

    def allow(self, seat: i64, mask: Masks) -> None:
        self.find(seat)
        mask.add_set(self.base, self.word0)
        mask.add_set(self.base + self.stride, self.word1)
        mask.add_set(self.base + 2 * self.stride, self.word2)
        mask.add_set(self.base + 3 * self.stride, self.word3)
        mask.add_set(self.base + 4 * self.stride, self.word4)
        if self.none >= 0:
            mask.add(self.none)

    def random_legal(self, seat: i64, rng: Rng) -> i64:
        self.find(seat)
        count0 = popcount(self.word0)
        if not self.word1 | self.word2 | self.word3 | self.word4:
            i = rng.below(count0 + 1 if self.none >= 0 else count0)
            return self.base + nth(self.word0, i) if i < count0 else self.none
        count1 = popcount(self.word1)
        count2 = popcount(self.word2)
        count3 = popcount(self.word3)
        count = count0 + count1 + count2 + count3 + popcount(self.word4)
        i = rng.below(count + 1 if self.none >= 0 else count)
        if i < count0:
            return self.base + nth(self.word0, i)
        if i == count:
            return self.none
        i -= count0
        if i < count1:
            return self.base + self.stride + nth(self.word1, i)
        i -= count1
        if i < count2:
            return self.base + 2 * self.stride + nth(self.word2, i)
        i -= count2
        if i < count3:
            return self.base + 3 * self.stride + nth(self.word3, i)
        return self.base + 4 * self.stride + nth(self.word4, i - count3)

    def default(self, seat: i64) -> i64:
        """Do nothing, refuse, take what is plentiful; otherwise the first action by its text."""
        kind = self.ask[seat]
        if kind == LAW:
            return LAW_NONE
        if kind == BID:
            return BID_NONE
        if kind == WANT:
            return WANT_TIP
        if kind == DECIDE:
            return REFUSE
        if kind == CIRCLE:
            return CIRCLE_NONE
        if kind == TAKE:
            most: i64 = 0
            for colour in range(1, 4):
                if self.reserve[colour] > self.reserve[most]:
                    most = colour
            return TAKE + most
        first: i64 = -1
        text = ""
        for action in self.legal(seat):
            other: str = self.game.text(action)
            if first < 0 or other < text:
                first = action
                text = other
        return first
