"""What a connection needed is free when it ends, though the server never searches for old cycles.

A full search stops everybody at every table, so what lives long must not wait for one.
"""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator
from pathlib import Path

import pytest

from .serving import Server, until


@pytest.fixture
def no_search() -> Iterator[None]:
    gc.disable()
    yield
    gc.enable()


@pytest.mark.usefixtures("no_search")
def test_a_closed_socket_is_forgotten_at_once(tmp_path: Path) -> None:
    with Server(f"sqlite:///{tmp_path}/koloda.db") as server:
        ann = server.person()
        chair = ann.at(ann.quick("durak", seats=2))
        [connection] = server.koloda.connections
        alive: list[weakref.ref[object]] = [weakref.ref(connection), weakref.ref(connection.line)]
        del connection
        chair.close()
        until(lambda: all(each() is None for each in alive))
