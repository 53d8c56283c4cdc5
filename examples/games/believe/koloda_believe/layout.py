"""The table, from a view: the pile in the middle, the hands around it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from koloda.core.layout import BACK, Layout, Zone
from koloda_believe.actions import DECK
from koloda_believe.text import ZONES


def layout(view: Mapping[str, Any], lang: str) -> Layout:
    words = ZONES[lang]
    backs = [BACK] * sum(lay["count"] for lay in view["pile"])
    zones: list[Zone] = [{"id": "pile", "kind": "pile", "title": words["pile"], "cards": backs}]
    if view["pile"]:
        last = view["pile"][-1]
        claim = words["claims"].format(last["count"], DECK.pretty(view["rank"]))
        zones += [
            {"id": "rank", "kind": "note", "title": words["named"], "text": DECK.pretty(view["rank"])},
            {"id": "claim", "kind": "note", "title": words["claim"], "seat": last["seat"], "text": claim},
        ]
    elif view["shown"] is not None:
        title = words["honest" if view["shown"]["honest"] else "lie"]
        zones.append({"id": "shown", "kind": "row", "title": title, "cards": view["shown"]["cards"]})
    opened = view.get("open")  # a replay with open cards
    for seat, count in enumerate(view["counts"]):
        own = seat == view["seat"]
        hand = [BACK] * count
        if own:
            hand = by_rank(view["hand"])
        elif opened is not None:
            hand = by_rank(opened["hands"][seat])
        zones.append(
            {"id": f"hand{seat}", "kind": "hand", "title": words["hand"], "seat": seat, "cards": hand}
        )
        seen = [code for lay in view.get("mine", []) for code in lay] if own else view["known"][seat]
        title = words["mine" if own else "known"]
        if seen:
            zones.append(
                {"id": f"seen{seat}", "kind": "row", "title": title, "seat": seat, "cards": by_rank(seen)}
            )
    if view.get("puts"):
        zones.append(
            {"id": "puts", "kind": "row", "title": words["puts"], "seat": view["seat"], "cards": view["puts"]}
        )
    found: Layout = {
        "zones": zones,
        "faces": DECK.faces([code for zone in zones for code in zone.get("cards", [])], lang),
    }
    if view["seat"] is not None and view["to_act"] == view["seat"]:
        key = view["phase"] if not view["puts"] else f"{view['phase']}_more"
        if view["puts"]:
            found["back"] = f"back {view['puts'][-1]}"
        found["asked"] = words[key].format(DECK.pretty(view["rank"] or ""))
    return found


def by_rank(codes: list[str]) -> list[str]:
    """Only the rank matters in this game."""
    return sorted(codes, key=lambda code: DECK.ranks.index(code[0]))
