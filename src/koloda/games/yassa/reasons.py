# not compiled: made on the way out, never in a hot loop
"""Which rule forbids an action. The sentences are in text/reasons.py."""

from __future__ import annotations

from typing import TYPE_CHECKING

from koloda.core.reasons import Reason, reason
from koloda.games.yassa.actions import (
    AFTER_DRAW,
    CALL,
    CHALLENGE,
    DRAW,
    INTERVENE,
    INTERVENE_SHOUT,
    INTERVENTION_WINDOW,
    MISTAKE,
    MISTAKE_CALL,
    PHASES,
    PLAY_SHOUT,
    RESPOND_DRAW2,
    RESPOND_SKIP,
    RESPOND_WD4,
    TURN,
)
from koloda.games.yassa.cards import CODES, COLOURS, DRAW_TWO, OPEN, W4, WC
from koloda.games.yassa.legal import PATIENCE
from koloda.games.yassa.notation import top_text

if TYPE_CHECKING:
    from koloda.games.yassa.state import YassaState


def why_illegal(s: YassaState, seat: int, action: int) -> Reason:
    if s.mistakes >= PATIENCE and s.decides(seat):
        return reason("patience", s.game.text(s.default(seat)))
    if action >= DRAW:
        return why_no_word(s, seat, action)
    if action >= MISTAKE:
        return why_no_mistake(s, seat, action - MISTAKE)
    intervention = action >= INTERVENE
    if intervention:
        shout = action >= INTERVENE_SHOUT
        form = action - (INTERVENE_SHOUT if shout else INTERVENE)
    else:
        shout = action >= PLAY_SHOUT
        form = action - (PLAY_SHOUT if shout else 0)
    card = form if form < WC else WC if form < WC + 4 else W4
    if not s.held[seat] >> card & 1:
        return reason("no_card", CODES[card])
    if intervention and not s.twins(seat) >> card & 1:
        return why_no_twin(s, seat, card)
    if not intervention:
        if not s.decides(seat):
            return asked(s, seat)
        if not s.playable(seat) >> card & 1:
            return why_unfit(s, card)
    return reason("shout", int(s.sizes[seat])) if shout else reason("auto")


def asked(s: YassaState, seat: int) -> Reason:
    return reason(PHASES[s.phase] if s.pending >> seat & 1 else "react")


def why_unfit(s: YassaState, card: int) -> Reason:
    code = CODES[card]
    if s.phase == RESPOND_SKIP:
        return reason("no_skip", code, CODES[s.top])
    if s.phase == RESPOND_DRAW2:
        return reason("no_draw2", code)
    if s.phase == RESPOND_WD4:
        return reason("no_wd4", code, CODES[s.colour * 13 + DRAW_TWO])
    if s.phase == AFTER_DRAW and card != s.drawn:
        return reason("not_drawn", code)
    if card == W4:
        return reason("honest")
    return reason("unfit", code, top_text(s.top, s.colour), "-" if s.colour == OPEN else COLOURS[s.colour])


def why_no_twin(s: YassaState, seat: int, card: int) -> Reason:
    if not s.rules.any_identical:
        return reason("only_skip")
    if s.phase != INTERVENTION_WINDOW and not s.right:
        return reason("late")
    if card != s.top:
        return reason("no_twin", CODES[card], CODES[s.top])
    return reason("own" if seat == s.layer else "own_turn")


def why_no_mistake(s: YassaState, seat: int, card: int) -> Reason:
    if not s.rules.mistakes:
        return reason("no_mistakes")
    if not s.held[seat] >> card & 1:
        return reason("no_card", CODES[card])
    if s.phase > RESPOND_WD4:
        return reason("no_mistake_now")
    if not s.decides(seat) and not s.rules.realtime:
        return reason("no_mistake_out")
    return reason("no_mistake", CODES[card])


def why_no_word(s: YassaState, seat: int, action: int) -> Reason:
    if action == DRAW and s.phase == TURN and s.decides(seat):
        return reason("must_lay")
    if action == CHALLENGE and s.phase == RESPOND_WD4 and s.rules.forbid:
        return reason("no_check")
    if action == CALL and s.rules.realtime and s.phase <= RESPOND_WD4:
        return reason("self" if s.unsaid == seat else "no_call")
    if action == MISTAKE_CALL:
        return reason("no_wrong_call" if s.rules.mistakes and s.rules.realtime else "no_wrong_calls")
    return asked(s, seat)
