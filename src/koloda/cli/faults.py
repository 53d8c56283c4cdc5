"""The faults of programs as a table and as lines."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from koloda.arena.external.faults import ProgramFault


def fault_table(faults: Iterable[ProgramFault]) -> list[dict[str, Any]]:
    """How often each program made each kind of fault, with the first of them in words."""
    rows: dict[tuple[str, str], dict[str, Any]] = {}
    for fault in faults:
        from koloda.arena.external.advice import last_errors, told  # only where a program has played

        if (fault.bot, fault.code) not in rows:
            rows[fault.bot, fault.code] = {
                "bot": fault.bot,
                "fault": fault.code,
                "count": 0,
                "first": " ".join(told(fault)[:2]),
                "standard_error": last_errors(fault),
            }
        rows[fault.bot, fault.code]["count"] += 1
    return list(rows.values())


def fault_lines(rows: Sequence[dict[str, Any]]) -> list[str]:
    from koloda.cli.terminal import one_line

    lines = []
    for row in rows:
        lines.append(one_line(f"faults           {row['bot']}: {row['fault']} {row['count']} times"))
        lines.append(one_line(f"                 the first: {row['first']}", 400))
        if row["standard_error"]:
            lines.append("                 the last lines of its standard error:")
            lines += [one_line(f"                   {line}", 400) for line in row["standard_error"]]
    for program in dict.fromkeys(row["bot"].partition(":")[2] for row in rows):
        lines.append(
            one_line(f"                 more about it: koloda bot check {shlex.quote(program)}", 400)
        )
    return lines
