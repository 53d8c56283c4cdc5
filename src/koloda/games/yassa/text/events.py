# not compiled: text, made for people
"""What happens in a round, in sentences."""

from __future__ import annotations

from collections.abc import Sequence

from koloda.core.texts import section_of
from koloda.games.yassa.text.labels import label, pretty

EVENTS: dict[str, dict[str, str]] = section_of("koloda.games.yassa", "events")
UNKNOWN_CARDS: dict[str, dict[str, str]] = section_of("koloda.games.yassa", "hidden_cards")


def listed(cards: Sequence[str], lang: str) -> str:
    """Cards taken: by name, or by number where they are hidden."""
    if cards and cards[0] == "??":
        form = "one" if len(cards) == 1 else "few" if len(cards) < 5 else "many"
        return UNKNOWN_CARDS[lang][form].format(len(cards))
    return ", ".join(pretty(code, lang) for code in cards)


def event_text(event: tuple[object, ...], names: Sequence[str], lang: str) -> str:
    """An event as a seat sees it, as a sentence."""
    kind = str(event[0])
    texts = EVENTS[lang]
    details = event[1:]
    if kind == "over":
        winner = details[0]
        out = isinstance(winner, int) and winner >= 0
        return texts["out"].format(names[int(str(winner))]) if out else texts["void"]
    if kind == "recycle":
        return texts["recycle"].format(details[0])
    if kind == "call":
        callers = details[0] if isinstance(details[0], tuple) else ()
        return texts["call"].format(", ".join(names[seat] for seat in callers), names[int(str(details[1]))])
    who = names[int(str(details[0]))]
    if kind in ("lay", "intervene"):
        return texts[f"{kind}!" if details[2] else kind].format(who, pretty(str(details[1]), lang))
    if kind in ("hand", "take", "shown"):
        cards = details[1] if isinstance(details[1], tuple) else ()
        return texts[kind if cards else "take none"].format(who, listed(cards, lang))
    if kind == "accept":
        return texts[f"accept {details[1]}"].format(who)
    if kind == "challenge":
        verdict = "guilty" if details[2] else "honest"
        return texts[f"challenge {verdict}"].format(who, names[int(str(details[1]))])
    if kind == "answer":
        return texts["answer"].format(who, label(str(details[1]), lang))
    if kind in ("deal", "mistake"):
        return texts[kind].format(who, pretty(str(details[1]), lang))
    return texts[kind].format(who)
