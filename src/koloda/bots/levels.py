"""The levels at which people play against bots. How long each thinks is the game's: `Game.levels`."""

from __future__ import annotations

LEVELS = ("easy", "normal", "hard", "expert")
LEVEL_NAMES = {
    "en": {"easy": "easy", "normal": "normal", "hard": "hard", "expert": "expert"},
    "uk": {"easy": "легкий", "normal": "звичайний", "hard": "складний", "expert": "експерт"},
    "ru": {"easy": "лёгкий", "normal": "обычный", "hard": "сложный", "expert": "эксперт"},
}
