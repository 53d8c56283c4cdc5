"""What a seat makes of the history: the ways in which the unseen moves may have gone, and how likely each is.

A case has the cards that lie at each place (a hand: its seat; a nest: seats + seat; the deck: the seat's own
hand) if the moves went that way, as far as the seat has ever located them. Every other card of a place is one
that it has never located: any of them, in a nest any that may lie there.

Shuffles and blind picks are fair, and of the cards that somebody passes on unseen any is as likely. A card
that is seen to be played, shown or spent proves that it was there, and tells nothing else: of equal copies
one that is located goes first, otherwise each card that is not is as likely to be it. So every entry of the
history turns a case into one or several and weighs it by how likely it made what the seat saw. Equal cases
are put together. Beyond MOST they are thinned out by a fair lot, which depends on the place in the history
alone: then the cases are a sample of themselves.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from koloda.core.bits import nth, popcount
from koloda.core.rng import Rng
from koloda.core.vecs import append, vec
from koloda.games.junquick.cards import (
    LAID,
    one,
    size,
)
from koloda.games.junquick.knowledge.cases import HEAVY, UNKNOWN, Belief, add_case
from koloda.games.junquick.knowledge.reading import read_entry
from koloda.games.junquick.knowledge.tracking import place_index, places_of

if TYPE_CHECKING:
    from koloda.games.junquick.state import JunQuickDealt, JunQuickState

ENOUGH: Final = 4096  # more cases are not tried
GUESSES: Final = 32  # cases for what is certain


def belief_of(s: JunQuickState, seat: i64) -> Belief:
    """What the seat believes now; kept in the state, so that the next one reads on from here."""
    belief = s.beliefs[seat]
    if belief is not None and 2 * belief.read == len(s.history):
        return belief
    belief = belief.copy() if belief is not None else first(s, seat, s.dealt)
    while 2 * belief.read < len(s.history):
        read_entry(belief, s.history[2 * belief.read], s.history[2 * belief.read + 1])
        belief.read += 1
        if not len(belief.cases):
            # of the cases that were thinned out one was right
            more = 16 * belief.most
            belief = first(s, seat, s.dealt if more <= ENOUGH else None)
            belief.most = more
    remember(s, seat, belief)
    return belief


def first(s: JunQuickState, seat: i64, dealt: JunQuickDealt | None) -> Belief:
    """What the seat believes before it has read anything: after the deal, or else now."""
    if dealt is None:
        return certain(s, seat)
    belief = blank(s, seat)
    for other in range(s.seats):
        if other != seat:
            belief.sizes[other] = size(dealt.hands[other])
    belief.unseen = s.rules.deck.whole - dealt.hands[seat]
    return belief


def remember(s: JunQuickState, seat: i64, belief: Belief) -> None:
    beliefs = s.beliefs[:]  # clones share the list
    beliefs[seat] = belief
    s.beliefs = beliefs


def blank(s: JunQuickState, seat: i64) -> Belief:
    places = 2 * s.seats
    belief = Belief(
        seat, s.seats, s.rules.declare, vec[i64]([0] * int(places)), vec[i64]([0] * int(places + 2))
    )
    belief.cases[places + 1] = HEAVY
    return belief


def certain(s: JunQuickState, seat: i64) -> Belief:
    """What the seat knows for certain, where the history does not help: some ways in which its floats fit."""
    belief = blank(s, seat)
    belief.read = i64(len(s.history)) // 2
    belief.unseen = unseen(s, seat)
    places = 2 * s.seats
    for place in range(places):
        if place % s.seats != seat:
            belief.sizes[place] = size(s.hands[place] if place < s.seats else s.nests[place - s.seats])
            belief.cases[place] = s.known[place_index(s, seat, place)]
    belief.cases[places] = UNKNOWN
    rng = Rng(belief.read, 2)
    result = vec[i64]()
    for guess in range(GUESSES):
        result = settle_floats(s, belief, result, rng)
    if len(result):
        belief.cases = result
    return belief


def settle_floats(s: JunQuickState, b: Belief, cases: vec[i64], rng: Rng) -> vec[i64]:
    """Add the first case with every float of the seat in some free slot of its places, if that ends well."""
    case = add_case(b, vec[i64](), 0)
    for count in range(1, 2 * b.seats + 1):
        for k in range(len(s.floats)):
            entry = s.floats[k]
            places = places_of(entry)
            if entry >> 17 == b.seat and popcount(places) == count:
                free: i64 = 0
                for n in range(count):
                    free += b.sizes[nth(places, n)] - size(case[nth(places, n)])
                if free <= 0:
                    return cases
                slot = rng.below(free)
                n = 0
                while slot >= b.sizes[nth(places, n)] - size(case[nth(places, n)]):
                    slot -= b.sizes[nth(places, n)] - size(case[nth(places, n)])
                    n += 1
                case[nth(places, n)] += one(entry & 31)
    for k in range(len(case)):
        cases = append(cases, case[k])
    return cases


def unseen(s: JunQuickState, seat: i64) -> i64:
    """The cards in the deck and at the places of the others."""
    cards = s.rules.deck.whole - s.discard - s.aside - s.hands[seat] - s.nests[seat]
    for i in range(len(s.pile)):
        cards -= one(s.pile[i] & 31)
    for i in range(len(s.packs)):
        pack = s.packs[i]
        for k in range(4):
            cards -= one(pack >> (5 * k) & 31)
    queue = s.queue
    while queue:
        cards -= one(LAID + (queue & 7))
        queue >>= 6
    return cards
