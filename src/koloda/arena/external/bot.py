"""A program from outside as a Bot: whoever drives bots drives it."""

from __future__ import annotations

from koloda.arena.external import workshop
from koloda.arena.external.faults import ProgramFault
from koloda.arena.external.talk import Show, Talk
from koloda.bots import Bot, UnknownBot
from koloda.bots.player import Player
from koloda.core.errors import KolodaError
from koloda.core.game import Game
from koloda.core.policy import Policy


class ProgramBot(Bot):
    """`cmd:PROGRAM`. Each seat that it plays has a process of its own, from the first news until `close`."""

    follows = True
    show: Show | None = None

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.program = workshop.program(name.partition(":")[2].strip())
        self.talks: dict[int, Talk] = {}
        self.faults: list[ProgramFault] = []  # of games that are over

    def check(self) -> None:
        """UnknownBot for a program that cannot be started at all."""
        if self.program.problem:
            raise UnknownBot(f"{self.name}: {self.program.problem}")

    def check_repeatable(self) -> None:
        self.check()

    def policy(self, game: Game) -> Policy | None:
        return None

    def follow(self, player: Player) -> None:
        self.talk(player).hear()

    def choose(self, player: Player) -> int:
        return self.talk(player).decide()

    def talk(self, player: Player) -> Talk:
        """The talk about this player's deal; a new player on a seat means a new deal."""
        if not player.watched:
            raise KolodaError(f"{self.name}: a program can follow only a deal that is watched")
        talk = self.talks.get(player.seat)
        if talk is None:
            talk = self.talks[player.seat] = Talk(self.name, self.program, player, self.show)
        elif talk.player is not player:
            talk.begin(player)
        return talk

    def close(self) -> None:
        for talk in self.talks.values():
            talk.close()
            self.faults += talk.faults
        self.talks.clear()

    def take_faults(self) -> list[ProgramFault]:
        """The faults of the games closed since the last call."""
        faults, self.faults = self.faults, []
        return faults
