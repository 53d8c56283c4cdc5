# not compiled: text, made for people
"""Why not: a sentence for every key of reasons.py."""

from __future__ import annotations

from koloda.core.reasons import Templates
from koloda.core.texts import section_of
from koloda.games.viceroy.deck import DeckFile
from koloda.games.viceroy.notation import AMOUNT
from koloda.games.viceroy.text.labels import COLOUR_WORDS, card_name, label

REASONS: Templates = section_of("koloda.games.viceroy", "reasons")


def named(deck: DeckFile, detail: object, lang: str) -> object:
    """A card, a colour or an amount of gems of a reason, as people say it."""
    if not isinstance(detail, str):
        return detail
    words = COLOUR_WORDS[lang]
    if detail in words:
        return words[detail]
    found = AMOUNT.fullmatch(detail)
    if found:
        counts = zip(words.values(), found.groups(), strict=True)
        return ", ".join(f"{word} ×{count}" for word, count in counts if count)
    if detail == "-":
        return "0"
    if detail.startswith("coin "):
        return label(deck, detail, lang)
    return card_name(deck, detail, lang)
