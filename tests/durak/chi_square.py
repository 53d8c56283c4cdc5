"""Pearson's test, small enough to read: do counts fit what was expected of them?"""

from __future__ import annotations

import math
from collections.abc import Sequence

DEVIATIONS = 4.0  # of the normal distribution: a fair sampler is refused once in 30,000 times
LEAST = 8.0  # expected in a cell; smaller ones are put together


def critical(freedom: int) -> float:
    """What a chi-square of so many degrees of freedom hardly ever exceeds (Wilson and Hilferty, 1931)."""
    spread = 2 / (9 * freedom)
    return freedom * (1 - spread + DEVIATIONS * math.sqrt(spread)) ** 3


def goodness(counts: Sequence[int], expected: Sequence[float]) -> tuple[float, int]:
    """(chi-square, degrees of freedom) of counts against their expected values."""
    assert math.isclose(sum(counts), sum(expected))
    cells: list[tuple[int, float]] = []
    rare, rarely = 0, 0.0
    for count, wanted in zip(counts, expected, strict=True):
        assert count == 0 or wanted > 0, "this cannot happen"
        if wanted >= LEAST:
            cells.append((count, wanted))
        else:
            rare, rarely = rare + count, rarely + wanted
    if rarely >= LEAST:
        cells.append((rare, rarely))
    return sum((count - wanted) ** 2 / wanted for count, wanted in cells), len(cells) - 1
