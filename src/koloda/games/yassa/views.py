"""What a seat may know of a round, and everything of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from koloda.games.yassa.actions import (
    AFTER_DRAW,
    CALL_WINDOW,
    DRAWS_FOUR,
    EFFECTS,
    INTERVENTION_WINDOW,
    OVER,
    PHASES,
)
from koloda.games.yassa.cards import CODES, COLOURS, OPEN, codes
from koloda.games.yassa.notation import top_text

if TYPE_CHECKING:
    from koloda.games.yassa.state import YassaState


def seats_in(s: YassaState, mask: int) -> list[int]:
    return [seat for seat in range(s.seats) if mask >> seat & 1]


def public(s: YassaState) -> dict[str, Any]:
    """What everybody knows."""
    over = s.phase == OVER
    last = None
    if s.layer >= 0:
        last = {"seat": int(s.layer), "yassa": s.shouted}
    view: dict[str, Any] = {
        "game": "yassa",
        "seats": int(s.seats),
        "phase": PHASES[s.phase],
        "to_act": seats_in(s, s.pending),
        "dealer": int(s.dealer),
        "direction": int(s.direction),
        "top": top_text(s.top, s.colour),
        "colour": None if s.colour == OPEN else COLOURS[s.colour],
        "effect": EFFECTS[s.effect],
        "last_lay": last,
        "offender": int(s.unsaid) if s.phase == CALL_WINDOW else None,
        "counts": [int(size) for size in s.sizes],
        "stock": int(len(s.stock) - s.taken),
        "discard": [CODES[card] for card in s.discard],
        "mistakes": int(s.mistakes),
        "steps": int(s.steps),
        "scoring": "own_points" if s.rules.own_points else "winner_takes",
        "realtime": s.rules.realtime,
        "shouting": not s.rules.auto,
    }
    if over:
        view["winner"] = int(s.winner) if s.winner >= 0 else None
        view["hands"] = [codes(s.held[seat], s.more[seat]) for seat in range(s.seats)]
        view["hand_points"] = s.hand_points()
        view["scores"] = [int(score) for score in s.scores()]
    return view


def observed(s: YassaState, seat: int | None) -> dict[str, Any]:
    view = public(s)
    view["seat"] = seat
    shown = s.shown_to >> seat & 1 if seat is not None else s.rules.reveal_all and s.shown_to
    if shown:
        view["shown"] = {"seat": int(s.shown_seat), "cards": codes(s.shown_held, s.shown_more)}
    if seat is not None:
        view["hand"] = codes(s.held[seat], s.more[seat])
        if s.phase == AFTER_DRAW and s.turn == seat:
            view["drawn"] = CODES[s.drawn] if s.drawn >= 0 else None
        answer = sealed(s, seat)
        if answer is not None:
            view["answered"] = answer
    return view


def sealed(s: YassaState, seat: int) -> str | None:
    """The decision of this seat that waits for those of others."""
    if s.pending >> seat & 1:
        return None
    if s.phase == CALL_WINDOW and seat != s.unsaid:
        return "call" if s.called >> seat & 1 else "silent"
    if s.phase == INTERVENTION_WINDOW and seat not in (s.layer, s.next(s.layer)):
        return s.choice_text(seat)
    return None


def revealed(s: YassaState) -> dict[str, Any]:
    view = public(s)
    view["hands"] = [codes(s.held[seat], s.more[seat]) for seat in range(s.seats)]
    view["stock_cards"] = [CODES[card] for card in s.stock[s.taken :]]
    view["drawn"] = CODES[s.drawn] if s.drawn >= 0 else None
    view["unsaid"] = int(s.unsaid) if s.unsaid >= 0 else None
    view["guilty"] = s.guilty() if s.effect == DRAWS_FOUR else None
    view["answers"] = [sealed(s, seat) for seat in range(s.seats)]
    view["free"] = seats_in(s, s.free)
    return view
