"""The folder of a training: the plan, a log, lessons, nets. Whatever is in it need not be made again."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any, Self

from koloda.arena.files import locked, make_private, room
from koloda.arena.pairing import PairResult
from koloda.arena.training.lessons import Lessons
from koloda.arena.training.plan import Plan
from koloda.core.errors import KolodaError
from koloda.core.options import shown

PLAN = "plan.json"
LOG = "log.jsonl"
PLOT = "strength.svg"
OLD_WEIGHT = 2.0  # of plans that say nothing of it


class Folder:
    """Takes a folder that holds this very training, or nothing; `with` it, one run at a time."""

    def __init__(self, path: str, plan: Plan) -> None:
        self.path = Path(path)
        make_private(self.path)
        self.lock = locked(self.path, "training")
        try:
            self.begin(plan)
        except BaseException:
            self.lock.close()
            raise

    def begin(self, plan: Plan) -> None:
        wanted = json.loads(json.dumps(plan.facts()))
        place = self.path / PLAN
        if not self.there(PLAN):
            left = [each.name for each in self.path.iterdir() if not each.name.startswith(".")]
            if left:
                raise KolodaError(f"{self.path} holds other things, such as {left[0]}: choose a new folder")
            self.write(PLAN, json.dumps(wanted, indent=1).encode() + b"\n")
            return
        try:
            found = json.loads(place.read_text("utf-8"))
        except ValueError:
            found = None
        if not isinstance(found, dict):
            raise KolodaError(f"{place} is damaged: choose a new folder")
        found.setdefault("weight", OLD_WEIGHT)
        for key, value in wanted.items():
            if found.get(key) != value:
                before = shown(found.get(key))
                raise KolodaError(f"{self.path} holds another training: {key} {before}, not {shown(value)}")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.lock.close()

    def there(self, name: str) -> bool:
        """Is there such a file? KolodaError for what is something else."""
        place = self.path / name
        if (place.exists() or place.is_symlink()) and not place.is_file():
            raise KolodaError(f"{place} is no file: remove it")
        return place.exists()

    def write(self, name: str, data: bytes) -> None:
        """A file that is there completely or not at all."""
        place = self.path / name
        unfinished = place.with_name(f"{place.name}.part")
        with room(place):
            unfinished.write_bytes(data)
            os.replace(unfinished, place)

    # the log

    def log(self, line: dict[str, Any]) -> None:
        with room(self.path / LOG), open(self.path / LOG, "a", encoding="utf-8", newline="\n") as file:
            file.write(json.dumps(line) + "\n")

    def lines(self, name: str = LOG) -> list[dict[str, Any]]:
        """Those that are whole; one that a crash has cut off counts as not written, and is taken away."""
        place = self.path / name
        if not self.there(name):
            return []
        found: list[dict[str, Any]] = []
        whole = 0
        data = place.read_bytes()
        for line in data.splitlines(keepends=True):
            try:
                read = json.loads(line) if line.endswith(b"\n") else None
            except ValueError:
                read = None
            if not isinstance(read, dict) or not fits(read):
                break
            found.append(read)
            whole += len(line)
        if whole < len(data):
            os.truncate(place, whole)
        return found

    # lessons, in chunks

    def has_lessons(self, generation: int, number: int) -> bool:
        return self.there(chunk_name(generation, number))

    def keep_lessons(self, generation: int, number: int, lessons: Lessons) -> None:
        size = len(lessons.features).to_bytes(8, "little")
        self.write(chunk_name(generation, number), size + lessons.features + lessons.targets)

    def lessons(self, generation: int, count: int, outputs: int) -> list[Lessons]:
        """With so many targets for each position."""
        found = []
        for number in range(count):
            data = (self.path / chunk_name(generation, number)).read_bytes()
            middle = 8 + int.from_bytes(data[:8], "little")
            rows, left = divmod(len(data) - middle, 4 * outputs)
            if left or rows <= 0 or (middle - 8) % (2 * rows):
                raise KolodaError(f"{self.path / chunk_name(generation, number)} is damaged: remove it")
            found.append(Lessons(data[8:middle], data[middle:]))
        return found

    # gates

    def gate(self, generation: int) -> list[PairResult]:
        """The deals that were played, in their order."""
        return [
            PairResult(float(line["points"]), float(line["difference"]))
            for line in self.lines(gate_name(generation))
        ]

    def keep_deal(self, generation: int, pair: PairResult) -> None:
        line = {"points": pair.points, "difference": pair.difference}
        place = self.path / gate_name(generation)
        with room(place), open(place, "a", encoding="utf-8", newline="\n") as file:
            file.write(json.dumps(line) + "\n")


def fits(line: dict[str, Any]) -> bool:
    """Is this a line of a log or of a gate?"""
    wanted = ("seconds",) if "event" in line else ("points", "difference")
    return all(isinstance(line.get(name), int | float) for name in wanted)


def chunk_name(generation: int, number: int) -> str:
    return f"lessons-{generation}-{number}.bin"


def gate_name(generation: int) -> str:
    return f"gate-{generation}.jsonl"


def net_name(generation: int) -> str:
    return f"net-{generation}.net"
