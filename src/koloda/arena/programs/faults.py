"""The ways in which a process gives no answer at all; what an answer is worth, a protocol decides."""

from __future__ import annotations

from dataclasses import dataclass

EXTRA = "EXTRA"
TIME = "TIME"
MEMORY = "MEMORY"
CRASH = "CRASH"
EOF = "EOF"
START = "START"
SECURITY = "SECURITY"


SIGNALS = ("SIGSEGV", "SIGFPE", "SIGABRT", "SIGKILL", "SIGPIPE")  # that usually mean the same mistake
NO_COMMAND = ("exit code 126", "exit code 127")  # of a shell


@dataclass(frozen=True)
class Fault:
    code: str
    detail: str


def crash_cause(detail: str) -> str:
    """The key of the sentence that fits a CRASH."""
    for name in SIGNALS:
        if name in detail:
            return f"crash_{name.lower()}"
    return "crash_command" if detail in NO_COMMAND else "crash"


class JudgeFailure(Exception):
    """Something failed that no program is to blame for: the game is void and is played again."""


class NotFree(JudgeFailure):
    """A program was out of time, but the machine had kept the processor from it."""


class CannotStart(Exception):
    """A program that is no process: fault START."""
