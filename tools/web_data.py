"""Writes the card data that the browser needs from the games' own data: `python tools/web_data.py`.

With `--check` nothing is written; the exit code says whether the files are up to date.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "src"))

from koloda.games.junquick.text.labels import CLASS_NAMES, NAMES  # noqa: E402
from koloda.games.viceroy import GAME as VICEROY  # noqa: E402
from koloda.games.viceroy.deck import BUILT_IN, DEFAULT, OLDER, load  # noqa: E402

WEB = ROOT / "web" / "src"
LETTERS = {"blue": "B", "red": "R", "green": "G", "yellow": "Y", "any": "*"}


def atom(data: Mapping[str, Any]) -> str:
    """A part of a reward as the rules write it: G3, MB2, CB4r; an endless gem with its colour, Eb."""
    codes = {"gems": "G", "draw": "D", "points": "P", "magic": "M", "science": "S", "defence": "F"}
    codes |= {"attack": "A", "magic_bonus": "MB", "endless": "E", "circle_bonus": "CB"}
    colour = LETTERS[data["colour"]] if "colour" in data else ""
    return f"{codes[data['op']]}{data.get('n', '')}{colour}"


def viceroy(deck: str = DEFAULT) -> dict[str, Any]:
    """By card: sectors, then of a character prices and rewards, of a law its kind and effect."""
    raw = json.loads(files("koloda.games.viceroy").joinpath(BUILT_IN[deck]).read_text("utf-8"))
    cards: dict[str, Any] = {}
    for entry in [*raw["characters"], *raw["laws"]]:
        sectors = "".join(LETTERS[entry["sectors"][corner]] for corner in ("tl", "tr", "bl", "br"))
        if "cost" in entry:
            price = "".join(LETTERS[colour] for colour in entry["cost"])
            rewards = ["+".join(map(atom, reward)) for reward in entry["rewards"]]
            cards[entry["code"]] = [sectors, price, rewards]
        else:
            effect = dict(entry["effect"])
            if "options" in effect:
                effect["options"] = ["+".join(map(atom, option)) for option in effect["options"]]
            cards[entry["code"]] = [sectors, entry["kind"], effect]
    return cards


def viceroy_older() -> dict[str, Any]:
    """By version: the cards on which something else was printed."""
    newest = viceroy()
    return {
        str(load(deck).version): {code: card for code, card in viceroy(deck).items() if card != newest[code]}
        for deck in reversed(OLDER)
    }


def viceroy_texts(lang: str) -> dict[str, str]:
    """The names by code; the text of a law is `L65.text`, one of version 1 that was another `L65.text.1`."""
    deck = VICEROY.file
    codes = deck.deck.codes
    names = dict(zip(codes, deck.names[lang], strict=True))
    laws = {f"{code}.text": text for code, text in zip(codes, deck.texts[lang], strict=True) if text}
    older = {
        f"{code}.text.{file.version}": text
        for file in map(load, reversed(OLDER))
        for number, (code, text) in enumerate(zip(codes, file.texts[lang], strict=True))
        if any(file.texts[one][number] != deck.texts[one][number] for one in VICEROY.languages)
    }
    return {**names, **laws, **older}


def data() -> dict[str, Any]:
    """What each file holds."""
    result: dict[str, Any] = {"games/viceroy/deck.json": viceroy()}
    result["games/viceroy/older.json"] = viceroy_older()
    for lang in sorted(VICEROY.languages):
        result[f"texts/{lang}/viceroy-cards.json"] = viceroy_texts(lang)
    for lang in NAMES:
        result[f"texts/{lang}/junquick-cards.json"] = {**NAMES[lang], **CLASS_NAMES[lang]}
    return result


def rendered(name: str) -> str:
    """The decks have one card a line, the texts one text a line: a change is easy to read."""
    value = data()[name]
    if name.startswith("texts/"):
        return json.dumps(value, ensure_ascii=False, indent=1) + "\n"
    if name.endswith("older.json"):
        value = {version: cards_by_line(cards) for version, cards in value.items()}
        return "{\n" + ",\n".join(f'"{version}": {cards}' for version, cards in value.items()) + "\n}\n"
    return cards_by_line(value) + "\n"


def cards_by_line(cards: Mapping[str, Any]) -> str:
    lines = (f" {json.dumps(key)}: {json.dumps(one, ensure_ascii=False)}" for key, one in cards.items())
    return "{\n" + ",\n".join(lines) + "\n}"


def stale() -> list[str]:
    """The files that differ from what they should be."""
    return [
        name
        for name in data()
        if not (WEB / name).is_file() or (WEB / name).read_text("utf-8") != rendered(name)
    ]


def main() -> int:
    old = stale()
    if "--check" in sys.argv[1:]:
        for name in old:
            print(f"web/src/{name} is not up to date: run python tools/web_data.py", file=sys.stderr)
        return 1 if old else 0
    for name in old:
        (WEB / name).parent.mkdir(parents=True, exist_ok=True)
        (WEB / name).write_text(rendered(name), "utf-8")
        print(f"web/src/{name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
