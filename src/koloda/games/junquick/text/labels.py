# not compiled: text, made for people
"""Actions, cards, viruses and classes as people call them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from koloda.games.junquick.cards import CODES, VIRUSES

# by language and code: the cards of a deck
Names = Mapping[str, Mapping[str, str]]


def titles(plain: str, liar: str, thief: str, others: Sequence[str]) -> dict[str, str]:
    """The names of the cards by code: four of each kind that has all nominals, then the others."""
    names = [f"{kind} {nominal}" for kind in (plain, liar, thief) for nominal in range(1, 5)]
    return dict(zip([*CODES, *VIRUSES], [*names, *others], strict=True))


NAMES: Names = {
    "en": titles(
        "Jun",
        "Jun Fibber",
        "Jun Thief",
        [
            *("Jun Gatecrasher 3", "Jun Dominant 4", "Clean Slate", "Evolution", "Too Soon to Cheer"),
            *("Hysteria", "Icewhirl", "Small Devourer", "Medium Devourer", "Large Devourer"),
            *("Battle of the Juns", "Emigration", "Immigration", "Depopulation"),
            *("Virus 1", "Virus 2", "Virus 3", "Virus 4"),
        ],
    ),
    "uk": titles(
        "Джун",
        "Джун Чистобрех",
        "Джун Злодій",
        [
            *("Джун Непроха 3", "Джун 4 Домінант", "З чистого листа", "Еволюція", "Рано радіти"),
            *("Гістерика", "Криговерть", "Малий Пожирака", "Середній Пожирака", "Великий Пожирака"),
            *("Битва джунів", "Еміграція", "Імміграція", "Депопуляція"),
            *("Вірус 1", "Вірус 2", "Вірус 3", "Вірус 4"),
        ],
    ),
    "ru": titles(
        "Джун",
        "Джун Чистобрёх",
        "Джун Вор",
        [
            *("Джун Непроха 3", "Джун 4 Доминант", "С чистого листа", "Эволюция", "Рано радоваться"),
            *("Истерика", "Льдоверть", "Малый Пожирака", "Средний Пожирака", "Большой Пожирака"),
            *("Битва джунов", "Эмиграция", "Иммиграция", "Депопуляция"),
            *("Вирус 1", "Вирус 2", "Вирус 3", "Вирус 4"),
        ],
    ),
}
# the classes of claims and payments; a card code that is a class of its own has its name above
CLASS_NAMES = {
    "en": {"N1": "1", "N2": "2", "N3": "3", "N4": "4", "D": "Devourer"},
    "uk": {"N1": "1", "N2": "2", "N3": "3", "N4": "4", "D": "Пожирака"},
    "ru": {"N1": "1", "N2": "2", "N3": "3", "N4": "4", "D": "Пожирака"},
}


def pretty(names: Names, code: str, lang: str) -> str:
    """A card, a virus or a class as people call it."""
    return CLASS_NAMES[lang].get(code) or names[lang].get(code, code)


LABELS = {
    "en": {
        "lay": "lay {0}",
        "nest": "play Evolution from the nest as {0}",
        "act": "activate {0} against player {1}",
        "inf": "play {0}",
        "pass": "pass",
        "redraw": "show the hand and draw a new one",
        "stop": "stop",
        "put": "put {0} face down",
        "done": "done",
        "claim": "claim: {0}",
        "say truth": "truth!",
        "say lie": "a lie!",
        "hys": "Hysteria!",
        "wait": "wait",
        "form": "form a pack: {0}",
        "cure": "pay for {0} with {1}",
        "battle": "to battle: {0}",
        "give": "give {0}",
        "inst": "lay {0}",
        "ready": "ready",
    },
    "uk": {
        "lay": "викласти: {0}",
        "nest": "Еволюція з гнізда як {0}",
        "act": "активувати: {0}, проти гравця {1}",
        "inf": "зіграти: {0}",
        "pass": "пас",
        "redraw": "показати руку й узяти нову",
        "stop": "зупинитися",
        "put": "покласти долілиць: {0}",
        "done": "готово",
        "claim": "сказати: {0}",
        "say truth": "правда!",
        "say lie": "брехня!",
        "hys": "Гістерика!",
        "wait": "чекати",
        "form": "скласти зграю: {0}",
        "cure": "{0}: заплатити {1}",
        "battle": "на битву: {0}",
        "give": "віддати: {0}",
        "inst": "викласти: {0}",
        "ready": "готово",
    },
    "ru": {
        "lay": "выложить: {0}",
        "nest": "Эволюция из гнезда как {0}",
        "act": "активировать: {0}, против игрока {1}",
        "inf": "сыграть: {0}",
        "pass": "пас",
        "redraw": "показать руку и взять новую",
        "stop": "остановиться",
        "put": "положить рубашкой вверх: {0}",
        "done": "готово",
        "claim": "сказать: {0}",
        "say truth": "правда!",
        "say lie": "ложь!",
        "hys": "Истерика!",
        "wait": "ждать",
        "form": "сложить стаю: {0}",
        "cure": "{0}: заплатить {1}",
        "battle": "на битву: {0}",
        "give": "отдать: {0}",
        "inst": "выложить: {0}",
        "ready": "готово",
    },
}


def label(names: Names, text: str, lang: str) -> str:
    """The action with this canonical text."""
    verb, *words = text.split()
    texts = LABELS[lang]
    if verb == "say":
        return texts[text]
    if verb == "nest":
        return texts[verb].format(words[1])
    if verb == "act":
        return texts[verb].format(pretty(names, words[0], lang), words[1])
    if verb == "form":
        return texts[verb].format(join(names, words, lang))
    if verb == "cure":
        return texts[verb].format(pretty(names, words[0], lang), join(names, words[1:], lang))
    return texts[verb].format(*(pretty(names, word, lang) for word in words))


def join(names: Names, codes: Sequence[object], lang: str) -> str:
    return ", ".join(pretty(names, str(code), lang) for code in codes) or "–"
