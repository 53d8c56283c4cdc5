"""Who plays next: the line-up whose games tell most about the ratings."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

SLOPE = math.log(10) / 400  # of the log odds, for one Elo
JITTER = 0.1  # of a gain: equals meet in changing order


@dataclass(frozen=True)
class Candidate:
    id: str
    owner: str
    rating: float
    sigma: float  # the standard error of the rating


def gain(first: Candidate, second: Candidate) -> float:
    """What a game between these two is expected to tell, in nats: much is unknown, and the end is open."""
    chance = 1 / (1 + math.exp(-SLOPE * (first.rating - second.rating)))
    information = SLOPE**2 * chance * (1 - chance)
    return math.log1p(information * (first.sigma**2 + second.sigma**2)) / 2


def after(candidate: Candidate, games: int) -> Candidate:
    """As if these games, which are being played now, were over."""
    left = 1 / math.sqrt(1 / candidate.sigma**2 + games * SLOPE**2 / 4)
    return Candidate(candidate.id, candidate.owner, candidate.rating, left)


def choose(
    candidates: Sequence[Candidate], sides: int, playing: Counter[str], rng: random.Random
) -> list[str]:
    """The version on each side; empty where nobody has an opponent.

    At a table of more than two sides programs of one author never meet: they could play for each other.
    """
    able = [after(candidate, playing[candidate.id]) for candidate in candidates]
    pairs = [(a, b) for place, a in enumerate(able) for b in able[place + 1 :] if sides == 2 or apart(a, b)]
    if not pairs:
        return []
    chosen = list(max(pairs, key=lambda pair: gain(*pair) * rng.uniform(1 - JITTER, 1 + JITTER)))
    while len(chosen) < sides:
        left = [each for each in able if each not in chosen and all(apart(each, other) for other in chosen)]
        if not left:
            break
        chosen.append(
            max(
                left,
                key=lambda each: (
                    sum(gain(each, other) for other in chosen) * rng.uniform(1 - JITTER, 1 + JITTER)
                ),
            )
        )
    rng.shuffle(chosen)
    return [chosen[side % len(chosen)].id for side in range(sides)]


def apart(first: Candidate, second: Candidate) -> bool:
    return not first.owner or first.owner != second.owner
