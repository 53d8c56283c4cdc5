"""The table serves any game: nothing in it names one, an option of one or a key of a view."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import koloda.table
from koloda.games import all_games, ids

SOURCES = sorted(Path(next(iter(koloda.table.__path__))).rglob("*.py"))
CONTRACT = {"game", "seats", "phase", "scores", "returns", "winners"}  # what every view or result has


def literals(path: Path) -> set[str]:
    tree = ast.parse(path.read_text("utf-8"))
    values = (node.value for node in ast.walk(tree) if isinstance(node, ast.Constant))
    return {value for value in values if isinstance(value, str)}


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.name)
def test_no_module_of_the_table_names_a_game(path: Path) -> None:
    text = path.read_text("utf-8").lower()
    for name in ids():
        assert not re.search(rf"\b{name}", text), f"{path.name} knows {name}"


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.name)
def test_no_module_of_the_table_reads_options_or_views(path: Path) -> None:
    found = literals(path)
    for game in all_games():
        known = {option.name for option in game.options} & found
        assert not known, f"{path.name} knows options of {game.id}: {known}"
        if path.name in ("replay.py", "updates.py", "clocks.py", "bot_seats.py", "play.py", "room.py"):
            keys = (set(game.deal().view(0)) - CONTRACT) & found
            assert not keys, f"{path.name} knows keys of the views of {game.id}: {keys}"
