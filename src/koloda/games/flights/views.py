"""What a seat may see."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from koloda.core.bits import members
from koloda.games.flights.actions import ALL_FLIGHTS, FLIGHTS, LAY, NOTHING, OVER, PHASES
from koloda.games.flights.cards import CODES, COLOURS, codes, count_of, size, unit
from koloda.games.flights.view_types import FlightsLaidPair, FlightsPublicView, FlightsTableCard, FlightsView

if TYPE_CHECKING:
    from koloda.games.flights.state import FlightsState


def view_of(s: FlightsState, seat: int | None) -> FlightsView:
    view = cast("FlightsView", public_view(s))
    view["seat"] = seat
    if seat is not None:
        view["hand"] = codes(s.hands[seat])
        view["laid"] = pair(s.laid[seat]) if s.phase == LAY else None
    return view


def public_view(s: FlightsState) -> FlightsPublicView:
    """What a spectator sees: of a sealed pair only that it has been laid."""
    sealed = s.phase == LAY
    over = s.phase == OVER
    seats = range(s.seats)
    return {
        "game": "flights",
        "seats": int(s.seats),
        "phase": PHASES[s.phase],
        "to_act": [int(seat) for seat in members(s.pending)],
        "round": int(s.round_no),
        "max_rounds": int(s.rules.max_rounds),
        "burn_mode": "pair_first" if s.rules.pair_first else "together",
        "multi_finish": "first_only" if s.rules.first_only else "all",
        "winner": "collector" if s.rules.collector else "points",
        "first": int(s.first),
        "colours": [COLOURS[city // 6] for city in members(s.rules.colours)],
        "counts": [int(size(hand)) for hand in s.hands],
        "flights": [flight_values(s.shown_flights(seat)) for seat in seats],
        "used": [flight_values(ALL_FLIGHTS ^ s.shown_flights(seat)) for seat in seats],
        "committed": [sealed and s.laid[seat] != NOTHING for seat in seats],
        "bids": [None if sealed else int(s.laid[seat] % FLIGHTS + 1) for seat in seats],
        "order": [] if sealed else s.order_seats(),
        "turn": None if sealed or over else int(s.turn),
        "table": [] if sealed else table_cards(s),
        "exchange": None if s.exchange == NOTHING else CODES[s.exchange],
        "collections": [s.row(seat) for seat in seats],
        "draw_pile": int(len(s.pile) - s.drawn),
        "discard": codes(s.discard),
        "finishers": s.finishers() if over else None,
        "scores": [int(score) for score in s.scores()] if over else None,
        "winners": s.places()[0] if over else None,
    }


def table_cards(s: FlightsState) -> list[FlightsTableCard]:
    """The laid cards not yet taken, with who laid them; which of two copies is gone does not matter."""
    left = s.table
    found: list[FlightsTableCard] = []
    for seat in reversed(range(s.seats)):
        card = s.laid[seat] // FLIGHTS
        if count_of(left, card):
            left -= unit(card)
            found.append({"card": CODES[card], "laid_by": int(seat)})
    found.reverse()
    return found


def everything(s: FlightsState) -> dict[str, Any]:
    return {
        **public_view(s),
        "hands": [codes(hand) for hand in s.hands],
        "flights": [flight_values(flights) for flights in s.flights],
        "laid": [pair(action) for action in s.laid],
        "draw_pile": [CODES[s.pile[i]] for i in range(s.drawn, len(s.pile))],
    }


def pair(action: int) -> FlightsLaidPair | None:
    """A laid card with its Flight card."""
    if action == NOTHING:
        return None
    return {"card": CODES[action // FLIGHTS], "flight": int(action % FLIGHTS + 1)}


def flight_values(flights: int) -> list[int]:
    return [int(flight) + 1 for flight in members(flights)]
