# not compiled: text, made for people
"""A table as lines of text: from a layout, or else from whatever a view has."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from koloda.core.layout import BACK, Face, Zone

if TYPE_CHECKING:
    from koloda.core.game import Game

Paint = Callable[[str, str], str]  # (text, style): paint("trump", "bold red")


def plain_board(
    game: Game, view: Mapping[str, Any], names: Sequence[str], lang: str, paint: Paint, width: int
) -> list[str]:
    """The zones of the game's layout; where it has none, the view's keys and values."""
    layout = game.layout(view, lang)
    if layout is None:
        return view_lines(view, paint, width)
    lines = []
    for owner in (None, *range(len(names))):
        zones = [zone for zone in layout["zones"] if zone.get("seat") == owner]
        indent = ""
        if zones and owner is not None:
            lines.append(paint(names[owner], "bold"))
            indent = "  "
        for zone in zones:
            lines += zone_lines(zone, layout["faces"], indent, paint, width)
    if "asked" in layout:
        lines += textwrap.wrap(layout["asked"], width)
    return lines


def zone_lines(zone: Zone, faces: Mapping[str, Face], indent: str, paint: Paint, width: int) -> list[str]:
    cards = zone.get("cards", [])
    hidden = cards.count(BACK)
    shown = [face_text(faces[code]) for code in cards if code != BACK]
    parts = [f"[{hidden}]"] if hidden else []
    parts += shown
    if "count" in zone:
        parts.append(str(zone["count"]))
    if "text" in zone:
        parts.append(zone["text"])
    title = f"{zone['title']}:"
    text = textwrap.wrap(f"{title} {' '.join(parts) or '-'}", width - len(indent), subsequent_indent="    ")
    return [indent + text[0].replace(title, paint(title, "dim"), 1), *(indent + line for line in text[1:])]


def face_text(face: Face) -> str:
    return face["label"] + face.get("sign", "")


def view_lines(view: Mapping[str, Any], paint: Paint, width: int) -> list[str]:
    """Any view, as its keys and values."""
    lines = []
    for key, value in view.items():
        if key not in ("game", "seat", "seats") and value not in (None, [], {}):
            text = textwrap.wrap(f"{key}: {written(value)}", width, subsequent_indent="    ")
            lines += [text[0].replace(f"{key}:", paint(f"{key}:", "dim"), 1), *text[1:]]
    return lines


def written(value: object) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {written(part)}" for key, part in value.items())
    if isinstance(value, Sequence) and not isinstance(value, str):
        nested = any(isinstance(part, Mapping | list | tuple) for part in value)
        return ("; " if nested else " ").join(written(part) for part in value) or "-"
    return "-" if value is None else str(value)
