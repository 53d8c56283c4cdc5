"""Deals as a Parquet file, for pandas, polars and whatever else reads tables: docs/data.md has the columns.

One row is one deal with all its decisions. Rows are written in groups, part by part, so that memory stays the
same however many deals there are; the same plan gives the same rows with any number of jobs.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from koloda import __version__
from koloda.core.errors import BadTrace, KolodaError
from koloda.core.state import State
from koloda.core.trace import same
from koloda.games import game as game_by_id

FORMAT = "koloda-data/1"
MAGIC = b"PAR1"
COLUMNS = (
    "deal",
    "game",
    "seats",
    "options",
    "seed",
    "bots",
    "length",
    "scores",
    "returns",
    "winners",
    "decisions",
)


def arrow(name: str = "pyarrow") -> Any:
    try:
        return import_module(name)
    except ImportError:
        raise KolodaError("Parquet files need pyarrow: pip install 'koloda[data]'") from None


def schema() -> Any:
    pa = arrow()
    decision = pa.struct(
        [
            ("seat", pa.int8()),
            ("action", pa.int32()),
            ("text", pa.string()),
            ("legal", pa.list_(pa.int32())),
            ("view", pa.string()),
        ]
    )
    return pa.schema(
        [
            ("deal", pa.int64()),
            ("game", pa.string()),
            ("seats", pa.int8()),
            ("options", pa.string()),
            ("seed", pa.int64()),
            ("bots", pa.list_(pa.string())),
            ("length", pa.int32()),
            ("scores", pa.list_(pa.float64())),
            ("returns", pa.list_(pa.float64())),
            ("winners", pa.list_(pa.int8())),
            ("decisions", pa.list_(decision)),
        ],
        metadata={"koloda": FORMAT, "koloda_version": __version__},
    )


class DealWriter:
    """Writes one deal down as a row: `apply` carries out a decision, `row` is everything."""

    def __init__(self, state: State, views: bool) -> None:
        self.state = state
        self.views = views
        self.decisions: list[dict[str, Any]] = []

    def apply(self, seat: int, action: int) -> None:
        state = self.state
        self.decisions.append(
            {
                "seat": seat,
                "action": action,
                "text": state.game.text(action),
                "legal": [int(each) for each in state.legal(seat)],
                "view": view_text(state, seat) if self.views else None,
            }
        )
        state.apply(seat, action)

    def row(self, deal: int, options: Mapping[str, object], seed: int, bots: list[str]) -> dict[str, Any]:
        state = self.state
        result = state.game.result(state)
        return {
            "deal": deal,
            "game": state.game.id,
            "seats": int(state.seats),
            "options": json.dumps(options, separators=(",", ":")),
            "seed": seed,
            "bots": bots,
            "length": len(self.decisions),
            "scores": result["scores"],
            "returns": result["returns"],
            "winners": result["winners"],
            "decisions": self.decisions,
        }


def view_text(state: State, seat: int) -> str:
    return json.dumps(state.view(seat), separators=(",", ":"), ensure_ascii=False)


def batch(rows: list[dict[str, Any]]) -> Any:
    """Rows as a record batch: small on the way from a worker."""
    return arrow().RecordBatch.from_pylist(rows, schema())


class ParquetFile:
    """A file that gets its name when it is complete."""

    def __init__(self, path: str) -> None:
        arrow()
        self.path = Path(path)
        self.unfinished = self.path.with_name(f"{self.path.name}.part")

    def __enter__(self) -> Self:
        parquet = arrow("pyarrow.parquet")
        self.writer = parquet.ParquetWriter(self.unfinished, schema(), compression="zstd")
        return self

    def write(self, rows: Any) -> None:
        self.writer.write_batch(rows)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.writer.close()
        if kind is None:
            self.unfinished.replace(self.path)
        else:
            self.unfinished.unlink(missing_ok=True)


# reading


class BadData(KolodaError):
    """A file that is no table of deals."""


def is_parquet(path: str) -> bool:
    try:
        with open(path, "rb") as file:
            return file.read(4) == MAGIC
    except OSError:
        return False


def rows_of(path: str) -> Iterator[tuple[dict[str, Any], float]]:
    """The rows of a file, some at a time, each with the part of the file that has been read."""
    parquet = arrow("pyarrow.parquet")
    wrong = (arrow().ArrowException, OSError, ValueError, TypeError)
    try:
        file = parquet.ParquetFile(path)
        named = (file.schema_arrow.metadata or {}).get(b"koloda", b"").decode("ascii", "replace")
        total = file.metadata.num_rows
    except wrong as error:
        raise BadData(f"{path}: no Parquet file that can be read ({first_line(error)})") from None
    with file:
        if named != FORMAT or file.schema_arrow.names != list(COLUMNS):
            raise BadData(f"{path}: not written by koloda simulate --out ({FORMAT})")
        done = 0
        try:
            for part in file.iter_batches(batch_size=64):
                for row in part.to_pylist():
                    done += 1
                    yield row, done / max(1, total)
        except wrong as error:
            raise BadData(f"{path}: damaged after {done} deals ({first_line(error)})") from None


def first_line(error: BaseException) -> str:
    return (str(error).strip() or type(error).__name__).splitlines()[0][:200]


def check_row(row: Mapping[str, Any]) -> None:
    """Replay a deal and check everything in its row; BadTrace names the first difference."""
    try:
        options = json.loads(row["options"])
    except (ValueError, TypeError, RecursionError):
        raise BadTrace("options: no JSON") from None
    game = game_by_id(str(row["game"]))
    if not isinstance(options, dict) or not isinstance(row["decisions"], list):
        raise BadTrace("options or decisions: not of the right kind")
    state = game.deal(row["seats"], row["seed"], options)
    if row["length"] != len(row["decisions"]):
        raise BadTrace(f"length: {row['length']} in the file, {len(row['decisions'])} decisions")
    for number, decision in enumerate(row["decisions"]):
        problem = "missing" if decision is None else wrong_decision(state, decision)
        if problem:
            raise BadTrace(f"decision {number}: {problem}")
        state.apply(decision["seat"], decision["action"])
    if not state.over:
        raise BadTrace("the decisions end before the deal is over")
    result = game.result(state)
    for key in ("scores", "returns", "winners"):
        if not same(row[key], result[key]):
            raise BadTrace(f"{key}: {row[key]} in the file, {result[key]} by the rules")


def wrong_decision(state: State, decision: Mapping[str, Any]) -> str:
    seat = decision["seat"]
    if state.over or not isinstance(seat, int) or not 0 <= seat < state.seats:
        return f"seat {seat} cannot act"
    legal = [int(each) for each in state.legal(seat)]
    if decision["legal"] != legal:
        return f"legal: {decision['legal']} in the file, {legal} by the rules"
    if decision["action"] not in legal:
        return f"action {decision['action']} is not legal"
    if decision["text"] != state.game.text(decision["action"]):
        return f"text: {str(decision['text'])[:80]!r} is not that of action {decision['action']}"
    if decision["view"] is not None and decision["view"] != view_text(state, seat):
        return "view: not that of the rules"
    return ""
