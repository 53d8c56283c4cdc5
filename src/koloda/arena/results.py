"""The folder of a tournament: its plan, a line for each game, and the reports made from them.

Lines are only added. Each has a checksum; on loading all are checked. What a crash has cut off at the end is
taken away, any other damage is told and nothing is changed, unless somebody asks for a repair.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from koloda.arena.files import GAMES, PLAN, KeptGames, opened, room, whole_lines, write_whole
from koloda.arena.tournament import Fixture, Outcome, Plan, is_of, outcome_of, unsealed
from koloda.core.errors import KolodaError

VERSION = "koloda-tournament/1"


class Folder(KeptGames):
    """Where a tournament keeps its games."""

    def __init__(self, path: str, plan: Plan, resume: bool = False, repair: bool = False) -> None:
        self.plan = plan
        self.found: dict[int, tuple[dict[str, Any], Outcome]] = {}  # of before, not yet asked for
        self.done: dict[int, Outcome] = {}
        super().__init__(path, resume, repair)

    def begin(self) -> None:
        facts = {"koloda": VERSION, **self.plan.facts(), "hashes": self.plan.hashes()}
        write_whole(self.path / PLAN, json.dumps(facts, indent=1) + "\n")

    # going on

    def go_on(self) -> None:
        found = read_plan(self.path)
        self.check_facts(found, json.loads(json.dumps(self.plan.facts())))
        self.check_hashes(self.plan.bots, found.get("hashes"), self.plan.hashes())
        self.read_games()

    def read_games(self) -> None:
        """All lines with their checksums; which of them are wanted is seen when their round comes."""
        path = self.path / GAMES
        lines = whole_lines(path)
        good = []
        total = self.plan.total()
        for place, line in enumerate(lines, 1):
            try:
                entry = unsealed(line)
                if entry is None:
                    raise KolodaError("damaged: its checksum does not fit")
                outcome = outcome_of(entry)
                if not 1 <= outcome.number <= total:
                    raise KolodaError(f"game {outcome.number} is not in the schedule")
                if outcome.number in self.found:
                    raise KolodaError(f"game {outcome.number} a second time")
            except (KolodaError, KeyError, TypeError, ValueError) as error:
                why = str(error) if isinstance(error, KolodaError) else "damaged: no game of a tournament"
                self.refuse(place, why)
                continue
            self.found[outcome.number] = (entry, outcome)
            good.append(line)
        whole = "".join(f"{line}\n" for line in good)
        if len(good) < len(lines) or (path.exists() and path.stat().st_size != len(whole.encode())):
            write_whole(path, whole)

    def missing(self, fixtures: list[Fixture]) -> list[Fixture]:
        """The games of a round that have not been played yet; those that have been are taken over."""
        left = []
        other = set()
        for fixture in fixtures:
            entry, outcome = self.found.pop(fixture.number, ({}, None))
            if outcome is not None and is_of(self.plan, fixture, entry, outcome):
                self.done[fixture.number] = outcome
                continue
            left.append(fixture)
            if outcome is not None:
                other.add(fixture.number)
        if other and not self.repair:
            raise KolodaError(
                f"{self.path / GAMES}: game {min(other)} is not that of this tournament: "
                "--resume --repair plays such games again"
            )
        if other:
            self.games.close()
            lines = [line for line in whole_lines(self.path / GAMES) if number_of(line) not in other]
            write_whole(self.path / GAMES, "".join(f"{line}\n" for line in lines))
            self.games = self.files.enter_context(opened(self.path / GAMES))
        return left

    # writing

    def add(self, lines: list[str]) -> list[Outcome]:
        """Keep these games: they are in the file when this returns."""
        added = []
        with room(self.path / GAMES):
            for line in lines:
                self.games.write(f"{line}\n")
            self.games.flush()
        for line in lines:
            entry = unsealed(line)
            assert entry is not None
            outcome = outcome_of(entry)
            self.done[outcome.number] = outcome
            added.append(outcome)
        return added

    def outcomes(self) -> list[Outcome]:
        return [self.done[number] for number in sorted(self.done)]

    def entries(self) -> Iterator[dict[str, Any]]:
        """All games as they were written, in their order."""
        for line in self.sorted_lines():
            entry = unsealed(line)
            assert entry is not None
            yield entry

    def sorted_lines(self) -> list[str]:
        lines = whole_lines(self.path / GAMES)
        return sorted(lines, key=number_of)

    def finish(self) -> None:
        """The games in their order: the same tournament gives the same file, however it was played."""
        lines = self.sorted_lines()
        if lines != whole_lines(self.path / GAMES):
            write_whole(self.path / GAMES, "".join(f"{line}\n" for line in lines))


def number_of(line: str) -> int:
    entry = unsealed(line)
    assert entry is not None
    return int(entry["tournament"]["number"])


def read_plan(path: Path) -> dict[str, Any]:
    """The plan of a tournament as it was written."""
    try:
        found = json.loads((path / PLAN).read_text("utf-8"))
    except FileNotFoundError:
        raise KolodaError(f"{path} holds no tournament that could be resumed") from None
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict) or found.get("koloda") != VERSION:
        raise KolodaError(f"{path / PLAN}: damaged, or of another version")
    return found


class Memory:
    """A tournament of which nothing is kept on disk."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.done: dict[int, Outcome] = {}

    def missing(self, fixtures: list[Fixture]) -> list[Fixture]:
        return fixtures

    def add(self, lines: list[str]) -> list[Outcome]:
        added = []
        for line in lines:
            entry = unsealed(line)
            assert entry is not None
            outcome = outcome_of(entry)
            self.done[outcome.number] = outcome
            added.append(outcome)
        return added

    def outcomes(self) -> list[Outcome]:
        return [self.done[number] for number in sorted(self.done)]
