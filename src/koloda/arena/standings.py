"""What the games of a tournament say: standings, cross table, seats, lengths, scores, faults.

The page, the JSON and the CSV file are all made from `summary`, so that they show the same numbers.
"""

from __future__ import annotations

import csv
import io
import math
from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import Any

from koloda.arena.pairing import rate_interval
from koloda.arena.printable import columns, padded, printable
from koloda.arena.ratings import NORMAL_95, RatingTable, bradley_terry, openskill
from koloda.arena.tournament import Outcome, Plan

VERSION = "koloda-report/1"
BARS = 12  # of a histogram
WIDEST = 40  # columns of a name
CSV = (
    *("place", "bot", "elo", "elo_low", "elo_high", "openskill", "openskill_deviation", "games"),
    *("win_rate", "mean_score", "faults"),
)


def summary(plan: Plan, outcomes: Sequence[Outcome]) -> dict[str, Any]:
    """All numbers of the report, as plain data."""
    results = [outcome.result(plan) for outcome in outcomes]
    table = bradley_terry(results, plan.bots)
    skills = openskill(results)
    faults = fault_rows(plan, outcomes)
    by_bot = seats_of_bots(plan, outcomes)
    every = [score for scores in by_bot for score in scores]
    least, most = min(every, default=None), max(every, default=None)
    rows = []
    for place, (name, strength) in enumerate(table.items(), 1):
        number = plan.bots.index(name)
        skill = skills.get(name)
        scores = by_bot[number]
        rows.append(
            {
                "place": place,
                "bot": name,
                "number": number,
                "elo": rounded(strength.elo),
                "elo_interval": [rounded(strength.low), rounded(strength.high)],
                "above_next": above_next(table, place),
                "openskill": None if skill is None else [rounded(skill.mean, 3), rounded(skill.deviation, 3)],
                "games": strength.games,
                "win_rate": rounded(strength.rate, 6),
                "mean_score": rounded(sum(scores) / len(scores), 4) if scores else None,
                "faults": sum(row["count"] for row in faults if row["number"] == number),
            }
        )
    return {
        "koloda": VERSION,
        "game": plan.game,
        "seats": plan.seats,
        "options": plan.resolved,
        "format": plan.format,
        "bots": list(plan.bots),
        "seed": plan.seed,
        "games": len(outcomes),
        "missing": plan.total() - len(outcomes),
        "bots_at_a_table": plan.width,
        "standings": rows,
        "cross": cross_table(plan, outcomes),
        "seat_advantage": seat_advantage(plan, outcomes),
        "lengths": histogram([outcome.length for outcome in outcomes]),
        "scores": [
            {"bot": bot, **histogram(scores, least, most)}
            for bot, scores in zip(plan.bots, by_bot, strict=True)
        ],
        "faults": faults,
    }


def above_next(table: RatingTable, place: int) -> float | None:
    """The chance that this one is stronger than the next one in the standings."""
    names = list(table)
    return rounded(table.superiority(names[place - 1], names[place]), 4) if place < len(names) else None


def rounded(value: float, digits: int = 1) -> float:
    """So that the last bits of a sum make no difference between two files."""
    return round(value, digits) + 0.0


def seats_of_bots(plan: Plan, outcomes: Sequence[Outcome]) -> list[list[float]]:
    """The scores of each bot, seat by seat."""
    found: list[list[float]] = [[] for _ in plan.bots]
    for outcome in outcomes:
        for seat, number in enumerate(outcome.line_up):
            found[number].append(outcome.scores[seat])
    return found


def cross_table(plan: Plan, outcomes: Sequence[Outcome]) -> list[dict[str, Any]]:
    """Each two bots that met: points of the first, with an interval by deals."""
    deals: defaultdict[tuple[int, int], dict[int, list[float]]] = defaultdict(dict)
    for outcome in outcomes:
        for a, b, won in outcome.duels(plan):
            pair, part = ((a, b), won) if a < b else ((b, a), 1.0 - won)
            deals[pair].setdefault(outcome.deal, []).append(part)
    rows = []
    for (a, b), found in sorted(deals.items()):
        count = sum(map(len, found.values()))
        points = sum(sum(each) for each in found.values())
        low, high = rate_interval(Counter(sum(each) / len(each) for each in found.values()))
        rows.append(
            {
                "bots": [a, b],
                "points": [rounded(points), rounded(count - points)],
                "compared": count,
                "win_rate": rounded(points / count, 6),
                "interval": [rounded(low, 6), rounded(high, 6)],
            }
        )
    return rows


def seat_advantage(plan: Plan, outcomes: Sequence[Outcome]) -> list[dict[str, Any]]:
    """How the seats fare, whoever sits there: with turned seats that is the game's own doing."""
    rows = []
    side_of = {seat: side for side, seats in enumerate(plan.sides) for seat in seats}
    for seat in range(plan.seats):
        scores = [outcome.scores[seat] for outcome in outcomes]
        ranks = [better_than(outcome.places, side_of[seat]) for outcome in outcomes]
        mean = sum(ranks) / len(ranks) if ranks else 0.5
        rows.append(
            {
                "seat": seat,
                "win_rate": rounded(mean, 6),
                "margin": rounded(margin_of(ranks), 6),
                "mean_score": rounded(sum(scores) / len(scores), 4) if scores else None,
            }
        )
    return rows


def better_than(places: Sequence[int], side: int) -> float:
    """The part of the others whom this side beat, draws by half."""
    own = places[side]
    others = [place for other, place in enumerate(places) if other != side]
    return sum(1.0 if place > own else 0.5 if place == own else 0.0 for place in others) / len(others)


def margin_of(values: Sequence[float]) -> float:
    """95% for their mean: this much to either side."""
    if len(values) < 2:
        return 0.5
    mean = sum(values) / len(values)
    variance = sum((value - mean) ** 2 for value in values) / (len(values) - 1)
    return NORMAL_95 * math.sqrt(variance / len(values))


def histogram(
    values: Sequence[float], least: float | None = None, most: float | None = None
) -> dict[str, Any]:
    """Bars of equal width from `least` to `most`; of whole numbers a bar names its first and its last."""
    if not values:
        return {"count": 0, "bars": []}
    low = min(values) if least is None else least
    high = max(values) if most is None else most
    whole = all(float(value).is_integer() for value in (low, high, *values))
    if whole:
        width = float(math.ceil((high - low + 1) / BARS))
        bars = [[first, first + width - 1, 0] for first in steps(low, high, width)]
    else:
        width = (high - low) / BARS or 1.0
        bars = [[rounded(low + i * width, 4), rounded(low + (i + 1) * width, 4), 0] for i in range(BARS)]
    for value in values:
        bars[min(len(bars) - 1, int((value - low) / width))][2] += 1
    ordered = sorted(values)
    return {
        "count": len(values),
        "least": ordered[0],
        "median": ordered[(len(ordered) - 1) // 2],
        "most": ordered[-1],
        "mean": rounded(sum(values) / len(values), 4),
        "bars": bars,
    }


def steps(low: float, high: float, width: float) -> list[float]:
    return [low + i * width for i in range(int((high - low) / width) + 1)]


def fault_rows(plan: Plan, outcomes: Sequence[Outcome]) -> list[dict[str, Any]]:
    """How often each program made each kind of fault, with the first of them in words."""
    rows: dict[tuple[int, str], dict[str, Any]] = {}
    for outcome in outcomes:
        for seat, code, text, errors in outcome.faults:
            number = outcome.line_up[seat]
            row = rows.setdefault(
                (number, code),
                {
                    "bot": plan.bots[number],
                    "number": number,
                    "fault": code,
                    "count": 0,
                    "games": 0,
                    "first": text,
                    "first_game": outcome.number,
                    "standard_error": list(errors),
                    "last": 0,
                },
            )
            row["count"] += 1
            row["games"] += row["last"] != outcome.number
            row["last"] = outcome.number
    return [{key: row[key] for key in row if key != "last"} for _, row in sorted(rows.items())]


# texts


def as_text(facts: dict[str, Any]) -> str:
    """For a terminal."""
    names = [short(printable(name)) for name in facts["bots"]]
    wide = max(columns(name) for name in (*names, "bot"))
    heads = "   Elo             95%     openskill   games win rate     score faults"
    lines = [
        "{game}, {seats} seats: {games} games, {format}, seed {seed}".format(**facts),
        "",
        f"place  {padded('bot', wide)} {heads}",
    ]
    for row in facts["standings"]:
        low, high = row["elo_interval"]
        skill = "-" if row["openskill"] is None else f"{row['openskill'][0]:.1f} ± {row['openskill'][1]:.1f}"
        score = "-" if row["mean_score"] is None else f"{row['mean_score']:.3g}"
        lines.append(
            f"{row['place']:>5}  {padded(names[row['number']], wide)} {row['elo']:>6.0f} "
            f"{f'{low:.0f} to {high:.0f}':>15} {skill:>13} {row['games']:>7} {row['win_rate']:>8.1%} "
            f"{score:>9} {row['faults']:>6}"
        )
    lines.append("")
    for row in facts["cross"]:
        a, b = row["bots"]
        low, high = row["interval"]
        lines.append(
            f"{names[a]} {row['points'][0]:g} : {row['points'][1]:g} {names[b]}   "
            f"({row['win_rate']:.1%}, 95%: {low:.1%} to {high:.1%})"
        )
    for row in facts["faults"]:
        lines.append(f"faults: {names[row['number']]}: {row['fault']} {row['count']} times")
        lines.append(f"        the first, in game {row['first_game']}: {printable(row['first'])[:300]}")
        if row["standard_error"]:
            lines.append("        the last lines of its standard error:")
            lines += [f"          {printable(line)}" for line in row["standard_error"]]
    return "\n".join(lines)


def short(name: str) -> str:
    """The end of a long command line tells more than its beginning."""
    return name if len(name) <= WIDEST else "..." + name[3 - WIDEST :]


def as_csv(facts: dict[str, Any]) -> str:
    """The standings as a table; a spreadsheet takes no text of it for a formula."""
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(CSV)
    for row in facts["standings"]:
        skill = row["openskill"] or ["", ""]
        name = printable(row["bot"])
        writer.writerow(
            [
                row["place"],
                f"'{name}" if name[:1] in "=+-@" else name,
                row["elo"],
                *row["elo_interval"],
                *skill,
                row["games"],
                row["win_rate"],
                "" if row["mean_score"] is None else row["mean_score"],
                row["faults"],
            ]
        )
    return file.getvalue()
