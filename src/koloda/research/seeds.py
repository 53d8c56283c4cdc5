"""Whole numbers as settings, NumPy's too; seeds of deals that follow from one another."""

from __future__ import annotations

from operator import index
from typing import SupportsIndex

from koloda.core.errors import BadOption
from koloda.core.game import MAX_SEED
from koloda.core.rng import Rng

MAX_SEATS = 64  # of any game; each says how many it has


def whole(name: str, value: SupportsIndex, least: int, most: int) -> int:
    """A setting that must be a whole number in this range."""
    try:
        number = least - 1 if isinstance(value, bool) else index(value)
    except TypeError:
        number = least - 1
    if not least <= number <= most:
        raise BadOption(f"{name} = {value!r}: a whole number from {least} to {most}")
    return number


def checked(seed: SupportsIndex) -> int:
    return whole("seed", seed, 0, MAX_SEED)


def drawn_seed(rng: Rng) -> int:
    """The seed of the next deal."""
    return (int(rng.next32()) & 0x7FFFFFFF) << 32 | int(rng.next32())
