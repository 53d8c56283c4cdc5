"""Folders of tournaments: files that are there completely or not at all, lines, a lock, and going on."""

from __future__ import annotations

import errno
import fcntl
import hashlib
import os
import shlex
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import IO, Any

from koloda import __version__
from koloda.arena.programs.modules import modules_beside
from koloda.core.errors import KolodaError
from koloda.core.options import shown

LOCK = ".lock"
PLAN = "tournament.json"
GAMES = "games.jsonl"
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
    if not folder.is_dir() and (folder.exists() or folder.is_symlink()):
        raise KolodaError(f"{folder} is no folder: choose another name")
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


class KeptGames:
    """The folder of a tournament: a plan and a line for each game. One run at a time works in it."""

    who = "tournament"

    def __init__(self, path: str, resume: bool, repair: bool) -> None:
        self.path = Path(path)
        self.repair = repair
        self.dropped: list[int] = []  # lines that a repair has taken away
        self.files = ExitStack()
        begun = (self.path / PLAN).exists()
        if begun and not resume:
            raise KolodaError(f"{path} holds a tournament already: --resume to go on with it")
        if resume and not begun:
            raise KolodaError(f"{path} holds no tournament that could be resumed")
        try:
            # while programs play, nobody else may read seed and games
            make_private(self.path)
            self.files.enter_context(locked(self.path, self.who))
            if begun:
                self.go_on()
            else:
                self.begin()
            self.games = self.files.enter_context(opened(self.path / GAMES))
        except BaseException:
            self.close()
            raise

    def begin(self) -> None:
        """Write the plan."""
        raise NotImplementedError

    def go_on(self) -> None:
        """Check the plan, and read the games that were played."""
        raise NotImplementedError

    def check_facts(self, found: Mapping[str, Any], wanted: Mapping[str, Any]) -> None:
        for key, value in wanted.items():
            if found.get(key) != value:
                before = shown(found.get(key))
                raise KolodaError(f"{self.path} holds another tournament: {key} {before}, not {shown(value)}")

    def check_hashes(self, names: Sequence[str], found: object, wanted: Iterable[Mapping[str, str]]) -> None:
        """The same programs must play all games."""
        listed = found if isinstance(found, list) and len(found) == len(names) else [{}] * len(names)
        for name, each, new in zip(names, listed, wanted, strict=True):
            old = each if isinstance(each, dict) else {}
            changed = [file for file in {**new, **old} if old.get(file) != new.get(file)]
            if changed:
                raise KolodaError(
                    f"{name}: {changed[0]} has changed since the tournament in {self.path} began: "
                    "bring the old file back, or begin a new tournament in another folder"
                )

    def refuse(self, place: int, why: object) -> None:
        """A line that is no game of this tournament: an error, or dropped by a repair."""
        if not self.repair:
            raise KolodaError(
                f"{self.path / GAMES}: line {place}: {why}: "
                "--resume --repair drops such lines and plays their games again"
            )
        self.dropped.append(place)

    def close(self) -> None:
        with suppress(OSError):  # what could not be written has been told already
            self.files.close()
