# not compiled: text, made for people
"""The table of Flights in a terminal."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from koloda.core.board import Paint
from koloda.core.texts import section_of
from koloda.games.flights.cards import COLOURS

TEXTS: dict[str, dict[str, str]] = section_of("koloda.games.flights", "board")
STYLES = {"R": "red", "B": "blue", "G": "green", "Y": "bold yellow", "O": "yellow", "V": "magenta"}

Card = Callable[[str], str]


def lines(view: Mapping[str, Any], names: Sequence[str], lang: str, paint: Paint, width: int) -> list[str]:
    text: dict[str, Any] = TEXTS[lang]

    def card(code: str) -> str:
        return paint(code, STYLES.get(code[0], "cyan") if code not in ("DP", "XU") else "cyan")

    result = [header(view, text, paint, width), "  " + legend(view, text, paint)]
    me = view["seat"]
    column = max(len(name) for name in names)
    for turn in range(view["seats"]):
        seat = ((me or 0) + turn) % view["seats"]
        result += player_lines(view, seat, names[seat].ljust(column), text, card, paint)
    result.append("")
    label = max(len(text["table"]), len(text["order"]), len(text["hand"])) + 2
    if view["order"]:
        result.append(f"  {text['order']:<{label}}{taking_order(view, names, paint)}")
        laid = [(card(entry["card"]), names[entry["laid_by"]]) for entry in view["table"]]
        table = "   ".join(f"{code} {paint(f'({owner})', 'dim')}" for code, owner in laid)
        result.append(f"  {text['table']:<{label}}{table or paint('–', 'dim')}")
    if me is not None:
        hand = "   ".join(map(card, view["hand"]))
        if view["laid"]:
            sealed = text["sealed"].format(view["laid"]["card"], view["laid"]["flight"])
            hand += paint(f"   ({sealed})", "dim")
        result.append(f"  {text['hand']:<{label}}{hand}")
    return result


def header(view: Mapping[str, Any], text: dict[str, Any], paint: Paint, width: int) -> str:
    parts = [
        text["round"].format(view["round"]),
        text["pile"].format(view["draw_pile"]),
        text["discard"].format(len(view["discard"])),
    ]
    rest = width - sum(len(part) + 4 for part in parts)
    return paint("── ", "dim") + paint(" ── ", "dim").join(parts) + paint(" " + "─" * max(0, rest), "dim")


def legend(view: Mapping[str, Any], text: dict[str, Any], paint: Paint) -> str:
    """The letters of the colours in play."""
    colours = (
        f"{paint(code, STYLES[code])} {text['colours'][COLOURS.index(code)]}" for code in view["colours"]
    )
    return "  ".join(colours)


def player_lines(
    view: Mapping[str, Any], seat: int, name: str, text: dict[str, Any], card: Card, paint: Paint
) -> list[str]:
    """Who he is and what he has left; below it the row of his cities, the last one on the right."""
    mark = paint("►", "yellow") if seat in view["to_act"] else " "
    notes = [text["you"]] if seat == view["seat"] else []
    notes += [text["first"]] if seat == view["first"] else []
    notes += [text["laid"]] if view["committed"][seat] else []
    if view["exchange"] and seat in view["to_act"]:
        notes.append(text["exchange"].format(view["exchange"]))
    if view["scores"]:
        notes.append(text["points"].format(view["scores"][seat]))
    flights = " ".join(str(flight) if flight in view["flights"][seat] else "·" for flight in range(1, 7))
    backs = paint("■" * view["counts"][seat], "blue") + " " * (3 - view["counts"][seat])
    shown = paint(name, "bold") if seat == view["seat"] else name
    top = f"{mark} {shown}  {backs}  {paint(text['flights'], 'dim')} {flights}  {', '.join(notes)}"
    row = view["collections"][seat]
    cities = " ".join(f"[{card(city)}]" for city in row) or paint(text["empty"], "dim")
    held = {city[0] for city in row}
    lacking = [colour for colour in view["colours"] if colour not in held]
    state = text["lacks"].format(" ".join(lacking)) if lacking else text["complete"]
    return [top.rstrip(), f"      {cities}   {paint(state, 'dim' if lacking else 'bold green')}"]


def taking_order(view: Mapping[str, Any], names: Sequence[str], paint: Paint) -> str:
    """The players by their bids; who has taken is dim."""
    parts = []
    for turn, seat in enumerate(view["order"]):
        done = view["turn"] is None or turn < view["turn"]
        entry = f"{names[seat]} F{view['bids'][seat]}"
        parts.append(paint(entry, "dim" if done else "bold" if turn == view["turn"] else ""))
    return " → ".join(parts)
