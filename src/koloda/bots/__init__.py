"""Bots: who plays when nobody else does. A bot is asked with a Player and never sees the true state."""

from __future__ import annotations

import re
import time

from koloda.bots.levels import LEVEL_NAMES as LEVEL_NAMES
from koloda.bots.levels import LEVELS as LEVELS
from koloda.bots.levels import thought
from koloda.bots.mcts import Clock, search_policy, think
from koloda.bots.parallel import can_fork
from koloda.bots.player import Player
from koloda.core.errors import KolodaError
from koloda.core.game import Game
from koloda.core.policy import Policy, RandomPolicy


class UnknownBot(KolodaError):
    pass


class Bot:
    """A bot by its name. `policy` is for simulations, `choose` for every other driver; both decide alike."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.clock: Clock = time.monotonic  # by which a budget of time is kept

    def policy(self, game: Game) -> Policy:
        """The bot as compiled loops use it."""
        if self.name == "random":
            return RandomPolicy()
        return game.novice if self.name == "easy" else game.heuristic

    def choose(self, player: Player) -> int:
        """The decision of this player's seat."""
        if self.name == "random":
            legal = player.legal()
            return legal[player.rng.below(len(legal))]
        # a policy depends on nothing that the seat does not see
        return int(self.policy(player.game).choose(player.masked(), player.seat, player.rng))


class SearchingBot(Bot):
    """Searches for so many milliseconds or iterations a decision, in each of its processes."""

    def __init__(
        self, name: str, milliseconds: int | None, iterations: int | None, processes: int = 1
    ) -> None:
        super().__init__(name)
        self.milliseconds = milliseconds
        self.iterations = iterations
        self.processes = processes

    def policy(self, game: Game) -> Policy:
        if self.iterations is None:
            raise UnknownBot(
                f"{self.name}: a simulation must repeat exactly; give iterations, like mcts:1000"
            )
        if self.processes > 1:
            raise UnknownBot(f"{self.name}: a simulation is played in one process; use its jobs instead")
        return search_policy(game, self.iterations)

    def choose(self, player: Player) -> int:
        seconds = None if self.milliseconds is None else self.milliseconds / 1000
        return think(player, seconds, self.iterations, self.clock, self.processes)


class LevelBot(Bot):
    """A level, which plays every game in its own way."""

    def policy(self, game: Game) -> Policy:
        budget = thought(game.id, self.name)
        return super().policy(game) if budget is None else search_policy(game, budget.iterations)

    def choose(self, player: Player) -> int:
        budget = thought(player.game.id, self.name)
        if budget is None:
            return super().choose(player)
        return think(player, budget.milliseconds / 1000, budget.iterations, self.clock)


BOTS = {
    "random": "any legal action",
    "heuristic": "what a competent person would do",
    "mcts": "searches: mcts (200 ms a decision), mcts:50ms, mcts:1000 (iterations), mcts:50ms:2 (processes)",
    "easy": "the heuristic with the oversights of a beginner",
    "normal": "the heuristic",
    "hard": "searches a little",
    "expert": "searches for up to 3 s a decision",
}
BUDGET = re.compile(r"mcts(?::([1-9][0-9]{0,8})(ms)?(?::([1-9][0-9]?))?)?")
USUAL_MILLISECONDS = 200


def bot(name: str) -> Bot:
    """The bot with this name."""
    budget = BUDGET.fullmatch(name)
    if budget is not None:
        amount = int(budget[1] or USUAL_MILLISECONDS)
        timed = budget[1] is None or budget[2] is not None
        processes = int(budget[3] or 1)
        if processes > 1 and not can_fork():
            raise UnknownBot(f"{name}: this system cannot fork processes; use one")
        return SearchingBot(name, amount if timed else None, None if timed else amount, processes)
    if name in LEVELS:
        return LevelBot(name)
    if name not in BOTS:
        raise UnknownBot(f"unknown bot {name[:40]!r}: known are {', '.join(BOTS)}")
    return Bot(name)


def level(name: str) -> Bot:
    """The bot that plays at this level against people."""
    if name not in LEVELS:
        raise UnknownBot(f"unknown level {name[:40]!r}: there are {', '.join(LEVELS)}")
    return bot(name)
