"""The deals that generic tests play: every game, every seat count, every value of every option."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import NamedTuple

import koloda
from koloda.core.errors import BadOption
from koloda.core.game import Game
from koloda.core.options import Option, Value
from koloda.core.policy import next_seat
from koloda.core.rng import Rng
from koloda.core.state import State


class Variant(NamedTuple):
    game: str
    seats: int
    options: dict[str, Value]

    def deal(self, seed: int, watch: bool = False) -> State:
        return koloda.game(self.game).deal(self.seats, seed, self.options, watch=watch)

    def __str__(self) -> str:
        return "-".join(
            [self.game, str(self.seats), *(f"{name}={value}" for name, value in self.options.items())]
        )


def values(option: Option) -> list[Value]:
    return list(option.choices) if option.choices else [option.least, option.most]


def of_game(game: Game) -> list[Variant]:
    """Default options at every seat count; each other value of each option at one seat count."""
    found = [Variant(game.id, seats, {}) for seats in game.seat_counts]
    for preset in game.presets:
        found += one_with(game, {"preset": preset})
    for option in game.options:
        for value in values(option):
            if value != game.resolve()[option.name]:
                found += one_with(game, {option.name: value})
    return found


# options with which random play runs into the cap: a lower one makes the tests quick
SLOW = {"mistake_penalty", "voluntary_draw"}
CAP: dict[str, Value] = {"max_steps": 300}


def one_with(game: Game, options: dict[str, Value]) -> list[Variant]:
    if SLOW & options.keys():
        options |= CAP
    for seats in (game.default_seats, *game.seat_counts):
        try:
            game.resolve(seats, options)
        except BadOption:
            continue
        return [Variant(game.id, seats, options)]
    raise AssertionError(f"{game.id} allows {options} at no seat count")


def usual(game: Game) -> list[Variant]:
    """Default options, at the least, the usual and the largest seat count."""
    counts = {game.seat_counts[0], game.default_seats, game.seat_counts[-1]}
    return [Variant(game.id, seats, {}) for seats in sorted(counts)]


# ./test asks for less of the plain build where the compiled one plays everything and the two are compared
SHORT = os.environ.get("KOLODA_SHORT", "0") != "0"
SPARE = 3 if SHORT else 1  # of several positions one has its hidden cards drawn anew
ALL = [variant for game in koloda.game_list() for variant in (usual(game) if SHORT else of_game(game))]


def walk(state: State, seed: int) -> Iterator[State]:
    """The state before every decision of a random game."""
    rng = Rng(seed, 9)
    while not state.over:
        yield state
        seat = next_seat(state, rng)
        state.apply(seat, state.random_legal(seat, rng))


def random_end(state: State, seed: int) -> State:
    """The same state, played at random to its end."""
    for position in walk(state, seed):
        assert position is state
    return state
