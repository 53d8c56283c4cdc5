"""Playing a card: its placement, the gems for circles, its reward or its effect, with all their decisions."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any, Final

from mypy_extensions import i64

from koloda.core.bits import bit, lowest
from koloda.core.rng import Rng
from koloda.games.viceroy.asks import (
    APPOINT,
    COLOUR,
    DRAW_FROM,
    FILE,
    MOVE,
    OWN,
    PETITION,
    PICK,
    PUT,
    RETIRE,
    STASH,
    STORE,
    SWAP,
    TAKE,
    TO,
    TOP,
    UNDER,
)
from koloda.games.viceroy.cards import (
    ANY,
    ATTACK,
    AUCTION_PICK,
    CHARACTERS,
    CHOOSE_ONE,
    COLOURS,
    DRAW,
    DRAW_KEEP,
    DUPLICATE_TOKENS,
    ENDLESS,
    GEMS,
    MOVE_FREE_CARD,
    REPLACE_CHARACTER,
    SCIENCE,
    SPOTS,
    STORE_GEMS,
    TOKEN,
    TOKEN_NAMES,
    TUCK_FREE_CARD,
    TUCK_HAND,
    Deck,
    Rules,
)
from koloda.games.viceroy.pyramid import COLUMNS, LEVELS, PLACES, base_ends, place_text, resting
from koloda.games.viceroy.table import GEM_BITS, GEM_MASK, STORED, TRAY, Table

CIRCLE_BITS: Final = 9  # of a place in the queue of circles


class Playing(Table):
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

    def __init__(self, game: Any, seats: i64, deck: Deck, rules: Rules, rng: Rng) -> None:
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

    def swap(self, place: i64) -> None:
        """Change of Office: the law takes the place of a character, which goes back to the hand."""
        seat = self.cur
        i = seat * PLACES + place
        old = self.board[i]
        above_left = place + COLUMNS - 1
        above_right = place + COLUMNS
        was_own = self.is_single(seat, place)
        was_left = self.is_single(seat, above_left)
        was_right = self.is_single(seat, above_right)
        self.board[i] = self.card
        for word in range(TRAY):
            self.trays[self.card * TRAY + word] = self.trays[old * TRAY + word]
            self.trays[old * TRAY + word] = 0
        for card in range(len(self.hosts)):
            if self.hosts[card] == old:
                self.hosts[card] = self.card
        self.show_in_hand(seat, old)
        self.find_low(seat)
        if self.log is not None:
            codes = self.deck.codes
            self.log.tell("swap", int(seat), codes[self.card], place_text(place), codes[old])
        # the queue of circles is taken from its low end: ascending level, then x
        if not was_right:
            self.look_at(above_right)
        if not was_left:
            self.look_at(above_left)
        if not was_own:
            self.look_at(place)
        self.advance()

    def under(self, place: i64) -> None:
        """Double Duty: tucked under a character, an equal token comes beside each token on it."""
        seat = self.cur
        character = self.card_at(seat, place)
        self.tuck(self.card, character)
        if self.log is not None:
            self.log.tell("tuck", int(seat), self.deck.codes[self.card], self.deck.codes[character])
        i = character * TRAY
        self.science[seat] += self.tokens(character, SCIENCE)
        self.trays[i] += self.trays[i]
        self.trays[i + 1] += self.trays[i + 1]
        self.trays[i + 2] += self.trays[i + 2]
        self.copies = self.trays[i + 3] & (bit(STORED) - 1)
        self.target = character
        self.advance()

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
        if self.card >= CHARACTERS and self.hosts[self.card] < 0:
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

    # laws

    def begin_effect(self) -> bool:
        """A law takes effect; true if its player must decide something for it."""
        op = self.deck.op[self.card]
        seat = self.cur
        if op == CHOOSE_ONE:
            self.ask_one(seat, PICK)
        elif op == DRAW_KEEP:
            if not self.decks_left() & 1:
                return False
            self.look_at_laws()
            self.ask_one(seat, PETITION)
        elif op == AUCTION_PICK:
            if not self.spots_with_cards():
                return False
            self.ask_one(seat, APPOINT)
        elif op == MOVE_FREE_CARD:
            self.ask_one(seat, MOVE)
        elif op == TUCK_FREE_CARD:
            if not self.has_other_free_card():
                return False
            self.ask_one(seat, RETIRE)
        elif op == TUCK_HAND:
            return self.ask_file()
        elif op == STORE_GEMS:
            return self.ask_store()
        else:
            return False
        return True

    def pick_option(self, option: i64) -> None:
        if self.log is not None:
            self.log.tell("pick", int(self.cur), self.deck.codes[self.card], int(option) + 1)
        self.begin_atoms(self.card * 5 + option)
        self.advance()

    def look_at_laws(self) -> None:
        """Right of Petition: the top laws are seen by its player only; others lose track of them."""
        self.tops = min(self.deck.amount[self.card], i64(len(self.law)) - self.law_at)
        self.tops_end = self.law_at + self.tops
        for i in range(self.law_at, self.tops_end):
            self.known_to_all(self.law[i])
            self.seen[self.cur] |= bit(self.law[i] - CHARACTERS)
        if self.log is not None:
            codes = [self.deck.codes[self.law[i]] for i in range(self.law_at, self.tops_end)]
            seat = int(self.cur)
            self.log.tell_some(1 << seat, "look", (seat, tuple(codes)), (seat, int(self.tops)))

    def petition(self, law: i64) -> None:
        self.raise_law(law, self.law_at)
        self.law_at += 1
        self.tops -= 1
        if self.log is not None:
            seat = int(self.cur)
            self.log.tell_some(1 << seat, "petition", (seat, self.deck.codes[law]), (seat, None))
        self.take_up(law)

    def top(self, law: i64) -> None:
        """The chosen one lies above those that are still to be chosen."""
        self.raise_law(law, self.tops_end - self.tops)
        self.tops -= 1
        if self.log is not None:
            seat = int(self.cur)
            self.log.tell_some(1 << seat, "top", (seat, self.deck.codes[law]), (seat, None))
        self.advance()

    def raise_law(self, law: i64, to: i64) -> None:
        """Lift a law to a higher place of the deck; those between slide down."""
        at = to
        while self.law[at] != law:
            at += 1
        while at > to:
            self.law[at] = self.law[at - 1]
            at -= 1
        self.law[to] = law

    def appoint(self, spot: i64) -> None:
        """Royal Appointment: a character of the auction to the hand; its player sits out."""
        card = self.slots[spot]
        self.show_in_hand(self.cur, card)
        self.slots[spot] = -1
        self.sitting |= bit(self.cur)
        if self.log is not None:
            self.log.tell(
                "appoint", int(self.cur), self.deck.codes[card], COLOURS[spot // 2], SPOTS[spot % 2]
            )
        if self.decks_left() & 2:
            self.slots[spot] = self.small[self.small_at]
            self.small_at += 1
            if self.log is not None:
                code = self.deck.codes[self.slots[spot]]
                self.log.tell("refill", COLOURS[spot // 2], SPOTS[spot % 2], code)
        self.advance()

    def other_free_row(self, seat: i64, level: i64) -> i64:
        """The free cards of a level without the law that is being played."""
        free = self.free_row(seat, level)
        columns = free
        while columns:
            column = lowest(columns)
            columns &= columns - 1
            if self.card_at(seat, (level - 1) * COLUMNS + column) == self.card:
                free &= ~bit(column)
        return free

    def has_other_free_card(self) -> bool:
        for level in range(LEVELS):
            if self.other_free_row(self.cur, level + 1):
                return True
        return False

    def movable_row(self, seat: i64, level: i64) -> i64:
        """The free cards of a level that can go somewhere; with one such law in the deck, all of them."""
        free = self.other_free_row(seat, level)
        columns = free
        while columns:
            column = lowest(columns)
            columns &= columns - 1
            place = (level - 1) * COLUMNS + column
            somewhere: i64 = 0
            for to_level in range(4):
                somewhere |= self.target_row(seat, to_level + 1, place)
            if not somewhere:
                free &= ~bit(column)
        return free

    def row_without(self, seat: i64, level: i64, place: i64) -> i64:
        row = self.rows[seat * LEVELS + level - 1]
        return row & ~bit(place % COLUMNS) if place // COLUMNS == level - 1 else row

    def target_row(self, seat: i64, level: i64, place: i64) -> i64:
        """Where the card of a place can go: open places of the pyramid without it, not its old place."""
        if level > self.deck.amount[self.card]:
            return 0
        row = self.row_without(seat, level, place)
        result = base_ends(row) if level == 1 else resting(self.row_without(seat, level - 1, place), row)
        return result & ~bit(place % COLUMNS) if place // COLUMNS == level - 1 else result

    def lift(self, place: i64) -> None:
        """Transfer of Duties: -1 moves nothing."""
        if place < 0:
            self.advance()
            return
        self.lifted = self.lift_card(self.cur, place)
        self.lifted_from = place
        self.ask_one(self.cur, TO)

    def move_to(self, place: i64) -> None:
        self.place_card(self.cur, self.lifted, place)
        if self.log is not None:
            code = self.deck.codes[self.lifted]
            self.log.tell("move", int(self.cur), code, place_text(self.lifted_from), place_text(place))
        self.lifted = -1
        self.look_at(place)
        self.advance()

    def retire(self, place: i64) -> None:
        """Honourable Retirement: a free card is tucked; its tokens and gems leave it."""
        seat = self.cur
        card = self.lift_card(seat, place)
        self.clear_tray(seat, card)
        self.tuck(card, self.card)
        self.find_low(seat)
        self.find_lasting(seat)
        if self.log is not None:
            self.log.tell("retire", int(seat), self.deck.codes[card], self.deck.codes[self.card])
        self.advance()

    def ask_file(self) -> bool:
        if not self.hand_count(self.cur):
            return False
        self.ask_one(self.cur, FILE)
        return True

    def file(self, card: i64) -> None:
        """Secret Archive: -1 stops."""
        if card >= 0:
            self.tuck_from_hand(card, self.card)
            if self.ask_file():
                return
        self.advance()

    def ask_store(self) -> bool:
        if self.stored_total(self.card) >= self.deck.amount[self.card] or not self.screen_total(self.cur):
            return False
        self.ask_one(self.cur, STORE)
        return True

    def store(self, colour: i64) -> None:
        """State Treasury: -1 stops."""
        if colour >= 0:
            self.give_gem(self.cur, colour)
            self.trays[self.card * TRAY + 3] += bit(STORED + colour * GEM_BITS)
            if self.log is not None:
                self.log.tell("store", int(self.cur), COLOURS[colour])
            if self.ask_store():
                return
        self.advance()
