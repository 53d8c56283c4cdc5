"""The talk with one program about one seat: what it is told, what it is asked, what its answers mean."""

from __future__ import annotations

import time
from collections.abc import Callable
from hashlib import sha256
from typing import Any, cast

import msgspec

from koloda import __version__
from koloda.arena.external import workshop
from koloda.arena.external.faults import (
    CRASH,
    ENDS,
    EOF,
    ERROR,
    EXTRA,
    GAME,
    GARBAGE,
    ILLEGAL,
    MEMORY,
    SECURITY,
    START,
    VERSION,
    ProgramFault,
)
from koloda.arena.external.messages import (
    LONGEST,
    PROTOCOL,
    Answer,
    Ask,
    Clock,
    End,
    Error,
    Events,
    Fault,
    FromJudge,
    FromProgram,
    Hello,
    ProgramHello,
    Start,
    decoder,
    lines,
)
from koloda.arena.programs import faults
from koloda.arena.programs.faults import CannotStart, JudgeFailure
from koloda.arena.programs.process import SAMPLE, Process, Watch
from koloda.arena.programs.program import Program
from koloda.bots.driver import NOTHING
from koloda.bots.player import Player
from koloda.core.rng import Rng

KEPT = 2000  # bytes of a line, and of standard error, that a fault shows
HELLO = lines(Hello(protocol=PROTOCOL, judge=f"koloda {__version__}"))
Show = Callable[[str, bytes], None]  # TOLD, CAME or NOTED, and the lines
TOLD, CAME, NOTED = ">", "<", "!"  # by us, by the program, on its standard error
ATTEMPTS = 3  # to build a sandbox, which may fail on a busy machine


class Trouble(Exception):
    """A fault on its way up."""

    def __init__(self, code: str, detail: str, came: bytes | None = None) -> None:
        super().__init__(detail)
        self.code = code
        self.detail = detail
        self.came = came


class Talk:
    """One process on one seat, for the deals of one game or match, one after the other."""

    def __init__(self, name: str, program: Program, player: Player, show: Show | None = None) -> None:
        self.show = show  # for who wants to see every line
        self.noted = 0  # bytes of its standard error that have been shown
        self.name = name
        self.program = program
        self.conditions = workshop.current.conditions
        self.player = player
        self.hello: ProgramHello | None = None
        self.wants_aids = False
        self.faults: list[ProgramFault] = []
        self.process: Process | None = None
        self.out = False  # has it been ended?
        self.asked = ""
        self.number = 0  # of the last question
        self.came = b""  # what was read last
        self.told = 0
        self.over = False
        self.bank = 0.0  # seconds beyond those of a decision
        self.looked = 0.0
        self.longest = 0.0  # seconds for an answer
        try:
            self.start()
        except Trouble as trouble:
            self.blame(trouble)
        self.begin(player)

    # the process

    def start(self) -> None:
        """Start the process and greet it."""
        if self.program.problem:
            raise Trouble(START, self.program.problem)
        self.process = process = self.started()
        process.before = (process.delay(), process.child.cpu_seconds())
        self.asked = "hello"
        message = self.reply(HELLO, self.conditions.start_ms / 1000)
        if not isinstance(message, ProgramHello):
            raise Trouble(GARBAGE, "the first line must be the answer to hello", self.came)
        if message.protocol != PROTOCOL:
            raise Trouble(VERSION, f"it speaks {message.protocol!r}, the judge {PROTOCOL}", self.came)
        self.accept(message)
        self.hello = message
        self.wants_aids = message.aids

    def accept(self, message: ProgramHello) -> None:
        if message.games is not None and self.player.game.id not in message.games:
            raise Trouble(GAME, f"it does not play {self.player.game.id}", self.came)

    def started(self) -> Process:
        for attempt in range(ATTEMPTS):
            # programs may think all the time; what a busy machine keeps from them is added to their time
            self.watch = Watch(ponder=True, last=True)
            try:
                child = workshop.sandbox().start(self.program, self.conditions.limits(self.program))
                process = Process(child, self.watch, LONGEST)
                self.watch.add(process)
                return process
            except (CannotStart, JudgeFailure) as error:
                self.watch.kill()
                if isinstance(error, CannotStart) or attempt == ATTEMPTS - 1:
                    raise Trouble(START, str(error)) from None
        raise AssertionError

    def close(self) -> None:
        """End the process; it may have a moment to leave by itself."""
        if self.process is not None:
            if not self.out:
                self.watch.finish()
            self.watch.kill()
            self.show_errors()
            self.process = None
        self.out = True

    # telling

    def begin(self, player: Player) -> None:
        """A deal begins."""
        self.player = player
        self.told = 0
        self.over = False
        self.bank = self.conditions.deal_ms / 1000
        if self.out:
            return
        game, setting = player.game, player.setting
        options = dict(setting.options)
        start = Start(
            game=game.id,
            options=options,
            seats=player.seats,
            seat=player.seat,
            names=list(setting.names) or [f"player {seat}" for seat in range(player.seats)],
            sides=game.sides(player.seats, options) if options else [[s] for s in range(player.seats)],
            clock=Clock(decision_ms=self.conditions.decision_ms, deal_ms=self.conditions.deal_ms),
            deal=setting.deal,
            totals=list(setting.totals) or [0.0] * player.seats,
            random=chance(player.rng),
        )
        self.tell(lines(start))

    def hear(self) -> None:
        """Tell the program what it has seen happen since the last time."""
        if self.out or self.over:
            return
        messages: list[FromJudge] = self.news()
        result = self.player.result()
        if result is not None:
            self.over = True
            scores, returns, winners = (result[key] for key in ("scores", "returns", "winners"))
            messages.append(End(scores=scores, returns=returns, winners=list(winners)))
        if messages:
            self.tell(lines(*messages))

    def news(self) -> list[FromJudge]:
        """What it has seen happen since the last time, as a message; none if there is nothing new."""
        events, self.told = self.player.news(self.told)
        return [Events(events=cast(list[list[Any]], events))] if events else []

    def tell(self, text: bytes) -> None:
        assert self.process is not None
        self.process.tell(text)
        if self.show is not None:
            self.show(TOLD, text)

    def show_errors(self) -> None:
        """What has come on its standard error since the last time."""
        if self.show is not None and self.process is not None:
            new = self.process.child.errors[self.noted :]
            self.noted += len(new)
            if new:
                self.show(NOTED, new)

    # asking

    def decide(self) -> int:
        """The program's decision, or the default action; NOTHING where it may act and does not want to."""
        player = self.player
        owed = player.owes()
        if self.out:
            return player.default() if owed else NOTHING
        legal = player.legal()
        text = player.game.text
        texts = [text(action) for action in legal]
        try:
            answer = self.chosen(texts)
            return legal[texts.index(answer)] if answer else NOTHING
        except Trouble as trouble:
            default = player.default() if owed else NOTHING
            self.blame(trouble, tuple(texts), text(default) if owed else "")
            return default

    def answer(self, legal: list[str], played: str, at_most: float | None = None) -> str | None:
        """The program's answer, in at most so many seconds; empty: it does nothing, where it need not.

        None: a fault, and `played` is what is done.
        """
        try:
            return self.chosen(legal, at_most)
        except Trouble as trouble:
            self.blame(trouble, tuple(legal), played)
            return None

    def chosen(self, legal: list[str], at_most: float | None = None) -> str:
        """Ask; the legal text that came, or none where nobody waits for it."""
        self.asked = "ask"
        self.number += 1
        left = self.conditions.decision_ms / 1000 + self.bank
        if at_most is not None:
            left = min(left, at_most)
        player = self.player
        owed = player.owes()
        view = player.view()
        aids = player.aids(view) if self.wants_aids else None
        question = Ask(id=self.number, owed=owed, left_ms=int(left * 1000), legal=legal, view=view, aids=aids)
        message = self.reply(lines(*self.news(), question), left)
        if not isinstance(message, Answer):
            raise Trouble(GARBAGE, "an answer was expected", self.came)
        if message.id is not None and message.id != self.number:
            raise Trouble(
                EXTRA, f"an answer to question {message.id}, while question {self.number} is asked", self.came
            )
        if message.answer is None:
            if owed:
                raise Trouble(ILLEGAL, "null is an answer only where owed is false", self.came)
            return ""
        if message.answer not in legal:
            raise Trouble(ILLEGAL, self.why_not(message.answer), self.came)
        return message.answer

    def why_not(self, text: str) -> str:
        try:
            return self.player.why_not(self.player.game.action(text))
        except ValueError as error:
            return str(error)

    def reply(self, command: bytes, seconds: float) -> FromProgram:
        """Send a line and read the message that comes back."""
        process = self.process
        assert process is not None
        if unasked := process.unasked():
            raise Trouble(EXTRA, "output that nobody asked for", unasked[:KEPT])
        self.tell(command)
        begun = time.monotonic()
        answer, fault, granted = process.wait_for_line(begun, seconds)
        now = time.monotonic()
        process.ran += now - begun
        took = now - begun - granted
        if self.asked == "ask":
            self.longest = max(self.longest, took)
            self.bank -= max(0.0, took - self.conditions.decision_ms / 1000)
        self.came = process.received[:KEPT] if answer is None else answer[:KEPT]
        self.show_errors()
        if self.show is not None and self.came:
            self.show(CAME, self.came)
        if now - self.looked > SAMPLE or answer is None:
            self.looked = now
            if process.child.over_memory():
                fault = faults.Fault(MEMORY, process.memory_fault().detail)
        if self.watch.intruder is not None:
            fault = faults.Fault(SECURITY, self.watch.intrusion)
        elif fault is None and (answer is None or took > seconds):
            fault = process.silence(seconds)
        if fault is not None:
            raise Trouble(fault.code, fault.detail, self.came or None)
        assert answer is not None
        return read(answer)

    def blame(self, trouble: Trouble, legal: tuple[str, ...] = (), played: str = "") -> None:
        """Note a fault, and do what the rule says."""
        player, process = self.player, self.process
        ends = trouble.code in ENDS or self.hello is None
        if process is not None:
            if trouble.code in (CRASH, EOF):
                process.child.wait(1.0)
            process.child.read_errors()
            self.drop_output(process)
        fault = ProgramFault(
            bot=self.name,
            code=trouble.code,
            detail=trouble.detail,
            game=player.game.id,
            seats=player.seats,
            seat=player.seat,
            asked=self.asked,
            legal=legal,
            came=trouble.came,
            played=played,
            errors=b"" if process is None else process.child.errors[-KEPT:],
            deal=player.setting.deal,
        )
        self.faults.append(fault)
        if ends:
            self.out = True
            self.close()
        else:
            text = trouble.detail[:KEPT]
            self.tell(lines(Fault(id=self.number, code=trouble.code, text=text, played=played)))

    def drop_output(self, process: Process) -> None:
        """What else it has written is no answer to the next question."""
        process.received = b""
        for _ in range(16):  # of a flood not more than that
            process.read_output()
            if not process.received:
                return
            process.received = b""


def chance(rng: Rng) -> int:
    """A number for a program's own chance. What the generator gives itself would tell of the seed."""
    drawn = " ".join(str(int(rng.next32())) for _ in range(8))
    return int.from_bytes(sha256(drawn.encode()).digest()[:4], "big")


def read(answer: bytes) -> FromProgram:
    """A line as a message; Trouble if it is none."""
    if len(answer) > LONGEST:
        raise Trouble(GARBAGE, f"a line of more than {LONGEST} bytes", answer[:KEPT])
    try:
        message = decoder.decode(answer)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        detail = "nested too deeply" if isinstance(error, RecursionError) else str(error)
        raise Trouble(GARBAGE, detail, answer[:KEPT]) from None
    if isinstance(message, Error):
        raise Trouble(ERROR, message.text, answer[:KEPT])
    return message
