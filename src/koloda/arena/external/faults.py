"""What a program can do wrong, and what follows: one rule for all games and commands.

In place of a decision that a program does not make, the seat's default action is played, as at a table when
somebody's time is over, and the fault is counted. After some faults the program goes on; after the others it
is ended, and its seat is played by default actions until the game (or the match of several deals) is over.
"""

from __future__ import annotations

from dataclasses import dataclass

from koloda.arena.programs.faults import CRASH as CRASH
from koloda.arena.programs.faults import EOF as EOF
from koloda.arena.programs.faults import EXTRA as EXTRA
from koloda.arena.programs.faults import MEMORY as MEMORY
from koloda.arena.programs.faults import SECURITY as SECURITY
from koloda.arena.programs.faults import START as START
from koloda.arena.programs.faults import TIME as TIME

ILLEGAL = "ILLEGAL"  # an answer that is none of the legal actions
GARBAGE = "GARBAGE"  # a line that is no message
VERSION = "VERSION"  # it speaks another version of the protocol
GAME = "GAME"  # it says that it does not play this game
ERROR = "ERROR"  # it says itself that it cannot go on

GOES_ON = (ILLEGAL, GARBAGE, EXTRA)
ENDS = (TIME, CRASH, EOF, MEMORY, SECURITY, START, VERSION, GAME, ERROR)


@dataclass(frozen=True)
class ProgramFault:
    """One fault with what is needed to understand it."""

    bot: str
    code: str
    detail: str
    game: str
    seats: int
    seat: int
    asked: str = ""  # hello or ask; empty: nothing yet
    legal: tuple[str, ...] = ()
    came: bytes | None = None  # the line, or the beginning of what is none
    played: str = ""  # the default action, where one was played
    errors: bytes = b""  # the end of its standard error
    deal: int = 1  # of its match
    strange: bool = False  # had it just been told a message of a type that does not exist?
