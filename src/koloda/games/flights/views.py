# not compiled: plain data for people, servers and programs
"""What a seat may see."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, NotRequired, TypedDict, cast

from koloda.core.bits import members
from koloda.core.views import View
from koloda.games.flights.actions import ALL_FLIGHTS, FLIGHTS, LAY, NOTHING, OVER, PHASES
from koloda.games.flights.cards import CODES, COLOURS, codes, count_of, size, unit

if TYPE_CHECKING:
    from koloda.games.flights.state import FlightsState


class FlightsTableCard(TypedDict):
    """A laid card that is not yet taken."""

    card: str
    laid_by: int


class FlightsLaidPair(TypedDict):
    """A laid card with its Flight card."""

    card: str
    flight: int


class FlightsPublicView(View):
    """What everybody sees. Lists of lists, and lists of one value for each seat, are by seat."""

    to_act: Annotated[list[int], "whose decision is awaited"]
    round: Annotated[int, "from 1"]
    max_rounds: int
    burn_mode: str
    multi_finish: str
    winner: Annotated[str, "who wins the game: the collector, or the most points"]
    first: Annotated[int, "the seat with the First-player card"]
    colours: Annotated[list[str], "in play, by their letters"]
    counts: Annotated[list[int], "cards in each hand"]
    flights: Annotated[list[list[int]], "available; until the reveal with the laid one"]
    used: Annotated[list[list[int]], "Flight cards that are spent"]
    committed: Annotated[list[bool], "who has laid a pair that is not yet revealed"]
    bids: Annotated[list[int | None], "the revealed Flight cards; None while pairs are sealed"]
    order: Annotated[list[int], "the taking order, empty before the reveal"]
    turn: Annotated[int | None, "how many have taken and resolved; None before the reveal and at the end"]
    table: Annotated[list[FlightsTableCard], "revealed cards that are not yet taken"]
    exchange: Annotated[str | None, "the Exchange that is being resolved"]
    collections: Annotated[list[list[str]], "rows of cities, from the oldest place to the newest"]
    draw_pile: Annotated[int, "how many cards it has"]
    discard: Annotated[list[str], "in canonical order"]
    finishers: Annotated[list[int] | None, "at the end: who has all colours, the earliest first"]
    scores: Annotated[list[int] | None, "at the end: points"]
    winners: Annotated[list[int] | None, "at the end: who has won the game"]


class FlightsView(FlightsPublicView):
    """What a seat sees, or a spectator."""

    seat: Annotated[int | None, "who looks; None: a spectator"]
    hand: NotRequired[Annotated[list[str], "the seat's own cards"]]
    laid: NotRequired[Annotated[FlightsLaidPair | None, "the seat's own pair while it is sealed"]]


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
