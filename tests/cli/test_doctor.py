"""koloda doctor: what it says, what it keeps to itself, and its exit code."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

import koloda
from koloda.cli import doctor, main
from koloda.games import ids


def report(capsys: pytest.CaptureFixture[str]) -> list[dict[str, Any]]:
    main(["doctor", "--json"])
    found: list[dict[str, Any]] = json.loads(capsys.readouterr().out)
    return found


def test_a_sound_installation_is_found_sound(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor"]) == 0
    text = capsys.readouterr().out
    assert koloda.__version__ in text
    assert ("compiled" in text) == koloda.compiled() or "plain Python" in text
    for game in ids():
        assert f"{game}: a deal of" in text


def test_no_path_of_the_person_is_printed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    home = tmp_path / "very-private"
    (home / "koloda").mkdir(parents=True)
    (home / "koloda" / "koloda.db").write_bytes(b"this is no database, but long enough to be looked at" * 99)
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("XDG_DATA_HOME", str(home))
    found = report(capsys)
    assert "very-private" not in json.dumps(found)
    broken = [each for each in found if each["verdict"] == doctor.BROKEN]
    assert [each["subject"] for each in broken] == ["database"]
    assert main(["doctor"]) == 1
    assert "!  database" in capsys.readouterr().out


def test_looking_makes_no_folder(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    report(capsys)
    assert os.listdir(tmp_path) == []


def test_what_breaks_one_examination_does_not_stop_the_others(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken() -> doctor.Verdicts:
        raise RuntimeError(f"no luck in {os.path.expanduser('~')}/x")
        yield

    monkeypatch.setattr(doctor, "EXAMINATIONS", (("first", broken), ("python", doctor.python)))
    found = report(capsys)
    assert [each["verdict"] for each in found] == [doctor.BROKEN, doctor.GOOD]
    assert found[0]["text"] == "RuntimeError: no luck in ~/x"
