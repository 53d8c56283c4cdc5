"""The record of a game (protocol, section 11): its transcript, and what the judge alone knows beside it.

There is one format and one checker: a record is a transcript with more keys.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from koloda.arena.contest.referee import Conditions, Played
from koloda.arena.contest.transcript import RECORD_KEYS, write_transcript


def write_record(
    played: Played, number: int, deal_id: int, programs: Mapping[str, str], conditions: Conditions
) -> dict[str, Any]:
    """A game of a tournament: `number` in its schedule, `deal_id` of its deals."""
    record = write_transcript(played, programs, conditions, times=True)
    decisions = [
        [decision.seat + 1, decision.command, decision.answer, round(decision.milliseconds, 3)]
        for decision in played.decisions
    ]
    return {
        **record,
        "number": number,
        "mode": "individual" if played.individual else "team",
        "deal_id": deal_id,
        "decisions": decisions,
        "result": dict(record["verdict"]),
        "time_used": {str(seat + 1): round(used, 6) for seat, used in enumerate(played.used)},
    }


def as_transcript(record: Mapping[str, Any], times: bool) -> dict[str, Any]:
    """What --transcript writes of a record."""
    item = {key: value for key, value in record.items() if key not in RECORD_KEYS}
    if not times:
        item["seats"] = {seat: [entry[:2] for entry in entries] for seat, entries in record["seats"].items()}
    return item
