"""What a beginner does: plays as well as he can, but overlooks what people overlook."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from koloda.core.bits import nth, popcount
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
    INTERVENE,
    INTERVENE_SHOUT,
    INTERVENTION_WINDOW,
    MISTAKE,
    PASS,
    PLAY_SHOUT,
    SILENT,
    TURN,
)
from koloda.games.yassa.bots.heuristic import YassaHeuristic, laid
from koloda.games.yassa.cards import MULTI, W4, WC
from koloda.games.yassa.legal import PATIENCE
from koloda.games.yassa.state import YassaState

# how often, in per cent
FORGETS_THE_SHOUT: Final = 12
OVERLOOKS_THE_SILENCE: Final = 50
OVERLOOKS_A_TWIN: Final = 50
NEVER_DOUBTS: Final = 80
FORGETS_THE_DRAWN_CARD: Final = 5
OVERLOOKS_AN_ANSWER: Final = 12
LAYS_WHAT_FITS: Final = 9
SPENDS_A_WILD_CARD: Final = 10


class YassaNovice(Policy):
    policy: YassaHeuristic

    def __init__(self) -> None:
        self.policy = YassaHeuristic()

    def choose(self, state: State, seat: i64, rng: Rng) -> i64:
        assert isinstance(state, YassaState)
        action = self.policy.choose(state, seat, rng)
        if state.mistakes >= PATIENCE:
            return action  # nothing else is left
        chance = rng.below(100)
        if state.phase == CALL_WINDOW:
            return SILENT if chance < OVERLOOKS_THE_SILENCE else CALL
        if state.phase == INTERVENTION_WINDOW:
            if chance < OVERLOOKS_A_TWIN:
                return DECLINE
        elif action == CHALLENGE:
            return ACCEPT if chance < NEVER_DOUBTS else CHALLENGE
        elif state.turn == seat and action < INTERVENE:
            action = self.laying(state, seat, action, chance, rng)
        return self.forgetting(state, seat, action, rng)

    def laying(self, s: YassaState, seat: i64, action: i64, chance: i64, rng: Rng) -> i64:
        """Where a competent person lays a card: another one, or none."""
        if s.phase == AFTER_DRAW:
            return PASS if chance < FORGETS_THE_DRAWN_CARD else action
        if s.phase != TURN:
            return ACCEPT if chance < OVERLOOKS_AN_ANSWER else action
        if chance < LAYS_WHAT_FITS:
            return any_card(s, seat, rng)
        wild = s.playable(seat) & MULTI
        if wild and chance < LAYS_WHAT_FITS + SPENDS_A_WILD_CARD:
            return laid(s, seat, W4 if wild >> W4 & 1 else WC)
        return action

    def forgetting(self, s: YassaState, seat: i64, action: i64, rng: Rng) -> i64:
        """The same card, perhaps without the shout."""
        if s.sizes[seat] != 2 or not s.silent_form(seat) or rng.below(100) >= FORGETS_THE_SHOUT:
            return action
        if PLAY_SHOUT <= action < INTERVENE:
            return action - PLAY_SHOUT
        if INTERVENE_SHOUT <= action < MISTAKE:
            return action - INTERVENE_SHOUT + INTERVENE
        return action


def any_card(s: YassaState, seat: i64, rng: Rng) -> i64:
    """Some card that fits, in some colour, with the shout if it is due."""
    types = s.playable(seat)
    card = nth(types, rng.below(popcount(types)))
    form = card if card < WC else WC + (card - WC) * 4 + rng.below(4)
    return form + PLAY_SHOUT if s.sizes[seat] == 2 else form
