"""Temporary files of a judge: in one private folder that goes with it, after a kill with the next one."""

from __future__ import annotations

import atexit
import fcntl
import os
import shutil
import stat
import tempfile
from contextlib import suppress
from pathlib import Path

PREFIX = "koloda-judge-"
LOCK = ".lock"  # held as long as the judge lives, however it ends

made: dict[int, tuple[Path, int]] = {}  # by process: its folder, and the descriptor that holds the lock


def root() -> Path:
    """The folder of this process, or of the one that it was forked from."""
    if not made:
        clear_abandoned()
        folder = Path(tempfile.mkdtemp(prefix=PREFIX))
        # programs run as other users may pass through it, but nobody can list it or guess the names in it
        folder.chmod(0o711)
        lock = os.open(folder / LOCK, os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600)
        fcntl.flock(lock, fcntl.LOCK_EX)
        made[os.getpid()] = (folder, lock)
        atexit.register(remove, os.getpid())
    return next(iter(made.values()))[0]


def new_folder(kind: str) -> Path:
    return Path(tempfile.mkdtemp(prefix=f"{kind}-", dir=root()))


def remove(owner: int) -> None:
    """At the end of the process that has made it; its forked copies leave it alone."""
    if owner == os.getpid() and owner in made:
        folder, lock = made.pop(owner)
        shutil.rmtree(folder, ignore_errors=True)
        os.close(lock)


def clear_abandoned() -> None:
    """Remove what judges of this user have left that were killed."""
    for folder in Path(tempfile.gettempdir()).glob(f"{PREFIX}*"):
        with suppress(OSError):
            found = folder.lstat()
            if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.getuid():
                continue
            lock = os.open(folder / LOCK, os.O_RDWR | os.O_NOFOLLOW | os.O_CLOEXEC)
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                shutil.rmtree(folder, ignore_errors=True)
            finally:
                os.close(lock)
