"""Programs that behave and programs that do not, and the sandboxes to run them in."""

from __future__ import annotations

import shutil
from collections.abc import Iterator

import pytest

from koloda.arena.programs.making import Programs
from koloda.arena.programs.sandbox import Sandbox, choose


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line(
        "markers",
        "protocol(*numbers): the rulings (P), test vectors (V) and observations (S) of the contest protocol "
        "that a test shows",
    )


@pytest.fixture(scope="session")
def programs() -> Iterator[Programs]:
    with Programs(choose("auto", sure=True)[0]) as made:
        yield made


@pytest.fixture(scope="session")
def best() -> Sandbox:
    """The best sandbox of this machine, for tests that are not about sandboxes."""
    return choose("auto")[0]


@pytest.fixture(scope="session")
def bubblewrap() -> Sandbox:
    sandbox, warning = choose("auto")
    if warning:
        pytest.skip(warning)
    return sandbox


@pytest.fixture(scope="session")
def bare() -> Sandbox:
    """Resource limits only."""
    return choose("none", sure=True)[0]


@pytest.fixture(params=["bubblewrap", "bare"])
def sandbox(request: pytest.FixtureRequest) -> Sandbox:
    """Both ways to run programs."""
    found: Sandbox = request.getfixturevalue(request.param)
    return found


@pytest.fixture(scope="session")
def gcc() -> str:
    path = shutil.which("gcc")
    if path is None:
        pytest.skip("gcc is not installed")
    return path
