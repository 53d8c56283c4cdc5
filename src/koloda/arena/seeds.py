"""Seeds that programs from outside cannot guess.

The generator is public: with a small or known seed a program finds all hands and the stock from its own
cards. So without a chosen seed a secret one is drawn, and every deal has a seed of its own that tells nothing
of the others.
"""

from __future__ import annotations

import secrets
from hashlib import sha256

SEED_BITS = 63


def secret_seed() -> int:
    return secrets.randbits(SEED_BITS)


def deal_seed(secret: int, number: int) -> int:
    """The seed of a deal: the first 63 bits of the SHA-256 of `koloda deal SECRET NUMBER`."""
    digest = sha256(f"koloda deal {secret} {number}".encode("ascii")).digest()
    return int.from_bytes(digest[:8], "big") >> 1
