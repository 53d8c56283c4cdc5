# not compiled: read once per match
"""Fair shuffles: the hash of a secret is shown before the deal, the secret after the match.

Nobody chooses the seed: the house fixes its secret before it knows what the players throw in (`luck`), and
the players throw it in before they know the secret.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Mapping, Sequence
from typing import Any

from koloda.core.errors import BadTrace
from koloda.core.match import seed_of_deal

SECRET_BYTES = 32


def commitment(secret: str) -> str:
    """What is shown before the deal.

    >>> commitment("00" * 32)[:16]
    '66687aadf862bd77'
    """
    return hashlib.sha256(bytes.fromhex(secret)).hexdigest()


def match_seed(secret: str, lucks: Sequence[str]) -> int:
    """The first 63 bits of sha256(secret, a zero byte, the luck of the seats in order)."""
    data = bytes.fromhex(secret) + b"\0" + b"".join(bytes.fromhex(luck) for luck in lucks)
    return int.from_bytes(hashlib.sha256(data).digest()[:8], "big") >> 1


def fairness(secret: str, lucks: Sequence[str], deal: int) -> dict[str, Any]:
    """The part `fair` of a record; deals count from 1."""
    return {"commit": commitment(secret), "secret": secret, "luck": list(lucks), "deal": deal}


def check_fair(record: Mapping[str, Any]) -> None:
    """Does the seed of this record follow from the secret that was committed to? BadTrace says where not."""
    fair = record["fair"]
    if not isinstance(fair, dict) or set(fair) != {"commit", "secret", "luck", "deal"}:
        raise BadTrace("fair: needs commit, secret, luck and deal")
    lucks = fair["luck"]
    if not isinstance(lucks, list) or len(lucks) != record["seats"]:
        raise BadTrace("fair: luck: one text for each seat")
    for text in (fair["secret"], *lucks):
        if not isinstance(text, str) or not is_hex(text):
            raise BadTrace("fair: secret and luck are hexadecimal digits")
    if len(fair["secret"]) != 2 * SECRET_BYTES:
        raise BadTrace(f"fair: the secret has {SECRET_BYTES} bytes")
    if not isinstance(fair["commit"], str) or not hmac.compare_digest(
        fair["commit"].encode("utf-8", "replace"), commitment(fair["secret"]).encode()
    ):
        raise BadTrace("fair: the secret is not the one that was committed to")
    if type(fair["deal"]) is not int or not 1 <= fair["deal"] <= 10_000:
        raise BadTrace("fair: deal: a whole number from 1 on")
    seed = seed_of_deal(match_seed(fair["secret"], lucks), fair["deal"])
    if seed != record["seed"]:
        raise BadTrace(f"fair: the secret gives the seed {seed}, the record has {record['seed']}")


def is_hex(text: str) -> bool:
    """An even number of hexadecimal digits, small letters only: one way to write each luck."""
    return len(text) % 2 == 0 and all(sign in "0123456789abcdef" for sign in text)
