# not compiled: a file is read once
"""Card data files (rules, 2.1): how many there are of each card, which may be laid, what they are called."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Final, NoReturn

from mypy_extensions import i64

from koloda.core.errors import BadOption
from koloda.core.options import Option, Value, shown
from koloda.core.vecs import vec
from koloda.games.junquick.cards import ACTIVE, BT, CODES, DM, FIELD, NOMINAL, VIRUSES, Deck, one
from koloda.games.junquick.text.labels import NAMES, Names

STANDARD: Final = "standard"
SCHEMA: Final = 1
MAX_BYTES: Final = 200_000
MOST: Final = 15  # copies of one card, whatever its field
LONGEST: Final = 60  # characters of a name
JUNS, INSTANTS, SICKNESSES = 89, 5, 8
MARKER: Final = "FP"
LISTED: Final = (*CODES, *VIRUSES, MARKER)


@dataclass(frozen=True)
class DeckFile:
    """A deck, with the names that people read on its cards."""

    deck: Deck
    names: Names


def load(source: str) -> DeckFile:
    """The standard deck, or that in this file; BadOption says what is wrong with one."""
    if source == STANDARD:
        return standard()
    try:
        if not Path(source).is_file():
            raise FileNotFoundError(source)
        found = Path(source).stat()
        return read_file(source, found.st_mtime_ns, found.st_size)
    except (OSError, ValueError) as error:
        if isinstance(error, BadOption):
            raise
        raise BadOption(
            f"option deck = {shown(source)}: neither '{STANDARD}' nor a card data file that can be read"
        ) from None


@lru_cache(1)
def standard() -> DeckFile:
    text = files("koloda.games.junquick").joinpath("cards.json").read_text("utf-8")
    return Reader(STANDARD, json.loads(text)).read()


@lru_cache(16)
def read_file(path: str, changed: int, size: int) -> DeckFile:
    """Read again only when the file has changed since."""
    with Path(path).open("rb") as file:
        content = file.read(MAX_BYTES + 1)
    if len(content) > MAX_BYTES:
        raise BadOption(f"deck {shown(path)}: more than {MAX_BYTES} bytes are too many for a deck")
    try:
        data = json.loads(content.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        raise BadOption(f"deck {shown(path)}: not a JSON file in UTF-8 ({type(error).__name__})") from None
    return Reader(path, data).read()


def printed(code: str) -> dict[str, object]:
    """What a code means whatever the file says: it may repeat that, not change it."""
    if code == MARKER:
        return {"deck": "marker", "kind": "marker", "nominal": None, "size": None}
    if code in VIRUSES:
        return {"deck": "virus", "kind": "virus", "nominal": VIRUSES.index(code) + 1, "size": None}
    card = CODES.index(code)
    if card >= BT:
        kind = "instant"
    elif card > DM:
        kind = "influence"
    else:
        kind = "jun_plain" if code[0] == "J" else "jun_property"
    nominal = int(NOMINAL[card])
    return {
        "deck": "jun",
        "kind": kind,
        "nominal": nominal or None,
        "size": int(code[1]) if code in ("D1", "D2", "D3") else None,
    }


class Reader:
    """Checks the data of one file and collects the deck."""

    def __init__(self, name: str, data: object) -> None:
        self.name = name
        self.data = data

    def bad(self, where: str, why: str) -> NoReturn:
        raise BadOption(f"deck {shown(self.name)}: {where}: {why}")

    def read(self) -> DeckFile:
        data = self.data
        if not isinstance(data, dict):
            self.bad("file", "not a JSON object")
        if data.get("game") != "junquick":
            self.bad("game", f"{shown(data.get('game'))}, it must be junquick")
        if type(data.get("schema")) is not int or data["schema"] != SCHEMA:
            self.bad("schema", f"{shown(data.get('schema'))}, it must be {SCHEMA}")
        entries = self.listed(data.get("cards"))
        counts = {code: self.count(code, entry) for code, entry in entries.items()}
        juns = [counts[code] for code in CODES]
        for what, found, wanted in (
            ("Jun cards", sum(juns), JUNS),
            ("instants", sum(juns[BT:]), INSTANTS),
            ("Dominants (DM)", juns[DM], 1),
            ("viruses", sum(counts[code] for code in VIRUSES), SICKNESSES),
        ):
            if found != wanted:
                self.bad("cards", f"{found} {what}, a deck has {wanted}")
        double: i64 = 0
        for card, code in enumerate(CODES):
            if self.action(code, entries[code]) == "double":
                double |= one(card)
        prices = [price for price, code in enumerate(VIRUSES, 1) for _ in range(counts[code])]
        deck = Deck(vec[i64](juns), double, vec[i64](prices))
        return DeckFile(deck, self.names(entries))

    def listed(self, cards: object) -> dict[str, dict[str, Any]]:
        """The entries by code; every code once, and only those that there are."""
        if not isinstance(cards, list):
            self.bad("cards", "not a list")
        entries: dict[str, dict[str, Any]] = {}
        for number, entry in enumerate(cards, 1):
            if not isinstance(entry, dict):
                self.bad(f"card {number}", "not a JSON object")
            code = entry.get("code")
            if not isinstance(code, str) or code not in LISTED:
                self.bad(f"card {number}", f"unknown code {shown(code)}: there are {', '.join(LISTED)}")
            if code in entries:
                self.bad(code, "listed twice")
            entries[code] = entry
            for field, value in printed(code).items():
                if field in entry and (type(entry[field]) is not type(value) or entry[field] != value):
                    meant = "null" if value is None else value
                    self.bad(code, f"{field} {shown(entry[field])}, the card has {meant}")
        for code in LISTED:
            if code not in entries and code != MARKER:
                self.bad("cards", f"{code} is missing")
        return entries

    def count(self, code: str, entry: Mapping[str, Any]) -> int:
        """How many copies; the engine counts some cards in fewer bits."""
        if code == MARKER and "count" not in entry:
            return 1
        count = entry.get("count")
        most = int(FIELD[CODES.index(code)]) if code in CODES else MOST
        if type(count) is not int or not 0 <= count <= most:
            self.bad(code, f"count {shown(count)}, it must be a whole number from 0 to {most}")
        return count

    def action(self, code: str, entry: Mapping[str, Any]) -> str | None:
        """The class of a property card."""
        action = entry.get("action")
        allowed: tuple[str | None, ...] = (None,)
        if code in CODES and one(CODES.index(code)) & ACTIVE:
            allowed = ("double", "forced")
        elif code == "DM":
            allowed = ("constant",)
        if action not in allowed:
            meant = " or ".join("null" if value is None else value for value in allowed)
            self.bad(code, f"action {shown(action)}, it must be {meant}")
        return action if isinstance(action, str) else None

    def names(self, entries: Mapping[str, Mapping[str, Any]]) -> Names:
        """The names of the file where it has any."""
        result = {lang: dict(names) for lang, names in NAMES.items()}
        for code, entry in entries.items():
            given = entry.get("name", {})
            if not isinstance(given, dict):
                self.bad(code, "name is not a JSON object by language")
            for lang, names in result.items():
                if lang not in given or code == MARKER:
                    continue
                name = given[lang]
                if not isinstance(name, str) or not 0 < len(name) <= LONGEST or not name.isprintable():
                    self.bad(code, f"name {lang}, it must be a line of 1 to {LONGEST} characters")
                names[code] = name
        return result


@dataclass(frozen=True)
class DeckOption(Option):
    """The standard deck, or the path of a card data file."""

    def check(self, value: object) -> Value:
        if not isinstance(value, str):
            raise BadOption(
                f"option deck = {shown(value)}: allowed are '{STANDARD}' or the path of a card data file"
            )
        load(value)
        return value

    def portable(self, value: Value) -> bool:
        """A card data file lies on one machine."""
        return value in self.choices
