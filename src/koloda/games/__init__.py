"""The games, by their id: whatever packages announce under the entry point `koloda.games`.

A package of its own brings a game by

    [project.entry-points."koloda.games"]
    believe = "koloda_believe:GAME"

and the games of this package come in by the same way.
"""

from __future__ import annotations

import warnings
from functools import cache
from importlib.metadata import EntryPoint, entry_points

from koloda.core.errors import UnknownGame
from koloda.core.game import Game

GROUP = "koloda.games"


@cache
def entries() -> dict[str, EntryPoint]:
    """What is announced, by id; nothing is imported yet."""
    found: dict[str, EntryPoint] = {}
    for entry in entry_points(group=GROUP):
        known = found.setdefault(entry.name, entry)
        if known.value != entry.value:
            warnings.warn(f"two games are called {entry.name}: {entry.value} is ignored", stacklevel=2)
    return found


@cache
def game(name: str) -> Game:
    """The game with this id; its package is imported when it is first asked for."""
    entry = entries().get(name)
    if entry is None:
        raise UnknownGame(f"unknown game {name[:40]!r}: known are {', '.join(ids())}")
    value = entry.load()
    if not isinstance(value, Game) or value.id != name:
        raise UnknownGame(f"{entry.value} is not the game {name!r} that it is announced as")
    return value


@cache
def _all() -> tuple[Game, ...]:
    found = []
    for name in entries():
        try:
            found.append(game(name))
        except Exception as error:  # a broken package must not take the other games away
            warnings.warn(f"the game {name} cannot be loaded: {type(error).__name__}: {error}", stacklevel=3)
    return tuple(sorted(found, key=lambda each: (each.rank, each.id)))


def all_games() -> list[Game]:
    """Every game that can be loaded, in the order of lists."""
    return list(_all())


def ids() -> list[str]:
    return [each.id for each in _all()]
