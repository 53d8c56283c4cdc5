"""Exact samples of the hidden cards, given the evidence (evidence.py): how worlds are to be made.

All ways to put the cards of each pool into its slots and the stock are equally likely before anything is
seen; what is seen only rules some of them out. So a *world* is to be drawn uniformly from those that are
left. One is made step by step, and then kept or thrown away, so that each is kept equally often:

    1. every token gets a slot (matching.py);
    2. every hidden slot that some types are denied takes a card of its pool that it may have, hand by hand;
    3. the other hidden slots and the stock take what is left, shuffled.

A choice in step 2 among cards of a total weight Q makes each world on its way rarer by 1/Q; so the world
must be kept with a chance in proportion to the product of all Q. That product is bounded: Q is what there
was at first (T) less what earlier choices have taken from it, and, with D for the Q that we expect, Q/D <=
exp(Q/D - 1). So an earlier choice that takes w from a later one costs the bound the factor exp(-w/D),
whatever else happens. Each choice is made rarer by these factors (`pressure`) as far as they are certain;
then they cancel, and the bound is known in advance. Slots that tokens may take are hidden in some worlds
only: step 1 weighs them by their share of the bound (`spare`). D and the pressures are estimates, but they
only decide how many worlds are thrown away; those that are kept have exactly equal chances. To give the
same results on every machine, rational bounds of exp are used in the place of it.

Some more is decided at the end. If a hand had a hidden card equal to a token's, the token could have been
that one: a world is kept only if every token has the earliest card it can have. Claims must hold. And a
start card that may have been turned again (`turned`) was the likelier, the fewer cards fit to start were
left by the hands.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from koloda.core.bits import bit
from koloda.core.vecs import append, vec
from koloda.games.yassa.cards import TYPES
from koloda.games.yassa.knowledge.evidence import Evidence
from koloda.games.yassa.knowledge.matching import Matching
from koloda.games.yassa.knowledge.walk import Walk

if TYPE_CHECKING:
    from koloda.games.yassa.zones import YassaZones


MOST_STATES: Final = 2000  # of a matching
MOST_EPOCHS: Final = 4
FREE: Final = 100_000  # the width of a group without limits


def falling(pressure: float) -> float:
    """At least exp(-pressure), and near to it."""
    root = 1.0 + pressure * 0.015625
    root *= root
    root *= root
    root *= root
    root *= root
    root *= root
    return 1.0 / (root * root)


class Posterior:
    """What one seat can work out, made ready for many samples."""

    evidence: Evidence
    slots: i64
    hard: bool  # too many ways to count, or too few of the worlds made would be kept (worlds.py)
    walk: Walk | None  # which then draws in its place
    known: vec[i64]  # the cards of the slots that are known, else -1
    known_by: vec[i64]  # their tokens, else -1
    spare: vec[float]  # of each slot: one hidden slot less divides the bound by this
    # groups of neighbouring slots with equal limits, those with limits first, in the order of step 2
    group_first: vec[i64]
    group_end: vec[i64]
    group_epoch: vec[i64]
    group_types: vec[i64]  # what it may have
    limited: i64  # so many have limits
    sure: vec[i64]  # so many of their slots are hidden in every world
    sure_first: vec[i64]  # where the bounds of a group begin
    weights: vec[float]  # by group * TYPES + type
    pressure: vec[float]  # of step 2 on the choices of step 1, by epoch * TYPES + type
    total: vec[float]  # T of each group
    bounds: vec[float]  # what to multiply Q with, of each hidden slot of a group
    inverses: vec[float]  # 1/D
    shares: vec[float]  # D/T as it was in trials; 0: no trial came so far
    order: vec[i64]  # tokens whose slot is not known
    shifting: vec[i64]  # of each of them: 1 if it may be from several pools
    tilt_first: vec[i64]  # of each token: where its tilts begin, if it may be from several pools, else -1
    tilts: vec[float]  # what its pool is worth to the chance of a world
    shifting_slots: vec[i64]  # where such tokens can be
    barred: vec[i64]  # slots that cannot have some types, whoever says so
    demand: vec[float]  # of each pool: the weight of an average card
    matchings: list[Matching]  # of the hands
    # pools without the cards of the tokens that are surely theirs
    counts: vec[i64]
    cards: vec[i64]
    card_first: vec[i64]
    least_rest: vec[i64]  # of step 3
    mean_rest: vec[float]
    turned: i64  # types fit to start, if a start card may have been turned again

    def __init__(self, s: YassaZones, seat: i64) -> None:
        ev = Evidence(s, seat)
        self.evidence = ev
        self.slots = i64(len(ev.place))
        self.hard = False
        self.walk = None
        self.known = vec[i64]([-1] * int(self.slots))
        self.known_by = self.known[:]
        self.spare = vec[float]([1.0] * int(self.slots))
        self.group_first = vec[i64]()
        self.group_end = vec[i64]()
        self.group_epoch = vec[i64]()
        self.group_types = vec[i64]()
        self.limited = 0
        self.sure = vec[i64]()
        self.sure_first = vec[i64]()
        self.weights = vec[float]()
        self.total = vec[float]()
        self.bounds = vec[float]()
        self.inverses = vec[float]()
        self.shares = vec[float]()
        self.order = vec[i64]()
        self.shifting = vec[i64]()
        self.tilt_first = vec[i64]([-1] * len(ev.card))
        self.tilts = vec[float]()
        self.shifting_slots = vec[i64]()
        self.barred = vec[i64]()
        self.demand = vec[float]()
        self.matchings = []
        self.counts = ev.counts[:]
        self.cards = vec[i64]()
        self.card_first = vec[i64]()
        self.least_rest = vec[i64]()
        self.mean_rest = vec[float]()
        self.turned = s.turned
        self.pressure = vec[float]([0.0] * int(ev.epochs * TYPES))
        if ev.epochs > MOST_EPOCHS:
            self.hard = True
            return
        self.order_tokens()
        self.settle_tokens()
        self.list_cards()
        self.find_groups(i64(len(s.stock)) - s.taken)
        self.prepare()

    def prepare(self) -> None:
        """Weigh all choices."""
        self.weights = vec[float]([0.0] * int(self.limited * TYPES))
        self.pressure = vec[float]([0.0] * int(self.evidence.epochs * TYPES))
        self.bounds = vec[float]()
        self.inverses = vec[float]()
        self.demand = vec[float]()
        self.tilts = vec[float]()
        self.shifting_slots = vec[i64]()
        self.barred = vec[i64]()
        self.matchings = []
        self.weigh_groups()
        self.match_tokens()

    def usable(self, token: i64, slot: i64) -> bool:
        """Can this token be from this slot, as far as the slot tells?"""
        ev = self.evidence
        epoch = ev.epoch[slot]
        card = ev.card[token]
        return (
            epoch >= 0
            and self.known[slot] < 0
            and ev.counts[epoch * TYPES + card] > 0
            and not ev.barred[slot] & bit(card)
        )

    def order_tokens(self) -> None:
        """Put the tokens with a single slot there; list the others."""
        ev = self.evidence
        for token in range(len(ev.card)):
            slot = ev.lo[token]
            if ev.hi[token] == slot + 1:
                self.known[slot] = ev.card[token]
                self.known_by[slot] = token
                if ev.epoch[slot] >= 0:
                    self.counts[ev.epoch[slot] * TYPES + ev.card[token]] -= 1
            else:
                self.order = append(self.order, token)

    def settle_tokens(self) -> None:
        """Take the cards of the tokens that can be from one pool only out of it."""
        ev = self.evidence
        for token in self.order:
            epoch: i64 = -1
            shifting: i64 = 0
            for slot in range(ev.lo[token], ev.hi[token]):
                if epoch != ev.epoch[slot] and self.usable(token, slot):
                    if epoch >= 0:
                        shifting = 1
                        break
                    epoch = ev.epoch[slot]
            self.shifting = append(self.shifting, shifting)
            if not shifting:
                self.counts[epoch * TYPES + ev.card[token]] -= 1

    def list_cards(self) -> None:
        for epoch in range(self.evidence.epochs):
            self.card_first = append(self.card_first, i64(len(self.cards)))
            for card in range(TYPES):
                for copy in range(self.counts[epoch * TYPES + card]):
                    self.cards = append(self.cards, card)
        self.card_first = append(self.card_first, i64(len(self.cards)))

    def present(self, epoch: i64) -> i64:
        """The types that are left of a pool."""
        types: i64 = 0
        for i in range(self.card_first[epoch], self.card_first[epoch + 1]):
            types |= bit(self.cards[i])
        return types

    def find_groups(self, stock: i64) -> None:
        """Neighbouring slots of one hand and pool with equal limits."""
        ev = self.evidence
        present = vec[i64]()
        for epoch in range(ev.epochs):
            present = append(present, self.present(epoch))
        widths = vec[i64]()
        for seat in range(ev.seats):
            last: i64 = -1
            for slot in range(ev.starts[seat], ev.starts[seat + 1]):
                if self.known[slot] >= 0:
                    continue
                epoch = ev.epoch[slot]
                types = present[epoch] & ~(ev.denied[slot] | ev.barred[slot])
                if last >= 0 and self.group_epoch[last] == epoch and self.group_types[last] == types:
                    self.group_end[last] = slot + 1
                    continue
                last = i64(len(self.group_first))
                self.group_first = append(self.group_first, slot)
                self.group_end = append(self.group_end, slot + 1)
                self.group_epoch = append(self.group_epoch, epoch)
                self.group_types = append(self.group_types, types)
                width: i64 = FREE
                if types != present[epoch]:
                    self.limited += 1
                    width = min(FREE - 1, self.fitting(epoch, types))
                widths = append(widths, width)
        self.sort_groups(widths)
        self.find_rests(stock)

    def fitting(self, epoch: i64, types: i64) -> i64:
        """How many cards of a pool are of these types."""
        count: i64 = 0
        for i in range(self.card_first[epoch], self.card_first[epoch + 1]):
            if types & bit(self.cards[i]):
                count += 1
        return count

    def sort_groups(self, widths: vec[i64]) -> None:
        """The hand with the narrowest group first; in a hand the oldest slots, which have most limits."""
        ev = self.evidence
        rank = vec[i64]()
        for g in range(len(widths)):
            seat = self.owner(g)
            least: i64 = FREE
            for other in range(len(widths)):
                if (
                    self.group_first[other] >= ev.starts[seat]
                    and self.group_first[other] < ev.starts[seat + 1]
                ):
                    least = min(least, widths[other])
            rank = append(rank, FREE * FREE if widths[g] == FREE else least * FREE + seat)
        order = vec[i64]()
        for g in range(len(widths)):
            order = append(order, g)
            k: i64 = g
            while k > 0 and rank[order[k - 1]] > rank[g]:
                order[k] = order[k - 1]
                k -= 1
            order[k] = g
        first = self.group_first
        end = self.group_end
        epoch = self.group_epoch
        types = self.group_types
        self.group_first = vec[i64]()
        self.group_end = vec[i64]()
        self.group_epoch = vec[i64]()
        self.group_types = vec[i64]()
        for g in order:
            self.group_first = append(self.group_first, first[g])
            self.group_end = append(self.group_end, end[g])
            self.group_epoch = append(self.group_epoch, epoch[g])
            self.group_types = append(self.group_types, types[g])
            size = self.size(first[g], end[g])
            self.sure = append(self.sure, max(0, size - self.claimants(first[g], end[g])))

    def size(self, first: i64, end: i64) -> i64:
        """How many of these slots are not known."""
        count: i64 = 0
        for slot in range(first, end):
            if self.known[slot] < 0:
                count += 1
        return count

    def claimants(self, first: i64, end: i64) -> i64:
        """How many tokens may be from these slots."""
        ev = self.evidence
        count: i64 = 0
        for token in self.order:
            if ev.lo[token] < end and ev.hi[token] > first:
                count += 1
        return count

    def find_rests(self, stock: i64) -> None:
        """How many cards of each pool are shuffled in step 3."""
        epochs = self.evidence.epochs
        for epoch in range(epochs):
            least: i64 = stock if epoch == epochs - 1 else 0
            most = least
            for g in range(self.limited, len(self.group_first)):
                if self.group_epoch[g] == epoch:
                    least += self.sure[g]
                    most += self.size(self.group_first[g], self.group_end[g])
            self.least_rest = append(self.least_rest, least)
            # the arithmetic mean: the product of any of these numbers from the least on is at most its power
            self.mean_rest = append(self.mean_rest, max(1.0, float(least) + 0.5 * float(most - least + 1)))

    def weigh_groups(self) -> None:
        """The pressures and bounds of step 2, from its end to its beginning, hand by hand."""
        ev = self.evidence
        groups = i64(len(self.group_first))
        self.sure_first = vec[i64]([0] * int(groups))
        self.total = vec[float]([0.0] * int(groups))
        expected = vec[float]()
        for g in range(groups):
            expected = append(expected, self.expected(g))
        for g in range(self.limited, groups):
            spare = 1.0 / self.mean_rest[self.group_epoch[g]]
            for slot in range(self.group_first[g], self.group_end[g]):
                self.spare[slot] = spare
        end = self.limited
        while end > 0:
            seat = self.owner(end - 1)
            within = self.pressure[:]
            g = end
            while g > 0 and self.owner(g - 1) == seat:
                g -= 1
                self.weigh_group(g, seat, within, expected)
            for card in range(TYPES):
                self.press(seat, g, end, card)
            end = g
        for epoch in range(ev.epochs):
            total = 0.0
            count = self.card_first[epoch + 1] - self.card_first[epoch]
            for i in range(self.card_first[epoch], self.card_first[epoch + 1]):
                total += self.pressure[epoch * TYPES + self.cards[i]]
            self.demand = append(self.demand, falling(total / float(max(1, count))))

    def weigh_group(self, g: i64, seat: i64, pressure: vec[float], expected: vec[float]) -> None:
        ev = self.evidence
        epoch = self.group_epoch[g]
        types = self.group_types[g]
        total = 0.0
        low = 1.0
        count: i64 = 0
        for card in range(TYPES):
            number = self.counts[epoch * TYPES + card]
            if number > 0 and types & bit(card):
                weight = falling(pressure[epoch * TYPES + card])
                self.weights[g * TYPES + card] = weight
                total += float(number) * weight
                count += number
                low = min(low, weight)
        self.total[g] = total
        self.sure_first[g] = i64(len(self.bounds))
        if count == 0:
            self.bounds = append(self.bounds, 1.0)
            self.inverses = append(self.inverses, 0.0)
            return
        taken = 0.0
        pool = self.card_first[epoch + 1] - self.card_first[epoch]
        for other in range(g):
            if self.group_epoch[other] == epoch:
                near = (
                    self.group_first[other] >= ev.starts[seat]
                    and self.group_first[other] < ev.starts[seat + 1]
                )
                taken += expected[other] * total / float(count if near else pool)
        force = 0.0
        bound = 1.0
        for done in range(self.sure[g] + 1):
            expect = max(total - taken - float(done) * total / float(count), 0.2 * total)
            if len(self.shares) and self.shares[len(self.bounds)] > 0.0:
                expect = total * max(0.02, self.shares[len(self.bounds)])
            bound = 1.0 / (expect * falling(1.0 - (total - float(done) * low) / expect))
            self.bounds = append(self.bounds, bound)
            self.inverses = append(self.inverses, 1.0 / expect)
            if done < self.sure[g]:
                force += 1.0 / expect
        for slot in range(self.group_first[g], self.group_end[g]):
            self.spare[slot] = bound
        for card in range(TYPES):
            pressure[epoch * TYPES + card] += force * self.weights[g * TYPES + card]

    def press(self, seat: i64, begin: i64, end: i64, card: i64) -> None:
        """The least pressure of a hand on the choices before it: of its cards where they press least."""
        ev = self.evidence
        for epoch in range(ev.epochs):
            if not self.counts[epoch * TYPES + card]:
                continue
            first = ev.starts[seat]
            last = ev.starts[seat + 1]
            more = self.size(first, last) - self.claimants(first, last)  # hidden slots of the hand
            room = self.size(first, last)  # so many may lie where they do not press
            force = 0.0
            least = 1.0
            for g in range(begin, end):
                weight = self.weights[g * TYPES + card]
                if self.group_epoch[g] == epoch and weight > 0.0:
                    for done in range(self.sure[g]):
                        force += weight * self.inverses[self.sure_first[g] + done]
                    more -= self.sure[g]
                    room -= self.size(self.group_first[g], self.group_end[g])
                    least = min(least, weight * self.inverses[self.sure_first[g] + self.sure[g]])
            if more > room:
                force += float(more - room) * least
            self.pressure[epoch * TYPES + card] += force

    def owner(self, g: i64) -> i64:
        seat: i64 = 0
        while self.evidence.starts[seat + 1] <= self.group_first[g]:
            seat += 1
        return seat

    def expected(self, g: i64) -> float:
        """About how many slots of a group are hidden."""
        ev = self.evidence
        seat = self.owner(g)
        first = ev.starts[seat]
        end = ev.starts[seat + 1]
        slots = self.size(first, end)
        share = float(slots - self.claimants(first, end)) / float(slots)
        return max(float(self.sure[g]), share * float(self.size(self.group_first[g], self.group_end[g])))

    def match_tokens(self) -> None:
        """The ways of step 1, for every hand."""
        ev = self.evidence
        shifts = vec[i64]([0] * int(self.slots))
        for k in range(len(self.order)):
            if self.shifting[k]:
                token = self.order[k]
                for slot in range(ev.lo[token], ev.hi[token]):
                    shifts[slot] = 1
        for slot in range(self.slots):
            if shifts[slot]:
                self.shifting_slots = append(self.shifting_slots, slot)
            if ev.barred[slot]:
                self.barred = append(self.barred, slot)
        for seat in range(ev.seats):
            if not self.match_hand(seat, False) and not self.match_hand(seat, True):
                self.hard = True
                return

    def match_hand(self, seat: i64, coarse: bool) -> bool:
        """False: too many states. A coarse matching knows fewer kinds; more worlds are thrown away for it."""
        ev = self.evidence
        slots = vec[i64]()
        last = ev.starts[seat + 1] - 1
        while last >= ev.starts[seat]:
            if self.known[last] < 0:
                slots = append(slots, last)
            last -= 1
        chances = vec[float]([1.0] * int(ev.epochs))
        matching = Matching(slots)
        for k in range(len(self.order)):
            token = self.order[k]
            if ev.lo[token] < ev.starts[seat] or ev.lo[token] >= ev.starts[seat + 1]:
                continue
            sort: i64 = 0
            if self.shifting[k]:
                chances, sort = self.chances_of(token, chances, coarse)
            low = ev.lo[token]
            while not self.usable(token, low):
                low += 1
            high = ev.hi[token] - 1
            while not self.usable(token, high):
                high -= 1
            name = (low * 256 + sort) * 2
            if not coarse and self.has_equal(k, seat):
                name = ev.card[token] * 2 + 1
            matching.add(token, name, low, high, sort)
        if len(matching.tokens):
            if not matching.count_ways(chances, ev.epochs, ev.epoch, self.spare, MOST_STATES):
                return False
            self.matchings.append(matching)
        return True

    def crowded(self) -> bool:
        """Is it worth the while to try the plan out: do many slots with limits share few cards?"""
        if len(self.shifting_slots):
            return True
        slots: i64 = 0
        for g in range(self.limited):
            slots += self.size(self.group_first[g], self.group_end[g])
        rest: i64 = 0
        for least in self.least_rest:
            rest += least
        return 2 * slots > rest

    def has_equal(self, k: i64, seat: i64) -> bool:
        """Is there another token of the same type and hand?"""
        ev = self.evidence
        token = self.order[k]
        for other in self.order:
            if other != token and ev.card[other] == ev.card[token]:
                if ev.lo[other] >= ev.starts[seat] and ev.lo[other] < ev.starts[seat + 1]:
                    return True
        return False

    def chances_of(self, token: i64, chances: vec[float], coarse: bool) -> tuple[vec[float], i64]:
        """The chances of a token that may be from several pools: copies, and how much they are in demand."""
        ev = self.evidence
        card = ev.card[token]
        row = vec[float]()
        most = 0.0
        for epoch in range(ev.epochs):
            chance = self.demand[epoch]
            number = float(max(0, self.counts[epoch * TYPES + card]))
            if number > 0.0:
                worth = number * falling(self.pressure[epoch * TYPES + card])
                if not coarse:
                    chance *= number
                most = max(most, worth / chance)
            elif not coarse:
                chance = 0.0
            row = append(row, chance)
        self.tilt_first[token] = i64(len(self.tilts))
        for epoch in range(ev.epochs):
            self.tilts = append(self.tilts, 1.0 / (row[epoch] * most) if row[epoch] > 0.0 else 0.0)
        sort: i64 = 0
        while sort * ev.epochs < len(chances):
            equal = True
            for epoch in range(ev.epochs):
                equal = equal and chances[sort * ev.epochs + epoch] == row[epoch]
            if equal:
                return chances, sort
            sort += 1
        for epoch in range(ev.epochs):
            chances = append(chances, row[epoch])
        return chances, sort
