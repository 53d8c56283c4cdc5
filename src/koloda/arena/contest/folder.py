"""The folder of a tournament: its plan, one line for each game, and what belongs to each author alone."""

from __future__ import annotations

import json
import os
import re
import shlex
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, suppress
from dataclasses import asdict
from pathlib import Path
from typing import Any

from koloda.arena.contest.explain import author_page
from koloda.arena.contest.html_report import html_report
from koloda.arena.contest.report import as_text, summary
from koloda.arena.contest.results import GameResult
from koloda.arena.contest.tournament import Fixture, Outcome, Plan
from koloda.arena.contest.transcript import check_transcript
from koloda.arena.files import fingerprint, locked, make_private, opened, room, whole_lines, write_whole
from koloda.arena.programs.program import Program
from koloda.arena.programs.sandbox import Sandbox
from koloda.core.errors import KolodaError
from koloda.core.game import MAX_SEED
from koloda.core.options import shown
from koloda.games.durak import GAME

PLAN = "tournament.json"
GAMES = "games.jsonl"
AUTHORS = "authors"
AUTHOR_BYTES = 64 << 20  # of standard error that are kept for one author


class Damaged(KolodaError):
    """A line that is no game of this tournament."""


class Folder:
    """Where a tournament keeps its games. One judge at a time works in it."""

    def __init__(
        self, path: str, plan: Plan, programs: Sequence[Program], resume: bool = False, repair: bool = False
    ) -> None:
        self.path = Path(path)
        self.plan = plan
        self.done: dict[int, GameResult] = {}
        self.dropped: list[int] = []  # lines that --repair has taken away
        self.kept = [0] * len(plan.programs)
        self.files = ExitStack()
        wanted = {**plan_facts(plan), "hashes": [fingerprint(text) for text in plan.programs]}
        begun = (self.path / PLAN).exists()
        if begun and not resume:
            raise KolodaError(f"{path} holds a tournament already: --resume to go on with it")
        if resume and not begun:
            raise KolodaError(f"{path} holds no tournament that could be resumed")
        try:
            # all pairs play the same deals: while they play, nobody else may read seed and games
            make_private(self.path)
            self.files.enter_context(locked(self.path, "judge"))
            if begun:
                self.check_plan(wanted)
                self.read_games(repair)
            else:
                self.write(PLAN, json.dumps(wanted, indent=1) + "\n")
            for number, program in enumerate(programs):
                if program.problem:
                    self.write_author(number, "compile.txt", f"{program.problem}\n\n{program.output}\n")
            self.games = self.files.enter_context(opened(self.path / GAMES))
        except BaseException:
            self.close()
            raise

    # going on

    def check_plan(self, wanted: dict[str, Any]) -> None:
        try:
            found = json.loads((self.path / PLAN).read_text("utf-8"))
        except ValueError:
            found = None
        if not isinstance(found, dict):
            raise KolodaError(f"{self.path / PLAN}: damaged")
        for key, value in wanted.items():
            if key == "hashes":
                self.check_hashes(found.get(key), value)
            elif found.get(key) != value:
                before = shown(found.get(key))
                raise KolodaError(f"{self.path} holds another tournament: {key} {before}, not {shown(value)}")

    def check_hashes(self, found: object, wanted: list[dict[str, str]]) -> None:
        """The same programs must play all games."""
        before = found if isinstance(found, list) and len(found) == len(wanted) else [{}] * len(wanted)
        for text, old, new in zip(self.plan.programs, before, wanted, strict=True):
            changed = [name for name in {**new, **old} if old.get(name) != new.get(name)]
            if changed:
                raise KolodaError(
                    f"{text}: {changed[0]} has changed since the tournament in {self.path} began: "
                    "bring the old file back, or begin a new tournament in another folder"
                )

    def read_games(self, repair: bool) -> None:
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
                if not repair:
                    raise KolodaError(
                        f"{self.path / GAMES}: line {place}: {error}: "
                        "--resume --repair drops such lines and plays their games again"
                    ) from None
                self.dropped.append(place)
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

    def close(self) -> None:
        with suppress(OSError):  # what could not be written has been told already
            self.files.close()


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
