"""The ways of not giving a correct answer (protocol, section 7)."""

from __future__ import annotations

from dataclasses import dataclass

ILLEGAL = "ILLEGAL"
GARBAGE = "GARBAGE"
EXTRA = "EXTRA"
TIME = "TIME"
MEMORY = "MEMORY"
CRASH = "CRASH"
EOF = "EOF"
START = "START"
SECURITY = "SECURITY"
CODES = (ILLEGAL, GARBAGE, EXTRA, TIME, MEMORY, CRASH, EOF, START, SECURITY)


@dataclass(frozen=True)
class Fault:
    code: str
    detail: str


class JudgeFailure(Exception):
    """Something failed that no program is to blame for: the game is void and is played again."""


class CannotStart(Exception):
    """A program that is no process: fault START."""
