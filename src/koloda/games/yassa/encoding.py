"""What a seat sees as bytes, for learning programs."""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import i64

from koloda.core.bits import bit
from koloda.core.encoding import Encoder
from koloda.core.rows import Rows
from koloda.core.state import State
from koloda.games.yassa.actions import AFTER_DRAW, CALL_WINDOW, EFFECTS, PHASES
from koloda.games.yassa.cards import CODES, COLOURED, COLOURS, W4, WC, extra
from koloda.games.yassa.state import YassaState

HAND: Final = 24  # places of the size of a hand
STOCK: Final = 36
PER: Final = 3  # cards of the stock a place
# a bag of cards: the types that are there, third copies; second copies, fourth copies. Seven words each
BAG = [*CODES, "WC", "W4", *CODES, "WC", "W4"]
SECOND: Final = 7


class YassaEncoder(Encoder):
    seat: i64
    to_act: i64
    phase: i64
    hand: i64
    discard: i64
    top: i64
    colour: i64
    effect: i64
    clockwise: i64
    counts: i64
    stock: i64
    layer: i64
    shouted: i64
    offender: i64
    dealer_seat: i64
    drawn: i64
    mistakes: i64
    shown_seat: i64
    shown: i64

    def __init__(self, game: Any, seats: i64) -> None:
        super().__init__(game, seats)
        names = self.seat_names()
        numbers = [str(seat) for seat in range(int(seats))]
        self.seat = self.choice("seat", numbers, "the own seat: all others are relative to it")
        self.to_act = self.flags("to_act", names, "whose decision is awaited")
        self.phase = self.choice("phase", PHASES, "what is asked")
        self.hand = self.flags("hand", BAG, "the own cards")
        self.discard = self.flags("discard", BAG, "the discard pile")
        self.top = self.choice("top", CODES, "its top")
        self.colour = self.choice("colour", [*COLOURS, "open"], "the colour that is asked for")
        self.effect = self.choice("effect", EFFECTS, "what waits for its victim")
        self.clockwise = self.flags("clockwise", ["clockwise"], "the direction of play")
        self.counts = self.count("counts", HAND, "cards in each hand", names)
        self.stock = self.count("stock", STOCK, "cards left in the stock", step=PER)
        self.layer = self.choice("last_lay", names, "who laid the top card")
        self.shouted = self.flags("shouted", ["shouted"], "did that seat shout with it?")
        self.offender = self.choice("offender", names, "who can be called out in this call window")
        self.dealer_seat = self.choice("dealer", names, "the dealer")
        self.drawn = self.choice("drawn", CODES, "the card that the seat has just drawn")
        self.mistakes = self.count("mistakes", 8, "made in this decision")
        self.shown_seat = self.choice("shown_seat", names, "whose hand the seat saw in the last check")
        self.shown = self.flags("shown", BAG, "that hand, as it was after the last W4 was laid")

    def bag(self, at: i64, held: i64, more: i64, out: Rows) -> None:
        second = more & COLOURED
        wc = more >> extra(WC) & 3
        w4 = more >> extra(W4) & 3
        if wc > 0:
            second |= bit(WC)
        if w4 > 0:
            second |= bit(W4)
        if wc > 1:
            held |= bit(W4 + 1)
        if w4 > 1:
            held |= bit(W4 + 2)
        if wc > 2:
            second |= bit(W4 + 1)
        if w4 > 2:
            second |= bit(W4 + 2)
        out.bits(at, held)
        out.bits(at + SECOND, second)

    def observe(self, state: State, seat: i64, out: Rows) -> None:
        assert isinstance(state, YassaState)
        s = state
        seats = self.seats
        out.one(self.seat, seat)
        out.bits(self.to_act, self.turned(seat, s.pending))
        out.one(self.phase, s.phase)
        self.bag(self.hand, s.held[seat], s.more[seat], out)
        held: i64 = 0
        more: i64 = 0
        for card in s.discard:
            b = bit(card)
            if not held & b:
                held |= b
            elif card < WC:
                more |= b
            else:
                more += bit(extra(card))
        self.bag(self.discard, held, more, out)
        out.one(self.top, s.top)
        out.one(self.colour, s.colour)
        out.one(self.effect, s.effect)
        if s.direction > 0:
            out.one(self.clockwise, 0)
        for place in range(seats):
            out.up_to(self.counts + place * 3, s.sizes[(seat + place) % seats], HAND)
        out.up_to(self.stock, (i64(len(s.stock)) - s.taken + PER - 1) // PER, STOCK)
        out.one(self.layer, self.relative(seat, s.layer))
        if s.layer >= 0 and s.shouted:
            out.one(self.shouted, 0)
        if s.phase == CALL_WINDOW:
            out.one(self.offender, self.relative(seat, s.unsaid))
        out.one(self.dealer_seat, self.relative(seat, s.dealer))
        if s.phase == AFTER_DRAW and s.turn == seat:
            out.one(self.drawn, s.drawn)
        out.up_to(self.mistakes, s.mistakes, 8)
        if s.shown_to >> seat & 1:
            out.one(self.shown_seat, self.relative(seat, s.shown_seat))
            self.bag(self.shown, s.shown_held, s.shown_more, out)
