# not compiled: text, made for people
"""Why an action is not legal: the sentences for the keys of the game's reasons."""

from __future__ import annotations

from koloda.core.texts import section_of

TEMPLATES: dict[str, dict[str, str]] = section_of("koloda.games.junquick", "reasons")
