"""The options of a game are those of its rules: docs/rules/<game>.md lists them, and players read of them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import koloda
from koloda.core.game import Game
from koloda.testing.texts import LANGUAGES

RULES = Path(__file__).parents[1] / "docs" / "rules"
SECTION = re.compile(r"^## \d+\. Options\b.*?(?=^## |\Z)", re.MULTILINE | re.DOTALL)
NAME = re.compile(r"`(\w+)`")
SEATS = "players"  # the rules list the number of seats with the options, the engine has it apart

every_game = pytest.mark.parametrize("game", koloda.game_list(), ids=lambda game: game.id)


def listed(text: str) -> list[str]:
    """The names in the first column of the table of options."""
    found = SECTION.search(text)
    assert found is not None, "the rules have no section of options"
    rows = [line.split("|")[1] for line in found.group().splitlines() if line.startswith("| `")]
    return [name for row in rows for name in NAME.findall(row)]


def names(game: Game) -> list[str]:
    return [option.name for option in game.options]


@every_game
def test_the_rules_list_every_option_of_the_engine_once_and_no_other(game: Game) -> None:
    found = listed((RULES / f"{game.id}.md").read_text("utf-8"))
    assert sorted(name for name in found if name != SEATS) == sorted(names(game))


@every_game
@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_players_text_names_every_option(game: Game, lang: str) -> None:
    text = game.rules_text(lang)
    assert text is not None
    named = {name for name in re.findall(r"`(\w+)", text) if name in names(game)}
    assert sorted(set(names(game)) - named) == []


def test_names_are_read_from_the_first_column_only() -> None:
    table = "| name | values |\n|---|---|\n| `a`, `b` [n > 2] | `c` |\n"
    text = f"## 9. Options\n\n{table}\n`d`\n\n## 10. More\n| `e` |\n"
    assert listed(text) == ["a", "b"]
