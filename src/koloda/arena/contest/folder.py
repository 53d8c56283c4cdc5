"""The folder of a tournament: its plan, one line for each game, and what belongs to each author alone."""

from __future__ import annotations

import errno
import fcntl
import hashlib
import json
import os
import re
import shlex
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import asdict
from pathlib import Path
from typing import IO, Any

from koloda import __version__
from koloda.arena.contest.explain import author_page
from koloda.arena.contest.html_report import html_report
from koloda.arena.contest.report import as_text, summary
from koloda.arena.contest.results import GameResult
from koloda.arena.contest.tournament import Fixture, Outcome, Plan
from koloda.arena.contest.transcript import check_transcript
from koloda.arena.programs.program import Program
from koloda.core.errors import KolodaError
from koloda.core.game import MAX_SEED
from koloda.core.options import shown
from koloda.games.durak import GAME

PLAN = "tournament.json"
GAMES = "games.jsonl"
AUTHORS = "authors"
LOCK = ".lock"
FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)
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
            self.path.mkdir(mode=0o700, parents=True, exist_ok=True)
            self.lock()
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

    def lock(self) -> None:
        file = self.files.enter_context(opened(self.path / LOCK))
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise KolodaError(f"another judge is at work in {self.path}: wait for its end") from None

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
        with self.room(GAMES):
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
        with self.room(AUTHORS):
            folder.parent.mkdir(mode=0o700, exist_ok=True)
            folder.mkdir(mode=0o700, exist_ok=True)
        self.write(str(folder.relative_to(self.path) / name), text)

    def write(self, name: str, text: str) -> None:
        """Write a file so that it is there completely or not at all."""
        path = self.path / name
        unfinished = path.with_name(f"{path.name}.{os.getpid()}.part")
        with self.room(name):
            try:
                with opened(unfinished, "w") as file:
                    file.write(text)
                os.replace(unfinished, path)
            except BaseException:
                unfinished.unlink(missing_ok=True)
                raise

    @contextmanager
    def room(self, name: str) -> Iterator[None]:
        """A full disk is no reason to lose anything: the file is named, and the way on."""
        try:
            yield
        except OSError as error:
            if error.errno not in FULL:
                raise
            raise KolodaError(
                f"{self.path / name}: {error.strerror}. Games that were written are safe: "
                "make room and go on with the same command and --resume"
            ) from None

    def results(self) -> list[GameResult]:
        return [self.done[number] for number in sorted(self.done)]

    def records(self) -> Iterator[dict[str, Any]]:
        """All games as they were written, in the order of the schedule."""
        found: dict[int, str] = {}
        for line in whole_lines(self.path / GAMES):
            found[int(json.loads(line)["number"])] = line
        for number in sorted(found):
            yield json.loads(found[number])

    def finish(self, lang: str = "en") -> None:
        """The results so far, and games that were repaired in their place."""
        facts = summary(self.plan, self.results())
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


def fingerprint(text: str) -> dict[str, str]:
    """The SHA-256 of every file that a program is made of; of our own programs the version."""
    try:
        words = [text] if os.path.isfile(text) else shlex.split(text)
    except ValueError:
        words = []
    if words and words[0] == "koloda":
        return {"koloda": __version__}
    found = {}
    for word in words:
        if os.path.isfile(word):
            with open(word, "rb") as file:
                found[word] = hashlib.file_digest(file, "sha256").hexdigest()
    return found


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


def whole_lines(path: Path) -> list[str]:
    """The lines of a file that end with LF."""
    if not path.exists():
        return []
    text = path.read_text("utf-8", errors="replace")
    return text[: text.rfind("\n") + 1].split("\n")[:-1]


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
