"""What must hold of a table after its match, whatever happened meanwhile.

Each deal's record verifies; every confirmed action is in it, in order; each player has seen exactly what the
replay for his seat tells. Where the log is known as well, every confirmed message is in it just once, and
what the clock or a bot has decided for somebody is told from what he has decided.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Self

from koloda.cli.formats import format_of
from koloda.cli.verify import first_difference
from koloda.table import rows
from koloda.table.store import open_store
from table.client import Http, Player


@dataclass
class Findings:
    deals: int = 0
    actions: int = 0
    confirmed: int = 0
    reconnects: int = 0
    by_others: int = 0  # actions that the clock or a bot decided for somebody
    refused: dict[str, int] = field(default_factory=dict)
    records: list[dict[str, Any]] = field(default_factory=list)

    def __iadd__(self, other: Findings) -> Self:
        self.deals += other.deals
        self.actions += other.actions
        self.confirmed += other.confirmed
        self.reconnects += other.reconnects
        self.by_others += other.by_others
        self.records += other.records
        for code, count in other.refused.items():
            self.refused[code] = self.refused.get(code, 0) + count
        return self


async def log_of(database: str, table: str) -> list[rows.AnyRow]:
    store = open_store(database)
    await store.open()
    try:
        return [rows.read(data) for _, data in await store.read(table)]
    finally:
        await store.close()


def decided(log: Sequence[rows.AnyRow], deals: int) -> list[list[rows.Act]]:
    """The decisions of each deal."""
    found: list[list[rows.Act]] = []
    for row in log:
        if isinstance(row, rows.Dealt):
            found.append([])
        elif isinstance(row, rows.Act):
            found[-1].append(row)
    assert len(found) == deals
    return found


async def proved(
    http: Http, table: str, players: Sequence[Player], log: Sequence[rows.AnyRow] | None = None
) -> Findings:
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
    acts = None if log is None else decided(log, last)
    if acts is not None and log is not None:
        for played_in, record in zip(acts, records, strict=True):
            assert [(row.seat, row.a) for row in played_in] == [tuple(each) for each in record["actions"]], (
                table
            )
        times = Counter(row.id for row in log if isinstance(row, rows.Act | rows.Ignored) and row.id)
        lost = [name for player in players for name in player.ids if not times[name]]
        doubled = [name for name, count in times.items() if count > 1]
        assert not lost, (table, lost)
        assert not doubled, (table, doubled)
        found.by_others = sum(bool(row.by) for each in acts for row in each)
    for player in players:
        found.confirmed += len(player.confirmed)
        for code, _ in player.refused:
            found.refused[code] = found.refused.get(code, 0) + 1
        for deal, record in enumerate(records, 1):
            # a shout without reason ("play R5!") is taken without it
            own = record["actions"]
            if acts is not None:
                own = [(row.seat, row.a) for row in acts[deal - 1] if not row.by]
            played = [text.removesuffix("!") for seat, text in own if seat == player.seat]
            confirmed = [text.removesuffix("!") for of, text in player.confirmed if of == deal]
            # the answer to the very last action may have been cut off by the end of the match
            waiting = player.waiting is not None and player.waiting[1] == deal
            open_end = [player.waiting[2].removesuffix("!")] if player.waiting is not None and waiting else []
            assert played in (confirmed, confirmed + open_end), (
                *(table, player.seat, deal),
                *(played[-5:], confirmed[-5:], open_end, len(played), len(confirmed)),
            )
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
