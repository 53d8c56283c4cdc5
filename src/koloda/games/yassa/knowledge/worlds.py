"""Worlds by the plan of a posterior (posterior.py): ways in which the hidden cards can lie, drawn fairly.

A plan is *hard* if its ways are too many to count or if less than one in 100 of the worlds made by it would
be kept: in long rounds with many proofs. Then worlds are found by a walk (walk.py), which is near to fair.
So it is, too, if no world is kept in very many tries. A plan is judged by trials of its own, so that the same
knowledge always gives the same samples.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from koloda.core.bits import bit
from koloda.core.rng import Rng
from koloda.core.vecs import append, vec
from koloda.games.yassa.cards import TYPES, W4
from koloda.games.yassa.knowledge.evidence import HAND
from koloda.games.yassa.knowledge.posterior import Posterior

LUCK: Final = 24  # blind tries to hit a card that a slot may have, before all are looked at
TRIALS: Final = 16  # to prepare a plan
FEW: Final = 24  # to see whether it is a hard one: ...
MOST_TRIES: Final = 100  # ... which would need more tries than these for a world
LAST_TRY: Final = 1000
NOTHING_LEFT: Final = 1e-9  # weights below this are rounding errors


class World:
    plan: Posterior
    rng: Rng
    card: vec[i64]  # of each slot
    token: vec[i64]  # of each slot, or -1
    left: vec[i64]  # the cards of all pools; of each pool the first ones are left
    count: vec[i64]  # so many
    copies: vec[i64]  # by epoch * TYPES + type: for tokens that may be from several pools
    picked: vec[i64]  # what has been taken from the pools: epoch * TYPES + type
    chance: float  # to keep it
    found: vec[float]  # in trials: the sum of the shares of T that were left, for each of the plan's bounds
    times: vec[i64]  # and of how many

    def __init__(self, plan: Posterior, rng: Rng) -> None:
        self.plan = plan
        self.rng = rng
        self.card = vec[i64]()
        self.token = vec[i64]()
        self.left = vec[i64]()
        self.count = vec[i64]()
        self.copies = vec[i64]()
        self.picked = vec[i64]()
        self.chance = 0.0
        self.found = vec[float]()
        self.times = vec[i64]()

    def attempt(self) -> bool:
        """Make a world, and the chance to keep it; False: it is impossible."""
        plan = self.plan
        self.card = plan.known[:]
        self.token = plan.known_by[:]
        self.left = plan.cards[:]
        self.count = vec[i64]()
        for epoch in range(plan.evidence.epochs):
            self.count = append(self.count, plan.card_first[epoch + 1] - plan.card_first[epoch])
        self.copies = plan.counts[:]
        self.picked = vec[i64]()
        self.chance = 1.0
        if not self.place_tokens():
            return False
        for g in range(plan.limited):
            if not self.fill_limited(g):
                return False
        self.fill_rest()
        if not self.bears_out() or (plan.turned and not self.weigh_start()):
            return False
        return self.is_first()

    def fraction(self) -> float:
        """A random number from 0 to 1."""
        return float(self.rng.next32()) / 4294967296.0

    def take(self, epoch: i64, i: i64) -> i64:
        """Take the i-th card that is left of a pool."""
        self.count[epoch] -= 1
        first = self.plan.card_first[epoch]
        last = first + self.count[epoch]
        card = self.left[first + i]
        self.left[first + i] = self.left[last]
        self.left[last] = card
        return card

    def place_tokens(self) -> bool:
        """Step 1."""
        plan = self.plan
        ev = plan.evidence
        for matching in plan.matchings:
            matching.draw(self.rng, ev.card, self.card, self.token)
        for slot in plan.barred:
            if self.card[slot] >= 0 and ev.barred[slot] & bit(self.card[slot]):
                return False
        for i in range(len(plan.shifting_slots)):
            slot = plan.shifting_slots[i]
            k = self.token[slot]
            if k >= 0 and plan.tilt_first[k] >= 0:
                epoch = ev.epoch[slot]
                copies = self.copies[epoch * TYPES + self.card[slot]]
                if copies == 0:
                    return False
                self.chance *= float(copies) * plan.tilts[plan.tilt_first[k] + epoch]
                self.take_type(epoch, self.card[slot])
        return True

    def take_type(self, epoch: i64, card: i64) -> None:
        first = self.plan.card_first[epoch]
        i: i64 = 0
        while self.left[first + i] != card:
            i += 1
        self.take(epoch, i)
        self.copies[epoch * TYPES + card] -= 1
        self.picked = append(self.picked, epoch * TYPES + card)

    def fill_limited(self, g: i64) -> bool:
        """Step 2 for one group."""
        plan = self.plan
        epoch = plan.group_epoch[g]
        base = epoch * TYPES
        row = g * TYPES
        total = plan.total[g]
        for pick in self.picked:
            card = pick - base
            if card >= 0 and card < TYPES:
                total -= plan.weights[row + card]
        number = plan.sure_first[g]
        last = number + plan.sure[g]
        for slot in range(plan.group_first[g], plan.group_end[g]):
            if self.card[slot] >= 0:
                continue
            if len(self.found):
                self.found[number] += total / max(plan.total[g], NOTHING_LEFT)
                self.times[number] += 1
            if total < NOTHING_LEFT:
                return False
            card = self.pick(epoch, row, total)
            weight = plan.weights[row + card]
            self.card[slot] = card
            self.picked = append(self.picked, base + card)
            self.chance *= total * plan.bounds[number] / weight
            total -= weight
            if number < last:
                number += 1
        return True

    def pick(self, epoch: i64, row: i64, total: float) -> i64:
        """A card of a pool by the weights of a group."""
        plan = self.plan
        first = plan.card_first[epoch]
        for i in range(LUCK):
            place = self.rng.below(self.count[epoch])
            weight = plan.weights[row + self.left[first + place]]
            if weight > 0.0 and (weight == 1.0 or self.fraction() < weight):
                return self.take(epoch, place)
        lot = total * self.fraction()
        found: i64 = 0
        for place in range(self.count[epoch]):
            weight = plan.weights[row + self.left[first + place]]
            if weight > 0.0:
                found = place
                lot -= weight
                if lot < 0.0:
                    break
        return self.take(epoch, found)

    def fill_rest(self) -> None:
        """Step 3, all but the order of the stock."""
        plan = self.plan
        for epoch in range(plan.evidence.epochs):
            for number in range(plan.least_rest[epoch], self.count[epoch]):
                self.chance *= float(number + 1) / plan.mean_rest[epoch]
        for g in range(plan.limited, len(plan.group_first)):
            epoch = plan.group_epoch[g]
            for slot in range(plan.group_first[g], plan.group_end[g]):
                if self.card[slot] < 0:
                    self.card[slot] = self.take(epoch, self.rng.below(self.count[epoch]))

    def is_first(self) -> bool:
        """Has every token the earliest of the equal cards that it can have?"""
        ev = self.plan.evidence
        for k in range(len(self.plan.order)):
            token = self.plan.order[k]
            card = ev.card[token]
            slot = ev.lo[token]
            while self.token[slot] != token:
                if self.card[slot] == card and self.plan.known[slot] < 0:
                    other = self.token[slot]
                    if other < 0 or other > token:
                        return False
                slot += 1
        return True

    def bears_out(self) -> bool:
        """Does every claim hold?"""
        ev = self.plan.evidence
        for i in range(len(ev.types)):
            found = ev.unless[i] >= 0 and self.card[ev.unless[i]] != W4
            slot = ev.first[i]
            while not found and slot < ev.bound[i]:
                if ev.types[i] & bit(self.card[slot]):
                    token = self.token[slot]
                    found = token < 0 or ev.end[token] > ev.time[i]
                slot += 1
            if not found:
                return False
        return True

    def weigh_start(self) -> bool:
        """The start card was one of those that the first hands had left, each as likely as the others."""
        plan = self.plan
        ev = plan.evidence
        starts = ev.start_count
        for seat in range(ev.seats):
            if seat != ev.seat:
                for slot in range(ev.starts[seat], ev.starts[seat] + HAND):
                    if plan.turned & bit(self.card[slot]):
                        starts -= 1
        self.chance *= float(ev.fewest_starts) / float(starts)
        return True

    def try_out(self) -> None:
        """Try how much the steps have left to choose from, and prepare the plan for it."""
        plan = self.plan
        count = len(plan.bounds)
        self.found = vec[float]([0.0] * count)
        self.times = vec[i64]([0] * count)
        for i in range(TRIALS):
            self.attempt()
        shares = self.found
        for k in range(count):
            if self.times[k]:
                shares[k] /= float(self.times[k])
        self.found = vec[float]()
        plan.shares = shares
        plan.prepare()
        if plan.hard:
            return
        kept = 0.0
        tries: i64 = 0
        while tries < FEW or (kept * float(MOST_TRIES) < float(tries) and tries < MOST_TRIES):
            tries += 1
            if self.attempt():
                kept += self.chance
        plan.hard = kept * float(MOST_TRIES) < float(tries)

    def draw(self) -> bool:
        """A world, drawn fairly; False: none was kept in too many tries."""
        for tries in range(LAST_TRY):
            if self.attempt() and self.fraction() < self.chance:
                return True
        return False

    def stock(self) -> vec[i64]:
        """What is left of the last pool."""
        epoch = self.plan.evidence.epochs - 1
        first = self.plan.card_first[epoch]
        return self.left[first : first + self.count[epoch]]
