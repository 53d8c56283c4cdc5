# not compiled: text, made for people and files
"""Actions, events and positions as text."""

from __future__ import annotations

import re
from collections.abc import Sequence

from koloda.core.errors import BadNotation
from koloda.games.durak.cards import CARDS, CODES, NUMBERS, SUITS
from koloda.games.durak.state import ADD_CARD, BEAT_WITH, PASS, TAKE

NUM_ACTIONS = 110
TEXTS = [f"{verb} {code}" for verb in ("move", "beat", "add") for code in CODES] + ["take", "pass"]
ACTIONS = {text: action for action, text in enumerate(TEXTS)}

SUIT_SIGNS = {"H": "♥", "S": "♠", "C": "♣", "D": "♦"}


def action_of(text: str) -> int:
    """The action with this text; the error says what an action looks like."""
    if text in ACTIONS:
        return ACTIONS[text]
    raise BadNotation(
        f"{text[:40]!r} is no Durak action: write move, beat or add with a card (rank 6789TJQKA, suit HSCD: "
        f"'move 6S'), take, or pass"
    )


def card_of(code: object) -> int:
    if isinstance(code, str) and code in NUMBERS:
        return NUMBERS[code]
    raise BadNotation(f"{str(code)[:40]!r} is no card: write rank 6789TJQKA and suit HSCD, like TS")


def cards_of(listed: object, what: str) -> list[int]:
    """A list of card codes as numbers."""
    if not isinstance(listed, list):
        raise BadNotation(f"{what}: not a list of cards")
    return [card_of(code) for code in listed]


def pretty(code: str) -> str:
    """A card as people write it: 10♠ for TS."""
    if code == "??":
        return code
    return ("10" if code[0] == "T" else code[0]) + SUIT_SIGNS[code[1]]


LABELS = {
    "en": {"move": "lead {}", "beat": "beat with {}", "add": "add {}", "take": "take", "pass": "pass"},
    "uk": {"move": "ходити {}", "beat": "побити {}", "add": "підкинути {}", "take": "взяти", "pass": "пас"},
    "ru": {"move": "ходить {}", "beat": "побить {}", "add": "подкинуть {}", "take": "взять", "pass": "пас"},
}


def label(action: int, lang: str) -> str:
    texts = LABELS[lang]
    if action == TAKE:
        return texts["take"]
    if action == PASS:
        return texts["pass"]
    verb = "move" if action < BEAT_WITH else "beat" if action < ADD_CARD else "add"
    return texts[verb].format(pretty(CODES[action % CARDS]))


EVENTS = {
    "en": {
        "trump": "Trump is {0}.",
        "trump_card": "Trump is {0}; {1} lies face up under the stock.",
        "first": "{0} moves first.",
        "first_card": "{0} moves first, holding the lowest trump {1}.",
        "draw": "{0} draws {1}.",
        "draw_one": "{0} draws a card.",
        "draw_hidden": "{0} draws {1} cards.",
        "round": "Round {0}: {1} attacks {2}.",
        "move": "{0} leads {2} against {1}.",
        "add": "{0} adds {2}.",
        "beat": "{0} beats with {1}.",
        "take": "{0} takes.",
        "pass": "{0} adds nothing.",
        "taken": "{0} picks up the cards.",
        "beaten off": "{0} has beaten off; the cards are discarded.",
        "out": "{0} is out.",
        "over": "The game is over.",
        "stall": "The game is a draw: the cards go round in circles.",
        "final_beat": "The game is a draw: the last card was beaten with the last card.",
    },
    "uk": {
        "trump": "Козир — {0}.",
        "trump_card": "Козир — {0}; під колодою лежить {1}.",
        "first": "Першим ходить {0}.",
        "first_card": "Першим ходить {0}: найменший козир {1}.",
        "draw": "{0} бере з колоди: {1}.",
        "draw_one": "{0} бере з колоди карту.",
        "draw_hidden": "{0} бере з колоди карт: {1}.",
        "round": "Раунд {0}: ходить {1}, відбивається {2}.",
        "move": "{0} ходить: {2}.",
        "add": "{0} підкидає {2}.",
        "beat": "{0} б'є: {1}.",
        "take": "{0} бере.",
        "pass": "{0} не підкидає.",
        "taken": "{0} забирає карти.",
        "beaten off": "{0}: відбито, карти у відбій.",
        "out": "{0} виходить з гри.",
        "over": "Гру закінчено.",
        "stall": "Нічия: карти ходять по колу.",
        "final_beat": "Нічия: останню карту побито останньою.",
    },
    "ru": {
        "trump": "Козырь — {0}.",
        "trump_card": "Козырь — {0}; под колодой лежит {1}.",
        "first": "Первым ходит {0}.",
        "first_card": "Первым ходит {0}: младший козырь {1}.",
        "draw": "{0} берёт из колоды: {1}.",
        "draw_one": "{0} берёт из колоды карту.",
        "draw_hidden": "{0} берёт из колоды карт: {1}.",
        "round": "Раунд {0}: ходит {1}, отбивается {2}.",
        "move": "{0} ходит: {2}.",
        "add": "{0} подкидывает {2}.",
        "beat": "{0} бьёт: {1}.",
        "take": "{0} берёт.",
        "pass": "{0} не подкидывает.",
        "taken": "{0} забирает карты.",
        "beaten off": "{0}: отбито, карты в отбой.",
        "out": "{0} выходит из игры.",
        "over": "Игра окончена.",
        "stall": "Ничья: карты ходят по кругу.",
        "final_beat": "Ничья: последняя карта побита последней.",
    },
}


def event_text(event: tuple[object, ...], names: Sequence[str], lang: str) -> str:
    """An event as a seat sees it, as a sentence."""
    kind, *details = event
    texts = EVENTS[lang]
    if kind in ("trump", "first"):
        subject = SUIT_SIGNS[str(details[0])] if kind == "trump" else names[int(str(details[0]))]
        if details[1] is None:
            return texts[str(kind)].format(subject)
        return texts[f"{kind}_card"].format(subject, pretty(str(details[1])))
    if kind == "over":
        return texts["over" if details[0] == "out" else str(details[0])]
    if kind == "draw" and isinstance(details[1], tuple) and set(details[1]) == {"??"}:
        count = len(details[1])
        return texts["draw_one" if count == 1 else "draw_hidden"].format(names[int(str(details[0]))], count)
    shown: list[object] = []
    for place, detail in enumerate(details):
        if isinstance(detail, tuple):
            shown.append(" ".join(pretty(str(code)) for code in detail))
        elif isinstance(detail, int) and not (kind == "round" and place == 0):
            shown.append(names[detail])
        else:
            shown.append(pretty(detail) if isinstance(detail, str) else detail)
    return texts[str(kind)].format(*shown)


REASONS = {
    r"this seat is asked to lead a card": {
        "uk": "зараз треба ходити",
        "ru": "сейчас надо ходить",
    },
    r"this seat is asked to beat the open card or take": {
        "uk": "зараз треба побити відкриту карту або взяти",
        "ru": "сейчас надо побить открытую карту или взять",
    },
    r"this seat is asked to add a card or pass": {
        "uk": "зараз можна підкинути карту або спасувати",
        "ru": "сейчас можно подкинуть карту или спасовать",
    },
    r"(\S+) is not in this hand": {
        "uk": r"карти \1 у вас немає",
        "ru": r"карты \1 у вас нет",
    },
    r"(\S+) cannot beat (\S+): .*\(trump is (.)\)": {
        "uk": r"\1 не б'є \2: карту б'є старша тієї ж масті або козир (козир \3)",
        "ru": r"\1 не бьёт \2: карту бьёт старшая той же масти или козырь (козырь \3)",
    },
    r"only ranks that lie on the table may be added: (.*)": {
        "uk": r"підкидати можна лише ранги, що є на столі: \1",
        "ru": r"подкидывать можно только ранги, которые есть на столе: \1",
    },
}
CODE = re.compile(r"\b([6-9TJQKA][HSCD])\b")


def reason_text(reason: str, lang: str) -> str:
    """A reason of DurakState.reason in this language, with cards as people write them."""
    for pattern, texts in REASONS.items():
        found = re.fullmatch(pattern, reason)
        if found and lang in texts:
            reason = found.expand(texts[lang])
    reason = CODE.sub(lambda code: pretty(code[1]), reason)
    reason = re.sub(r"([HSCD])\)$", lambda suit: SUIT_SIGNS[suit[1]] + ")", reason)
    return re.sub(r"\bT\b", "10", reason)


def read_position(text: str) -> tuple[int, list[list[int]], list[int], list[int], int]:
    """(trump, hands, stock, out, lead) of "trump S; stock -; 1: 9C AH; 2: TC; out 3 4; lead 1"."""
    trump, lead = 1, 0
    hands: dict[int, list[int]] = {}
    stock: list[int] = []
    out: list[int] = []
    for part in text.replace("\n", ";").split(";"):
        words = part.split()
        if not words:
            continue
        cards = [word for word in words[1:] if word != "-"]
        if words[0] == "trump" and len(words) == 2 and words[1] in SUITS and len(words[1]) == 1:
            trump = SUITS.index(words[1])
        elif words[0] == "lead" and len(words) == 2 and words[1].isdecimal():
            lead = int(words[1]) - 1
        elif words[0] == "stock":
            stock = [card_of(code) for code in cards]
        elif words[0] == "out" and all(word.isdecimal() for word in words[1:]):
            out = [int(word) - 1 for word in words[1:]]
        elif words[0].endswith(":") and words[0][:-1].isdecimal():
            hands[int(words[0][:-1]) - 1] = [card_of(code) for code in cards]
        else:
            raise BadNotation(
                f"{part.strip()[:40]!r} is no part of a position: write trump, stock, out, lead, or 1: cards"
            )
    seats = max([*hands, *out, lead]) + 1
    listed = [card for hand in hands.values() for card in hand] + stock
    if len(set(listed)) != len(listed):
        raise BadNotation("a position lists every card once at most")
    return trump, [hands.get(seat, []) for seat in range(seats)], stock, out, lead
