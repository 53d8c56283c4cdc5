"""What a bot gets: one seat of one deal, as that seat may know it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from koloda.core.game import Game
from koloda.core.options import Value
from koloda.core.rng import Rng
from koloda.core.state import State

STREAM = 16  # the bots' generators: streams 16 + seat of the deal's seed; lower ones belong to the deal


@dataclass(frozen=True)
class Setting:
    """What everybody knows of a deal before it begins: options (complete), names, its place in a match."""

    options: Mapping[str, Value] = field(default_factory=dict)
    names: tuple[str, ...] = ()
    deal: int = 1
    totals: tuple[float, ...] = ()


UNKNOWN = Setting()


class Player:
    """A seat's own view, events, legal actions and determinizer, and a generator of its own.

    The true state is no attribute: the functions below hold it, so that a bot cannot take a look by accident.
    """

    def __init__(self, state: State, seat: int, rng: Rng, setting: Setting = UNKNOWN) -> None:
        self.game: Game = state.game
        self.seat = seat
        self.seats = int(state.seats)
        self.rng = rng
        self.setting = setting

        def view() -> dict[str, Any]:
            """What the seat may know."""
            return state.view(seat)

        def aids(view: dict[str, Any]) -> dict[str, Any] | None:
            """What follows from the seat's view by the rules; None: the game has nothing of the kind."""
            return self.game.aids(view) or None

        def legal() -> list[int]:
            """The seat's legal actions, ascending."""
            return [int(action) for action in state.legal(seat)]

        def determinize(rng: Rng) -> State:
            """A state that the seat cannot tell from the true one, sampled fairly."""
            return state.determinize(seat, rng)

        def masked() -> State:
            """What the seat sees as a state, the rest made up: for policies."""
            return state.masked(seat)

        def news(told: int) -> tuple[list[tuple[object, ...]], int]:
            """What the seat has seen happen since `told`, and how much has been told now (from 0 on)."""
            events = state.events
            seen = [event.seen_by(seat) for event in events[told:]]
            return [event for event in seen if event is not None], len(events)

        def owes() -> bool:
            """Does the seat owe a decision? In real time it may act without."""
            return bool(state.pending >> seat & 1)

        def default() -> int:
            """What is done for a seat that does not decide."""
            return int(state.default(seat))

        def why_not(action: int) -> str:
            """Why the seat may not do this now."""
            why = state.why_not(seat, action)
            return "" if why is None else self.game.reason_line(why)

        def result() -> dict[str, Any] | None:
            """The result of the deal, which everybody sees when it is over; None before."""
            return self.game.result(state) if state.over else None

        self.watched = state.log is not None  # only then there are news
        self.news = news
        self.owes = owes
        self.default = default
        self.why_not = why_not
        self.result = result
        self.view = view
        self.aids = aids
        self.legal = legal
        self.determinize = determinize
        self.masked = masked


def bot_rng(seed: int, seat: int) -> Rng:
    """The generator of the bot on this seat, for the deal with this seed."""
    return Rng(seed, STREAM + seat)
