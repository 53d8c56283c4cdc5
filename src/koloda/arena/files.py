"""Folders of tournaments: files that are there completely or not at all, lines, and a lock."""

from __future__ import annotations

import errno
import fcntl
import hashlib
import os
import shlex
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from koloda import __version__
from koloda.core.errors import KolodaError

LOCK = ".lock"
FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)


def opened(path: Path, mode: str = "a") -> IO[str]:
    """A file to write that only its owner may read."""
    return open(
        path,
        mode,
        encoding="utf-8",
        errors="backslashreplace",
        newline="\n",
        opener=lambda name, flags: os.open(name, flags, 0o600),
    )


def locked(folder: Path, who: str) -> IO[str]:
    """The lock of a folder, as a file that holds it until it is closed."""
    file = opened(folder / LOCK)
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        file.close()
        raise KolodaError(f"another {who} is at work in {folder}: wait for its end") from None
    return file


def write_whole(path: Path, text: str) -> None:
    """Write a file so that it is there completely or not at all."""
    unfinished = path.with_name(f"{path.name}.{os.getpid()}.part")
    with room(path):
        try:
            with opened(unfinished, "w") as file:
                file.write(text)
            os.replace(unfinished, path)
        except BaseException:
            unfinished.unlink(missing_ok=True)
            raise


@contextmanager
def room(path: Path) -> Iterator[None]:
    """A full disk is no reason to lose anything: the file is named, and the way on."""
    try:
        yield
    except OSError as error:
        if error.errno not in FULL:
            raise
        raise KolodaError(
            f"{path}: {error.strerror}. Games that were written are safe: "
            "make room and go on with the same command and --resume"
        ) from None


def whole_lines(path: Path) -> list[str]:
    """The lines of a file that end with LF."""
    if not path.exists():
        return []
    text = path.read_text("utf-8", errors="replace")
    return text[: text.rfind("\n") + 1].split("\n")[:-1]


def fingerprint(text: str) -> dict[str, str]:
    """The SHA-256 of every file that a program is made of; of our own programs the version."""
    try:
        words = [text] if os.path.isfile(text) else shlex.split(text)
    except ValueError:
        words = []
    if words and words[0] == "koloda":
        return {"koloda": __version__}
    found = {}
    for word in words:
        if os.path.isfile(word):
            with open(word, "rb") as file:
                found[word] = hashlib.file_digest(file, "sha256").hexdigest()
    return found
