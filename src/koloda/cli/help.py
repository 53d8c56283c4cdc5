"""What --help prints: lines that end at words, examples that can be copied, commands by what people want."""

from __future__ import annotations

import argparse
import re
import textwrap
from collections.abc import Iterable, Mapping
from typing import Any

WORD = re.compile(r"(?:'[^']*'|\"[^\"]*\"|[^\s'\"])+")  # of a command line
COMMAND = re.compile(r"(\./)?koloda\b")
MANY = 4  # options: more of them are not repeated in the line of usage


class Help(argparse.HelpFormatter):
    """The usual help, in the words of argparse, for narrow terminals too."""

    def add_usage(
        self, usage: str | None, actions: Iterable[Any], groups: Iterable[Any], prefix: Any = None
    ) -> None:
        actions = list(actions)
        free = [action for action in actions if action.option_strings and not action.required]
        if usage is None and len(free) > MANY:
            rest = [action for action in actions if action not in free]
            some = argparse.Action([], "options", metavar="[OPTIONS]")
            actions, groups = [some, *rest], []
        super().add_usage(usage, actions, groups, prefix)

    def _split_lines(self, text: str, width: int) -> list[str]:
        return textwrap.wrap(text, width, break_long_words=False, break_on_hyphens=False)

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        """One paragraph; or several lines, the examples among them in a form that a shell understands."""
        if "\n" not in text:
            return "\n".join(self._split_lines(text, width))
        lines: list[str] = []
        for line in text.split("\n"):
            margin = " " * (len(line) - len(line.lstrip()))
            if len(line) <= width + 2 or not line.strip():  # argparse leaves two columns free
                lines.append(line)
            elif COMMAND.match(line.lstrip()):
                lines += example(line.strip(), width, margin)
            else:
                lines += [margin + part for part in self._split_lines(line, width - len(margin))]
        return "\n".join(lines)


def example(line: str, width: int, margin: str) -> list[str]:
    """A long command line, its words kept whole; what is said about it comes below."""
    command, _, note = line.partition("   ")
    lines: list[str] = []
    row = margin
    for word in WORD.findall(command):
        if row.strip() and len(row) + len(word) + 3 > width:
            lines.append(row + " \\")
            row = margin + "    "
        row += f" {word}" if row.strip() else word
    lines.append(row)
    if note:
        inner = margin + "      "
        lines += textwrap.wrap(
            note.strip(),
            max(width, 30),
            initial_indent=inner,
            subsequent_indent=inner,
            break_long_words=False,
        )
    return lines


def overview(groups: Mapping[str, Mapping[str, str]], columns: int) -> str:
    """The commands with what they do, under what people want."""
    longest = max(len(name) for commands in groups.values() for name in commands)
    lines: list[str] = []
    for title, commands in groups.items():
        lines += ["", f"{title}:"]
        for name, text in commands.items():
            first = f"  {name.ljust(longest)}  "
            rest = " " * len(first)
            lines += textwrap.wrap(
                text, columns, initial_indent=first, subsequent_indent=rest, break_long_words=False
            )
    return "\n".join(lines[1:])
