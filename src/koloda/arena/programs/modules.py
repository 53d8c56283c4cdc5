"""The modules that a Python program brings along: files beside it that it imports by name."""

from __future__ import annotations

import ast
import os
from collections.abc import Collection, Iterator
from pathlib import Path


def imported(source: Path) -> Iterator[str]:
    """The first parts of the names that a source imports; none of one that is no Python."""
    try:
        tree = ast.parse(source.read_bytes())
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return  # the program itself will say what is wrong
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module.partition(".")[0]


def modules_beside(source: Path, rivals: Collection[str] = ()) -> list[Path]:
    """The files in the folder of a source that it imports, and those that they import; no rivals."""
    found: dict[Path, None] = {}
    left = [source] if source.suffix == ".py" else []
    while left:
        for name in imported(left.pop()):
            path = source.parent / f"{name}.py"
            if path in found or path == source or os.path.realpath(path) in rivals:
                continue
            if path.is_file() and not path.is_symlink():
                found[path] = None
                left.append(path)
    return list(found)
