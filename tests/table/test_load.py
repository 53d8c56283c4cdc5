"""The load test runs with nothing but the server's own packages, and says what an action costs."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
ALONE = """
import runpy, sys
for name in ("pytest", "asyncpg", "redis", "hypothesis"):
    sys.modules[name] = None  # importing it fails, as in an environment of ./koloda
sys.argv = sys.argv[1:]
runpy.run_path(sys.argv[0], run_name="__main__")
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
