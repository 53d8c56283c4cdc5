# not compiled: text, made for people
"""The table of Viceroy in a terminal: the auction, the pyramids, the hand."""

from __future__ import annotations

import re
import textwrap
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from koloda.core.board import Paint
from koloda.core.texts import section_of
from koloda.games.viceroy.cards import CHARACTERS, COLOURS
from koloda.games.viceroy.deck import DeckFile

TEXTS: dict[str, dict[str, str]] = section_of("koloda.games.viceroy", "board")

STYLES = {"B": "blue", "R": "red", "G": "green", "Y": "yellow"}
TOKENS = {"points": "P", "magic": "M", "science": "S", "defence": "F", "magic_bonus": "MB"}
NAME = 22  # columns for the name of a card
Piece = tuple[int, str, str]  # column, text, style


def lines(
    deck: DeckFile, view: Mapping[str, Any], names: Sequence[str], lang: str, paint: Paint, width: int
) -> list[str]:
    text = TEXTS[lang]
    result = [header(view, text, paint, width), *auction(deck, view, text, lang, paint)]
    me = view["seat"]
    seats = [seat for seat in range(view["seats"]) if seat != me]
    for seat in seats:
        result += ["", player_line(view, seat, names[seat], text, paint)]
        result += points_line(view["players"][seat]["points"], text)
        result += pyramid(deck, view["players"][seat]["pyramid"], paint, width, False)
    if me is not None:
        result += ["", player_line(view, me, names[me], text, paint)]
        result += points_line(view["players"][me]["points"], text)
        result += pyramid(deck, view["players"][me]["pyramid"], paint, width, True)
        active = view["active"]
        now = active["card"] if active and active["seat"] == me else view["players"][me]["acquired"]
        if now:
            result += [f"  {text['now']}", *card_lines(deck, now, lang, paint, width)]
        if view["hand"]:
            result.append(f"  {text['hand']}")
            for code in view["hand"]:
                result += card_lines(deck, code, lang, paint, width)
    return result


def header(view: Mapping[str, Any], text: dict[str, str], paint: Paint, width: int) -> str:
    phase = text[view["phase"]].format(view["round"])
    parts = [text["turn"].format(view["turn"]) if view["turn"] else text["setup"], phase]
    decks = text["decks"].format(**view["decks"])
    end = f" ── {text['reserve']} "
    start = "── " + " ── ".join([*parts, decks]) + end
    if len(start) + len(view["reserve"]) > width:
        start = "── " + " ── ".join(parts) + end
    line = paint(start, "dim").replace(phase, paint(phase, "bold"), 1) + gems(view["reserve"], paint)
    rest = width - len(start) - len(view["reserve"]) - 1
    return line + paint(" " + "─" * max(0, rest), "dim")


def gems(amount: str, paint: Paint) -> str:
    """B2Y1, each colour in its own."""
    return "".join(paint(part, STYLES.get(part[0], "")) for part in re.findall(r"[BRGY]\d+|-", amount))


def auction(
    deck: DeckFile, view: Mapping[str, Any], text: dict[str, str], lang: str, paint: Paint
) -> list[str]:
    result = []
    side = max(len(text["base"]), len(text["tip"]))
    for colour in COLOURS:
        for spot in ("base", "tip"):
            code = view["slots"][colour][spot]
            if code is not None:
                mark = paint(f" {colour} ", f"{STYLES[colour]} reverse")
                start = f"  {mark} {paint(text[spot].ljust(side), 'dim')} "
                result.append(start + describe(deck, code, lang, paint))
    if view["virtuals"]:
        result.append("  " + paint(text["virtual"].format(view["virtuals_in"]), "dim"))
    return result


def number_of(deck: DeckFile, code: str) -> int:
    """The card of this deck, or -1."""
    codes = deck.deck.codes
    return codes.index(code) if code in codes else -1


def describe(deck: DeckFile, code: str, lang: str, paint: Paint) -> str:
    """A character: code, name, corners over bottom, price by level, rewards by level."""
    number = number_of(deck, code)
    if number < 0:
        return code
    name = deck.names[lang][number]
    short = name if len(name) <= NAME else name[: NAME - 1] + "…"
    if number >= CHARACTERS:
        return f"{paint(code, 'magenta')} {short}"
    tl, tr, bl, br = sectors(deck, number)
    shape = "/".join("".join(paint(colour, STYLES[colour]) for colour in two) for two in (tl + tr, bl + br))
    price = " ".join(paint(colour, STYLES[colour]) for colour in price_colours(deck, number))
    rewards = " ".join(deck.rewards[number])
    return f"{paint(code, 'bold')} {short.ljust(NAME)} {shape}  {price}  {rewards}"


def card_lines(deck: DeckFile, code: str, lang: str, paint: Paint, width: int) -> list[str]:
    """A card of the own hand; a law with its text, on as many lines as it needs."""
    number = number_of(deck, code)
    if number < CHARACTERS:
        return ["    " + describe(deck, code, lang, paint)]
    told = f"{code} {deck.names[lang][number]}: {deck.texts[lang][number]}"
    wrapped = textwrap.wrap(told, width - 4, subsequent_indent="    ")
    wrapped[0] = wrapped[0].replace(code, paint(code, "magenta"), 1)
    return ["    " + line for line in wrapped]


def sectors(deck: DeckFile, number: int) -> tuple[str, str, str, str]:
    packed = int(deck.deck.sectors[number])
    tl, tr, bl, br = (COLOURS[packed >> (2 * place) & 3] for place in range(4))
    return tl, tr, bl, br


def price_colours(deck: DeckFile, number: int) -> list[str]:
    """The colours of the levels 1 to 4: what each level adds to the price."""
    before, colours = 0, []
    for level in range(4):
        price = int(deck.deck.price[number * 5 + level])
        colours.append(COLOURS[((price - before).bit_length() - 1) // 8])
        before = price
    return colours


def player_line(view: Mapping[str, Any], seat: int, name: str, text: dict[str, str], paint: Paint) -> str:
    player = view["players"][seat]
    me = seat == view["seat"]
    mark = paint("►", "yellow") if seat in view["undecided"] else " "
    parts = [paint(name, "bold") + (f" ({text['you']})" if me else "")]
    screen, attacks = (view["gems"], view["attack"]) if me else (player["gems"], player["attack"])
    if screen is not None:
        parts.append(f"{text['gems']} {gems(screen, paint)}")
    if attacks:
        parts.append(f"{text['attacks']} {attacks}")
    parts.append(text["cards"].format(player["hand_count"]))
    if not me and player["hand_known"]:
        parts[-1] += f" ({' '.join(player['hand_known'])})"
    if player["endless"] != "-":
        parts.append(f"{text['endless']} {gems(player['endless'], paint)}")
    tokens: Counter[str] = Counter()
    for card in player["pyramid"]:
        tokens.update(card["tokens"])
    if tokens:
        parts.append(paint(" ".join(token_texts(tokens)), "cyan"))
    if player["acquired"]:
        parts.append(f"{text['bought']} {paint(player['acquired'], 'bold')}")
    if player["sitting_out"]:
        parts.append(text["sits_out"])
    elif player["in_auction"]:
        parts.append(text["in"])
    return f"{mark} " + paint(" · ", "dim").join(parts)


def points_line(points: list[int] | None, text: dict[str, str]) -> list[str]:
    """At the end: the total, and the seven categories in the order of the rules."""
    if points is None:
        return []
    parts = " ".join(f"{'+' if part >= 0 else '-'} {abs(part)}" for part in points).removeprefix("+ ")
    return [f"    {text['total']} {sum(points)} = {parts}"]


def pyramid(deck: DeckFile, cards: list[dict[str, Any]], paint: Paint, width: int, large: bool) -> list[str]:
    """The cards level by level, each over the two that it rests on.

    A large card has its corners and code, what lies on it, and the two halves of its bottom; `*` marks a
    circle of one colour, `+` cards tucked under it. A small card is its corners and code.
    """
    if not cards:
        return []
    at = {tuple(map(int, card["place"].split(":"))): card for card in cards}
    left = min(2 * x + level for level, x in at)
    right = max(2 * x + level for level, x in at)
    half = min(5, (width - 8) // (right - left + 2))
    if half < 2:
        return listed(at, width)
    result = []
    for level in range(max(level for level, _ in at), 0, -1):
        row = sorted((x, card) for (height, x), card in at.items() if height == level)
        middles = [(7 + (2 * x + level - left + 1) * half, card) for x, card in row]
        label = (1, f"{level}:{row[0][0]}", "dim")
        tops = [piece for place in middles for piece in top_pieces(deck, *place, half)]
        result.append(render([label, *tops], paint))
        if large and half >= 4:
            things = [piece for place in middles for piece in thing_pieces(*place, half)]
            if things:
                result.append(render(things, paint))
        if level > 1 and large:
            result.append(render([piece for place in middles for piece in bottom_pieces(*place)], paint))
    return result


def listed(at: Mapping[tuple[int, ...], dict[str, Any]], width: int) -> list[str]:
    """A pyramid that is too wide to be drawn: the places and cards."""
    told = "  ".join(f"{card['place']} {card['card']}" for _, card in sorted(at.items()))
    return textwrap.wrap(told, width - 4, initial_indent="    ", subsequent_indent="    ")


def render(pieces: list[Piece], paint: Paint) -> str:
    """Texts at their columns."""
    line, column = "", 0
    for place, text, style in sorted(pieces):
        line += " " * max(0, place - column) + paint(text, style)
        column = max(place, column) + len(text)
    return line.rstrip()


def top_pieces(deck: DeckFile, middle: int, card: dict[str, Any], half: int) -> list[Piece]:
    """The code between its two upper corners."""
    code = card["card"]
    number = number_of(deck, code)
    style = "bold" if number < CHARACTERS else "magenta"
    start = middle - len(code) // 2 - 1
    pieces = [(start, code, style)]
    if number >= 0 and half >= 3:
        tl, tr, _, _ = sectors(deck, number)
        pieces += [(start - 1, tl, STYLES[tl]), (start + len(code), tr, STYLES[tr])]
    return pieces


def token_texts(tokens: Mapping[str, int]) -> list[str]:
    """P12, M1, S1, F1, MB5; CR4: a bonus for red circles."""
    return [f"{TOKENS.get(name, 'C' + name[-1])}{count}" for name, count in tokens.items()]


def thing_pieces(middle: int, card: dict[str, Any], half: int) -> list[Piece]:
    """Tokens, endless and stored gems, tucked cards, as far as there is room."""
    things = token_texts(card["tokens"])
    if card["endless"] != "-":
        things.append("E" + card["endless"])
    if card["stored"] != "-":
        things.append("$" + card["stored"])
    if card["tucked"]:
        things.append(f"+{len(card['tucked'])}")
    told = " ".join(things)
    room = 2 * half - 1
    if len(told) > room:
        told = told.replace(" ", "")
    told = told if len(told) <= room else told[: room - 1] + "…"
    return [(middle - (len(told) + 1) // 2, told, "cyan")] if told else []


def bottom_pieces(middle: int, card: dict[str, Any]) -> list[Piece]:
    """The two halves of the bottom; a star where the circle is of one colour."""
    left, right = card["circle"][2:]
    pieces = [(middle - 2, left, STYLES[left]), (middle, right, STYLES[right])]
    if len(set(card["circle"])) == 1:
        pieces.append((middle - 1, "*", STYLES[left] + " bold"))
    return pieces


KEYS = {
    "keep": "k",
    "refuse": "x",
    "continue": "c",
    "want base": "b",
    "want tip": "t",
    "bid ATK": "a",
    "own yes": "y",
    "own no": "n",
    "stash yes": "y",
    "stash no": "n",
}


def keys(legal: Sequence[str]) -> dict[str, str]:
    """Some words by a letter, nothing by the minus sign."""
    return {KEYS.get(text, "-"): text for text in legal if text in KEYS or text.endswith(" -")}
