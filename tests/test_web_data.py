"""The card data of the browser client is made from the games' own."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

TOOL = Path(__file__).resolve().parent.parent / "tools" / "web_data.py"


def tool() -> ModuleType:
    spec = importlib.util.spec_from_file_location("web_data", TOOL)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_card_data_of_the_browser_is_up_to_date() -> None:
    assert tool().stale() == []


def test_a_character_is_written_as_sectors_prices_and_rewards() -> None:
    assert tool().viceroy()["C32"] == ["BRRR", "GBYY", ["D1", "G5", "M1", "P12"]]


def test_every_card_has_a_name_in_every_language() -> None:
    module = tool()
    codes = set(module.viceroy())
    for lang in module.VICEROY.languages:
        assert codes <= set(module.viceroy_texts(lang))
