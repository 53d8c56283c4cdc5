# not compiled: read once per match
"""Fair shuffles: everybody seals a secret before anybody opens one, and the deals come from all of them.

The server shows the hash of its secret when a table is made. Each player seals his luck, which is to show its
hash; when all hashes are fixed, all lucks are opened, and without one of them nothing is dealt. So nobody
chooses the cards, not even who runs the server and plays himself: when he fixed his part he did not know
that of the others. docs/fairness.md tells how to check it with hashlib alone.

Version 1, of older records: the players threw their luck in openly, and the seeds of the deals came from a
generator. Such records are checked by what they claim.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Mapping, Sequence
from typing import Any

from koloda.core.errors import BadTrace
from koloda.core.match import seed_of_deal

SECRET_BYTES = 32
VERSION = 2
KEYS = {1: {"commit", "secret", "luck", "deal"}, 2: {"version", "commit", "secret", "luck", "seals", "deal"}}


def commitment(secret: str) -> str:
    """What is shown before the deal.

    >>> commitment("00" * 32)[:16]
    '66687aadf862bd77'
    """
    return hashlib.sha256(bytes.fromhex(secret)).hexdigest()


def seal_of(luck: str) -> str:
    """What a player shows of his luck until everybody has sealed his own; nothing for none."""
    return commitment(luck) if luck else ""


def deal_seed(secret: str, lucks: Sequence[str], deal: int) -> int:
    """The seed of a deal, counted from 1: the first 63 bits of a SHA-256.

    It is taken of the secret, of each luck after a byte with its length, and of the number in four bytes.
    """
    data = bytes.fromhex(secret)
    for luck in lucks:
        part = bytes.fromhex(luck)
        data += bytes([len(part)]) + part
    data += deal.to_bytes(4, "big")
    return int.from_bytes(hashlib.sha256(data).digest()[:8], "big") >> 1


def match_seed(secret: str, lucks: Sequence[str]) -> int:
    """Version 1: the first 63 bits of sha256(secret, a zero byte, the luck of the seats in order)."""
    data = bytes.fromhex(secret) + b"\0" + b"".join(bytes.fromhex(luck) for luck in lucks)
    return int.from_bytes(hashlib.sha256(data).digest()[:8], "big") >> 1


def seed_by_version(version: int, secret: str, lucks: Sequence[str], deal: int) -> int:
    if version == 1:
        return seed_of_deal(match_seed(secret, lucks), deal)
    return deal_seed(secret, lucks, deal)


def fairness(version: int, secret: str, lucks: Sequence[str], deal: int) -> dict[str, Any]:
    """The part `fair` of a record; deals count from 1."""
    proof = {"commit": commitment(secret), "secret": secret, "luck": list(lucks), "deal": deal}
    if version == 1:
        return proof
    return {"version": version, **proof, "seals": [seal_of(luck) for luck in lucks]}


def check_fair(record: Mapping[str, Any]) -> None:
    """Does the seed of this record follow from the secrets that were sealed? BadTrace says where not."""
    fair = record["fair"]
    version = fair.get("version", 1) if isinstance(fair, dict) else 1
    if type(version) is not int or version not in KEYS:
        raise BadTrace(f"fair: version: one of {', '.join(map(str, KEYS))}")
    if not isinstance(fair, dict) or set(fair) != KEYS[version]:
        raise BadTrace("fair: needs commit, secret, luck and deal, from version 2 on also seals")
    lucks = fair["luck"]
    if not isinstance(lucks, list) or len(lucks) != record["seats"]:
        raise BadTrace("fair: luck: one text for each seat")
    for text in (fair["secret"], *lucks):
        if not isinstance(text, str) or not is_hex(text):
            raise BadTrace("fair: secret and luck are hexadecimal digits")
    if len(fair["secret"]) != 2 * SECRET_BYTES:
        raise BadTrace(f"fair: the secret has {SECRET_BYTES} bytes")
    if any(len(luck) > 2 * SECRET_BYTES for luck in lucks):
        raise BadTrace(f"fair: luck has at most {SECRET_BYTES} bytes")
    if not same(fair["commit"], commitment(fair["secret"])):
        raise BadTrace("fair: the secret is not the one that was committed to")
    if version > 1 and fair["seals"] != [seal_of(luck) for luck in lucks]:
        raise BadTrace("fair: the lucks are not those that were sealed")
    if type(fair["deal"]) is not int or not 1 <= fair["deal"] <= 10_000:
        raise BadTrace("fair: deal: a whole number from 1 on")
    seed = seed_by_version(version, fair["secret"], lucks, fair["deal"])
    if seed != record["seed"]:
        raise BadTrace(f"fair: the secret gives the seed {seed}, the record has {record['seed']}")


def check_seen(record: Mapping[str, Any], commit: str = "", luck: str = "", deal: int = 0) -> None:
    """Is it the match in which a person saw this commitment and threw in this luck, and this deal of it?

    BadTrace says why not. Each number gives another shuffle: whoever could name one afterwards could choose.
    """
    fair = record.get("fair")
    if not isinstance(fair, dict):
        raise BadTrace("this record has no proof that it could be held against")
    if commit and not same(fair.get("commit"), commit.lower()):
        raise BadTrace("fair: this is not the commitment that you saw: the secret was exchanged")
    if luck and luck.lower() not in fair.get("luck", ()):
        raise BadTrace("fair: your luck is not among those that were used")
    if deal and fair.get("deal") != deal:
        raise BadTrace(f"fair: this is deal {fair.get('deal')} of its match, not deal {deal}")


def same(one: object, other: str) -> bool:
    return isinstance(one, str) and hmac.compare_digest(
        one.encode("utf-8", "replace"), other.encode("utf-8", "replace")
    )


def is_hex(text: str) -> bool:
    """An even number of hexadecimal digits, small letters only: one way to write each luck."""
    return len(text) % 2 == 0 and all(sign in "0123456789abcdef" for sign in text)
