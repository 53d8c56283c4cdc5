"""One game: four processes, the rules, the clocks, and the verdict."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from koloda.arena.contest.clock import Clock
from koloda.arena.contest.faults import EXTRA, GARBAGE, ILLEGAL, START
from koloda.arena.contest.protocol import (
    ANSWER_BYTES,
    Dialogue,
    action_of,
    answer_of,
    read_answer,
    why_illegal,
)
from koloda.arena.programs.faults import CannotStart, Fault, JudgeFailure
from koloda.arena.programs.process import Process, Watch
from koloda.arena.programs.program import Program
from koloda.arena.programs.sandbox import Limits, Sandbox
from koloda.bots import Bot
from koloda.bots.player import Player
from koloda.core.errors import BadOption
from koloda.core.options import Value
from koloda.core.rng import Rng
from koloda.games.durak import GAME
from koloda.games.durak.state import DurakState

MOST_ROUNDS = 342  # no team game is longer (game file, section 11)
ATTEMPTS = 3  # for a game that failed without a program's fault


@dataclass(frozen=True)
class Conditions:
    """What is the same for all games of a tournament."""

    time_scale: float = 1.0
    memory_mb: int = 128
    cpu_check: bool = True
    extensions: bool = False
    options: Mapping[str, Value] = field(
        default_factory=dict
    )  # of the game, where they are not the contest's
    ponder: bool = False  # may programs think in the others' time?

    @property
    def limits(self) -> Limits:
        return Limits(self.memory_mb << 20, int(Clock(self.time_scale).budget(MOST_ROUNDS)) + 5)

    def limits_of(self, program: Program) -> Limits:
        """Those of a program, by its language."""
        limits = self.limits
        seconds = math.ceil(limits.cpu_seconds * program.time_factor)
        return replace(limits, memory=round(limits.memory * program.memory_factor), cpu_seconds=seconds)


def contest_options(options: Mapping[str, object]) -> dict[str, Value]:
    """Those that are not the contest's own; BadOption for what no contest is played with."""
    chosen = GAME.resolve(4, options)
    if chosen["mode"] != "team":
        raise BadOption("the contest is played by two teams: mode team")
    usual = GAME.resolve(4, {})
    return {name: value for name, value in chosen.items() if value != usual[name]}


@dataclass(frozen=True)
class Deal:
    """The cards, the trump and who moves first (a seat from 0), in the words of the rules."""

    deck: tuple[str, ...]
    trump: str
    first: int

    def state(self, options: Mapping[str, Value], seats: int = 4, watch: bool = True) -> DurakState:
        """The state just after the deal, watched for its events."""
        return GAME.from_deck(self.deck, self.trump, self.first, seats, options, watch)


@dataclass
class Decision:
    seat: int
    command: str
    answer: str
    milliseconds: float


@dataclass
class Played:
    """A finished game. Seats count from 0 here; files count from 1."""

    deal: Deal
    seats: int
    lines: list[list[list[Any]]]  # the dialogue of each seat, as a transcript has it
    decisions: list[Decision] = field(default_factory=list)
    rounds: int = 0
    out: list[int] = field(default_factory=list)
    winner: int | None = None  # a team from 0; in the individual game `fool` counts
    fool: int | None = None
    reason: str = "void"
    fault: Fault | None = None
    fault_seat: int = -1
    used: list[float] = field(default_factory=list)
    errors: list[bytes] = field(default_factory=list)
    individual: bool = False
    repeated: list[str] = field(default_factory=list)  # why earlier attempts do not count


Listener = Callable[[int, str, str], None]  # seat, direction and line, as they come


class Onlooker(Protocol):
    """Who follows the decisions."""

    def begin(self) -> None:
        """The game begins, perhaps once more."""

    def act(self, seat: int, text: str) -> None: ...


def play(
    deal: Deal,
    programs: Sequence[Program | Bot],
    conditions: Conditions,
    sandbox: Sandbox,
    listener: Listener | None = None,
    onlooker: Onlooker | None = None,
) -> Played:
    """Play one game; `programs` by seat, our own bots without a process and a clock.

    A game that fails without a program's fault is played again.
    """
    repeated: list[str] = []
    while True:
        last = len(repeated) == ATTEMPTS - 1
        try:
            played = Referee(deal, programs, conditions, sandbox, last, listener, onlooker).play()
        except JudgeFailure as failure:
            if last:
                raise
            repeated.append(str(failure))
        else:
            played.repeated = repeated
            return played


class Referee:
    def __init__(
        self,
        deal: Deal,
        programs: Sequence[Program | Bot],
        conditions: Conditions,
        sandbox: Sandbox,
        last: bool = False,
        listener: Listener | None = None,
        onlooker: Onlooker | None = None,
    ) -> None:
        self.last = last
        self.onlooker = onlooker
        self.listener = listener
        self.programs = {seat: each for seat, each in enumerate(programs) if isinstance(each, Program)}
        self.bots = {seat: each for seat, each in enumerate(programs) if isinstance(each, Bot)}
        self.conditions = conditions
        self.sandbox = sandbox
        self.state = deal.state(conditions.options, len(programs))
        self.dialogue = Dialogue(self.state, conditions.extensions)
        factors = [each.time_factor if isinstance(each, Program) else 1.0 for each in programs]
        self.clocks = [Clock(conditions.time_scale * factor) for factor in factors]
        self.processes: dict[int, Process] = {}
        self.heard: dict[int, int] = {}  # bytes of standard error that count, by seat
        self.watch = Watch(conditions.ponder, last)
        self.played = Played(deal, len(programs), [[] for _ in programs], errors=[b""] * len(programs))
        self.played.individual = not self.state.rules.team

    def play(self) -> Played:
        try:
            if self.start():
                self.talk()
                if self.played.fault is not None:
                    if self.played.fault.code in (ILLEGAL, GARBAGE, EXTRA):
                        self.keep_errors()
                    self.processes[self.played.fault_seat].child.stop()
                self.watch.finish()
        finally:
            self.watch.kill()
        self.played.used = [clock.used for clock in self.clocks]
        for seat, process in self.processes.items():
            self.played.errors[seat] = process.child.errors[: self.heard.get(seat, process.heard)]
        return self.played

    def keep_errors(self) -> None:
        """What comes after a wrong answer is only the surprise of a program whose input has ended."""
        self.watch.attend()
        self.heard = {seat: len(process.child.errors) for seat, process in self.processes.items()}

    def start(self) -> bool:
        """Start all processes; a team with one that cannot be started has lost, and no card is dealt."""
        failed = {seat: program.problem for seat, program in self.programs.items() if program.problem}
        # a program that can never start costs no game: nobody is started
        seats = [] if failed else sorted(self.programs)
        # in any order: process numbers tell nobody his seat; each is frozen before the next is started
        for seat in random.sample(seats, len(seats)):
            try:
                program = self.programs[seat]
                child = self.sandbox.start(program, self.conditions.limits_of(program))
                self.processes[seat] = Process(child, self.watch, ANSWER_BYTES)
                self.watch.add(self.processes[seat])
            except CannotStart as error:
                failed[seat] = str(error)
            except JudgeFailure as error:
                if not self.last:
                    raise
                # three times in a row the same sandbox that works for the others: it is the program
                failed[seat] = str(error)
        if failed and len({self.side(seat) for seat in failed}) == 1:
            seat = min(failed)
            self.lose(seat, Fault(START, failed[seat]))
            self.played.rounds = 0
        return not failed

    def talk(self) -> None:
        """Ask and tell until the game is over."""
        state = self.state
        if self.onlooker is not None:
            self.onlooker.begin()
        self.tell()
        while not state.over:
            seat = int(state.actor)
            answer = self.question(seat)
            if answer is None:
                return
            action = action_of(state, answer)
            state.apply(seat, action)
            if self.onlooker is not None:
                self.onlooker.act(seat, GAME.text(action))
            self.tell()
        self.count_out()
        self.played.reason = "normal"
        fool = int(state.fool())
        if fool < 0:
            self.played.reason = "draw"
        elif state.rules.team:
            self.played.winner = (fool + 1) % 2
        else:
            self.played.fool = fool

    def tell(self) -> None:
        """Everybody is told everything before anybody is asked again."""
        for seat, lines in enumerate(self.dialogue.news()):
            if lines:
                for line in lines:
                    self.note(seat, ">", line)
                if seat in self.processes:
                    self.processes[seat].tell("".join(f"{line}\n" for line in lines).encode("ascii"))

    def note(self, seat: int, direction: str, line: str) -> None:
        self.played.lines[seat].append([direction, line])
        if self.listener is not None:
            self.listener(seat, direction, line)

    def question(self, seat: int) -> str | None:
        """Ask this seat for its decision; None if there was a fault."""
        command = self.dialogue.command
        if seat in self.bots:
            return self.decision_of_bot(seat, command)
        clock = self.clocks[seat]
        rounds = int(self.state.round_no)
        budget = clock.budget(rounds) if self.conditions.cpu_check else float("inf")
        reply = self.processes[seat].ask(command.encode("ascii"), clock.left(rounds), budget)
        if reply.sent:
            self.note(seat, ">", command)
            clock.used += reply.wait
        fault, answer = reply.fault, None
        if reply.answer is not None:
            self.note(seat, "<", reply.answer.decode("latin-1"))
            answer = read_answer(reply.answer)
            if fault is None and answer is None:
                fault = Fault(GARBAGE, "no card and not NO")
            elif fault is None and answer is not None:
                why = why_illegal(self.state, seat, answer)
                fault = Fault(ILLEGAL, why) if why else None
        elif reply.rest and reply.culprit is None:
            self.note(seat, "?", reply.rest.decode("latin-1"))
        if fault is not None:
            self.lose(seat if reply.culprit is None else self.seat_of(reply.culprit), fault)
            return None
        assert answer is not None
        self.played.decisions.append(Decision(seat, command, answer, reply.wait * 1000))
        return answer

    def decision_of_bot(self, seat: int, command: str) -> str:
        """One of our own bots sees what its seat sees, like anybody."""
        rng = Rng(int(self.state.round_no) * 64 + len(self.played.decisions), seat)
        answer = answer_of(self.bots[seat].choose(Player(self.state, seat, rng)))
        self.note(seat, ">", command)
        self.note(seat, "<", answer)
        self.played.decisions.append(Decision(seat, command, answer, 0.0))
        return answer

    def seat_of(self, process: Process) -> int:
        return next(seat for seat, each in self.processes.items() if each is process)

    def side(self, seat: int) -> int:
        return seat % 2 if self.state.rules.team else seat

    def lose(self, seat: int, fault: Fault) -> None:
        """The first fault ends the game: the other team has won."""
        self.played.reason = "fault"
        self.played.fault = fault
        self.played.fault_seat = seat
        if self.state.rules.team:
            self.played.winner = 1 - seat % 2
        else:
            self.played.fool = seat
        self.count_out()

    def count_out(self) -> None:
        self.played.rounds = int(self.state.round_no)
        self.played.out = self.state.out_seats()
