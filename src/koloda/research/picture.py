"""A view as an SVG picture, with the cards that the browser client draws.

The picture is made from a view alone, so that it can hold no secret. It lists what the view has, entry by
entry: an entry with cards by these alone, any other in words. Without a built client cards are plain ones
with their code.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from functools import cache
from html import escape
from importlib.resources import files
from typing import Any, NamedTuple

from koloda.core.game import Game

DRAWN = "table/static/faces.json"  # by the build of the browser client
WIDTH = 960
LEFT, CARD, TALL, GAP, LINE = 150, 60, 84, 6, 18
IN_A_ROW = (WIDTH - LEFT) // (CARD + GAP)
BACK = "??"
OUTER = re.compile(r"^<svg\b[^>]*>(.*)</svg>$", re.DOTALL)
VARIABLE = re.compile(r"var\(--[\w-]+,\s*([^()]+)\)")
PLAIN = (
    '<rect x="1" y="1" width="98" height="138" rx="9" fill="#fffdf8" stroke="#b9b2a3"/>'
    '<text x="50" y="80" font-size="30" text-anchor="middle" fill="#16191f">{}</text>'
)


class Row(NamedTuple):
    """One entry of a view."""

    label: str
    cards: list[str]
    text: str


@cache
def drawings() -> dict[str, Any]:
    """By game; empty without a client."""
    try:
        found: dict[str, Any] = json.loads((files("koloda") / DRAWN).read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return found


def picture(game: Game, view: Mapping[str, Any]) -> str:
    """The view as the text of an SVG file."""
    drawn = drawings().get(game.id, {"style": "", "cards": {}})
    codes = {*game.codes, *drawn["cards"], BACK}
    parts: list[str] = []
    used: dict[str, int] = {}
    top = LINE
    for row in rows(view, codes):
        parts.append(f'<text x="12" y="{top + 12}" class="label">{escape(row.label)}</text>')
        parts.append(f'<text x="{LEFT}" y="{top + 12}">{escape(row.text)}</text>')
        for place, code in enumerate(row.cards):
            x, y = LEFT + place % IN_A_ROW * (CARD + GAP), top + place // IN_A_ROW * (TALL + GAP)
            number = used.setdefault(code, len(used))
            parts.append(f'<use href="#card{number}" x="{x}" y="{y}" width="{CARD}" height="{TALL}"/>')
        lines = -(-len(row.cards) // IN_A_ROW)
        top += lines * (TALL + GAP) or LINE
    symbols = [symbol(number, code, drawn["cards"].get(code)) for code, number in used.items()]
    style = VARIABLE.sub(r"\1", drawn["style"]).replace("<", "")
    size = f'viewBox="0 0 {WIDTH} {top + LINE}" width="{WIDTH}" height="{top + LINE}"'
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="sans-serif" font-size="13">',
            f"<style>.label {{ fill: #5b6472; }}\n{style}</style>",
            '<rect width="100%" height="100%" fill="#f4f1ea"/>',
            *symbols,
            *parts,
            "</svg>",
        ]
    )


def symbol(number: int, code: str, drawing: str | None) -> str:
    found = OUTER.match(drawing) if drawing else None
    inside = found[1] if found else PLAIN.format(escape(code))
    return f'<symbol id="card{number}" viewBox="0 0 100 140">{inside}</symbol>'


def rows(view: Mapping[str, Any], codes: set[str]) -> Iterator[Row]:
    """The entries of a view; what belongs to the seats and has cards gets a row for each of them."""
    seats = view.get("seats")
    for key, value in view.items():
        if value is None or value == [] or value == {}:
            continue
        if isinstance(value, list) and len(value) == seats and any(map(is_nested, value)):
            for seat, part in enumerate(value):
                if part:
                    yield row(f"{key}, seat {seat}", part, codes)
        else:
            yield row(key, value, codes)


def is_nested(value: object) -> bool:
    return isinstance(value, list | dict)


def row(label: str, value: Any, codes: set[str]) -> Row:
    found = list(cards_of(value, codes)) if is_nested(value) or value in codes else []
    if not found:
        text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
        return Row(label, [], text[:120])
    return Row(label, found, "")


def cards_of(value: Any, codes: set[str]) -> Iterator[str]:
    if isinstance(value, str):
        if value in codes:
            yield value
    elif isinstance(value, Mapping):
        for part in value.values():
            yield from cards_of(part, codes)
    elif isinstance(value, list | tuple):
        for part in value:
            yield from cards_of(part, codes)
