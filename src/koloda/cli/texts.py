"""What the command line says to people, in their language."""

from __future__ import annotations

from collections.abc import Sequence

from koloda.core.texts import in_section, texts

TEXTS: dict[str, dict[str, str]] = texts("play")

BOT_NAMES: dict[str, tuple[str, ...]] = in_section("words", "people")


def say(lang: str, key: str, *parts: object) -> str:
    """A text in this language."""
    return TEXTS[lang][key].format(*parts)


def number(value: float) -> str:
    """A score as people write it: 12 or 0.5."""
    return f"{value:.10g}"


def scores_text(scores: Sequence[float], names: Sequence[str]) -> str:
    return ", ".join(f"{name} {number(score)}" for name, score in zip(names, scores, strict=True))
