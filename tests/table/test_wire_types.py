"""The browser client's types of the wire are those of wire.py."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType
from typing import Annotated, Literal, NotRequired, TypedDict

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def tool() -> ModuleType:
    spec = importlib.util.spec_from_file_location("wire_types", ROOT / "tools" / "wire_types.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_generated_types_are_up_to_date(tool: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["wire_types.py", "--check"])
    assert tool.main() == 0, "run python tools/wire_types.py"


def test_a_stale_file_is_noticed(tool: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    stale = tmp_path / "wire.generated.ts"
    stale.write_text(tool.rendered() + "\n")
    monkeypatch.setattr(tool, "FILE", stale)
    monkeypatch.setattr(tool, "ROOT", tmp_path)
    monkeypatch.setattr(sys, "argv", ["wire_types.py", "--check"])
    assert tool.main() == 1
    monkeypatch.setattr(sys, "argv", ["wire_types.py"])
    assert tool.main() == 0
    assert stale.read_text() == tool.rendered()


class Pile(TypedDict):
    """Cards one on the other."""

    top: str | None


class WhistView(TypedDict):
    phase: Literal["bid", "play"]
    piles: dict[str, list[Pile]]
    scores: Annotated[list[float], "by seat"]
    bid: NotRequired[tuple[int, str]]


def test_views_become_types(tool: ModuleType) -> None:
    types = tool.Types()
    types.prefix = "Whist"
    assert types.note(WhistView) == "WhistView"
    assert types.told["WhistPile"] == (
        "/** Cards one on the other. */\nexport type WhistPile = {\n  top: string | null;\n};"
    )
    assert types.told["WhistView"] == (
        "export type WhistView = {\n"
        "  phase: 'bid' | 'play';\n"
        "  piles: Record<string, WhistPile[]>;\n"
        "  /** by seat */\n"
        "  scores: number[];\n"
        "  bid?: [number, string];\n"
        "};"
    )
