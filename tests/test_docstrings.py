"""Every example in a docstring of the package says what it really gives."""

from __future__ import annotations

import ast
import doctest
import importlib
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCES = Path(__file__).parent.parent / "src"


def examples() -> Iterator[tuple[str, str]]:
    """Module and docstring: read from the sources, for compiled modules do not keep all of them."""
    for path in sorted((SOURCES / "koloda").rglob("*.py")):
        text = path.read_text("utf-8")
        if ">>> " not in text:
            continue
        module = ".".join(path.relative_to(SOURCES).with_suffix("").parts).removesuffix(".__init__")
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
                found = ast.get_docstring(node)
                if found and ">>> " in found:
                    yield module, found


FOUND = list(examples())


def test_there_are_examples() -> None:
    assert len(FOUND) > 20


@pytest.mark.parametrize(
    ("module", "text"), FOUND, ids=[f"{module}-{n}" for n, (module, _) in enumerate(FOUND)]
)
def test_the_example_of_a_docstring(module: str, text: str) -> None:
    names = dict(vars(importlib.import_module(module)))
    test = doctest.DocTestParser().get_doctest(text, names, module, None, None)
    said: list[str] = []
    failed, tried = doctest.DocTestRunner().run(test, out=said.append)
    assert tried > 0
    assert failed == 0, "".join(said)
