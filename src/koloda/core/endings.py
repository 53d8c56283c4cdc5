"""Positions whose results are known without playing on: what a game's solver tells the search."""

from __future__ import annotations

from mypy_extensions import i64

from koloda.core.errors import KolodaError
from koloda.core.state import State


class Endings:
    """Games without a solver have none."""

    def known(self, state: State) -> bool:
        """Are the results of this position known? Then `results` has them."""
        return False

    def results(self) -> list[float]:
        """Of the position that was just found to be known."""
        return []

    def solvable(self, state: State, seat: i64) -> bool:
        """Does this seat know enough of this state, a sampled one, for exact values of its actions?"""
        return False

    def check(self, state: State) -> None:
        """KolodaError for a position that cannot be solved although all its cards are open."""
        raise KolodaError(f"{state.game.id} has no solver")

    def solve(self, state: State, nodes: i64, every: bool) -> list[tuple[int, float]]:
        """(action, exact return for the seat to act), the best first; empty if so many positions are too few.

        Unless every action is asked for, the first one that wins is enough. What was found is kept, so that a
        second try with more positions costs little.
        """
        return []

    def searched(self) -> i64:
        """How many positions `solve` has looked at so far."""
        return 0

    def fresh(self) -> Endings:
        """For a new search: what was learnt in another one must not influence it."""
        return self
