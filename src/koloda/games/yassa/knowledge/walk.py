"""A walk among the possible worlds, for knowledge too tangled to count (posterior.py): late in long rounds.

Two cards of one pool change places again and again, with equal chances there and back; so the walk comes to
all possible worlds equally often. On its way it may break limits (limits.py), seldom; worlds that break one
are not counted. That leads around the narrow places between possible worlds. A walk of finite length is
near, not exactly at, equal chances; but the worlds at which it stops are always possible ones.

All walks of one seat begin at the same world (placing.py), go a long way to one of several stages, each with
a generator of its own, and from there a shorter one: the same knowledge always gives the same worlds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from koloda.core.bits import bit
from koloda.core.rng import Rng
from koloda.core.vecs import append, vec
from koloda.games.yassa.cards import TYPES, W4
from koloda.games.yassa.knowledge.evidence import HAND, Evidence
from koloda.games.yassa.knowledge.limits import Limits
from koloda.games.yassa.knowledge.placing import Placing

if TYPE_CHECKING:
    from koloda.games.yassa.zones import YassaZones

MOST_PLACINGS: Final = 1000
REPAIRS: Final = 100  # steps from each of them to a possible world, if it is none
STAGES: Final = 64
FAR: Final = 12  # possible worlds counted on the way to a stage, for each card that moves
NEAR: Final = 6  # and from there on
MOST_FAR: Final = 1800
LEAST_NEAR: Final = 100
MOST_NEAR: Final = 900
PATIENCE: Final = 20  # steps for each world to be counted; then the walk ends at the last possible one
DARING: Final = 0.005  # the chance to break one limit more
MOST_STARTS: Final = 40  # tries to find a world that the start card speaks for


class Stage:
    """A possible world on the way."""

    card: vec[i64]
    excess: vec[i64]

    def __init__(self, card: vec[i64], excess: vec[i64]) -> None:
        self.card = card[:]
        self.excess = excess[:]


class Walk:
    evidence: Evidence
    limits: Limits
    card: vec[i64]  # of each slot, then of each place in the stock
    excess: vec[i64]  # of each limit: how many more there are than asked for
    strain: i64  # by how much limits are broken, without regard to exceptions
    hand: vec[i64]  # of each slot: its seat; of the stock: -1
    slots: vec[i64]  # those that can change
    places: vec[i64]  # the same and those of the stock, by pool
    pool_first: vec[i64]  # where the places of each pool begin, and the last ones end
    odd: vec[i64]  # limits with an exception
    barred: vec[i64]  # slots that cannot have some types
    turned: i64  # types fit to start, if a start card may have been turned again
    lost: bool  # no possible world was found but the true one, where the walks begin then
    first: Stage
    stages: list[Stage | None]

    def __init__(self, s: YassaZones, ev: Evidence) -> None:
        self.evidence = ev
        self.limits = Limits(s, ev)
        self.card = vec[i64]()
        self.excess = vec[i64]()
        self.strain = 0
        self.hand = vec[i64]()
        self.slots = vec[i64]()
        self.places = vec[i64]()
        self.pool_first = vec[i64]()
        self.odd = vec[i64]()
        self.barred = vec[i64]()
        self.turned = s.turned
        self.lost = False
        self.stages = [None] * STAGES
        self.find_first(s)
        self.first = Stage(self.card, self.excess)

    # the world where all walks begin

    def find_first(self, s: YassaZones) -> None:
        ev = self.evidence
        rng = Rng(2)
        urgent = vec[i64]([0] * (len(ev.card) + len(ev.types)))
        for tries in range(MOST_PLACINGS):
            placing = Placing(ev, rng, urgent)
            if tries == 0:
                self.arrange(placing)
            self.lay_out(placing)
            for repairs in range(REPAIRS):
                if self.possible():
                    return
                self.step(rng)
        self.lost = True
        self.lay_out_truth(s)

    def arrange(self, placing: Placing) -> None:
        """What is the same in all worlds."""
        ev = self.evidence
        number = i64(len(ev.place))
        for seat in range(ev.seats):
            for slot in range(ev.starts[seat], ev.starts[seat + 1]):
                self.hand = append(self.hand, seat)
                if ev.barred[slot]:
                    self.barred = append(self.barred, slot)
        for epoch in range(ev.epochs):
            self.pool_first = append(self.pool_first, i64(len(self.places)))
            for slot in range(number):
                if not placing.fixed[slot] and ev.epoch[slot] == epoch:
                    self.slots = append(self.slots, slot)
                    self.places = append(self.places, slot)
        last = (ev.epochs - 1) * TYPES
        for card in range(TYPES):
            for copy in range(placing.left[last + card]):
                self.places = append(self.places, i64(len(self.hand)))
                self.hand = append(self.hand, -1)
        self.pool_first = append(self.pool_first, i64(len(self.places)))
        for k in range(len(self.limits.bound)):
            if self.limits.unless[k] >= 0:
                self.odd = append(self.odd, k)

    def lay_out(self, placing: Placing) -> None:
        """Lay the cards as they were placed."""
        ev = self.evidence
        self.card = placing.card[:]
        last = (ev.epochs - 1) * TYPES
        for card in range(TYPES):
            for copy in range(placing.left[last + card]):
                self.card = append(self.card, card)
        self.excess = vec[i64]()
        self.strain = 0
        for value in self.limits.value:
            self.excess = append(self.excess, -value)
            self.strain += value
        for slot in range(len(ev.place)):
            self.come(slot, self.card[slot])

    def lay_out_truth(self, s: YassaZones) -> None:
        """The cards as they lie."""
        ev = self.evidence
        for slot in self.slots:
            self.leave(slot, self.card[slot])
            self.card[slot] = (s.past[ev.place[slot]] >> 8) & 63
            self.come(slot, self.card[slot])
        first = i64(len(ev.place))
        for place in range(first, len(self.card)):
            self.card[place] = s.stock[s.taken + place - first]

    # steps

    def come(self, slot: i64, card: i64) -> None:
        """A card comes into a slot."""
        hand = self.hand[slot]
        if hand < 0:
            return
        limits = self.limits
        row = hand * TYPES + card
        for i in range(limits.first[row], limits.first[row + 1]):
            k = limits.rows[i]
            if limits.bound[k] > slot:
                excess = self.excess[k]
                self.excess[k] = excess + 1
                if excess < 0:
                    self.strain -= 1
                elif limits.exact[k]:
                    self.strain += 1

    def leave(self, slot: i64, card: i64) -> None:
        """A card leaves a slot."""
        hand = self.hand[slot]
        if hand < 0:
            return
        limits = self.limits
        row = hand * TYPES + card
        for i in range(limits.first[row], limits.first[row + 1]):
            k = limits.rows[i]
            if limits.bound[k] > slot:
                excess = self.excess[k]
                self.excess[k] = excess - 1
                if excess <= 0:
                    self.strain += 1
                elif limits.exact[k]:
                    self.strain -= 1

    def broken(self) -> i64:
        """By how much the limits are broken."""
        count = self.strain
        for k in self.odd:
            if self.excess[k] < 0 and self.card[self.limits.unless[k]] != W4:
                count += self.excess[k]
        for slot in self.barred:
            if self.evidence.barred[slot] & bit(self.card[slot]):
                count += 1
        return count

    def possible(self) -> bool:
        return self.broken() == 0

    def exchange(self, one: i64, other: i64) -> None:
        a = self.card[one]
        b = self.card[other]
        self.leave(one, a)
        self.leave(other, b)
        self.come(one, b)
        self.come(other, a)
        self.card[one] = b
        self.card[other] = a

    def step(self, rng: Rng) -> None:
        """Exchange two cards, if that breaks no limits or daring has its way."""
        one = self.slots[rng.below(i64(len(self.slots)))]
        epoch = self.evidence.epoch[one]
        first = self.pool_first[epoch]
        other = self.places[first + rng.below(self.pool_first[epoch + 1] - first)]
        if self.card[one] == self.card[other]:
            return
        before = self.broken()
        self.exchange(one, other)
        more = self.broken() - before
        if more > 0:
            chance = 4294967296.0
            while more > 0 and chance > 1.0:
                chance *= DARING
                more -= 1
            if more > 0 or float(rng.next32()) >= chance:
                self.exchange(one, other)

    def go(self, rng: Rng, worlds: i64) -> None:
        """Go on until so many possible worlds have been counted, or until patience ends."""
        last = Stage(self.card, self.excess)
        count: i64 = 0
        steps = worlds * PATIENCE
        while count < worlds and steps > 0:
            self.step(rng)
            steps -= 1
            if self.possible():
                count += 1
                if count % 64 == 0:
                    last = Stage(self.card, self.excess)
        if not self.possible():
            self.stand(last)

    def stand(self, stage: Stage) -> None:
        """Go back to a possible world; with an exception a limit may seem broken."""
        self.card = stage.card[:]
        self.excess = stage.excess[:]
        self.strain = 0
        for k in self.odd:
            self.strain += max(0, -self.excess[k])

    # drawing

    def draw(self, rng: Rng) -> None:
        """Come to a world, with nearly equal chances to each."""
        if not len(self.slots):
            self.stand(self.first)
            return
        self.begin(rng.below(STAGES))
        near = max(LEAST_NEAR, min(MOST_NEAR, NEAR * i64(len(self.slots))))
        self.go(rng, near)
        if self.turned:
            tries: i64 = 0
            while tries < MOST_STARTS and float(rng.next32()) >= 4294967296.0 * self.start_chance():
                self.go(rng, near // 4 + 1)
                tries += 1

    def begin(self, number: i64) -> None:
        """Stand at a stage."""
        stage = self.stages[number]
        if stage is not None:
            self.stand(stage)
            return
        self.stand(self.first)
        self.go(Rng(4, number), min(MOST_FAR, FAR * i64(len(self.slots))))
        self.stages[number] = Stage(self.card, self.excess)

    def start_chance(self) -> float:
        """The start card was one of those that the first hands had left, each as likely as the others."""
        ev = self.evidence
        taken: i64 = 0
        for seat in range(ev.seats):
            if seat != ev.seat:
                for slot in range(ev.starts[seat], ev.starts[seat] + HAND):
                    if self.turned & bit(self.card[slot]):
                        taken += 1
        return float(ev.fewest_starts) / float(ev.start_count - taken)

    def stock(self) -> vec[i64]:
        return self.card[len(self.evidence.place) :]
