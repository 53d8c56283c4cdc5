"""Are sampled worlds as likely as they should be? Compared with worlds found by replaying what a seat saw.

The reference knows nothing of the game's own reasoning: worlds are drawn at the beginning of the deal,
where a seat knows its own cards only, and what the seat has seen since is replayed in them. A world in
which the others could not have done what the seat saw them do, or in which the seat would have seen
something else, is thrown away. What the seat did not notice is chosen anew, every possibility as likely as
the others. The worlds that are left are weighed so that every history counts the same (equal cards are cards
of their own), and the share of them in which a seat has a card is compared with the share among the worlds
of `determinize`.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from typing import Any, NamedTuple

from koloda.core.bits import popcount
from koloda.core.policy import next_seat
from koloda.core.rng import Rng
from koloda.core.state import State
from koloda.testing.variants import Variant, usual

SAMPLES = 300  # worlds of each kind that are compared
TRIES = 5000  # worlds that are replayed at most
LEAST = 60  # effective worlds of the reference, or nothing is said
DEPTHS = (0, 2, 5, 9, 20, 40)  # decisions into the deal
ALARM = 5.0  # standard errors: beyond what some thousand comparisons reach by chance
LONGEST = 200  # unnoticed decisions in a row

Shares = dict[tuple[str, int], float]


class Moment(NamedTuple):
    """A deal up to a decision of a seat, and what this seat has seen of it."""

    start: State
    now: State
    seat: int
    seen: list[tuple[int, int, dict[str, Any]]]  # actor and action that it noticed, its view just before


def sampled_worlds_are_fair(variant: Variant) -> str:
    """Every seat has every card as often as replaying the observer's observations says."""
    compared, moments = comparisons(variant)
    # before the first decision there is nothing to replay, so that any sampler agrees with itself
    if not any(compared):
        others = (other for other in usual(variant.game) if other != variant)
        assert any(any(comparisons(other)[0]) for other in others), (
            "nothing could be compared: reveal() lists no cards by seat, or too few worlds fit"
        )
    latest = max(compared, default=0)
    return f"{len(compared)} of {moments} positions compared, the latest after {latest} decisions"


def comparisons(variant: Variant) -> tuple[list[int], int]:
    """How many decisions into a deal worlds could be compared, and how many positions were looked at."""
    moments = 0
    compared = []
    for seed in (41, 42):
        for depth in DEPTHS:
            moment = moment_of(variant, seed, depth)
            if moment is not None:
                moments += 1
                if compare(moment, Rng(seed, depth)):
                    compared.append(depth)
    return compared, moments


def moment_of(variant: Variant, seed: int, depth: int) -> Moment | None:
    """The deal after so many decisions; None where it has ended, or where a choice is still sealed."""
    now = variant.deal(seed)
    rng = Rng(seed, 9)
    steps: list[tuple[int, int]] = []
    before = 0
    while len(steps) < depth:
        if now.over or now.free:
            return None
        before = int(now.pending)
        seat = int(next_seat(now, rng))
        steps.append((seat, int(now.random_legal(seat, rng))))
        now.apply(*steps[-1])
    same_window = popcount(before) > 1 and not now.pending & ~before
    if now.over or now.free or same_window:
        return None
    observer = int(now.actor)
    true = variant.deal(seed)
    seen = []
    for actor, action in steps:
        if actor == observer or true.notices(observer, actor, action):
            seen.append((actor, action, true.view(observer)))
        true.apply(actor, action)
    return Moment(variant.deal(seed), now, observer, seen)


def compare(moment: Moment, rng: Rng) -> bool:
    """Compare the shares, where enough worlds of the reference fit; False where they do not."""
    reference, size = replayed(moment, rng)
    if size < LEAST or not reference:
        return False
    ours: Shares = defaultdict(float)
    for count in range(SAMPLES):
        for place in owned(moment.now.determinize(moment.seat, rng)):
            ours[place] += 1.0 / SAMPLES
    for place in sorted(set(reference) | set(ours)):
        share = (reference[place] * size + ours[place] * SAMPLES) / (size + SAMPLES)
        error = math.sqrt(max(share * (1 - share), 1e-4) * (1 / size + 1 / SAMPLES))
        far = abs(reference[place] - ours[place]) / error
        assert far < ALARM, (
            f"seat {moment.seat} after {len(moment.seen)} decisions: seat {place[1]} has {place[0]} in "
            f"{ours[place]:.3f} of the sampled worlds, but in {reference[place]:.3f} of those that fit"
        )
    return True


def owned(state: State) -> set[tuple[str, int]]:
    """Which card is whose, in a hand or elsewhere, as reveal() lists cards by seat; equal ones count once."""
    codes = set(state.game.codes)
    return {
        (f"{code} of {name}", seat)
        for name, lists in state.reveal().items()
        if isinstance(lists, list) and len(lists) == state.seats
        for seat, cards in enumerate(lists)
        if isinstance(cards, list) and all(isinstance(code, str) and code in codes for code in cards)
        for code in cards
    }


def replayed(moment: Moment, rng: Rng) -> tuple[Shares, float]:
    """The shares by replaying, and how many equally weighted worlds they are worth."""
    shares: Shares = defaultdict(float)
    total = squares = 0.0
    for count in range(TRIES):
        world = moment.start.determinize(moment.seat, rng)
        weight = history(moment, world, rng)
        if weight > 0.0:
            total += weight
            squares += weight * weight
            for place in owned(world):
                shares[place] += weight
            if total * total / squares >= SAMPLES:
                break
    if not total:
        return shares, 0.0
    return defaultdict(float, {place: share / total for place, share in shares.items()}), total**2 / squares


def history(moment: Moment, world: State, rng: Rng) -> float:
    """Replay what the seat saw; how many histories this one stands for, 0 if the world does not fit."""
    seat = moment.seat
    weight = 1.0
    for actor, action, view in moment.seen:
        weight *= unnoticed(world, seat, actor, action, rng)
        if weight == 0.0 or world.view(seat) != view or action not in world.legal(actor):
            return 0.0
        weight *= applied(world, seat, actor, action)
    weight *= unnoticed(world, seat, seat, -1, rng)
    if weight == 0.0 or world.view(seat) != moment.now.view(seat):
        return 0.0
    return weight if world.legal(seat) == moment.now.legal(seat) else 0.0


def unnoticed(world: State, seat: int, actor: int, action: int, rng: Rng) -> float:
    """Go on by what the seat does not notice, until this actor can do this; in how many ways, 0: never."""
    weight = 1.0
    for count in range(LONGEST):
        legal = world.legal(actor)
        if legal and (action < 0 or action in legal):
            return weight
        other = int(world.actor)
        if other < 0 or other == seat:
            return 0.0
        hidden = [each for each in world.legal(other) if not world.notices(seat, other, each)]
        if not hidden:
            return 0.0
        weight *= len(hidden)
        weight *= applied(world, seat, other, hidden[rng.below(len(hidden))])
    return 0.0


def applied(world: State, seat: int, actor: int, action: int) -> float:
    """Carry it out; in how many ways, if equal cards that leave a hidden hand are cards of their own."""
    before = held_by(world, actor) if actor != seat else Counter()
    world.apply(actor, action)
    if not before or max(before.values()) == 1:
        return 1.0
    after = held_by(world, actor)
    ways = 1
    for code, count in before.items():
        for left in range(after[code], count):
            ways *= left + 1
    return float(ways)


def held_by(state: State, seat: int) -> Counter[str]:
    hands = state.reveal().get("hands", [])
    return Counter(hands[seat]) if seat < len(hands) else Counter()


CHECKS = {"usual": (sampled_worlds_are_fair,)}
