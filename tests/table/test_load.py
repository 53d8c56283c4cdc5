"""The load test needs nothing but the packages of the server, and says what an action costs; and chaos."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
ALONE = """
import runpy, sys
for name in ("pytest", "asyncpg", "redis", "hypothesis"):
    sys.modules[name] = None  # importing it fails, as in an environment of ./koloda
sys.argv = sys.argv[1:]
runpy.run_path(sys.argv[0], run_name="__main__")
"""
SPINS = """
import sys, time
sys.path.insert(0, sys.argv[1])
from bench import processor
import os
with processor.limited([os.getpid()], 0.1):
    began, used = time.monotonic(), time.process_time()
    while time.monotonic() - began < 1.0:
        pass
    print((time.process_time() - used) / (time.monotonic() - began))
"""


def test_it_needs_nothing_of_the_tests_and_prints_processor_time() -> None:
    command = [sys.executable, "-c", ALONE, str(ROOT / "bench" / "table_load.py")]
    size = ["--tables", "2", "--rate", "20", "--seconds", "1", "--json"]
    done = subprocess.run([*command, *size], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    result = json.loads(done.stdout)
    assert result["clients"] == 8
    assert result["server_cpu_us_per_action"] > 0
    assert not result["errors"]


def test_a_process_gets_its_share_of_a_processor_and_no_more() -> None:
    if os.geteuid() != 0:
        pytest.skip("only root makes control groups")
    done = subprocess.run(
        [sys.executable, "-c", SPINS, str(ROOT)], capture_output=True, text=True, timeout=60
    )
    if "--share" in done.stderr:
        pytest.skip(done.stderr.strip())
    assert done.returncode == 0, done.stderr
    assert float(done.stdout) < 0.2


def test_chaos_from_outside_finds_nothing_lost() -> None:
    command = [sys.executable, str(ROOT / "bench" / "chaos.py")]
    size = ["--matches", "2", "--at-once", "2", "--between", "30", "60"]
    done = subprocess.run([*command, *size], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    found = dict(re.findall(r"^([a-z ]+?) {2,}(.+)$", done.stdout, re.MULTILINE))
    assert found["matches"] == "2"
    assert int(found["confirmed"]) > 50
    assert "server" in found["kills"]
    assert {found[name] for name in ("lost", "doubled", "foreign", "stuck", "gaps", "unproved")} == {"0"}
    assert found["koloda verify"].startswith("exit 0")
