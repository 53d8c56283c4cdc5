"""What a terminal can do: colours, width, a pager, a progress bar; and texts from outside made harmless."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from types import TracebackType
from typing import Self, TextIO

Paint = Callable[[str, str], str]

CODES = {
    "bold": "1",
    "dim": "2",
    "reverse": "7",
    "red": "31",
    "green": "32",
    "yellow": "33",
    "blue": "34",
    "magenta": "35",
    "cyan": "36",
}


def coloured(text: str, style: str) -> str:
    """The text in a style: words of CODES, with spaces between them."""
    codes = ";".join(CODES[word] for word in style.split())
    return f"\x1b[{codes}m{text}\x1b[0m" if codes and text else text


def plain(text: str, style: str) -> str:
    return text


def painter(stream: TextIO) -> Paint:
    """Colours where the stream is a terminal that has them and nobody has asked for none."""
    wanted = not os.environ.get("NO_COLOR") and os.environ.get("TERM", "") not in ("", "dumb")
    return coloured if wanted and stream.isatty() else plain


MARK = (" ┌──┐ ╱╱", " │♠ │╱╱", " │  │╲╲", " └──┘ ╲╲")


def banner(text: str, paint: Paint) -> str:
    """The mark, a K of three cards, with a line beside it; for people at a terminal."""
    rows = []
    for number, row in enumerate(MARK):
        card, arm = row[:5], row[5:]
        rows.append(card + paint(arm, "red" if number < 2 else "yellow"))
    return "\n".join((rows[0], f"{rows[1]}   {paint('koloda', 'bold')}", f"{rows[2]}   {text}", rows[3]))


def width(most: int = 100) -> int:
    """Columns to write in; 80 where nobody knows."""
    return max(20, min(most, shutil.get_terminal_size((80, 24)).columns))


ESCAPE = re.compile(r"(\x1b\[[0-9;]*m)")
PIECE = re.compile(r"\x1b\[[0-9;]*m| +|[^ \x1b]+")


def fitted(text: str, columns: int, indent: str = "") -> list[str]:
    """A line, painted or not, as lines that fit: broken at spaces, in a word only if it alone is too long.

    Those after the first begin with the indent; what is left of a style goes on in the next line.
    """
    indent = indent[: columns // 2]
    lines: list[str] = []
    line, seen, gap, style = "", 0, "", ""
    for piece in PIECE.findall(text.rstrip(" ")):
        if piece.startswith("\x1b"):
            line += gap + piece
            seen += len(gap)
            gap, style = "", "" if piece == "\x1b[0m" else piece
            continue
        if piece[0] == " ":
            gap += piece
            continue
        if lines and seen == len(indent):
            gap = ""  # a new line begins with a word
        if seen + len(gap) + len(piece) > columns and ESCAPE.sub("", line).strip():
            lines.append(line.rstrip(" ") + ("\x1b[0m" if style else ""))
            line, seen, gap = indent + style, len(indent), ""
        while seen + len(gap) + len(piece) > columns:
            room = max(columns - seen - len(gap), 1)
            lines.append(line + gap + piece[:room] + ("\x1b[0m" if style else ""))
            piece = piece[room:]
            line, seen, gap = indent + style, len(indent), ""
        line += gap + piece
        seen += len(gap) + len(piece)
        gap = ""
    return [*lines, line]


def one_line(text: str, most: int = 400) -> str:
    """A text that may come from outside, without line ends, escape sequences or endless length."""
    text = text[: most * 2].encode("utf-8", "backslashreplace").decode("utf-8")
    text = "".join(sign if sign.isprintable() else repr(sign)[1:-1] for sign in text)
    return text if len(text) <= most else text[: most - 3] + "..."


def show(text: str) -> None:
    """Print a long text: through a pager where a person would otherwise see only its end."""
    lines = text.count("\n") + 1
    if sys.stdout.isatty() and lines >= shutil.get_terminal_size((80, 24)).lines:
        command = os.environ.get("PAGER") or "less"
        if shutil.which(command.split()[0]):
            environment = {**os.environ, "LESS": os.environ.get("LESS") or "-R", "LESSCHARSET": "utf-8"}
            try:
                subprocess.run(command.split(), input=text, text=True, encoding="utf-8", env=environment)
            except BrokenPipeError:
                return  # the reader has seen enough
            return
    print(text)


class Progress:
    """A bar on standard error while long work goes on; nothing at all in a pipe."""

    def __init__(self, what: str) -> None:
        self.what = what
        self.visible = sys.stderr.isatty()
        self.next_time = time.monotonic() + 0.3  # short work shows no bar

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.clear()

    def clear(self) -> None:
        """Make room for a line of text."""
        if self.visible:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()

    def update(self, part: float) -> None:
        """Show that this part, 0 to 1, is done; cheap enough to be called often."""
        if not self.visible or time.monotonic() < self.next_time:
            return
        self.next_time = time.monotonic() + 0.1
        full = round(30 * part)
        sys.stderr.write(f"\r{self.what} [{'#' * full}{'.' * (30 - full)}] {part:4.0%}")
        sys.stderr.flush()
