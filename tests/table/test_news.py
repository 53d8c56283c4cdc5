"""What other processes append while this one reads a table is not lost."""

from __future__ import annotations

import asyncio
from typing import Any, cast

import pytest

from koloda.table import rows
from koloda.table.bus import Bus
from koloda.table.store import Store
from koloda.table.tables import Tables

TABLE = "a-table-of-a-test"
LOG: list[rows.AnyRow] = [
    rows.Made(1000, "yassa", 2, {}, "00" * 32, "u0", turn=0, bank=0, reaction=0),
    rows.Sat(1000, 0, "u0", "Ann"),
    rows.Sat(1000, 1, "u1", "Bob"),
]


class Others:
    """A store and a bus: the last row is appended, and told, after the first reading."""

    def __init__(self, again: bool) -> None:
        self.again = again  # the line to the others was gone, so perhaps something was not told
        self.readings = 0

    def listen(self, heard: Any, regained: Any) -> None:
        self.heard, self.regained = heard, regained

    async def read(self, table: str, after: int = 0) -> list[tuple[int, bytes]]:
        self.readings += 1
        found = [(number, rows.written(row)) for number, row in enumerate(LOG, 1)]
        if self.readings > 1:
            return found[after:]
        if self.again:
            self.regained()
        else:
            self.heard(table, 3, rows.written(LOG[2]).decode())
        return found[:2]


@pytest.mark.parametrize("again", [False, True])
def test_a_row_that_is_told_while_its_table_is_read(again: bool) -> None:
    async def second_seat() -> str | None:
        others = Others(again)
        tables = Tables(cast(Store, others), cast(Bus, others), lambda: 2000)
        found = await tables.find(TABLE)
        assert not tables.missed
        return found.room.seats[1].user

    assert asyncio.run(second_seat()) == "u1"
