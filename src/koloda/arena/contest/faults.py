"""The ways of not giving a correct answer (protocol, section 7)."""

from __future__ import annotations

from koloda.arena.programs.faults import CRASH as CRASH
from koloda.arena.programs.faults import EOF as EOF
from koloda.arena.programs.faults import EXTRA as EXTRA
from koloda.arena.programs.faults import MEMORY as MEMORY
from koloda.arena.programs.faults import SECURITY as SECURITY
from koloda.arena.programs.faults import START as START
from koloda.arena.programs.faults import TIME as TIME

ILLEGAL = "ILLEGAL"
GARBAGE = "GARBAGE"
CODES = (ILLEGAL, GARBAGE, EXTRA, TIME, MEMORY, CRASH, EOF, START, SECURITY)
