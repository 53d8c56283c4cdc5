"""Parquet files of deals: the documented columns, the same rows for any number of jobs."""

from __future__ import annotations

import json
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import koloda
from koloda.arena import data
from koloda.cli import main
from koloda.core.errors import BadTrace, KolodaError

DOCS = Path(__file__).parents[2] / "docs" / "data.md"


@pytest.fixture(scope="module")
def parquet() -> Any:
    return pytest.importorskip("pyarrow.parquet", reason="pyarrow is not installed")


@pytest.fixture(scope="module")
def deals(parquet: Any, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("data") / "deals.parquet"
    assert main(["simulate", "durak", "--games", "30", "--seats", "2", "--out", str(path), "--views"]) == 0
    return path


def rows(path: Path) -> list[dict[str, Any]]:
    return [row for row, _ in data.rows_of(str(path))]


def test_the_columns_are_those_of_the_documentation(deals: Path, parquet: Any) -> None:
    file = parquet.ParquetFile(deals)
    text = DOCS.read_text("utf-8")
    assert file.schema_arrow.names == list(data.COLUMNS)
    decision = file.schema_arrow.field("decisions").type.value_type
    for field in [*file.schema_arrow, *decision]:
        assert (
            f"| `{field.name}` | {field.type if field.name != 'decisions' else 'list of structs'} |" in text
        )
    assert file.metadata.num_row_groups == 2, "views go into the file twenty deals at a time"
    file.close()


def test_rows_are_the_deals_of_the_simulation(deals: Path, tmp_path: Path) -> None:
    traces = tmp_path / "deals.jsonl"
    assert main(["simulate", "durak", "--games", "30", "--seats", "2", "--trace", str(traces)]) == 0
    game = koloda.game("durak")
    for row, line in zip(rows(deals), traces.read_text("utf-8").splitlines(), strict=True):
        trace = json.loads(line)
        found = [(each["seat"], each["text"]) for each in row["decisions"]]
        assert found == [(step["seat"], step["action"]) for step in trace["steps"]]
        for each, step in zip(row["decisions"], trace["steps"], strict=True):
            assert sorted(map(game.text, each["legal"])) == step["legal"]
            assert json.loads(each["view"])["seat"] == each["seat"]
        assert row["scores"] == trace["result"]["scores"]
        assert (row["seed"], row["deal"], row["bots"]) == (row["deal"], row["deal"], ["random", "random"])


def test_any_number_of_jobs_writes_the_same_bytes(deals: Path, tmp_path: Path) -> None:
    path = tmp_path / "two.parquet"
    words = ["simulate", "durak", "--games", "30", "--seats", "2", "--views", "--jobs", "2"]
    assert main([*words, "--out", str(path)]) == 0
    assert path.read_bytes() == deals.read_bytes()


@pytest.mark.parametrize("game", [game.id for game in koloda.game_list()])
def test_verify_replays_the_deals_of_every_game(
    parquet: Any, game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "deals.parquet"
    assert main(["simulate", game, "--games", "3", "--out", str(path), "--views"]) == 0
    capsys.readouterr()
    assert main(["verify", str(path)]) == 0
    assert "3 deals ok" in capsys.readouterr().out


def test_verify_finds_what_was_changed(
    deals: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = rows(deals)
    found[4]["scores"] = found[4]["scores"][::-1]
    found[7]["decisions"][2]["legal"] = [0, 1]
    found[9]["decisions"][0]["view"] = "{}"
    found[11]["decisions"].pop()
    path = tmp_path / "changed.parquet"
    with data.ParquetFile(str(path)) as file:
        file.write(data.batch(found))
    assert main(["verify", str(path)]) == 1
    said = capsys.readouterr().out
    for words in ("4: scores", "7: decision 2: legal", "9: decision 0: view", "11: length"):
        assert f"deal {words}" in said
    assert "26 deals ok, 4 wrong" in said


@pytest.mark.parametrize(
    "change",
    [
        {"game": "chess"},
        {"options": "{"},
        {"options": "[]"},
        {"seats": 99},
        {"seed": -1},
        {"decisions": [None], "length": 1},
        {"decisions": [], "length": 0},
        {"decisions": None},
    ],
)
def test_a_row_without_sense_is_told(deals: Path, change: dict[str, Any]) -> None:
    with pytest.raises(KolodaError):
        data.check_row({**rows(deals)[0], **change})


def test_a_seat_that_is_not_there_is_told(deals: Path) -> None:
    row = rows(deals)[0]
    row["decisions"][0]["seat"] = 100
    with pytest.raises(BadTrace, match="decision 0: seat 100"):
        data.check_row(row)


def test_other_parquet_files_and_damaged_ones_are_refused(
    deals: Path, parquet: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pa = import_module("pyarrow")
    other = tmp_path / "other.parquet"
    parquet.write_table(pa.table({"deal": [1]}), other)
    assert main(["verify", str(other)]) == 2
    broken = tmp_path / "broken.parquet"
    broken.write_bytes(deals.read_bytes()[:-20])
    assert main(["verify", str(broken)]) == 2
    said = capsys.readouterr().err.splitlines()
    assert len(said) == 2
    assert "not written by koloda" in said[0]


def test_without_pyarrow_it_is_said_how_to_get_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    assert main(["simulate", "durak", "--games", "1", "--out", str(tmp_path / "x.parquet")]) == 2
    assert "[data]" in capsys.readouterr().err  # of the folder or wheel that koloda was installed from
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    "words", [["--out", "x.csv"], ["--views"], ["--out", "x.parquet", "--trace", "y.jsonl"]]
)
def test_bad_input_is_one_line_and_exit_code_two(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["simulate", "durak", "--games", "1", *words]) == 2
    assert capsys.readouterr().err.count("\n") == 1
