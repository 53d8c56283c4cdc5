"""The files of a ladder, and how a runner and a server share them."""

from __future__ import annotations

import gzip
import json
import os
import secrets
import shutil
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec

from koloda.core.errors import KolodaError
from koloda.ladder.book import Book
from koloda.ladder.journal import Journal, replace
from koloda.ladder.live import LIVE
from koloda.ladder.rules import Rules, read_rules

RULES, EVENTS, GAMES, STANDINGS, NOW = (
    "ladder.json",
    "events.jsonl",
    "games.jsonl",
    "standings.json",
    "now.json",
)
INBOX, PROGRAMS, RECORDS, COMPILED = "inbox", "programs", "records", "compiled"
LOCK = ".lock"
FOLDERS = (INBOX, PROGRAMS, RECORDS, COMPILED, LIVE)
MOST_WAITING = 200  # files in the inbox
ALIVE = 30.0  # seconds after its last word a runner is taken for gone
LARGEST_ITEM = 4 << 20
RECORDS_EACH = 1000  # in a folder
REPORT_SIGNS = 200_000
FAULTS_KEPT = 100  # texts for the author of a version


def milliseconds() -> int:
    return time.time_ns() // 1_000_000


class Folder:
    """A ladder on disk."""

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        self.rules = read_rules(self.path / RULES)
        self.events = Journal(self.path / EVENTS)
        self.games = Journal(self.path / GAMES)
        self.book = Book()
        self.heads: dict[str, dict[str, Any]] = {}  # of what is in the inbox

    @classmethod
    def make(cls, path: str | Path, rules: Rules) -> Folder:
        """A new ladder; its levels play from the beginning."""
        root = Path(path)
        rules.check()
        if (root / RULES).exists():
            raise KolodaError(f"{path} holds a ladder already")
        if root.exists() and any(root.iterdir()):
            raise KolodaError(f"{path} is not empty: name a new folder")
        root.mkdir(mode=0o700, parents=True, exist_ok=True)
        root.chmod(0o700)
        for name in FOLDERS:
            (root / name).mkdir(mode=0o700)
        at = milliseconds()
        events: list[dict[str, Any]] = []
        for number, level in enumerate(rules.levels, 1):
            events.append(
                {"event": "program", "at": at, "program": number, "name": level, "owner": "", "level": True}
            )
            events.append({"event": "version", "at": at, "program": number, "version": 1})
        Journal(root / EVENTS).append(events)
        replace(root / RULES, json.dumps(msgspec.to_builtins(rules), indent=1).encode() + b"\n")
        return cls(root)

    def read(self) -> bool:
        """Take in what was written since the last time; was there anything?"""
        events, games = self.events.news(), self.games.news()
        # a fixture may name a version whose event was written between the two reads
        for event in (*events, *(self.events.news() if games else ())):
            self.book.hear(event)
        for fixture in games:
            self.book.count(fixture)
        return bool(events or games)

    # for the one who writes

    @contextmanager
    def locked(self) -> Iterator[None]:
        """One runner at a time; what a crash has left half written is cut off."""
        import fcntl  # a ladder's programs run on Linux; its pages are served anywhere

        descriptor = os.open(self.path / LOCK, os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600)
        try:
            try:
                fcntl.lockf(
                    descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB
                )  # workers that are forked do not hold it
            except OSError:
                raise Busy(f"a runner is at work in {self.path}") from None
            yield
        finally:
            os.close(descriptor)

    def mend(self, repair: bool = False) -> list[str]:
        """What was put aside, in words."""
        said = []
        for journal in (self.events, self.games):
            said += [f"{journal.path.name}: line {line} was put aside" for line in journal.mend(repair)]
        return said

    def tell(self, *events: dict[str, Any]) -> None:
        """Write events and take them in."""
        at = milliseconds()
        self.events.append({"at": at, **event} for event in events)
        self.read()

    def write(self, name: str, item: object) -> None:
        replace(self.path / name, json.dumps(item, separators=(",", ":")).encode("ascii") + b"\n")

    def read_item(self, name: str) -> Any:
        """A file that is written anew each time; None if there is none yet."""
        try:
            return json.loads((self.path / name).read_bytes())
        except (OSError, ValueError):
            return None

    # programs: the number of a program and of its version are the only parts of a path

    def place(self, program: int, version: int) -> Path:
        return self.path / PROGRAMS / str(int(program)) / str(int(version))

    def keep_sources(self, program: int, version: int, sources: Mapping[str, bytes]) -> None:
        """The sources of a version, before anything is said of it; once more after a crash."""
        folder = self.place(program, version) / "source"
        private(folder)
        for each in folder.iterdir():
            each.unlink()
        for name, content in sources.items():
            replace(folder / name, content)

    def source(self, program: int, version: int, main: str) -> Path:
        return self.place(program, version) / "source" / main

    def sources(self, program: int, version: int) -> dict[str, str]:
        folder = self.place(program, version) / "source"
        found = sorted(folder.iterdir()) if folder.is_dir() else []
        return {path.name: path.read_text("utf-8", errors="replace") for path in found}

    def keep_report(self, program: int, version: int, texts: Mapping[str, str]) -> None:
        """What the author alone is told of the test of a version, by language."""
        half = REPORT_SIGNS // 2
        short = {
            lang: text if len(text) <= REPORT_SIGNS else f"{text[:half]}\n[...]\n{text[-half:]}"
            for lang, text in texts.items()
        }
        private(self.place(program, version))
        replace(self.place(program, version) / "report.json", json.dumps(short).encode("ascii"))

    def report(self, program: int, version: int, lang: str = "en") -> str:
        found = self.read_item(f"{PROGRAMS}/{int(program)}/{int(version)}/report.json")
        return spoken(found, lang)

    def keep_fault(self, program: int, version: int, fault: Mapping[str, Any]) -> None:
        """What happened, for the author alone: the first faults of a version."""
        journal = Journal(self.place(program, version) / "faults.jsonl")
        private(journal.path.parent)
        journal.mend(repair=True)
        if len(journal.news()) < FAULTS_KEPT:
            journal.append([dict(fault)])

    def faults(self, program: int, version: int) -> list[dict[str, Any]]:
        return Journal(self.place(program, version) / "faults.jsonl").news()

    def forget(self, program: int) -> None:
        """Sources, reports and faults of all versions."""
        shutil.rmtree(self.path / PROGRAMS / str(int(program)), ignore_errors=True)

    # records of games

    def record_path(self, fixture: int, final: int = 0) -> Path:
        group = f"final-{int(final)}" if final else f"{fixture // RECORDS_EACH:06}"
        return self.path / RECORDS / group / f"{int(fixture)}.json.gz"

    def keep_records(self, fixture: int, final: int, records: list[dict[str, Any]]) -> None:
        """Before the fixture is in the log; of the ladder's own the oldest go."""
        path = self.record_path(fixture, final)
        path.parent.mkdir(mode=0o700, exist_ok=True)
        replace(path, gzip.compress(json.dumps(records, separators=(",", ":")).encode("ascii"), 6, mtime=0))
        old = fixture - self.rules.keep_records
        if old > 0 and not final:
            self.record_path(old).unlink(missing_ok=True)

    def records(self, fixture: int, final: int = 0) -> list[dict[str, Any]] | None:
        try:
            found = json.loads(gzip.decompress(self.record_path(fixture, final).read_bytes()))
        except (OSError, ValueError, EOFError):
            return None
        return found if isinstance(found, list) else None

    # the inbox: anybody puts, the runner takes

    def put(self, kind: str, **item: Any) -> str:
        """Leave something for the runner; the name under which it is known."""
        if len(os.listdir(self.path / INBOX)) >= MOST_WAITING:
            raise Busy("too much is waiting for the runner")
        name = f"{time.time_ns():020}-{secrets.token_hex(6)}"
        replace(
            self.path / INBOX / f"{name}.json",
            json.dumps({"kind": kind, "inbox": name, "at": milliseconds(), **item}).encode("ascii"),
        )
        return name

    def inbox(self) -> list[dict[str, Any]]:
        """What waits, the oldest first. A file that cannot be read is no upload of ours and is left out."""
        found = []
        for path in sorted((self.path / INBOX).glob("[0-9]*.json")):
            try:
                if path.stat().st_size > LARGEST_ITEM:
                    continue
                item = json.loads(path.read_bytes())
            except (OSError, ValueError, RecursionError):
                continue
            if isinstance(item, dict) and item.get("inbox") == path.stem:
                found.append(item)
        return found

    def waiting(self) -> list[dict[str, Any]]:
        """The same without the sources, each file read once: for who looks often."""
        names = {path.stem for path in (self.path / INBOX).glob("[0-9]*.json")}
        if names - self.heads.keys():
            for item in self.inbox():
                self.heads[item["inbox"]] = {key: value for key, value in item.items() if key != "files"}
            self.heads |= {name: {} for name in names - self.heads.keys()}  # no uploads of ours
        self.heads = {name: head for name, head in self.heads.items() if name in names}
        return [self.heads[name] for name in sorted(names) if self.heads[name]]

    def done_with(self, name: str) -> None:
        (self.path / INBOX / f"{name}.json").unlink(missing_ok=True)

    # how the runner is

    def runner(self) -> dict[str, Any] | None:
        """What the runner said last, None if there is none at work."""
        now = self.read_item(NOW)
        if not isinstance(now, dict) or time.time() - now.get("at", 0) / 1000 > ALIVE:
            return None
        return now


def spoken(texts: object, lang: str) -> str:
    """The text in a language, or in English."""
    return str(texts.get(lang) or texts.get("en") or "") if isinstance(texts, dict) else ""


def private(folder: Path) -> None:
    """Make a folder, and those above it, that only its owner may enter."""
    if not folder.is_dir():
        private(folder.parent)
        folder.mkdir(mode=0o700, exist_ok=True)


class Busy(KolodaError):
    """Somebody else is at work, or too much is waiting."""
