# not compiled: text, made for people
"""Events as sentences."""

from __future__ import annotations

from collections.abc import Sequence

from koloda.core.texts import section_of
from koloda.games.viceroy.deck import DeckFile
from koloda.games.viceroy.text.labels import (
    COLOUR_WORDS,
    DECK_WORDS,
    SECTOR_WORDS,
    SPOT_WORDS,
    card_name,
    gem_names,
    place_name,
)

EVENTS: dict[str, dict[str, str]] = section_of("koloda.games.viceroy", "events")
TOKEN_WORDS: dict[str, dict[str, str]] = section_of("koloda.games.viceroy", "tokens")
# events whose first detail is no seat
ABOUT_TABLE = (
    "auction_cards",
    "turn",
    "refill",
    "round",
    "virtual_bid",
    "clash",
    "virtual_discard",
    "discard",
)


def event_text(deck: DeckFile, event: tuple[object, ...], names: Sequence[str], lang: str) -> str:
    """An event as a seat sees it, as a sentence."""
    kind = str(event[0])
    details = list(event[1:])
    words = EVENTS[lang]
    if kind == "over":
        scores, winners = details
        assert isinstance(scores, tuple)
        assert isinstance(winners, tuple)
        listed = ", ".join(f"{names[seat]} {points}" for seat, points in enumerate(scores))
        return words["over"].format(listed, ", ".join(names[seat] for seat in winners))
    said: list[str] = []
    if details and kind not in ABOUT_TABLE:
        said.append(names[int(str(details.pop(0)))])
    if kind == "score":
        assert isinstance(details[0], tuple)
        return words[kind].format(*said, *details[0])
    if kind == "token":
        code, token, count = (str(detail) for detail in details)
        name = TOKEN_WORDS[lang][token]
        sign = "" if name.endswith("+") else " "
        return words[kind].format(*said, card_name(deck, code, lang), f"{name}{sign}{count}")
    if details and isinstance(details[0], tuple) and set(details[0]) == {"??"}:
        return words[f"{kind} hidden"].format(*said, len(details[0]))
    if kind == "law" and details[0] is None:
        return words["law none"].format(*said)
    if kind == "pick":
        code, number = str(details[0]), int(str(details[1]))
        return words[kind].format(*said, card_name(deck, code, lang), choice(deck, code, number, lang))
    if kind == "draw" and details[-1] is None:
        return words["draw one"].format(*said, DECK_WORDS[lang][str(details[0])])
    if kind == "bid" and details[0] in ("ATK", "-"):
        return words[f"bid {details[0]}"].format(*said)
    if kind == "circle" and not details[-1]:
        kind = "circle none"
    elif kind == "endless" and details[-1]:
        kind = "endless own"
    return words[kind].format(*said, *(word(deck, detail, lang, words) for detail in details))


def choice(deck: DeckFile, code: str, number: int, lang: str) -> str:
    """What a law gives with this choice, as its text lists them; the choice's number where it does not."""
    listed = deck.texts[lang][deck.deck.codes.index(code)].partition(": ")[2].rstrip(".").split("; ")
    return listed[number - 1] if number <= len(listed) > 1 else str(number)


def word(deck: DeckFile, detail: object, lang: str, words: dict[str, str]) -> str:
    """One detail of an event as people read it."""
    if detail is None:
        return words["hidden"]
    if isinstance(detail, tuple):
        return ", ".join(card_name(deck, str(code), lang) for code in detail)
    text = str(detail)
    for known in (COLOUR_WORDS, SPOT_WORDS, DECK_WORDS, SECTOR_WORDS):
        if text in known[lang]:
            return known[lang][text]
    return place_name(text, lang) or gem_names(text, lang) or card_name(deck, text, lang)
