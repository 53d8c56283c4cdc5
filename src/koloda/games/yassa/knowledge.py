"""What a seat does not know of a round, drawn anew: another state that it cannot tell from the true one.

The facts that a seat has seen (memory.py) are read as evidence (evidence.py), from which worlds are drawn,
all that are possible with equal chances (posterior.py, worlds.py). What the others chose is no evidence
beyond what the rules ask for it: whoever laid a card had it, whoever drew had none that fitted.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from koloda.core.bits import bit, shifted
from koloda.core.rng import Rng
from koloda.core.vecs import vec
from koloda.games.yassa.cards import put
from koloda.games.yassa.evidence import KEPT
from koloda.games.yassa.phases import AFTER_DRAW, CALL_WINDOW, INTERVENTION_WINDOW, OVER
from koloda.games.yassa.posterior import Posterior
from koloda.games.yassa.worlds import World

if TYPE_CHECKING:
    from koloda.games.yassa.state import YassaState


def posterior_of(s: YassaState, seat: i64) -> Posterior:
    """What the seat can work out; kept until the next fact: a search asks for many samples of one state."""
    posterior = s.posterior
    if posterior is None or posterior.evidence.seat != seat:
        posterior = Posterior(s, seat)
        if posterior.crowded():
            World(posterior, Rng(1)).try_out()
        s.posterior = posterior
    return posterior


def sampled(s: YassaState, seat: i64, rng: Rng) -> YassaState:
    """A state that this seat cannot tell from s: other hands, the stock and sealed decisions drawn anew."""
    sample = s.clone()
    if s.phase != OVER:
        world = World(posterior_of(s, seat), rng)
        world.draw()
        for other in range(s.seats):
            if other != seat:
                hand_over(sample, other, world)
        if s.shown_seat >= 0 and s.shown_seat != seat:
            show(sample, world)
        sample.stock = stock_of(world)
        sample.taken = 0
    sample.rng = rng.fork()
    answer_anew(sample, seat, rng)
    if s.rules.realtime:
        sample.find_free()
    return sample


def hand_over(sample: YassaState, seat: i64, world: World) -> None:
    """Give a seat the cards of its slots, and a past in which they came to it."""
    ev = world.plan.evidence
    past = sample.past
    sample.held[seat] = 0
    sample.more[seat] = 0
    for slot in range(ev.starts[seat], ev.starts[seat + 1]):
        card = world.card[slot]
        token = world.token[slot]
        if token < 0 or ev.end[token] == KEPT:
            put(sample.held, sample.more, seat, card)
        place = ev.place[slot]
        if place >= 0:
            past[place] = (past[place] & ~0x3F00) | shifted(card, 8)
    if sample.phase == AFTER_DRAW and sample.turn == seat and sample.drawn >= 0:
        sample.drawn = world.card[ev.drawn[seat]]


def show(sample: YassaState, world: World) -> None:
    """The hand after the last W4, as it was in this world."""
    ev = world.plan.evidence
    seat = sample.shown_seat
    held = vec[i64]([0])
    more = vec[i64]([0])
    for slot in range(ev.starts[seat], ev.snap_bound[seat]):
        token = world.token[slot]
        if token < 0 or ev.end[token] > ev.snap_time[seat]:
            put(held, more, 0, world.card[slot])
    if ev.snap_time[seat] >= 0 or not sample.shown_to & bit(ev.seat):
        sample.shown_held = held[0]
        sample.shown_more = more[0]


def stock_of(world: World) -> vec[i64]:
    """What is left of the last pool, shuffled."""
    plan = world.plan
    epoch = plan.evidence.epochs - 1
    first = plan.card_first[epoch]
    stock = world.left[first : first + world.count[epoch]]
    world.rng.shuffle(stock)
    return stock


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
