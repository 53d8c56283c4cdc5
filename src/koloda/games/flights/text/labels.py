# not compiled: text, made for people
"""Cards and actions as people name them."""

from __future__ import annotations

from collections.abc import Sequence

from koloda.games.flights.cards import COLOURS

COLOUR_WORDS = {
    "en": ("red", "blue", "green", "yellow", "orange", "violet"),
    "uk": ("червоне", "синє", "зелене", "жовте", "помаранчеве", "фіолетове"),  # agrees with місто
    "ru": ("красная", "синяя", "зелёная", "жёлтая", "оранжевая", "фиолетовая"),  # agrees with карта
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


def swapped_name(city: str, lang: str) -> str:
    """A city as the object of a swap; only Russian has another form for it: красную 4."""
    name = card_name(city, lang)
    return name.replace("ая ", "ую ").replace("яя ", "юю ") if lang == "ru" else name


LABELS = {
    "en": {"lay": "lay {} with Flight {}", "take": "take {}", "swap": "swap {} for {} of {}"},
    "uk": {"lay": "викласти: {}, Переліт {}", "take": "забрати: {}", "swap": "обміняти {} на {} ({})"},
    "ru": {"lay": "выложить: {}, Перелёт {}", "take": "забрать: {}", "swap": "обменять {} на {} ({})"},
}


FLIGHT = {"en": "Flight {}", "uk": "Переліт {}", "ru": "Перелёт {}"}


def opening(words: Sequence[str], lang: str) -> str:
    """By the Flight card alone, the bid."""
    return FLIGHT[lang].format(words[-1][1:]) if words[0] == "lay" else label(words, lang)


def label(words: Sequence[str], lang: str) -> str:
    """An action, given by the words of its canonical text."""
    verb, *rest = words
    text = LABELS[lang][verb]
    if verb == "swap":
        return text.format(swapped_name(rest[0], lang), swapped_name(rest[2], lang), rest[1])
    return text.format(card_name(rest[0], lang), *(flight[1:] for flight in rest[1:]))
