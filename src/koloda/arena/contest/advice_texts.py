"""The sentences of the advice to authors, in English, Ukrainian and Russian."""

from __future__ import annotations

from koloda.core.texts import texts

FLUSH = (
    "C: fflush(stdout). C++: std::endl or std::flush. Python: print(..., flush=True). "
    "Java: System.out.flush(). Pascal: flush(output)."
)
FLUSH_UK = FLUSH.replace(" or ", " або ")
FLUSH_RU = FLUSH.replace(" or ", " или ")

TEXTS: dict[str, dict[str, str]] = texts("advice")
