"""The modules that a Python program brings along: files beside it that it imports by name."""

from __future__ import annotations

import os
import re
from collections.abc import Collection
from pathlib import Path

# read, not parsed: a hostile source of some megabytes keeps Python's parser busy for minutes
NAME = r"[^\W\d][\w.]*"
AS = rf"{NAME}(?:[ \t]+as[ \t]+\w+)?"
IMPORT = re.compile(
    rf"(?:^|[;:])[ \t]*(?:import[ \t]+({AS}(?:[ \t]*,[ \t]*{AS})*)|from[ \t]+({NAME})[ \t]+import\b)",
    re.MULTILINE,
)


def imported(source: Path) -> set[str]:
    """The first parts of the names that a source imports, as far as single lines tell."""
    text = source.read_text("utf-8", errors="replace")
    names = (name for found in IMPORT.finditer(text) for name in (found[1] or found[2]).split(","))
    return {name.split()[0].partition(".")[0] for name in names}


def modules_beside(source: Path, rivals: Collection[str] = ()) -> list[Path]:
    """The files in the folder of a source that it imports, and those that they import; no rivals."""
    if source.suffix != ".py":
        return []
    there = {path.stem: path for path in source.parent.glob("*.py") if path.name != source.name}
    found: dict[Path, None] = {}
    left = [source]
    while left:
        for name in sorted(imported(left.pop()) & there.keys()):
            path = there.pop(name)
            if path.is_file() and not path.is_symlink() and os.path.realpath(path) not in rivals:
                found[path] = None
                left.append(path)
    return list(found)
