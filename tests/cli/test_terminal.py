"""What differs on a terminal: colours, questions, the pager, the progress bar, Ctrl-C."""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys

import pytest

from koloda.cli.dialog import columns
from koloda.cli.markdown import rendered
from koloda.cli.terminal import banner, coloured, one_line, painter, plain

pty = pytest.importorskip("pty", reason="pseudo terminals are a matter of Unix")

CONTROL_C = "^C\n"  # with a line end, for a signal that comes just before the process begins to wait
END_OF_INPUT = "\x04"


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("environment", "expected"),
    [
        ({"TERM": "xterm"}, coloured),
        ({"TERM": "xterm", "NO_COLOR": ""}, coloured),
        ({"TERM": "xterm", "NO_COLOR": "1"}, plain),
        ({"TERM": "dumb"}, plain),
        ({}, plain),
    ],
)
def test_colours_only_where_they_are_wanted(
    environment: dict[str, str], expected: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    for variable in ("TERM", "NO_COLOR"):
        monkeypatch.delenv(variable, raising=False)
    for variable, value in environment.items():
        monkeypatch.setenv(variable, value)
    assert painter(Terminal()) is expected
    assert painter(io.StringIO()) is plain


def test_styles_are_combined() -> None:
    assert coloured("6♥", "red bold") == "\x1b[31;1m6♥\x1b[0m"
    assert coloured("6♠", "") == "6♠"


def test_the_banner_is_the_mark_with_a_line_beside_it() -> None:
    lines = banner("cards on the table", plain).splitlines()
    assert len(lines) == 4
    assert lines[1].endswith("koloda")
    assert lines[2].endswith("cards on the table")
    assert "\x1b[31m" in banner("", coloured)


def test_texts_from_outside_become_one_harmless_line() -> None:
    assert one_line("a\nb\x1b[31m\ud800") == "a\\nb\\x1b[31m\\ud800"
    assert len(one_line("x" * 10_000)) == 400


def test_markdown_is_rendered() -> None:
    text = "# Title\n\nSome **bold** and `code`\nand *soft*.\n\n- one\n  two\n\n"
    text += "| a | b |\n|---|---|\n| 1 | `x` |\n"
    assert rendered(text, plain, 20).splitlines() == [
        "Title",
        "=====",
        "",
        "Some bold and code",
        "and soft.",
        "",
        "• one two",
        "",
        "  a  b",
        "  1  x",
    ]
    assert "\x1b[1mbold\x1b[0m" in rendered(text, coloured, 80)
    assert "\x1b[36mcode\x1b[0m" in rendered(text, coloured, 80)


def test_moves_stand_in_as_many_columns_as_fit() -> None:
    cells = [(f"{number:>3} ", "x" * number) for number in range(1, 8)]
    for most in (10, 20, 40, 80):
        rows = columns(cells, most)
        assert sorted(cell[:2] for row in rows for cell in row) == sorted(cells)
        assert all(sum(extent for _, _, extent in row) <= most + 2 for row in rows) or len(rows) == 7
    assert [place for place, _, _ in columns(cells, 32)[0]] == ["  1 ", "  4 ", "  7 "]


def on_a_terminal(typed: str, *arguments: str, **environment: str) -> tuple[int, str]:
    """Run koloda on a pseudo terminal, answer its questions, and return its exit code and output."""
    master, slave = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "koloda", *arguments],
        stdin=slave,
        stdout=slave,
        stderr=slave,
        env={**os.environ, "TERM": "xterm", "PYTHONUTF8": "1", "PAGER": "cat", **environment},
    )
    os.close(slave)
    output = ""
    answers = iter(typed.splitlines(keepends=True))
    while True:
        try:
            data = os.read(master, 4096)
        except OSError:  # the other side has closed the terminal
            break
        output += data.decode("utf-8", "replace").replace("\r\n", "\n")
        if not data:
            break
        if output.endswith(("): ", ") ")):
            answer = next(answers, END_OF_INPUT)
            if answer == CONTROL_C:
                process.send_signal(signal.SIGINT)
            os.write(master, answer.encode())
    code = process.wait(timeout=60)
    os.close(master)
    return code, output


def test_leaving_is_confirmed_on_a_terminal() -> None:
    arguments = ("play", "durak", "--seed", "1", "--lang", "en", "--fast")
    code, output = on_a_terminal("q\nn\nq\ny\n", *arguments)
    assert code == 0
    assert output.count("Leave the game? (y/n) ") == 2
    assert output.endswith("Goodbye!\n")
    assert "\x1b[" in output


def test_no_colour_on_request() -> None:
    _, output = on_a_terminal(
        "q\ny\n", "play", "durak", "--seed", "1", "--lang", "en", "--fast", NO_COLOR="1"
    )
    assert "\x1b[3" not in output


def test_control_c_ends_quietly() -> None:
    code, output = on_a_terminal(CONTROL_C, "play", "durak", "--seed", "1", "--lang", "en", "--fast")
    assert code == 130
    assert "Traceback" not in output


def test_another_game_is_offered() -> None:
    arguments = ("play", "durak", "--seats", "2", "--seed", "1", "--lang", "en", "--fast")
    code, output = on_a_terminal("1\n" * 200, *arguments)
    assert code == 0
    assert "Another game? (y/n) " in output
    assert output.endswith("Goodbye!\n")


def test_long_rules_go_through_the_pager() -> None:
    code, output = on_a_terminal("", "rules", "durak", "--lang", "en", PAGER="head -n 3")
    assert code == 0
    assert output.count("\n") == 3
    assert "\x1b[1;33mDurak: how to play" in output
