"""Talking with the processes of one game: lines go in and never block, one answer at a time comes out.

Only the one that is asked runs; all others are frozen, unless pondering is allowed.
"""

from __future__ import annotations

import math
import os
import select
import signal
import time
from dataclasses import dataclass

from koloda.arena.programs import orphans, proctree, reading
from koloda.arena.programs.child import Child
from koloda.arena.programs.faults import CRASH, EOF, EXTRA, MEMORY, SECURITY, TIME, Fault, NotFree

GRACE = 0.5  # seconds that a process has to end by itself after the game
SAMPLE = 0.05  # seconds between two looks at what does not announce itself
CLOSING = 1.0  # seconds between the end of a process's output and its own end that are still one event
KEPT = 64  # bytes that are not an answer, for the transcript
READ = 1 << 16  # bytes at once
UNFAIR = 0.05  # of the time in which it could run: if it had no processor for more, it is not out of time
CLOSED = "it has closed its output"
AFTERWARDS = "after its input was closed it wrote "
FORBIDDEN = "the sandbox stopped a forbidden system call"
UNSTOPPABLE = "its processes cannot be stopped while others are asked"
TOO_MANY = "it has started too many processes"
CPUS = os.cpu_count() or 1


@dataclass
class Reply:
    """What came of one command."""

    sent: bool = False  # was the command written?
    answer: bytes | None = None  # what is judged as the answer, without LF
    rest: bytes = b""  # bytes that are none
    wait: float = 0.0
    fault: Fault | None = None
    culprit: Process | None = None  # whose fault it is, when it is not the one that was asked


class Watch:
    """All processes of a game, asked or not: their standard error is read, their ends are noticed."""

    def __init__(self, ponder: bool = False, last: bool = False) -> None:
        self.ponder = ponder  # may all of them run all the time?
        self.last = last  # is there no further attempt, if the machine is too busy?
        self.epoll = select.epoll()
        self.by_descriptor: dict[int, Process] = {}
        self.processes: list[Process] = []
        self.turn: Process | None = None
        self.intruder: Process | None = None
        self.intrusion = FORBIDDEN

    def add(self, process: Process) -> None:
        """A process that has just been started; CannotStart if it turns out that it cannot be."""
        self.processes.append(process)
        orphans.programs.add(process.child.popen.pid)
        for descriptor in (process.child.stderr, process.child.end):
            self.by_descriptor[descriptor] = process
            self.epoll.register(descriptor, select.EPOLLIN)
        process.child.settle()
        if not self.ponder:
            self.stop(process)

    def give_turn(self, process: Process) -> None:
        """From now on this process runs and no other."""
        if self.ponder or self.turn is process:
            return
        if self.turn is not None:
            self.stop(self.turn)
        process.child.thaw()
        self.turn = process

    def stop(self, process: Process) -> None:
        if not process.child.freeze():
            self.caught(process, UNSTOPPABLE)

    def caught(self, process: Process, detail: str) -> None:
        """It is ended at once, and has lost."""
        process.child.stop()
        self.intruder = self.intruder or process
        self.intrusion = detail

    def attend(self) -> None:
        for descriptor, _ in self.epoll.poll(0):
            process = self.by_descriptor[descriptor]
            if descriptor == process.child.end:
                self.epoll.unregister(descriptor)
                if process.child.ended():
                    if process.child.killed_by_filter():
                        self.intruder = self.intruder or process
                    if not process.child.wrappers:
                        # every living program is the parent of its orphans: these were left by this one
                        orphans.bury()
            elif not process.child.read_errors():
                self.epoll.unregister(descriptor)

    def sample(self) -> None:
        """What no control group measures: too much memory is judged when the process is asked."""
        for process in self.processes:
            child = process.child
            if child.group is None and child.status is None:
                child.times.seconds()
                if child.over_memory():
                    child.stop()
                elif child.too_many():
                    self.caught(process, TOO_MANY)

    def finish(self) -> None:
        """Close all inputs and give the processes a moment to end by themselves."""
        for process in self.processes:
            process.child.close_input()
            process.child.thaw()
        until = time.monotonic() + GRACE
        while any(not process.child.ended() for process in self.processes):
            left = until - time.monotonic()
            if left <= 0:
                break
            self.epoll.poll(left)
            self.attend()

    def kill(self) -> None:
        self.epoll.close()
        for process in self.processes:
            process.child.kill()
            orphans.programs.discard(process.child.popen.pid)
        orphans.bury()


class Process:
    """One seat's process."""

    def __init__(self, child: Child, watch: Watch, longest: int) -> None:
        self.child = child
        self.watch = watch
        self.longest = longest  # bytes of a line, before its LF, that can be an answer
        self.backlog = b""
        self.received = b""
        self.closed = False  # has it closed its output?
        self.started = time.monotonic()
        self.ran = 0.0  # seconds for which its clock has run
        self.before = (0.0, 0.0)  # its waiting for a processor and its CPU time before that
        self.asked = False
        self.heard: int | None = None  # bytes of its standard error that came before its input was closed
        self.poller = select.poll()
        for descriptor in (child.stdout, child.end, watch.epoll.fileno()):
            self.poller.register(descriptor, select.POLLIN)
        self.only_output = [(child.stdout, select.POLLIN)]

    def tell(self, lines: bytes) -> None:
        """Send lines; what does not fit into the pipe now is kept, what nobody can read is dropped."""
        if self.backlog:
            lines = self.backlog + lines
        try:
            while lines:
                self.backlog = lines
                written = os.write(self.child.stdin, lines)
                lines = self.backlog = lines[written:]
        except BlockingIOError:
            return
        except OSError:
            self.backlog = b""

    def ask(self, command: bytes, left: float, cpu_budget: float) -> Reply:
        """Send a command and wait for the answer, for at most `left` seconds."""
        self.watch.attend()
        self.watch.give_turn(self)
        reading.wait_until_read(self, reading.LATER if self.asked else reading.AT_FIRST)
        self.watch.attend()
        if not self.asked:
            self.asked = True
            self.before = (self.delay(), self.child.cpu_seconds())
        reply = self.look_before()
        if reply.fault is not None:
            return reply
        reply.sent = True
        self.tell(command + b"\n")
        start = time.monotonic()
        reply.answer, reply.fault, granted = self.wait_for_line(start, left)
        waited = time.monotonic() - start
        self.ran += waited
        reply.wait = waited - granted
        if reply.wait > left:
            reply.fault = self.silence(left)
        elif reply.answer is not None:
            reply.fault = self.cpu_fault(cpu_budget)
        if reply.answer is None:
            reply.rest = self.received[:KEPT]
        if self.child.group is None and self.watch.intruder is None and self.child.too_many():
            self.watch.caught(self, TOO_MANY)
        if self.watch.intruder is not None:
            return self.intrusion(reply)
        if self.child.over_memory():
            reply.fault = self.memory_fault()
        return reply

    def withheld(self, waited: float) -> float:
        """For how long of its time it was ready to run, and the machine had no processor for it."""
        delay, cpu = self.delay() - self.before[0], self.child.cpu_seconds() - self.before[1]
        # who has used a whole processor has lost nothing to others, however many processes he has
        return max(0.0, min(delay, self.ran + waited - cpu))

    def delay(self) -> float:
        return proctree.run_delay(self.child.program) + proctree.stolen()

    def look_before(self) -> Reply:
        """What is wrong already, before the command is written."""
        if self.watch.intruder is not None:
            return self.intrusion(Reply())
        self.read_output()
        rest = self.received[:KEPT]
        if self.child.over_memory():
            return Reply(rest=rest, fault=self.memory_fault())
        if self.child.ended() or (self.closed and self.child.wait(CLOSING)):
            return Reply(rest=rest, fault=self.ending())
        if self.closed:
            return Reply(rest=rest, fault=Fault(EOF, CLOSED))
        if self.received:
            return Reply(rest=rest, fault=Fault(EXTRA, "output that nobody asked for"))
        return Reply()

    def wait_for_line(self, start: float, left: float) -> tuple[bytes | None, Fault | None, float]:
        """The answer, or why there will be none; neither when the time is over or an intruder was caught.

        NotFree when the time is over, but the processor was not free for the program. Where this is the last
        attempt, the program is granted the seconds that were kept from it instead.
        """
        line = self.line_at_once(left)
        if line is not None:
            return line, None, 0.0
        granted = 0.0
        while True:
            answer, fault = self.wait_until(start + left + granted)
            waited = time.monotonic() - start
            found = answer is not None or fault is not None or self.watch.intruder is not None
            if found or waited <= left + granted:
                return answer, fault, granted
            withheld = self.withheld(waited)
            if withheld <= max(granted, UNFAIR * (self.ran + waited)):
                return None, None, granted
            if not self.watch.last:
                raise NotFree(f"a program had no processor for {withheld:.2f} s of its time")
            granted = withheld

    def line_at_once(self, left: float) -> bytes | None:
        """The usual case, without a detour: before anything else happens there is a line."""
        if self.backlog or self.watch.intruder is not None:
            return None
        ready = self.poller.poll(int(min(left, SAMPLE) * 1000))
        if ready != self.only_output:
            return None
        self.read_output()
        return self.take_line()

    def wait_until(self, deadline: float) -> tuple[bytes | None, Fault | None]:
        sample_at = time.monotonic() + SAMPLE
        while (now := time.monotonic()) <= deadline and self.watch.intruder is None:
            ready = self.wait_for_anything(min(deadline - now, SAMPLE))
            if self.child.stdout in ready:
                self.read_output()
                line = self.take_line()
                if line is not None:
                    return line, None
            if self.child.end in ready or self.closed:
                ended = self.child.wait(CLOSING)
                self.read_output()  # what it wrote just before its end counts
                line = self.take_line()
                if line is not None:
                    return line, None
                return None, self.ending() if ended else Fault(EOF, CLOSED)
            self.watch.attend()
            if time.monotonic() >= sample_at:
                sample_at = time.monotonic() + SAMPLE
                self.watch.sample()
                if self.child.output_closed() and not self.child.wait(CLOSING):
                    return None, Fault(EOF, CLOSED)
        return None, None

    def wait_for_anything(self, seconds: float) -> set[int]:
        """The descriptors on which something has happened; lines that are still to be sent are sent."""
        if self.backlog:
            self.poller.register(self.child.stdin, select.POLLOUT)
        ready = {descriptor for descriptor, _ in self.poller.poll(math.ceil(seconds * 1000))}
        if self.backlog:
            self.poller.unregister(self.child.stdin)
            self.tell(b"")
        return ready

    def unasked(self) -> bytes:
        """What it has written although nobody asked."""
        if self.poller.poll(0):  # cheaper than a read that finds nothing
            self.read_output()
        return self.received

    def read_output(self) -> None:
        """Take what the process has written; of a flood no more than a line can need."""
        try:
            while not self.closed and len(self.received) <= self.longest:
                part = os.read(self.child.stdout, READ)
                self.received += part
                if not part:
                    self.closed = True
                    self.poller.unregister(self.child.stdout)
                elif len(part) < READ:
                    return  # that was all
        except BlockingIOError:
            return

    def take_line(self) -> bytes | None:
        line = cut_line(self.received, self.longest)
        if line is not None:
            self.received = self.received[len(line) + 1 :]
        return line

    def cpu_fault(self, budget: float) -> Fault | None:
        """Start-up and pondering are not free; but nobody can have used more than all processors together."""
        if (time.monotonic() - self.started) * CPUS > budget:
            used = self.child.cpu_seconds()
            if used > budget:
                return Fault(TIME, f"cpu {used:.2f} s of {budget:.2f} s")
        return None

    def silence(self, left: float) -> Fault:
        """The time is over: what the program was doing, and what it prints once its input ends, tell why."""
        detail = f"wall: no answer within the {left:.3f} s that were left"
        if not self.received:
            activity = reading.doing(self)
            detail += f"; {activity}"
            if activity == reading.WAITING and (late := self.last_words()):
                detail += f"; {AFTERWARDS}{late!r}"
        return Fault(TIME, detail)

    def last_words(self) -> str:
        """What the program writes when its input is closed: an answer that was never flushed, perhaps."""
        self.heard = len(self.child.errors)
        self.child.close_input()
        late = b""
        until = time.monotonic() + GRACE
        while len(late) < KEPT and (left := until - time.monotonic()) > 0:
            ready = self.wait_for_anything(min(left, SAMPLE))
            self.watch.attend()
            if self.child.stdout in ready:
                part = os.read(self.child.stdout, KEPT)
                if not part:
                    break
                late += part
            elif self.child.end in ready:
                break
        return late[:KEPT].decode("latin-1")

    def memory_fault(self) -> Fault:
        return Fault(MEMORY, f"more than {self.child.memory >> 20} MB")

    def ending(self) -> Fault:
        """The fault of a process that has ended although it owes an answer."""
        assert self.child.status is not None
        code, number = self.child.status
        if self.child.killed_by_filter():
            return Fault(SECURITY, FORBIDDEN)
        if number == signal.SIGXCPU:
            return Fault(TIME, "cpu limit of the system")
        if number:
            return Fault(CRASH, f"signal {number} ({signal_name(number)})")
        if code:
            return Fault(CRASH, f"exit code {code}")
        return Fault(EOF, "it has ended with exit code 0")

    def intrusion(self, reply: Reply) -> Reply:
        """Whoever was asked, the game ends here, and the intruder has lost it."""
        reply.fault = Fault(SECURITY, self.watch.intrusion)
        reply.culprit = self.watch.intruder
        return reply


def cut_line(received: bytes, longest: int) -> bytes | None:
    """What is judged as the answer in the bytes received so far: a line, or too much for one; None: wait."""
    end = received.find(b"\n", 0, longest + 1)
    if end >= 0:
        return received[:end]
    return received[: longest + 1] if len(received) > longest else None


def signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return "unknown"
