"""What the runner does with the inbox: uploads become versions, words of the organiser are carried out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from koloda.core.errors import KolodaError
from koloda.ladder.book import ACTIVE, BY_AUTHOR, FROZEN, RETIRED
from koloda.ladder.entry import NotTaken, check_owner, checked_name, checked_sources
from koloda.ladder.folder import Folder


class Intake:
    def __init__(self, folder: Folder, say: Callable[[str], None]) -> None:
        self.folder = folder
        self.book = folder.book
        self.say = say

    def take(self) -> None:
        """Everything that waits, in order. What was taken before a crash is only cleared away."""
        for item in self.folder.inbox():
            name = str(item["inbox"])
            if name not in self.book.taken:
                try:
                    self.carry_out(item)
                except NotTaken as error:
                    self.reject(item, str(error), error.code, error.details)
                except (KolodaError, KeyError, TypeError, AttributeError) as error:
                    self.reject(item, str(error))
            self.folder.done_with(name)

    def reject(self, item: dict[str, Any], why: str, code: str = "", details: Sequence[object] = ()) -> None:
        self.folder.tell(
            {
                "event": "rejected",
                "inbox": item["inbox"],
                "owner": str(item.get("owner", ""))[:100],
                "name": str(item.get("name", ""))[:100],
                "why": why[:300],
                "code": code,
                "details": [str(each)[:100] for each in details],
            }
        )
        self.say(f"{item.get('kind')} of {item.get('name')} was rejected: {why}")

    def carry_out(self, item: dict[str, Any]) -> None:
        kind = item["kind"]
        done = {"inbox": item["inbox"]}
        if kind == "upload":
            self.upload(item)
        elif kind in ("freeze", "unfreeze", "retire"):
            self.change(kind, item.get("name", ""), done)
        elif kind == "remove":
            self.remove(str(item["owner"]), item["name"], done)
        elif kind == "deadline":
            self.folder.tell({"event": "deadline", "until": int(item["until"]), **done})
        elif kind == "ban":
            self.ban(str(item["owner"]), bool(item.get("lift")), done)
        elif kind == "forget":
            self.forget(str(item["owner"]), done)
        else:
            raise KolodaError(f"unknown: {str(kind)[:40]!r}")

    def change(self, kind: str, name: str, done: dict[str, Any]) -> None:
        if not name:  # the ladder as a whole: no uploads are taken, games go on
            if kind == "retire":
                raise KolodaError("retire whom?")
            self.folder.tell({"event": "closed", "closed": kind == "freeze", **done})
            return
        program = self.book.named(name)
        if program is None:
            raise KolodaError(f"there is no program {name[:40]!r}")
        if program.status == RETIRED and kind != "unfreeze":
            raise KolodaError(f"{program.name} is retired")
        status = {"freeze": FROZEN, "unfreeze": ACTIVE, "retire": RETIRED}[kind]
        event: dict[str, Any] = {"event": status, "program": program.number, **done}
        if kind == "unfreeze" and program.current is not None:
            event["forgiven"] = program.current.counted  # who comes back from the bench gets another chance
        self.folder.tell(event)

    def remove(self, owner: str, name: str, done: dict[str, Any]) -> None:
        """An author takes a program of his own away; a new version under its name brings it back."""
        program = self.book.named(name)
        if program is None or not owner or program.owner != owner or program.status == RETIRED:
            raise KolodaError(f"there is no program {name[:40]!r} of this account")
        if program.status == FROZEN:  # else a new version would let it out
            raise KolodaError(f"{program.name} is frozen")
        self.folder.tell({"event": RETIRED, "program": program.number, "why": BY_AUTHOR, **done})

    def ban(self, owner: str, lift: bool, done: dict[str, Any]) -> None:
        """All programs of an account go, and nothing more is taken from it."""
        gone = [] if lift else [p for p in self.book.of(owner) if p.status != RETIRED]
        self.folder.tell(
            *({"event": RETIRED, "program": program.number, "why": "banned"} for program in gone),
            {"event": "ban", "owner": owner, "lift": lift, **done},
        )

    def forget(self, owner: str, done: dict[str, Any]) -> None:
        """An account was deleted: its programs go, and what only its owner could read is removed."""
        if not owner:
            raise KolodaError("the organiser stays")
        for program in self.book.of(owner):
            self.folder.forget(program.number)
        gone = [program for program in self.book.of(owner) if program.status != RETIRED]
        self.folder.tell(
            *({"event": RETIRED, "program": program.number} for program in gone),
            {"event": "forgotten", "owner": owner, **done},
        )

    def upload(self, item: dict[str, Any]) -> None:
        """A new version. All that the server has checked is checked again: others can write here too."""
        owner = str(item["owner"])
        name = checked_name(item["name"])
        sources = checked_sources(self.folder.rules, item["main"], item["files"])
        known = self.book.named(name)
        check_owner(self.folder.rules, self.book, owner, name, int(item["at"]))
        program = known.number if known else max(self.book.programs, default=0) + 1
        version = len(known.versions) + 1 if known else 1
        self.folder.keep_sources(program, version, sources)
        events: list[dict[str, Any]] = []
        if known is None:
            events.append({"event": "program", "program": program, "name": name, "owner": owner})
        elif known.removed:
            forgiven = known.current.counted if known.current is not None else 0
            events.append({"event": ACTIVE, "program": program, "forgiven": forgiven})
        events.append(
            {
                "event": "version",
                "at": int(item["at"]),
                "program": program,
                "version": version,
                "main": item["main"],
                "inbox": item["inbox"],
            }
        )
        self.folder.tell(*events)
        self.say(f"{name} v{version} has come")
