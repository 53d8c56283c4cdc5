from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from koloda.arena.external import workshop

HELPER = Path(__file__).parents[2] / "examples" / "bots" / "koloda_bot.py"
GENEROUS = workshop.Conditions(decision_ms=600_000, deal_ms=0, start_ms=600_000)


@pytest.fixture(scope="session")
def machine() -> workshop.Setup:
    """The sandbox of this machine, looked for once."""
    before = workshop.current
    workshop.use(workshop.Setup(GENEROUS))
    workshop.sandbox()
    found = workshop.current
    workshop.use(before)
    return found


@pytest.fixture(autouse=True)
def patient(machine: workshop.Setup) -> Iterator[None]:
    """Time enough in all tests that are not about time."""
    before = workshop.current
    workshop.use(machine)
    yield
    workshop.use(before)


@pytest.fixture
def hurried(patient: None) -> None:
    """For programs that never answer."""
    conditions = replace(GENEROUS, decision_ms=300, start_ms=5000)
    workshop.use(replace(workshop.current, conditions=conditions))


@pytest.fixture
def program(tmp_path: Path) -> Callable[[str], str]:
    """Writes a Python program, with the helper beside it; its bot name."""

    def write(source: str) -> str:
        shutil.copy(HELPER, tmp_path)
        path = tmp_path / "program.py"
        path.write_text(source, "utf-8")
        return f"cmd:{path}"

    return write
