"""Playing a card: its placement, the gems for circles, its reward or its effect, with all their decisions."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any, Final

from mypy_extensions import i64

from koloda.core.bits import bit
from koloda.core.rng import Rng
from koloda.games.viceroy.actions import (
    COLOUR,
    DRAW_FROM,
    OWN,
    PUT,
    STASH,
    SWAP,
    TAKE,
    TOP,
    UNDER,
)
from koloda.games.viceroy.cards import (
    ANY,
    ATTACK,
    CHARACTERS,
    CIRCLE_GEM,
    COLOURS,
    DRAW,
    DUPLICATE_TOKENS,
    ENDLESS,
    GEMS,
    MOVE_FREE_CARD,
    PASS_BONUS,
    REPLACE_CHARACTER,
    TOKEN,
    TOKEN_NAMES,
    TUCK_ON_DRAW,
    WILD_PAYMENT,
    Deck,
)
from koloda.games.viceroy.options import ViceroyRules
from koloda.games.viceroy.pyramid import COLUMNS, LEVELS, place_text
from koloda.games.viceroy.zones import GEM_BITS, GEM_MASK, ViceroyZones

CIRCLE_BITS: Final = 9  # of a place in the queue of circles


class Playing(ViceroyZones):
    queue: i64  # the seats whose card is still to be played, resolved or rewarded
    cur: i64  # whose card is being played
    card: i64
    target: i64  # the card that new tokens lie on
    takes: i64  # gems to take, at most
    takes_least: i64  # gems that must be taken
    draws: i64
    drawn: i64  # the card that may be tucked under the council
    circles: i64  # new single-colour circles, place + 1 each
    atom: i64
    atom_end: i64
    copies: i64  # endless gems still to be doubled, by colour as in a tray
    tops: i64  # laws on top of the law deck that go back in a chosen order
    tops_end: i64  # where these laws end in the deck
    effect: bool  # the law has still to take effect
    colour: i64  # of the endless gem that may come from the own screen
    lifted: i64  # the card that is being moved, or -1
    lifted_from: i64

    def __init__(self, game: Any, seats: i64, deck: Deck, rules: ViceroyRules, rng: Rng) -> None:
        super().__init__(game, seats, deck, rules, rng)
        self.queue = 0
        self.cur = 0
        self.card = -1
        self.target = -1
        self.takes = 0
        self.takes_least = 0
        self.draws = 0
        self.drawn = -1
        self.circles = 0
        self.atom = 0
        self.atom_end = 0
        self.copies = 0
        self.tops = 0
        self.tops_end = 0
        self.effect = False
        self.colour = 0
        self.lifted = -1
        self.lifted_from = 0

    def copy_playing(self, to: Playing) -> None:
        to.queue = self.queue
        to.cur = self.cur
        to.card = self.card
        to.target = self.target
        to.takes = self.takes
        to.takes_least = self.takes_least
        to.draws = self.draws
        to.drawn = self.drawn
        to.circles = self.circles
        to.atom = self.atom
        to.atom_end = self.atom_end
        to.copies = self.copies
        to.tops = self.tops
        to.tops_end = self.tops_end
        to.effect = self.effect
        to.colour = self.colour
        to.lifted = self.lifted
        to.lifted_from = self.lifted_from

    @abstractmethod
    def queue_done(self) -> None:
        """All cards of the queue have been played."""

    def next_card(self) -> None:
        """The player of the lowest-numbered card left in the queue is next."""
        if self.queue == 0:
            self.queue_done()
            return
        best: i64 = -1
        for seat in range(self.seats):
            if self.queue & bit(seat):
                if best < 0 or self.deck.number[self.choice[seat]] < self.deck.number[self.choice[best]]:
                    best = seat
        self.queue &= ~bit(best)
        self.cur = best
        self.card = self.choice[best]
        self.target = self.card
        self.begin_card()

    @abstractmethod
    def begin_effect(self) -> bool:
        """A law takes effect; true if its player must decide something for it."""

    @abstractmethod
    def begin_card(self) -> None:
        """How the card of the queue is played depends on the phase."""

    # placement

    def ask_place(self) -> None:
        """Law phase: an open place, or the special placement of some laws."""
        op = self.deck.op[self.card]
        if op == REPLACE_CHARACTER and self.has_character(4):
            self.ask_one(self.cur, SWAP)
        elif op == DUPLICATE_TOKENS and self.has_character(LEVELS):
            self.ask_one(self.cur, UNDER)
        else:
            self.ask_one(self.cur, PUT)

    def has_character(self, levels: i64) -> bool:
        for level in range(levels):
            if self.character_row(self.cur, level + 1):
                return True
        return False

    def put(self, place: i64) -> None:
        """For nothing, on an open place."""
        self.place_card(self.cur, self.card, place)
        if self.log is not None:
            self.log.tell("place", int(self.cur), self.deck.codes[self.card], place_text(place))
        self.reward_place(place)

    def reward_place(self, place: i64) -> None:
        """The gem for the circle of the card just placed, then its reward or effect."""
        self.look_at(place)
        if self.card < CHARACTERS:
            self.begin_atoms(self.card * 5 + place // COLUMNS)
        else:
            self.effect = True
        self.advance()

    def look_at(self, place: i64) -> None:
        """A circle that is of one colour, and was not before, is due a gem."""
        if self.is_single(self.cur, place):
            self.circles = self.circles << CIRCLE_BITS | (place + 1)

    def begin_atoms(self, row: i64) -> None:
        part = self.deck.reward[row]
        self.atom = part >> 12
        self.atom_end = part & 4095

    # what follows

    def advance(self) -> None:
        """Go on with the card until its player must decide something, or it is done."""
        while True:
            if self.takes > 0:
                self.ask_one(self.cur, TAKE)
                return
            if self.draws > 0:
                if self.decks_left():
                    self.ask_one(self.cur, DRAW_FROM)
                    return
                self.draws = 0
            elif self.tops > 1:
                self.ask_one(self.cur, TOP)
                return
            elif self.circles:
                self.next_circle()
            elif self.copies:
                if self.copy_endless():
                    return
            elif self.atom < self.atom_end:
                self.atom += 1
                if self.do_atom(self.deck.atoms[self.atom - 1]):
                    return
            elif self.effect:
                self.effect = False
                if self.begin_effect():
                    return
            else:
                self.card_done()
                return

    def card_done(self) -> None:
        op = self.deck.op[self.card]
        # a law that is moved may come before another Council, for the first of the best one counts
        if op in (PASS_BONUS, WILD_PAYMENT, CIRCLE_GEM, TUCK_ON_DRAW, MOVE_FREE_CARD):
            self.find_lasting(self.cur)
        self.card = -1
        self.next_card()

    def next_circle(self) -> None:
        place = (self.circles & (bit(CIRCLE_BITS) - 1)) - 1
        self.circles >>= CIRCLE_BITS
        colour = self.circle_colour(self.cur, place)
        gem = self.reserve[colour] > 0
        if self.log is not None:
            self.log.tell("circle", int(self.cur), place_text(place), COLOURS[colour], gem)
        if gem:
            self.take_gem(self.cur, colour)
            self.must_take(self.harmony[self.cur])

    def must_take(self, count: i64) -> None:
        """Gems of any colours, as many as there are."""
        self.takes = min(count, self.reserve_total())
        self.takes_least = self.takes

    def take(self, colour: i64) -> None:
        """One gem of several; -1: enough."""
        if colour < 0:
            self.takes = 0
        else:
            self.take_gem(self.cur, colour)
            self.takes -= 1
            if self.takes_least > 0:
                self.takes_least -= 1
            if self.log is not None:
                self.log.tell("take", int(self.cur), COLOURS[colour])

    def do_atom(self, atom: i64) -> bool:
        """Carry out one atom of a reward; true if it asks for a decision at once."""
        op = atom & 15
        n = (atom >> 4) & 255
        seat = self.cur
        if op == GEMS:
            self.must_take(n)
        elif op == DRAW:
            self.draws = n
        elif op == ATTACK:
            self.attack[seat] += n
            if self.log is not None:
                self.log.tell("attack_token", int(seat), int(n))
        elif op == ENDLESS:
            colour = atom >> 12
            if colour < ANY:
                return self.gain_endless(colour)
            if self.nameable(seat):
                self.ask_one(seat, COLOUR)
                return True
        else:
            self.add_tokens(seat, self.target, op - TOKEN, n)
            if self.log is not None:
                self.log.tell(
                    "token", int(seat), self.deck.codes[self.target], TOKEN_NAMES[op - TOKEN], int(n)
                )
        return False

    # endless gems

    def nameable(self, seat: i64) -> i64:
        """The colours that the reserve or the own screen has."""
        colours: i64 = 0
        for colour in range(4):
            if self.reserve[colour] or self.screens[seat * 4 + colour]:
                colours |= bit(colour)
        return colours

    def gain_endless(self, colour: i64) -> bool:
        """From the reserve, else the own screen if its owner likes; true if that is asked."""
        i = self.cur * 4 + colour
        if self.reserve[colour] > 0:
            self.reserve[colour] -= 1
            self.lay_endless(colour, False)
        elif self.screens[i] > 0:
            self.proves_at_least(i, 1)
            self.colour = colour
            self.ask_one(self.cur, OWN)
            return True
        else:
            self.proves_none(i)
        return False

    def lay_endless(self, colour: i64, own: bool) -> None:
        self.add_endless(self.cur, self.target, colour)
        if self.log is not None:
            self.log.tell("endless", int(self.cur), self.deck.codes[self.target], COLOURS[colour], own)

    def own(self, yes: bool) -> None:
        if yes:
            self.give_gem(self.cur, self.colour)
            self.lay_endless(self.colour, True)
        self.advance()

    def copy_endless(self) -> bool:
        """Double the next endless gem; true if its owner is asked."""
        colour: i64 = 0
        while not (self.copies >> (colour * GEM_BITS)) & GEM_MASK:
            colour += 1
        self.copies -= bit(colour * GEM_BITS)
        return self.gain_endless(colour)

    # drawing

    def draw(self, from_small: bool) -> None:
        self.draws -= 1
        if from_small:
            card = self.small[self.small_at]
            self.small_at += 1
        else:
            card = self.law[self.law_at]
            self.law_at += 1
        if self.log is not None:
            deck = "small" if from_small else "law"
            seat = int(self.cur)
            self.log.tell_some(1 << seat, "draw", (seat, deck, self.deck.codes[card]), (seat, deck, None))
        self.take_up(card)

    def take_up(self, card: i64) -> None:
        """A card from a deck comes to the hand, or at once under the council."""
        self.to_hand(self.cur, card)
        if self.council[self.cur] >= 0:
            self.drawn = card
            self.ask_one(self.cur, STASH)
        else:
            self.advance()

    def stash(self, yes: bool) -> None:
        if yes:
            self.tuck_from_hand(self.drawn, self.council[self.cur])
        self.drawn = -1
        self.advance()

    def tuck_from_hand(self, card: i64, host: i64) -> None:
        self.from_hand(self.cur, card)
        self.tuck(card, host)
        if self.log is not None:
            self.log.tell("tuck", int(self.cur), self.deck.codes[card], self.deck.codes[host])
