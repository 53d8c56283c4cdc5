# not compiled: text, made for people
"""The table of Durak in a terminal."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from koloda.core.board import Paint
from koloda.core.texts import section_of
from koloda.games.durak.cards import RANKS
from koloda.games.durak.text.labels import pretty

TEXTS: dict[str, dict[str, str]] = section_of("koloda.games.durak", "board")

SIDE, ROLE = 8, 12  # columns


def lines(view: Mapping[str, Any], names: Sequence[str], lang: str, paint: Paint, width: int) -> list[str]:
    text = TEXTS[lang]
    trump = view["trump"]

    def card(code: str) -> str:
        return paint(pretty(code), suit_style(code[1]) + (" bold" if code[1] == trump else ""))

    result = [header(view, text, paint, width)]
    me = view["seat"]
    column = max(len(name) for name in names)
    for turn in range(view["seats"]):
        seat = ((me or 0) + turn) % view["seats"]
        result.append(player_line(view, seat, names[seat].ljust(column), text, card, paint))
    label = max(len(text["table"]), len(text["hand"]), column) + 2  # cards begin below the backs
    pairs = [
        card(pair["card"]) + (paint("/", "dim") + card(pair["beaten_by"]) if pair["beaten_by"] else "")
        for pair in view["table"]
    ]
    table = "   ".join(pairs) or paint(text["empty"], "dim")
    room = view["limit"] - len(pairs)
    if pairs and room > 0:
        table += paint(f"   ({text['room'].format(room)})", "dim")
    result += ["", f"  {text['table'].ljust(label)}{table}"]
    if me is not None:
        result.append(f"  {text['hand'].ljust(label)}{hand(view['hand'], trump, card)}")
    return result


def header(view: Mapping[str, Any], text: dict[str, str], paint: Paint, width: int) -> str:
    sign = pretty(view["trump"])
    under = view["bottom"]
    parts = [
        text["round"].format(view["round"]),
        text["trump"].format(sign),
        text["under"].format(view["stock"], pretty(under)) if under else text["stock"].format(view["stock"]),
        text["discard"].format(len(view["discard"])),
    ]
    rest = width - sum(len(part) + 4 for part in parts)
    parts[1] = parts[1].replace(sign, paint(sign, suit_style(view["trump"]) + " bold"))
    return paint("── ", "dim") + paint(" ── ", "dim").join(parts) + paint(" " + "─" * max(0, rest), "dim")


def player_line(
    view: Mapping[str, Any],
    seat: int,
    name: str,
    text: dict[str, str],
    card: Callable[[str], str],
    paint: Paint,
) -> str:
    """Name, cards, what the player does in this round, and the cards of his that everybody has seen."""
    count = view["counts"][seat]
    role = ""
    if seat in view["out"]:
        role = text["out"]
    elif view["phase"] != "over" and seat == view["attacker"]:
        role = text["attacks"]
    elif view["phase"] != "over" and seat == view["defender"]:
        role = text["takes" if view["taking"] else "defends"]
    side = ""
    if seat == view["seat"]:
        side = text["you"]
    elif view["mode"] == "team" and view["seat"] is not None and (seat - view["seat"]) % 2 == 0:
        side = text["partner"]
    mark = paint("►", "yellow") if seat == view["to_act"] else " "
    backs = paint(("■" * min(count, 12)).ljust(12), "blue")
    line = f"{mark} {paint(name, 'bold') if seat == view['seat'] else name}  {backs} {count:>2}  "
    line += f"{side:<{SIDE}} {role:<{ROLE}}"
    if seat != view["seat"] and view["known"][seat]:
        line += f" {paint(text['seen'], 'dim')} {' '.join(map(card, view['known'][seat]))}"
    return line.rstrip()


def hand(codes: Sequence[str], trump: str, card: Callable[[str], str]) -> str:
    """A hand as one holds it: by suits, red and black in turn, trumps on the right."""
    suits = [suit for suit in "SHCD" if suit != trump] + [trump]
    groups = []
    for suit in suits:
        ranks = sorted((code for code in codes if code[1] == suit), key=lambda code: RANKS.index(code[0]))
        if ranks:
            groups.append(" ".join(map(card, ranks)))
    return "   ".join(groups)


def suit_style(suit: str) -> str:
    return "red" if suit in "HD" else ""


def keys(legal: Sequence[str]) -> dict[str, str]:
    return {text[0]: text for text in legal if text in ("take", "pass")}
