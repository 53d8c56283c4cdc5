"""How strong somebody is at puzzles: Glicko (Glickman 1999) against their difficulties, one puzzle at a time.

The difficulty of a puzzle never moves. It was found by bots, so it is believed no more than KNOWN says.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

BEGIN = 1200.0  # beside the easier puzzles
UNSURE = 350.0
KNOWN = 80.0  # the deviation of a difficulty
SUREST = 60.0  # people learn: no rating stands still
LEAST, MOST = 100.0, 3500.0
Q = math.log(10) / 400


@dataclass(frozen=True, slots=True)
class Strength:
    rating: float = BEGIN
    deviation: float = UNSURE
    tries: int = 0
    solved: int = 0

    def after(self, difficulty: int, solved: bool) -> Strength:
        """
        >>> won, lost = Strength().after(1200, True), Strength().after(1200, False)
        >>> round(won.rating), round(lost.rating), round(won.deviation), (won.tries, won.solved, lost.solved)
        (1375, 1025, 250, (1, 1, 0))
        """
        weight = 1 / math.sqrt(1 + 3 * Q**2 * KNOWN**2 / math.pi**2)
        expected = 1 / (1 + 10 ** (weight * (difficulty - self.rating) / 400))
        certainty = 1 / self.deviation**2 + Q**2 * weight**2 * expected * (1 - expected)
        rating = self.rating + Q / certainty * weight * (solved - expected)
        return Strength(
            min(MOST, max(LEAST, rating)),
            max(SUREST, math.sqrt(1 / certainty)),
            self.tries + 1,
            self.solved + solved,
        )
