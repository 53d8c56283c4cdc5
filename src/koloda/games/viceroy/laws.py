"""What the laws do, with the decisions of their players."""

from __future__ import annotations

from mypy_extensions import i64

from koloda.core.bits import bit, lowest
from koloda.games.viceroy.actions import APPOINT, FILE, MOVE, PETITION, PICK, RETIRE, STORE, TO
from koloda.games.viceroy.cards import (
    AUCTION_PICK,
    CHARACTERS,
    CHOOSE_ONE,
    COLOURS,
    DRAW_KEEP,
    MOVE_FREE_CARD,
    SCIENCE,
    SPOTS,
    STORE_GEMS,
    TUCK_FREE_CARD,
    TUCK_HAND,
)
from koloda.games.viceroy.playing import Playing
from koloda.games.viceroy.pyramid import COLUMNS, LEVELS, PLACES, base_ends, place_text, resting
from koloda.games.viceroy.zones import BUILT, GEM_BITS, STORED, TRAY


class Laws(Playing):
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
        self.changes_place(seat, old, place // COLUMNS)
        self.changes_place(seat, self.card, place // COLUMNS)
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
        for word in range(3):
            self.built[seat * BUILT + 2 + word] += self.trays[i + word]
            self.trays[i + word] += self.trays[i + word]
        self.copies = self.trays[i + 3] & (bit(STORED) - 1)
        self.target = character
        self.advance()

    def begin_effect(self) -> bool:
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
