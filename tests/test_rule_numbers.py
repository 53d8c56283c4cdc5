"""Every ruling and example of the rules has a test that carries its number: @pytest.mark.rule("R5").

They are found in docs/rules/<game>.md, in the sections "Rulings" and "Worked examples"; a game without this
file has no numbers to carry.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from koloda.games import ids

TESTS = Path(__file__).parent
RULES = TESTS.parent / "docs" / "rules"
SPECIFIED = [game for game in ids() if (RULES / f"{game}.md").exists()]
MARK = re.compile(r"mark\.rule\(([^)]*)\)")
# the first worked example: what stands before its number is how the others begin, too ("**T1", "| 1 ", "1. ")
FIRST = re.compile(
    r"^(?P<before>(?:[*-] |\| )?(?:\*\*)?(?P<letter>[A-Z]?))1(?P<after>\.?)(?!\w)", re.MULTILINE
)


def section(text: str, title: str) -> str:
    """The section whose heading begins with this title, whatever its number; empty if there is none."""
    found = re.search(rf"^## (?:\d+\. )?{title}\b.*?(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    return "" if found is None else found.group()


def rulings(text: str) -> set[str]:
    """The numbers R1, R2, ... that the section of rulings gives."""
    return {f"R{number}" for number in re.findall(r"\bR(\d+)\b", section(text, "Rulings"))}


def examples(text: str) -> set[str]:
    """The numbers of the worked examples, with the letter that they have there, or else E."""
    found = section(text, "Worked examples")
    first = FIRST.search(found)
    if first is None:
        return set()
    pattern = rf"^{re.escape(first['before'])}(\d+){re.escape(first['after'])}(?!\w)"
    return {f"{first['letter'] or 'E'}{number}" for number in re.findall(pattern, found, re.MULTILINE)}


def numbers(game: str) -> set[str]:
    """The numbers that the rules of a game give to rulings and examples."""
    text = (RULES / f"{game}.md").read_text("utf-8")
    for found in (rulings(text), examples(text)):
        counted = {int(name[1:]) for name in found}
        assert counted == set(range(1, len(found) + 1)), f"{game}: the numbers have gaps"
    return rulings(text) | examples(text)


def carried(game: str) -> set[str]:
    sources = [path.read_text("utf-8") for path in (TESTS / game).glob("*.py")]
    return {
        name for source in sources for marks in MARK.findall(source) for name in re.findall(r'"(\w+)"', marks)
    }


@pytest.mark.parametrize("game", SPECIFIED)
def test_every_number_of_the_rules_has_a_test(game: str) -> None:
    missing = sorted(numbers(game) - carried(game), key=lambda name: (name[0], int(name[1:])))
    assert not missing, f"{game}: no test carries {', '.join(missing)}"


@pytest.mark.parametrize("game", SPECIFIED)
def test_no_test_carries_a_number_that_the_rules_do_not_have(game: str) -> None:
    assert carried(game) <= numbers(game)


@pytest.mark.parametrize(
    ("begin", "letter"),
    [
        ("**T{} [rulebook] Deal.** Text", "T"),
        ("* **E{}** Text", "E"),
        ("- **E{} Title.** Text", "E"),
        ("| {} [rulebook] | Text |", "E"),
        ("{}. **Title.** Text", "E"),
        ("E{} Text", "E"),
    ],
)
def test_examples_are_found_however_they_are_numbered(begin: str, letter: str) -> None:
    lines = [f"{begin.format(number)}\n   12 more, 3. words\n| 6C | 7C |\n" for number in (1, 2, 3)]
    text = (
        "## 8. Rulings\n\n| R1 | text |\n\n## 9. Worked examples (all)\n\nNotation: `1: 6C`.\n\n"
        + "".join(lines)
    )
    for ended in (text, text + "\n## 10. Invariants\n\n" + begin.format(4)):
        assert examples(ended) == {f"{letter}1", f"{letter}2", f"{letter}3"}
        assert rulings(ended) == {"R1"}


def test_rules_without_rulings_and_examples_ask_for_no_tests() -> None:
    text = "# A small game\n\n## 1. Play\n\n1. Deal.\n2. Play.\n"
    assert rulings(text) == examples(text) == set()
