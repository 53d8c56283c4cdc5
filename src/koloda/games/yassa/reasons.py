# not compiled: text, made for people
"""Why an action is not legal, in one line that names the rule."""

from __future__ import annotations

from typing import TYPE_CHECKING

from koloda.games.yassa.cards import CODES, COLOURS, DRAW_TWO, OPEN, W4, WC
from koloda.games.yassa.notation import top_text
from koloda.games.yassa.phases import (
    AFTER_DRAW,
    CALL,
    CALL_WINDOW,
    CHALLENGE,
    DRAW,
    INTERVENE,
    INTERVENE_SHOUT,
    INTERVENTION_WINDOW,
    MISTAKE,
    MISTAKE_CALL,
    PLAY_SHOUT,
    READY,
    RESPOND_DRAW2,
    RESPOND_SKIP,
    RESPOND_WD4,
    TURN,
)

if TYPE_CHECKING:
    from koloda.games.yassa.state import YassaState

ASKED = {
    TURN: "lay a card that fits, or draw if there is none",
    AFTER_DRAW: "lay the card just drawn if it fits, or pass",
    RESPOND_SKIP: "accept the Skip or lay the identical one",
    RESPOND_DRAW2: "accept the Draw two or lay another one",
    RESPOND_WD4: "accept the four cards, check the layer's honesty, or lay the ordered colour's Draw two",
    CALL_WINDOW: "call out the last card, or stay silent",
    INTERVENTION_WINDOW: "lay the identical card out of turn, or decline",
    READY: "say that it is ready",
}


def why_illegal(s: YassaState, seat: int, action: int) -> str:
    if s.mistakes >= 3 and s.decides(seat):
        return f"after three mistakes in one decision only '{s.game.text(s.default(seat))}' is left"
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
        return f"{CODES[card]} is not in this hand"
    if intervention and not s.twins(seat) >> card & 1:
        return why_no_twin(s, seat, card)
    if not intervention:
        if not s.decides(seat):
            return asked(s, seat)
        if not s.playable(seat) >> card & 1:
            return why_unfit(s, seat, card)
    if shout:
        return f'"Yassa!" is said with the last card but one, not with {s.sizes[seat]} cards in hand'
    return 'with yassa_mode=auto the last card but one is laid with the shout: add "!"'


def asked(s: YassaState, seat: int) -> str:
    if not s.pending >> seat & 1:
        return "it is another seat's decision; this one may only react"
    return f"this seat is asked to {ASKED[int(s.phase)]}"


def why_unfit(s: YassaState, seat: int, card: int) -> str:
    code = CODES[card]
    if s.phase == RESPOND_SKIP:
        return f"{code} does not save from a Skip: only the identical card does ({CODES[s.top]})"
    if s.phase == RESPOND_DRAW2:
        return f"{code} does not save from a Draw two: only another Draw two does"
    if s.phase == RESPOND_WD4:
        wanted = CODES[s.colour * 13 + DRAW_TWO]
        return (
            f"{code} does not save from four cards: only the Draw two of the ordered colour does ({wanted})"
        )
    if s.phase == AFTER_DRAW and card != s.drawn:
        return f"{code} was not drawn: after a draw only the card drawn may be laid"
    if card == W4:
        return "W4 may be laid only without a card of the current colour in hand (wd4_bluff=forbid)"
    colour = "open" if s.colour == OPEN else COLOURS[s.colour]
    return f"{code} does not fit {top_text(s.top, s.colour)}: neither the colour ({colour}) nor the symbol"


def why_no_twin(s: YassaState, seat: int, card: int) -> str:
    if not s.rules.any_identical:
        return "only the victim of a Skip may lay an identical card (intervention=skip_escape)"
    if s.phase == INTERVENTION_WINDOW or s.right:
        if card != s.top:
            return f"{CODES[card]} is not identical to {CODES[s.top]}"
        if seat == s.layer:
            return "nobody may intervene on his own card: one card a turn"
        return "the next player and the one who decides lay an identical card in their own turn"
    return (
        "out of turn an identical card may be laid until the next act of play, not on a W4 or the start card"
    )


def why_no_mistake(s: YassaState, seat: int, card: int) -> str:
    if not s.rules.mistakes:
        return "mistakes are possible with mistake_penalty=on only"
    if not s.held[seat] >> card & 1:
        return f"{CODES[card]} is not in this hand"
    if s.phase > RESPOND_WD4:
        return "no mistake can be made in a window or before 'ready'"
    if not s.decides(seat) and not s.rules.realtime:
        return "out of turn a card can be laid by mistake in real time only"
    return f"{CODES[card]} may be laid now: that is no mistake"


def why_no_word(s: YassaState, seat: int, action: int) -> str:
    if action == DRAW and s.phase == TURN and s.decides(seat):
        return "who can lay a card must: this hand has one that fits (voluntary_draw=off)"
    if action == CHALLENGE and s.phase == RESPOND_WD4 and s.rules.forbid:
        return "there is nothing to check: with wd4_bluff=forbid every W4 is honest"
    if action == CALL and s.rules.realtime and s.phase <= RESPOND_WD4:
        if s.unsaid == seat:
            return "nobody calls himself out"
        return "nobody can be called out: the window closes with the next act of play"
    if action == MISTAKE_CALL:
        if not s.rules.mistakes or not s.rules.realtime:
            return "a call without reason is possible with mistake_penalty=on in real time only"
        return "somebody can be called out, or nobody may act now: that is no mistake"
    return asked(s, seat)
