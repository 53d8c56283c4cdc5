"""The levels at which people play against bots: who plays at each, and for how long it may think."""

from __future__ import annotations

from typing import NamedTuple

LEVELS = ("easy", "normal", "hard", "expert")
LEVEL_NAMES = {
    "en": {"easy": "easy", "normal": "normal", "hard": "hard", "expert": "expert"},
    "uk": {"easy": "легкий", "normal": "звичайний", "hard": "складний", "expert": "експерт"},
    "ru": {"easy": "лёгкий", "normal": "обычный", "hard": "сложный", "expert": "эксперт"},
}


class Thought(NamedTuple):
    """How long a search may take. The iterations decide, so that a level plays alike on every machine; the
    time is what people wait at most where a machine is slow."""

    iterations: int
    milliseconds: int


HARD = Thought(300, 1000)
EXPERT = Thought(10_000, 3000)
# where the usual ones are not right: found by the ladder (docs/bots.md)
THOUGHTS: dict[tuple[str, str], Thought] = {}


def thought(game: str, level: str) -> Thought | None:
    """How a level thinks in a game; None: it does not search."""
    usual = {"hard": HARD, "expert": EXPERT}.get(level)
    return THOUGHTS.get((game, level), usual)
