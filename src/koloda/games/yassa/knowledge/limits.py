"""What the facts (memory.py) mean to one seat, by counting: limits on how often each type came into a hand.

Whichever copy a hand laid, it had as many cards of a type as came into it less those that it laid. So every
fact is a *limit*: among the first so many cards that came into a hand a type must be found at least, or
exactly, so many times. Worlds in which all limits hold are the possible ones, no more and no fewer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from koloda.core.bits import bit
from koloda.core.vecs import append, vec
from koloda.games.yassa.cards import ALL, TYPES, W4, count_of, drop, put
from koloda.games.yassa.knowledge.evidence import Evidence
from koloda.games.yassa.knowledge.memory import (
    ARRIVE,
    BACK,
    HOLD,
    LACK,
    LAID,
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


class Limits:
    bound: vec[i64]  # a slot (evidence.py): the limit is about those of the hand before it
    value: vec[i64]  # how many are asked for
    exact: vec[i64]  # 1: neither more
    unless: vec[i64]  # a slot: the limit counts only if this one has a W4; or -1
    # the limits that a type in a hand has to do with, by seat * TYPES + type
    first: vec[i64]
    rows: vec[i64]

    # while they are read
    owner: vec[i64]
    types: vec[i64]
    last: vec[i64]  # of each seat and type: its last limit, or -1
    laid: vec[i64]  # of each type by the hand that is read, so far
    then: vec[i64]  # and when its last W4 lay there

    def __init__(self, s: YassaZones, ev: Evidence) -> None:
        self.bound = vec[i64]()
        self.value = vec[i64]()
        self.exact = vec[i64]()
        self.unless = vec[i64]()
        self.owner = vec[i64]()
        self.types = vec[i64]()
        self.last = vec[i64]([-1] * int(ev.seats * TYPES))
        self.laid = vec[i64]([0] * TYPES)
        self.then = self.laid[:]
        for other in range(ev.seats):
            if other != ev.seat:
                self.laid = vec[i64]([0] * TYPES)
                self.then = self.laid[:]
                self.read(s.past, ev, other)
        self.first = vec[i64]()
        self.rows = vec[i64]()
        self.sort(ev.seats)

    def read(self, past: vec[i64], ev: Evidence, other: i64) -> None:
        """The limits of one hand."""
        bound = ev.starts[other]
        drawn: i64 = -1
        snap_time: i64 = -1
        snap_bound = bound
        seen = False
        for time in range(len(past)):
            fact = past[time]
            kind = fact & 15
            if (fact >> 4) & 15 != other or kind == RECYCLED:
                continue
            detail = fact >> 8
            if kind == ARRIVE:
                if detail & 64:
                    drawn = bound
                bound += 1
            elif kind == BACK:
                bound += 1
            elif kind == LAID:
                card = detail & 63
                self.laid[card] += 1
                self.at_least(other, card, bound, self.laid[card])
            elif kind == PROOF:
                self.exactly(other, detail, bound, self.laid)
            elif kind == HOLD:
                self.at_least(other, detail, bound, self.laid[detail] + 1)
            elif kind == SNAP:
                self.then = self.laid[:]
                snap_time = time
                snap_bound = bound
                seen = False
            elif kind == SHOWN and detail & bit(ev.seat):
                self.exactly(other, ALL, snap_bound, self.seen(past, other, snap_time))
                seen = True
            elif kind == LACK:
                self.exactly(other, detail, snap_bound, self.then)
            elif kind == SOME and not seen:
                self.some(other, detail, snap_bound, self.then, -1)
            elif kind == NOW:
                self.some(other, detail, bound, self.laid, -1)
            elif kind == WITHHELD:
                self.some(other, detail, bound, self.laid, drawn)

    def seen(self, past: vec[i64], other: i64, snap_time: i64) -> vec[i64]:
        """How often each type had come into a hand that was shown."""
        held = vec[i64]([0])
        more = vec[i64]([0])
        for time in range(snap_time):
            fact = past[time]
            kind = fact & 15
            if (fact >> 4) & 15 == other and kind != RECYCLED:
                if kind == ARRIVE:
                    put(held, more, 0, (fact >> 8) & 63)
                elif kind == LAID:
                    drop(held, more, 0, (fact >> 8) & 63)
                elif kind == BACK:
                    put(held, more, 0, W4)
        counts = self.then[:]
        for card in range(TYPES):
            counts[card] += count_of(held[0], more[0], card)
        return counts

    def add(self, seat: i64, types: i64, bound: i64, value: i64, exact: i64, unless: i64) -> None:
        self.owner = append(self.owner, seat)
        self.types = append(self.types, types)
        self.bound = append(self.bound, bound)
        self.value = append(self.value, value)
        self.exact = append(self.exact, exact)
        self.unless = append(self.unless, unless)

    def at_least(self, seat: i64, card: i64, bound: i64, value: i64) -> None:
        last = self.last[seat * TYPES + card]
        if last >= 0 and self.value[last] >= value:
            return  # asked for already, among fewer cards
        if last >= 0 and self.bound[last] == bound:
            self.value[last] = value
            return
        self.last[seat * TYPES + card] = i64(len(self.bound))
        self.add(seat, bit(card), bound, value, 0, -1)

    def exactly(self, seat: i64, types: i64, bound: i64, values: vec[i64]) -> None:
        for card in range(TYPES):
            if not types & bit(card):
                continue
            last = self.last[seat * TYPES + card]
            if last >= 0 and self.bound[last] == bound:
                self.value[last] = values[card]
                self.exact[last] = 1
            else:
                self.last[seat * TYPES + card] = i64(len(self.bound))
                self.add(seat, bit(card), bound, values[card], 1, -1)

    def some(self, seat: i64, types: i64, bound: i64, laid: vec[i64], unless: i64) -> None:
        value: i64 = 1
        for card in range(TYPES):
            if types & bit(card):
                value += laid[card]
        self.add(seat, types, bound, value, 0, unless)

    def sort(self, seats: i64) -> None:
        """List the limits of each type in each hand."""
        counts = vec[i64]([0] * int(seats * TYPES + 1))
        for k in range(len(self.bound)):
            base = self.owner[k] * TYPES
            for card in range(TYPES):
                if self.types[k] & bit(card):
                    counts[base + card] += 1
        total: i64 = 0
        for i in range(len(counts)):
            total += counts[i]
            counts[i] = total
        self.rows = vec[i64]([0] * int(total))
        k = i64(len(self.bound)) - 1
        while k >= 0:
            base = self.owner[k] * TYPES
            for card in range(TYPES):
                if self.types[k] & bit(card):
                    counts[base + card] -= 1
                    self.rows[counts[base + card]] = k
            k -= 1
        self.first = counts
