"""The cases of a belief (see beliefs.py): chances in each, and how they are kept few.

A case is a few words of a vec: the located cards by place, the card that was stolen last, the weight.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from koloda.core.rng import Rng
from koloda.core.vecs import append, vec
from koloda.games.junquick.cards import (
    INSTANT_FIELDS,
    NEST_FIELDS,
    copies,
    fields,
    one,
    size,
)

MOST: Final = 256  # cases; more if they have turned out too few
HEAVY: Final = 1 << 40  # about the greatest weight after an entry
UNKNOWN: Final = 31  # the card that was stolen last, if it was never located


class Belief:
    """What the seat `seat` has made of the first `read` entries.

    `unseen` are the cards in the deck and at the places of the others, `sizes` how many lie at each place. A
    case is the located cards by place, the card that was stolen last and the weight. `last` and `taken` are
    the words of the last theft, as long as it can be undone; `total` the sum of the weights once a case was
    asked for.
    """

    seat: i64
    seats: i64
    declare: bool
    most: i64
    read: i64
    unseen: i64
    last: i64
    taken: i64
    total: i64
    thinned: bool
    sizes: vec[i64]
    cases: vec[i64]

    def __init__(self, seat: i64, seats: i64, declare: bool, sizes: vec[i64], cases: vec[i64]) -> None:
        self.seat = seat
        self.seats = seats
        self.declare = declare
        self.most = MOST
        self.read = 0
        self.unseen = 0
        self.last = 0
        self.taken = 0
        self.total = 0
        self.thinned = False
        self.sizes = sizes
        self.cases = cases

    def copy(self) -> Belief:
        belief = Belief(self.seat, self.seats, self.declare, self.sizes[:], self.cases[:])
        belief.most = self.most
        belief.read = self.read
        belief.thinned = self.thinned
        belief.unseen = self.unseen
        belief.last = self.last
        belief.taken = self.taken
        return belief

    def since_now(self) -> Belief:
        """The same for a state whose history begins here."""
        belief = Belief(self.seat, self.seats, self.declare, self.sizes, self.cases)
        belief.most = self.most
        belief.thinned = self.thinned
        belief.unseen = self.unseen
        belief.last = self.last
        belief.taken = self.taken
        return belief


def add_case(b: Belief, cases: vec[i64], i: i64) -> vec[i64]:
    """The case at i of the belief, at the end of these."""
    for k in range(2 * b.seats + 2):
        cases = append(cases, b.cases[i + k])
    return cases


# chances in a case, each a weight multiplied and divided


def scale(b: Belief, i: i64, part: i64, of: i64) -> None:
    """Multiply the weight of the case at i by part / of."""
    weight = i + 2 * b.seats + 1
    b.cases[weight] = b.cases[weight] * part // of if part > 0 and of > 0 else 0


def unlocated(b: Belief, i: i64) -> i64:
    """The cards that are not located in this case and that a hand may hold."""
    pool = b.unseen
    for place in range(2 * b.seats):
        pool -= b.cases[i + place]
    return pool if b.declare else pool & ~INSTANT_FIELDS


def slots(b: Belief, i: i64, place: i64) -> i64:
    """How many cards of this place are not located."""
    return b.sizes[place] - size(b.cases[i + place])


def nest_slots(b: Belief, i: i64) -> i64:
    """How many cards of all nests are not located."""
    count: i64 = 0
    for place in range(b.seats, 2 * b.seats):
        if b.sizes[place]:
            count += slots(b, i, place)
    return count


def scale_by_slots(b: Belief, i: i64, place: i64, card: i64) -> None:
    """Weigh the case by how many copies of the card its unlocated cards at this place hold on the average."""
    if place < b.seats:
        scale(b, i, slots(b, i, place), 1)
        scale_by_draw(b, i, card)
    else:
        pool = unlocated(b, i)
        scale(b, i, slots(b, i, place) * copies(pool, card), size(pool & NEST_FIELDS))


def scale_by_draw(b: Belief, i: i64, card: i64) -> None:
    """Weigh the case by the chance that a card of the deck is this one."""
    pool = unlocated(b, i)
    reserved = nest_slots(b, i)
    scale(b, i, copies(pool, card), size(pool) - reserved)
    if reserved and one(card) & NEST_FIELDS:
        fitting = size(pool & NEST_FIELDS)
        scale(b, i, fitting - reserved, fitting)


def without(b: Belief, i: i64, place: i64, cards: i64) -> i64:
    """The weight of the case if the unlocated cards of this hand are none of these."""
    pool = unlocated(b, i)
    others = size(pool & ~fields(cards))
    total = size(pool)
    weight = b.cases[i + 2 * b.seats + 1]
    for k in range(slots(b, i, place)):
        weight = weight * (others - k) // (total - k) if others > k else 0
    return weight


# keeping the cases few


def tidy(b: Belief) -> None:
    """Strike out what is impossible, put equal cases together, thin out, and bring the weights to HEAVY."""
    words = 2 * b.seats + 2
    if len(b.cases) == words:
        if not b.cases[words - 1]:
            b.cases = vec[i64]()
        else:
            b.cases[words - 1] = HEAVY
        return
    merge(b)
    if i64(len(b.cases)) > b.most * words:
        thin_out(b)
    heaviest: i64 = 0
    for i in range(0, len(b.cases), words):
        heaviest = max(heaviest, b.cases[i + words - 1])
    if heaviest:
        factor: i64 = 1
        while heaviest * factor < HEAVY:
            factor *= 2
        divisor: i64 = 1
        while heaviest // divisor > 2 * HEAVY:
            divisor *= 2
        for i in range(0, len(b.cases), words):
            b.cases[i + words - 1] = b.cases[i + words - 1] * factor // divisor


def merge(b: Belief) -> None:
    """Equal cases become one; those without weight are left out."""
    words = 2 * b.seats + 2
    room: i64 = 64
    while room * words < 2 * i64(len(b.cases)):
        room *= 2
    table = vec[i64]([-1] * int(room))
    result = vec[i64]()
    for i in range(0, len(b.cases), words):
        if not b.cases[i + words - 1]:
            continue
        key: i64 = 0
        for k in range(words - 1):
            word = b.cases[i + k]
            key = ((key & 0xFFFFFFF) * 0x5BD1E995 + (word ^ word >> 24)) & 0xFFFFFFFFFFFF
            key ^= key >> 21
        key &= room - 1
        while True:
            found = table[key]
            if found < 0:
                table[key] = i64(len(result))
                result = add_case(b, result, i)
                break
            k = 0
            while k < words - 1 and result[found + k] == b.cases[i + k]:
                k += 1
            if k == words - 1:
                result[found + k] += b.cases[i + k]
                break
            key = (key + 1) & (room - 1)
    b.cases = result


def thin_out(b: Belief) -> None:
    """As many draws by lot as there may be cases, at equal distances along the weights: the new weights."""
    words = 2 * b.seats + 2
    b.thinned = True
    total: i64 = 0
    for i in range(0, len(b.cases), words):
        total += b.cases[i + words - 1]
    step = max(1, total // b.most)
    at = Rng(b.read).below(min(step, 0x7FFFFFFF)) * max(1, step // 0x7FFFFFFF)
    result = vec[i64]()
    for i in range(0, len(b.cases), words):
        weight = b.cases[i + words - 1]
        hits: i64 = 0
        if at < weight:
            hits = (weight - at + step - 1) // step
            result = add_case(b, result, i)
            result[i64(len(result)) - 1] = hits
        at += hits * step - weight
    b.cases = result


def one_case(b: Belief, rng: Rng) -> i64:
    """The index of a case, by weight."""
    words = 2 * b.seats + 2
    if len(b.cases) == words:
        return 0
    if not b.total:
        for i in range(0, len(b.cases), words):
            b.total += b.cases[i + words - 1] >> 18
    roll = rng.below(b.total)
    for i in range(0, len(b.cases), words):
        roll -= b.cases[i + words - 1] >> 18
        if roll < 0:
            return i
    return 0
