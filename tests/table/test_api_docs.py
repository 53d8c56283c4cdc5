"""docs/api.md says what the code does: routes, messages and error codes."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path
from types import ModuleType

import jsonschema  # type: ignore[import-untyped]
import pytest

from koloda.table import wire
from koloda.table.schema import messages
from koloda.table.socket import CODES
from koloda.table.texts import TEXTS

ROOT = Path(__file__).parents[2]


def tool() -> ModuleType:
    spec = importlib.util.spec_from_file_location("api_docs", ROOT / "tools" / "api_docs.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_document_is_up_to_date() -> None:
    text = (ROOT / "docs" / "api.md").read_text("utf-8")
    assert text == tool().renewed(text), "run tools/api_docs.py"


def test_the_document_names_every_close_code() -> None:
    text = (ROOT / "docs" / "api.md").read_text("utf-8")
    for code in CODES.values():
        assert re.search(rf"^\| {code} \|", text, re.MULTILINE)


def test_every_language_says_the_same_things() -> None:
    for lang in ("uk", "ru"):
        assert TEXTS[lang].keys() == TEXTS["en"].keys()
        for code, text in TEXTS[lang].items():
            assert text.count("{}") == TEXTS["en"][code].count("{}")


def test_every_refusal_has_its_sentence() -> None:
    for path in (ROOT / "src" / "koloda" / "table").rglob("*.py"):
        for code in re.findall(r"""(?:Refused\(|problem\(request, )"(\w+)\"""", path.read_text("utf-8")):
            assert code in TEXTS["en"], f"{path.name}: {code}"


def test_the_schema_knows_right_messages_from_wrong_ones() -> None:
    schema = messages()
    coming = {**schema["properties"]["to_server"], "$defs": schema["$defs"]}
    jsonschema.validate({"t": "act", "id": "1", "a": "take"}, coming)
    for wrong in ({"t": "act", "id": "1"}, {"t": "act", "id": "", "a": "take"}, {"t": "fly", "id": "1"}):
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate(wrong, coming)
    going = {**schema["properties"]["to_client"], "$defs": schema["$defs"]}
    jsonschema.validate({"t": "ok", "id": "1"}, going)
    assert wire.incoming.decode(b'{"t":"ping","id":"1"}') == wire.Ping("1")
