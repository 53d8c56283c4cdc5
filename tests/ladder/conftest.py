"""Small ladders, and programs of a few lines for them."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from koloda.arena.external import workshop
from koloda.arena.ladder.runner import Runner
from koloda.arena.programs.sandbox import Sandbox, choose
from koloda.ladder.folder import Folder
from koloda.ladder.rules import Rules

HELPER = Path(__file__).parents[2] / "examples" / "bots" / "koloda_bot.py"
FIRST = "from koloda_bot import run\nrun(lambda view, legal: legal[0])\n"
LAST = "from koloda_bot import run\nrun(lambda view, legal: legal[-1])\n"
PATIENT = 600_000  # milliseconds: no test is about time


@pytest.fixture(scope="session")
def sandbox() -> Sandbox:
    return choose("auto", sure=True)[0]


@pytest.fixture(autouse=True)
def untouched() -> Iterator[None]:
    """What tests in this process set up for programs goes with them."""
    before = workshop.current
    yield
    workshop.use(before)


def small(**changes: Any) -> Rules:
    rules: dict[str, Any] = {
        "game": "flights",
        "seats": 2,
        "options": {},
        "secret": 7,
        "levels": ["easy"],
        "decision_ms": PATIENT,
        "test_deals": 1,
    }
    return Rules(**{**rules, **changes})


@pytest.fixture
def ladder(tmp_path: Path) -> Callable[..., Folder]:
    """A new ladder; what is given replaces its rules."""

    def make(**changes: Any) -> Folder:
        folder = Folder.make(tmp_path / "ladder", small(**changes))
        folder.read()
        return folder

    return make


@pytest.fixture
def running(sandbox: Sandbox) -> Callable[[Folder], Any]:
    """A runner of a folder, closed at the end."""

    @contextmanager
    def run(folder: Folder, jobs: int = 1) -> Iterator[Runner]:
        with folder.locked():
            folder.mend()
            folder.read()
            runner = Runner(folder, sandbox, jobs)
            try:
                yield runner
            finally:
                runner.close()

    return run


def upload(folder: Folder, name: str, source: str, owner: str = "", main: str = "bot.py") -> str:
    files = {main: source}
    if "koloda_bot" in source:
        files["koloda_bot.py"] = HELPER.read_text("utf-8")
    return folder.put("upload", owner=owner, name=name, main=main, files=files)


def needs(tool: str) -> None:
    if shutil.which(tool) is None:
        pytest.skip(f"{tool} is not installed")
