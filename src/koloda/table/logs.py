"""What the server says about itself: JSON lines, readable lines on a terminal, and never a secret.

`logging` as everybody knows it; details go into `extra`, and their names matter: whatever is called password,
token, secret, seed ... is hidden. The id of a table opens a private table, so logs carry its `mark` instead.
"""

from __future__ import annotations

import hashlib
import json
import logging
import re
import sys
from datetime import UTC, datetime
from typing import TextIO

HIDDEN = "[hidden]"
SECRET_NAMES = re.compile(r"password|token|secret|cookie|authorization|seed|luck|\bkey", re.IGNORECASE)
PATTERNS = (
    # a session token: payload, time and signature
    (re.compile(r"[\w-]{8,}\.[\w-]{5,8}\.[\w-]{20,}"), HIDDEN),
    (re.compile(r"(?i)\b(bearer|basic)\s+\S+"), rf"\1 {HIDDEN}"),
    (re.compile(r"(?i)([\"']?\b\w*(?:password|token|secret|luck|seed)\w*[\"']?\s*[:=]\s*)[\"']?[^\s\"',}&]+[\"']?"),
     rf"\1{HIDDEN}"),
    # the password in an address
    (re.compile(r"(://[^/\s:@]*):[^/\s@]*@"), rf"\1:{HIDDEN}@"),
)  # fmt: skip
TABLE_PATH = re.compile(r"(/tables/)([\w-]+)")
ORDINARY = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "color_message"}


def mark(table: str) -> str:
    """A name for a table in logs that tells nobody its id.

    >>> mark("a table")
    '#29d644f5'
    """
    return "#" + hashlib.sha256(b"koloda table " + table.encode()).hexdigest()[:8]


def clean(text: str) -> str:
    """A text without secrets, on one line."""
    for pattern, replacement in PATTERNS:
        text = pattern.sub(replacement, text)
    return TABLE_PATH.sub(lambda match: match[1] + mark(match[2]), text)


def details(record: logging.LogRecord) -> dict[str, object]:
    found: dict[str, object] = {}
    for name, value in vars(record).items():
        if name not in ORDINARY and not name.startswith("_"):
            if SECRET_NAMES.search(name):
                found[name] = HIDDEN
            else:
                found[name] = value if isinstance(value, int | float | None) else clean(str(value))
    return found


class JsonLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "text": clean(record.getMessage()),
            **details(record),
        }
        if record.exc_info:
            line["trace"] = clean(self.formatException(record.exc_info))
        return json.dumps(line, ensure_ascii=False)


class Readable(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        time = datetime.fromtimestamp(record.created).astimezone().strftime("%H:%M:%S")
        more = "".join(f" {name}={value}" for name, value in details(record).items())
        # control characters of strangers must not move the cursor
        line = f"{time} {record.levelname.lower():7} {clean(record.getMessage())}{more}"
        line = "".join(letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in line)
        if record.exc_info:
            line += "\n" + clean(self.formatException(record.exc_info))
        return line


def no_fault_of_ours(record: logging.LogRecord) -> bool:
    """A stranger who sends nonsense must not fill the log with traces."""
    if record.getMessage().startswith("Invalid UTF-8 sequence received from client"):
        return False
    # uvicorn closes a line twice when two such messages come at once
    return not (record.exc_info and type(record.exc_info[1]).__name__ == "InvalidState")


def set_up(stream: TextIO | None = None, level: int = logging.INFO, style: str | None = None) -> None:
    """Send all logs of the process to a stream, `json` or `text`; not said: text on a terminal."""
    stream = sys.stderr if stream is None else stream
    handler = logging.StreamHandler(stream)
    handler.setFormatter(
        Readable() if (style or ("text" if stream.isatty() else "json")) == "text" else JsonLines()
    )
    root = logging.getLogger()
    for old in root.handlers[:]:
        root.removeHandler(old)
    root.addHandler(handler)
    root.setLevel(level)
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access", "asyncio"):
        logger = logging.getLogger(name)
        logger.handlers.clear()
        logger.propagate = True
    for name in ("uvicorn.error", "asyncio"):
        logging.getLogger(name).addFilter(no_fault_of_ours)
    # a line for each request and socket would be most of the log; the metrics count them
    for name in ("uvicorn.access", "uvicorn.error"):
        logging.getLogger(name).setLevel(logging.WARNING)
