# not compiled: text, made for people and files
"""Actions, events and positions as text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from koloda.core.errors import BadNotation
from koloda.core.options import shown
from koloda.games.yassa.cards import CODES, COLOURS, NUMBERS, OPEN, W4, WC, copies
from koloda.games.yassa.phases import DRAW, NUM_ACTIONS

FORM_TEXTS = CODES[:WC] + [f"{code}:{colour}" for code in ("WC", "W4") for colour in COLOURS]
WORDS = ["draw", "pass", "accept", "challenge", "ready", "call", "silent", "decline", "mistake call"]
TEXTS = (
    [f"play {form}{shout}" for shout in ("", "!") for form in FORM_TEXTS]
    + [f"intervene {form}{shout}" for shout in ("", "!") for form in FORM_TEXTS[: WC + 4]]
    + [f"mistake {code}" for code in CODES]
    + WORDS
)
ACTIONS = {text: action for action, text in enumerate(TEXTS)}
assert len(TEXTS) == NUM_ACTIONS


def form_text(form: int) -> str:
    """A laid card: R7, or a multi-coloured one with the colour ordered, WC:G."""
    return FORM_TEXTS[form]


def top_text(card: int, colour: int) -> str:
    """The top of the discard pile."""
    return CODES[card] if card < WC or colour == OPEN else f"{CODES[card]}:{COLOURS[colour]}"


def action_of(text: str) -> int:
    if text in ACTIONS:
        return ACTIONS[text]
    raise BadNotation(
        f"{text[:40]!r} is no Yassa action: write play with a card (R7, BS, WC:G; with the shout R7!), "
        f"intervene or mistake with a card, or one of {', '.join(WORDS)}"
    )


def card_of(code: object) -> int:
    if isinstance(code, str) and code in NUMBERS:
        return NUMBERS[code]
    raise BadNotation(
        f"{shown(code)!r} is no card: write a colour RYGB and 0-9, S, D or V, like R7; or WC, W4"
    )


def cards_of(listed: object, what: str) -> list[int]:
    """A list of card codes as numbers."""
    if not isinstance(listed, list):
        raise BadNotation(f"{what}: not a list of cards")
    return [card_of(code) for code in listed]


def check_deck(cards: Sequence[int]) -> None:
    """Are these the 108 cards?"""
    count = Counter(cards)
    for card, code in enumerate(CODES):
        if count[card] != copies(card):
            raise BadNotation(f"setup: {count[card]} cards {code}, the deck has {copies(card)}")


COLOUR_NAMES = {
    "en": {"R": "red", "Y": "yellow", "G": "green", "B": "blue"},
    "uk": {"R": "червоний", "Y": "жовтий", "G": "зелений", "B": "синій"},
    "ru": {"R": "красный", "Y": "жёлтый", "G": "зелёный", "B": "синий"},
}
# the colour of a card: in Ukrainian and Russian a card is feminine
OF_COLOUR = {
    "en": {"R": "red", "Y": "yellow", "G": "green", "B": "blue"},
    "uk": {"R": "червона", "Y": "жовта", "G": "зелена", "B": "синя"},
    "ru": {"R": "красная", "Y": "жёлтая", "G": "зелёная", "B": "синяя"},
}
PICTURES = {
    "en": {
        "S": "Skip",
        "D": "Draw two",
        "V": "Reverse",
        "WC": "Order a colour",
        "W4": "Order a colour and draw four",
    },
    "uk": {
        "S": "«Пропусти хід»",
        "D": "«Візьми дві»",
        "V": "«Навпаки»",
        "WC": "«Замов колір»",
        "W4": "«Замов колір і візьми чотири»",
    },
    "ru": {
        "S": "«Пропусти ход»",
        "D": "«Возьми две»",
        "V": "«Наоборот»",
        "WC": "«Закажи цвет»",
        "W4": "«Закажи цвет и возьми четыре»",
    },
}


def pretty(code: str, lang: str) -> str:
    """A card as people say it: blue Skip for BS, Order a colour (green) for WC:G."""
    if code == "??":
        return code
    pictures = PICTURES[lang]
    if code[0] == "W":
        name = pictures[code[:2]]
        return f"{name} ({COLOUR_NAMES[lang][code[3]]})" if len(code) > 2 else name
    return f"{OF_COLOUR[lang][code[0]]} {pictures.get(code[1], code[1])}"


LABELS = {
    "en": {
        "play": "lay {}",
        "intervene": "lay {} out of turn",
        "mistake": "lay {} by mistake",
        "shout": '{}, "Yassa!"',
        "draw": "draw a card",
        "pass": "pass",
        "accept": "accept",
        "challenge": "check honesty",
        "ready": "Ready!",
        "call": "One card!",
        "silent": "stay silent",
        "decline": "do not intervene",
        "mistake call": "One card! (without reason)",
    },
    "uk": {
        "play": "покласти: {}",
        "intervene": "втрутитися: {}",
        "mistake": "помилково покласти: {}",
        "shout": "{}, «Ясса!»",
        "draw": "взяти карту",
        "pass": "пас",
        "accept": "скоритися",
        "challenge": "перевірити на чесність",
        "ready": "Готовий!",
        "call": "Одна карта!",
        "silent": "промовчати",
        "decline": "не втручатися",
        "mistake call": "Одна карта! (без причини)",
    },
    "ru": {
        "play": "положить: {}",
        "intervene": "вмешаться: {}",
        "mistake": "ошибочно положить: {}",
        "shout": "{}, «Ясса!»",
        "draw": "взять карту",
        "pass": "пас",
        "accept": "подчиниться",
        "challenge": "проверить на честность",
        "ready": "Готов!",
        "call": "Одна карта!",
        "silent": "промолчать",
        "decline": "не вмешиваться",
        "mistake call": "Одна карта! (без причины)",
    },
}


def label(action: int, lang: str) -> str:
    texts = LABELS[lang]
    text = TEXTS[action]
    if action >= DRAW:
        return texts[text]
    verb, card = text.split(" ")
    named = texts[verb].format(pretty(card.rstrip("!"), lang))
    return texts["shout"].format(named) if card.endswith("!") else named


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
        "deal": "{0} роздає й починає. Перша карта — {1}.",
        "hand": "Ваші карти: {1}.",
        "lay": "{0} кладе: {1}.",
        "lay!": "{0}: «Ясса!» — і кладе: {1}.",
        "intervene": "{0} втручається: {1}!",
        "intervene!": "{0}: «Ясса!» — і втручається: {1}!",
        "pass": "{0}: «Пас».",
        "ready": "{0}: «Готовий!»",
        "answer": "{0} вирішує: {1}.",
        "call": "«Одна карта!» — каже {0}: від гравця {1} не пролунало «Ясса!».",
        "mistaken call": "{0} каже «Одна карта!» без причини.",
        "take": "{0} бере з прикупу: {1}.",
        "take none": "{0} не має що брати: карт не лишилося.",
        "accept skip": "{0} пропускає хід.",
        "accept draw2": "{0} бере дві карти.",
        "accept wd4": "{0} бере чотири карти.",
        "challenge guilty": "{0} перевіряє на чесність: {1} блефує! Карта повертається.",
        "challenge honest": "{0} перевіряє на чесність: {1} грає чесно.",
        "shown": "Карти гравця {0}: {1}.",
        "mistake": "{0} помилково кладе {1} і забирає карту назад.",
        "recycle": "Скидання перетасовано: у прикупі карт — {0}.",
        "out": "{0} лишається без карт і виграє тур.",
        "void": "Тур не зараховано: він тривав задовго.",
    },
    "ru": {
        "deal": "{0} сдаёт и начинает. Первая карта — {1}.",
        "hand": "Ваши карты: {1}.",
        "lay": "{0} кладёт: {1}.",
        "lay!": "{0}: «Ясса!» — и кладёт: {1}.",
        "intervene": "{0} вмешивается: {1}!",
        "intervene!": "{0}: «Ясса!» — и вмешивается: {1}!",
        "pass": "{0}: «Пас».",
        "ready": "{0}: «Готов!»",
        "answer": "{0} решает: {1}.",
        "call": "«Одна карта!» — говорит {0}: от игрока {1} не прозвучало «Ясса!».",
        "mistaken call": "{0} говорит «Одна карта!» без причины.",
        "take": "{0} берёт из прикупа: {1}.",
        "take none": "{0} ничего не берёт: карт не осталось.",
        "accept skip": "{0} пропускает ход.",
        "accept draw2": "{0} берёт две карты.",
        "accept wd4": "{0} берёт четыре карты.",
        "challenge guilty": "{0} проверяет на честность: {1} блефует! Карта возвращается.",
        "challenge honest": "{0} проверяет на честность: {1} играет честно.",
        "shown": "Карты игрока {0}: {1}.",
        "mistake": "{0} ошибочно кладёт {1} и забирает карту назад.",
        "recycle": "Сброс перетасован: в прикупе карт — {0}.",
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
        return texts["answer"].format(who, label(ACTIONS[str(details[1])], lang))
    if kind in ("deal", "mistake"):
        return texts[kind].format(who, pretty(str(details[1]), lang))
    return texts[kind].format(who)


def read_position(text: str) -> tuple[list[list[int]], list[int], list[int], int, int, int]:
    """(hands, stock, discard, colour, turn, direction) of "A: R2 WC; B: *; discard G1 R7; stock B9; turn A".

    Seats are the letters A to J; the last discard is the top, with its colour if it is multi-coloured (WC:G).
    Cards that are not listed are in the hand written `*`, otherwise under the listed ones of the stock.
    """
    hands: list[list[int]] = []
    stock: list[int] = []
    discard: list[int] = []
    colour, turn, direction, rest = -1, 0, 1, -1
    for part in text.replace("\n", ";").split(";"):
        words = part.split()
        if not words:
            continue
        head, codes = words[0], words[1:]
        if head in ("top", "discard") and codes:
            last = codes[-1].split(":")
            discard = [card_of(code) for code in [*codes[:-1], last[0]]]
            if discard[-1] < WC:
                colour = discard[-1] // 13
            else:
                colour = COLOURS.index(last[1]) if len(last) == 2 and last[1] in COLOURS else OPEN
        elif head == "stock":
            stock = [card_of(code) for code in codes]
        elif head == "turn" and len(codes) == 1 and codes[0] in LETTERS:
            turn = LETTERS.index(codes[0])
        elif head == "direction" and codes in (["+1"], ["-1"]):
            direction = int(codes[0])
        elif len(head) == 2 and head[1] == ":" and head[0] == LETTERS[len(hands)]:
            if "*" in codes:
                rest = len(hands)
            hands.append([card_of(code) for code in codes if code != "*"])
        else:
            raise BadNotation(
                f"{part.strip()[:40]!r} is no part of a position: write A: cards, B: cards, ..., discard, "
                "stock, turn or direction"
            )
    if not discard or len(hands) < 2 or turn >= len(hands):
        raise BadNotation("a position has a discard pile, two hands at least, and the turn of one of them")
    used = Counter([card for hand in hands for card in hand] + stock + discard)
    left = [card for card in range(W4 + 1) for _ in range(int(copies(card)) - used[card])]
    (stock if rest < 0 else hands[rest]).extend(left)
    check_deck([card for hand in hands for card in hand] + stock + discard)
    return hands, stock, discard, colour, turn, direction


LETTERS = "ABCDEFGHIJ"
