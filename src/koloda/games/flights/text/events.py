# not compiled: text, made for people
"""What happens, as sentences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from koloda.games.flights.text.labels import card_name, swapped_name

EVENTS = {
    "en": {
        "first": "{0} is the first player.",
        "lay": "{0} lays {1} with Flight {2}.",
        "laid": "{0}: cards laid.",
        "reveal": "{0}: {1}, Flight {2}.",
        "order": "Taking order: {0}.",
        "take": "{0} takes {1}.",
        "swap": "{0} swaps {1} for {3} of {2}.",
        "noswap": "{0}: {1} has no effect, no swap is possible.",
        "deport": "{0} discards {1}.",
        "deport nothing": "{0} has no city to discard.",
        "burn": "{0}: {1} burn.",
        "flights": "Everybody takes all six Flight cards back.",
        "reshuffle": "The discard pile is shuffled into a new draw pile of {0}.",
        "draw": "{0} draws {1}.",
        "drawn": "{0} draws a card.",
        "over": "The game is over. All colours: {0}. Won: {2}. Points: {1}.",
        "capped": "The game is over, nobody has all colours. Won: {2}. Points: {1}.",
    },
    "uk": {
        "first": "Перший гравець – {0}.",
        "lay": "{0} викладає: {1}, Переліт {2}.",
        "laid": "{0} викладає карти.",
        "reveal": "{0}: {1}, Переліт {2}.",
        "order": "Черга вибору: {0}.",
        "take": "{0} забирає: {1}.",
        "swap": "{0} обмінює {1} на {3} ({2}).",
        "noswap": "{0}: {1} без ефекту, обмін неможливий.",
        "deport": "{0} скидає: {1}.",
        "deport nothing": "{0}: скидати нічого.",
        "burn": "{0}: згоряють {1}.",
        "flights": "Усі забирають назад свої шість Карт Перельотів.",
        "reshuffle": "Відбій перетасовано, карт у новій колоді: {0}.",
        "draw": "{0} добирає: {1}.",
        "drawn": "{0} добирає карту.",
        "over": "Гру закінчено. Усі кольори: {0}. Перемога: {2}. Очки: {1}.",
        "capped": "Гру закінчено, усіх кольорів не зібрав ніхто. Перемога: {2}. Очки: {1}.",
    },
    "ru": {
        "first": "Первый игрок – {0}.",
        "lay": "{0} выкладывает: {1}, Перелёт {2}.",
        "laid": "{0} выкладывает карты.",
        "reveal": "{0}: {1}, Перелёт {2}.",
        "order": "Очередь выбора: {0}.",
        "take": "{0} забирает: {1}.",
        "swap": "{0} меняет {1} на {3} ({2}).",
        "noswap": "{0}: {1} без эффекта, обмен невозможен.",
        "deport": "{0} сбрасывает: {1}.",
        "deport nothing": "{0}: сбрасывать нечего.",
        "burn": "{0}: сгорают {1}.",
        "flights": "Все забирают назад свои шесть Карт Перелётов.",
        "reshuffle": "Отбой перетасован, карт в новой колоде: {0}.",
        "draw": "{0} добирает: {1}.",
        "drawn": "{0} добирает карту.",
        "over": "Игра окончена. Все цвета: {0}. Победа: {2}. Очки: {1}.",
        "capped": "Игра окончена, всех цветов не собрал никто. Победа: {2}. Очки: {1}.",
    },
}
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
