"""The bots of the server: a few processes that think, replaced when they die or hang."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
from collections import OrderedDict, deque
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.context import ForkServerContext, SpawnContext
from multiprocessing.process import BaseProcess

import msgspec

from koloda.table.thinker import REMEMBERED, Answer, Question, Request, think

log = logging.getLogger(__name__)
LONGEST = 20.0  # seconds for a decision: a master takes 5
TRIES = 2


class Asked:
    """A question on its way."""

    __slots__ = ("answer", "number", "question", "tries", "wanted", "who")

    def __init__(
        self,
        number: int,
        question: Question,
        answer: asyncio.Future[Answer],
        who: str,
        wanted: Callable[[], bool],
    ) -> None:
        self.number = number
        self.question = question
        self.answer = answer
        self.who = who
        self.wanted = wanted
        self.tries = 0


class Turns:
    """Questions that wait. People take turns: who has many tables waits for himself, not others for him."""

    def __init__(self) -> None:
        self.of: OrderedDict[str, deque[Asked]] = OrderedDict()  # by person

    def __bool__(self) -> bool:
        return bool(self.of)

    def add(self, asked: Asked) -> None:
        self.of.setdefault(asked.who, deque()).append(asked)

    def again(self, asked: Asked) -> None:
        self.of.setdefault(asked.who, deque()).appendleft(asked)
        self.of.move_to_end(asked.who, last=False)

    def next(self) -> Asked:
        who, own = next(iter(self.of.items()))
        asked = own.popleft()
        if own:
            self.of.move_to_end(who)
        else:
            del self.of[who]
        return asked

    def clear(self) -> list[Asked]:
        left = [asked for own in self.of.values() for asked in own]
        self.of.clear()
        return left


class Thinker:
    """One process; it gets one question at a time, so that a pipe never fills."""

    def __init__(self, context: ForkServerContext | SpawnContext) -> None:
        self.context = context
        self.queue = Turns()
        self.current: Asked | None = None
        self.known: OrderedDict[str, int] = OrderedDict()  # how many actions of which deal it has
        self.timer: asyncio.TimerHandle | None = None
        self.process: BaseProcess | None = None
        self.closed = False

    def start(self) -> None:
        self.pipe, theirs = self.context.Pipe()
        self.process = self.context.Process(target=think, args=(theirs,), name="koloda-bot", daemon=True)
        self.process.start()
        theirs.close()
        self.known.clear()
        asyncio.get_running_loop().add_reader(self.pipe.fileno(), self.readable)

    def stop(self) -> None:
        if self.process is None:
            return
        asyncio.get_running_loop().remove_reader(self.pipe.fileno())
        self.pipe.close()
        self.process.kill()
        self.process.join()
        self.process.close()
        self.process = None

    def close(self) -> None:
        self.closed = True
        if self.timer is not None:
            self.timer.cancel()
        self.stop()
        for asked in (*self.queue.clear(), *([self.current] if self.current else ())):
            asked.answer.cancel()

    def ask(self, asked: Asked) -> None:
        self.queue.add(asked)
        self.send_next()

    def send_next(self) -> None:
        while self.current is None and self.queue and not self.closed:
            asked = self.queue.next()
            if asked.answer.done():
                continue
            if not asked.wanted():
                asked.answer.set_result(Answer(asked.number, 0))
                continue
            self.current = asked
            asked.tries += 1
            question = asked.question
            first = min(self.known.get(question.deal, 0), len(question.actions))
            rest = msgspec.structs.replace(question, actions=question.actions[first:])
            try:
                if self.process is None:
                    self.start()
                self.pipe.send_bytes(msgspec.msgpack.encode(Request(asked.number, first, rest)))
            except OSError as error:
                self.fail(f"cannot be asked: {error}")
                return
            self.timer = asyncio.get_running_loop().call_later(
                LONGEST + question.analyse / 1000, self.fail, "does not answer"
            )

    def readable(self) -> None:
        try:
            answer = msgspec.msgpack.decode(self.pipe.recv_bytes(), type=Answer)
        except (EOFError, OSError, msgspec.DecodeError):
            self.fail("has ended")
            return
        asked = self.current
        if asked is None or answer.number != asked.number:
            return
        self.done()
        self.known[asked.question.deal] = answer.known
        self.known.move_to_end(asked.question.deal)
        if len(self.known) > REMEMBERED:
            self.known.popitem(last=False)
        if answer.error:
            log.error("a bot failed: %s", answer.error, extra={"game": asked.question.game})
        if answer.action is None and not answer.error and asked.tries < TRIES:
            self.queue.again(asked)  # it has forgotten the deal: once more, from the beginning
        elif not asked.answer.done():
            asked.answer.set_result(answer)
        self.send_next()

    def done(self) -> None:
        self.current = None
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None

    def fail(self, why: str) -> None:
        """The process is dead or hangs: another one takes its place and gets the question once more."""
        asked = self.current
        log.warning("a bot process %s and is replaced", why)
        self.done()
        with suppress(OSError):
            self.stop()
        if asked is not None:
            if asked.tries < TRIES:
                self.queue.again(asked)
            elif not asked.answer.done():
                asked.answer.set_result(Answer(asked.number, 0, error=why))
        self.send_next()


class Bots:
    """Who decides for the seats without a person."""

    def __init__(self, processes: int) -> None:
        context: ForkServerContext | SpawnContext
        if "forkserver" in multiprocessing.get_all_start_methods():
            context = multiprocessing.get_context("forkserver")
            context.set_forkserver_preload(["koloda.table.thinker", "koloda.bots", "koloda.games"])
        else:  # Windows
            context = multiprocessing.get_context("spawn")
        self.thinkers = [Thinker(context) for _ in range(processes)]
        self.count = 0
        self.thinking = 0

    def close(self) -> None:
        for thinker in self.thinkers:
            thinker.close()

    async def ask(
        self, question: Question, who: str = "", wanted: Callable[[], bool] = lambda: True
    ) -> Answer:
        """For this person; what is no longer wanted when its turn comes has no action."""
        self.count += 1
        answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        # a deal always goes to the same process, which then knows its beginning
        thinker = self.thinkers[hash(question.deal) % len(self.thinkers)]
        self.thinking += 1
        try:
            thinker.ask(Asked(self.count, question, answer, who, wanted))
            return await answer
        finally:
            self.thinking -= 1
