"""Everyone against everyone on the same mirrored deals, by any number of jobs."""

from __future__ import annotations

import signal
from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from multiprocessing import get_context
from typing import Any

from koloda.arena.contest.record import write_record
from koloda.arena.contest.referee import Conditions, Deal, Played, play
from koloda.arena.contest.results import GameResult
from koloda.arena.programs import orphans
from koloda.arena.programs.faults import JudgeFailure
from koloda.arena.programs.program import Program
from koloda.arena.programs.sandbox import Sandbox
from koloda.arena.seeds import deal_seed
from koloda.games import game as game_by_id


@dataclass(frozen=True)
class Plan:
    """What is played: for each pair of programs `games` games, two on every deal."""

    programs: tuple[str, ...]
    games: int
    seed: int
    conditions: Conditions

    def schedule(self) -> list[Fixture]:
        fixtures: list[Fixture] = []
        for a in range(len(self.programs)):
            for b in range(a + 1, len(self.programs)):
                for game in range(self.games):
                    teams = (a, b) if game % 2 == 0 else (b, a)
                    fixtures.append(Fixture(len(fixtures) + 1, teams, game // 2 + 1))
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
    number: int  # in the schedule, from 1
    teams: tuple[int, int]  # programs on seats 1 and 3, and on 2 and 4
    deal: int


@dataclass(frozen=True)
class Outcome:
    """A game that was played, as it goes into the files."""

    result: GameResult
    record: dict[str, Any]
    errors: tuple[bytes, ...]  # what each seat wrote to standard error
    fault_seat: int  # from 0, or -1
    repeated: tuple[str, ...] = ()  # why the game was played again


@dataclass(frozen=True)
class Work:
    """What a worker needs for every game."""

    plan: Plan
    programs: tuple[Program, ...]
    sandbox: Sandbox

    def play(self, fixture: Fixture) -> Outcome:
        conditions = self.plan.conditions
        teams = [self.programs[program] for program in fixture.teams]
        played = play(self.plan.deal(fixture.deal), [*teams, *teams], conditions, self.sandbox)
        texts = {"1": teams[0].text, "2": teams[1].text}
        return Outcome(
            result_of(played, fixture),
            write_record(played, fixture.number, fixture.deal, texts, conditions),
            tuple(played.errors),
            played.fault_seat,
            tuple(played.repeated),
        )


def result_of(played: Played, fixture: Fixture) -> GameResult:
    at_fault = fixture.teams[played.fault_seat % 2] if played.fault is not None else None
    code = played.fault.code if played.fault is not None else ""
    return GameResult(fixture.teams, fixture.deal, played.winner, played.reason, at_fault, code)


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
