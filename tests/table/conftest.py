"""Databases for the tests of the table: each test that asks for an address gets an empty one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from table import services


@pytest.fixture(scope="session")
def postgres() -> Iterator[services.Postgres]:
    with services.postgres() as server:
        yield server


@pytest.fixture(scope="session")
def redis() -> Iterator[services.Redis]:
    with services.redis() as server:
        yield server


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'koloda.db'}"


@pytest.fixture
def postgres_url(postgres: services.Postgres) -> str:
    return postgres.database()


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest) -> str:
    """The same test on both engines."""
    address: str = request.getfixturevalue(f"{request.param}_url")
    return address
