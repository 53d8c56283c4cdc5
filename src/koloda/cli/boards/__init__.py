"""How a game's table is drawn in a terminal: one module for each game, and a plain list for any other.

A board has lines(view, names, lang, paint, width) and, if single keys help, keys(legal texts) -> {key: text}.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any

from koloda.cli.terminal import Paint
from koloda.core.game import Game

COMMANDS = "?hlruq"  # of every game: help, hint, log, rules, undo, quit
Lines = Callable[[dict[str, Any], Sequence[str], str, Paint, int], list[str]]


def module_of(game: Game) -> ModuleType | None:
    name = f"koloda.cli.boards.{game.id}"
    return import_module(name) if find_spec(name) else None


def board_of(game: Game) -> Lines:
    """The function that draws this game's table."""
    module = module_of(game)
    return module.lines if module is not None else lines


def keys_of(game: Game, legal: Sequence[str]) -> dict[str, str]:
    """The single keys that this game has for some of these action texts; the commands keep theirs."""
    module = module_of(game)
    if module is None or not hasattr(module, "keys"):
        return {}
    return {key: text for key, text in module.keys(legal).items() if key not in COMMANDS}


def lines(view: dict[str, Any], names: Sequence[str], lang: str, paint: Paint, width: int) -> list[str]:
    """Any view, as its keys and values."""
    import textwrap

    result = []
    for key, value in view.items():
        if key not in ("game", "seat", "seats") and value not in (None, [], {}):
            text = textwrap.wrap(f"{key}: {shown(value)}", width, subsequent_indent="    ")
            result += [text[0].replace(f"{key}:", paint(f"{key}:", "dim"), 1), *text[1:]]
    return result


def shown(value: object) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {shown(part)}" for key, part in value.items())
    if isinstance(value, Sequence) and not isinstance(value, str):
        nested = any(isinstance(part, Mapping | list | tuple) for part in value)
        return ("; " if nested else " ").join(shown(part) for part in value) or "-"
    return "-" if value is None else str(value)
