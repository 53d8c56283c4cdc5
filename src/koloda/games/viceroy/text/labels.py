# not compiled: text, made for people
"""Actions, cards and gems in people's words."""

from __future__ import annotations

import re

from koloda.games.viceroy.deck import DeckFile

COLOUR_WORDS = {
    "en": {"B": "blue", "R": "red", "G": "green", "Y": "yellow"},
    "uk": {"B": "синій", "R": "червоний", "G": "зелений", "Y": "жовтий"},
    "ru": {"B": "синий", "R": "красный", "G": "зелёный", "Y": "жёлтый"},
}
SPOT_WORDS = {
    "en": {"base": "base of the arrow", "tip": "tip of the arrow"},
    "uk": {"base": "основа стрілки", "tip": "вістря стрілки"},
    "ru": {"base": "основание стрелки", "tip": "остриё стрелки"},
}
SECTOR_WORDS = {
    "en": {"ll": "lower left", "lr": "lower right", "bl": "upper left", "br": "upper right"},
    "uk": {"ll": "нижній лівий", "lr": "нижній правий", "bl": "верхній лівий", "br": "верхній правий"},
    "ru": {"ll": "нижний левый", "lr": "нижний правый", "bl": "верхний левый", "br": "верхний правый"},
}
DECK_WORDS = {
    "en": {"law": "the law deck", "small": "the small deck"},
    "uk": {"law": "колоди законів", "small": "малої колоди"},
    "ru": {"law": "колоды законов", "small": "малой колоды"},
}
GEMS = re.compile(r"([BRGY]\d+)+")
NO_GEMS = {"en": "nothing", "uk": "нічого", "ru": "ничего"}
PLACE = re.compile(r"(\d):(-?\d+)")
PLACE_WORDS = {
    "en": ("level {}, in the middle", "level {}, {} left of the middle", "level {}, {} right of the middle"),
    "uk": ("рівень {}, посередині", "рівень {}, на {} лівіше середини", "рівень {}, на {} правіше середини"),
    "ru": ("уровень {}, посередине", "уровень {}, на {} левее середины", "уровень {}, на {} правее середины"),
}
LABELS = {
    "en": {
        "start": "start with {}",
        "law": "play {}",
        "law -": "play no card",
        "put": "place it at {}",
        "swap": "replace the character at {}",
        "under": "tuck it under the character at {}",
        "pick": "option {}",
        "colour": "endless gem: {}",
        "own yes": "use a gem of your own",
        "own no": "no endless gem",
        "petition": "keep {}",
        "top": "{} on top",
        "appoint": "appoint: {}, {}",
        "move": "move the card at {}",
        "move -": "move nothing",
        "to": "move it to {}",
        "retire": "retire the card at {}",
        "file": "file {}",
        "file -": "file no more",
        "store": "store: {}",
        "store -": "store no more",
        "bid": "bid {}",
        "bid ATK": "use an attack token",
        "bid -": "pass",
        "want": "take the card at the {}",
        "continue": "go on bidding",
        "hit": "attack: {}, {}",
        "take": "take a gem: {}",
        "take -": "take no more",
        "draw": "draw from {}",
        "stash yes": "tuck it under Privy Council",
        "stash no": "keep it in the hand",
        "keep": "keep the card and build",
        "refuse": "refuse the card and take gems",
        "build": "build at {}",
        "endless": "endless gems {}: {}",
        "coin": "pay {1} instead of {0}",
        "coin -": "no exchange",
        "circle": "paint the circle at {}",
        "circle -": "finish painting",
        "paint": "{} sector: {}",
    },
    "uk": {
        "start": "почати з: {}",
        "law": "зіграти: {}",
        "law -": "не грати карти",
        "put": "покласти на {}",
        "swap": "замінити персонажа: {}",
        "under": "підсунути під персонажа: {}",
        "pick": "варіант {}",
        "colour": "невичерпний камінь: {}",
        "own yes": "узяти свій камінь",
        "own no": "без невичерпного каменя",
        "petition": "залишити: {}",
        "top": "нагору: {}",
        "appoint": "призначити: {}, {}",
        "move": "перекласти карту: {}",
        "move -": "нічого не перекладати",
        "to": "перекласти на {}",
        "retire": "відправити у відставку карту: {}",
        "file": "в архів: {}",
        "file -": "більше нічого в архів",
        "store": "у скарбницю: {}",
        "store -": "більше нічого в скарбницю",
        "bid": "ставка: {}",
        "bid ATK": "жетон атаки",
        "bid -": "пас",
        "want": "узяти карту: {}",
        "continue": "торгуватися далі",
        "hit": "атака: {}, {}",
        "take": "узяти камінь: {}",
        "take -": "більше не брати",
        "draw": "узяти карту з {}",
        "stash yes": "підсунути під Таємну раду",
        "stash no": "залишити на руці",
        "keep": "залишити карту й будувати",
        "refuse": "відмовитися й узяти камені",
        "build": "побудувати: {}",
        "endless": "невичерпні камені, {}: {}",
        "coin": "заплатити {1} замість {0}",
        "coin -": "без заміни",
        "circle": "фарбувати круг: {}",
        "circle -": "закінчити перефарбування",
        "paint": "{} сектор: {}",
    },
    "ru": {
        "start": "начать с: {}",
        "law": "сыграть: {}",
        "law -": "не играть карту",
        "put": "положить на {}",
        "swap": "заменить персонажа: {}",
        "under": "подложить под персонажа: {}",
        "pick": "вариант {}",
        "colour": "неисчерпаемый камень: {}",
        "own yes": "взять свой камень",
        "own no": "без неисчерпаемого камня",
        "petition": "оставить: {}",
        "top": "наверх: {}",
        "appoint": "назначить: {}, {}",
        "move": "переложить карту: {}",
        "move -": "ничего не перекладывать",
        "to": "переложить на {}",
        "retire": "отправить в отставку карту: {}",
        "file": "в архив: {}",
        "file -": "больше ничего в архив",
        "store": "в казну: {}",
        "store -": "больше ничего в казну",
        "bid": "ставка: {}",
        "bid ATK": "жетон атаки",
        "bid -": "пас",
        "want": "взять карту: {}",
        "continue": "торговаться дальше",
        "hit": "атака: {}, {}",
        "take": "взять камень: {}",
        "take -": "больше не брать",
        "draw": "взять карту из {}",
        "stash yes": "подложить под Тайный совет",
        "stash no": "оставить на руке",
        "keep": "оставить карту и строить",
        "refuse": "отказаться и взять камни",
        "build": "построить: {}",
        "endless": "неисчерпаемые камни, {}: {}",
        "coin": "заплатить {1} вместо {0}",
        "coin -": "без замены",
        "circle": "красить круг: {}",
        "circle -": "закончить перекраску",
        "paint": "{} сектор: {}",
    },
}


def card_name(deck: DeckFile, code: str, lang: str) -> str:
    """A card as people name it: Captain (C32)."""
    if code not in deck.deck.codes:
        return code
    return f"{deck.names[lang][deck.deck.codes.index(code)]} ({code})"


def place_name(text: str, lang: str) -> str | None:
    """A place of the pyramid as people find it, in cards from the middle of the base; None if it is none.

    >>> place_name("1:0", "en"), place_name("2:-1", "en"), place_name("3:1", "en")
    ('level 1, in the middle', 'level 2, ½ left of the middle', 'level 3, 2 right of the middle')
    """
    found = PLACE.fullmatch(text)
    if found is None:
        return None
    level, x = int(found[1]), int(found[2])
    halves = 2 * x + level - 1  # a card rests between two: half a card further to the right
    middle, left, right = PLACE_WORDS[lang]
    if not halves:
        return middle.format(level)
    far = (str(abs(halves) // 2) if abs(halves) > 1 else "") + ("½" if halves % 2 else "")
    return (left if halves < 0 else right).format(level, far)


def gem_names(text: str, lang: str) -> str | None:
    """An amount of gems in words; None if it is none.

    >>> gem_names("B2Y1", "en"), gem_names("-", "en"), gem_names("C32", "en")
    ('2 blue, 1 yellow', 'nothing', None)
    """
    if text == "-":
        return NO_GEMS[lang]
    if GEMS.fullmatch(text) is None:
        return None
    return ", ".join(
        f"{count} {COLOUR_WORDS[lang][colour]}" for colour, count in re.findall(r"([BRGY])(\d+)", text)
    )


def label(deck: DeckFile, text: str, lang: str) -> str:
    """An action's text in a person's words."""
    words = LABELS[lang]
    if text in words:
        return words[text]
    kind, *rest = re.split("[ =>]", text)
    if kind == "want":
        return words[kind].format(SPOT_WORDS[lang][rest[0]])
    if kind == "draw":
        return words[kind].format(DECK_WORDS[lang][rest[0]])
    shown_rest = [
        COLOUR_WORDS[lang].get(part)
        or SPOT_WORDS[lang].get(part)
        or SECTOR_WORDS[lang].get(part)
        or place_name(part, lang)
        or card_name(deck, part, lang)
        for part in rest
    ]
    return words[kind].format(*shown_rest)
