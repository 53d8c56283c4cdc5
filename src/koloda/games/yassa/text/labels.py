# not compiled: text, made for people
"""What people call cards and actions."""

from __future__ import annotations

from koloda.core.texts import section_of
from koloda.games.yassa.cards import NUMBERS

COLOUR_NAMES: dict[str, dict[str, str]] = section_of("koloda.games.yassa", "colours")
# the colour of a card: in Ukrainian and Russian a card is feminine
OF_COLOUR: dict[str, dict[str, str]] = section_of("koloda.games.yassa", "card_colours")
PICTURES: dict[str, dict[str, str]] = section_of("koloda.games.yassa", "pictures")


def pretty(code: str, lang: str) -> str:
    """A card as people say it: blue Skip for BS, Order a colour (green) for WC:G."""
    if code == "??":
        return code
    pictures = PICTURES[lang]
    if code[0] == "W":
        name = pictures[code[:2]]
        return f"{name} ({COLOUR_NAMES[lang][code[3]]})" if len(code) > 2 else name
    return f"{OF_COLOUR[lang][code[0]]} {pictures.get(code[1], code[1])}"


LABELS: dict[str, dict[str, str]] = section_of("koloda.games.yassa", "labels")


def label(text: str, lang: str) -> str:
    """An action, given by its canonical text, as people say it."""
    texts = LABELS[lang]
    if text in texts:
        return texts[text]
    verb, card = text.split(" ")
    named = texts[verb].format(pretty(card.rstrip("!"), lang))
    return texts["shout"].format(named) if card.endswith("!") else named


ANY_COLOUR: dict[str, str] = section_of("koloda.games.yassa", "any_colour")


def said(arg: object, lang: str) -> object:
    """What a refusal names: a card, a colour or an action."""
    if not isinstance(arg, str):
        return arg
    if arg == "-":
        return ANY_COLOUR[lang]
    if arg in COLOUR_NAMES[lang]:
        return COLOUR_NAMES[lang][arg]
    return pretty(arg, lang) if arg[:2] in NUMBERS else label(arg, lang)
