"""Values with weights by chance, and positions to ask them about."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from koloda.core.game import Game
from koloda.core.net import BITS, LANES, OFFSET, STEP, Net
from koloda.core.outlook import Values
from koloda.core.rng import Rng
from koloda.core.state import State

ValuesT = TypeVar("ValuesT", bound=Values)


def with_weights(values: ValuesT, seed: int = 5) -> ValuesT:
    """Weights by chance: what must hold of any."""
    rng = Rng(seed)
    words, outputs = STEP // LANES, int(values.outputs)

    def lanes() -> int:
        return sum((int(rng.below(2 * OFFSET)) // 4 + 290) << (BITS * lane) for lane in range(LANES))

    def straight() -> int:
        return int(rng.below(800)) - 400

    rows: list[int] = []
    for _ in range(int(values.size)):
        rows += [lanes() for _ in range(words)]
        rows += [straight() for _ in range(outputs)]
    out = [straight() for _ in range(outputs * (STEP + 1))]
    values.net = Net(STEP, outputs, rows, [lanes() for _ in range(words)], out)
    return values


def beginnings(game: Game, seats: int, options: Mapping[str, object], seed: int = 3) -> list[State]:
    """The positions of a deal of the heuristic between two rounds."""
    state, rng = game.deal(seats, seed, options), Rng(seed)
    found = []
    while state.pending:
        if state.begins():
            found.append(state.clone())
        state.apply(state.actor, game.heuristic.choose(state, state.actor, rng))
    return found
