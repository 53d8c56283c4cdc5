"""The searching bot: information-set MCTS with a budget of time or iterations, tuned for each game."""

from __future__ import annotations

import time
from dataclasses import dataclass

from koloda.bots.player import Player
from koloda.bots.search import SearchPolicy
from koloda.bots.solver import UNKNOWN, Solver, solvable
from koloda.core.game import Game

MARGIN = 0.004  # seconds kept back, so that an answer is never late
FIRST_CHUNK = 8
CHUNK_SECONDS = 0.004
SOLVER_NODES = 10_000  # some 20 milliseconds, enough for all but the longest endings


@dataclass(frozen=True)
class Tuning:
    """How a game is searched; found by matches."""

    randomness: int = 20  # per cent of random actions in rollouts
    depth: int = 0  # of rollouts, 0 to the end
    exploration: float = 0.7


TUNING: dict[str, Tuning] = {}


def search_policy(game: Game, iterations: int) -> SearchPolicy:
    tuning = TUNING.get(game.id, Tuning())
    return SearchPolicy(game.heuristic, tuning.randomness, tuning.depth, tuning.exploration, iterations)


def think(player: Player, seconds: float | None, iterations: int | None) -> int:
    """The decision after this much time or this many iterations, whichever comes first."""
    start = time.monotonic()
    legal = player.legal()
    if len(legal) == 1:
        return legal[0]
    state = player.determinize(player.rng.fork())
    if solvable(state, player.seat):
        value, action = Solver(SOLVER_NODES).best(state)
        if value != UNKNOWN:
            return int(action)
    search = search_policy(player.game, 0).search(state, player.seat, player.rng)
    chunk = FIRST_CHUNK
    while True:
        if iterations is not None:
            chunk = min(chunk, iterations - search.iterations)
        began = time.monotonic()
        search.run(chunk)
        now = time.monotonic()
        if iterations is not None and search.iterations >= iterations:
            break
        if seconds is not None:
            each = (now - began) / chunk
            left = seconds - MARGIN - (now - start)
            if left <= each:
                break
            chunk = max(1, int(min(CHUNK_SECONDS, left) / max(each, 1e-7)))
        else:
            chunk = 1000
    return int(search.best())
