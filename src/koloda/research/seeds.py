"""Seeds of deals that follow from one another."""

from __future__ import annotations

from koloda.core.errors import BadOption
from koloda.core.game import MAX_SEED
from koloda.core.rng import Rng


def checked(seed: int) -> int:
    if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed <= MAX_SEED:
        raise BadOption(f"seed {seed!r}: a seed is a whole number from 0 to 2**63 - 1")
    return seed


def drawn_seed(rng: Rng) -> int:
    """The seed of the next deal."""
    return (int(rng.next32()) & 0x7FFFFFFF) << 32 | int(rng.next32())
