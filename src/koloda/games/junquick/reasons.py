# not compiled: made for people and programs
"""Why an action is not legal: the rule that forbids it, as a value; text/reasons.py has the sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from koloda.core.reasons import Reason
from koloda.core.reasons import reason as because
from koloda.games.junquick.actions import (
    ACT,
    BATTLE,
    CHIEF,
    CLAIM,
    CURE,
    DECLARE,
    DONE,
    EMIGRATE,
    FORM,
    FORM_PACK,
    FREEZE,
    GATHER,
    GIVE,
    HYS,
    INF,
    INFLUENCE,
    INST,
    LAY_BATTLE,
    LAY_G3,
    LAYABLE,
    LIAR_CLAIM,
    LIAR_GUESS,
    LIAR_LAY,
    N4,
    NEST,
    PASS,
    PAY,
    PUT,
    REDRAW,
    RESPONSE,
    STOP,
    SURFACES,
    TRUTH,
)
from koloda.games.junquick.cards import (
    ACTIVE,
    BT,
    CODES,
    DM,
    G3,
    HY,
    NOMINAL,
    T1,
    copies,
    evolutions,
    one,
    present,
)

if TYPE_CHECKING:
    from koloda.games.junquick.state import JunQuickState

ASKED = {
    GATHER: "ask_gather",
    FREEZE: "ask_freeze",
    LIAR_LAY: "ask_liar",
    LIAR_CLAIM: "ask_claim",
    LIAR_GUESS: "ask_guess",
    RESPONSE: "ask_response",
    CHIEF: "ask_chief",
    FORM: "ask_form",
    CURE: "ask_cure",
    BATTLE: "ask_battle",
    EMIGRATE: "ask_gift",
    DECLARE: "ask_declare",
}


def reason(s: JunQuickState, seat: int, action: int) -> Reason:
    """Why this action is not legal for this seat, which may act now."""
    phase = int(s.phase)
    if phase not in phases_of(action):
        if (action < NEST or action == LAY_G3) and phase == CHIEF:
            return because("chief")
        if action == HYS and phase in (GATHER, FREEZE):
            return because("hysteria_later")
        return because(ASKED[phase])
    if action < NEST or action == LAY_G3:
        return lay_reason(s, seat, G3 if action == LAY_G3 else int(LAYABLE[action]))
    if action < ACT:
        return nest_reason(s, seat, action - NEST + 1)
    if action < INF:
        return act_reason(s, seat, 4 + (action - ACT) // 6, (action - ACT) % 6)
    if action < PASS:
        return influence_reason(s, seat, int(INFLUENCE[action - INF]))
    if action == PASS:
        return pass_reason(s, seat)
    if action == REDRAW:
        return because("redraw")
    if action == HYS:
        if not copies(s.hands[seat], HY):
            return because("no_hysteria")
        return because("nothing" if s.last_card < 0 else "own_play")
    if PUT <= action < DONE or GIVE <= action < INST:
        return order_reason(s, seat, action - (PUT if action < DONE else GIVE))
    if action == DONE:
        return because("one_card" if phase == LIAR_LAY else "natural")
    if action < TRUTH:
        return because("claim_order")
    if action < PAY:
        return because("form")
    if action < LAY_BATTLE:
        return because("cure")
    if action < GIVE:
        return because("no_card", CODES[action - LAY_BATTLE])
    return because("named", CODES[BT + action - INST])


def phases_of(action: int) -> tuple[int, ...]:
    """The phases in which an action can be legal."""
    if action == LAY_G3:
        return (GATHER, FREEZE)
    for end, phases in (
        (INF, (GATHER, FREEZE)),
        (PASS, (GATHER, FREEZE, CHIEF)),
        (REDRAW, (GATHER, CHIEF)),
        (STOP, (GATHER,)),
        (PUT, (FREEZE,)),
        (DONE, (LIAR_LAY,)),
        (CLAIM, (LIAR_LAY, FORM, CURE)),
        (TRUTH, (LIAR_CLAIM,)),
        (HYS, (LIAR_GUESS,)),
        (FORM_PACK, (RESPONSE, CHIEF)),
        (PAY, (FORM,)),
        (LAY_BATTLE, (CURE,)),
        (GIVE, (BATTLE,)),
        (INST, (EMIGRATE,)),
    ):
        if action < end:
            return phases
    return (DECLARE,)


def lay_reason(s: JunQuickState, seat: int, card: int) -> Reason:
    if s.surface >= N4:
        return because("chief")
    if not copies(s.hands[seat], card):
        return because("no_card", CODES[card])
    if card == DM:
        return because("dominant")
    if one(card) & ACTIVE & ~s.rules.openers:
        return because("forced", CODES[card])
    return because("too_low", CODES[card], SURFACES[s.surface])


def nest_reason(s: JunQuickState, seat: int, value: int) -> Reason:
    if s.surface >= N4:
        return because("chief")
    if not s.rules.evolution_from_nest:
        return because("no_option")
    if not evolutions(s.nests[seat]):
        return because("no_evolution")
    if not len(s.pile):
        return because("empty_pile")
    return because("too_low", value, SURFACES[s.surface])


def act_reason(s: JunQuickState, seat: int, card: int, target: int) -> Reason:
    if s.surface >= N4:
        return because("chief")
    if not copies(s.hands[seat], card):
        return because("no_card", CODES[card])
    if NOMINAL[card] <= s.surface:
        return because("too_low", CODES[card], SURFACES[s.surface])
    if not len(s.pile) and not s.rules.open_activation:
        return because("open_pile", CODES[card])
    if target == seat or target >= s.seats:
        return because("own_seat")
    if card < T1:
        return because("only_card")
    if card == G3:
        return because("no_pack", target)
    return because("nothing_left" if s.rules.rob_any_hand else "no_loot", target)


def influence_reason(s: JunQuickState, seat: int, card: int) -> Reason:
    code = CODES[card]
    if not copies(s.hands[seat], card):
        return because("no_card", code)
    if code == "TS" and s.surface != N4:
        return because("too_soon")
    if s.surface == 0:
        return because("open_surface", code)
    return because("covers", code, SURFACES[s.surface])


def pass_reason(s: JunQuickState, seat: int) -> Reason:
    if not len(s.pile):
        if present(s.hands[seat]) & s.rules.openers:
            return because("opener")
        if s.idle and not s.redrawn and not s.decided:
            return because("must_redraw")
    return because("strict")


def order_reason(s: JunQuickState, seat: int, card: int) -> Reason:
    if not copies(s.hands[seat] - s.put, card):
        return because("no_card", CODES[card])
    return because("order" if card < s.put_last else "three", CODES[card])
