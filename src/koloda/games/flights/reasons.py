"""Why an action is refused."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from koloda.core.bits import bit, members
from koloda.core.reasons import Reason
from koloda.games.flights.actions import (
    EXCHANGE,
    FLIGHTS,
    LAY,
    SWAP,
    TAKE,
    TAKE_CARD,
    swap_own,
    swap_partner,
    swap_theirs,
)
from koloda.games.flights.cards import CITIES, CODES, count_of, due
from koloda.games.flights.legal import swappable

if TYPE_CHECKING:
    from koloda.games.flights.state import FlightsState


def refusal(s: FlightsState, seat: i64, action: i64) -> Reason:
    """The rule that forbids this action to a seat that has to decide now."""
    wanted = LAY if action < TAKE_CARD else TAKE if action < SWAP else EXCHANGE
    if wanted != s.phase:
        if s.phase == LAY:
            return Reason("asked_to_lay")
        return Reason("asked_to_take" if s.phase == TAKE else "asked_to_swap")
    if wanted == LAY:
        card = action // FLIGHTS
        if not count_of(s.hands[seat], card):
            return Reason("not_in_hand", (CODES[card],))
        return Reason("flight_used", (int(action % FLIGHTS + 1),))
    if wanted == TAKE:
        card = action - TAKE_CARD
        if not count_of(s.table, card):
            return Reason("not_on_table", (CODES[card],))
        first = ", ".join([CODES[other] for other in members(due(s.table))])
        return Reason("not_due", (first, CODES[card]))
    return no_swap(s, seat, swap_own(action), swap_partner(action), swap_theirs(action))


def no_swap(s: FlightsState, seat: i64, own: i64, partner: i64, theirs: i64) -> Reason:
    """Why these two cities cannot be swapped."""
    number = int(partner + 1)
    if partner >= s.seats:
        return Reason("no_player", (number,))
    if partner == seat:
        return Reason("own_collection")
    if not s.cities[seat] & bit(own):
        return Reason("not_yours", (CODES[own],))
    if not s.cities[partner] & bit(theirs):
        return Reason("not_theirs", (CODES[theirs], number))
    if not swappable(s, seat) & bit(own):
        return Reason("other_value", (CODES[s.exchange], int(s.exchange - CITIES + 1)))
    return Reason("smaller_collection", (number,))
