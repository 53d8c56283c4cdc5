"""The results of a tournament as one page for a browser, with every game played back on its table.

The file needs nothing beside it. Names and what programs print are hostile: they come into the page as JSON
with `<` written as an escape, or packed, and the script sets them as text only.
"""

from __future__ import annotations

import base64
import html
import json
import re
import zlib
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.resources import files
from typing import Any

from koloda.arena.html_texts import TEXTS
from koloda.arena.printable import printable
from koloda.arena.replays import packed_replay
from koloda.arena.tournament import Outcome, Plan
from koloda.games import game as game_by_id

PLAYER = "table/static/player.html"  # by the build of the browser client
EMBEDDED = 12 << 20  # bytes of games in the page itself; more go into pages beside it
PER_PAGE = 8 << 20


class Page:
    """report.html, and where there are very many games further pages with them."""

    def __init__(self, plan: Plan, facts: dict[str, Any], outcomes: Iterable[Outcome], lang: str) -> None:
        self.texts = TEXTS[lang]
        self.lang = lang
        game = game_by_id(plan.game)
        self.data: dict[str, Any] = {
            "texts": self.texts,
            "facts": {**facts, "seed": str(facts["seed"])},  # too large for a number of JavaScript
            "names": [printable(name) for name in plan.bots],
            "game": game.names.get(lang, game.id),
            "games": [
                [each.number, list(each.line_up), list(each.places), each.length, len(each.faults)]
                for each in outcomes
            ],
            "sides": plan.sides,
            "replayable": plan.records and bool(player()),
        }
        for row in self.data["facts"]["faults"]:
            row["first"] = printable(row["first"])
            row["standard_error"] = [printable(line) for line in row["standard_error"]]

    def files(self, entries: Iterable[dict[str, Any]]) -> Iterator[tuple[str, str]]:
        """(name, text) of the pages; the report comes last, when it is known where its games are."""
        if not self.data["replayable"]:
            yield "report.html", self.page({}, {})
            return
        parts: list[dict[int, str]] = [{}]
        size = 0
        for entry in entries:
            text = packed_replay(entry, self.lang)
            limit = EMBEDDED if len(parts) == 1 else PER_PAGE
            if size + len(text) > limit and parts[-1]:
                if len(parts) > 1:
                    yield f"games-{len(parts) - 1}.html", self.page(parts[-1], {})
                    parts[-1] = dict.fromkeys(parts[-1], "")
                parts.append({})
                size = 0
            parts[-1][int(entry["tournament"]["number"])] = text
            size += len(text)
        if len(parts) > 1:
            yield f"games-{len(parts) - 1}.html", self.page(parts[-1], {})
        elsewhere = {
            number: f"games-{place}.html" for place, part in enumerate(parts) if place for number in part
        }
        yield "report.html", self.page(parts[0], elsewhere)

    def page(self, games: dict[int, str], elsewhere: dict[int, str]) -> str:
        filled = {
            "LANG": self.lang,
            "TITLE": html.escape(f"{self.data['game']}: {self.texts['title']}"),
            "NOSCRIPT": html.escape(self.texts["noscript"]),
            "STYLE": part("report.css"),
            "DATA": embedded({**self.data, "elsewhere": elsewhere}),
            "GAMES": embedded(games),
            "PLAYER": player() if games else "",
            "SCRIPT": part("report.js"),
        }
        # in one pass: nothing that is filled in is looked through for further places
        return re.sub("@([A-Z_]+)@", lambda place: filled[place[1]], part("report.html"))


def embedded(value: object) -> str:
    """JSON inside of a page: no text in it can end its element."""
    text = json.dumps(value, separators=(",", ":"), ensure_ascii=True)
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


@cache
def part(name: str) -> str:
    return (files("koloda.arena") / "html" / name).read_text("utf-8")


@cache
def player() -> str:
    """The replay of the browser client, packed; empty without a client."""
    try:
        page = (files("koloda") / PLAYER).read_bytes()
    except OSError:
        return ""
    return base64.b64encode(zlib.compress(page, 9)).decode("ascii")
