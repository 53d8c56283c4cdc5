"""The results as one page for a browser: standings, cross table, faults, and every game played back.

The file needs nothing beside it. Names and what programs print are hostile: they come into the page as JSON,
with `<` written as an escape, and the script sets them as text only.
"""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from typing import Any

from koloda.arena.contest.advice import advise
from koloda.arena.contest.html_texts import TEXTS
from koloda.arena.contest.results import interval
from koloda.arena.contest.tournament import Fixture, Plan
from koloda.arena.contest.transcript import Replay
from koloda.arena.printable import printable

# what happens on the table, in the words of the state's events
STEPS = {"trump", "draw", "round", "move", "add", "beat", "take", "out", "taken", "beaten off"}
DRAWN = "table/static/cards.json"  # by the build of the browser client


def html_report(plan: Plan, facts: dict[str, Any], records: Iterable[dict[str, Any]], lang: str) -> str:
    """The page for the summary of a contest and the records of its games."""
    texts = TEXTS[lang]
    schedule = {fixture.number: fixture for fixture in plan.schedule()}
    games = [game_facts(record, schedule[record["number"]], lang) for record in records]
    drawings = cards()
    data = {
        "texts": texts,
        "programs": [printable(name) for name in facts["programs"]],
        "seed": str(facts["seed"]),  # too large for a number of JavaScript
        "standings": [with_rate(row, facts["matches"]) for row in facts["standings"]],
        "matches": facts["matches"],
        "games": games,
        "sandbox": facts["sandbox"],
        "gaps": [texts[f"gap_{key}"] for key in facts["not_enforced"]],
        "missing": len(schedule) - len(games),
    }
    filled = {
        "LANG": lang,
        "TITLE": html.escape(texts["title"]),
        "NOSCRIPT": html.escape(texts["noscript"]),
        "CARD_STYLE": drawings["style"],
        "DATA": embedded(data),
        "CARDS": embedded(drawings["cards"]),
        "SCRIPT": part("report.js"),
    }
    # in one pass: nothing that is filled in is looked through for further places
    return re.sub("@([A-Z_]+)@", lambda place: filled[place[1]], part("report.html"))


def embedded(value: object) -> str:
    """JSON inside of a page: no text in it can end its element."""
    text = json.dumps(value, separators=(",", ":"), ensure_ascii=True)
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def part(name: str) -> str:
    return (files("koloda.arena.contest") / "html" / name).read_text("utf-8")


@cache
def cards() -> dict[str, Any]:
    """The drawings of the browser client; without a client cards are plain."""
    try:
        found: dict[str, Any] = json.loads((files("koloda") / DRAWN).read_text("utf-8"))
    except (OSError, ValueError):
        return {"style": "", "cards": {}}
    return found


def with_rate(row: dict[str, Any], matches: list[dict[str, Any]]) -> dict[str, Any]:
    """A standing with the games that count and the interval of its win rate."""
    counted = sum(each["games"] - each["void"] for each in matches if row["number"] in each["programs"])
    return {**row, "games": counted, "interval": list(interval(row["points"], counted))}


def game_facts(record: dict[str, Any], fixture: Fixture, lang: str) -> dict[str, Any]:
    """One game as the page needs it."""
    replay = Replay(record)
    for _ in replay.steps():
        pass
    verdict = record["verdict"]
    steps = [
        [event.kind, *event.full] for event in replay.state.events if event.kind in STEPS and record["rounds"]
    ]
    facts: dict[str, Any] = {
        "n": fixture.number,
        "t": list(fixture.teams),
        "deal": fixture.deal,
        "w": None if verdict["winner"] is None else verdict["winner"] - 1,
        "r": verdict["reason"],
        "steps": [[each[0], each[1]] if each[0] == "trump" else each for each in steps],
    }
    if verdict["reason"] == "fault":
        advice = [printable(line) for line in advise(record, replay.state, lang=lang)]
        facts |= {"code": verdict["code"], "seat": verdict["seat"], "advice": advice}
    return facts
