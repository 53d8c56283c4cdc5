# not compiled: text, made for people
"""Events as sentences."""

from __future__ import annotations

from collections.abc import Sequence

from koloda.core.sentences import Sentences
from koloda.core.texts import section_of
from koloda.games.durak.text.labels import pretty

TEMPLATES: dict[str, dict[str, str]] = section_of("koloda.games.durak", "events")


def variant(kind: str, details: Sequence[object]) -> str:
    """Which template tells this event."""
    if kind in ("trump", "first") and details[1] is not None:
        return f"{kind}_card"
    if kind == "over" and details[0] != "out":
        return str(details[0])
    drawn = details[1] if kind == "draw" else ()
    if isinstance(drawn, tuple | list) and set(drawn) == {"??"}:
        return "draw_one" if len(drawn) == 1 else "draw_few" if len(drawn) < 5 else "draw_many"
    return kind


SENTENCES = Sentences(TEMPLATES, pretty, variant)
