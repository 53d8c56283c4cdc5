# not compiled: text, made for people
"""Cards and actions as people write them."""

from __future__ import annotations

from koloda.core.texts import section_of

SIGNS = {"T": "10", "H": "♥", "S": "♠", "C": "♣", "D": "♦"}

LABELS: dict[str, dict[str, str]] = section_of("koloda.games.durak", "labels")


def pretty(code: str, lang: str = "en") -> str:
    """A card, a suit or some ranks, the same in all languages: 10♠ for TS, ♠ for S, "7, 10" for "7, T"."""
    return "".join(SIGNS.get(sign, sign) for sign in code)
