"""The sentences of the advice to authors of programs, in English, Ukrainian and Russian."""

from __future__ import annotations

from koloda.core.texts import texts

FLUSH = (
    "Python: print(..., flush=True). C: fflush(stdout). C++: std::flush. Rust: stdout().flush(). "
    "Java: System.out.flush(). Perl: $| = 1. Tcl: flush stdout"
)

TEXTS: dict[str, dict[str, str]] = texts("programs")
