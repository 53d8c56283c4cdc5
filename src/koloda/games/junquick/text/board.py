# not compiled: text, made for people
"""The table of JunQuick in a terminal."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from typing import Any

from koloda.core.board import Paint
from koloda.core.texts import section_of
from koloda.games.junquick.text.labels import Names, pretty

TEXTS: dict[str, dict[str, str]] = section_of("koloda.games.junquick", "board")
KEYS = {
    "pass": "p",
    "wait": "w",
    "hys": "y",
    "stop": "s",
    "done": "d",
    "ready": "d",
    "redraw": "n",
    "say truth": "t",
    "say lie": "f",
}
LABEL = 11  # columns


def keys(legal: Sequence[str]) -> dict[str, str]:
    return {KEYS[text]: text for text in legal if text in KEYS}


def lines(
    titles: Names, view: Mapping[str, Any], names: Sequence[str], lang: str, paint: Paint, width: int
) -> list[str]:
    text = TEXTS[lang]

    def card(code: str) -> str:
        return paint(code, style(code))

    def row(title: str, parts: Sequence[str], plain: Sequence[str]) -> list[str]:
        return wrapped(title, parts, plain, width)

    result = [header(view, text, paint, width)]
    column = max(len(name) for name in names)
    me = view["seat"]
    for turn in range(view["seats"]):
        seat = ((me or 0) + turn) % view["seats"]
        result.append(player_line(view, seat, names[seat].ljust(column), text, paint))
        seen = view.get("known_hands", [[]] * view["seats"])[seat]
        if seen:
            result.append(f"    {' ' * column}  {paint(text['seen'], 'dim')} {' '.join(map(card, seen))}")
    result.append("")
    pile = view["pile"]
    shown = [f"{entry['card']}{value(entry)}" for entry in pile]
    marks = [f"@{entry['seat']}" for entry in pile]
    result += row(
        text["pile"],
        [card(code) + paint(mark, "dim") for code, mark in zip(shown, marks, strict=True)],
        [code + mark for code, mark in zip(shown, marks, strict=True)],
    )
    if view["phase"] in ("gather", "freeze", "liar_lay", "liar_guess", "response", "chief"):
        result.append(" " * (LABEL + 2) + paint(surface(titles, view, text, lang), "yellow"))
    for line in details(titles, view, names, text, lang):
        result += textwrap.wrap(line, width, subsequent_indent=titled(""), drop_whitespace=True)
    if me is not None:
        for title, codes in (
            ("home", [" ".join(pack) for pack in view["homes"][me]]),
            ("own_nest", view["nest"]),
            ("hand", view["hand"]),
            ("put", view.get("put", [])),
        ):
            if codes or title == "hand":
                result += row(text[title], [card(code) for code in codes], codes)
        if view["choice"]:
            result.append(titled(text["sealed"]) + ", ".join(view["choice"]))
    return result


def header(view: Mapping[str, Any], text: dict[str, str], paint: Paint, width: int) -> str:
    parts = [
        text["round"].format(view["round"]),
        text["deck"].format(view["deck"]),
        text["discard"].format(len(view["discard"])),
        text["viruses"].format(view["virus_deck"]),
    ]
    rest = width - sum(len(part) + 4 for part in parts)
    return paint("── ", "dim") + paint(" ── ", "dim").join(parts) + paint(" " + "─" * max(0, rest), "dim")


def player_line(view: Mapping[str, Any], seat: int, name: str, text: dict[str, str], paint: Paint) -> str:
    """Seat, name, cards in hand and nest, packs, viruses, and what the player is in this round."""
    mark = paint("►", "yellow") if seat == view["to_act"] else " "
    count = view["hands"][seat]
    notes = []
    if seat == view["seat"]:
        notes.append(text["you"])
    if seat == view["fp"]:
        notes.append(text["first"])
    if seat == view["top"]:
        notes.append(paint(text["top"], "green"))
    if seat not in view["in_round"] and view["pile"]:
        notes.append(paint(text["out"], "dim"))
    line = f"{mark} {seat} {paint(name, 'bold') if seat == view['seat'] else name}  "
    line += paint(("■" * min(count, 9)).ljust(9), "blue")
    line += f" {text['nest'].format(view['nests'][seat])}  {text['packs'].format(len(view['homes'][seat]))}  "
    prices = "".join(code[1] for code in view["viruses"][seat])
    line += " ".join(filter(None, [paint(f"V{prices}", "red") if prices else "", ", ".join(notes)]))
    return line.rstrip()


def surface(titles: Names, view: Mapping[str, Any], text: dict[str, str], lang: str) -> str:
    """What the next card has to match."""
    name = view["surface"]
    if name == "OPEN":
        return text["free" if view["pile"] else "empty"]
    if name in ("N1", "N2", "N3"):
        return text["above"].format(name[1])
    return text["chief"].format(pretty(titles, "J4" if name == "N4" else name, lang))


def details(
    titles: Names, view: Mapping[str, Any], names: Sequence[str], text: dict[str, str], lang: str
) -> list[str]:
    """The lines that are only sometimes needed: aside, freeze, the Fibber's game, instants."""
    result = []
    if view["last"]:
        last = view["last"]
        sentence = text["last" if last["in_force"] else "cancelled"]
        title = titled(text["aside"] if view["aside"] else "")
        result.append(title + sentence.format(pretty(titles, last["card"], lang), names[last["seat"]]))
    if view["freeze"]:
        freeze = view["freeze"]
        result.append(titled("") + text["frozen"].format(names[freeze["seat"]], freeze["left"]))
    if view["duel"]:
        duel = view["duel"]
        claim = ", ".join(pretty(titles, name, lang) for name in duel["claim"]) or "–"
        sides = (names[duel["seat"]], names[duel["opponent"]])
        result.append(titled("") + text["duel"].format(*sides, duel["cards"], claim))
    if view["instants"]:
        laid = ", ".join(pretty(titles, entry["card"], lang) for entry in view["instants"])
        result.append(titled(text["instants"]) + laid)
    return result


def value(entry: dict[str, Any]) -> str:
    return f"={entry['value']}" if entry["card"] == "EV" else ""


def titled(title: str) -> str:
    return f"  {title.ljust(LABEL)}"


def wrapped(title: str, parts: Sequence[str], plain: Sequence[str], width: int) -> list[str]:
    """Parts in lines that are no wider than the terminal, measured without colours."""
    result = [titled(title)]
    used = len(result[0])
    for part, bare in zip(parts, plain, strict=True):
        if used + len(bare) > width:
            result.append(titled(""))
            used = len(result[-1])
        result[-1] += part + "  "
        used += len(bare) + 2
    return [line.rstrip() for line in result]


def style(code: str) -> str:
    """Nominals plain, property cards cyan, influence cards magenta, viruses and instants red."""
    if code[0] == "J":
        return "bold"
    if code[:2] in ("L1", "L2", "L3", "L4", "T1", "T2", "T3", "T4", "G3", "DM"):
        return "cyan"
    if code[0] == "V" or code in ("BT", "EM", "IM", "DP"):
        return "red"
    return "magenta"
