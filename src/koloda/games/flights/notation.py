# not compiled: text, made for people and files
"""Actions, events and positions as text."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from koloda.core.errors import BadNotation
from koloda.core.options import shown
from koloda.games.flights.actions import (
    FLIGHTS,
    NUM_ACTIONS,
    SWAP,
    TAKE_CARD,
    swap_own,
    swap_partner,
    swap_theirs,
)
from koloda.games.flights.cards import CODES, COLOURS, NUMBERS


def words(action: int) -> tuple[str, ...]:
    """The words of an action's canonical text."""
    if action < TAKE_CARD:
        return "lay", CODES[action // FLIGHTS], f"F{action % FLIGHTS + 1}"
    if action < SWAP:
        return "take", CODES[action - TAKE_CARD]
    return "swap", CODES[swap_own(action)], f"P{swap_partner(action) + 1}", CODES[swap_theirs(action)]


TEXTS = [" ".join(words(action)) for action in range(NUM_ACTIONS)]
ACTIONS = {text: action for action, text in enumerate(TEXTS)}


def action_of(text: str) -> int:
    """The action with this text; the error says what an action looks like."""
    if text in ACTIONS:
        return ACTIONS[text]
    raise BadNotation(
        f"{text[:40]!r} is no Flights action: write lay with a card and a Flight card ('lay R4 F5'), take "
        f"with a card ('take DP'), or swap with your city, the partner and a city of his of the same value "
        f"('swap R3 P2 B3')"
    )


def card_of(code: object) -> int:
    if isinstance(code, str) and code in NUMBERS:
        return NUMBERS[code]
    raise BadNotation(
        f"{shown(code)} is no card: write a city (RBGYOV with a value 1 to 6, like R4), X1 to X6, XU or DP"
    )


def cards_of(listed: object, what: str) -> list[int]:
    """A list of card codes as numbers."""
    if not isinstance(listed, list):
        raise BadNotation(f"{what}: not a list of cards")
    return [card_of(code) for code in listed]


COLOUR_WORDS = {
    "en": ("red", "blue", "green", "yellow", "orange", "violet"),
    "uk": ("червоне", "синє", "зелене", "жовте", "помаранчеве", "фіолетове"),  # agrees with місто
    "ru": ("красный", "синий", "зелёный", "жёлтый", "оранжевый", "фиолетовый"),  # agrees with город
}
SPECIAL_WORDS = {
    "en": {"X": "Exchange {}", "XU": "Universal Exchange", "DP": "Deportation"},
    "uk": {"X": "Обмін {}", "XU": "Універсальний Обмін", "DP": "Депортація"},
    "ru": {"X": "Обмен {}", "XU": "Универсальный Обмен", "DP": "Депортация"},
}


def card_name(code: str, lang: str) -> str:
    """A card as people name it: red 4, Exchange 3."""
    if code[0] in COLOURS:
        return f"{COLOUR_WORDS[lang][COLOURS.index(code[0])]} {code[1]}"
    specials = SPECIAL_WORDS[lang]
    return specials[code] if code in specials else specials["X"].format(code[1])


LABELS = {
    "en": {"lay": "lay {} with Flight {}", "take": "take {}", "swap": "swap {} for {} of {}"},
    "uk": {"lay": "викласти: {}, Переліт {}", "take": "забрати: {}", "swap": "обміняти: {} на {} ({})"},
    "ru": {"lay": "выложить: {}, Перелёт {}", "take": "забрать: {}", "swap": "обменять: {} на {} ({})"},
}


def label(action: int, lang: str) -> str:
    verb, *rest = words(action)
    text = LABELS[lang][verb]
    card = card_name(rest[0], lang)
    if verb == "lay":
        return text.format(card, rest[1][1:])
    if verb == "take":
        return text.format(card)
    return text.format(card, card_name(rest[2], lang), rest[1])


EVENTS = {
    "en": {
        "first": "{0} is the first player.",
        "lay": "{0} lays {1} with Flight {2}.",
        "laid": "{0} has laid his cards.",
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
        "over": "The game is over. All colours: {0}. Points: {1}.",
        "capped": "The game is over, nobody has all colours. Points: {1}.",
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
        "over": "Гру закінчено. Усі кольори: {0}. Очки: {1}.",
        "capped": "Гру закінчено, усіх кольорів не зібрав ніхто. Очки: {1}.",
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
        "over": "Игра окончена. Все цвета: {0}. Очки: {1}.",
        "capped": "Игра окончена, всех цветов не собрал никто. Очки: {1}.",
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
        return over_text(details[0], details[1], names, texts)
    if kind == "order":
        assert isinstance(details[0], tuple)
        return texts["order"].format(", ".join(names[seat] for seat in details[0]))
    seat, *rest = details
    shown_details: list[object] = [names[int(str(seat))]]
    for place, detail in enumerate(rest):
        if isinstance(detail, tuple):
            shown_details.append(", ".join(card_name(code, lang) for code in detail))
        elif isinstance(detail, str):
            shown_details.append(card_name(detail, lang))
        elif detail is not None:
            shown_details.append(names[int(str(detail))] if kind == "swap" and place == 1 else detail)
    short = kind in SHORT and len(shown_details) == 1
    return texts[SHORT[str(kind)] if short else str(kind)].format(*shown_details)


def over_text(finishers: object, scores: object, names: Sequence[str], texts: Mapping[str, str]) -> str:
    assert isinstance(finishers, tuple)
    assert isinstance(scores, tuple)
    points = ", ".join(f"{name} {score}" for name, score in zip(names, scores, strict=True))
    return texts["over" if finishers else "capped"].format(
        ", ".join(names[seat] for seat in finishers), points
    )


# the reasons of FlightsState.reason in other languages
REASONS = {
    r"this seat is asked to lay .*": {
        "uk": "зараз треба викласти карту з Картою Перельотів",
        "ru": "сейчас надо выложить карту с Картой Перелётов",
    },
    r"this seat is asked to take .*": {
        "uk": "зараз треба забрати карту зі столу",
        "ru": "сейчас надо забрать карту со стола",
    },
    r"this seat is asked to swap .*": {
        "uk": "зараз треба обміняти два міста",
        "ru": "сейчас надо обменять два города",
    },
    r"(\S+) is not in this hand": {
        "uk": r"карти \1 на руці немає",
        "ru": r"карты \1 на руке нет",
    },
    r"(F\d) is not available: .*": {
        "uk": r"\1 зіграно: Карти Перельотів повертаються після шести раундів",
        "ru": r"\1 сыграна: Карты Перелётов возвращаются после шести раундов",
    },
    r"(\S+) is not on the table": {
        "uk": r"карти \1 на столі немає",
        "ru": r"карты \1 на столе нет",
    },
    r"(.+) must be taken before (\S+): .*": {
        "uk": r"спершу забирають \1, потім \2: Депортації, Міста, Обміни, Універсальні Обміни",
        "ru": r"сначала забирают \1, потом \2: Депортации, Города, Обмены, Универсальные Обмены",
    },
    r"there is no (P\d)": {
        "uk": r"гравця \1 немає",
        "ru": r"игрока \1 нет",
    },
    r"a swap needs somebody else's collection": {
        "uk": "обмінюватися треба з чужою колекцією",
        "ru": "меняться надо с чужой коллекцией",
    },
    r"(\S+) is not in this seat's collection": {
        "uk": r"міста \1 у вашій колекції немає",
        "ru": r"города \1 в вашей коллекции нет",
    },
    r"(\S+) is not in the collection of (P\d)": {
        "uk": r"міста \1 у колекції \2 немає",
        "ru": r"города \1 в коллекции \2 нет",
    },
    r"(X\d) swaps cities of value (\d) only": {
        "uk": r"\1 обмінює лише міста номіналу \2",
        "ru": r"\1 меняет только города номинала \2",
    },
    r"(P\d) has fewer cities than this seat: .*": {
        "uk": r"у \1 міст менше, ніж у вас: з меншою колекцією обмінюватися не можна",
        "ru": r"у \1 городов меньше, чем у вас: с меньшей коллекцией меняться нельзя",
    },
}


def reason_text(reason: str, lang: str) -> str:
    """A reason of FlightsState.reason in this language."""
    for pattern, texts in REASONS.items():
        found = re.fullmatch(pattern, reason)
        if found and lang in texts:
            return found.expand(texts[lang])
    return reason


@dataclass
class Position:
    """A position in which everybody is about to lay, as it is written."""

    first: int = 0
    round_no: int = 1
    hands: dict[int, list[int]] = field(default_factory=dict)
    rows: dict[int, list[int]] = field(default_factory=dict)
    used: dict[int, int] = field(default_factory=dict)
    pile: list[int] | None = None
    discard: list[int] = field(default_factory=list)


def read_position(text: str) -> Position:
    """A position from "first P2; round 3; P1 [R4 B2] DP G1 used 6 2; P2 [] X4; pile R1 B2; discard -"."""
    found = Position()
    for part in text.replace("\n", ";").split(";"):
        head, *rest = part.replace("[", " [ ").replace("]", " ] ").split() or [""]
        if head == "first" and len(rest) == 1:
            found.first = seat_of(rest[0])
        elif head == "round" and len(rest) == 1 and rest[0].isdecimal():
            found.round_no = int(rest[0])
        elif head == "pile":
            found.pile = [card_of(code) for code in rest if code != "-"]
        elif head == "discard":
            found.discard = [card_of(code) for code in rest if code != "-"]
        elif head.startswith("P") and "[" in rest and "]" in rest:
            read_player(found, seat_of(head), rest)
        elif head:
            raise BadNotation(
                f"{part.strip()[:40]!r} is no part of a position: write first, round, pile, discard, or "
                f"P1 [row] hand used flights"
            )
    return found


def read_player(found: Position, seat: int, rest: list[str]) -> None:
    """The part of one player: [row], hand, used Flight cards."""
    close = rest.index("]")
    tail = rest[close + 1 :]
    used = tail.index("used") if "used" in tail else len(tail)
    found.rows[seat] = [card_of(code) for code in rest[1:close]]
    found.hands[seat] = [card_of(code) for code in tail[:used] if code != "-"]
    flights = tail[used + 1 :]
    if not all(flight in "123456" and len(flight) == 1 for flight in flights):
        raise BadNotation(f"used {' '.join(flights)[:40]}: Flight cards are 1 to 6")
    found.used[seat] = sum(1 << (int(flight) - 1) for flight in set(flights))


def seat_of(word: str) -> int:
    if len(word) == 2 and word[0] == "P" and word[1] in "1234":
        return int(word[1]) - 1
    raise BadNotation(f"{word[:40]!r} is no player: write P1 to P4")
