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
from koloda.arena.programs.modules import modules_beside
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


def make_private(folder: Path) -> None:
    """Make a folder, or take one that nobody else can change: `--resume` believes what is in it."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    found = folder.stat()
    ours = {0, os.geteuid(), *([int(os.environ["SUDO_UID"])] if os.environ.get("SUDO_UID") else [])}
    if found.st_uid not in ours:
        raise KolodaError(f"{folder} belongs to somebody else, who could change it: choose another folder")
    if found.st_mode & 0o022:
        raise KolodaError(f"others can write into {folder}: chmod go-w {folder}, or choose another folder")


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
    files = [word for word in words if os.path.isfile(word)]
    found = {}
    for path in (*files, *(str(module) for word in files[:1] for module in modules_beside(Path(word)))):
        with open(path, "rb") as file:
            found[path] = hashlib.file_digest(file, "sha256").hexdigest()
    return found
