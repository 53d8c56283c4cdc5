"""Games of a ladder that are being played: a worker writes a file for each fixture, the server reads it."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

LIVE = "live"
LARGEST = 1 << 20  # bytes of a file that is looked at


def live_path(root: Path, fixture: int, final: int = 0) -> Path:
    return root / LIVE / f"{int(final)}-{int(fixture)}.jsonl"


class Broadcast:
    """What a worker tells of its game. What cannot be written ends the telling, never the game."""

    def __init__(self, path: Path, head: Mapping[str, Any]) -> None:
        self.path = path
        self.head = head
        self.descriptor = -1

    def begin(self) -> None:
        """The game begins, perhaps once more: what was told before no longer holds."""
        self.close()
        unfinished = self.path.with_name(f".{self.path.name}.part")
        flags = os.O_CREAT | os.O_WRONLY | os.O_TRUNC | os.O_APPEND | os.O_CLOEXEC
        try:
            self.descriptor = os.open(unfinished, flags, 0o600)
            self.write(self.head)
            os.replace(unfinished, self.path)
        except OSError:
            self.close()

    def act(self, seat: int, text: str) -> None:
        if self.descriptor >= 0:
            self.write([seat, text])

    def write(self, item: object) -> None:
        try:
            os.write(self.descriptor, json.dumps(item).encode("ascii") + b"\n")
        except OSError:
            self.close()

    def close(self) -> None:
        if self.descriptor >= 0:
            os.close(self.descriptor)
            self.descriptor = -1


@dataclass(frozen=True)
class LiveGame:
    """A game so far. Its record has the seed: only what a spectator sees may be shown of it."""

    fixture: int
    final: int
    game: int  # from 1: of this deal
    games: int
    at: int  # milliseconds since 1970: when it began
    versions: Sequence[str]  # by seat
    record: Mapping[str, Any]


def head_of(
    fixture: int,
    final: int,
    game: int,
    games: int,
    at: int,
    versions: Sequence[str],
    record: Mapping[str, Any],
) -> dict[str, Any]:
    """What is told first; the record has no actions yet."""
    return {
        "fixture": fixture,
        "final": final,
        "game": game,
        "games": games,
        "at": at,
        "versions": list(versions),
        "record": dict(record),
    }


def live_games(root: Path) -> dict[tuple[int, int], LiveGame]:
    """All of them by final (0: none) and fixture. A line that is being written is left out."""
    found = {}
    for path in sorted((root / LIVE).glob("[0-9]*-[0-9]*.jsonl")):
        try:
            if path.stat().st_size > LARGEST:
                continue
            head, *actions = (json.loads(line) for line in path.read_bytes().split(b"\n")[:-1])
            record = {**head.pop("record"), "actions": actions, "result": None}
            game = LiveGame(**head, record=record)
        except (OSError, ValueError, TypeError, KeyError, AttributeError):
            continue
        found[game.final, game.fixture] = game
    return found


def clear_live(root: Path) -> None:
    """What a runner that was killed has left."""
    (root / LIVE).mkdir(mode=0o700, exist_ok=True)
    for path in (root / LIVE).iterdir():
        path.unlink(missing_ok=True)
