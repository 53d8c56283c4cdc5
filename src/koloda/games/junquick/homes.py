"""The end of a round: the pile is won, packs are formed, viruses are paid for, the first player changes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from koloda.core.bits import bit
from koloda.core.vecs import append, vec
from koloda.games.junquick import instants
from koloda.games.junquick.actions import CURE, FORM, PAYMENTS
from koloda.games.junquick.cards import (
    DM,
    EV,
    NEST_SET,
    VIRUSES,
    codes,
    first_of_class,
    formable,
    one,
    size,
)
from koloda.games.junquick.effects import pack_codes
from koloda.games.junquick.knowledge import tracking
from koloda.games.junquick.legal import can_pay_any

if TYPE_CHECKING:
    from koloda.games.junquick.state import JunQuickState

PILE: Final = 16  # there is room for so many cards at once


def end_round(s: JunQuickState) -> None:
    """The top player wins the cards of the pile that may lie in a nest; the others are discarded."""
    won: i64 = 0
    lost: i64 = s.aside
    for i in range(len(s.pile)):
        card = one(s.pile[i] & 31)
        if card & NEST_SET:
            won += card
        else:
            lost += card
    s.discard += lost
    s.aside = 0
    s.last_card = -1
    s.freeze = -1
    s.free = 0
    if s.top >= 0:
        s.nests[s.top] += won
        tracking.comes_to_nest(s, s.top, won)
    s.pile = vec[i64](capacity=PILE)
    if s.log is not None:
        s.log.tell("won", int(s.top) if s.top >= 0 else None, tuple(codes(won)))
    s.spoken = 0
    ask_form(s, 0)


def ask_form(s: JunQuickState, place: i64) -> None:
    """The first seat from this place on, clockwise from the first player, that can form a pack is asked."""
    while place < s.seats:
        seat = seat_at(s, place)
        if formable(s.nests[seat]):
            s.phase = FORM
            s.turn = seat
            s.pending = bit(seat)
            return
        if s.log is not None and size(s.nests[seat]) >= 4 and not nest_is_open(s, seat):
            s.leave_scene(FORM, seat)
        tracking.settles(s, seat)
        place += 1
    s.spoken = 0
    ask_cure(s, 0)


def form(s: JunQuickState, combination: i64) -> None:
    seat = s.turn
    pack = take_class(s, seat, 0 if combination // 12 else 1)
    pack |= take_class(s, seat, 0 if combination // 6 & 1 else 2) << 5
    pack |= take_class(s, seat, 0 if combination // 3 & 1 else 3) << 10
    last = combination % 3
    pack |= take_class(s, seat, 5 if last == 1 else 0 if last == 2 else 4) << 15
    s.packs = append(s.packs[:], pack | seat << 20)
    if s.log is not None:
        s.log.tell("form", int(seat), pack_codes(pack))
    s.spoken = place_of(s, seat)
    ask_form(s, s.spoken)


def nest_is_open(s: JunQuickState, seat: i64) -> bool:
    """Does everybody else know all that lies in this nest, so that no question about it betrays anything?"""
    for other in range(s.seats):
        if other != seat and size(s.known[tracking.place_index(s, other, seat + s.seats)]) < size(
            s.nests[seat]
        ):
            return False
    return True


def take_class(s: JunQuickState, seat: i64, kind: i64) -> i64:
    """A card leaves the nest for everybody to see: of a nominal 1-4, the Dominant (5) or an Evolution (0)."""
    card: i64 = EV if kind == 0 else DM
    if 0 < kind < 5:
        card = first_of_class(s.nests[seat], kind)
    s.nests[seat] -= one(card)
    tracking.leaves_nest(s, seat, card)
    return card


def seat_at(s: JunQuickState, place: i64) -> i64:
    """The seat that sits so many after the first player."""
    seat = s.fp + place
    return seat if seat < s.seats else seat - s.seats


def place_of(s: JunQuickState, seat: i64) -> i64:
    """How many seats after the first player this one sits."""
    return seat - s.fp if seat >= s.fp else seat - s.fp + s.seats


def done_forming(s: JunQuickState) -> None:
    tracking.settles(s, s.turn)
    ask_form(s, place_of(s, s.turn) + 1)


def ask_cure(s: JunQuickState, place: i64) -> None:
    """The same for viruses."""
    while place < s.seats:
        seat = seat_at(s, place)
        if can_pay_any(s, seat):
            s.phase = CURE
            s.turn = seat
            s.pending = bit(seat)
            return
        if s.log is not None and s.viruses[seat] and s.nests[seat] and not nest_is_open(s, seat):
            s.leave_scene(CURE, seat)
        place += 1
    next_round(s)


def cure(s: JunQuickState, number: i64) -> None:
    seat = s.turn
    payment = PAYMENTS[number]
    price = payment & 15
    paid: i64 = 0
    for kind in range(1, 6):
        for i in range(payment >> (4 * kind) & 15):
            paid += one(take_class(s, seat, 0 if kind == 5 else kind))
    s.discard += paid
    s.viruses[seat] -= bit(4 * price - 4)
    s.virus_discard += bit(4 * price - 4)
    if s.log is not None:
        s.log.tell("cure", int(seat), VIRUSES[price - 1], tuple(codes(paid)))
    s.spoken = place_of(s, seat)
    ask_cure(s, s.spoken)


def done_curing(s: JunQuickState) -> None:
    ask_cure(s, place_of(s, s.turn) + 1)


def next_round(s: JunQuickState) -> None:
    """The First Player card goes on; a round in which every hand has stayed full was idle."""
    s.fp = s.after(s.fp)
    s.idle += 1
    for seat in range(s.seats):
        if size(s.hands[seat]) != 6:
            s.idle = 0
            break
    if s.idle == 2 * s.seats:
        instants.end_game(s, 1)
    else:
        instants.refill(s)
