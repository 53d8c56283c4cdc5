"""What a bot gets: one seat of one deal, as that seat may know it."""

from __future__ import annotations

from typing import Any

from koloda.core.game import Game
from koloda.core.rng import Rng
from koloda.core.state import State

STREAM = 16  # the bots' generators: streams 16 + seat of the deal's seed; lower ones belong to the deal


class Player:
    """A seat's own view, legal actions and determinizer, and a generator of its own.

    The true state is no attribute: the functions below hold it, so that a bot cannot take a look by accident.
    """

    def __init__(self, state: State, seat: int, rng: Rng) -> None:
        self.game: Game = state.game
        self.seat = seat
        self.seats = int(state.seats)
        self.rng = rng

        def view() -> dict[str, Any]:
            """What the seat may know."""
            return state.view(seat)

        def legal() -> list[int]:
            """The seat's legal actions, ascending."""
            return [int(action) for action in state.legal(seat)]

        def determinize(rng: Rng) -> State:
            """A state that the seat cannot tell from the true one, sampled fairly."""
            return state.determinize(seat, rng)

        def masked() -> State:
            """What the seat sees as a state, the rest made up: for policies."""
            return state.masked(seat)

        self.view = view
        self.legal = legal
        self.determinize = determinize
        self.masked = masked


def bot_rng(seed: int, seat: int) -> Rng:
    """The generator of the bot on this seat, for the deal with this seed."""
    return Rng(seed, STREAM + seat)
