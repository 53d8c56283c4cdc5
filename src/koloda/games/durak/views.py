"""What a seat may see. Secrets leave a state here and in masked events only."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

from koloda.core.bits import bit, lowest, popcount
from koloda.games.durak.actions import ADD, OVER
from koloda.games.durak.cards import CARDS, CODES, NO_CARD, SUITS, codes
from koloda.games.durak.view_types import DurakPair, DurakPublic, DurakReveal, DurakView

if TYPE_CHECKING:
    from koloda.games.durak.state import DurakState

PHASES: Final = ("move", "beat", "add", "over")


def view_of(s: DurakState, seat: int | None) -> DurakView:
    view = cast(DurakView, {**public(s), "seat": seat})  # a cast, because mypy wants all keys beside **
    if seat is not None:
        view["hand"] = codes(s.hands[seat])
        if s.pending & bit(seat):
            view["to_act"] = seat
    return view


def public(s: DurakState) -> DurakPublic:
    """Whom the poll has reached is a secret: in phase add `to_act` is null except for the seat itself."""
    undrawn = s.rules.bottom_card and s.drawn < CARDS
    return {
        "game": "durak",
        "seats": int(s.seats),
        "mode": "team" if s.rules.team else "individual",
        "phase": PHASES[s.phase],
        "to_act": None if s.phase in (ADD, OVER) else int(s.actor),
        "trump": SUITS[lowest(s.trumps) // 9],
        "bottom": CODES[s.deck[CARDS - 1]] if undrawn else None,
        "stock": int(CARDS - s.drawn),
        "counts": [int(popcount(hand)) for hand in s.hands],
        "known": [codes(cards) for cards in s.known],
        "discard": codes(s.discard),
        "out": s.out_seats(),
        "first": int(s.first),
        "first_card": CODES[s.first_card] if s.first_card >= 0 else None,
        "round": int(s.round_no),
        "lead_seat": int(s.lead_seat),
        "attacker": int(s.attacker),
        "defender": int(s.defender),
        "limit": int(s.limit),
        "taking": s.taking,
        "takes": int(s.takes),
        "table": table_pairs(s),
    }


def table_pairs(s: DurakState) -> list[DurakPair]:
    """The attack cards in order, with their owner and the beating card or null."""
    pairs: list[DurakPair] = []
    for i in range(s.count):
        beat = (s.beats >> (i * 6)) & NO_CARD
        pairs.append(
            {
                "card": CODES[(s.attacks >> (i * 6)) & NO_CARD],
                "owner": int((s.owners >> (i * 4)) & 15),
                "beaten_by": None if beat == NO_CARD else CODES[beat],
            }
        )
    return pairs


def everything(s: DurakState) -> DurakReveal:
    return {
        **public(s),
        "to_act": int(s.actor) if s.pending else None,
        "hands": [codes(hand) for hand in s.hands],
        "deck": [CODES[s.deck[i]] for i in range(s.drawn, CARDS)],
        "turn": int(s.turn),
    }
