"""Every ruling and example of the rules has a test that carries its number: @pytest.mark.rule("R5")."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from koloda.games import IDS

TESTS = Path(__file__).parent
RULES = TESTS.parent / "docs" / "rules"
MARK = re.compile(r"mark\.rule\(([^)]*)\)")
EXAMPLE = {
    "durak": ("T", r"^\*\*T(\d+)"),
    "yassa": ("E", r"^\| (\d+)\b"),
    "flights": ("E", r"^\* \*\*E(\d+)"),
    "viceroy": ("E", r"^(\d+)\. "),
    "junquick": ("E", r"^(\d+)\. "),
}


def section(text: str, number: int) -> str:
    start = re.search(rf"^## {number}\.", text, re.MULTILINE)
    end = re.search(rf"^## {number + 1}\.", text, re.MULTILINE)
    assert start is not None
    assert end is not None
    return text[start.start() : end.start()]


def numbers(game: str) -> set[str]:
    """The numbers that the rules of a game give to rulings (section 8) and examples (section 10)."""
    text = (RULES / f"{game}.md").read_text("utf-8")
    rulings = {int(number) for number in re.findall(r"\bR(\d+)\b", section(text, 8))}
    letter, pattern = EXAMPLE[game]
    examples = {int(number) for number in re.findall(pattern, section(text, 10), re.MULTILINE)}
    assert rulings == set(range(1, max(rulings) + 1))
    assert examples == set(range(1, max(examples) + 1))
    return {f"R{number}" for number in rulings} | {f"{letter}{number}" for number in examples}


def carried(game: str) -> set[str]:
    sources = [path.read_text("utf-8") for path in (TESTS / game).glob("*.py")]
    return {
        name for source in sources for marks in MARK.findall(source) for name in re.findall(r'"(\w+)"', marks)
    }


@pytest.mark.parametrize("game", IDS)
def test_every_number_of_the_rules_has_a_test(game: str) -> None:
    missing = sorted(numbers(game) - carried(game), key=lambda name: (name[0], int(name[1:])))
    assert not missing, f"{game}: no test carries {', '.join(missing)}"


@pytest.mark.parametrize("game", IDS)
def test_no_test_carries_a_number_that_the_rules_do_not_have(game: str) -> None:
    assert carried(game) <= numbers(game)
