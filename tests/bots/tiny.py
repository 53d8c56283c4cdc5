"""Games of a few decisions, in which a test knows what a search must find. Plain Python only."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, ClassVar

from koloda.core.policy import Policy
from koloda.core.reasons import Reason
from koloda.core.rng import Rng
from koloda.core.state import State


class First(Policy):
    """Always the first legal action."""

    def choose(self, state: State, seat: int, rng: Rng) -> int:
        return int(state.legal(seat)[0])


class Tiny(State):
    """Seats act in the order `turns`; each may choose 0 or 1. `world` is hidden, and new in every sample.

    `history` is what was done, `actors` by whom. `samples` are all that a search has sampled, in their order.
    """

    turns: ClassVar[tuple[int, ...]] = (0,)

    def __init__(self) -> None:
        super().__init__(SimpleNamespace(id="tiny", num_actions=2), 2, Rng(0))
        self.history: list[int] = []
        self.actors: list[int] = []
        self.world = 0
        self.samples: list[Tiny] = []
        self.pending = 1 << self.turns[0]

    def clone(self) -> Tiny:
        copy = type(self)()
        copy.history = list(self.history)
        copy.actors = list(self.actors)
        copy.world = self.world
        copy.samples = self.samples
        copy.pending = self.pending
        return copy

    def determinize(self, seat: int, rng: Rng) -> Tiny:
        sample = self.clone()
        sample.world = int(rng.next32())
        self.samples.append(sample)
        return sample

    def legal(self, seat: int) -> list[int]:
        return [0, 1]

    def apply(self, seat: int, action: int) -> None:
        self.history.append(int(action))
        self.actors.append(int(seat))
        done = len(self.history)
        self.pending = 1 << self.turns[done] if done < len(self.turns) else 0

    def returns(self) -> list[float]:
        return [0.0, 0.0]

    def scores(self) -> list[float]:
        return self.returns()

    def default(self, seat: int) -> int:
        return 0

    def reason(self, seat: int, action: int) -> Reason:
        return Reason("core.not_yours")

    def view(self, seat: int | None) -> dict[str, Any]:
        return {}

    def reveal(self) -> dict[str, Any]:
        return {}
