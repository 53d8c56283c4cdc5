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


HARD_MILLISECONDS = 1000
EXPERT_MILLISECONDS = 3000
# found by the ladder (docs/bots.md): iterations of hard and expert
ITERATIONS = {
    "durak": (300, 4000),
    "yassa": (1000, 10000),
    "flights": (400, 3000),
    "viceroy": (40, 600),
    "junquick": (400, 4000),
}
USUAL = (400, 4000)  # of a game that nobody has measured


def thought(game: str, level: str) -> Thought | None:
    """How a level thinks in a game; None: it does not search."""
    hard, expert = ITERATIONS.get(game, USUAL)
    if level == "hard":
        return Thought(hard, HARD_MILLISECONDS)
    return Thought(expert, EXPERT_MILLISECONDS) if level == "expert" else None
