"""What a beginner does: plays as well as he can, but overlooks what people overlook."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from koloda.core.bits import nth, popcount
from koloda.core.policy import Policy
from koloda.core.rng import Rng
from koloda.core.state import State
from koloda.games.durak.actions import BEAT, BEAT_WITH, MOVE, PASS, TAKE
from koloda.games.durak.bots.heuristic import DurakHeuristic, cheapest, worth
from koloda.games.durak.legal import playable
from koloda.games.durak.state import DurakState

# how often, in per cent
LEADS_ON_IMPULSE: Final = 20
TAKES_TOO_EARLY: Final = 3
WASTES_A_CARD: Final = 8
OVERLOOKS_AN_ADDITION: Final = 15


class DurakNovice(Policy):
    policy: DurakHeuristic

    def __init__(self) -> None:
        self.policy = DurakHeuristic()

    def choose(self, state: State, seat: i64, rng: Rng) -> i64:
        assert isinstance(state, DurakState)
        able = playable(state, seat)
        chance = rng.below(100)
        if state.phase == MOVE:
            if chance < LEADS_ON_IMPULSE:
                plain = able & ~state.trumps
                cards = plain if plain else able
                return nth(cards, rng.below(popcount(cards)))
        elif state.phase == BEAT:
            if able and not state.last:
                if chance < TAKES_TOO_EARLY:
                    return TAKE
                if chance < TAKES_TOO_EARLY + WASTES_A_CARD:
                    return BEAT_WITH + dearest(state, able)
        elif chance < OVERLOOKS_AN_ADDITION:
            return PASS
        return self.policy.choose(state, seat, rng)


def dearest(s: DurakState, cards: i64) -> i64:
    """The card of most worth."""
    best = cheapest(s, cards)
    for card in range(36):
        if cards >> card & 1 and worth(s, card) > worth(s, best):
            best = card
    return best
