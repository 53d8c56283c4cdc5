"""Bots that play at a person's strength: which level comes next, after each game."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from koloda.bots.levels import LEVELS

AUTO = "auto"  # instead of a level
USUAL = "normal"  # the first level
STEP = 1.0  # games won beyond one's share, after which the next level comes
ROUNDING = 1e-9


class Standing(NamedTuple):
    """A person in one game: the level of the bots, and the games won there beyond the fair share."""

    level: str = USUAL
    balance: float = 0.0


class Played(NamedTuple):
    """A game against bots that all were of one level."""

    level: str
    won: bool
    winners: int  # seats that won, the person's own among them
    seats: int


def after(standing: Standing, game: Played) -> Standing:
    """The next level. A win counts what it is more than a fair share of the wins, a defeat that share less.
    A whole game more leads one level up, one less leads one level down, and there all begins anew.

    >>> after(after(Standing(), Played("normal", True, 1, 2)), Played("normal", True, 1, 2))
    Standing(level='hard', balance=0.0)
    >>> after(Standing("normal", 0.5), Played("normal", False, 1, 2))
    Standing(level='normal', balance=0.0)
    """
    balance = standing.balance if game.level == standing.level else 0.0
    balance += float(game.won) - game.winners / game.seats
    place = LEVELS.index(game.level)
    if balance > STEP - ROUNDING and place + 1 < len(LEVELS):
        return Standing(LEVELS[place + 1])
    if balance < ROUNDING - STEP and place:
        return Standing(LEVELS[place - 1])
    return Standing(game.level, max(-STEP, min(STEP, balance)))


def standing(games: Iterable[Played]) -> Standing:
    """After these games, the oldest first."""
    found = Standing()
    for game in games:
        found = after(found, game)
    return found
