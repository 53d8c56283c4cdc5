"""What a seat sees as bytes, for learning programs."""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import i64

from koloda.core.bits import bit, lowest, popcount
from koloda.core.encoding import Encoder
from koloda.core.rows import Rows
from koloda.core.state import State
from koloda.games.durak.actions import ADD, OVER
from koloda.games.durak.cards import CARDS, CODES, NO_CARD, SUITS
from koloda.games.durak.state import DurakState
from koloda.games.durak.views import PHASES

HAND: Final = 16  # places of the size of a hand


class DurakEncoder(Encoder):
    seat: i64
    to_act: i64
    phase: i64
    trump: i64
    hand: i64
    attacks: i64
    beaten: i64
    beating: i64
    discard: i64
    known: i64
    bottom: i64
    counts: i64
    stock: i64
    attacker: i64
    defender: i64
    lead: i64
    out: i64
    room: i64
    taking: i64
    takes: i64

    def __init__(self, game: Any, seats: i64) -> None:
        super().__init__(game, seats)
        names = self.seat_names()
        numbers = [str(seat) for seat in range(int(seats))]
        self.seat = self.choice("seat", numbers, "the own seat: all others are relative to it")
        self.to_act = self.choice("to_act", names, "who decides; in phase add known for oneself only")
        self.phase = self.choice("phase", list(PHASES), "the phase of the round")
        self.trump = self.choice("trump", list(SUITS), "the trump suit")
        self.hand = self.flags("hand", CODES, "the own cards")
        self.attacks = self.flags("attacks", CODES, "attack cards on the table")
        self.beaten = self.flags("beaten", CODES, "those of them that are beaten")
        self.beating = self.flags("beating", CODES, "the cards that beat them")
        self.discard = self.flags("discard", CODES, "cards out of play")
        self.known = self.flags("known", CODES, "the part of each hand that everybody has seen", names)
        self.bottom = self.choice("bottom", CODES, "the open card under the stock, until it is drawn")
        self.counts = self.count("counts", HAND, "cards in each hand", names)
        self.stock = self.count("stock", CARDS, "cards left in the stock")
        self.attacker = self.choice("attacker", names, "who attacks")
        self.defender = self.choice("defender", names, "who defends")
        self.lead = self.choice("lead_seat", names, "the seat that leads; a partner may act for it")
        self.out = self.flags("out", names, "who has left")
        self.room = self.count("room", 6, "attack cards that this round may still have")
        self.taking = self.flags("taking", ["taking"], "the defender has given up")
        self.takes = self.count("takes", 8, "rounds in a row that ended with a take")

    def observe(self, state: State, seat: i64, out: Rows) -> None:
        assert isinstance(state, DurakState)
        s = state
        seats = self.seats
        hands = s.hands
        known = s.known
        out.one(self.seat, seat)
        if s.pending & bit(seat):
            out.one(self.to_act, 0)
        elif s.phase != ADD and s.phase != OVER:
            out.one(self.to_act, self.relative(seat, s.actor))
        out.one(self.phase, s.phase)
        out.one(self.trump, lowest(s.trumps) // 9)
        out.bits(self.hand, hands[seat])
        attacks: i64 = 0
        beaten: i64 = 0
        beating: i64 = 0
        for i in range(s.count):
            card = bit((s.attacks >> (i * 6)) & NO_CARD)
            beat = (s.beats >> (i * 6)) & NO_CARD
            attacks |= card
            if beat != NO_CARD:
                beaten |= card
                beating |= bit(beat)
        out.bits(self.attacks, attacks)
        out.bits(self.beaten, beaten)
        out.bits(self.beating, beating)
        out.bits(self.discard, s.discard)
        if s.rules.bottom_card and s.drawn < CARDS:
            out.one(self.bottom, s.deck[CARDS - 1])
        for place in range(seats):
            other = self.absolute(seat, place)
            out.bits(self.known + place * 5, known[other])
            out.up_to(self.counts + place * 2, popcount(hands[other]), HAND)
        out.up_to(self.stock, CARDS - s.drawn, CARDS)
        out.one(self.attacker, self.relative(seat, s.attacker))
        out.one(self.defender, self.relative(seat, s.defender))
        out.one(self.lead, self.relative(seat, s.lead_seat))
        out.bits(self.out, self.turned(seat, s.out))
        out.up_to(self.room, s.limit - s.count, 6)
        if s.taking:
            out.one(self.taking, 0)
        out.up_to(self.takes, s.takes, 8)
