"""What the command line says to people, in their language."""

from __future__ import annotations

from collections.abc import Sequence

TEXTS = {
    "en": {
        "seat": "Seat {}",
        "result": "Result",
        "winners": "Won: {}.",
        "points": "{}: {}",
        "unfinished": "The record ends before the deal is over.",
    },
    "uk": {
        "seat": "Місце {}",
        "result": "Результат",
        "winners": "Перемога: {}.",
        "points": "{}: {}",
        "unfinished": "Запис уривається до кінця роздачі.",
    },
    "ru": {
        "seat": "Место {}",
        "result": "Результат",
        "winners": "Победа: {}.",
        "points": "{}: {}",
        "unfinished": "Запись обрывается до конца раздачи.",
    },
}


def say(lang: str, key: str, *parts: object) -> str:
    """A text in this language."""
    return TEXTS[lang][key].format(*parts)


def number(value: float) -> str:
    """A score as people write it: 12 or 0.5."""
    return f"{value:.10g}"


def scores_text(scores: Sequence[float], names: Sequence[str]) -> str:
    return ", ".join(f"{name} {number(score)}" for name, score in zip(names, scores, strict=True))
