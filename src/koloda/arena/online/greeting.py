"""What a program says of itself, before it is brought anywhere."""

from __future__ import annotations

from koloda.arena.external.advice import told
from koloda.arena.external.messages import ProgramHello
from koloda.arena.external.talk import Talk
from koloda.arena.programs.program import Program
from koloda.bots.player import Player
from koloda.core.errors import KolodaError
from koloda.core.rng import Rng
from koloda.games import all_games


def greeted(name: str, program: Program) -> ProgramHello:
    """Start it once and hear its hello; KolodaError says in words what is wrong with it."""
    game = all_games()[0]
    talk = Greeting(name, program, Player(game.deal(seed=0, watch=True), 0, Rng(0)))
    talk.close()
    if talk.heard is None:
        raise KolodaError(" ".join([f"{program.text}:", *told(talk.faults[0])]))
    return talk.heard


class Greeting(Talk):
    """A talk that is over after the hello, whichever games the program plays."""

    heard: ProgramHello | None = None

    def accept(self, message: ProgramHello) -> None:
        self.heard = message

    def begin(self, player: Player) -> None:
        """No deal follows."""
