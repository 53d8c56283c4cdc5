"""What must hold of a table after its match, whatever happened meanwhile.

Each deal's record verifies; every confirmed action is in it, in order; each player has seen exactly what the
replay for his seat tells.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Self

from koloda.cli.formats import format_of
from koloda.cli.verify import first_difference
from table.client import Http, Player


@dataclass
class Findings:
    deals: int = 0
    actions: int = 0
    confirmed: int = 0
    reconnects: int = 0
    refused: dict[str, int] = field(default_factory=dict)
    records: list[dict[str, Any]] = field(default_factory=list)

    def __iadd__(self, other: Findings) -> Self:
        self.deals += other.deals
        self.actions += other.actions
        self.confirmed += other.confirmed
        self.reconnects += other.reconnects
        self.records += other.records
        for code, count in other.refused.items():
            self.refused[code] = self.refused.get(code, 0) + count
        return self


async def proved(http: Http, table: str, players: Sequence[Player]) -> Findings:
    found = Findings(reconnects=sum(player.connections - 1 for player in players))
    last = players[0].deal
    assert {player.deal for player in players} == {last}
    assert len({str(player.over) for player in players}) == 1, "all have seen the same end"
    records = []
    for deal in range(1, last + 1):
        status, data = await http.raw(
            "GET", f"/api/tables/{table}/record?deal={deal}", token=players[0].token
        )
        assert status == 200, data
        record = json.loads(data)
        assert not first_difference(format_of(record), record)
        records.append(record)
    found.records = records
    found.deals = last
    found.actions = sum(len(record["actions"]) for record in records)
    for player in players:
        found.confirmed += len(player.confirmed)
        for code, _ in player.refused:
            found.refused[code] = found.refused.get(code, 0) + 1
        for deal, record in enumerate(records, 1):
            # a shout without reason ("play R5!") is taken without it
            played = [text.removesuffix("!") for seat, text in record["actions"] if seat == player.seat]
            confirmed = [text.removesuffix("!") for of, text in player.confirmed if of == deal]
            # the answer to the very last action may have been cut off by the end of the match
            waiting = player.waiting is not None and player.waiting[1] == deal
            open_end = [player.waiting[2].removesuffix("!")] if player.waiting is not None and waiting else []
            assert played in (confirmed, confirmed + open_end), (table, player.seat, deal)
        assert player.gaps == 0
    return found


async def saw_what_is_told(http: Http, table: str, player: Player, deal: int, before: int) -> int:
    """The player's events of a deal are those of its replay; how many. `before`: those of earlier deals."""
    path = f"/api/tables/{table}/replay?deal={deal}&seat={player.seat}"
    status, replay = await http.ask("GET", path, token=player.token)
    assert status == 200, replay
    told = [(before + event["n"], event["e"]) for step in replay["steps"] for event in step["events"]]
    seen = [event for event in player.events if before < event[0] <= before + len(told)]
    assert seen == told, (table, player.seat, deal)
    return len(told)
