"""A policy that counts out the endings in which its seat knows every card."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from koloda.core.endings import Endings
from koloda.core.policy import Policy
from koloda.core.rng import Rng
from koloda.core.state import State

NODES: Final = 2000  # positions of one ending: a few milliseconds; of those that need more nothing is known


class ClosingPolicy(Policy):
    """Plays by another policy, but exactly where nothing is hidden from the seat and the end is near."""

    policy: Policy
    endings: Endings

    def __init__(self, policy: Policy, endings: Endings) -> None:
        self.policy = policy
        self.endings = endings

    def choose(self, state: State, seat: i64, rng: Rng) -> i64:
        action = self.policy.choose(state, seat, rng)
        if state.actor == seat and self.endings.solvable(state, seat) and len(state.legal(seat)) > 1:
            found = self.endings.fresh().solve(state, NODES, False)
            if found:
                return i64(found[0][0])
        return action
