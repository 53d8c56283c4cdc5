"""What a seat may see, as plain data: one more room, because secrets must leave by one door only."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mypy_extensions import i64

from koloda.core.bits import members
from koloda.games.flights.actions import ALL_FLIGHTS, FLIGHTS, NOTHING
from koloda.games.flights.cards import CODES, COLOURS, codes, count_of, size, unit
from koloda.games.flights.phases import LAY, OVER, PHASES

if TYPE_CHECKING:
    from koloda.games.flights.state import FlightsState


def view_of(s: FlightsState, seat: int | None) -> dict[str, Any]:
    view = public_view(s)
    view["seat"] = seat
    if seat is not None:
        view["hand"] = codes(s.hands[seat])
        view["laid"] = pair(s.laid[seat]) if s.phase == LAY else None
    return view


def public_view(s: FlightsState) -> dict[str, Any]:
    """What a spectator sees: of a sealed pair only that it has been laid."""
    sealed = s.phase == LAY
    flights: list[list[int]] = []
    used: list[list[int]] = []
    bids: list[int | None] = []
    for seat in range(s.seats):
        flights.append(flight_values(s.shown_flights(seat)))
        used.append(flight_values(ALL_FLIGHTS ^ s.shown_flights(seat)))
        bids.append(None if sealed else int(s.laid[seat] % FLIGHTS + 1))
    over = s.phase == OVER
    return {
        "game": "flights",
        "seats": int(s.seats),
        "phase": PHASES[s.phase],
        "to_act": seats_of(s.pending),
        "round": int(s.round_no),
        "max_rounds": int(s.rules.max_rounds),
        "burn_mode": "pair_first" if s.rules.pair_first else "together",
        "multi_finish": "first_only" if s.rules.first_only else "all",
        "first": int(s.first),
        "colours": [COLOURS[city // 6] for city in members(s.rules.colours)],
        "counts": [int(size(hand)) for hand in s.hands],
        "flights": flights,
        "used": used,
        "committed": [sealed and s.laid[seat] != NOTHING for seat in range(s.seats)],
        "bids": bids,
        "order": [] if sealed else s.order_seats(),
        "turn": None if sealed or over else int(s.turn),
        "table": [] if sealed else table_cards(s),
        "exchange": None if s.exchange == NOTHING else CODES[s.exchange],
        "collections": [s.row(seat) for seat in range(s.seats)],
        "draw_pile": int(len(s.pile) - s.drawn),
        "discard": codes(s.discard),
        "finishers": s.finishers() if over else None,
        "scores": [int(score) for score in s.scores()] if over else None,
    }


def table_cards(s: FlightsState) -> list[dict[str, Any]]:
    """The laid cards not yet taken, with who laid them; which of two copies is gone does not matter."""
    left = s.table
    found: list[dict[str, Any]] = []
    for i in range(s.seats):
        seat = s.seats - 1 - i
        card = s.laid[seat] // FLIGHTS
        if count_of(left, card):
            left -= unit(card)
            found.append({"card": CODES[card], "laid_by": int(seat)})
    found.reverse()
    return found


def everything(s: FlightsState) -> dict[str, Any]:
    view = public_view(s)
    view["hands"] = [codes(hand) for hand in s.hands]
    view["flights"] = [flight_values(flights) for flights in s.flights]
    view["laid"] = [pair(action) for action in s.laid]
    view["draw_pile"] = [CODES[s.pile[i]] for i in range(s.drawn, len(s.pile))]
    return view


def pair(action: i64) -> dict[str, Any] | None:
    """A laid card with its Flight card."""
    if action == NOTHING:
        return None
    return {"card": CODES[action // FLIGHTS], "flight": int(action % FLIGHTS + 1)}


def flight_values(flights: i64) -> list[int]:
    return [int(flight) + 1 for flight in members(flights)]


def seats_of(mask: i64) -> list[int]:
    return [int(seat) for seat in members(mask)]
