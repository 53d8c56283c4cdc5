"""What lies on the table, and how gems, cards and tokens move; the rules in the other files only say when."""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import i64

from koloda.core.bits import bit, lowest, popcount, shifted
from koloda.core.rng import Rng
from koloda.core.state import State
from koloda.core.vecs import append, vec
from koloda.games.viceroy.actions import SETUP_CHOOSE
from koloda.games.viceroy.cards import (
    CARDS,
    CHARACTERS,
    CIRCLE_GEM,
    COLOURS,
    HALF,
    PASS_BONUS,
    SCIENCE,
    TUCK_ON_DRAW,
    WILD_PAYMENT,
    Deck,
)
from koloda.games.viceroy.options import ViceroyRules
from koloda.games.viceroy.pyramid import (
    ALL_COLUMNS,
    COLUMNS,
    LEVELS,
    PLACES,
    base_ends,
    outermost,
    resting,
)

NOBODY: Final = 99999  # above every card number

BUILT: Final = 5

# a card's tray: four words. The first three hold nine kinds of tokens, twenty bits each
TRAY: Final = 4
TOKEN_BITS: Final = 20
TOKEN_MASK: Final = 0xFFFFF
# the fourth: endless gems and stored gems by colour, the number of tucked cards, paint on the circle below
GEM_BITS: Final = 5
GEM_MASK: Final = 31
STORED: Final = 20
TUCKED: Final = 40
TUCKED_MASK: Final = 127
PAINT_AT: Final = 47
PAINT_BITS: Final = 3


class ViceroyZones(State):
    deck: Deck
    rules: ViceroyRules
    turn: i64
    phase: i64
    round: i64
    reserve: vec[i64]
    box: vec[i64]  # never changed: draws of virtual opponents go back
    screens: vec[i64]  # seat * 4 + colour
    attack: vec[i64]
    hands: vec[i64]  # seat * 2 + half: masks; in the phase setup_choose the three dealt cards
    shown: vec[i64]  # the part of each hand that everybody knows
    large: vec[i64]  # never changed, only drawn from
    large_at: i64
    small: vec[i64]  # replaced once, in the setup
    small_at: i64
    law: vec[i64]
    law_at: i64
    slots: vec[i64]  # colour * 2 + spot: a card or -1
    acquired: vec[i64]  # a card or -1
    discard0: i64
    discard1: i64
    board: vec[i64]  # seat * 255 + place: a card or -1
    rows: vec[i64]  # seat * 5 + level - 1: the columns that hold a card
    built: vec[i64]  # seat * 5: the cards of a pyramid (two masks), and the tokens on them (as in a tray)
    levels: vec[i64]  # (level - 1) * 2: the cards of all pyramids on a level
    trays: vec[i64]
    hosts: vec[i64]  # the card under which a card is tucked, or -1
    low: vec[i64]  # the lowest number in each pyramid
    science: vec[i64]
    endless: vec[i64]  # seat * 4 + colour
    pass_bonus: vec[i64]
    coins: vec[i64]
    harmony: vec[i64]  # gems for each circle that gives one
    council: vec[i64]  # the law that drawn cards may be tucked under, or -1
    sitting: i64  # who sits out the auction of this turn
    ask: vec[i64]  # the kind of decision that each pending seat owes
    asked: i64  # the seats that the present decision concerns, those included that have sealed theirs
    choice: vec[i64]  # what each seat has sealed; then the card it plays
    # what others can know (see knowledge/sampling.py)
    returned: vec[i64]  # seat * 4 + colour: gems given back in the setup
    returned_least: vec[i64]
    returned_most: vec[i64]
    back: vec[i64]  # seat * 2 + half: start cards given back
    seen: vec[i64]  # the laws whose place each seat knows, bit 0 the first law
    # the deal, for traces
    dealt: vec[i64]  # seat * 3
    first_small: vec[i64]
    first_law: vec[i64]

    def __init__(self, game: Any, seats: i64, deck: Deck, rules: ViceroyRules, rng: Rng) -> None:
        self.game = game
        self.seats = seats
        self.pending = 0
        self.free = 0
        self.rng = rng
        self.log = None
        self.deck = deck
        self.rules = rules
        self.turn = 0
        self.phase = SETUP_CHOOSE
        self.round = 0
        self.large_at = 0
        self.small_at = 0
        self.law_at = 0
        self.discard0 = 0
        self.discard1 = 0
        self.sitting = 0
        self.asked = 0

    def lay_out(self) -> None:
        """An empty table: nobody owns anything yet."""
        seats = self.seats
        self.reserve = filled(4, 4 * seats)
        self.box = filled(4, 16 - 4 * seats)
        self.screens = filled(seats * 4, 0)
        self.attack = filled(seats, 0)
        self.hands = filled(seats * 2, 0)
        self.shown = filled(seats * 2, 0)
        self.slots = filled(8, -1)
        self.acquired = filled(seats, -1)
        self.board = filled(seats * PLACES, -1)
        self.rows = filled(seats * LEVELS, 0)
        self.built = filled(seats * BUILT, 0)
        self.levels = filled(LEVELS * 2, 0)
        self.trays = filled(CARDS * TRAY, 0)
        self.hosts = filled(CARDS, -1)
        self.low = filled(seats, NOBODY)
        self.science = filled(seats, 0)
        self.endless = filled(seats * 4, 0)
        self.pass_bonus = filled(seats, 0)
        self.coins = filled(seats, 0)
        self.harmony = filled(seats, 0)
        self.council = filled(seats, -1)
        self.ask = filled(seats, 0)
        self.choice = filled(seats, -1)
        self.returned = filled(seats * 4, 0)
        self.returned_least = filled(seats * 4, 0)
        self.returned_most = filled(seats * 4, 2)
        self.back = filled(seats * 2, 0)
        self.seen = filled(seats, 0)
        self.large = vec[i64]()
        self.small = vec[i64]()
        self.law = vec[i64]()
        self.dealt = vec[i64]()
        self.first_small = vec[i64]()
        self.first_law = vec[i64]()

    def copy_zones(self, to: ViceroyZones) -> None:
        to.pending = self.pending
        to.turn = self.turn
        to.phase = self.phase
        to.round = self.round
        to.reserve = self.reserve[:]
        to.box = self.box
        to.screens = self.screens[:]
        to.attack = self.attack[:]
        to.hands = self.hands[:]
        to.shown = self.shown[:]
        to.large = self.large
        to.large_at = self.large_at
        to.small = self.small
        to.small_at = self.small_at
        to.law = self.law[:]
        to.law_at = self.law_at
        to.slots = self.slots[:]
        to.acquired = self.acquired[:]
        to.discard0 = self.discard0
        to.discard1 = self.discard1
        to.board = self.board[:]
        to.rows = self.rows[:]
        to.built = self.built[:]
        to.levels = self.levels[:]
        to.trays = self.trays[:]
        to.hosts = self.hosts[:]
        to.low = self.low[:]
        to.science = self.science[:]
        to.endless = self.endless[:]
        to.pass_bonus = self.pass_bonus[:]
        to.coins = self.coins[:]
        to.harmony = self.harmony[:]
        to.council = self.council[:]
        to.sitting = self.sitting
        to.ask = self.ask[:]
        to.asked = self.asked
        to.choice = self.choice[:]
        to.returned = self.returned
        to.returned_least = self.returned_least[:]
        to.returned_most = self.returned_most[:]
        to.back = self.back[:]
        to.seen = self.seen[:]
        to.dealt = self.dealt
        to.first_small = self.first_small
        to.first_law = self.first_law

    # gems

    def reserve_total(self) -> i64:
        return self.reserve[0] + self.reserve[1] + self.reserve[2] + self.reserve[3]

    def colours_left(self) -> i64:
        """The colours of the reserve."""
        reserve = self.reserve
        colours: i64 = 0
        for colour in range(4):
            if reserve[colour]:
                colours |= bit(colour)
        return colours

    def screen_total(self, seat: i64) -> i64:
        i = seat * 4
        return self.screens[i] + self.screens[i + 1] + self.screens[i + 2] + self.screens[i + 3]

    def take_gem(self, seat: i64, colour: i64) -> None:
        """From the reserve behind the screen."""
        self.reserve[colour] -= 1
        self.screens[seat * 4 + colour] += 1

    def give_gem(self, seat: i64, colour: i64) -> None:
        """From behind the screen to somewhere else; that it was there is a proof of what was not returned."""
        i = seat * 4 + colour
        self.screens[i] -= 1
        self.proves_at_least(i, 0)

    def proves_at_least(self, i: i64, count: i64) -> None:
        """Everybody has seen that the screen hides more gems of a colour than the public moves alone say."""
        most = self.screens[i] - count + self.returned[i]
        if most < self.returned_most[i]:
            self.returned_most[i] = most

    def proves_none(self, i: i64) -> None:
        """Everybody has seen that the screen hides no gem of a colour."""
        if self.returned_least[i] < self.returned[i]:
            self.returned_least[i] = self.returned[i]

    # cards

    def in_hand(self, seat: i64, card: i64) -> bool:
        return self.hands[seat * 2 + card // HALF] & bit(card % HALF) != 0

    def to_hand(self, seat: i64, card: i64) -> None:
        self.hands[seat * 2 + card // HALF] |= bit(card % HALF)

    def from_hand(self, seat: i64, card: i64) -> None:
        i = seat * 2 + card // HALF
        left = ~bit(card % HALF)
        self.hands[i] &= left
        self.shown[i] &= left
        if card >= CHARACTERS:
            self.known_to_all(card)

    def known_to_all(self, card: i64) -> None:
        """A law has come to light: nobody need remember it."""
        for seat in range(self.seats):
            self.seen[seat] &= ~bit(card - CHARACTERS)

    def show_in_hand(self, seat: i64, card: i64) -> None:
        """A card goes into a hand before everybody's eyes."""
        self.to_hand(seat, card)
        self.shown[seat * 2 + card // HALF] |= bit(card % HALF)

    def hand_count(self, seat: i64) -> i64:
        return popcount(self.hands[seat * 2]) + popcount(self.hands[seat * 2 + 1])

    def discard(self, card: i64) -> None:
        if card < HALF:
            self.discard0 |= bit(card)
        else:
            self.discard1 |= bit(card - HALF)
        if self.log is not None:
            self.log.tell("discard", self.deck.codes[card])

    def decks_left(self) -> i64:
        """The decks that cards can be drawn from: bit 0 laws, bit 1 the small deck."""
        left: i64 = 0
        if self.law_at < i64(len(self.law)):
            left |= 1
        if self.small_at < i64(len(self.small)):
            left |= 2
        return left

    def spots_with_cards(self) -> i64:
        slots = self.slots
        spots: i64 = 0
        for i in range(8):
            if slots[i] >= 0:
                spots |= bit(i)
        return spots

    # the pyramid

    def card_at(self, seat: i64, place: i64) -> i64:
        return self.board[seat * PLACES + place]

    def changes_place(self, seat: i64, card: i64, level: i64) -> None:
        """A card comes to a pyramid or leaves it: the sets of cards."""
        half: i64 = 1 if card >= HALF else 0
        card = bit(card - half * HALF)
        self.built[seat * BUILT + half] ^= card
        self.levels[level * 2 + half] ^= card

    def place_card(self, seat: i64, card: i64, place: i64) -> None:
        self.board[seat * PLACES + place] = card
        self.changes_place(seat, card, place // COLUMNS)
        for word in range(3):
            self.built[seat * BUILT + 2 + word] += self.trays[card * TRAY + word]
        self.rows[seat * LEVELS + place // COLUMNS] |= bit(place % COLUMNS)
        number = self.deck.number[card]
        if number < self.low[seat]:
            self.low[seat] = number

    def lift_card(self, seat: i64, place: i64) -> i64:
        i = seat * PLACES + place
        card = self.board[i]
        self.board[i] = -1
        self.changes_place(seat, card, place // COLUMNS)
        for word in range(3):
            self.built[seat * BUILT + 2 + word] -= self.trays[card * TRAY + word]
        self.rows[seat * LEVELS + place // COLUMNS] &= ~bit(place % COLUMNS)
        return card

    def tuck(self, card: i64, host: i64) -> None:
        self.hosts[card] = host
        self.trays[host * TRAY + 3] += bit(TUCKED)

    def tucked_under(self, host: i64) -> i64:
        return (self.trays[host * TRAY + 3] >> TUCKED) & TUCKED_MASK

    def open_row(self, seat: i64, level: i64) -> i64:
        """The columns of the open places of a level."""
        i = seat * LEVELS + level - 1
        if level == 1:
            return base_ends(self.rows[i])
        return resting(self.rows[i - 1], self.rows[i])

    def free_row(self, seat: i64, level: i64) -> i64:
        """The columns of the free cards of a level."""
        i = seat * LEVELS + level - 1
        free = outermost(self.rows[i], self.rows[i + 1] if level < LEVELS else 0) & ALL_COLUMNS
        result = free
        while free:
            column = lowest(free)
            free &= free - 1
            if self.tucked_under(self.board[seat * PLACES + (level - 1) * COLUMNS + column]):
                result &= ~bit(column)
        return result

    def character_row(self, seat: i64, level: i64) -> i64:
        """The columns of the characters of a level."""
        row = self.rows[seat * LEVELS + level - 1]
        result: i64 = 0
        while row:
            column = lowest(row)
            row &= row - 1
            if self.board[seat * PLACES + (level - 1) * COLUMNS + column] < CHARACTERS:
                result |= bit(column)
        return result

    def circle_sectors(self, seat: i64, place: i64) -> i64:
        """The printed colours of a circle, two bits each: ll, lr, bl, br."""
        i = seat * PLACES + place
        sectors = self.deck.sectors
        left = (sectors[self.board[i - COLUMNS]] >> 2) & 3
        right = sectors[self.board[i - COLUMNS + 1]] & 3
        return left | right << 2 | (sectors[self.board[i]] >> 4 & 15) << 4

    def circle_colour(self, seat: i64, place: i64) -> i64:
        """The colour of a single-colour circle, paint not counted; -1 if it has several."""
        sectors = self.circle_sectors(seat, place)
        colour = sectors & 3
        if sectors != colour * 85:
            return -1
        return colour

    def is_single(self, seat: i64, place: i64) -> bool:
        """Is there a circle at this place, and of one colour?"""
        if place < COLUMNS or place >= PLACES or self.board[seat * PLACES + place] < 0:
            return False
        return self.circle_colour(seat, place) >= 0

    def painted_sectors(self, seat: i64, place: i64) -> i64:
        """The colours of a circle with its paint."""
        sectors = self.circle_sectors(seat, place)
        paint = self.trays[self.board[seat * PLACES + place] * TRAY + 3] >> PAINT_AT
        sector: i64 = 0
        while paint:
            if paint & 7:
                sectors = sectors & ~shifted(3, sector * 2) | shifted((paint & 7) - 1, sector * 2)
            paint >>= PAINT_BITS
            sector += 1
        return sectors

    def find_low(self, seat: i64) -> None:
        """The lowest number, after a card has left the pyramid."""
        least: i64 = NOBODY
        for level in range(LEVELS):
            row = self.rows[seat * LEVELS + level]
            while row:
                card = self.board[seat * PLACES + level * COLUMNS + lowest(row)]
                row &= row - 1
                if self.deck.number[card] < least:
                    least = self.deck.number[card]
        self.low[seat] = least

    def find_lasting(self, seat: i64) -> None:
        """The lasting effects of the laws that have a place in the pyramid."""
        self.pass_bonus[seat] = 0
        self.coins[seat] = 0
        self.harmony[seat] = 0
        self.council[seat] = -1
        for level in range(LEVELS):
            row = self.rows[seat * LEVELS + level]
            while row:
                card = self.board[seat * PLACES + level * COLUMNS + lowest(row)]
                row &= row - 1
                op = self.deck.op[card]
                if op == PASS_BONUS:
                    self.pass_bonus[seat] += self.deck.amount[card]
                elif op == WILD_PAYMENT:
                    self.coins[seat] += self.deck.amount[card]
                elif op == CIRCLE_GEM:
                    self.harmony[seat] += self.deck.amount[card]
                elif op == TUCK_ON_DRAW:
                    council = self.council[seat]
                    if council < 0 or self.deck.points[council * 4] < self.deck.points[card * 4]:
                        self.council[seat] = card

    def lowest_of(self, seats: i64) -> i64:
        """Of these seats, the one with the lowest number in its pyramid."""
        best: i64 = -1
        for seat in range(self.seats):
            if seats & bit(seat) and (best < 0 or self.low[seat] < self.low[best]):
                best = seat
        return best

    # tokens

    def tokens(self, card: i64, kind: i64) -> i64:
        """How many tokens of a kind lie on a card (of points and bonuses: their sum)."""
        return (self.trays[card * TRAY + kind // 3] >> (kind % 3 * TOKEN_BITS)) & TOKEN_MASK

    def add_tokens(self, seat: i64, card: i64, kind: i64, count: i64) -> None:
        tokens = shifted(count, kind % 3 * TOKEN_BITS)
        self.trays[card * TRAY + kind // 3] += tokens
        self.built[seat * BUILT + 2 + kind // 3] += tokens
        if kind == SCIENCE:
            self.science[seat] += count

    def endless_on(self, card: i64, colour: i64) -> i64:
        return (self.trays[card * TRAY + 3] >> (colour * GEM_BITS)) & GEM_MASK

    def add_endless(self, seat: i64, card: i64, colour: i64) -> None:
        self.trays[card * TRAY + 3] += bit(colour * GEM_BITS)
        self.endless[seat * 4 + colour] += 1

    def stored_on(self, card: i64, colour: i64) -> i64:
        return (self.trays[card * TRAY + 3] >> (STORED + colour * GEM_BITS)) & GEM_MASK

    def stored_total(self, card: i64) -> i64:
        return (
            self.stored_on(card, 0)
            + self.stored_on(card, 1)
            + self.stored_on(card, 2)
            + self.stored_on(card, 3)
        )

    def clear_tray(self, seat: i64, card: i64) -> None:
        """Tokens go to the supply, gems to the reserve."""
        self.science[seat] -= self.tokens(card, SCIENCE)
        for colour in range(4):
            endless = self.endless_on(card, colour)
            self.endless[seat * 4 + colour] -= endless
            self.reserve[colour] += endless + self.stored_on(card, colour)
        for word in range(TRAY):
            self.trays[card * TRAY + word] = 0

    # decisions

    def ask_one(self, seat: i64, kind: i64) -> None:
        """The one decision that the table waits for now."""
        self.ask[seat] = kind
        self.pending = bit(seat)
        self.asked = self.pending

    def ask_all(self, seats: i64, kind: i64) -> None:
        """A sealed decision of several seats at once."""
        for seat in range(self.seats):
            if seats & bit(seat):
                self.ask[seat] = kind
        self.pending = seats
        self.asked = seats


def filled(count: i64, value: i64) -> vec[i64]:
    result = vec[i64]()
    for i in range(count):
        result = append(result, value)
    return result


def gems_text(gems: vec[i64], begin: i64) -> str:
    """Four counts as an amount: B2Y1."""
    text = ""
    for colour in range(4):
        if gems[begin + colour]:
            text += f"{COLOURS[colour]}{gems[begin + colour]}"
    return text or "-"
