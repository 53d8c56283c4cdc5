"""Nothing outside a game's folder knows the game: not its id, not its actions, not the keys of its views."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import koloda
from koloda.core.views import View
from koloda.games import ids

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src" / "koloda"
LAYERS = ("core", "bots", "ladder", "arena", "table", "testing", "research", "cli")
# the programming contest is a contest of one game
CONTEST = (*("arena/contest/", "cli/judge.py", "cli/bot.py", "ladder/presets.py"),)
WEB = ("pages", "components", "lib")


def sources() -> Iterator[Path]:
    for layer in LAYERS:
        for path in sorted((PACKAGE / layer).rglob("*.py")):
            if not path.relative_to(PACKAGE).as_posix().startswith(CONTEST):
                yield path


def constants(path: Path) -> Iterator[tuple[int, str]]:
    """The texts in the code, without docstrings and the examples of commands."""
    tree = ast.parse(path.read_text("utf-8"))
    left_out: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            left_out.add(id(node.value))
        if isinstance(node, ast.Assign) and any(
            isinstance(target, ast.Name) and target.id == "EXAMPLES" for target in node.targets
        ):
            left_out |= {id(inner) for inner in ast.walk(node.value)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in left_out:
            yield node.lineno, node.value


def imported(path: Path) -> Iterator[tuple[int, str]]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom):
            yield node.lineno, node.module or ""
        elif isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)


@pytest.mark.parametrize("path", list(sources()), ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_no_other_layer_names_a_game(path: Path) -> None:
    names = re.compile(rf"\b({'|'.join(ids())})\b", re.IGNORECASE)
    for line, text in constants(path):
        assert not names.search(text), f"line {line}: {text!r}"
    for line, module in imported(path):
        assert not module.startswith(tuple(f"koloda.games.{name}" for name in ids())), (
            f"line {line}: {module}"
        )


def verbs() -> set[str]:
    """The first words of all actions of all games."""
    found = set()
    for game in koloda.game_list():
        found |= {game.text(action).split(" ")[0] for action in range(game.num_actions)}
    return found


def test_no_other_layer_reads_the_texts_of_actions() -> None:
    """A text of an action is compared with, or begins with, nothing that a game calls its actions."""
    known = verbs()
    for path in sources():
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                if node.func.attr in ("startswith", "endswith", "removeprefix") and "text" in ast.unparse(
                    node
                ):
                    for inner in ast.walk(node):
                        if isinstance(inner, ast.Constant) and isinstance(inner.value, str):
                            word = inner.value.strip()
                            assert word not in known, f"{path.relative_to(PACKAGE)}:{node.lineno}: {word}"


def view_keys() -> set[str]:
    """What the views of the games have beside that which every view has."""
    common = {*View.__annotations__, "seat"}
    found: set[str] = set()
    for game in koloda.game_list():
        kind: Any = game.view_type
        found |= {*kind.__required_keys__, *kind.__optional_keys__}
    return found - common


def subscripts(path: Path) -> Iterator[tuple[int, str, object]]:
    """(line, what is read, the key) of everything that is read by a key: view["phase"], view.get("phase")."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant):
            yield node.lineno, ast.unparse(node.value), node.slice.value
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args:
            if node.func.attr == "get" and isinstance(node.args[0], ast.Constant):
                yield node.lineno, ast.unparse(node.func.value), node.args[0].value


def test_no_other_layer_reads_the_keys_of_views() -> None:
    keys = view_keys()
    assert len(keys) > 50
    for path in sources():
        for line, owner, key in subscripts(path):
            assert "view" not in owner or key not in keys, f"{path.relative_to(PACKAGE)}:{line}: {key}"


@pytest.mark.parametrize("folder", WEB)
def test_the_client_names_games_in_their_own_folders_only(folder: str) -> None:
    names = re.compile(rf"\b({'|'.join(ids())})\b", re.IGNORECASE)
    for path in sorted((ROOT / "web" / "src" / folder).rglob("*")):
        if path.suffix in (".ts", ".svelte") and path.name != "wire.generated.ts":
            for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
                assert not names.search(line), f"{path.name}:{number}: {line.strip()}"


def test_nobody_counts_the_games() -> None:
    """A sixth game must not make a text wrong."""
    counted = re.compile(r"\b(five|5|п.ять|пять) (card )?(games|ігор|игр)\b", re.IGNORECASE)
    texts = [
        *PACKAGE.rglob("*.py"),
        *(ROOT / "web" / "src").rglob("*.ts"),
        *(ROOT / "web" / "src").rglob("*.svelte"),
        *(ROOT / "web" / "src" / "texts").rglob("*.json"),
    ]
    for path in texts:
        assert not counted.search(path.read_text("utf-8")), path
