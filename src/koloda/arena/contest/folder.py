"""The folder of a tournament: its plan, one line for each game, and what belongs to each author alone."""

from __future__ import annotations

import json
import os
import re
import shlex
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import Any

from koloda.arena.contest.explain import author_page
from koloda.arena.contest.html_report import html_report
from koloda.arena.contest.report import as_text, summary
from koloda.arena.contest.results import GameResult
from koloda.arena.contest.tournament import Fixture, Outcome, Plan
from koloda.arena.contest.transcript import check_transcript
from koloda.arena.files import GAMES, PLAN, KeptGames, fingerprint, room, whole_lines, write_whole
from koloda.arena.programs.program import Program
from koloda.arena.programs.sandbox import Sandbox
from koloda.core.errors import KolodaError
from koloda.core.game import MAX_SEED
from koloda.core.options import shown
from koloda.games.durak import GAME

AUTHORS = "authors"
AUTHOR_BYTES = 64 << 20  # of standard error that are kept for one author


class Damaged(KolodaError):
    """A line that is no game of this tournament."""


class Folder(KeptGames):
    """Where a contest keeps its games. One judge at a time works in it."""

    who = "judge"

    def __init__(
        self, path: str, plan: Plan, programs: Sequence[Program], resume: bool = False, repair: bool = False
    ) -> None:
        self.plan = plan
        self.programs = programs
        self.done: dict[int, GameResult] = {}
        self.kept = [0] * len(plan.programs)
        self.hashes = [fingerprint(text) for text in plan.programs]
        super().__init__(path, resume, repair)

    def begin(self) -> None:
        self.write(PLAN, json.dumps({**plan_facts(self.plan), "hashes": self.hashes}, indent=1) + "\n")
        self.tell_authors()

    def tell_authors(self) -> None:
        """What the compiler said of the programs that it refused."""
        for number, program in enumerate(self.programs):
            if program.problem:
                self.write_author(number, "compile.txt", f"{program.problem}\n\n{program.output}\n")

    # going on

    def go_on(self) -> None:
        try:
            found = json.loads((self.path / PLAN).read_text("utf-8"))
        except ValueError:
            found = None
        if not isinstance(found, dict):
            raise KolodaError(f"{self.path / PLAN}: damaged")
        self.check_facts(found, plan_facts(self.plan))
        self.check_hashes(self.plan.programs, found.get("hashes"), self.hashes)
        self.read_games()
        self.tell_authors()

    def read_games(self) -> None:
        """What was played before, checked by the rules; a line that was cut off in a crash is taken away."""
        schedule = {fixture.number: fixture for fixture in self.plan.schedule()}
        lines = whole_lines(self.path / GAMES)
        good: dict[int, str] = {}
        for place, line in enumerate(lines, 1):
            try:
                number, result = self.read_game(line, schedule)
                if number in self.done:
                    raise Damaged(f"game {number} a second time")
            except KolodaError as error:
                self.refuse(place, error)
                continue
            self.done[number] = result
            good[number] = line
        self.write(GAMES, "".join(f"{good[number]}\n" for number in sorted(good)))

    def read_game(self, line: str, schedule: dict[int, Fixture]) -> tuple[int, GameResult]:
        """(number, result) of a game that was played as the plan says and by the rules."""
        try:
            record = json.loads(line)
        except (ValueError, RecursionError):
            raise Damaged("damaged: no JSON") from None
        if not isinstance(record, dict):
            raise Damaged("damaged: no record of a game")
        number = record.get("number")
        fixture = schedule.get(number) if isinstance(number, int) else None
        if fixture is None or not isinstance(number, int) or isinstance(number, bool):
            raise Damaged(f"game {shown(number)} is not in the schedule")
        texts = {str(side + 1): self.plan.programs[program] for side, program in enumerate(fixture.teams)}
        deal = self.plan.deal(fixture.deal)
        for key, value in (
            ("programs", texts),
            ("deal_id", fixture.deal),
            ("deck", list(deal.deck)),
            ("trump", deal.trump),
            ("first", deal.first + 1),
        ):
            if record.get(key) != value:
                raise Damaged(f"game {number}: {key} is not that of the schedule")
        check_transcript(GAME, record)
        return number, result_from_record(record, fixture)

    def missing(self) -> list[Fixture]:
        return [fixture for fixture in self.plan.schedule() if fixture.number not in self.done]

    # writing

    def add(self, outcome: Outcome) -> None:
        number = int(outcome.record["number"])
        self.done[number] = outcome.result
        for program in set(outcome.result.teams):
            self.write_author(program, f"game-{number}.txt", self.page_of(outcome, program))
        with room(self.path / GAMES):
            self.games.write(json.dumps(outcome.record, separators=(",", ":")) + "\n")
            self.games.flush()

    def page_of(self, outcome: Outcome, program: int) -> str:
        """What an author gets of one game: his dialogues, his standard error, the verdict with its advice."""
        seats = [seat for seat in range(4) if outcome.result.teams[seat % 2] == program]
        errors = {seat + 1: outcome.errors[seat] for seat in seats}
        self.kept[program] += sum(len(each) for each in errors.values())
        if self.kept[program] > AUTHOR_BYTES:
            note = f"(not kept: more than {AUTHOR_BYTES >> 20} MiB of standard error before)".encode()
            errors = {seat: note if said else b"" for seat, said in errors.items()}
        return "\n".join(author_page(outcome.record, errors)) + "\n"

    def author(self, number: int) -> Path:
        """The private folder of one author: to be given to him alone."""
        text = self.plan.programs[number]
        name = re.sub(r"[^\w.+-]+", "_", os.path.basename(shlex_first(text)))[:60].strip("._")
        return self.path / AUTHORS / f"{number + 1}-{name or 'program'}"

    def write_author(self, number: int, name: str, text: str) -> None:
        folder = self.author(number)
        with room(self.path / AUTHORS):
            folder.parent.mkdir(mode=0o700, exist_ok=True)
            folder.mkdir(mode=0o700, exist_ok=True)
        self.write(str(folder.relative_to(self.path) / name), text)

    def write(self, name: str, text: str) -> None:
        write_whole(self.path / name, text)

    def results(self) -> list[GameResult]:
        return [self.done[number] for number in sorted(self.done)]

    def records(self) -> Iterator[dict[str, Any]]:
        """All games as they were written, in the order of the schedule."""
        found: dict[int, str] = {}
        for line in whole_lines(self.path / GAMES):
            found[int(json.loads(line)["number"])] = line
        for number in sorted(found):
            yield json.loads(found[number])

    def finish(self, lang: str, sandbox: Sandbox) -> None:
        """The results so far, and games that were repaired in their place."""
        facts = summary(self.plan, self.results(), sandbox)
        self.write("standings.json", json.dumps(facts, indent=1) + "\n")
        self.write("standings.txt", as_text(facts) + "\n")
        self.write("report.html", html_report(self.plan, facts, self.records(), lang))
        lines = whole_lines(self.path / GAMES)
        if [json.loads(line)["number"] for line in lines] != sorted(self.done):
            self.write(GAMES, "".join(f"{json.dumps(r, separators=(',', ':'))}\n" for r in self.records()))


def shlex_first(text: str) -> str:
    """The file or command that a program is, without its arguments."""
    if os.path.isfile(text):
        return text
    with suppress(ValueError):
        words = shlex.split(text)
        return words[0] if words else text
    return text


def plan_facts(plan: Plan) -> dict[str, Any]:
    facts: dict[str, Any] = json.loads(json.dumps(asdict(plan)))
    return facts


def planned_seed(path: str) -> int:
    """The seed of a tournament that is resumed."""
    try:
        seed = json.loads((Path(path) / PLAN).read_text("utf-8"))["seed"]
    except FileNotFoundError:
        raise KolodaError(f"{path} holds no tournament that could be resumed") from None
    except (ValueError, KeyError, TypeError):
        seed = None
    if not isinstance(seed, int) or not 0 <= seed <= MAX_SEED:
        raise KolodaError(f"{Path(path) / PLAN}: damaged")
    return seed


def result_from_record(record: dict[str, Any], fixture: Fixture) -> GameResult:
    """The result of a record that has been checked."""
    verdict = record["verdict"]
    winner = None if verdict["winner"] is None else int(verdict["winner"]) - 1
    code = str(verdict.get("code", ""))
    at_fault = fixture.teams[(int(verdict["seat"]) - 1) % 2] if code else None
    return GameResult(fixture.teams, fixture.deal, winner, str(verdict["reason"]), at_fault, code)
