"""The results of a match or tournament, as data and as text."""

from __future__ import annotations

from typing import Any

from koloda.arena.contest.faults import CODES
from koloda.arena.contest.results import GameResult, matches, standings
from koloda.arena.contest.tournament import Plan
from koloda.arena.printable import columns, padded, printable
from koloda.arena.programs.sandbox import GAPS, Sandbox

WIDEST = 50  # of a program's name in a table


def short(name: str) -> str:
    """The end of a long command line tells more than its beginning."""
    return name if len(name) <= WIDEST else "..." + name[3 - WIDEST :]


def summary(plan: Plan, results: list[GameResult], sandbox: Sandbox) -> dict[str, Any]:
    programs = len(plan.programs)
    table = standings(programs, results)
    facts: dict[str, Any] = {
        "programs": list(plan.programs),
        "seed": plan.seed,
        "games": len(results),
        "standings": [
            {
                "place": standing.place,
                "program": plan.programs[standing.program],
                "number": standing.program,
                "points": standing.points,
                "among_tied": standing.among_tied,
                "faults": standing.faults,
                "deals_won_2_0": standing.clean_deals,
                "award": standing.award,
            }
            for standing in table
        ],
        "matches": [match.facts() for match in matches(programs, results)],
    }
    if programs == 2:
        match = facts["matches"][0]
        facts |= {key: match[key] for key in ("wins", "draws", "void", "win_rate", "interval")}
        facts["faults"] = dict(zip(("1", "2"), match["lost_by_fault"], strict=True))
    facts |= {"sandbox": sandbox.description, "not_enforced": {key: GAPS[key] for key in sandbox.gaps}}
    return facts


def as_text(facts: dict[str, Any]) -> str:
    names = [printable(short(name)) for name in facts["programs"]]
    wide = max(columns(name) for name in names)
    lines = [f"{facts['games']} games, seed {facts['seed']}", ""]
    if len(names) > 2:
        heads = f"{'points':>7} {'tied':>6} {'faults':>6} {'2-0':>5} {'award':>5}"
        lines.append(f"{'place':>5}  {padded('program', wide)} {heads}")
        lines += [
            f"{row['place']:>5}  {padded(names[row['number']], wide)} {row['points']:>7g} "
            f"{row['among_tied']:>6g} {row['faults']:>6} {row['deals_won_2_0']:>5} {row['award']:>5}"
            for row in facts["standings"]
        ]
        lines.append("")
    for match in facts["matches"]:
        a, b = match["programs"]
        low, high = match["interval"]
        rate = "-" if match["win_rate"] is None else f"{match['win_rate']:.1%}"
        lines.append(
            f"{names[a]} {match['points'][0]:g} : {match['points'][1]:g} {names[b]}   "
            f"(win rate {rate}, 95 % interval {low:.1%} to {high:.1%}"
            + (f", {match['void']} void)" if match["void"] else ")")
        )
        for side, number in enumerate((a, b)):
            faults = match["lost_by_fault"][side]
            lost = [f"{faults[code]} by {code}" for code in CODES if faults.get(code)]
            lost.append(f"{match['lost_on_cards'][side]} on cards")
            lines.append(f"  {names[number]} lost {match['wins'][1 - side]}: {', '.join(lost)}")
    took = [f"{facts['seconds']:.1f} s"] if "seconds" in facts else []
    lines += ["", "; ".join((*took, facts["sandbox"]))]
    lines += [f"not enforced: {gap}" for gap in facts["not_enforced"].values()]
    return "\n".join(lines)
