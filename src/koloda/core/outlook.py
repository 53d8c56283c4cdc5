"""What a search expects where it stops before the end: the state's own guess, or values that were learned."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from koloda.core.endings import Endings
from koloda.core.net import Net
from koloda.core.rng import Rng
from koloda.core.state import State
from koloda.core.vecs import vec

EMPTY: Final[list[int]] = []


class Outlook:
    """The state's own guess."""

    def returns(self, state: State) -> list[float]:
        """What the returns are likely to be; the state is at the beginning of a stage."""
        return state.outlook()

    def utilities(self, returns: list[float], winning: float) -> list[float]:
        """What a search that expects these returns maximizes, where being first is worth so much more."""
        return with_bonus(returns, winning)


def with_bonus(returns: list[float], bonus: float) -> list[float]:
    """These returns, and something for being first."""
    if bonus == 0.0:
        return returns
    best = max(returns)
    first = 0
    for value in returns:
        if value >= best - 1e-9:
            first += 1
    count = len(returns)
    if first == count:
        return returns
    lost = -bonus / float(count - 1)
    won = -lost * float(count - first) / float(first)
    return [value + (won if value >= best - 1e-9 else lost) for value in returns]


class Values(Outlook):
    """Learned from games: a net over features of a position whose cards are all known.

    A game says what its features are and what the outputs mean; `koloda train` finds the weights.
    """

    name: str  # of its file among those of the game
    net: Net
    size: i64  # how many features there are
    outputs: i64  # 1: from -1 to 1, for one of two sides; more: shares that add up to 1
    tables: list[tuple[int, int]]  # features numbered by a mask: where they begin, and of how many bits it is
    endings: Endings  # what is known exactly while games are played to learn from

    def __init__(
        self, name: str, size: i64, outputs: i64, tables: list[tuple[int, int]], endings: Endings
    ) -> None:
        self.name = name
        self.size = size
        self.outputs = outputs
        self.tables = tables
        self.endings = endings
        self.net = Net(0, outputs, EMPTY, EMPTY, EMPTY)

    def features(self, state: State) -> vec[i64]:
        """Those that are active, always as many."""
        return vec[i64]()

    def outcome(self, state: State) -> list[float]:
        """Of a deal that is over, or a mean of such, that from which targets are made."""
        return state.returns()

    def targets(self, state: State, outcome: list[float]) -> list[float]:
        """What the outputs should have been, where this was the outcome in the end."""
        return []

    def redrawn(self, state: State, rng: Rng) -> State:
        """A copy in which chance decides anew what it has not shown yet."""
        return state.clone()

    def seen(self, state: State) -> list[int]:
        """The features as plain numbers, for whoever learns."""
        return [int(feature) for feature in self.features(state)]
