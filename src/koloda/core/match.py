# not compiled: a match is a few deals
"""Several deals to a target: totals, who deals next, and when it is over. Rules code knows deals only."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from koloda.core.errors import KolodaError
from koloda.core.rng import Rng
from koloda.core.state import State

if TYPE_CHECKING:
    from koloda.core.game import Game


def next_seed(seeds: Rng) -> int:
    return int((seeds.next32() & 0x7FFFFFFF) << 32 | seeds.next32())


def seed_of_deal(match_seed: int, number: int) -> int:
    """The seed of one deal of a match, counted from 1, without playing those before it."""
    seeds = Rng(match_seed, 1)
    for _ in range(number - 1):
        next_seed(seeds)
    return next_seed(seeds)


class Match:
    """`next_deal`, play it, `add` its state; until `over`."""

    def __init__(
        self, game: Game, seats: int | None, seed: int, options: Mapping[str, object] | None
    ) -> None:
        self.game = game
        self.seats = game.default_seats if seats is None else seats
        self.options = game.resolve(seats, options)
        self.totals: list[float] = [0.0] * self.seats
        self.results: list[dict[str, Any]] = []
        self.context: dict[str, object] = {}
        self.deal_seed = 0  # of the deal begun last
        self._given = dict(options or {})
        self._seeds = Rng(seed, 1)
        self._setup: dict[str, Any] | None = None

    @property
    def over(self) -> bool:
        return bool(self.results) and self.game.match_over(self)

    @property
    def winners(self) -> list[int]:
        return self.game.match_winners(self) if self.over else []

    def next_deal(self, watch: bool = False, seed: int | None = None) -> State:
        """The next deal; its seed follows from the seed of the match, unless one is given."""
        if self.over or self._setup is not None:
            raise KolodaError("the match is over" if self.over else "the last deal has not been added yet")
        self.deal_seed = next_seed(self._seeds) if seed is None else seed
        state = self.game.deal(self.seats, self.deal_seed, self._given, self.context, watch)
        self._setup = self.game.setup(state)
        return state

    def add(self, state: State) -> None:
        """Count a finished deal."""
        if self._setup is None or not state.over:
            raise KolodaError("only the deal begun last can be added, when it is over")
        result = self.game.result(state)
        self.results.append(result)
        for seat, points in enumerate(self.game.points_in_match(self, result)):
            self.totals[seat] += points
        self.context = self.game.next_context(self._setup, result)
        self._setup = None
