# not compiled: text, made for people
"""The options in people's words."""

from __future__ import annotations

from koloda.core.options import Words, words_of

WORDS: dict[str, dict[str, Words]] = words_of("koloda.games.junquick", "options")

PRESET_WORDS: dict[str, dict[str, Words]] = words_of("koloda.games.junquick", "presets")
