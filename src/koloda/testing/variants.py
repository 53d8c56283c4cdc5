"""The deals that generic tests play: every game, every seat count, every value of every option."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import NamedTuple

from koloda.core.bits import members
from koloda.core.game import Game
from koloda.core.options import Option, Value
from koloda.core.policy import next_seat
from koloda.core.rng import Rng
from koloda.core.state import State
from koloda.games import all_games
from koloda.games import game as game_by_id

# ./test asks for less of the plain build where the compiled one plays everything and the two are compared
SHORT = os.environ.get("KOLODA_SHORT", "0") != "0"
SPARE = 3 if SHORT else 1  # of several positions one has its hidden cards drawn anew


class Variant(NamedTuple):
    name: str
    seats: int
    options: dict[str, Value]

    @property
    def game(self) -> Game:
        return game_by_id(self.name)

    def deal(self, seed: int, watch: bool = False) -> State:
        return self.game.deal(self.seats, seed, self.options, watch=watch)

    def __str__(self) -> str:
        return "-".join(
            [self.name, str(self.seats), *(f"{name}={value}" for name, value in self.options.items())]
        )


def values(option: Option) -> list[Value]:
    return list(option.choices) if option.choices else [option.least, option.most]


def every(game: Game) -> list[Variant]:
    """Default options at every seat count; each other value of each option at one seat count."""
    found = [Variant(game.id, seats, {}) for seats in game.seat_counts]
    for preset in game.presets:
        found += one_with(game, {"preset": preset})
    for option in game.options:
        for value in values(option):
            if value != game.resolve()[option.name]:
                found += one_with(game, {option.name: value})
    return found


def one_with(game: Game, options: dict[str, Value]) -> list[Variant]:
    chosen = {**game.quick_options(options), **options}
    counts = game.seats_with(chosen)
    assert counts, f"{game.id} allows {options} at no seat count"
    return [Variant(game.id, counts[0], chosen)]


def usual(game: Game) -> list[Variant]:
    """Default options, at the least, the usual and the largest seat count."""
    counts = {game.seat_counts[0], game.default_seats, game.seat_counts[-1]}
    return [Variant(game.id, seats, {}) for seats in sorted(counts)]


def variants(game: Game) -> list[Variant]:
    return usual(game) if SHORT else every(game)


def all_variants() -> list[Variant]:
    """Those of every game of the registry."""
    return [variant for game in all_games() for variant in variants(game)]


def able(state: State) -> list[int]:
    """The seats that may act."""
    return [int(seat) for seat in members(state.pending | state.free)]


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
