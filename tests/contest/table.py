"""The dialogue of a game without processes: whoever is asked answers what the test says."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from koloda.arena.contest.protocol import NO, Dialogue, action_of, why_illegal
from koloda.arena.contest.referee import Conditions, Deal, Decision, Played
from koloda.core.options import Value
from koloda.core.rng import Rng
from koloda.games.durak import GAME
from koloda.games.durak.actions import PASS, TAKE
from koloda.games.durak.cards import CARDS, CODES
from koloda.games.durak.state import DurakState


@dataclass
class Question:
    seat: int
    command: str
    answer: str
    told: int  # lines told to everybody before it


class Table:
    def __init__(self, state: DurakState, extensions: bool = False) -> None:
        self.state = state
        self.dialogue = Dialogue(state, extensions)
        self.told: list[list[str]] = [[] for _ in range(state.seats)]
        self.lines: list[list[list[object]]] = [[] for _ in range(state.seats)]
        self.questions: list[Question] = []
        self.tell()

    @classmethod
    def dealt(
        cls, seed: int, options: Mapping[str, Value], seats: int = 4, extensions: bool = False
    ) -> Table:
        return cls(deal_of(seed, options, seats).state(options, seats), extensions)

    def tell(self) -> None:
        for seat, lines in enumerate(self.dialogue.news()):
            self.told[seat] += lines
            self.lines[seat] += [[">", line] for line in lines]

    def answer(self, answer: str) -> None:
        seat = int(self.state.actor)
        command = self.dialogue.command
        assert why_illegal(self.state, seat, answer) == ""
        self.lines[seat] += [[">", command], ["<", answer]]
        self.questions.append(Question(seat, command, answer, len(self.told[0])))
        self.state.apply(seat, action_of(self.state, answer))
        self.tell()

    def play(self, answers: str) -> None:
        for answer in answers.split():
            self.answer(answer)

    def finish_at_random(self, seed: int, most: int = 10_000) -> None:
        rng = Rng(seed, 99)
        while not self.state.over and len(self.questions) < most:
            action = int(self.state.random_legal(self.state.actor, rng))
            self.answer(NO if action in (TAKE, PASS) else CODES[action % CARDS])

    def played(self, deal: Deal) -> Played:
        """The game as the referee would have it."""
        state = self.state
        result = Played(deal, int(state.seats), self.lines, individual=not state.rules.team)
        result.decisions = [Decision(each.seat, each.command, each.answer, 1.0) for each in self.questions]
        result.rounds = int(state.round_no)
        result.out = state.out_seats()
        fool = int(state.fool()) if state.over else -1
        result.reason = "void" if not state.over else "draw" if fool < 0 else "normal"
        if fool >= 0 and state.rules.team:
            result.winner = (fool + 1) % 2
        elif fool >= 0:
            result.fool = fool
        result.used = [0.0] * result.seats
        return result


def deal_of(seed: int, options: Mapping[str, Value], seats: int = 4) -> Deal:
    setup = GAME.setup(GAME.deal(seats, seed, options))
    return Deal(tuple(setup["deck"]), setup["trump"], setup["first"])


def conditions(options: Mapping[str, Value], extensions: bool = False) -> Conditions:
    return Conditions(options=dict(options), extensions=extensions)
