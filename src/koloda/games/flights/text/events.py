# not compiled: text, made for people
"""What happens, as sentences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from koloda.core.texts import section_of
from koloda.games.flights.text.labels import card_name, swapped_name

EVENTS: dict[str, dict[str, str]] = section_of("koloda.games.flights", "events")
# a kind whose event has a shorter form: without the hidden part, or with nothing to show
SHORT = {"lay": "laid", "draw": "drawn", "deport": "deport nothing"}


def event_text(event: tuple[object, ...], names: Sequence[str], lang: str) -> str:
    """An event as a seat sees it, as a sentence."""
    kind, *details = event
    texts = EVENTS[lang]
    if kind in ("flights", "reshuffle"):
        return texts[str(kind)].format(*details)
    if kind == "over":
        return over_text(details, names, texts)
    if kind == "order":
        assert isinstance(details[0], tuple)
        return texts["order"].format(", ".join(names[seat] for seat in details[0]))
    seat, *rest = details
    shown_details: list[object] = [names[int(str(seat))]]
    for place, detail in enumerate(rest):
        if isinstance(detail, tuple):
            shown_details.append(", ".join(card_name(code, lang) for code in detail))
        elif isinstance(detail, str):
            shown_details.append((swapped_name if kind == "swap" else card_name)(detail, lang))
        elif detail is not None:
            shown_details.append(names[int(str(detail))] if kind == "swap" and place == 1 else detail)
    short = kind in SHORT and len(shown_details) == 1
    return texts[SHORT[str(kind)] if short else str(kind)].format(*shown_details)


def over_text(details: Sequence[object], names: Sequence[str], texts: Mapping[str, str]) -> str:
    """Of finishers, scores and winners."""
    finishers, scores, winners = details
    assert isinstance(finishers, tuple)
    assert isinstance(scores, tuple)
    assert isinstance(winners, tuple)
    points = ", ".join(f"{name} {score}" for name, score in zip(names, scores, strict=True))
    complete, won = (", ".join(names[seat] for seat in seats) for seats in (finishers, winners))
    return texts["over" if finishers else "capped"].format(complete, points, won)
