"""What a beginner does: plays as well as he can, but overlooks what people overlook."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from koloda.core.policy import Policy
from koloda.core.rng import Rng
from koloda.core.state import State
from koloda.games.junquick.actions import CHIEF, CURE, DONE, FORM, GATHER, PASS, RESPONSE, WAIT
from koloda.games.junquick.bots.heuristic import JunQuickHeuristic
from koloda.games.junquick.legal import can_pass
from koloda.games.junquick.state import JunQuickState

# how often, in per cent
MISSES_THE_MOMENT: Final = 15
OVERLOOKS_A_CARD: Final = 18
FORGETS_A_PACK: Final = 30
FORGETS_A_VIRUS: Final = 50


class JunQuickNovice(Policy):
    policy: JunQuickHeuristic

    def __init__(self) -> None:
        self.policy = JunQuickHeuristic()

    def choose(self, state: State, seat: i64, rng: Rng) -> i64:
        assert isinstance(state, JunQuickState)
        phase = state.phase
        chance = rng.below(100)
        if phase in (CHIEF, RESPONSE):
            if chance < MISSES_THE_MOMENT:
                return WAIT
        elif phase == GATHER:
            if chance < OVERLOOKS_A_CARD and can_pass(state, seat):
                return PASS
        elif phase in (FORM, CURE):
            forgotten = chance < (FORGETS_A_PACK if phase == FORM else FORGETS_A_VIRUS)
            if forgotten and DONE in state.legal(seat):
                return DONE
        return self.policy.choose(state, seat, rng)
