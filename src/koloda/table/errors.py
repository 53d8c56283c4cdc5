"""Refusals as values: `code` is for programs, `texts` has a sentence for it in every language."""

from __future__ import annotations

from koloda.core.errors import KolodaError


class Refused(KolodaError):
    """What was asked cannot be done. `details` fill the gaps of the sentence."""

    def __init__(self, code: str, *details: object) -> None:
        super().__init__(" ".join(map(str, (code, *details))))
        self.code = code
        self.details = details


class NoTable(Refused):
    def __init__(self) -> None:
        super().__init__("no_table")


class BrokenTable(Refused):
    """The log does not replay: it was written by other rules."""

    def __init__(self, why: str) -> None:
        super().__init__("broken")
        self.why = why

    def __str__(self) -> str:
        return self.why
