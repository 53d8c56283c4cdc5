"""What a training is, from which everything in it follows but how far it has come."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from koloda.arena.seeds import deal_seed
from koloda.arena.training.bot import learnable
from koloda.core.errors import BadOption
from koloda.core.game import MAX_SEED, Game
from koloda.core.net import STEP
from koloda.core.outlook import Values
from koloda.games import game as game_by_id

FORMAT = "koloda-train/1"
APART = 1_000_000_000  # numbers between the deals of two generations
MOST_WEIGHT = 100.0
MATCHES = 1_000_000  # the generations that their gates count as


@dataclass(frozen=True)
class Plan:
    """The first generation learns from games of the heuristic, the others also from those of the best."""

    game: str
    seats: int
    options: Mapping[str, object]
    seed: int = 0
    hidden: int = 32
    games: int = 40_000  # of the heuristic, in the first generation
    searched: int = 3_000  # of the search, in every other one
    iterations: int = 60  # of the searches that play them
    gate: int = 200  # iterations of both sides of a gate match
    deals: int = 400  # of a gate match, at most
    epochs: int = 8
    weight: float = 0.3  # of a lesson of the search's games: how one game ended is mostly luck

    def check(self) -> None:
        """A clear error for what is wrong, before anything is begun."""
        self.values()
        if not 0 <= self.seed <= MAX_SEED:
            raise BadOption(f"seed {self.seed}: it can be 0 to 2**63 - 1")
        if self.seats < 2:
            raise BadOption(f"training needs two seats at least, not {self.seats}")
        if self.hidden % STEP or not 0 < self.hidden <= 1024:
            raise BadOption(f"--hidden {self.hidden}: a multiple of {STEP}, 1024 at most")
        if not 0 < self.weight <= MOST_WEIGHT:
            raise BadOption(f"--weight {self.weight:g}: above 0, {MOST_WEIGHT:g} at most")

    def values(self) -> Values:
        """What is to be learned, without weights."""
        return learnable(self.rules().deal(self.seats, 0, self.options))

    def rules(self) -> Game:
        return game_by_id(self.game)

    def seed_of(self, generation: int, number: int) -> int:
        """The seed of one game of a generation."""
        return deal_seed(self.seed, generation * APART + number)

    def seed_of_gate(self, generation: int) -> int:
        return self.seed_of(MATCHES + generation, 0)

    def facts(self) -> dict[str, Any]:
        return {"format": FORMAT, **asdict(self), "options": dict(self.options)}
