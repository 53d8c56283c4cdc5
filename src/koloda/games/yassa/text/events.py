# not compiled: text, made for people
"""What happens in a round, in sentences."""

from __future__ import annotations

from collections.abc import Sequence

from koloda.games.yassa.text.labels import label, pretty

EVENTS = {
    "en": {
        "deal": "{0} deals and begins. The start card is {1}.",
        "hand": "Your cards: {1}.",
        "lay": "{0} lays {1}.",
        "lay!": '{0}: "Yassa!" and lays {1}.',
        "intervene": "{0} lays {1} out of turn!",
        "intervene!": '{0}: "Yassa!" and lays {1} out of turn!',
        "pass": "{0}: pass.",
        "ready": '{0}: "Ready!"',
        "answer": "{0} decides: {1}.",
        "call": '"One card!" says {0}: {1} forgot to shout "Yassa!".',
        "mistaken call": '{0} says "One card!" without reason.',
        "take": "{0} takes {1}.",
        "take none": "{0} has nothing to take: no cards are left.",
        "accept skip": "{0} misses the turn.",
        "accept draw2": "{0} accepts the Draw two.",
        "accept wd4": "{0} accepts the four cards.",
        "challenge guilty": "{0} checks {1}: a bluff! The card goes back.",
        "challenge honest": "{0} checks {1}: the lay was honest.",
        "shown": "The cards of {0} were: {1}.",
        "mistake": "{0} lays {1} by mistake and takes it back.",
        "recycle": "The discards are shuffled: {0} cards in the stock.",
        "out": "{0} is out and wins the round.",
        "void": "The round is void: it went on for too long.",
    },
    "uk": {
        "deal": "{0} роздає й починає. Перша карта – {1}.",
        "hand": "Ваші карти: {1}.",
        "lay": "{0} кладе: {1}.",
        "lay!": "{0}: «Ясса!» – і кладе: {1}.",
        "intervene": "{0} втручається: {1}!",
        "intervene!": "{0}: «Ясса!» – і втручається: {1}!",
        "pass": "{0}: «Пас».",
        "ready": "{0}: «Готовий!»",
        "answer": "{0} вирішує: {1}.",
        "call": "«Одна карта!» – каже {0}: від гравця {1} не пролунало «Ясса!».",
        "mistaken call": "{0} каже «Одна карта!» без причини.",
        "take": "{0} бере з «Прикупу»: {1}.",
        "take none": "{0} не має що брати: карт не лишилося.",
        "accept skip": "{0} пропускає хід.",
        "accept draw2": "{0} бере дві карти.",
        "accept wd4": "{0} бере чотири карти.",
        "challenge guilty": "{0} перевіряє на чесність: {1} блефує! Карта повертається.",
        "challenge honest": "{0} перевіряє на чесність: {1} грає чесно.",
        "shown": "Карти гравця {0}: {1}.",
        "mistake": "{0} помилково кладе {1} і забирає карту назад.",
        "recycle": "«Скидання» перетасовано: у «Прикупі» карт – {0}.",
        "out": "{0} лишається без карт і виграє тур.",
        "void": "Тур не зараховано: він тривав надто довго.",
    },
    "ru": {
        "deal": "{0} сдаёт и начинает. Первая карта – {1}.",
        "hand": "Ваши карты: {1}.",
        "lay": "{0} кладёт: {1}.",
        "lay!": "{0}: «Ясса!» – и кладёт: {1}.",
        "intervene": "{0} вмешивается: {1}!",
        "intervene!": "{0}: «Ясса!» – и вмешивается: {1}!",
        "pass": "{0}: «Пас».",
        "ready": "{0}: «Готов!»",
        "answer": "{0} решает: {1}.",
        "call": "«Одна карта!» – говорит {0}: от игрока {1} не прозвучало «Ясса!».",
        "mistaken call": "{0} говорит «Одна карта!» без причины.",
        "take": "{0} берёт из «Прикупа»: {1}.",
        "take none": "{0} ничего не берёт: карт не осталось.",
        "accept skip": "{0} пропускает ход.",
        "accept draw2": "{0} берёт две карты.",
        "accept wd4": "{0} берёт четыре карты.",
        "challenge guilty": "{0} проверяет на честность: {1} блефует! Карта возвращается.",
        "challenge honest": "{0} проверяет на честность: {1} играет честно.",
        "shown": "Карты игрока {0}: {1}.",
        "mistake": "{0} ошибочно кладёт {1} и забирает карту назад.",
        "recycle": "«Сброс» перетасован: в «Прикупе» карт – {0}.",
        "out": "{0} остаётся без карт и выигрывает тур.",
        "void": "Тур не засчитан: он длился слишком долго.",
    },
}
UNKNOWN_CARDS = {
    "en": ("a card", "{} cards"),
    "uk": ("одну карту", "{} карти"),
    "ru": ("одну карту", "{} карты"),
}


def listed(cards: Sequence[str], lang: str) -> str:
    """Cards taken: by name, or by number where they are hidden."""
    if cards and cards[0] == "??":
        one, several = UNKNOWN_CARDS[lang]
        if len(cards) > 4 and lang != "en":
            several = "{} карт"
        return one if len(cards) == 1 else several.format(len(cards))
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
