# not compiled: a file is read once
"""Deck files (`viceroy-deck/1`): reading, checking, and turning them into the tables of cards.py."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any, NoReturn

from koloda.core.errors import BadOption
from koloda.core.options import Option, Value, shown
from koloda.core.texts import LANGUAGES
from koloda.games.viceroy import cards
from koloda.games.viceroy.cards import CHARACTERS, LAWS, Deck, make_atom

FORMAT = "viceroy-deck/1"
DEFAULT = "default"
# the built-in decks; an id with a version means the same for ever, the one without is the newest
BUILT_IN = {
    DEFAULT: "deck.json",
    "default-1": "deck1.json",
    "default-2": "deck2.json",
    "default-3": "deck3.json",
    "default-4": "deck.json",
}
NEWEST = "default-4"
OLDER = ("default-3", "default-2", "default-1")  # that the id without a version once meant, newest first
REQUIRED = ("en", "uk", "ru")  # languages that a deck must speak; in others it may
MAX_BYTES = 2_000_000
MOST = 20  # tokens, gems or cards of one atom
MOST_ATOMS = 8  # atoms of one reward
MOST_POINTS = 100  # points of a law
MOST_VERSIONS = 9999

COLOUR_NAMES = ("blue", "red", "green", "yellow")
POINT_VALUES = (2, 3, 4, 5, 6, 7, 8, 10, 12, 15)
MAGIC_BONUSES = (2, 3, 5)
CIRCLE_BONUSES = (2, 4)
COUNTED = {
    "gems": cards.GEMS,
    "draw": cards.DRAW,
    "attack": cards.ATTACK,
    "magic": cards.TOKEN + cards.MAGIC,
    "science": cards.TOKEN + cards.SCIENCE,
    "defence": cards.TOKEN + cards.DEFENCE,
}
ATOMS = (*COUNTED, "points", "endless", "magic_bonus", "circle_bonus")
LAW_OPS = {
    "choose_one": cards.CHOOSE_ONE,
    "draw_keep": cards.DRAW_KEEP,
    "auction_pick": cards.AUCTION_PICK,
    "replace_character": cards.REPLACE_CHARACTER,
    "duplicate_tokens": cards.DUPLICATE_TOKENS,
    "move_free_card": cards.MOVE_FREE_CARD,
    "tuck_free_card": cards.TUCK_FREE_CARD,
    "tuck_hand": cards.TUCK_HAND,
    "tuck_on_draw": cards.TUCK_ON_DRAW,
    "store_gems": cards.STORE_GEMS,
    "pass_bonus": cards.PASS_BONUS,
    "wild_payment": cards.WILD_PAYMENT,
    "circle_gem": cards.CIRCLE_GEM,
    "score_per": cards.SCORE_PER,
}
COUNTS = {
    "adjacent_character": cards.PER_ADJACENT_CHARACTER,
    "card": cards.PER_CARD,
    "set": cards.PER_SET,
    "circle_or_endless": cards.PER_CIRCLE_OR_ENDLESS,
    "science": cards.PER_SCIENCE,
    "leftover_gem": cards.PER_LEFTOVER_GEM,
}


@dataclass(frozen=True)
class DeckFile:
    """A deck with everything that people read on the cards."""

    deck: Deck
    id: str
    version: int
    ids: tuple[str, ...]
    names: Mapping[str, tuple[str, ...]]  # by language, then by card
    texts: Mapping[str, tuple[str, ...]]  # of the laws; empty for characters
    rewards: tuple[tuple[str, ...], ...]  # of the characters, by level, in the codes of the rules
    lasting: int = 0  # the version of a built-in deck, which means the same everywhere; 0: it is another


def load(source: str) -> DeckFile:
    """The deck with this id, or in this file; BadOption says what is wrong with one."""
    if source in BUILT_IN:
        return built_in(BUILT_IN[source])
    try:
        if not Path(source).is_file():
            raise FileNotFoundError(source)
        found = Path(source).stat()
        return read_file(source, found.st_mtime_ns, found.st_size)
    except (OSError, ValueError) as error:
        if isinstance(error, BadOption):
            raise
        raise BadOption(
            f"option deck = {shown(source)}: neither {', '.join(BUILT_IN)} nor a deck file that can be read"
        ) from None


@lru_cache
def built_in(name: str) -> DeckFile:
    text = files("koloda.games.viceroy").joinpath(name).read_text("utf-8")
    file = Reader(name, json.loads(text)).read()
    return replace(file, lasting=file.version)


@lru_cache(16)
def read_file(path: str, changed: int, size: int) -> DeckFile:
    """Read again only when the file has changed since."""
    if size > MAX_BYTES:
        raise BadOption(f"deck {shown(path)}: {size} bytes are too many for a deck, {MAX_BYTES} are allowed")
    try:
        data = json.loads(Path(path).read_bytes().decode("utf-8"))
    except (UnicodeDecodeError, RecursionError, json.JSONDecodeError) as error:
        raise BadOption(f"deck {shown(path)}: not a JSON file in UTF-8 ({type(error).__name__})") from None
    return Reader(path, data).read()


class Reader:
    """Checks the data of one file and collects the tables."""

    def __init__(self, name: str, data: object) -> None:
        self.name = name
        self.data = data
        self.atoms: list[int] = []
        self.seen: dict[str, dict[object, str]] = {"number": {}, "id": {}, "code": {}}

    def bad(self, where: str, why: str) -> NoReturn:
        raise BadOption(f"deck {shown(self.name)}: {where}: {why}")

    def read(self) -> DeckFile:
        data = self.data
        if not isinstance(data, dict):
            self.bad("file", "not a JSON object")
        if data.get("format") != FORMAT:
            self.bad("format", f"{shown(data.get('format'))}, it must be {FORMAT}")
        if data.get("colours", list(COLOUR_NAMES)) != list(COLOUR_NAMES):
            self.bad("colours", f"they are {', '.join(COLOUR_NAMES)}, in this order")
        characters = self.listed(data.get("characters"), "characters", CHARACTERS)
        laws = self.listed(data.get("laws"), "laws", LAWS)
        codes: list[str] = []
        ids: list[str] = []
        number: list[int] = []
        sectors: list[int] = []
        price: list[int] = []
        reward: list[int] = []
        op = [0] * cards.CARDS
        amount = [0] * cards.CARDS
        what = [0] * cards.CARDS
        points = [0] * (cards.CARDS * 4)
        names: dict[str, list[str]] = {lang: [] for lang in LANGUAGES}
        texts: dict[str, list[str]] = {lang: [] for lang in LANGUAGES}
        rewards: list[tuple[str, ...]] = []
        for index, entry in enumerate([*characters, *laws]):
            where = self.identify(entry, index)
            number.append(entry["number"])
            ids.append(entry["id"])
            codes.append(entry["code"])
            sectors.append(self.sectors(entry.get("sectors"), where))
            self.translated(entry.get("name"), f"{where} name", names)
            if index < CHARACTERS:
                for values in texts.values():
                    values.append("")
                price += self.prices(entry.get("cost"), where)
                rows = self.rows(entry.get("rewards"), f"{where} rewards", 4, 4)
                rewards.append(tuple(reward_code(row) for row in entry["rewards"]))
                reward += [*rows, self.collect([make_atom(cards.TOKEN, cards.LEVEL5_POINTS, 0)])]
            else:
                self.translated(entry.get("text"), f"{where} text", texts)
                price += [0] * 5
                rows = self.law(entry.get("effect"), where, index, op, amount, what, points)
                reward += [*rows, *([0] * (5 - len(rows)))]
                rewards.append(())
        return DeckFile(
            Deck(codes, number, sectors, price, self.atoms, reward, op, amount, what, points),
            str(data.get("deck", "")),
            self.whole(data.get("version", 1), "version", "it is", 1, MOST_VERSIONS),
            tuple(ids),
            {lang: tuple(values) for lang, values in names.items()},
            {lang: tuple(values) for lang, values in texts.items()},
            tuple(rewards),
        )

    def listed(self, entries: object, where: str, count: int) -> list[dict[str, Any]]:
        if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
            self.bad(where, "not a list of cards")
        if len(entries) != count:
            self.bad(where, f"{len(entries)} cards, a deck has {count}")
        return entries

    def identify(self, entry: dict[str, Any], index: int) -> str:
        """What messages call this card; number, id and code must be unique over both lists."""
        listed = f"characters[{index}]" if index < CHARACTERS else f"laws[{index - CHARACTERS}]"
        code = entry.get("code")
        if not isinstance(code, str) or not 0 < len(code) <= 8 or not code.isalnum():
            self.bad(listed, f"code {shown(code)}: a code is 1 to 8 letters and digits, like C01")
        where = f"{listed} ({code})"
        number = entry.get("number")
        if isinstance(number, bool) or not isinstance(number, int) or not 1 <= number <= 9999:
            self.bad(where, f"number {shown(number)}: a number is whole, from 1 to 9999")
        if not isinstance(entry.get("id"), str) or not 0 < len(entry["id"]) <= 60:
            self.bad(where, f"id {shown(entry.get('id'))}: an id is a text of at most 60 characters")
        for key, known in self.seen.items():
            if entry[key] in known:
                self.bad(where, f"{key} {shown(entry[key])} is already that of {known[entry[key]]}")
            known[entry[key]] = where
        return where

    def translated(self, value: object, where: str, into: dict[str, list[str]]) -> None:
        for lang, found in into.items():
            text = value.get(lang) if isinstance(value, dict) else None
            if text is None and lang not in REQUIRED:
                text = into["en"][-1]
            if not isinstance(text, str) or not 0 < len(text) <= 400 or not text.isprintable():
                self.bad(where, f"a text of one line for each of {', '.join(REQUIRED)}")
            found.append(text)

    def colour(self, value: object, where: str) -> int:
        if value not in COLOUR_NAMES:
            self.bad(where, f"colour {shown(value)}: known are {', '.join(COLOUR_NAMES)}")
        return COLOUR_NAMES.index(str(value))

    def sectors(self, value: object, where: str) -> int:
        if not isinstance(value, dict) or set(value) != {"tl", "tr", "bl", "br"}:
            self.bad(where, "sectors: one colour each for tl, tr, bl, br")
        packed = 0
        for place, sector in enumerate(("tl", "tr", "bl", "br")):
            packed |= self.colour(value[sector], f"{where} sectors {sector}") << (2 * place)
        return packed

    def prices(self, value: object, where: str) -> list[int]:
        """The gems of each colour for the levels 1 to 5."""
        if not isinstance(value, list) or len(value) != 4:
            self.bad(where, "cost: four colours, one for each level 1 to 4")
        colours = [self.colour(colour, f"{where} cost") for colour in value]
        sums, total = [], 0
        for colour in (*colours, colours[3]):
            total += 1 << (8 * colour)
            sums.append(total)
        return sums

    def rows(self, value: object, where: str, least: int, most: int) -> list[int]:
        """Several lists of atoms, as parts of the table of atoms."""
        if not isinstance(value, list) or not least <= len(value) <= most:
            count = str(most) if least == most else f"{least} to {most}"
            self.bad(where, f"{count} lists of atoms are needed")
        rows = []
        for row, entry in enumerate(value):
            if not isinstance(entry, list) or len(entry) > MOST_ATOMS:
                self.bad(f"{where}[{row}]", f"a list of at most {MOST_ATOMS} atoms is needed")
            rows.append(self.collect([self.atom(atom, f"{where}[{row}]") for atom in entry]))
        return rows

    def collect(self, atoms: list[int]) -> int:
        begin = len(self.atoms)
        self.atoms += atoms
        return begin * 4096 + len(self.atoms)

    def whole(self, value: object, where: str, what: str, least: int, most: int) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            self.bad(where, f"{what} {shown(value)}: a whole number from {least} to {most} is needed")
        return value

    def among(self, value: object, where: str, what: str, allowed: tuple[int, ...]) -> int:
        if isinstance(value, bool) or value not in allowed:
            self.bad(where, f"{what} {shown(value)}: allowed are {', '.join(map(str, allowed))}")
        return int(str(value))

    def atom(self, atom: object, where: str) -> int:
        op = atom.get("op") if isinstance(atom, dict) else None
        if not isinstance(atom, dict) or not isinstance(op, str) or op not in ATOMS:
            self.bad(where, f"unknown effect {shown(op)}: known are {', '.join(ATOMS)}")
        n = atom.get("n")
        if op == "points":
            return make_atom(cards.TOKEN, self.among(n, where, "points", POINT_VALUES), 0)
        if op == "magic_bonus":
            kind = cards.TOKEN + cards.MAGIC_BONUS
            return make_atom(kind, self.among(n, where, "magic_bonus", MAGIC_BONUSES), 0)
        if op == "circle_bonus":
            kind = cards.TOKEN + cards.CIRCLE_BONUS + self.colour(atom.get("colour"), where)
            return make_atom(kind, self.among(n, where, "circle_bonus", CIRCLE_BONUSES), 0)
        if op == "endless":
            any_colour = atom.get("colour") == "any"
            return make_atom(
                cards.ENDLESS, 1, cards.ANY if any_colour else self.colour(atom.get("colour"), where)
            )
        return make_atom(COUNTED[op], self.whole(n, where, op, 1, MOST), 0)

    def law(
        self,
        effect: object,
        where: str,
        card: int,
        op: list[int],
        amount: list[int],
        what: list[int],
        points: list[int],
    ) -> list[int]:
        """Fill in the tables for one law; its options as parts of the table of atoms."""
        name = effect.get("op") if isinstance(effect, dict) else None
        if not isinstance(effect, dict) or not isinstance(name, str) or name not in LAW_OPS:
            self.bad(where, f"unknown effect {shown(name)}: known are {', '.join(LAW_OPS)}")
        op[card] = LAW_OPS[name]
        where = f"{where} {name}"
        if name == "choose_one":
            rows = self.rows(effect.get("options"), f"{where} options", 1, 3)
            amount[card] = len(rows)
            return rows
        if name == "draw_keep":
            if effect.get("deck") != "law" or effect.get("keep") != 1:
                self.bad(where, "deck must be law and keep 1")
            amount[card] = self.whole(effect.get("draw"), where, "draw", 1, LAWS)
        elif name == "move_free_card":
            amount[card] = self.whole(effect.get("max_level"), where, "max_level", 1, 4)
        elif name == "store_gems":
            amount[card] = self.whole(effect.get("max"), where, "max", 1, 64)
        elif name == "wild_payment":
            amount[card] = self.among(effect.get("n"), where, "n", (1,))
        elif name in ("pass_bonus", "circle_gem"):
            amount[card] = self.whole(effect.get("n"), where, "n", 1, MOST)
        elif name == "score_per":
            if effect.get("what") not in COUNTS:
                self.bad(where, f"what {shown(effect.get('what'))}: known are {', '.join(COUNTS)}")
            what[card] = COUNTS[effect["what"]]
            points[card * 4] = self.whole(effect.get("points"), where, "points", 0, MOST_POINTS)
        elif name == "tuck_free_card":
            by_level = effect.get("points_by_level")
            if not isinstance(by_level, list) or len(by_level) != 4:
                self.bad(where, "points_by_level: four numbers are needed")
            for level, value in enumerate(by_level):
                points[card * 4 + level] = self.whole(value, where, "points_by_level", 0, MOST_POINTS)
        if name in ("tuck_hand", "tuck_on_draw", "store_gems"):
            points[card * 4] = self.whole(effect.get("points_each"), where, "points_each", 0, MOST_POINTS)
        return []


ATOM_CODES = {"gems": "G", "draw": "D", "points": "P", "magic": "M", "science": "S", "defence": "F"} | {
    "attack": "A",
    "magic_bonus": "MB",
}


def reward_code(row: list[dict[str, Any]]) -> str:
    """A reward as the rules write it: P2+G2."""
    codes = []
    for atom in row:
        if atom["op"] == "endless":
            codes.append(f"E{atom['colour'][0]}")
        elif atom["op"] == "circle_bonus":
            codes.append(f"CB{atom['n']}{atom['colour'][0]}")
        else:
            codes.append(f"{ATOM_CODES[atom['op']]}{atom['n']}")
    return "+".join(codes) or "-"


@dataclass(frozen=True)
class DeckOption(Option):
    """The id of a deck, or the path of a deck file."""

    def check(self, value: object) -> Value:
        if not isinstance(value, str):
            raise BadOption(
                f"option deck = {shown(value)}: allowed are {', '.join(BUILT_IN)} or the path of a deck file"
            )
        load(value)
        return value

    def portable(self, value: Value) -> bool:
        """A deck file lies on one machine."""
        return value in BUILT_IN
