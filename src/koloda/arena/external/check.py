"""Plays every game at every seat count with a program, and finds out what it does wrong."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from koloda.arena.external.bot import ProgramBot
from koloda.arena.external.faults import GAME, ProgramFault
from koloda.arena.external.talk import Show
from koloda.bots import Bot, bot
from koloda.bots.driver import Driver
from koloda.bots.player import Player, Setting
from koloda.core.game import Game

OPPONENTS = ("heuristic", "random")


class CountedBot(ProgramBot):
    """A program whose questions are counted; it is told now and then what a later version might tell."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.decisions = 0
        self.longest = 0.0

    def choose(self, player: Player) -> int:
        self.decisions += 1
        talk = self.talk(player)
        strange = self.decisions == 1 and not talk.out
        if strange:
            talk.tell(b'{"type":"weather","of":"a later version","note":"types that you do not know"}\n')
        action = super().choose(player)
        if strange and talk.faults:
            talk.faults[-1] = replace(talk.faults[-1], strange=True)
        self.longest = max(self.longest, talk.longest)
        return action


@dataclass
class Checked:
    """What came of the deals of one game at one seat count."""

    game: str
    seats: int
    deals: int = 0
    decisions: int = 0
    longest: float = 0.0  # seconds for an answer
    faults: list[ProgramFault] = field(default_factory=list)

    @property
    def skipped(self) -> bool:
        """Does the program say that it does not play this game?"""
        return any(fault.code == GAME for fault in self.faults)

    @property
    def unheard(self) -> bool:
        """Has it not got beyond hello? Then it will not in another game either."""
        return not self.skipped and any(fault.asked != "ask" for fault in self.faults)


def check(
    name: str,
    games: Sequence[Game],
    deals: int,
    seed: int,
    show: Show | None = None,
    shown: int = 1,
    seats: int | None = None,
) -> Iterator[Checked]:
    """Play; one result for each game and seat count, until one where the program does not answer hello.

    With `seats` only tables of that size, in the games that have them. The program sits on another seat in
    each deal; the first table of a game is a match of two deals. `show` gets every line of the first `shown`
    tables.
    """
    tables = 0
    for game in games:
        counts = [count for count in game.seat_counts if seats in (None, count)]
        for count in counts:
            checked = Checked(game.id, count)
            for number in range(deals):
                seen = show if tables < shown else None
                length = 2 if count == counts[0] and number == 0 else 1
                play(name, game, count, number % count, seed + number, checked, seen, length)
                if checked.faults:
                    break
            tables += 1
            yield checked
            if checked.unheard:
                return
            if checked.skipped:
                break


def play(
    name: str,
    game: Game,
    seats: int,
    seat: int,
    seed: int,
    checked: Checked,
    show: Show | None = None,
    length: int = 1,
) -> None:
    """So many deals, all by one process of the program; they end with the first one that has faults."""
    program = CountedBot(name)
    program.show = show
    bots: list[Bot] = [
        program if place == seat else bot(OPPONENTS[place % len(OPPONENTS)]) for place in range(seats)
    ]
    driver = Driver(game, bots)
    options = game.resolve(seats)
    try:
        for deal in range(length):
            driver.setting = Setting(options, deal=deal + 1)
            driver.play(game.deal(seats, seed + deal, watch=True), seed + deal)
            checked.deals += 1
            if program.talks[seat].faults:
                break
    finally:
        driver.close()
    checked.decisions += program.decisions
    checked.longest = max(checked.longest, program.longest)
    checked.faults += program.take_faults()
