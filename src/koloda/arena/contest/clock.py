"""The clock of one process (protocol, section 6)."""

from __future__ import annotations

BASE = 2.0  # seconds
ROUND = 0.1  # seconds for every round


class Clock:
    """Waiting time used so far, against a budget that grows with every round. One for each process (P4)."""

    def __init__(self, scale: float = 1.0) -> None:
        self.scale = scale
        self.used = 0.0

    def budget(self, rounds: int) -> float:
        """Granted after this many rounds have begun, the current one included (P9)."""
        return (BASE + ROUND * rounds) * self.scale

    def left(self, rounds: int) -> float:
        return self.budget(rounds) - self.used
