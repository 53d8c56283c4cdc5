"""Runs a file of cells and writes it as a notebook with its outputs: python tools/notebook.py [SOURCE TARGET]

Cells begin with `# %%`, those with words with `# %% [markdown]`. What a cell prints becomes its output, and
so does the value of its last line; a text that is SVG is shown as a picture. Nothing but Python is needed.
"""

from __future__ import annotations

import ast
import contextlib
import io
import json
import re
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "examples" / "research" / "notebook.py"
TARGET = ROOT / "docs" / "research.ipynb"


def cells(text: str) -> list[tuple[str, str]]:
    """(markdown or code, source)"""
    found = []
    for kind, body in re.findall(r"^# %%( \[markdown\])?\n(.*?)(?=^# %%|\Z)", text, re.DOTALL | re.MULTILINE):
        body = body.strip()
        if kind:
            body = "\n".join(line.removeprefix("#").removeprefix(" ") for line in body.splitlines())
        found.append(("markdown" if kind else "code", body))
    return found


def run(source: str, names: dict[str, Any]) -> list[dict[str, Any]]:
    """The outputs of one cell."""
    body = ast.parse(source).body
    value = None
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        last = body[-1]
        shown = isinstance(last, ast.Expr)
        exec(compile(ast.Module(body[:-1] if shown else body, []), "cell", "exec"), names)
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), "cell", "eval"), names)
    outputs: list[dict[str, Any]] = []
    if printed.getvalue():
        outputs.append({"output_type": "stream", "name": "stdout", "text": printed.getvalue()})
    if value is not None:
        is_svg = isinstance(value, str) and value.startswith("<svg")
        data = {"image/svg+xml": value} if is_svg else {"text/plain": repr(value)}
        outputs.append({"output_type": "display_data", "data": data, "metadata": {}})
    return outputs


def notebook(text: str) -> dict[str, Any]:
    names: dict[str, Any] = {"__name__": "notebook"}
    made: list[dict[str, Any]] = []
    for number, (kind, source) in enumerate(cells(text)):
        cell: dict[str, Any] = {"cell_type": kind, "id": f"cell{number}", "metadata": {}, "source": source}
        if kind == "code":
            cell |= {"execution_count": number, "outputs": run(source, names)}
        made.append(cell)
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    return {"cells": made, "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 5}


if __name__ == "__main__":
    source, target = (Path(each) for each in (sys.argv[1:3] if len(sys.argv) == 3 else (SOURCE, TARGET)))
    target.write_text(
        json.dumps(notebook(source.read_text("utf-8")), indent=1, ensure_ascii=False) + "\n", "utf-8"
    )
