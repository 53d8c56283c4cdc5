"""Ready-made ladders. The Durak contest of the rules is one: its protocol, its clocks, teams of copies."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from koloda.core.errors import BadOption

BOT_PROTOCOL = "koloda-bot/1"
CONTEST = "durak-contest"
PROTOCOLS = (BOT_PROTOCOL, CONTEST)
PRESETS: dict[str, dict[str, Any]] = {
    CONTEST: {"game": "durak", "seats": 4, "options": {}, "protocol": CONTEST, "memory_mb": 128},
}


def check_protocol(protocol: str, game: str, options: Mapping[str, object]) -> None:
    """BadOption for a protocol that does not fit the game; the options are complete."""
    if protocol not in PROTOCOLS:
        raise BadOption(f"protocol {protocol[:40]!r}: there are {', '.join(PROTOCOLS)}")
    if protocol == CONTEST and (game != "durak" or options.get("mode") != "team"):
        raise BadOption("the contest's protocol is for team Durak")
