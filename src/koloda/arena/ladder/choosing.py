"""Who plays next: the line-up whose games tell most about the ratings."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Callable, Mapping

SLOPE = math.log(10) / 400  # of the log odds, for one Elo
JITTER = 0.1  # of a gain: equals meet in changing order

Deviation = Callable[[str, str], float]


def gain(difference: float, deviation: float) -> float:
    """What a game is expected to tell, in nats: the difference is unknown, and the end is open.

    The deviation is that of the difference itself. Two that have met a hundred times have nothing to tell
    each other, even if nobody knows yet how they compare with the rest.
    """
    chance = 1 / (1 + math.exp(-SLOPE * difference))
    return math.log1p(SLOPE**2 * chance * (1 - chance) * deviation**2) / 2


def choose(
    ratings: Mapping[str, float],
    owners: Mapping[str, str],
    deviation: Deviation,
    sides: int,
    playing: Counter[str],
    rng: random.Random,
) -> list[str]:
    """The version on each side, of those in `ratings`; empty where nobody has an opponent.

    Games that are being played count as if they had told something already. At a table of more than two sides
    programs of one author never meet: they could play for each other.
    """

    def tells(a: str, b: str) -> float:
        busy = 1 + playing[a] + playing[b]
        return gain(ratings[a] - ratings[b], deviation(a, b) / busy) * rng.uniform(1 - JITTER, 1 + JITTER)

    def apart(a: str, b: str) -> bool:
        return not owners[a] or owners[a] != owners[b]

    able = list(ratings)
    pairs = [(a, b) for place, a in enumerate(able) for b in able[place + 1 :] if sides == 2 or apart(a, b)]
    if not pairs:
        return []
    chosen = list(max(pairs, key=lambda pair: tells(*pair)))
    while len(chosen) < sides:
        left = [each for each in able if each not in chosen and all(apart(each, other) for other in chosen)]
        if not left:
            break
        chosen.append(max(left, key=lambda each: sum(tells(each, other) for other in chosen)))
    rng.shuffle(chosen)
    return [chosen[side % len(chosen)] for side in range(sides)]
