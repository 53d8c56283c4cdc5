"""The documentation and the public API: every snippet runs and is well typed, every page can be found."""

from __future__ import annotations

import io
import json
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

import koloda

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
# what programs in the snippets read
LINES = [
    {"type": "hello", "protocol": "koloda-bot/1", "judge": "koloda"},
    {"type": "ask", "id": 1, "owed": True, "left_ms": 1000, "legal": ["take"], "view": {}},
]


def blocks(path: Path) -> list[str]:
    """What runs here: not how other libraries read our files; pages with NumPy run in tests/research."""
    found = every(path)
    if any("numpy" in imported(block) for block in found):
        return []
    return [block for block in found if imported(block) <= sys.stdlib_module_names | {"koloda"}]


def every(path: Path) -> list[str]:
    return re.findall(r"```python\n(.*?)```", path.read_text("utf-8"), re.DOTALL)


def imported(block: str) -> set[str]:
    return set(re.findall(r"^(?:import|from) (\w+)", block, re.MULTILINE))


PAGES = [page for page in (ROOT / "README.md", *sorted(DOCS.rglob("*.md"))) if every(page)]


@pytest.mark.parametrize("page", [page for page in PAGES if blocks(page)], ids=lambda page: page.stem)
def test_the_python_of_a_page_runs(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """From the top of the page on, as a reader would type it."""
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(json.dumps(line) + "\n" for line in LINES)))
    names: dict[str, object] = {"__name__": page.stem}
    for block in blocks(page):
        exec(compile(block, page.name, "exec"), names)


@pytest.mark.skipif("KOLODA_SHORT" in os.environ, reason="types are the same in both builds")
def test_the_python_of_all_pages_is_well_typed(tmp_path: Path) -> None:
    pytest.importorskip("mypy", reason="mypy is a tool of the tests")
    for page in PAGES:
        name = "page_" + re.sub(r"\W", "_", page.relative_to(ROOT).with_suffix("").as_posix())
        (tmp_path / f"{name}.py").write_text("\n".join(every(page)), "utf-8")
    # the settings and the cache of ./test, so that only the pages are looked at anew
    command = [sys.executable, "-m", "mypy", "--config-file", "pyproject.toml", "--strict"]
    command += ["--ignore-missing-imports", str(tmp_path)]  # libraries that read our files may not be here
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stdout


def pages_of(nav: object) -> Iterator[str]:
    if isinstance(nav, str):
        yield nav
    elif isinstance(nav, dict):
        for inner in nav.values():
            yield from pages_of(inner)
    elif isinstance(nav, list):
        for inner in nav:
            yield from pages_of(inner)


def test_every_page_is_in_the_navigation() -> None:
    settings = tomllib.loads((DOCS / "zensical.toml").read_text("utf-8"))["project"]
    listed = list(pages_of(settings["nav"]))
    made = {"commands.md", "changelog.md"}  # by tools/docs
    assert len(listed) == len(set(listed))
    assert set(listed) == {path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md")} | made


def test_the_public_api_is_what_all_says() -> None:
    assert len(set(koloda.__all__)) == len(koloda.__all__)
    for name in koloda.__all__:
        assert getattr(koloda, name) is not None
        assert name in dir(koloda)
    with pytest.raises(AttributeError, match="no attribute 'Card'"):
        _ = koloda.Card  # type: ignore[attr-defined]


def test_the_reference_describes_the_public_api() -> None:
    text = (DOCS / "python.md").read_text("utf-8")
    described = set(re.findall(r"\w+", " ".join(re.findall(r"(?:^:::|members:) (.*)", text, re.MULTILINE))))
    assert set(koloda.__all__) - {"__version__"} <= described


def test_importing_a_name_of_the_api_loads_only_what_it_needs() -> None:
    code = "import koloda, sys; koloda.Rng; assert 'koloda.bots' not in sys.modules, sorted(sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert [line for line in done.stderr.splitlines() if "edited after compiling" not in line] == []
