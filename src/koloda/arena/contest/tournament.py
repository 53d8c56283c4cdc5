"""Everyone against everyone on the same mirrored deals, by any number of jobs, resumable from a folder."""

from __future__ import annotations

import json
import os
import signal
from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from multiprocessing import get_context
from pathlib import Path
from typing import IO, Any

from koloda.arena.contest.record import write_record
from koloda.arena.contest.referee import Conditions, Deal, Played, play
from koloda.arena.contest.results import GameResult
from koloda.arena.contest.transcript import write_transcript
from koloda.arena.programs import orphans
from koloda.arena.programs.faults import JudgeFailure
from koloda.arena.programs.program import Program
from koloda.arena.programs.sandbox import Sandbox
from koloda.arena.seeds import deal_seed
from koloda.core.errors import KolodaError
from koloda.core.game import MAX_SEED
from koloda.core.options import shown
from koloda.games import game as game_by_id

PLAN = "tournament.json"
GAMES = "games.jsonl"
TRANSCRIPTS = "transcripts.jsonl"
ERRORS = "stderr"


@dataclass(frozen=True)
class Plan:
    """What is played: for each pair of programs `games` games, two on every deal."""

    programs: tuple[str, ...]
    games: int
    seed: int
    conditions: Conditions

    def schedule(self) -> list[Fixture]:
        fixtures = []
        for a in range(len(self.programs)):
            for b in range(a + 1, len(self.programs)):
                for game in range(self.games):
                    teams = (a, b) if game % 2 == 0 else (b, a)
                    fixtures.append(Fixture(teams, game // 2 + 1))
        return fixtures

    def deal(self, number: int) -> Deal:
        """The deal with this number, from 1: it depends on the seed and the number only."""
        game = game_by_id("durak")
        options = self.conditions.options
        setup = game.setup(game.deal(4, deal_seed(self.seed, number), options))
        appointed = game.resolve(4, options)["first_mover"] == "appointed"
        first = (number - 1) % 4 if appointed else setup["first"]
        return Deal(tuple(setup["deck"]), setup["trump"], first)


@dataclass(frozen=True)
class Fixture:
    teams: tuple[int, int]  # programs on seats 1 and 3, and on 2 and 4
    deal: int


@dataclass(frozen=True)
class Outcome:
    """A game that was played, as it goes into the files."""

    result: GameResult
    record: str
    transcript: str
    errors: tuple[bytes, ...]  # what each seat wrote to standard error
    fault_seat: int  # from 0, or -1
    repeated: tuple[str, ...] = ()  # why the game was played again


@dataclass(frozen=True)
class Work:
    """What a worker needs for every game."""

    plan: Plan
    programs: tuple[Program, ...]
    sandbox: Sandbox
    times: bool

    def play(self, fixture: Fixture) -> Outcome:
        conditions = self.plan.conditions
        teams = [self.programs[program] for program in fixture.teams]
        played = play(self.plan.deal(fixture.deal), [*teams, *teams], conditions, self.sandbox)
        texts = {"1": teams[0].text, "2": teams[1].text}
        return Outcome(
            result_of(played, fixture),
            dumped(write_record(played, fixture.deal, texts, conditions)),
            dumped(write_transcript(played, texts, conditions, self.times)),
            tuple(played.errors),
            played.fault_seat,
            tuple(played.repeated),
        )


def result_of(played: Played, fixture: Fixture) -> GameResult:
    at_fault = fixture.teams[played.fault_seat % 2] if played.fault is not None else None
    code = played.fault.code if played.fault is not None else ""
    return GameResult(fixture.teams, fixture.deal, played.winner, played.reason, at_fault, code)


def dumped(item: object) -> str:
    return json.dumps(item, separators=(",", ":"))


# playing

worker: Work | None = None


def begin_worker(work: Work) -> None:
    """A worker leaves interrupts to its parent and does not outlive it."""
    global worker
    worker = work
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    orphans.die_with_parent()
    orphans.adopt()


def play_in_worker(fixture: Fixture) -> Outcome:
    assert worker is not None
    return worker.play(fixture)


def play_all(work: Work, fixtures: Sequence[Fixture], jobs: int) -> Iterator[Outcome]:
    """The games in their order, with this many at the same time."""
    if jobs == 1:
        for fixture in fixtures:
            yield work.play(fixture)
        return
    # fork: the workers are copies of this process, which has one thread
    with ProcessPoolExecutor(jobs, get_context("fork"), begin_worker, (work,)) as pool:
        waiting: deque[Future[Outcome]] = deque()
        try:
            for fixture in fixtures:
                waiting.append(pool.submit(play_in_worker, fixture))
                if len(waiting) >= 4 * jobs:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        except BrokenProcessPool:
            raise JudgeFailure("one of its processes was ended from outside") from None
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


# files


class Folder:
    """Where a tournament keeps its games, one line each in the order of the schedule."""

    def __init__(self, path: str, plan: Plan, resume: bool) -> None:
        self.path = Path(path)
        self.done: list[GameResult] = []
        self.files = ExitStack()
        wanted = plan_facts(plan)
        if (self.path / PLAN).exists():
            if not resume:
                raise KolodaError(f"{path} holds a tournament already: --resume to go on with it")
            self.check_plan(wanted)
            self.read_games(plan)
        elif resume:
            raise KolodaError(f"{path} holds no tournament that could be resumed")
        else:
            # all pairs play the same deals: while they play, nobody else may read seed, games and transcripts
            self.path.mkdir(mode=0o700, parents=True, exist_ok=True)
            write_whole(self.path / PLAN, json.dumps(wanted, indent=1) + "\n")
        self.games = self.files.enter_context(opened(self.path / GAMES))
        self.transcripts = self.files.enter_context(opened(self.path / TRANSCRIPTS))

    def check_plan(self, wanted: dict[str, Any]) -> None:
        try:
            found = json.loads((self.path / PLAN).read_text("utf-8"))
        except ValueError:
            found = None
        if not isinstance(found, dict):
            raise KolodaError(f"{self.path / PLAN}: damaged")
        for key, value in wanted.items():
            if found.get(key) != value:
                before = shown(found.get(key))
                raise KolodaError(f"{self.path} holds another tournament: {key} {before}, not {shown(value)}")

    def read_games(self, plan: Plan) -> None:
        """What was played before; a line that was cut off in a crash is taken away."""
        schedule = plan.schedule()
        lines = whole_lines(self.path / GAMES)
        for fixture, line in zip(schedule, lines, strict=False):
            try:
                self.done.append(result_from_record(json.loads(line), fixture))
            except (ValueError, KeyError, TypeError) as error:
                place = f"{self.path / GAMES}: line {len(self.done) + 1}"
                raise KolodaError(f"{place}: damaged ({error})") from None
        transcripts = whole_lines(self.path / TRANSCRIPTS)
        # a transcript is written before its game, so there can only be too many
        count = min(len(self.done), len(transcripts))
        self.done = self.done[:count]
        write_whole(self.path / GAMES, "".join(f"{line}\n" for line in lines[:count]))
        write_whole(self.path / TRANSCRIPTS, "".join(f"{line}\n" for line in transcripts[:count]))

    def add(self, outcome: Outcome) -> None:
        self.done.append(outcome.result)
        if outcome.fault_seat >= 0 and outcome.errors[outcome.fault_seat]:
            (self.path / ERRORS).mkdir(exist_ok=True)
            name = f"game-{len(self.done)}-seat-{outcome.fault_seat + 1}.txt"
            (self.path / ERRORS / name).write_bytes(outcome.errors[outcome.fault_seat])
        for file, line in ((self.transcripts, outcome.transcript), (self.games, outcome.record)):
            file.write(line + "\n")
            file.flush()

    def finish(self, standings: dict[str, Any], text: str) -> None:
        write_whole(self.path / "standings.json", json.dumps(standings, indent=1) + "\n")
        write_whole(self.path / "standings.txt", text + "\n")

    def close(self) -> None:
        self.files.close()


def plan_facts(plan: Plan) -> dict[str, Any]:
    facts: dict[str, Any] = json.loads(json.dumps(asdict(plan)))
    return facts


def result_from_record(record: dict[str, Any], fixture: Fixture) -> GameResult:
    result = record["result"]
    winner = None if result["winner"] is None else int(result["winner"]) - 1
    if record["deal_id"] != fixture.deal:
        raise ValueError(f"deal {record['deal_id']}, by the schedule {fixture.deal}")
    if winner not in (None, 0, 1):
        raise ValueError(f"winner {winner}")
    code = str(result.get("code", ""))
    at_fault = fixture.teams[(int(result["seat"]) - 1) % 2] if code else None
    return GameResult(fixture.teams, fixture.deal, winner, str(result["reason"]), at_fault, code)


def whole_lines(path: Path) -> list[str]:
    """The lines of a file that end with LF."""
    if not path.exists():
        return []
    text = path.read_text("utf-8", errors="replace")
    return text[: text.rfind("\n") + 1].split("\n")[:-1]


def opened(path: Path, mode: str = "a") -> IO[str]:
    """A file to write that only its owner may read."""
    return open(path, mode, encoding="utf-8", opener=lambda name, flags: os.open(name, flags, 0o600))


def write_whole(path: Path, text: str) -> None:
    """Write a file so that it is there completely or not at all."""
    unfinished = path.with_name(f"{path.name}.{os.getpid()}.part")
    with opened(unfinished, "w") as file:
        file.write(text)
    os.replace(unfinished, path)


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
