"""What a seat sees as bytes, for learning programs."""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import i64

from koloda.core.bits import bit
from koloda.core.encoding import Encoder
from koloda.core.rows import Rows, zeros
from koloda.core.state import State
from koloda.core.vecs import vec
from koloda.games.viceroy import actions
from koloda.games.viceroy.actions import KINDS, NUM_ACTIONS, PAY_BUILD, PHASES, RECOLOUR
from koloda.games.viceroy.cards import CHARACTERS, COLOURS, LAWS, TOKEN_NAMES, TOKENS, count_of
from koloda.games.viceroy.pyramid import CENTRE, COLUMNS, LEVELS
from koloda.games.viceroy.state import ViceroyState
from koloda.games.viceroy.zones import BUILT, TOKEN_BITS, TOKEN_MASK

CARD: Final = 11  # words of a set of cards
CHARACTER: Final = 8  # of a set of characters
GEMS: Final = 16
TOKEN: Final = 24
TOPS: Final = 3  # laws on top of the law deck that a seat may know


class ViceroyEncoder(Encoder):
    kind_of: vec[i64]  # the place of a kind of decision, by its number
    seat: i64
    undecided: i64
    phase: i64
    turn: i64
    round: i64
    ask: i64
    ask_card: i64
    most: i64
    least: i64
    draws: i64
    rest: i64
    laws: i64
    colour: i64
    active_seat: i64
    active_card: i64
    active_ask: i64
    hand: i64
    gems: i64
    attack: i64
    reserve: i64
    slots: i64
    discard: i64
    decks: i64
    virtuals: i64
    acquired: i64
    hand_known: i64
    hand_count: i64
    pyramid: i64
    levels: i64
    places: i64
    tokens: i64
    endless: i64
    in_auction: i64
    sitting: i64
    top_laws: i64
    held_laws: i64

    def __init__(self, game: Any, seats: i64, codes: list[str]) -> None:
        super().__init__(game, seats)
        self.kind_of = zeros(NUM_ACTIONS)
        for number, kind in enumerate(KINDS):
            self.kind_of[kind] = number
        names = self.seat_names()
        numbers = [str(seat) for seat in range(int(seats))]
        colours = list(COLOURS)
        kinds = list(KINDS.values())
        levels = [str(level) for level in range(1, LEVELS + 1)]
        by_colour = [f"{name}:{colour}" for name in names for colour in colours]
        by_token = [f"{name}:{token}" for name in names for token in TOKEN_NAMES]
        spots = [f"{colour}:{spot}" for colour in colours for spot in ("base", "tip")]
        columns = [str(column - CENTRE) for column in range(COLUMNS)]
        characters = codes[:CHARACTERS]
        law_codes = codes[CHARACTERS:]
        tops = [str(place) for place in range(1, TOPS + 1)]
        self.seat = self.choice("seat", numbers, "the own seat: all others are relative to it")
        self.undecided = self.flags("undecided", names, "who owes a decision")
        self.phase = self.choice("phase", PHASES, "the phase of the turn")
        self.turn = self.count("turn", 12, "the number of the turn")
        self.round = self.count("round", 8, "of the auction")
        self.ask = self.choice("ask", kinds, "the question to the seat")
        self.ask_card = self.choice("ask_card", codes, "the drawn or lifted card that it is about")
        self.most = self.count("ask_most", GEMS, "take: gems at most")
        self.least = self.count("ask_least", GEMS, "take: gems at least")
        self.draws = self.count("ask_cards", 8, "draw: cards to draw")
        self.rest = self.count("ask_rest", 8, "endless, coin: what is left to pay", colours)
        self.laws = self.flags("ask_laws", law_codes, "petition, top: the laws looked at")
        self.colour = self.choice("ask_colour", colours, "own: of the endless gem")
        self.active_seat = self.choice("active_seat", names, "whose card is being played")
        self.active_card = self.choice("active_card", codes, "that card")
        self.active_ask = self.choice("active_ask", kinds, "what its player is asked")
        self.hand = self.flags("hand", codes, "the own cards")
        self.gems = self.count("gems", GEMS, "behind each screen, where it does not hide them", by_colour)
        self.attack = self.count("attack", 8, "attack tokens, where the screen does not hide them", names)
        self.reserve = self.count("reserve", GEMS, "gems of the reserve", colours)
        self.slots = self.choice("slots", characters, "the cards of the auction", spots)
        self.discard = self.flags("discard", codes, "the discard pile")
        self.decks = self.count(
            "decks", 24, "cards left, of the large deck one place for two", ["large", "small", "law"]
        )
        self.virtuals = self.count("virtuals_in", 3, "virtual opponents that still bid")
        self.acquired = self.choice("acquired", characters, "the card won at the auction of this turn", names)
        self.hand_known = self.flags("hand_known", codes, "cards of the hand that everybody has seen", names)
        self.hand_count = self.count("hand_count", 16, "cards in each hand", names)
        self.pyramid = self.flags("pyramid", codes, "the cards of each pyramid", names)
        self.levels = self.flags("levels", codes, "the cards of all pyramids by level", levels)
        self.places = self.flags(
            "own_places",
            columns,
            "the columns of the own pyramid that hold a card",
            levels,
        )
        self.tokens = self.count("tokens", TOKEN, "on the cards of a pyramid, added up", by_token)
        self.endless = self.count("endless", 8, "endless gems", by_colour)
        self.in_auction = self.flags("in_auction", names, "who still bids")
        self.sitting = self.flags("sitting_out", names, "who sits out the auction of this turn")
        self.top_laws = self.choice("top_laws", law_codes, "laws known to be on top of the law deck", tops)
        self.held_laws = self.flags("held_laws", law_codes, "laws known to be in a hand", names)

    def cards(self, at: i64, first: i64, second: i64, out: Rows) -> None:
        """A set of cards, two masks of 44."""
        out.bits(at, first | (second & 15) << 44)
        out.bits(at + 6, second >> 4)

    def observe(self, state: State, seat: i64, out: Rows) -> None:
        assert isinstance(state, ViceroyState)
        s = state
        seats = self.seats
        open_screens = s.rules.open_screens or s.phase >= RECOLOUR
        out.one(self.seat, seat)
        out.one(self.phase, s.phase)
        out.up_to(self.turn, s.turn, 12)
        out.up_to(self.round, s.round, 8)
        if s.pending & bit(seat):
            self.question(s, seat, out)
        active = s.phase in (actions.SETUP_REWARD, actions.LAW_RESOLVE, actions.PAY_REWARD)
        if active and s.card >= 0:
            out.one(self.active_seat, self.relative(seat, s.cur))
            out.one(self.active_card, s.card)
            out.one(self.active_ask, self.kind_of[s.ask[s.cur]])
        self.cards(self.hand, s.hands[seat * 2], s.hands[seat * 2 + 1], out)
        for colour in range(4):
            out.up_to(self.reserve + colour * 2, s.reserve[colour], GEMS)
        slots = s.slots
        for spot in range(8):
            out.one(self.slots + spot * CHARACTER, slots[spot])
        self.cards(self.discard, s.discard0, s.discard1, out)
        out.up_to(self.decks, (i64(len(s.large)) - s.large_at + 1) // 2, 24)
        out.up_to(self.decks + 3, i64(len(s.small)) - s.small_at, 24)
        out.up_to(self.decks + 6, i64(len(s.law)) - s.law_at, 24)
        out.up_to(self.virtuals, s.virtuals_in, 3)
        undecided: i64 = 0
        screens = s.screens
        shown = s.shown
        endless = s.endless
        for place in range(seats):
            other = self.absolute(seat, place)
            if s.pending & bit(other):
                if s.phase != PAY_BUILD or place == 0 or s.ask[other] == actions.BUILD:
                    undecided |= bit(place)
            if place == 0 or open_screens:
                for colour in range(4):
                    out.up_to(self.gems + (place * 4 + colour) * 2, screens[other * 4 + colour], GEMS)
                out.up_to(self.attack + place, s.attack[other], 8)
            out.one(self.acquired + place * CHARACTER, s.acquired[other])
            self.cards(self.hand_known + place * CARD, shown[other * 2], shown[other * 2 + 1], out)
            out.up_to(self.hand_count + place * 2, s.hand_count(other), 16)
            for colour in range(4):
                out.up_to(self.endless + place * 4 + colour, endless[other * 4 + colour], 8)
            self.built(s, other, place, out)
        out.bits(self.undecided, undecided)
        for level in range(LEVELS):
            self.cards(self.levels + level * CARD, s.levels[level * 2], s.levels[level * 2 + 1], out)
            out.bits(self.places + level * 7, s.rows[seat * LEVELS + level])
        if actions.AUCTION_BID <= s.phase <= actions.AUCTION_PASS:
            out.bits(self.in_auction, self.turned(seat, s.inside))
        out.bits(self.sitting, self.turned(seat, s.sitting))
        if s.seen[seat]:
            self.looked_at(s, seat, out)

    def built(self, s: ViceroyState, other: i64, place: i64, out: Rows) -> None:
        """A pyramid: its cards, and the tokens on them."""
        i = other * BUILT
        self.cards(self.pyramid + place * CARD, s.built[i], s.built[i + 1], out)
        at = self.tokens + place * TOKENS * 3
        for word in range(3):
            tokens = s.built[i + 2 + word]
            while tokens:
                out.up_to(at, tokens & TOKEN_MASK, TOKEN)
                tokens >>= TOKEN_BITS
                at += 3
            at = self.tokens + (place * TOKENS + (word + 1) * 3) * 3

    def question(self, s: ViceroyState, seat: i64, out: Rows) -> None:
        kind = s.ask[seat]
        out.one(self.ask, self.kind_of[kind])
        if kind == actions.TAKE:
            out.up_to(self.most, s.takes, GEMS)
            out.up_to(self.least, s.takes_least, GEMS)
        elif kind == actions.DRAW_FROM:
            out.up_to(self.draws, s.draws, 8)
        elif kind == actions.STASH:
            out.one(self.ask_card, s.drawn)
        elif kind == actions.TO:
            out.one(self.ask_card, s.lifted)
        elif kind == actions.OWN:
            out.one(self.colour, s.colour)
        elif kind in (actions.USE, actions.COIN):
            for colour in range(4):
                out.up_to(self.rest + colour, count_of(s.plan_rest[seat], colour), 8)
        elif kind in (actions.PETITION, actions.TOP):
            for place in range(s.tops_end - s.tops, s.tops_end):
                out.one(self.laws, s.law[place] - CHARACTERS)

    def looked_at(self, s: ViceroyState, seat: i64, out: Rows) -> None:
        """Laws that the seat has seen, as far as it knows where they are."""
        for law in range(LAWS):
            if not s.seen[seat] & bit(law):
                continue
            found = False
            for place in range(s.law_at, len(s.law)):
                if s.law[place] == law + CHARACTERS:
                    found = True
                    if place - s.law_at < TOPS:
                        out.one(self.top_laws + (place - s.law_at) * 3, law)
            for other in range(s.seats):
                if not found and other != seat and s.in_hand(other, law + CHARACTERS):
                    out.one(self.held_laws + self.relative(seat, other) * 3, law)
