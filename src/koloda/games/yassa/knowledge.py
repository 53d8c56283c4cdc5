"""What a seat knows of the hidden cards, and these cards dealt anew: a room of its own, for it is a subject.

The table keeps the facts about every hand in order (memory.py). For the observer each other hand is a row of
*slots*, one for each card that came into it. A slot has the types it can still be, and a pool: the multiset,
known to all, from which its card came. The first pool is the deck without the start card. A recycle makes
two: the cards then in the hands, and the new stock; of its former pool a slot remembers only the types.
Facts narrow the slots:

    a forced draw          no card held then fitted
    a lay, a mistake       one of the cards held then (of the card drawn: that very one) is of this type
    a check                the cards left after the W4 have none, or at least one, of the colour before it;
                           who was shown them knows them all
    a W4 taken back        one more card, known

Which slot a card was laid from is not known: any card held then may have been it. So a sample is found in two
steps: go through the past and choose a slot for every card shown, in proportion to the chance that it was
there; then deal the rest of each pool to the slots that are left, the most narrow first. The chance of making
a sample that way divides its weight; among several samples one is chosen by weight. Where no slot was
narrowed all weights are equal, and one sample is enough; elsewhere they differ little.

Of a round with very many recycles, which nobody plays on purpose, only the cards seen are remembered from the
time before the last few (memory.py).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from koloda.core.bits import bit, nth, popcount, shifted
from koloda.core.rng import Rng
from koloda.core.vecs import append, pop, vec
from koloda.games.yassa.cards import ALL, W4, card_list, count_in, count_of, drop, nth_in, put
from koloda.games.yassa.memory import (
    ARRIVE,
    BACK,
    HOLD,
    LACK,
    LAID,
    NOT_DRAWN,
    PROOF,
    RECYCLED,
    SNAP,
    SOME,
)
from koloda.games.yassa.phases import AFTER_DRAW, CALL_WINDOW, DRAWS_FOUR, INTERVENTION_WINDOW

if TYPE_CHECKING:
    from koloda.games.yassa.state import YassaState

# marks of a slot; from bit 2 on: the facts SOME that it can bear out
DRAWN: Final = 1
SNAPPED: Final = 2
MOST_SOMES: Final = 50

CANDIDATES: Final = 6  # samples to choose from, if their weights differ
ALIKE: Final = 1.25  # by more than this factor
SEAT_TRIES: Final = 30  # to find a way through the facts about one hand
MOST_TRIES: Final = 60  # to deal what is left


class Deal:
    """One way in which the hidden cards can lie."""

    card: vec[i64]  # the slots of all other hands
    marks: vec[i64]
    ends: vec[i64]  # where each seat's slots end
    past: vec[i64]  # the facts with these cards in the place of the true ones
    held: i64  # the stock
    more: i64

    def __init__(
        self, card: vec[i64], marks: vec[i64], ends: vec[i64], past: vec[i64], held: i64, more: i64
    ) -> None:
        self.card = card
        self.marks = marks
        self.ends = ends
        self.past = past
        self.held = held
        self.more = more


class Sampler:
    """The slots of all other hands, and what is left of each pool."""

    s: YassaState
    seat: i64
    rng: Rng
    facts: vec[i64]  # places in the past, grouped by seat
    starts: vec[i64]  # where each seat's facts begin, and where the last ones end
    base_held: vec[i64]  # the pools without the observer's own cards
    base_more: vec[i64]
    held: vec[i64]  # the pools without the cards that have found a slot
    more: vec[i64]
    left: vec[i64]  # their sizes
    types: vec[i64]  # of each slot: what it can be
    pool: vec[i64]
    card: vec[i64]  # what it is, or -1
    marks: vec[i64]
    origin: vec[i64]  # the fact that made it, a place in the past
    ends: vec[i64]
    past: vec[i64]
    seen: vec[i64]  # pairs: a fact SEEN that the observer has not seen, and the origin of its slot
    somes: vec[i64]  # the sets of the facts SOME
    unproved: i64  # those that no card has borne out yet
    weight: float
    narrowed: bool
    plain: bool  # all slots of the hand in question are alike: nothing is known of any
    hands_pool: i64  # the pool of the hands at the next recycle
    counted: i64  # the first of the pools that still matter
    lenient: bool  # heed only what was seen, not what follows from it
    share_card: i64  # what last_share was worked out for: neighbouring slots are often alike
    share_types: i64
    share_pool: i64
    last_share: float

    def __init__(self, s: YassaState, seat: i64, rng: Rng) -> None:
        self.s = s
        self.seat = seat
        self.rng = rng
        self.facts = vec[i64]()
        self.starts = vec[i64]()
        self.base_held = vec[i64]()
        self.base_more = vec[i64]()
        self.narrowed = len(s.pools) > 2
        self.plain = False
        self.hands_pool = 1
        self.counted = max(0, i64(len(s.pools)) // 2 - 2)
        self.lenient = False
        self.share_card = -1
        self.share_types = 0
        self.share_pool = 0
        self.last_share = 0.0
        for i in range(0, len(s.pools), 2):
            self.base_held = append(self.base_held, s.pools[i])
            self.base_more = append(self.base_more, s.pools[i + 1])
        for other in range(s.seats):
            self.starts = append(self.starts, i64(len(self.facts)))
            if other == seat:
                self.leave_own()
                continue
            for i in range(len(s.past)):
                if (s.past[i] >> 4) & 15 == other:
                    self.facts = append(self.facts, i)
        self.starts = append(self.starts, i64(len(self.facts)))
        self.clear()

    def leave_own(self) -> None:
        """Take the observer's own cards out of the pools."""
        held = vec[i64]([0])
        more = vec[i64]([0])
        pool: i64 = 0
        for fact in self.s.past:
            if (fact >> 4) & 15 != self.seat:
                continue
            kind = fact & 15
            card = (fact >> 8) & 63
            if kind == ARRIVE:
                put(held, more, 0, card)
                drop(self.base_held, self.base_more, pool, card)
            elif kind == LAID:
                drop(held, more, 0, card)
            elif kind == BACK:
                put(held, more, 0, W4)
            elif kind == RECYCLED:
                for own in card_list(held[0], more[0]):
                    drop(self.base_held, self.base_more, pool + 1, own)
                pool += 2

    def clear(self) -> None:
        self.held = self.base_held[:]
        self.more = self.base_more[:]
        self.left = vec[i64]()
        for i in range(len(self.held)):
            self.left = append(self.left, count_in(self.held[i], self.more[i], ALL))
        self.types = vec[i64]()
        self.pool = vec[i64]()
        self.card = vec[i64]()
        self.marks = vec[i64]()
        self.origin = vec[i64]()
        self.ends = vec[i64]()
        self.past = self.s.past[:]
        self.seen = vec[i64]()
        self.somes = vec[i64]()
        self.unproved = 0
        self.weight = 1.0

    def attempt(self) -> bool:
        """Find one way in which the cards can lie; False: this one contradicts a fact."""
        self.clear()
        for seat in range(self.s.seats):
            tries: i64 = 0
            while not self.learn_all(seat):
                tries += 1
                if tries == SEAT_TRIES:
                    return False
            self.ends = append(self.ends, i64(len(self.card)))
        return self.fill()

    def learn_all(self, seat: i64) -> bool:
        """Apply all facts about one hand; if one is contradicted, undo them."""
        begin = i64(len(self.card))
        self.plain = len(self.base_held) == 1
        self.hands_pool = 1
        held = self.held[:]
        more = self.more[:]
        left = self.left[:]
        seen = i64(len(self.seen))
        somes = i64(len(self.somes))
        unproved = self.unproved
        weight = self.weight
        for i in range(self.starts[seat], self.starts[seat + 1]):
            if not self.learn(begin, self.facts[i]):
                while len(self.card) > begin:
                    self.remove_slot(i64(len(self.card)) - 1)
                self.held = held
                self.more = more
                self.left = left
                self.share_card = -1
                while len(self.seen) > seen:
                    self.seen, _seen = pop(self.seen)
                while len(self.somes) > somes:
                    self.somes, _types = pop(self.somes)
                self.unproved = unproved
                self.weight = weight
                return False
        return True

    def learn(self, begin: i64, place: i64) -> bool:
        """Apply one fact to the slots from `begin` on, which are those of its seat."""
        fact = self.past[place]
        kind = fact & 15
        detail = fact >> 8
        if kind > LAID:
            self.plain = False
        if kind == ARRIVE:
            self.add_slot(begin, place, -1, (detail >> 7) - 1, DRAWN if detail & 64 else 0)
        elif kind == LAID:
            slot = self.locate(begin, detail & 63, DRAWN if detail & 64 else 0)
            if slot < 0:
                return False
            self.settle(slot)
            self.remove_slot(slot)
        elif kind == PROOF:
            return self.exclude(begin, detail, 0)
        elif kind == HOLD:
            return self.locate(begin, detail, 0) >= 0
        elif kind == BACK:
            self.add_slot(begin, -1, W4, 0, 0)
        elif kind == RECYCLED:
            return self.gather(begin)
        elif kind == SNAP:
            for i in range(begin, len(self.marks)):
                self.marks[i] |= SNAPPED
        elif kind == LACK:
            return self.exclude(begin, detail, SNAPPED)
        elif kind == SOME:
            return self.want_one(begin, detail)
        elif kind == NOT_DRAWN:
            return self.exclude(begin, detail, DRAWN)
        elif (detail >> 6) & bit(self.seat):
            return self.locate(begin, detail & 63, SNAPPED) >= 0
        else:
            self.remember(begin, place)
        return True

    def gather(self, begin: i64) -> bool:
        """A recycle: the cards in hands are a pool of their own now."""
        pool = self.hands_pool
        self.hands_pool += 2
        for i in range(begin, len(self.card)):
            card = self.card[i]
            if card < 0:
                # of a single other hand the pool is all that matters
                self.types[i] = ALL if self.s.seats == 2 else self.types[i] & self.base_held[self.pool[i]]
                self.pool[i] = pool
            elif not self.held[pool] & bit(card):
                return False
            else:
                self.use_up(pool, card)
        return True

    def use_up(self, pool: i64, card: i64) -> None:
        """A card of this pool has found its slot. Pools before the last recycle need no account."""
        if pool >= self.counted:
            drop(self.held, self.more, pool, card)
            self.left[pool] -= 1
            self.share_card = -1

    def add_slot(self, begin: i64, place: i64, card: i64, pool: i64, mark: i64) -> None:
        if mark == DRAWN:
            for i in range(begin, len(self.marks)):
                self.marks[i] &= ~DRAWN
        self.types = append(self.types, ALL)
        self.pool = append(self.pool, pool)
        self.card = append(self.card, card)
        self.marks = append(self.marks, mark)
        self.origin = append(self.origin, place)

    def remove_slot(self, slot: i64) -> None:
        last = i64(len(self.card)) - 1
        self.types[slot] = self.types[last]
        self.pool[slot] = self.pool[last]
        self.card[slot] = self.card[last]
        self.marks[slot] = self.marks[last]
        self.origin[slot] = self.origin[last]
        self.types, _types = pop(self.types)
        self.pool, _pool = pop(self.pool)
        self.card, _card = pop(self.card)
        self.marks, _marks = pop(self.marks)
        self.origin, _origin = pop(self.origin)

    def exclude(self, begin: i64, types: i64, mark: i64) -> bool:
        """The slots with this mark (0: all) have none of these types."""
        self.narrowed = True
        if self.lenient:
            return True
        for i in range(begin, len(self.card)):
            if mark and not self.marks[i] & mark:
                continue
            if self.card[i] < 0:
                self.types[i] &= ~types
            elif types & bit(self.card[i]):
                return False
        return True

    def want_one(self, begin: i64, types: i64) -> bool:
        """One of the slots with the mark SNAPPED has one of these types."""
        self.narrowed = True
        number = i64(len(self.somes))
        if number == MOST_SOMES or self.lenient:
            return True
        self.somes = append(self.somes, types)
        self.unproved |= bit(number)
        for i in range(begin, len(self.card)):
            if self.marks[i] & SNAPPED:
                self.marks[i] |= bit(number + 2)
                if self.card[i] >= 0 and types & bit(self.card[i]):
                    self.unproved &= ~bit(number)
        return True

    def remember(self, begin: i64, place: i64) -> None:
        """A card shown to others: of one slot with the mark SNAPPED that has not been remembered for this."""
        done = i64(len(self.seen))
        first = done
        while first >= 2 and self.seen[first - 2] == place - (done - first) // 2 - 1:
            first -= 2
        number = (done - first) // 2
        for i in range(begin, len(self.card)):
            if self.marks[i] & SNAPPED:
                if number == 0:
                    self.seen = append(append(self.seen, place), self.origin[i])
                    return
                number -= 1

    def locate(self, begin: i64, card: i64, mark: i64) -> i64:
        """Find the slot (with this mark; 0: any) of a card that was shown; -1: it can be in none."""
        end = i64(len(self.card))
        if self.plain and not mark:
            slot = begin + self.rng.below(end - begin)
            self.place(slot, card)
            return slot
        total = 0.0
        for i in range(begin, end):
            if not mark or self.marks[i] & mark:
                if self.card[i] == card:
                    return i
                if self.card[i] < 0:
                    total += self.share(i, card)
        if total == 0.0:
            return -1
        chance = total * self.fraction()
        slot = -1
        for i in range(begin, end):
            if self.card[i] < 0 and (not mark or self.marks[i] & mark):
                share = self.share(i, card)
                if share > 0.0:
                    slot = i
                    chance -= share
                    if chance < 0.0:
                        break
        pool = self.pool[slot]
        fitting = count_in(self.held[pool], self.more[pool], self.types[slot])
        # 50: of the size of a pool, so that a long past does not make the weight vanish
        self.weight *= total * 50.0 * float(fitting) / (float(self.left[pool]) * float(end - begin))
        self.place(slot, card)
        return slot

    def share(self, slot: i64, card: i64) -> float:
        """How likely it is that this slot has this card, as far as the slot and its pool tell."""
        types = self.types[slot]
        pool = self.pool[slot]
        if card != self.share_card or types != self.share_types or pool != self.share_pool:
            self.share_card = card
            self.share_types = types
            self.share_pool = pool
            self.last_share = 0.0
            held = self.held[pool]
            if types & held & bit(card):
                more = self.more[pool]
                fitting = self.left[pool] if types == ALL else count_in(held, more, types)
                self.last_share = float(count_of(held, more, card)) / float(fitting)
        return self.last_share

    def place(self, slot: i64, card: i64) -> None:
        """Put a card of its pool into a slot."""
        self.use_up(self.pool[slot], card)
        self.card[slot] = card
        origin = self.origin[slot]
        self.past[origin] = (self.past[origin] & ~0x3F00) | shifted(card, 8)

    def settle(self, slot: i64) -> None:
        """Which facts SOME does the card in this slot bear out?"""
        numbers = (self.marks[slot] >> 2) & self.unproved
        while numbers:
            number = nth(numbers, 0)
            numbers &= numbers - 1
            if self.somes[number] & bit(self.card[slot]):
                self.unproved &= ~bit(number)

    def fill(self) -> bool:
        """Deal what is left of the pools to the slots that are left, the most narrow first."""
        count = i64(len(self.card))
        order = vec[i64]()
        for i in range(count):
            if self.card[i] < 0 and self.types[i] != ALL:
                order = append(order, i)
                width = popcount(self.types[i])
                j = i64(len(order)) - 1
                while j > 0 and popcount(self.types[order[j - 1]]) > width:
                    order[j] = order[j - 1]
                    j -= 1
                order[j] = i
        for i in range(count):
            if self.card[i] < 0 and self.types[i] == ALL:
                order = append(order, i)
        for k in range(len(order)):
            slot = order[k]
            pool = self.pool[slot]
            fitting = count_in(self.held[pool], self.more[pool], self.types[slot])
            if fitting > 0:
                self.weight *= float(fitting) / float(self.left[pool])
                n = self.rng.below(fitting)
                self.place(slot, nth_in(self.held[pool], self.more[pool], self.types[slot], n))
            elif not self.exchange(order, k):
                return False
        if self.unproved:
            for i in range(count):
                self.settle(i)
        return self.unproved == 0

    def exchange(self, order: vec[i64], k: i64) -> bool:
        """No card is left for a slot: give it that of a slot filled before, which can have another one."""
        slot = order[k]
        pool = self.pool[slot]
        for i in range(k):
            other = order[i]
            card = self.card[other]
            rest = self.held[pool] & self.types[other]
            if self.pool[other] == pool and rest and self.types[slot] & bit(card):
                self.place(other, nth(rest, self.rng.below(popcount(rest))))
                put(self.held, self.more, pool, card)
                self.left[pool] += 1
                self.place(slot, card)
                return True
        return False

    def fraction(self) -> float:
        """A random number from 0 to 1."""
        return float(self.rng.next32()) / 4294967296.0

    def deal(self) -> Deal:
        """The way just found."""
        past = self.past
        for i in range(0, len(self.seen), 2):
            origin = self.seen[i + 1]
            card: i64 = W4 if origin < 0 else (past[origin] >> 8) & 63
            past[self.seen[i]] = (past[self.seen[i]] & ~0x3F00) | shifted(card, 8)
        stock = i64(len(self.held)) - 1
        return Deal(self.card, self.marks, self.ends, past, self.held[stock], self.more[stock])

    def best(self) -> Deal | None:
        """One of several ways, chosen by weight; None if none was found."""
        chosen: Deal | None = None
        total = 0.0
        least = 0.0
        most = 0.0
        found: i64 = 0
        for tries in range(MOST_TRIES):
            if not self.attempt():
                continue
            found += 1
            weight = self.weight
            total += weight
            if chosen is None or self.fraction() * total < weight:
                chosen = self.deal()
            least = weight if found == 1 else min(least, weight)
            most = max(most, weight)
            if found == CANDIDATES or not self.narrowed or (found > 1 and most < ALIKE * least):
                break
        return chosen


def sampled(s: YassaState, seat: i64, rng: Rng) -> YassaState:
    """A state that this seat cannot tell from s: other hands, the stock and sealed decisions drawn anew."""
    sampler = Sampler(s, seat, rng)
    deal = sampler.best()
    while deal is None:
        # so entangled a past that chance finds no way through it: rather a deal that is not quite possible
        sampler.lenient = True
        deal = sampler.best()
    sample = s.clone()
    sample.past = deal.past
    if s.shown_seat != seat and not s.shown_to & bit(seat):
        sample.shown_held = 0
        sample.shown_more = 0
    begin: i64 = 0
    for other in range(s.seats):
        end = deal.ends[other]
        if other != seat:
            hand_over(sample, other, deal, begin, end)
        begin = end
    stock = vec[i64](card_list(deal.held, deal.more))
    rng.shuffle(stock)
    sample.stock = stock
    sample.taken = 0
    sample.rng = rng.fork()
    answer_anew(sample, seat, rng)
    if s.rules.realtime:
        sample.find_free()
    return sample


def hand_over(sample: YassaState, seat: i64, deal: Deal, begin: i64, end: i64) -> None:
    """Give a seat the cards of its slots; the card just drawn and the hand after a W4 follow from them."""
    sample.held[seat] = 0
    sample.more[seat] = 0
    held = vec[i64]([0])
    more = vec[i64]([0])
    for i in range(begin, end):
        put(sample.held, sample.more, seat, deal.card[i])
        if deal.marks[i] & SNAPPED:
            put(held, more, 0, deal.card[i])
        if sample.phase == AFTER_DRAW and sample.turn == seat and sample.drawn >= 0 and deal.marks[i] & DRAWN:
            sample.drawn = deal.card[i]
    if sample.effect == DRAWS_FOUR and sample.layer == seat:
        sample.shown_held = held[0]
        sample.shown_more = more[0]


def answer_anew(sample: YassaState, seat: i64, rng: Rng) -> None:
    """Sealed decisions of others that are in already: any that their hands allow."""
    if sample.phase == CALL_WINDOW:
        for other in range(sample.seats):
            if other != seat and other != sample.unsaid and not sample.pending & bit(other):
                sample.called &= ~bit(other)
                if rng.below(2):
                    sample.called |= bit(other)
    elif sample.phase == INTERVENTION_WINDOW:
        waiting = sample.pending
        asked = (bit(sample.seats) - 1) & ~bit(sample.layer) & ~bit(sample.next(sample.layer))
        for other in range(sample.seats):
            if other != seat and asked & ~waiting & bit(other):
                sample.choices &= ~shifted(15, 4 * other)
                sample.pending = waiting | bit(other)
                sample.choices |= shifted(sample.choice_of(sample.random_legal(other, rng)), 4 * other)
        sample.pending = waiting
