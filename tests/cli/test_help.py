"""Help that fits its terminal, and a game that does."""

from __future__ import annotations

import io
import re
import sys

import pytest

from koloda.cli import COMMANDS, GROUPS, main
from koloda.cli.help import WORD
from koloda.cli.terminal import coloured, fitted
from koloda.games import ids


@pytest.mark.parametrize("columns", [80, 60])
@pytest.mark.parametrize("command", ["", *COMMANDS, "bot check"])
def test_help_ends_its_lines_at_words(
    command: str, columns: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    assert main([*command.split(), "--help"]) == 0
    for line in capsys.readouterr().out.splitlines():
        # a flag, a file or a quoted argument stays whole, whatever the width
        whole = len(WORD.findall(line.removesuffix(" \\"))) == 1 or line.startswith("usage:")
        assert len(line) <= columns or (whole and columns < 80), line


def test_help_lists_every_command_under_what_people_want(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    text = capsys.readouterr().out
    for title, names in GROUPS.items():
        section = text.split(f"\n{title}:\n")[1].split("\n\n")[0]
        assert re.findall(r"^  ([a-z-]+) ", section, re.MULTILINE) == list(names)


def test_long_examples_can_be_copied(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    assert main(["play", "--help"]) == 0
    text = re.sub(r" \\\n +", " ", capsys.readouterr().out)
    assert '  koloda play durak --options \'{"preset": "pairs", "match_games": 5}\' --names Ann\n' in text


@pytest.mark.parametrize("columns", [80, 40])
@pytest.mark.parametrize("lang", ["en", "uk", "ru"])
@pytest.mark.parametrize("game", ids())
def test_a_game_fits_its_terminal(
    game: str, lang: str, columns: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.setattr(sys, "stdin", io.StringIO("?\nh\nu\nl\nzzz\n" + "1\n" * 40))
    assert main(["play", game, "--lang", lang, "--seed", "3", "--level", "easy"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) > 50
    assert max(map(len, lines)) <= columns


def test_lines_are_broken_at_spaces() -> None:
    text = "a move is chosen by its number"
    for columns in range(6, 40):
        lines = fitted(text, columns, "  ")
        assert max(map(len, lines)) <= columns
        if columns >= 10:
            assert " ".join(line.strip() for line in lines) == text
    assert fitted("  two   columns", 20) == ["  two   columns"]  # what is aligned stays so
    assert fitted("", 20) == [""]
    assert "".join(fitted("x" * 50, 20)) == "x" * 50


def test_colours_do_not_count_and_go_on_in_the_next_line() -> None:
    text = f"{coloured('red cards here', 'red')} and more"
    assert fitted(text, 10) == [
        "\x1b[31mred cards\x1b[0m",
        "\x1b[31mhere\x1b[0m and",
        "more",
    ]
