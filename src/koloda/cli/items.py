"""Files of traces and records: plain or compressed, JSON lines or one document, read as a stream.

The files come from anywhere, so nothing in them is believed: every problem is one BadFile.
"""

from __future__ import annotations

import gzip
import io
import json
import os
import sys
import zlib
from collections.abc import Iterator
from typing import IO, NoReturn, cast

from koloda.core.errors import KolodaError

LONGEST = 1 << 24  # bytes of a line, or of a document of several lines; traces have some 1 << 16
MOST_BLANK = 10_000  # blank lines: more are no file of ours but an attack
GZIP = b"\x1f\x8b"


class BadFile(KolodaError):
    """A file that cannot be read to its end as JSON."""


class Items:
    """The JSON values of a file, each with its place (`line 3`, `item 2`); `-` is standard input."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.name = "standard input" if path == "-" else path
        self.size = 0
        self.raw: IO[bytes] | None = None

    def part_read(self) -> float:
        """How much of the file has been read, 0 to 1; 0 where it has no size."""
        return self.raw.tell() / self.size if self.size and self.raw is not None else 0.0

    def __iter__(self) -> Iterator[tuple[str, object]]:
        try:
            if self.path == "-":
                yield from self.values(cast(io.BufferedReader, sys.stdin.buffer))
                return
            with open(self.path, "rb") as file:
                self.raw = file
                self.size = os.fstat(file.fileno()).st_size
                yield from self.values(file)
        except EOFError:
            raise BadFile(f"{self.name}: truncated: the compressed data end too early") from None
        except (gzip.BadGzipFile, zlib.error) as error:
            raise BadFile(f"{self.name}: damaged compressed data ({error})") from None
        except OSError as error:
            raise BadFile(f"{self.name}: {error.strerror or error}") from None

    def values(self, file: io.BufferedReader) -> Iterator[tuple[str, object]]:
        stream: IO[bytes] = file
        if file.peek(2)[:2] == GZIP:
            stream = io.BufferedReader(cast(io.RawIOBase, gzip.GzipFile(fileobj=file)))
        number = blank = 0
        empty = True
        while line := stream.readline(LONGEST + 1):
            number += 1
            if len(line) > LONGEST:
                raise BadFile(f"{self.name}: line {number}: longer than {LONGEST >> 20} MiB")
            if not line.strip():
                blank += 1
                if blank > MOST_BLANK:
                    raise BadFile(f"{self.name}: line {number}: nothing but blank lines")
                continue
            try:
                value = parsed(line)
            except ValueError as error:
                if not empty:
                    raise BadFile(f"{self.name}: line {number}: {error}") from None
                yield from self.document(line, stream)
                return
            empty = False
            if isinstance(value, list):
                yield from listed(value)
            else:
                yield f"line {number}", value
        if empty:
            raise BadFile(f"{self.name}: empty")

    def document(self, first: bytes, stream: IO[bytes]) -> Iterator[tuple[str, object]]:
        """The file as one JSON document that goes over several lines."""
        text = first + stream.read(LONGEST + 1 - len(first))
        if len(text) > LONGEST:
            raise BadFile(f"{self.name}: line 1 is no JSON, and as one document the file is too long")
        try:
            value = parsed(text)
        except ValueError as error:
            raise BadFile(f"{self.name}: {error}") from None
        yield from listed(value) if isinstance(value, list) else [("line 1", value)]


def listed(values: list[object]) -> Iterator[tuple[str, object]]:
    for number, value in enumerate(values, 1):
        yield f"item {number}", value


class NoNumber(ValueError):
    pass


def refuse(constant: str) -> NoReturn:
    raise NoNumber(f"{constant} is no JSON number")


def parsed(data: bytes) -> object:
    """The JSON value; ValueError with a short message for anything else."""
    try:
        return json.loads(data.decode("utf-8-sig"), parse_constant=refuse)
    except UnicodeDecodeError:
        raise ValueError("not text: its bytes are no UTF-8") from None
    except json.JSONDecodeError as error:
        place = f"line {error.lineno} " if error.lineno > 1 else ""
        raise ValueError(f"no JSON at {place}column {error.colno}: {error.msg}") from None
    except RecursionError:
        raise ValueError("nested too deeply") from None
    except NoNumber:
        raise
    except ValueError:  # the interpreter's limit on the digits of a number
        raise ValueError("a number with too many digits") from None
