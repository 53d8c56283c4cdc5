"""A program that can be started: its command, its files, its limits."""

from __future__ import annotations

import os
import stat
from dataclasses import dataclass
from pathlib import Path, PurePosixPath


@dataclass(frozen=True)
class Program:
    """A program that can be started any number of times."""

    text: str  # as it was given to the judge
    words: tuple[str | PurePosixPath, ...]  # the command; paths lie in its folder
    folder: str = ""  # copies of its files, readable by everybody
    visible: tuple[str, ...] = ()  # other folders that it needs, with their own paths
    environment: tuple[tuple[str, str], ...] = ()
    problem: str = ""  # why it can never start
    output: str = ""  # of a compiler that refused it, complete: for its author
    time_factor: float = 1.0  # of its language
    memory_factor: float = 1.0

    def command(self, folder: str) -> list[str]:
        """The command line for a process that finds the program's folder there."""
        return [f"{folder}/{word}" if isinstance(word, PurePosixPath) else word for word in self.words]

    @property
    def reachable(self) -> bool:
        """Can any user of this machine run it?"""
        return all(open_to_all(path) for path in (*self.visible, *([self.folder] if self.folder else ())))


def open_to_all(path: str) -> bool:
    try:
        return all(
            os.stat(place).st_mode & stat.S_IXOTH for place in (path, *map(str, Path(path).resolve().parents))
        )
    except OSError:
        return False
