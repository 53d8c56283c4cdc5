"""The search with learned values of one's own: `values:FILE:300`, or with none: `values:none:10ms`."""

from __future__ import annotations

import re
from pathlib import Path

from koloda.bots import KINDS, Bot, SearchingBot, UnknownBot
from koloda.bots.mcts import think
from koloda.bots.player import Player
from koloda.core.errors import KolodaError
from koloda.core.game import Game
from koloda.core.outlook import Values
from koloda.core.state import State
from koloda.core.tuning import Tuning
from koloda.core.weights import unpacked

KIND = "values"
NONE = "none"
LARGEST = 64_000_000  # bytes of a file: the largest net has 45 million before it is packed
NAME = re.compile(rf"{KIND}:(.+):([1-9][0-9]{{0,8}})(ms)?")


def learnable(state: State) -> Values:
    """What can be learned about deals like this one; KolodaError if there is nothing."""
    values = state.game.values(state)
    if values is None:
        raise KolodaError(f"{state.game.id} has nothing to learn with these seats and options")
    assert isinstance(values, Values)
    return values


def taught(state: State, path: str) -> Values:
    """The same with the weights of a file; KolodaError says what is wrong with one."""
    values = learnable(state)
    with open(path, "rb") as file:
        data = file.read(LARGEST + 1)
    try:
        if len(data) > LARGEST:
            raise KolodaError(f"no learned values: more than {LARGEST} bytes")
        values.net = unpacked(values, data)
    except KolodaError as error:
        raise KolodaError(f"{path}: {error}") from None
    return values


def tuning_of(state: State, path: str) -> Tuning:
    """How a search plays deals like this one with the values of this file, or with none."""
    game: Game = state.game
    return game.tuning if path == NONE else game.tuning_with(taught(state, path))


class ValuedBot(SearchingBot):
    """Reads its file when it is asked first: only then it knows for which game."""

    def __init__(self, name: str) -> None:
        found = NAME.fullmatch(name)
        if found is None:
            raise UnknownBot(f"{name[:60]}: write {KIND}:FILE:300 (iterations) or {KIND}:{NONE}:10ms")
        amount = int(found[2])
        super().__init__(name, amount if found[3] else None, None if found[3] else amount)
        self.path = found[1]
        place = Path(self.path)
        if self.path != NONE and not place.is_file():
            what = "this is no file" if place.exists() else "there is no such file"
            raise UnknownBot(f"{self.path}: {what}")
        self.tuning: Tuning | None = None

    def search(self, player: Player) -> int:
        if self.tuning is None:
            self.tuning = tuning_of(player.masked(), self.path)
        seconds = None if self.milliseconds is None else self.milliseconds / 1000
        return think(player, seconds, self.iterations, self.clock, tuning=self.tuning)


def make(name: str) -> Bot:
    return ValuedBot(name)


KINDS[KIND] = make
