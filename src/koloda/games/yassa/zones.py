"""What lies on the table and in the hands, the stock, and the points: all but the decisions."""

from __future__ import annotations

from typing import Any

from mypy_extensions import i64

from koloda.core.bits import bit, shifted
from koloda.core.rng import Rng
from koloda.core.state import State
from koloda.core.vecs import append, vec
from koloda.games.yassa.actions import DRAWS_FOUR, NONE, TURN
from koloda.games.yassa.cards import (
    ALL,
    CODES,
    MULTI,
    OPEN,
    WC,
    colour_types,
    put,
    symbol_types,
    value_of,
)
from koloda.games.yassa.knowledge.memory import ARRIVE, RECYCLED, forget
from koloda.games.yassa.knowledge.posterior import Posterior
from koloda.games.yassa.options import YassaRules


class YassaZones(State):
    rules: YassaRules
    held: vec[i64]  # the hands: see cards.py
    more: vec[i64]
    sizes: vec[i64]
    lacked: vec[i64]  # mask of colours at which a seat has drawn and which it has not shown since
    stock: vec[i64]  # top first; never changed, only replaced
    taken: i64  # how many cards of `stock` are gone
    discard: vec[i64]  # top last
    dealer: i64
    direction: i64
    colour: i64
    top: i64
    fit: i64  # the types that fit
    phase: i64
    turn: i64  # who decides; in the windows: who decided last
    turns: i64  # how many have begun since the deal
    layer: i64  # who laid the top card, or -1
    shouted: bool  # did the layer say "Yassa!"?
    effect: i64
    prev_colour: i64  # before the W4 that waits for its victim
    shown_held: i64  # the layer's hand right after he laid the last W4
    shown_more: i64
    shown_seat: i64  # whose hand that is, or -1
    shown_to: i64  # who has seen it in a check
    drawn: i64
    unsaid: i64
    right: bool  # real time: may a twin of the top card still be laid out of turn?
    mistakes: i64  # X1 in this decision
    called: i64  # sealed: who calls
    choices: i64  # sealed: who intervenes and how, four bits a seat: 8 + 4 for the shout + colour of a WC
    after_ready: i64  # whose turn comes when the taker is ready
    steps: i64
    winner: i64
    tracks: bool  # is the following kept?
    past: vec[i64]  # what has been seen of the hands (knowledge/memory.py)
    pools: vec[i64]  # two for each: the cards of the deal, then those of every stock made since
    turned: i64  # types fit to start, if a start card was turned until one of them came; else 0
    posterior: Posterior | None  # what a seat made of the past, if one has asked (knowledge/sampling.py)

    def __init__(
        self,
        game: Any,
        seats: i64,
        rules: YassaRules,
        held: vec[i64],
        more: vec[i64],
        sizes: vec[i64],
        lacked: vec[i64],
        stock: vec[i64],
        discard: vec[i64],
        past: vec[i64],
        pools: vec[i64],
        rng: Rng,
    ) -> None:
        super().__init__(game, seats, rng)
        self.rules = rules
        self.held = held
        self.more = more
        self.sizes = sizes
        self.lacked = lacked
        self.stock = stock
        self.taken = 0
        self.discard = discard
        self.dealer = 0
        self.direction = 1
        self.colour = OPEN
        self.top = 0
        self.fit = 0
        self.phase = TURN
        self.turn = 0
        self.turns = 0
        self.layer = -1
        self.shouted = False
        self.effect = NONE
        self.prev_colour = OPEN
        self.shown_held = 0
        self.shown_more = 0
        self.shown_seat = -1
        self.shown_to = 0
        self.drawn = -1
        self.unsaid = -1
        self.right = False
        self.mistakes = 0
        self.called = 0
        self.choices = 0
        self.after_ready = 0
        self.steps = 0
        self.winner = -1
        self.tracks = True
        self.past = past
        self.pools = pools
        self.turned = 0
        self.posterior = None

    def copy_to(self, s: YassaZones) -> None:
        """Give another state, which has copies of the vecs, everything else."""
        s.pending = self.pending
        s.free = self.free
        s.taken = self.taken
        s.dealer = self.dealer
        s.direction = self.direction
        s.colour = self.colour
        s.top = self.top
        s.fit = self.fit
        s.phase = self.phase
        s.turn = self.turn
        s.turns = self.turns
        s.layer = self.layer
        s.shouted = self.shouted
        s.effect = self.effect
        s.prev_colour = self.prev_colour
        s.shown_held = self.shown_held
        s.shown_more = self.shown_more
        s.shown_seat = self.shown_seat
        s.shown_to = self.shown_to
        s.drawn = self.drawn
        s.unsaid = self.unsaid
        s.right = self.right
        s.mistakes = self.mistakes
        s.called = self.called
        s.choices = self.choices
        s.after_ready = self.after_ready
        s.steps = self.steps
        s.winner = self.winner
        s.tracks = self.tracks
        s.turned = self.turned

    def next(self, seat: i64) -> i64:
        seat += self.direction
        if seat >= self.seats:
            return 0
        return seat if seat >= 0 else self.seats - 1

    def ask(self, phase: i64, seat: i64) -> None:
        """Wait for the decision of one seat."""
        self.phase = phase
        self.turn = seat
        self.pending = bit(seat)
        self.mistakes = 0
        if phase == TURN:
            self.turns += 1

    def guilty(self) -> bool:
        """Did the layer of the W4 hold a card of the colour before it?"""
        return self.prev_colour != OPEN and self.shown_held & colour_types(self.prev_colour) != 0

    def find_fit(self) -> None:
        """Which types fit: the colour, the symbol, and the multi-coloured ones."""
        if self.colour == OPEN:
            self.fit = ALL
            return
        fit = colour_types(self.colour) | MULTI
        if self.top < WC:
            fit |= symbol_types(self.top)
        self.fit = fit

    # the stock

    def take(self, seat: i64, count: i64, why: str) -> i64:
        """Take so many cards from the stock, as far as there are any; the last one, or -1."""
        card: i64 = -1
        got: i64 = 0
        drawn: i64 = 64 if count == 1 else 0
        cards: list[str] | None = None if self.log is None else []
        while got < count:
            if self.taken == len(self.stock):
                self.recycle()
                if self.taken == len(self.stock):
                    break
            card = self.stock[self.taken]
            self.taken += 1
            put(self.held, self.more, seat, card)
            self.note(ARRIVE, seat, card + drawn)
            got += 1
            if cards is not None:
                cards.append(CODES[card])
        self.sizes[seat] += got
        if got > 1:
            self.lacked[seat] = 0
        if self.log is not None and cards is not None:
            hidden = ("??",) * len(cards)
            self.log.tell_some(
                1 << int(seat), "take", (int(seat), tuple(cards), why), (int(seat), hidden, why)
            )
        return card

    def recycle(self) -> None:
        """Shuffle the discards into a new stock; the top stays, and under a W4 that waits one more."""
        kept: i64 = 2 if self.effect == DRAWS_FOUR else 1
        count = i64(len(self.discard)) - kept
        if count <= 0:
            return
        stock = self.discard[:count]
        self.discard = self.discard[count:]
        self.shuffle("stock", stock)
        self.stock = stock
        self.taken = 0
        if self.tracks:
            self.note_recycling()
        if self.log is not None:
            self.log.tell("recycle", int(count))

    def note_recycling(self) -> None:
        if self.seats == 2 and self.effect != DRAWS_FOUR and self.drawn < 0:
            forget(self)
        else:
            self.note(RECYCLED, 0, 0)
        held = vec[i64]([0])
        more = vec[i64]([0])
        for card in self.stock:
            put(held, more, 0, card)
        self.pools = append(append(self.pools, held[0]), more[0])

    def note(self, kind: i64, seat: i64, fact: i64) -> None:
        """Keep a fact about a hand."""
        if self.tracks:
            self.past = append(self.past, shifted(fact, 8) | (seat * 16 + kind))
            self.posterior = None

    def stop_tracking(self) -> None:
        self.tracks = False

    # points

    def hand_points(self) -> list[int]:
        return [int(value_of(self.held[seat], self.more[seat])) for seat in range(self.seats)]

    def scores(self) -> list[float]:
        points = self.hand_points()
        if self.winner < 0:
            return [0.0] * int(self.seats)
        if self.rules.own_points:
            return [float(value) for value in points]
        total = float(sum(points))
        return [total if seat == self.winner else 0.0 for seat in range(self.seats)]

    def returns(self) -> list[float]:
        """The distance from the mean, positive for the better ones."""
        scores = self.scores()
        total = sum(scores)
        n = float(self.seats)
        sign = -1.0 if self.rules.own_points else 1.0
        return [sign * (n * score - total) / n for score in scores]

    def outlook(self) -> list[float]:
        """As if the round ended now, everybody paying for his own hand."""
        points = self.hand_points()
        mean = sum(points) / len(points)
        return [mean - value for value in points]
