"""Light Markdown, as our rules use it, for a terminal: headings, lists, tables, code, emphasis."""

from __future__ import annotations

import re

from koloda.cli.terminal import Paint, plain

ITEM = re.compile(r"^(\s*)([-*+]|\d+\.)\s+(.*)$")
INLINE = re.compile(
    r"(`+)(?P<code>.+?)\1|\*\*(?P<bold>.+?)\*\*|(?<![\w*])\*(?P<soft>[^\s*][^*]*?)\*(?![\w*])"
)
LINK = re.compile(r"\[([^\]]+)\]\(([^)]+)\)")
RULER = re.compile(r"^\s*\|?\s*:?-{3,}")
ESCAPED = re.compile(r"\\([\\`*_|\[\]#])")
STYLES = {"code": "cyan", "bold": "bold", "soft": "yellow"}


def rendered(text: str, paint: Paint, width: int) -> str:
    """The text as lines for a terminal that is so wide; without its markup where `paint` does nothing."""
    result: list[str] = []
    lines = text.split("\n")
    at = 0
    while at < len(lines):
        line = lines[at]
        if line.startswith("```"):
            end = next((i for i in range(at + 1, len(lines)) if lines[i].startswith("```")), len(lines))
            result += [paint("    " + code, "cyan") if code else "" for code in lines[at + 1 : end]]
            at = end + 1
        elif line.startswith("#"):
            marks, _, title = line.partition(" ")
            style = "bold yellow" if len(marks) == 1 else "bold green" if len(marks) == 2 else "bold"
            title = inline(title, plain)
            result.append(paint(title, style))
            if paint is plain and len(marks) <= 2:  # without colours a line shows the heading
                result.append(("=" if len(marks) == 1 else "-") * len(title))
            at += 1
        elif line.lstrip().startswith("|"):
            end = at
            while end < len(lines) and lines[end].lstrip().startswith("|"):
                end += 1
            result += table(lines[at:end], paint, width)
            at = end
        elif not line.strip():
            result.append("")
            at += 1
        else:
            block, at = paragraph(lines, at)
            result += wrapped(block, paint, width)
    return "\n".join(result).strip("\n")


def paragraph(lines: list[str], at: int) -> tuple[str, int]:
    """The lines from here on that flow together, as one line that keeps its indent."""
    block = lines[at].rstrip()
    at += 1
    while at < len(lines) and lines[at].strip():
        line = lines[at]
        if ITEM.match(line) or line.lstrip().startswith(("|", "#", "```")):
            break
        block += " " + line.strip()
        at += 1
    return block, at


def wrapped(block: str, paint: Paint, width: int) -> list[str]:
    item = ITEM.match(block)
    if item:
        bullet = "•" if item[2] in "-*+" else item[2]
        first = f"{item[1]}{bullet} "
        text, rest = item[3], " " * len(first)
    else:
        text = block.lstrip()
        first = rest = block[: len(block) - len(text)]
    # wrapped with its markup replaced by signs without width, so that only what is seen counts
    marked, styles = marks(text)
    lines = wrap_seen(marked, width, first, rest)
    return colour(lines, styles, paint)


def inline(text: str, paint: Paint) -> str:
    """A text on one line with its markup turned into styles."""
    marked, styles = marks(text)
    return colour([marked], styles, paint)[0]


OPEN, CLOSE = "\ue000", "\ue001"  # private signs: the rules have none


def marks(text: str) -> tuple[str, list[str]]:
    """The text with OPEN and CLOSE around what is emphasised, and the styles in order."""
    styles: list[str] = []
    text = LINK.sub(lambda link: link[1] if "://" not in link[2] else f"{link[1]} ({link[2]})", text)

    def mark(found: re.Match[str]) -> str:
        kind = found.lastgroup or "bold"
        styles.append(STYLES[kind])
        inner = found[kind]
        if kind != "code":
            inner = INLINE.sub(lambda nested: nested[nested.lastgroup or "bold"], inner)
        return OPEN + inner + CLOSE

    return ESCAPED.sub(r"\1", INLINE.sub(mark, text)), styles


def wrap_seen(text: str, width: int, first: str, rest: str) -> list[str]:
    lines: list[str] = []
    line, seen = first, len(first)
    start = True
    for word in text.split():
        extent = len(word.replace(OPEN, "").replace(CLOSE, ""))
        if not start and seen + 1 + extent > width:
            lines.append(line)
            line, seen, start = rest, len(rest), True
        line += word if start else " " + word
        seen += extent + (0 if start else 1)
        start = False
    return [*lines, line]


def colour(lines: list[str], styles: list[str], paint: Paint) -> list[str]:
    """Paint what lies between OPEN and CLOSE; a style that goes over a line end is painted on both lines."""
    result: list[str] = []
    turn = iter(styles)
    style = ""
    for line in lines:
        painted = ""
        for part in re.split(f"([{OPEN}{CLOSE}])", line):
            if part == OPEN:
                style = next(turn)
            elif part == CLOSE:
                style = ""
            else:
                painted += paint(part, style) if style and part else part
        result.append(painted)
    return result


def table(rows: list[str], paint: Paint, width: int) -> list[str]:
    """A table with aligned columns; the last column is wrapped where the screen ends."""
    cells = [
        [ESCAPED.sub(r"\1", cell.strip()) for cell in re.split(r"(?<!\\)\|", row.strip().strip("|"))]
        for row in rows
        if not RULER.match(row)
    ]
    columns = max(len(row) for row in cells)
    cells = [row + [""] * (columns - len(row)) for row in cells]
    seen = [[len(inline(cell, plain)) for cell in row] for row in cells]
    widths = [max(row[column] for row in seen) for column in range(columns)]
    left = sum(widths[:-1]) + 2 * columns
    result: list[str] = []
    for number, row in enumerate(cells):
        line = "  "
        for column, cell in enumerate(row[:-1]):
            text = paint(inline(cell, plain), "bold") if number == 0 else inline(cell, paint)
            line += text + " " * (widths[column] - seen[number][column] + 2)
        marked, styles = marks(row[-1])
        last = colour(wrap_seen(marked, max(20, width - left), "", ""), styles, paint)
        result.append((line + (paint(last[0], "bold") if number == 0 and not styles else last[0])).rstrip())
        result += [" " * left + more for more in last[1:]]
    return result
