"""The faults of programs as a table and as lines."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from koloda.arena.external.faults import ProgramFault


def fault_table(faults: Iterable[ProgramFault]) -> list[dict[str, Any]]:
    """How often each program made each kind of fault, with the first of them in words."""
    rows: dict[tuple[str, str], dict[str, Any]] = {}
    for fault in faults:
        from koloda.arena.external.advice import told  # only where a program has played

        row = rows.setdefault(
            (fault.bot, fault.code),
            {"bot": fault.bot, "fault": fault.code, "count": 0, "first": " ".join(told(fault)[:2])},
        )
        row["count"] += 1
    return list(rows.values())


def fault_lines(rows: Sequence[dict[str, Any]]) -> list[str]:
    from koloda.cli.terminal import one_line

    lines = []
    for row in rows:
        lines.append(one_line(f"faults           {row['bot']}: {row['fault']} {row['count']} times"))
        lines.append(one_line(f"                 the first: {row['first']}", 400))
    return lines
