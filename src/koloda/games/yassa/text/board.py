# not compiled: text, made for people
"""The table of Yassa in a terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from koloda.core.board import Paint
from koloda.core.texts import section_of
from koloda.games.yassa.text.labels import COLOUR_NAMES, pretty

TEXTS: dict[str, dict[str, str]] = section_of("koloda.games.yassa", "board")
STYLES = {"R": "red", "Y": "yellow", "G": "green", "B": "blue", "W": "magenta"}


def lines(view: Mapping[str, Any], names: Sequence[str], lang: str, paint: Paint, width: int) -> list[str]:
    text = TEXTS[lang]
    me = view["seat"]
    result = [header(view, text, paint, width)]
    column = max(len(name) for name in names)
    for turn in range(view["seats"]):
        seat = ((me or 0) + turn) % view["seats"]
        result.append(player_line(view, seat, names[seat].ljust(column), text, paint))
    label = max(len(text["top"]), len(text["hand"])) + 2
    result += ["", f"  {text['top'].ljust(label)}{top(view, text, lang, paint)}"]
    waiting = notice(view, names, text)
    if waiting:
        result.append(f"  {' ' * label}{paint(waiting, 'bold')}")
    if "shown" in view:
        head = f"  {text['shown'].format(names[view['shown']['seat']])} "
        result += labelled(head, view["shown"]["cards"], paint, width)
    if me is not None:
        result += labelled(f"  {text['hand'].ljust(label)}", view["hand"], paint, width)
    if "drawn" in view:
        drawn = card(view["drawn"], paint) if view["drawn"] else text["nothing"]
        result.append(f"  {' ' * label}{text['drawn'].format(drawn)}")
    return result


def header(view: Mapping[str, Any], text: dict[str, str], paint: Paint, width: int) -> str:
    parts = [
        text["stock"].format(view["stock"]),
        text["discard"].format(len(view["discard"])),
        text["right" if view["direction"] > 0 else "left"],
    ]
    rest = width - sum(len(part) + 4 for part in parts)
    return paint("── ", "dim") + paint(" ── ", "dim").join(parts) + paint(" " + "─" * max(0, rest), "dim")


def player_line(view: Mapping[str, Any], seat: int, name: str, text: dict[str, str], paint: Paint) -> str:
    """Name, cards, who deals, and whether the shout came with the last card laid."""
    count = view["counts"][seat]
    mark = paint("►", "yellow") if seat in view["to_act"] else " "
    backs = paint(("■" * min(count, 20)).ljust(20), "blue")
    notes = []
    if seat == view["seat"]:
        notes.append(text["you"])
    if seat == view["dealer"]:
        notes.append(text["dealer"])
    last = view["last_lay"]
    if last is not None and last["seat"] == seat and last["yassa"]:
        notes.append(paint(text["yassa"], "bold"))
    shown = paint(name, "bold") if seat == view["seat"] else name
    return f"{mark} {shown}  {backs} {count:>2}  {', '.join(notes)}".rstrip()


def top(view: Mapping[str, Any], text: dict[str, str], lang: str, paint: Paint) -> str:
    code, colour = view["top"], view["colour"]
    style = STYLES[colour or "W"]
    if colour is None:
        named = text["open"]
    else:
        named = text["colour"].format(paint(COLOUR_NAMES[lang][colour], f"{style} bold"))
    return f"{paint(f'[{code}]', f'{style} bold')}  {pretty(code[:2], lang)}, {named}"


def notice(view: Mapping[str, Any], names: Sequence[str], text: dict[str, str]) -> str:
    """What waits for an answer."""
    if view["phase"] == "call_window":
        return text["call"].format(names[view["offender"]])
    if view["phase"] == "intervention_window":
        return text["window"]
    if view["phase"].startswith("respond") and view["to_act"]:
        return text[view["effect"]].format(names[view["to_act"][0]])
    return ""


def labelled(head: str, codes: Sequence[str], paint: Paint, width: int) -> list[str]:
    """Cards by colours, the multi-coloured ones on the right, on as many lines as they need."""
    rows: list[str] = []
    row, used, before = "", 0, ""
    for code in codes:
        gap = "" if not used else " " if code[0] == before else "   "
        if used + len(gap) + len(code) > width - len(head):
            rows.append(row)
            row, used, gap = "", 0, ""
        row += gap + card(code, paint)
        used += len(gap) + len(code)
        before = code[0]
    rows.append(row)
    return [(head if number == 0 else " " * len(head)) + row for number, row in enumerate(rows)]


def card(code: str, paint: Paint) -> str:
    return paint(code, STYLES[code[0]])


KEYS = {
    "draw": "d",
    "pass": "p",
    "accept": "a",
    "challenge": "c",
    "ready": "y",
    "call": "o",
    "silent": "s",
    "decline": "n",
}


def keys(legal: Sequence[str]) -> dict[str, str]:
    """A letter for each word; "!" for the shout if there is only one card to lay with it."""
    result = {KEYS[text]: text for text in legal if text in KEYS}
    shouted = [text for text in legal if text.endswith("!")]
    if len(shouted) == 1:
        result["!"] = shouted[0]
    return result
