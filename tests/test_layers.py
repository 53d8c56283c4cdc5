"""The house keeps its order: who may import whom, and what the rules must not touch."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "src" / "koloda"
# each layer may import itself and the layers before it; arena, table and testing do not know each other
LAYERS = {
    "core": {"core"},
    "games": {"core", "games"},
    "bots": {"core", "games", "bots"},
    "ladder": {"core", "games", "bots", "ladder"},  # the folder that runner and server share
    "arena": {"core", "games", "bots", "ladder", "arena"},
    "table": {"core", "games", "bots", "ladder", "table"},
    "testing": {"core", "games", "bots", "testing"},
    "assistant": {"core", "games", "bots", "assistant"},
    "research": {"core", "games", "bots", "research"},
    "cli": {"core", "games", "bots", "ladder", "arena", "table", "testing", "assistant", "research", "cli"},
}
RULES = ("core", "games")
FORBIDDEN = {
    "random",
    "time",
    "datetime",
    "os",
    "sys",
    "socket",
    "subprocess",
    "threading",
    "asyncio",
    "secrets",
}


def sources(layer: str) -> Iterator[Path]:
    yield from sorted((PACKAGE / layer).rglob("*.py"))


def imports(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are written from koloda on"
            yield node.module or ""


@pytest.mark.parametrize("layer", LAYERS)
def test_imports_point_in_one_direction(layer: str) -> None:
    for path in sources(layer):
        for name in imports(path):
            parts = name.split(".")
            if parts[0] == "koloda" and len(parts) > 1 and parts[1] in LAYERS:
                assert parts[1] in LAYERS[layer], f"{path.relative_to(PACKAGE)} imports {name}"


@pytest.mark.parametrize("layer", RULES)
def test_the_rules_read_no_clock_no_environment_and_no_other_randomness(layer: str) -> None:
    for path in sources(layer):
        for name in imports(path):
            assert name.split(".")[0] not in FORBIDDEN, f"{path.relative_to(PACKAGE)} imports {name}"


def test_games_do_not_know_each_other() -> None:
    folders = [path for path in (PACKAGE / "games").iterdir() if (path / "__init__.py").exists()]
    for folder in folders:
        for path in folder.rglob("*.py"):
            for name in imports(path):
                if name.startswith("koloda.games."):
                    assert name.split(".")[2] == folder.name, f"{path.relative_to(PACKAGE)} imports {name}"


SHAPE = (
    *("cards.py", "state.py", "notation.py", "text/options.py", "text/board.py", "text/guide.json"),
    *("bots/heuristic.py", "bots/novice.py", "bots/tuning.py"),
)


@pytest.mark.parametrize("part", SHAPE)
def test_every_game_has_the_same_shape(part: str) -> None:
    for folder in (PACKAGE / "games").iterdir():
        if (folder / "__init__.py").exists():
            assert (folder / part).exists(), f"{folder.name} has no {part}"
