"""Bots: who plays when nobody else does. A bot is asked with a Player and never sees the true state."""

from __future__ import annotations

from koloda.bots.player import Player
from koloda.core.errors import KolodaError
from koloda.core.game import Game
from koloda.core.policy import Overlooking, Policy, RandomPolicy
from koloda.core.rng import Rng


class UnknownBot(KolodaError):
    pass


class Bot:
    """A bot by its name. `policy` is for simulations, `choose` for every other driver; both decide alike."""

    def __init__(self, name: str) -> None:
        self.name = name

    def policy(self, game: Game) -> Policy:
        if self.name == "random":
            return RandomPolicy()
        return Overlooking(game.heuristic) if self.name == "easy" else game.heuristic

    def choose(self, player: Player) -> int:
        """The decision of this player's seat."""
        if self.name == "random":
            legal = player.legal()
            return legal[player.rng.below(len(legal))]
        # a policy depends on nothing that the seat does not know, so any state that it cannot tell
        # from the true one will do
        state = player.determinize(Rng(0))
        return int(self.policy(player.game).choose(state, player.seat, player.rng))


BOTS = {
    "random": "any legal action",
    "heuristic": "what a competent person would do",
    "easy": "the heuristic, overlooking something one time in four",
    "normal": "the heuristic",
}
LEVELS = ("easy", "normal")


def bot(name: str) -> Bot:
    """The bot with this name."""
    if name not in BOTS:
        raise UnknownBot(f"unknown bot {name[:40]!r}: known are {', '.join(BOTS)}")
    return Bot(name)


def level(name: str) -> Bot:
    """The bot that plays at this level against people."""
    if name not in LEVELS:
        raise UnknownBot(f"unknown level {name[:40]!r}: there are {', '.join(LEVELS)}")
    return bot(name)
