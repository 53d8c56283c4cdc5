"""The levels at which people play against bots. How long each thinks is the game's: `Game.levels`."""

from __future__ import annotations

from koloda.core.texts import in_section

LEVELS = ("easy", "normal", "hard", "expert", "master")
LEVEL_NAMES: dict[str, dict[str, str]] = in_section("words", "levels")
