"""What the facts (memory.py) mean to one seat: a room of its own, read once for many samples.

For the observer each other hand is a row of *slots*, one for each card that came into it, in order. The
slots of one *epoch* (from one recycle to the next) and the stock were filled from one pool, whose cards
are known but for their order: what the observer has not drawn lies in the others' slots and in the stock.
Facts become

    tokens   a card that was laid or shown was in one of the slots lo .. hi - 1, and left it at `end`
    proofs   the cards of the slots below a bound, as far as they were still held, were of none of these types
    claims   of the cards held at a time one at least was of these types

A token may be from any slot that its hand held then, but not from one that a proof had denied its type: hi
is the number of slots at the time and lo the bound of the last such proof, and slots still hidden lack all
that later proofs name. If a card is laid whose like is known to be in the hand, it is that one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from koloda.core.bits import bit
from koloda.core.vecs import append, vec
from koloda.games.yassa.cards import ALL, TYPES, W4, copies, count_of, drop, put
from koloda.games.yassa.knowledge.memory import (
    ARRIVE,
    BACK,
    HOLD,
    LACK,
    LAID,
    NOT_DRAWN,
    NOW,
    PROOF,
    RECYCLED,
    SHOWN,
    SNAP,
    SOME,
    WITHHELD,
)

if TYPE_CHECKING:
    from koloda.games.yassa.zones import YassaZones

KEPT: Final = 0x7FFFFFFF  # the end of a token that is still in its hand
HAND: Final = 7


class Evidence:
    seat: i64
    seats: i64
    epochs: i64
    # slots
    place: vec[i64]  # of the arrival in the past; -1: the W4 taken back
    epoch: vec[i64]  # -1: not from a pool, its card is known to all
    denied: vec[i64]  # types that proofs deny it, if it is hidden
    barred: vec[i64]  # types that it has in no case
    starts: vec[i64]  # where each seat's slots begin, and where the last ones end
    # tokens
    card: vec[i64]
    lo: vec[i64]
    hi: vec[i64]
    end: vec[i64]  # the place of the lay in the past, or KEPT
    # claims
    first: vec[i64]  # slot
    bound: vec[i64]  # slot
    time: vec[i64]  # place in the past
    types: vec[i64]
    unless: vec[i64]  # a slot: the claim holds also if this one has no W4; or -1
    # of each seat
    drawn: vec[i64]  # the slot of the card drawn last
    snap_bound: vec[i64]  # slots and time of the last W4 laid
    snap_time: vec[i64]
    # by seat * TYPES + type: how many cards it has laid, and how many when the last W4 was laid
    laid: vec[i64]
    snap_laid: vec[i64]
    # cards fit to start: how many were not in the observer's first hand, nor, at least, in any other
    start_count: i64
    fewest_starts: i64
    # pools: how many cards of each type the observer has not seen of them, by epoch * TYPES + type
    counts: vec[i64]

    # while one seat is read
    proof_bound: vec[i64]
    proof_types: vec[i64]
    own_first: i64  # its first token

    def __init__(self, s: YassaZones, seat: i64) -> None:
        self.seat = seat
        self.seats = s.seats
        self.epochs = i64(len(s.pools)) // 2
        self.place = vec[i64]()
        self.epoch = vec[i64]()
        self.denied = vec[i64]()
        self.barred = vec[i64]()
        self.starts = vec[i64]()
        self.card = vec[i64]()
        self.lo = vec[i64]()
        self.hi = vec[i64]()
        self.end = vec[i64]()
        self.first = vec[i64]()
        self.bound = vec[i64]()
        self.time = vec[i64]()
        self.types = vec[i64]()
        self.unless = vec[i64]()
        self.drawn = vec[i64]()
        self.snap_bound = vec[i64]()
        self.snap_time = vec[i64]()
        self.proof_bound = vec[i64]()
        self.proof_types = vec[i64]()
        self.own_first = 0
        self.laid = vec[i64]([0] * int(s.seats * TYPES))
        self.snap_laid = self.laid[:]
        self.start_count = 0
        self.fewest_starts = 0
        self.counts = vec[i64]()
        for e in range(self.epochs):
            for card in range(TYPES):
                self.counts = append(self.counts, count_of(s.pools[2 * e], s.pools[2 * e + 1], card))
        for other in range(s.seats):
            self.starts = append(self.starts, i64(len(self.place)))
            self.drawn = append(self.drawn, -1)
            self.snap_bound = append(self.snap_bound, i64(len(self.place)))
            self.snap_time = append(self.snap_time, -1)
            if other == seat:
                self.leave_own(s.past)
            else:
                self.read(s.past, other)
        self.starts = append(self.starts, i64(len(self.place)))
        if s.turned:
            self.find_starts(s)

    def find_starts(self, s: YassaZones) -> None:
        """How many cards fit to start the first hands can have left."""
        for card in range(TYPES):
            if s.turned & bit(card):
                self.start_count += copies(card)
        own: i64 = 0
        for fact in s.past:
            if own < HAND and fact & 15 == ARRIVE and (fact >> 4) & 15 == self.seat:
                own += 1
                if s.turned & bit((fact >> 8) & 63):
                    self.start_count -= 1
        most = HAND * (self.seats - 1)
        for token in range(len(self.card)):
            start = self.starts[0]
            for seat in range(self.seats):
                if self.starts[seat] <= self.lo[token]:
                    start = self.starts[seat]
            if self.hi[token] <= start + HAND and not s.turned & bit(self.card[token]):
                most -= 1
        self.fewest_starts = max(1, self.start_count - most)

    def leave_own(self, past: vec[i64]) -> None:
        """Take the observer's own cards out of the pools."""
        epoch: i64 = 0
        for fact in past:
            kind = fact & 15
            if kind == RECYCLED:
                epoch += 1
            elif kind == ARRIVE and (fact >> 4) & 15 == self.seat and not (fact >> 15) & 1:
                self.counts[epoch * TYPES + ((fact >> 8) & 63)] -= 1

    def read(self, past: vec[i64], other: i64) -> None:
        """Read all facts about one hand."""
        begin = i64(len(self.place))
        self.own_first = i64(len(self.card))
        self.proof_bound = vec[i64]()
        self.proof_types = vec[i64]()
        epoch: i64 = 0
        seen = False
        for time in range(len(past)):
            fact = past[time]
            kind = fact & 15
            if kind == RECYCLED:
                epoch += 1
                continue
            if (fact >> 4) & 15 != other:
                continue
            detail = fact >> 8
            bound = i64(len(self.place))
            if kind == ARRIVE:
                if detail & 128:
                    self.add_known(time, detail & 63)
                else:
                    self.add_slot(time, epoch)
                if detail & 64:
                    self.drawn[other] = bound
            elif kind == LAID:
                self.laid[other * TYPES + (detail & 63)] += 1
                if detail & 64:
                    self.add_token(detail & 63, self.drawn[other], self.drawn[other] + 1, time)
                else:
                    self.lay(begin, bound, detail & 63, time)
            elif kind == PROOF:
                self.prove(bound, detail)
            elif kind == HOLD:
                if self.kept(detail) < 0:
                    self.add_token(detail, self.low(begin, detail), bound, KEPT)
            elif kind == BACK:
                self.add_known(-1, W4)
            elif kind == SNAP:
                self.snap_bound[other] = bound
                self.snap_time[other] = time
                for card in range(other * TYPES, (other + 1) * TYPES):
                    self.snap_laid[card] = self.laid[card]
                seen = False
            elif kind == SHOWN:
                if detail & bit(self.seat):
                    self.see(past, other, begin)
                    seen = True
            elif kind == LACK:
                self.prove(self.snap_bound[other], detail)
            elif kind == SOME:
                if not seen:
                    self.claim(begin, self.snap_bound[other], self.snap_time[other], detail, -1)
            elif kind == NOT_DRAWN:
                self.barred[self.drawn[other]] |= detail
            elif kind == NOW:
                self.claim(begin, bound, time, detail, -1)
            elif kind == WITHHELD:
                self.claim(begin, bound, time, detail, self.drawn[other])
        for i in range(len(self.proof_bound)):
            for slot in range(begin, self.proof_bound[i]):
                self.denied[slot] |= self.proof_types[i]

    def add_slot(self, time: i64, epoch: i64) -> None:
        self.place = append(self.place, time)
        self.epoch = append(self.epoch, epoch)
        self.denied = append(self.denied, 0)
        self.barred = append(self.barred, 0)

    def add_known(self, time: i64, card: i64) -> None:
        """A slot whose card everybody knows."""
        slot = i64(len(self.place))
        self.add_slot(time, -1)
        self.add_token(card, slot, slot + 1, KEPT)

    def add_token(self, card: i64, lo: i64, hi: i64, end: i64) -> None:
        self.card = append(self.card, card)
        self.lo = append(self.lo, lo)
        self.hi = append(self.hi, hi)
        self.end = append(self.end, end)

    def kept(self, card: i64) -> i64:
        """The token of a card of this type that is known to be in the hand, or -1."""
        for i in range(self.own_first, len(self.card)):
            if self.card[i] == card and self.end[i] == KEPT:
                return i
        return -1

    def low(self, begin: i64, card: i64) -> i64:
        """The first slot of the hand that this card may be in."""
        lo = begin
        for i in range(len(self.proof_bound)):
            if self.proof_bound[i] > lo and self.proof_types[i] & bit(card):
                lo = self.proof_bound[i]
        return lo

    def lay(self, begin: i64, bound: i64, card: i64, time: i64) -> None:
        token = self.kept(card)
        if token >= 0:
            self.end[token] = time
        else:
            self.add_token(card, self.low(begin, card), bound, time)

    def prove(self, bound: i64, types: i64) -> None:
        self.proof_bound = append(self.proof_bound, bound)
        self.proof_types = append(self.proof_types, types)

    def claim(self, first: i64, bound: i64, time: i64, types: i64, unless: i64) -> None:
        self.first = append(self.first, first)
        self.bound = append(self.bound, bound)
        self.time = append(self.time, time)
        self.types = append(self.types, types)
        self.unless = append(self.unless, unless)

    def see(self, past: vec[i64], other: i64, begin: i64) -> None:
        """The observer has seen all cards that this hand had when the W4 was laid."""
        held = vec[i64]([0])
        more = vec[i64]([0])
        for time in range(self.snap_time[other]):
            fact = past[time]
            kind = fact & 15
            if (fact >> 4) & 15 == other and kind != RECYCLED:
                if kind == ARRIVE:
                    put(held, more, 0, (fact >> 8) & 63)
                elif kind == LAID:
                    drop(held, more, 0, (fact >> 8) & 63)
                elif kind == BACK:
                    put(held, more, 0, W4)
        bound = self.snap_bound[other]
        # cards shown by mistake since the W4 was laid: among these, or among those taken since
        for i in range(self.own_first, len(self.card)):
            if self.end[i] == KEPT and self.hi[i] > bound and self.lo[i] < bound:
                if held[0] & bit(self.card[i]):
                    self.hi[i] = bound
                else:
                    self.lo[i] = bound
        for card in range(TYPES):
            lo = self.low(begin, card)
            for number in range(self.kept_below(card, bound), count_of(held[0], more[0], card)):
                self.add_token(card, lo, bound, KEPT)
        self.prove(bound, ALL)

    def kept_below(self, card: i64, bound: i64) -> i64:
        """How many cards of this type among these slots are known to be in the hand."""
        count: i64 = 0
        for i in range(self.own_first, len(self.card)):
            if self.card[i] == card and self.end[i] == KEPT and self.hi[i] <= bound:
                count += 1
        return count
