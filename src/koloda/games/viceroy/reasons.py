# not compiled: made on the way out, never in a hot loop
"""Why an action is not legal: the rule by its key, with the cards and gems that it is about."""

from __future__ import annotations

from typing import TYPE_CHECKING

from koloda.core.reasons import Reason, reason
from koloda.games.viceroy import actions
from koloda.games.viceroy.actions import KINDS
from koloda.games.viceroy.cards import CHARACTERS, COLOURS
from koloda.games.viceroy.pyramid import COLUMNS, place_text
from koloda.games.viceroy.views import amount

if TYPE_CHECKING:
    from koloda.games.viceroy.state import ViceroyState

KIND_STARTS = sorted(KINDS)


def kind_of(action: int) -> int:
    return max(kind for kind in KIND_STARTS if kind <= action)


def why_illegal(s: ViceroyState, seat: int, action: int) -> Reason:
    """Why this action is not legal for a seat that is asked something."""
    kind = int(s.ask[seat])
    if kind_of(action) != kind:
        return reason(f"asked_{KINDS[kind]}")
    value = action - kind
    text: str = s.game.text(action)
    if kind in (actions.START, actions.LAW, actions.FILE):
        return reason("no_card", s.deck.codes[value])
    if kind in (actions.PUT, actions.BUILD):
        return why_not_there(s, seat, value)
    if kind == actions.BID:
        return why_no_bid(s, seat, value)
    if kind == actions.TAKE:
        if action == actions.TAKE_NONE:
            return reason("must_take", int(s.takes_least))
        return reason("no_reserve", COLOURS[value])
    if kind in (actions.SWAP, actions.UNDER):
        return reason("no_character", text.split()[1])
    if kind in (actions.MOVE, actions.RETIRE):
        return reason("not_free", place_text(value))
    if kind == actions.TO:
        return reason("not_to", place_text(value))
    if kind in (actions.PETITION, actions.TOP):
        return reason("not_looked_at", s.deck.codes[CHARACTERS + value])
    if kind in (actions.APPOINT, actions.HIT):
        return reason("no_spot")
    if kind == actions.COLOUR:
        return reason("no_gem_at_all", COLOURS[value])
    if kind == actions.STORE:
        return reason("no_gem", COLOURS[value])
    if kind == actions.PICK:
        return reason("no_option", int(s.deck.amount[s.card]))
    if kind == actions.DRAW_FROM:
        return reason("no_deck")
    if kind == actions.WANT:
        return reason("no_base" if s.virtual_bidders(s.choice[seat]) else "no_continue")
    if kind == actions.DECIDE:
        return reason("must_refuse", s.deck.codes[s.acquired[seat]])
    if kind == actions.USE:
        return why_not_endless(s, seat, value)
    if kind == actions.COIN:
        return reason("no_coin", amount(s.plan_rest[seat]), text)
    if kind == actions.CIRCLE:
        return reason("no_circle", place_text(value + COLUMNS))
    return reason("no_sector")


def why_not_there(s: ViceroyState, seat: int, place: int) -> Reason:
    where = place_text(place)
    level = place // COLUMNS + 1
    if not s.open_row(seat, level) >> (place % COLUMNS) & 1:
        return reason("not_open", where)
    card = int(s.acquired[seat])
    price = amount(s.deck.price[card * 5 + level - 1])
    return reason("too_dear", where, s.deck.codes[card], level, price)


def why_no_bid(s: ViceroyState, seat: int, bid: int) -> Reason:
    if bid == actions.BID_ATTACK - actions.BID:
        return reason("no_attack")
    if not s.screens[seat * 4 + bid]:
        return reason("no_gem", COLOURS[bid])
    return reason("no_slot", COLOURS[bid])


def why_not_endless(s: ViceroyState, seat: int, value: int) -> Reason:
    colour = int(s.plan_colour[seat])
    if value // 6 != colour:
        return reason("other_endless", COLOURS[colour])
    owned = int(s.endless[seat * 4 + colour])
    return reason("not_so_many", amount(s.plan_rest[seat]), owned, COLOURS[colour])
