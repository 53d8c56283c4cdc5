# not compiled: text, made for people
"""Events as sentences."""

from __future__ import annotations

from collections.abc import Sequence

from koloda.core.texts import section_of
from koloda.games.junquick.text.labels import Names, join, pretty

EVENTS: dict[str, dict[str, str]] = section_of("koloda.games.junquick", "events")
# which details of an event are seats; everything else is a card, a list of cards or a number
SEATS = {
    "round": (1,),
    "act": (0, 2),
    "stolen": (0, 1),
    "robbed": (0, 1),
    "crashed": (0, 1),
    "gift": (0, 1),
    "taken": (0, 1),
    "battle": (),
    "instant": (),
    "moved": (),
    "over": (),
    "virus deck": (),
    "window": (),
}


def event_text(titles: Names, event: tuple[object, ...], names: Sequence[str], lang: str) -> str:
    """An event as a seat sees it, as a sentence."""
    kind, *details = event
    texts = EVENTS[lang]
    key = str(kind)
    if key in ("hysteria", "say", "shown", "moved", "lay", "window", "over"):
        key = variant(key, details)
    if kind == "battle":
        cards, winner = details
        assert isinstance(cards, tuple)
        laid = ", ".join(f"{names[seat]} {pretty(titles, code, lang)}" for seat, code in cards)
        if winner is None:
            return texts["battle_draw"].format("", laid)
        return texts["battle"].format(names[int(str(winner))], laid)
    if kind == "draw" and not details[1]:
        key = "draw_none"
    if kind == "won" and details[0] is None:
        return texts["won_nobody"]
    seats = SEATS.get(str(kind), (0,))
    shown = [
        names[int(str(detail))] if place in seats else detail_text(titles, detail, lang)
        for place, detail in enumerate(details)
    ]
    return texts[key].format(*shown)


def variant(kind: str, details: Sequence[object]) -> str:
    """Which sentence of several an event of this kind takes."""
    if kind == "hysteria":
        return "hysteria_redo" if details[2] else "hysteria_undo"
    if kind == "say":
        return "say_truth" if details[1] else "say_lie"
    if kind == "shown":
        return "shown_true" if details[2] else "shown_false"
    if kind == "moved":
        return "moved_again" if details[1] == "taker" else "moved_back"
    if kind == "lay":
        return "lay_as" if details[1] == "EV" else "lay"
    return f"{kind}_{details[0]}"


def detail_text(titles: Names, detail: object, lang: str) -> str:
    texts = EVENTS[lang]
    if isinstance(detail, tuple):
        if detail and set(detail) == {"??"}:
            return texts["hidden"] if len(detail) == 1 else texts["hidden_many"].format(len(detail))
        return join(titles, detail, lang)
    if detail == "??":
        return texts["hidden"]
    return pretty(titles, detail, lang) if isinstance(detail, str) else str(detail)
