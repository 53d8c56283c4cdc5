# not compiled: text, made for people
"""What people call cards and actions."""

from __future__ import annotations

from koloda.games.yassa.cards import NUMBERS

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
        "accept": "прийняти",
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
        "accept": "принять",
        "challenge": "проверить на честность",
        "ready": "Готов!",
        "call": "Одна карта!",
        "silent": "промолчать",
        "decline": "не вмешиваться",
        "mistake call": "Одна карта! (без причины)",
    },
}


def label(text: str, lang: str) -> str:
    """An action, given by its canonical text, as people say it."""
    texts = LABELS[lang]
    if text in texts:
        return texts[text]
    verb, card = text.split(" ")
    named = texts[verb].format(pretty(card.rstrip("!"), lang))
    return texts["shout"].format(named) if card.endswith("!") else named


ANY_COLOUR = {"en": "any", "uk": "будь-який", "ru": "любой"}


def said(arg: object, lang: str) -> object:
    """What a refusal names: a card, a colour or an action."""
    if not isinstance(arg, str):
        return arg
    if arg == "-":
        return ANY_COLOUR[lang]
    if arg in COLOUR_NAMES[lang]:
        return COLOUR_NAMES[lang][arg]
    return pretty(arg, lang) if arg[:2] in NUMBERS else label(arg, lang)
