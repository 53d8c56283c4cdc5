"""What a seat does not know of a round, drawn anew: another state that it cannot tell from the true one.

The facts that a seat has seen (memory.py) are read as evidence (evidence.py), from which worlds are drawn,
all that are possible with equal chances (posterior.py, worlds.py), or nearly so where they are too many to
count (walk.py). What the others chose is no evidence
beyond what the rules ask for it: whoever laid a card had it, whoever drew had none that fitted.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from koloda.core.bits import bit, lowest, shifted
from koloda.core.rng import Rng
from koloda.core.vecs import append, vec
from koloda.games.yassa.actions import AFTER_DRAW, CALL_WINDOW, INTERVENTION_WINDOW, OVER
from koloda.games.yassa.cards import TYPES, count_of, put
from koloda.games.yassa.knowledge.evidence import Evidence
from koloda.games.yassa.knowledge.posterior import Posterior
from koloda.games.yassa.knowledge.walk import Walk
from koloda.games.yassa.knowledge.worlds import World

if TYPE_CHECKING:
    from koloda.games.yassa.state import YassaState


def posterior_of(s: YassaState, seat: i64) -> Posterior:
    """What the seat can work out; kept until the next fact: a search asks for many samples of one state."""
    posterior = s.posterior
    if posterior is None or posterior.evidence.seat != seat:
        posterior = Posterior(s, seat)
        if not posterior.hard and posterior.crowded():
            World(posterior, Rng(1)).try_out()
        s.posterior = posterior
    return posterior


def walk_of(s: YassaState, posterior: Posterior) -> Walk:
    """The walk among the worlds that the seat thinks possible."""
    walk = posterior.walk
    if walk is None:
        walk = Walk(s, posterior.evidence)
        posterior.walk = walk
    return walk


def sampled(s: YassaState, seat: i64, rng: Rng) -> YassaState:
    """A state that this seat cannot tell from s: other hands, the stock and sealed decisions drawn anew."""
    sample = s.clone()
    if s.phase != OVER:
        posterior = posterior_of(s, seat)
        world = World(posterior, rng)
        if not posterior.hard and world.draw():
            deal_out(sample, posterior.evidence, world.card, world.stock())
        else:
            walk = walk_of(s, posterior)
            walk.draw(rng)
            deal_out(sample, posterior.evidence, walk.card, walk.stock())
        rng.shuffle(sample.stock)
    sample.rng = rng.fork()
    answer_anew(sample, seat, rng)
    if s.rules.realtime:
        sample.find_free()
    return sample


def masked(s: YassaState, seat: i64) -> YassaState:
    """The same for the eyes of this seat alone: the hidden cards lie in their order, whatever is proved."""
    sample = s.clone()
    sample.past = vec[i64]()
    sample.posterior = None
    hidden = vec[i64]([0] * TYPES)
    for other in range(s.seats):
        if other != seat:
            for card in range(TYPES):
                hidden[card] += count_of(s.held[other], s.more[other], card)
    for i in range(s.taken, len(s.stock)):
        hidden[s.stock[i]] += 1
    lowest_left: i64 = 0
    for other in range(s.seats):
        if other == seat:
            continue
        sample.held[other] = 0
        sample.more[other] = 0
        for i in range(s.sizes[other]):
            while not hidden[lowest_left]:
                lowest_left += 1
            hidden[lowest_left] -= 1
            put(sample.held, sample.more, other, lowest_left)
    stock = vec[i64]()
    for card in range(TYPES):
        for i in range(hidden[card]):
            stock = append(stock, card)
    sample.stock = stock
    sample.taken = 0
    if s.turn != seat and s.drawn >= 0:
        sample.drawn = lowest(sample.held[s.turn])
    if s.shown_seat >= 0 and s.shown_seat != seat and not s.shown_to & bit(seat):
        sample.shown_held = 0
        sample.shown_more = 0
    sample.called &= bit(seat)
    sample.choices &= shifted(15, 4 * seat)
    if s.rules.realtime:
        sample.find_free()
    return sample


def deal_out(sample: YassaState, ev: Evidence, cards: vec[i64], stock: vec[i64]) -> None:
    """Give the seats the cards of their slots, and the stock what is left."""
    for seat in range(sample.seats):
        if seat != ev.seat:
            hand_over(sample, ev, seat, cards)
    if sample.shown_seat >= 0 and sample.shown_seat != ev.seat:
        show(sample, ev, cards)
    sample.stock = stock
    sample.taken = 0


def hand_over(sample: YassaState, ev: Evidence, seat: i64, cards: vec[i64]) -> None:
    """Give a seat the cards of its slots that it has not laid, and a past in which they came to it."""
    past = sample.past
    for slot in range(ev.starts[seat], ev.starts[seat + 1]):
        place = ev.place[slot]
        if place >= 0:
            past[place] = (past[place] & ~0x3F00) | shifted(cards[slot], 8)
    sample.held[seat] = 0
    sample.more[seat] = 0
    gather(sample.held, sample.more, seat, cards, ev.starts[seat], ev.starts[seat + 1], ev.laid, seat)
    if sample.phase == AFTER_DRAW and sample.turn == seat and sample.drawn >= 0:
        sample.drawn = cards[ev.drawn[seat]]


def gather(
    held: vec[i64], more: vec[i64], i: i64, cards: vec[i64], first: i64, end: i64, laid: vec[i64], seat: i64
) -> None:
    """Put the cards of these slots into the i-th multiset, less those that the seat has laid."""
    counts = laid[seat * TYPES : (seat + 1) * TYPES]
    for slot in range(first, end):
        card = cards[slot]
        # of equal cards any may be the one that was laid
        if counts[card] > 0:
            counts[card] -= 1
        else:
            put(held, more, i, card)


def show(sample: YassaState, ev: Evidence, cards: vec[i64]) -> None:
    """The hand after the last W4, as it was in this world."""
    seat = sample.shown_seat
    held = vec[i64]([0])
    more = vec[i64]([0])
    gather(held, more, 0, cards, ev.starts[seat], ev.snap_bound[seat], ev.snap_laid, seat)
    if ev.snap_time[seat] >= 0 or not sample.shown_to & bit(ev.seat):
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
