"""Packages beside koloda, as if they were installed: a folder on the path that announces a game."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

EXAMPLES = Path(__file__).parents[2] / "examples" / "games"


def beside(*folders: Path) -> dict[str, str]:
    """The environment of a program that finds what is in these folders."""
    path = os.pathsep.join([*map(str, folders), os.environ.get("PYTHONPATH", "")])
    return {**os.environ, "PYTHONPATH": path, "PYTHONUTF8": "1", "KOLODA_SHORT": "1"}


def koloda(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """A command beside the package in this folder."""
    command = [sys.executable, "-m", "koloda", *arguments]
    return subprocess.run(command, capture_output=True, text=True, env=beside(folder), cwd=folder.parent)


def announce(folder: Path, name: str) -> None:
    """What an installer would write about the package koloda_NAME in this folder."""
    info = folder / f"koloda_{name}-0.1.0.dist-info"
    info.mkdir()
    (info / "entry_points.txt").write_text(f"[koloda.games]\n{name} = koloda_{name}:GAME\n")
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: koloda-{name}\nVersion: 0.1.0\n")


def skeleton(folder: Path, name: str = "whist") -> Path:
    """A new game in a package, announced."""
    package = folder / "package"
    done = koloda(folder, "new-game", name, "--out", str(package))
    assert done.returncode == 0, done.stderr
    announce(package, name)
    return package


def example(folder: Path, name: str) -> Path:
    """A game of examples/games in a folder of its own, announced; not a line of it is changed."""
    package = folder / "package"
    package.mkdir()
    (package / f"koloda_{name}").symlink_to(EXAMPLES / name / f"koloda_{name}")
    announce(package, name)
    return package
