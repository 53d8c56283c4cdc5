"""A file of JSON lines that is only ever added to. Each line carries a checksum of itself."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path
from typing import Any

from koloda.core.errors import KolodaError

SIGNS = 16  # of the checksum


class Damaged(KolodaError):
    """A line in the middle that is not what was written."""


def written(item: dict[str, Any]) -> bytes:
    """The line of an item."""
    body = json.dumps(item, separators=(",", ":")).encode("ascii")
    return body[:-1] + b',"sum":"' + summed(body) + b'"}\n'


def read(line: bytes) -> dict[str, Any] | None:
    """The item of a line (without its LF), None if it is not what was written."""
    tail = len(b',"sum":""}') + SIGNS
    body = line[:-tail] + b"}"
    if line[-tail:] != b',"sum":"' + summed(body) + b'"}':
        return None
    try:
        item = json.loads(body)
    except (ValueError, RecursionError):
        return None
    return item if isinstance(item, dict) else None


def summed(body: bytes) -> bytes:
    return sha256(body).hexdigest()[:SIGNS].encode("ascii")


class Journal:
    """A file and how far it has been read. Any number may read, one may write."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.position = 0  # bytes that were read
        self.lines = 0

    def news(self) -> list[dict[str, Any]]:
        """The items since the last call; a last line that is not complete yet is left for later."""
        try:
            with open(self.path, "rb") as file:
                file.seek(self.position)
                data = file.read()
        except FileNotFoundError:
            return []
        items = []
        whole = data[: data.rfind(b"\n") + 1]
        for line in whole.splitlines(keepends=True):
            item = read(line[:-1])
            if item is None:
                if self.position + len(line) == os.path.getsize(self.path):
                    break  # the last line: cut by who writes next
                raise Damaged(f"{self.path}: line {self.lines + 1} is damaged: --repair puts it aside")
            self.position += len(line)
            self.lines += 1
            items.append(item)
        return items

    def append(self, items: Iterable[dict[str, Any]]) -> None:
        """Write at once, and be sure that it is on disk."""
        data = b"".join(map(written, items))
        descriptor = os.open(self.path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            before = os.fstat(descriptor).st_size
            try:
                done = 0
                while done < len(data):
                    done += os.write(descriptor, data[done:])
                os.fsync(descriptor)
            except OSError as error:
                os.ftruncate(descriptor, before)
                raise KolodaError(
                    f"{self.path}: {error.strerror}: what was written before is safe; make room and go on"
                ) from None
        finally:
            os.close(descriptor)

    def mend(self, repair: bool = False) -> list[int]:
        """Before writing: cut off what a crash has left; `repair` puts damaged lines aside. Their numbers."""
        try:
            data = self.path.read_bytes()
        except FileNotFoundError:
            return []
        lines = data.splitlines(keepends=True)
        good = [line.endswith(b"\n") and read(line[:-1]) is not None for line in lines]
        bad = [number for number, fine in enumerate(good, 1) if not fine]
        if not bad:
            return []
        if bad != [len(lines)] and not repair:
            raise Damaged(f"{self.path}: line {bad[0]} is damaged: --repair puts it aside")
        if bad == [len(lines)]:
            os.truncate(self.path, len(data) - len(lines[-1]))
            return bad if repair else []
        aside = self.path.with_name(f"{self.path.name}.damaged")
        with open(aside, "ab", opener=lambda name, flags: os.open(name, flags, 0o600)) as file:
            file.write(
                b"".join(
                    line.rstrip(b"\n") + b"\n" for line, fine in zip(lines, good, strict=True) if not fine
                )
            )
        replace(self.path, b"".join(line for line, fine in zip(lines, good, strict=True) if fine))
        return bad


def replace(path: Path, data: bytes) -> None:
    """Write a file so that it is there completely or not at all; only its owner may read it."""
    unfinished = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with open(unfinished, "wb", opener=lambda name, flags: os.open(name, flags, 0o600)) as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(unfinished, path)
    except OSError as error:
        unfinished.unlink(missing_ok=True)
        raise KolodaError(f"{path}: {error.strerror}") from None
