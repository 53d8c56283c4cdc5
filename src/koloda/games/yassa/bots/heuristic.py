"""What a competent person would do, from his own hand and what everybody has seen."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from koloda.core.bits import bit, lowest, popcount
from koloda.core.policy import Policy
from koloda.core.rng import Rng
from koloda.core.state import State
from koloda.games.yassa.actions import (
    ACCEPT,
    AFTER_DRAW,
    CALL,
    CALL_WINDOW,
    CHALLENGE,
    DECLINE,
    DRAW,
    INTERVENE,
    INTERVENE_SHOUT,
    INTERVENTION_WINDOW,
    MISTAKE,
    MISTAKE_CALL,
    PASS,
    PLAY_SHOUT,
    READY,
    RESPOND_WD4,
    SAY_READY,
    TURN,
)
from koloda.games.yassa.cards import (
    COLOURED,
    OPEN,
    SKIP,
    WC,
    colour_types,
    count_in,
    symbol_types,
)
from koloda.games.yassa.legal import PATIENCE
from koloda.games.yassa.state import YassaState

# what a card that stops or turns is worth, beside the cards of its colour: against the only opponent; against
# a neighbour with two cards or one; against any other neighbour, where it had better wait
ANOTHER_TURN: Final = 10
STOPS: Final = 20
WAITS: Final = -20


class YassaHeuristic(Policy):
    def choose(self, state: State, seat: i64, rng: Rng) -> i64:
        assert isinstance(state, YassaState)
        phase = state.phase
        if phase == CALL_WINDOW:
            return CALL
        if phase == READY:
            return SAY_READY
        if phase == INTERVENTION_WINDOW or state.turn != seat:
            return react(state, seat)
        if state.mistakes >= PATIENCE:
            return state.default(seat)
        if state.rules.realtime and state.unsaid >= 0 and state.unsaid != seat:
            return CALL
        card = best_card(state, seat)
        if card >= 0:
            return laid(state, seat, card)
        if phase == TURN:
            return DRAW
        if phase == AFTER_DRAW:
            return PASS
        return CHALLENGE if phase == RESPOND_WD4 and suspicious(state) else ACCEPT


def react(s: YassaState, seat: i64) -> i64:
    """Out of turn: call, lay a twin. A driver that insists gets the least mistake that is left."""
    if s.unsaid >= 0 and s.unsaid != seat:
        return CALL
    if s.twins(seat):
        action = laid(s, seat, s.top)
        return action + INTERVENE if action < PLAY_SHOUT else action - PLAY_SHOUT + INTERVENE_SHOUT
    if s.phase == INTERVENTION_WINDOW:
        return DECLINE
    return MISTAKE + lowest(s.wrong(seat)) if s.unsaid >= 0 else MISTAKE_CALL


def laid(s: YassaState, seat: i64, card: i64) -> i64:
    """The action that lays this card, with the shout when it is due."""
    form = card
    if card >= WC:
        form = WC + (card - WC) * 4 + best_colour(s, seat)
    return form + PLAY_SHOUT if s.sizes[seat] == 2 else form


def best_colour(s: YassaState, seat: i64) -> i64:
    """The colour held most; against a dangerous next player rather one that he lacked."""
    following = s.next(seat)
    danger = s.sizes[following] <= 2
    best: i64 = 0
    best_worth: i64 = -1
    for colour in range(4):
        worth = count_in(s.held[seat], s.more[seat], colour_types(colour)) * 4
        if danger and s.lacked[following] & bit(colour):
            worth += 6
        if worth > best_worth:
            best = colour
            best_worth = worth
    return best


def best_card(s: YassaState, seat: i64) -> i64:
    """The card to lay, or -1 to lay none."""
    types = s.playable(seat)
    if s.phase == RESPOND_WD4 or popcount(types) == 1:
        card: i64 = lowest(types) if types else -1
        # a multi-coloured card just drawn is worth more in the hand, unless the hand is nearly empty
        if s.phase == AFTER_DRAW and card >= WC and kept(s, seat, card):
            return -1
        return card
    if types & COLOURED:
        types &= COLOURED  # the others fit whenever nothing else does
    best: i64 = -1
    best_worth: i64 = -1000
    while types:
        card = lowest(types)
        types &= types - 1
        worth = worth_of(s, seat, card)
        if worth > best_worth:
            best = card
            best_worth = worth
    return best


def worth_of(s: YassaState, seat: i64, card: i64) -> i64:
    """How good it is to lay this card now, of several that fit."""
    if card >= WC:
        return card  # rather the one that makes others draw
    colour = card // 13
    symbol = card % 13
    held = s.held[seat]
    more = s.more[seat]
    own = count_in(held, more, colour_types(colour))
    same: i64 = 1 if s.colour != OPEN and colour == s.colour else 0
    if s.seats == 2:
        # who stays in his colour fits longest, and what stops the other is another turn
        return 10 * same + own + (ANOTHER_TURN if symbol >= SKIP else symbol)
    worth = 4 * same + 4 * own + 2 * count_in(held, more, symbol_types(card) & ~colour_types(colour))
    if symbol >= SKIP:
        worth += STOPS if s.sizes[s.next(seat)] <= 2 else WAITS
    return worth


def kept(s: YassaState, seat: i64, card: i64) -> bool:
    """Is this multi-coloured card, just drawn, worth more later?"""
    if s.sizes[seat] == 2:
        return False  # the other card is the last
    if card == WC:
        return least_other(s, seat) > 3 and not s.rules.own_points
    holds_colour = s.colour != OPEN and s.held[seat] & colour_types(s.colour) != 0
    return holds_colour and s.sizes[s.next(seat)] != 1


def least_other(s: YassaState, seat: i64) -> i64:
    """The smallest hand among the others."""
    least: i64 = 100
    for other in range(s.seats):
        if other != seat and s.sizes[other] < least:
            least = s.sizes[other]
    return least


def suspicious(s: YassaState) -> bool:
    """Is it worth a check? The more cards the layer kept, the likelier the colour was among them."""
    if s.rules.forbid or s.prev_colour == OPEN or s.lacked[s.layer] & bit(s.prev_colour):
        return False
    return s.sizes[s.layer] >= 5
