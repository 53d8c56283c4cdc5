"""Files come from anywhere: whatever is in them, verify and replay say it in one line and survive."""

from __future__ import annotations

import gzip
import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from koloda.arena.simulate import Plan, simulate
from koloda.cli import items, main

PLAN = Plan("durak", 2, 0, 2, {}, ["random"], traces=True)
LINES = [line for _, lines in simulate(PLAN) for line in lines]
VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.sampled_from([10**400, -(10**400), 2**63, -(2**63), 1e999, -0.0, 1e-320])
    | st.floats(allow_nan=False)
    | st.text(alphabet=st.characters(codec=None), max_size=6),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=8,
)
fuzzed = settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])


def packed(content: bytes) -> bytes:
    """Compressed, the same at all times."""
    return gzip.compress(content, mtime=0)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "file"


def told(path: Path, capsys: pytest.CaptureFixture[str]) -> tuple[int, str, str]:
    """The exit code and the output of verify; replay must survive the same file."""
    code = main(["verify", str(path)])
    captured = capsys.readouterr()
    assert main(["replay", str(path), "--board", "--lang", "en"]) in (0, 1, 2)
    assert capsys.readouterr().err.count("\n") <= 1
    for line in (captured.out + captured.err).splitlines():
        assert len(line) <= 400
        assert line.isprintable()
    return code, captured.out, captured.err


def unreadable(path: Path, capsys: pytest.CaptureFixture[str]) -> str:
    code, out, err = told(path, capsys)
    assert code == 2
    assert out == ""
    assert err.count("\n") == 1
    return err


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "empty"),
        (b"\n \n\n", "empty"),
        (b"\n" * 20_000, "blank lines"),
        (b"\x00\xff\xfe garbage", "no UTF-8"),
        (b"hello", "no JSON"),
        (b"[" * 100_000, "nested too deeply"),
        (b'{"koloda":' * 50_000, "nested too deeply"),
        (b'{"koloda": NaN}', "NaN is no JSON number"),
        (b'{"koloda": -Infinity}', "-Infinity is no JSON number"),
        (b"9" * 5000, "too many digits"),
        (b"[1]", "item 1: no JSON object"),
        (b"17", "no JSON object"),
        (b"null", "no JSON object"),
        (b"{}", "format None"),
        (b'{"koloda": ["trace/1"]}', "known are trace/1"),
        (b'{"koloda": "trace/9"}', "format trace/9"),
        (b'{"format": "koloda-record/9"}', "format koloda-record/9"),
        (b'{"koloda": "\\ud800\\n\\u001b[31m"}', "format"),
        (LINES[0].encode()[:-20], "no JSON"),
        (LINES[0].encode() + b"\n{", "line 2: no JSON"),
        (packed(LINES[0].encode())[:-30], "truncated"),
        (packed(LINES[0].encode())[:200] + b"x" * 200, "damaged"),
        (packed(b"")[:5], "truncated"),
        (b"\x1f\x8b garbage", "damaged"),
    ],
)
def test_what_cannot_be_read(
    content: bytes, words: str, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file.write_bytes(content)
    if content.startswith(LINES[0].encode() + b"\n"):
        assert main(["verify", str(file)]) == 2
        assert words in capsys.readouterr().err
    else:
        assert words in unreadable(file, capsys)


def test_a_line_without_end(
    file: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(items, "LONGEST", 1000)
    for content in (b"[" + b"1," * 1000, b"{\n" + b" \n" * 1000):
        for data in (content, packed(content)):
            file.write_bytes(data)
            assert "long" in unreadable(file, capsys)


def test_what_is_no_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "directory" in unreadable(tmp_path, capsys)
    assert "No such file" in unreadable(tmp_path / "no\nfile", capsys)


@pytest.mark.skipif(os.name != "posix", reason="devices are a matter of Unix")
def test_a_device(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(items, "LONGEST", 1000)
    assert "longer than" in unreadable(Path("/dev/zero"), capsys)
    assert "empty" in unreadable(Path(os.devnull), capsys)


@fuzzed
@given(content=st.binary(max_size=200), compressed=st.booleans())
def test_any_bytes(content: bytes, compressed: bool, file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file.write_bytes(packed(content) if compressed else content)
    unreadable(file, capsys)


@fuzzed
@given(cut=st.integers(min_value=1, max_value=2000), compressed=st.booleans())
def test_any_truncation(cut: int, compressed: bool, file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    content = ("\n".join(LINES) + "\n").encode()
    content = packed(content) if compressed else content
    file.write_bytes(content[: -min(cut, len(content) - 1)])
    code, _, err = told(file, capsys)
    if compressed or cut > 1:
        assert code == 2
        assert err.count("\n") == 1


def places(value: Any) -> Iterator[tuple[Any, ...]]:
    """The ways to all values inside a value."""
    pairs = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in pairs:
        yield (key,)
        yield from ((key, *rest) for rest in places(inner))


PLACES = [place for place in places(json.loads(LINES[0])) if place[0] != "steps" or place[1:2] < (8,)]


@fuzzed
@given(place=st.sampled_from(PLACES), value=VALUES)
def test_any_value_in_any_place_of_a_trace(
    place: tuple[Any, ...], value: Any, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    trace = json.loads(LINES[0])
    inner = trace
    for key in place[:-1]:
        inner = inner[key]
    before = inner[place[-1]]
    inner[place[-1]] = value
    file.write_text(json.dumps(trace).replace("Infinity", "1e999"), "utf-8")
    code, out, err = told(file, capsys)
    assert (out + err).strip()
    assert "cannot be checked" not in out
    if value == before and type(value) is type(before):
        assert code == 0
    else:
        assert code in ((2,) if place == ("koloda",) else (0, 1))


@pytest.mark.parametrize("depth", [50, 400, 900])
@pytest.mark.parametrize("key", ["game", "options", "seats", "setup", "steps", "result"])
def test_deep_nesting_inside_a_trace(
    key: str, depth: int, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    trace = json.loads(LINES[0])
    trace[key] = "DEEP"
    inner = '{"scores":[' * depth + "]}" * depth
    for deep in (inner, "[" * depth + "]" * depth, '{"mode":' + inner + "}"):
        file.write_text(json.dumps(trace).replace('"DEEP"', deep), "utf-8")
        assert told(file, capsys)[0] in (1, 2)


def test_a_record_of_anything(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    values: list[Any] = [None, True, -1, 1.5, "", [], {}, [[]], 10**30, "durak"]
    for value in values:
        for key in ("game", "options", "seats", "names", "seed", "context", "actions", "times", "result"):
            record: dict[str, Any] = {
                "format": "koloda-record/1",
                "game": "durak",
                "options": {},
                "seats": 2,
                "names": ["a", "b"],
                "seed": 1,
                "actions": [],
                "result": None,
            }
            record[key] = value
            file.write_text(json.dumps(record), "utf-8")
            code, out, _ = told(file, capsys)
            assert code in (0, 1)
            assert "cannot be checked" not in out


@fuzzed
@given(options=VALUES)
def test_any_options(options: Any, capsys: pytest.CaptureFixture[str]) -> None:
    text = json.dumps(options)
    code = main(["simulate", "durak", "--games", "1", "--options", text])
    captured = capsys.readouterr()
    assert code == (0 if options == {} else 2)
    assert captured.err.count("\n") == (0 if code == 0 else 1)


@fuzzed
@given(
    command=st.sampled_from(["", "games", "rules", "verify", "replay", "simulate durak", "play"]),
    arguments=st.lists(st.text(max_size=8), max_size=3),
)
def test_any_arguments(
    command: str, arguments: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with open(os.devnull, encoding="utf-8") as nothing:
        monkeypatch.setattr(sys, "stdin", nothing)
        main([*command.split(), *arguments])
    assert capsys.readouterr().err.count("\n") <= 3  # verify: a line for each file
