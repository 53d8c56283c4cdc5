"""What the server itself says to people, in their language. The rules speak for themselves."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from koloda.bots.levels import LEVELS
from koloda.core.texts import texts
from koloda.table.ladder_texts import TEXTS as LADDER_TEXTS
from koloda.table.post_texts import TEXTS as POST_TEXTS

TEXTS: dict[str, dict[str, str]] = {
    lang: {**own, **LADDER_TEXTS[lang], **POST_TEXTS[lang]} for lang, own in texts("server").items()
}


def say(lang: str, code: str, *details: object) -> str:
    text = TEXTS[lang][code].format(*details)
    return finished(text) if code == "illegal" else text


# for programs and terminals only: "(wd4_bluff=forbid)", "(open_activation)", "(C29)", the place "2:-9"
INTERNAL = re.compile(r" \((?:\w+ ?= ?\w+|[a-z]+(?:_[a-z]+)+|[A-Z]\d+)\)|^\d+:-?\d+: | \d+:-?\d+\b")


def finished(reason: str) -> str:
    """A reason of the rules as a sentence of its own, in words alone."""
    text = INTERNAL.sub("", reason)
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "!", "?")) else ".")


def one_line(text: str) -> str:
    """What somebody has written, without signs that cannot be seen, turn their neighbours around, or climb
    over other lines.

    >>> one_line(" a\\tb\\u202e c\\0 "), len(one_line("a" + 100 * "\\u0301"))
    ('a b c', 5)
    """
    kept: list[str] = []
    marks = 0
    for sign in text:
        marks = marks + 1 if unicodedata.category(sign)[0] == "M" else 0
        if marks <= MARKS:
            kept.append(sign if sign.isprintable() else " ")
    return " ".join("".join(kept).split())


MARKS = 4  # on one letter of what people say; no language needs more
# a bot is the animal of its level; records and seats have the English name, which says that it is a bot
ANIMALS = {TEXTS["en"][f"animal_{level}"]: level for level in LEVELS}
PROGRAM = " (bot)"  # so ends the name of a bot account
BOT = re.compile(rf"^(?P<animal>{'|'.join(ANIMALS)})(?: (?P<number>\d+))? \(bot\)$")
NAMED = re.compile(r"^(?:(?P<bot>Bot)|Guest|Гість|Гость) (?P<number>\d+)$")


def bot_names(levels: Sequence[str]) -> list[str]:
    """What bots of these levels are called at one table: "Fox (bot)", "Fox 2 (bot)"; no level: no name."""
    animals = {level: animal for animal, level in ANIMALS.items()}
    met: Counter[str] = Counter()
    found = []
    for level in levels:
        met[level] += 1
        number = f" {met[level]}" if met[level] > 1 else ""
        found.append(f"{animals.get(level, 'Fox')}{number} (bot)" if level else "")
    return found


def bot_level(name: str) -> str | None:
    """The level of a bot with this name, or "program"; None: it is a person, or a bot of old records."""
    found = BOT.match(name)
    if found is None:
        return "program" if name.endswith(PROGRAM) else None
    return ANIMALS[found["animal"]]


@lru_cache(4096)
def spoken(names: tuple[str, ...], lang: str) -> tuple[str, ...]:
    """The players as sentences name them: bots and "Guest 297" are called so in every language."""

    def name(each: str) -> str:
        if bot := BOT.match(each):
            animal = say(lang, f"animal_{ANIMALS[bot['animal']]}")
            return f"{animal} {bot['number']}" if bot["number"] else animal
        if each.endswith(PROGRAM):
            return say(lang, "program", each.removesuffix(PROGRAM))
        if found := NAMED.match(each):
            return say(lang, "bot" if found["bot"] else "guest", found["number"])
        return each

    return tuple(name(each) for each in names)
