"""The engine reproduces every reference trace, and both builds play the same games."""

from __future__ import annotations

import gzip
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import koloda
from koloda.core.trace import check_trace
from koloda.games import ids

HERE = Path(__file__).parent


@pytest.mark.parametrize("name", ids())
def test_every_reference_trace_replays_exactly(name: str) -> None:
    with gzip.open(HERE / "traces" / f"{name}.jsonl.gz", "rt", encoding="utf-8") as file:
        traces = [json.loads(line) for line in file]
    assert len(traces) > 200
    for trace in traces:
        check_trace(koloda.game(name), trace)


@pytest.mark.long
@pytest.mark.parametrize("name", ids())
def test_compiled_and_plain_code_write_the_same_traces(name: str) -> None:
    if not koloda.compiled():
        pytest.skip("the compiled build is not in use")
    ours, theirs = digest(name, pure=False), digest(name, pure=True)
    assert ours == theirs


def digest(name: str, pure: bool) -> str:
    environment = {**os.environ, "KOLODA_PURE": "1" if pure else "0"}
    command = [sys.executable, str(HERE / "trace_digest.py"), name]
    return subprocess.run(command, env=environment, check=True, capture_output=True, text=True).stdout
