"""The five games, by their id."""

from __future__ import annotations

from functools import cache
from importlib import import_module

from koloda.core.errors import UnknownGame
from koloda.core.game import Game

IDS = ("durak", "yassa", "flights", "viceroy", "junquick")


@cache
def game(name: str) -> Game:
    """The game with this id; its package is imported when it is first asked for."""
    if name not in IDS:
        raise UnknownGame(f"unknown game {name[:40]!r}: known are {', '.join(IDS)}")
    value: Game = import_module(f"koloda.games.{name}").GAME
    return value


def all_games() -> list[Game]:
    return [game(name) for name in IDS]
