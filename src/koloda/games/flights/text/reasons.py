# not compiled: text, made for people
"""Why an action is refused, in people's words."""

from __future__ import annotations

from koloda.core.texts import section_of

REASONS: dict[str, dict[str, str]] = section_of("koloda.games.flights", "reasons")
