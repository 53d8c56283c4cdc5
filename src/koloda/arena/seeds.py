"""Seeds that programs from outside cannot guess.

The generator is public: with a small or known seed a program finds all hands and the stock from its own
cards. So without a chosen seed a secret one is drawn, and every deal has a seed of its own that tells nothing
of the others.
"""

from __future__ import annotations

import secrets
from hashlib import sha256

from koloda.core.errors import BadOption
from koloda.core.game import MAX_SEED

SEED_BITS = 63


def secret_seed() -> int:
    return secrets.randbits(SEED_BITS)


def deal_seed(secret: int, number: int) -> int:
    """The seed of a deal: the first 63 bits of the SHA-256 of `koloda deal SECRET NUMBER`."""
    digest = sha256(f"koloda deal {secret} {number}".encode("ascii")).digest()
    return int.from_bytes(digest[:8], "big") >> 1


def seed_of(seed: int, number: int, secret: bool) -> int:
    """The seed of deal `number`, from 0 on: of a secret, or simply the next after a chosen seed."""
    return deal_seed(seed, number) if secret else seed + number


def check_seed(seed: int, deals: int, secret: bool) -> None:
    """BadOption for a number with which this many deals cannot be dealt."""
    if secret and not 0 <= seed <= MAX_SEED:
        raise BadOption(f"secret {seed}: it can be 0 to 2**63 - 1")
    if not secret and not 0 <= seed <= MAX_SEED - deals:
        raise BadOption(f"seed {seed}: with {deals} deals it can be 0 to 2**63 - 1 - {deals}")
