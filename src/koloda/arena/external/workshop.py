"""The programs of this process: what they are made of, and under which conditions they play."""

from __future__ import annotations

import atexit
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from koloda.arena.programs.making import Programs
from koloda.arena.programs.program import Program
from koloda.arena.programs.sandbox import Limits, Sandbox, choose

CPU_SECONDS = 3600  # a net for a program that computes although nobody asks it


@dataclass(frozen=True)
class Conditions:
    """What is the same for all programs."""

    decision_ms: int = 1000  # for every decision
    deal_ms: int = 10_000  # more, once for a deal
    start_ms: int = 10_000  # until the answer to hello
    memory_mb: int = 256
    sandbox: str = "auto"
    sure: bool = False  # root knows what it means to do without a sandbox

    def limits(self, program: Program) -> Limits:
        return Limits(round((self.memory_mb << 20) * program.memory_factor), CPU_SECONDS)


@dataclass(frozen=True)
class Setup:
    """Everything with which programs can be started, also in another process."""

    conditions: Conditions = field(default_factory=Conditions)
    sandbox: Sandbox | None = None  # None: not looked for yet
    warning: str = ""
    programs: Mapping[str, Program] = field(default_factory=dict)
    rivals: tuple[str, ...] = ()  # programs that play against each other


current = Setup()
made: Programs | None = None  # the folder of this process


def use(setup: Setup) -> None:
    """Play with this from now on: for worker processes, and for conditions other than the usual ones."""
    global current
    current = setup


def sandbox() -> Sandbox:
    """How programs are run here, found out once."""
    if current.sandbox is None:
        found, warning = choose(current.conditions.sandbox, current.conditions.sure, ponder=True)
        use(replace(current, sandbox=found, warning=warning))
        return found
    return current.sandbox


def program(text: str) -> Program:
    """The program that a text means, compiled once."""
    global made
    known = current.programs.get(text)
    if known is None:
        if made is None:
            made = Programs(sandbox(), current.conditions.memory_mb)
            atexit.register(made.__exit__)
        made.keep_apart(current.rivals)
        known = made.make(text)
        use(replace(current, programs={**current.programs, text: known}))
    return known
