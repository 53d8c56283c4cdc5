# not compiled: raised on the way out, never in a hot loop
"""What can be wrong with input from outside. Each message is one line that says what, why and the way out."""

from __future__ import annotations

from koloda.core.reasons import Reason


class KolodaError(ValueError):
    """Bad input: a person, a file or a program gave something that the rules or formats do not allow."""


class UnknownGame(KolodaError):
    pass


class BadOption(KolodaError):
    """An unknown option, a value it does not have, or a seat count that the game does not allow."""


class BadNotation(KolodaError):
    """A text that is no action, or data that is no setup, of this game."""


class IllegalAction(KolodaError):
    """The action is known but not allowed now; `why` is the rule that forbids it, `reason` its sentence."""

    def __init__(self, seat: int, action: str, why: Reason, reason: str) -> None:
        super().__init__(f"seat {seat}: {action}: {reason}")
        self.seat = seat
        self.action = action
        self.why = why
        self.reason = reason


class BadTrace(KolodaError):
    """A trace, record or chance outcome that does not fit the format or the rules.

    `reached` is how many of its entries fit before.
    """

    def __init__(self, message: str, reached: int = 0) -> None:
        super().__init__(message)
        self.reached = reached
