"""Writes docs/views.md, what authors of programs find in `view`: `python tools/view_docs.py`.

The source are the view types of the games. With `--check` nothing is written; the exit code says whether the
page is up to date.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Literal,
    NotRequired,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "src"))

from koloda.core.game import Game  # noqa: E402
from koloda.core.rng import Rng  # noqa: E402
from koloda.games import all_games  # noqa: E402

FILE = ROOT / "docs" / "views.md"
SEED = 1
ACTIONS = 12  # before the example
PLAIN = {
    int: "number",
    float: "number",
    str: "text",
    bool: "true or false",
    NoneType: "null",
    Any: "anything",
}
HEAD = """\
# What a seat sees: the views

Made by tools/view_docs.py from the types of the views; do not edit. A program of the
[bot protocol](bot-protocol.md) gets such an object as `view` in every question, a client of the
[server's API](api.md) at its table. Seats count from 0, also where an action counts players from 1.
Keys marked with \\* are there for some seats or in some phases only. How cards are written: see the rules
of each game. Each example is a true view in the middle of a deal; your own come with
`koloda bot check PROGRAM --games GAME --show`.
"""


def page() -> str:
    return "\n".join([HEAD, *(section(game) for game in all_games())])


def section(game: Game) -> str:
    kinds: list[type] = [game.view_type]
    parts = [f"## {game.names['en']} (`{game.id}`)\n"]
    for kind in kinds:  # grows by those that are found inside
        if kind is not game.view_type:
            parts.append(f"**{name(kind, game)}**{doc(kind)}\n")
        parts.append(table(kind, kinds, game))
    parts.append(f"An example:\n\n```json\n{example(game)}\n```\n")
    return "\n".join(parts)


def table(kind: type, kinds: list[type], game: Game) -> str:
    lines = ["| key | what it is | meaning |", "|-|-|-|"]
    optional: frozenset[str] = getattr(kind, "__optional_keys__", frozenset())
    for key, hint in get_type_hints(kind, include_extras=True).items():
        meaning, plain = unwrapped(hint)
        mark = " \\*" if key in optional or get_origin(hint) is NotRequired else ""
        lines.append(f"| `{key}`{mark} | {words(plain, kinds, game)} | {meaning.replace('None', 'null')} |")
    return "\n".join(lines) + "\n"


def unwrapped(hint: Any) -> tuple[str, Any]:
    """(what is said about it, the type itself)"""
    meaning = ""
    while get_origin(hint) in (NotRequired, Annotated):
        if get_origin(hint) is Annotated:
            meaning = meaning or next((each for each in hint.__metadata__ if isinstance(each, str)), "")
        hint = get_args(hint)[0]
    return meaning, hint


def words(hint: Any, kinds: list[type], game: Game) -> str:
    _, hint = unwrapped(hint)
    origin, inner = get_origin(hint), get_args(hint)
    if is_typeddict(hint):
        if hint not in kinds:
            kinds.append(hint)
        return f"an object, {name(hint, game)}"
    if origin is Literal:
        return ", ".join(f"`{json.dumps(value)}`" for value in inner)
    if origin in (Union, UnionType):
        return " or ".join(words(each, kinds, game) for each in inner)
    if origin is list:
        return f"list of: {words(inner[0], kinds, game)}"
    if origin is tuple:
        return f"list of: {', '.join(words(each, kinds, game) for each in inner if each is not Ellipsis)}"
    if origin is dict:
        return f"object by {words(inner[0], kinds, game)} of: {words(inner[1], kinds, game)}"
    return PLAIN[hint]


def name(kind: type, game: Game) -> str:
    return kind.__name__.removeprefix(game.view_type.__name__.removesuffix("View"))


def doc(kind: type) -> str:
    text = (kind.__doc__ or "").strip().partition("\n")[0]
    return f": {text}" if text and not text.startswith("dict(") else ""


def example(game: Game) -> str:
    """The view of the seat that decides, a key a line."""
    state = game.deal(game.default_seats, SEED)
    rng = Rng(SEED)
    for _ in range(ACTIONS):
        legal = state.legal(state.actor)
        state.apply(state.actor, legal[int(rng.next32()) % len(legal)])
    view = state.view(state.actor)
    return "{\n" + ",\n".join(f"  {json.dumps(key)}: {json.dumps(view[key])}" for key in view) + "\n}"


def main() -> int:
    text = page()
    if "--check" in sys.argv[1:]:
        return 0 if FILE.exists() and FILE.read_text("utf-8") == text else 1
    FILE.write_text(text, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
