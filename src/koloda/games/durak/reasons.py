"""Why not: the rule that forbids an action. The sentences are in text/reasons.py."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from koloda.core.bits import bit, lowest
from koloda.core.reasons import Reason, reason
from koloda.games.durak.actions import ADD, BEAT, MOVE, TAKE
from koloda.games.durak.cards import CARDS, CODES, SUITS, codes

if TYPE_CHECKING:
    from koloda.games.durak.state import DurakState


def forbidden(s: DurakState, seat: i64, action: i64) -> Reason:
    """The reason against an action that is not among the legal ones of this seat, which is asked."""
    wanted = action // CARDS if action < TAKE else BEAT if action == TAKE else ADD
    if wanted != s.phase:
        return other_question(s.phase)
    card = action % CARDS
    if not s.hands[seat] & bit(card):
        return reason("not_held", CODES[card])
    if s.phase == BEAT:
        trump = SUITS[lowest(s.trumps) // 9]
        return reason("does_not_beat", CODES[card], CODES[s.open_card()], trump)
    ranks = {code[0] for code in codes(s.table)}
    return reason("rank_not_on_table", ", ".join(sorted(ranks)))


def other_question(phase: i64) -> Reason:
    """The seat is asked something else."""
    if phase == MOVE:
        return reason("asked_to_lead")
    if phase == BEAT:
        return reason("asked_to_beat")
    return reason("asked_to_add")
