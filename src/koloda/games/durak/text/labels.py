# not compiled: text, made for people
"""Cards and actions as people write them."""

from __future__ import annotations

SIGNS = {"T": "10", "H": "♥", "S": "♠", "C": "♣", "D": "♦"}

LABELS = {
    "en": {"move": "lead {}", "beat": "beat with {}", "add": "add {}", "take": "take", "pass": "pass"},
    "uk": {
        "move": "піти з {}",
        "beat": "побити картою {}",
        "add": "підкинути {}",
        "take": "взяти",
        "pass": "пас",
    },
    "ru": {
        "move": "пойти с {}",
        "beat": "побить картой {}",
        "add": "подкинуть {}",
        "take": "взять",
        "pass": "пас",
    },
}


def pretty(code: str, lang: str = "en") -> str:
    """A card, a suit or some ranks, the same in all languages: 10♠ for TS, ♠ for S, "7, 10" for "7, T"."""
    return "".join(SIGNS.get(sign, sign) for sign in code)
