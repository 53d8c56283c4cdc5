"""A seat at a server's table as the talk with a program wants it: what the server's updates say of it."""

from __future__ import annotations

import secrets
from typing import Any, cast

from koloda.arena.external.faults import ProgramFault
from koloda.arena.external.talk import Talk
from koloda.arena.programs.program import Program
from koloda.bots.player import Player, Setting
from koloda.core.game import Game
from koloda.core.rng import Rng

DEFAULT = "the default of the rules"


class OnlinePlayer:
    """One seat of one deal, as the server tells it. It has of a `Player` what a `Talk` asks for."""

    def __init__(self, game: Game, seat: int, setting: Setting, seats: int) -> None:
        self.game = game
        self.seat = seat
        self.seats = seats
        self.setting = setting
        self.rng = Rng(secrets.randbits(56))
        self.events: list[tuple[object, ...]] = []
        self.update: dict[str, Any] = {}

    def take(self, update: dict[str, Any]) -> None:
        events = [tuple(event["e"]) for event in update["events"]]
        self.events = events if update["full"] else self.events + events
        self.update = update

    def news(self, told: int) -> tuple[list[tuple[object, ...]], int]:
        return self.events[told:], len(self.events)

    def result(self) -> dict[str, Any] | None:
        over = self.update.get("over")
        return None if over is None else over["result"]

    def owes(self) -> bool:
        return bool(self.update["owed"])

    def view(self) -> dict[str, Any]:
        view: dict[str, Any] = self.update["view"]
        return view

    def aids(self, view: dict[str, Any]) -> dict[str, Any] | None:
        aids: dict[str, Any] | None = self.update.get("aids")
        return aids

    def why_not(self, action: int) -> str:
        return "it is not in the list"


class OnlineSeat:
    """The program on one seat of a match. It blocks while the program thinks: it has a thread of its own."""

    def __init__(self, name: str, program: Program) -> None:
        self.name = name
        self.program = program
        self.talk: Talk | None = None
        self.player: OnlinePlayer | None = None
        self.faults: list[ProgramFault] = []

    def hear(self, player: OnlinePlayer) -> None:
        """Tell the program what has happened, if it runs."""
        self.player = player
        if self.talk is not None and not self.talk.out:
            self.follow(self.talk, player)

    def follow(self, talk: Talk, player: OnlinePlayer) -> None:
        if talk.player is not cast(Player, player):
            talk.begin(cast(Player, player))
        talk.hear()

    def decide(self, player: OnlinePlayer, legal: list[str], seconds: float | None) -> str | None:
        """The program's choice among the legal texts; None: it has none, and what went wrong is noted."""
        self.player = player
        if self.talk is None or self.talk.out:
            self.close()
            self.talk = Talk(self.name, self.program, cast(Player, player))
        talk = self.talk
        if not talk.out:
            self.follow(talk, player)
        played = DEFAULT if player.owes() else ""
        answer = None if talk.out else talk.answer(legal, played, seconds)
        self.faults += talk.faults
        talk.faults = []
        return answer

    def interrupt(self) -> None:
        """From another thread: whatever the program is doing ends now."""
        if self.talk is not None and self.talk.process is not None:
            self.talk.process.child.stop()

    def close(self) -> None:
        if self.talk is not None:
            self.talk.close()
            self.talk = None
