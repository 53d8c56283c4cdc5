"""Bots: who plays when nobody else does. A bot is asked with a Player and never sees the true state."""

from __future__ import annotations

import re
import time
from collections.abc import Callable

from koloda.bots.closing import ClosingPolicy
from koloda.bots.levels import LEVEL_NAMES as LEVEL_NAMES
from koloda.bots.levels import LEVELS as LEVELS
from koloda.bots.mcts import SOLVER_NODES, Clock, mixture, think
from koloda.bots.parallel import can_fork
from koloda.bots.player import Player
from koloda.core.errors import KolodaError
from koloda.core.game import Game
from koloda.core.policy import Policy, RandomPolicy

RANDOM = RandomPolicy()


class UnknownBot(KolodaError):
    pass


class Bot:
    """A bot by its name. `choose` is its only way to decide; whoever wants a decision asks there."""

    follows = (
        False  # does it want to hear what happens? Then deals are watched for it, and `follow` is called
    )

    def __init__(self, name: str) -> None:
        self.name = name
        self.clock: Clock = time.monotonic  # by which a budget of time is kept

    def policy(self, game: Game) -> Policy | None:
        """The policy by which it decides in this game; None: it searches."""
        return RANDOM if self.name == "random" else game.heuristic

    def choose(self, player: Player) -> int:
        """The decision of this player's seat."""
        policy = self.policy(player.game)
        if policy is None:
            return self.search(player)
        if policy is RANDOM:  # it looks at nothing but the list
            legal = player.legal()
            return legal[player.rng.below(len(legal))]
        # a policy depends on nothing that the seat does not see, so that the compiled loops, which hand it
        # the true state, get the same answer
        return int(policy.choose(player.masked(), player.seat, player.rng))

    def chances(self, player: Player) -> list[tuple[int, float]]:
        """What this player's seat may do, and how likely: one action, unless the bot mixes on purpose."""
        return [(self.choose(player), 1.0)]

    def search(self, player: Player) -> int:
        """The decision where it has no policy."""
        raise UnknownBot(f"{self.name} does not search")

    def follow(self, player: Player) -> None:
        """The player's deal has begun, something has happened in it, or it is over."""

    def close(self) -> None:
        """The game is over or given up: nothing of it is needed any more."""

    def check_repeatable(self) -> None:
        """UnknownBot for one that may decide otherwise the next time, or needs more than one process."""


class SearchingBot(Bot):
    """Searches for so many milliseconds or iterations a decision, in each of its processes."""

    def __init__(
        self, name: str, milliseconds: int | None, iterations: int | None, processes: int = 1
    ) -> None:
        super().__init__(name)
        self.milliseconds = milliseconds
        self.iterations = iterations
        self.processes = processes

    def policy(self, game: Game) -> Policy | None:
        return None

    def search(self, player: Player) -> int:
        seconds = None if self.milliseconds is None else self.milliseconds / 1000
        return think(player, seconds, self.iterations, self.clock, self.processes)

    def chances(self, player: Player) -> list[tuple[int, float]]:
        seconds = None if self.milliseconds is None else self.milliseconds / 1000
        return mixture(player, seconds, self.iterations, self.clock, self.processes)

    def check_repeatable(self) -> None:
        if self.iterations is None:
            raise UnknownBot(
                f"{self.name}: a simulation must repeat exactly; give iterations, like mcts:1000"
            )
        if self.processes > 1:
            raise UnknownBot(f"{self.name}: a simulation is played in one process; use its jobs instead")


class LevelBot(Bot):
    """A level, which plays every game in its own way.

    Between bots its iterations decide alone, so that deals repeat exactly; where people wait, `capped`, a
    slow machine may stop it earlier.
    """

    def __init__(self, name: str, capped: bool = False) -> None:
        super().__init__(name)
        self.capped = capped

    def policy(self, game: Game) -> Policy | None:
        if self.name in game.levels:
            return None
        if self.name == "easy":
            return game.novice
        return ClosingPolicy(game.heuristic, game.tuning.endings)

    def search(self, player: Player) -> int:
        game = player.game
        thought = game.levels[self.name]
        tuning = game.tuned(player.masked())
        taught = thought.taught if tuning is not game.tuning else 0
        seconds = thought.milliseconds / 1000 if self.capped else None
        iterations = taught or thought.iterations
        # however few they are: no level errs in an ending that can be counted out
        return think(player, seconds, iterations, self.clock, tuning=tuning, positions=SOLVER_NODES)


BOTS = {
    "random": "any legal action",
    "heuristic": "what a competent person would do",
    "mcts": "searches: mcts (200 ms a decision), mcts:50ms, mcts:1000 (iterations), mcts:50ms:2 (processes)",
    "easy": "the heuristic with the oversights of a beginner",
    "normal": "the heuristic, and endings whose cards are known exactly",
    "hard": "searches a little",
    "expert": "searches for up to 3 s a decision",
    "master": "searches for up to 5 s a decision",
}
# kinds of bots that other layers bring, by what stands before the colon in a name; each makes one from it
KINDS: dict[str, Callable[[str], Bot]] = {}
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
    kind = name.partition(":")[0]
    if kind in KINDS:
        return KINDS[kind](name)
    if name not in BOTS:
        kinds = "".join(f", {kind}:..." for kind in KINDS)
        hint = f"; a program is written cmd:{name[:40]}" if "/" in name or "." in name else ""
        raise UnknownBot(f"unknown bot {name[:40]!r}: known are {', '.join(BOTS)}{kinds}{hint}")
    return Bot(name)


def level(name: str) -> Bot:
    """The bot that plays at this level against people, who wait no longer than the level promises."""
    kind = name.partition(":")[0]
    if kind in KINDS:
        return KINDS[kind](name)
    if name not in LEVELS:
        raise UnknownBot(f"unknown level {name[:40]!r}: there are {', '.join(LEVELS)}")
    return LevelBot(name, capped=True)
