"""The games of examples/games, from outside: nothing in koloda knows them, and everything plays them."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from outside.packages import EXAMPLES, beside, example, koloda
from web.test_browser import played_in_a_browser

NAMES = [path.name for path in sorted(EXAMPLES.iterdir()) if (path / "pyproject.toml").exists()]
TESTS = Path(__file__).parents[1]
games = pytest.mark.parametrize("name", NAMES)


@pytest.mark.long
@games
def test_it_keeps_every_promise(name: str, tmp_path: Path) -> None:
    checked = koloda(example(tmp_path, name), "check-game", name)
    assert checked.returncode == 0, checked.stdout + checked.stderr
    assert "LACKS" not in checked.stdout


@games
def test_its_own_tests_pass(name: str, tmp_path: Path) -> None:
    package = example(tmp_path, name)
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", "not contract"]
    tests = subprocess.run(
        [*command, str(EXAMPLES / name / "tests")], env=beside(package), capture_output=True, text=True
    )
    assert tests.returncode == 0, tests.stdout


@games
def test_it_is_played_in_the_terminal(name: str, tmp_path: Path) -> None:
    package = example(tmp_path, name)
    played = koloda(package, "play", name, "--seed", "3", "--fast", "--lang", "uk")
    assert played.returncode == 0, played.stderr
    assert koloda(package, "rules", name, "--lang", "ru").stdout.strip()
    assert name in koloda(package, "games").stdout


@games
def test_bots_play_it_and_its_traces_verify(name: str, tmp_path: Path) -> None:
    package = example(tmp_path, name)
    match = koloda(package, "match", name, "heuristic", "easy", "--games", "20", "--json")
    assert json.loads(match.stdout)["games"] == 20
    trace = tmp_path / "deals.jsonl"
    assert koloda(package, "simulate", name, "--games", "5", "--trace", str(trace)).returncode == 0
    verified = koloda(package, "verify", str(trace))
    assert verified.returncode == 0, verified.stdout + verified.stderr


@games
def test_the_table_serves_it(name: str, tmp_path: Path) -> None:
    """The server's own tests of every game play it too, with people, bots and what nobody may be sent."""
    files = [str(TESTS / "table" / file) for file in ("test_games.py", "test_wire_secrets.py")]
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", name, *files]
    tests = subprocess.run(
        command, env=beside(example(tmp_path, name)), capture_output=True, text=True, cwd=TESTS.parent
    )
    assert tests.returncode == 0, tests.stdout
    assert "passed" in tests.stdout


@pytest.mark.long
@games
@pytest.mark.parametrize("size", ["wide", "phone"])
def test_it_is_played_in_a_real_browser(name: str, size: str, tmp_path: Path) -> None:
    played_in_a_browser(f"games:{name}:{size}", beside(example(tmp_path, name)))
