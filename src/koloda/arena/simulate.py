"""Deals between bots, counted or written down. A plan gives the same results with any number of jobs."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from koloda.arena.data import DealWriter, batch
from koloda.arena.executors import Local
from koloda.arena.external import is_program
from koloda.arena.external.faults import ProgramFault
from koloda.arena.pairing import check_bot, faults_of
from koloda.arena.seeds import check_seed, seed_of
from koloda.bots import bot
from koloda.bots.driver import Driver
from koloda.bots.player import Setting
from koloda.core.options import Value
from koloda.core.trace import TraceWriter
from koloda.games import game as game_by_id

if TYPE_CHECKING:
    from koloda.arena.external.workshop import Setup

TRACES_AT_ONCE = 20
THOUGHT_AT_ONCE = 4  # deals of bots that think: the last ones shall not keep one job alone busy
QUICK_AT_LEAST = 20  # deals of bots that decide at once
LAST_PARTS = 8  # what is left is at least so many parts of theirs, so that the last ones are small too


@dataclass(frozen=True)
class Plan:
    """What to play: deal i has the seed `seed` + i, or one that follows from it if it is a secret.

    `bots` sit down in turn, again from the first.
    """

    game: str
    seats: int
    seed: int
    games: int
    options: Mapping[str, object]
    bots: Sequence[str]
    traces: bool = False
    secret: bool = False
    rows: bool = False  # for a Parquet file, with views or without
    views: bool = False

    def check(self) -> None:
        """A clear error for what is wrong, before anything is played."""
        game_by_id(self.game).resolve(self.seats, self.options)
        for name in self.bots:
            check_bot(name)
            bot(name).check_repeatable()
        check_seed(self.seed, self.games, self.secret)

    def bot_names(self) -> list[str]:
        """The bot on each seat."""
        return [self.bots[seat % len(self.bots)] for seat in range(self.seats)]

    def chunks(self) -> Iterator[tuple[int, int]]:
        """(first deal, how many) of each part of the work: the same for all jobs, so that sums are equal."""
        least = 0
        if self.traces or self.views:
            size = TRACES_AT_ONCE
        elif self.rows:
            size = max(200, self.games // 2000)  # a row group
        elif all(bot(name).policy(game_by_id(self.game)) for name in self.bots):
            size, least = min(max(200, self.games // 100), 5000), QUICK_AT_LEAST
        else:
            size = THOUGHT_AT_ONCE
        first = 0
        while left := self.games - first:
            count = min(size, max(least, left // LAST_PARTS), left) if least else min(size, left)
            yield first, count
            first += count


class Part(NamedTuple):
    """What comes of some deals: counts, and what is to be written (JSON lines, or one record batch)."""

    tally: Tally
    written: list[Any]


@dataclass
class Tally:
    """What is counted of the deals played."""

    scores: list[float]
    wins: list[int]
    games: int = 0
    actions: int = 0
    lengths: Counter[int] = field(default_factory=Counter)
    faults: list[ProgramFault] = field(default_factory=list)

    @classmethod
    def empty(cls, seats: int) -> Tally:
        return cls([0.0] * seats, [0] * seats)

    def count(self, scores: Sequence[float], winners: Sequence[int], actions: int) -> None:
        for seat, score in enumerate(scores):
            self.scores[seat] += score
        for seat in winners:
            self.wins[seat] += 1
        self.games += 1
        self.actions += actions
        self.lengths[actions] += 1

    def add(self, other: Tally) -> None:
        self.scores = [a + b for a, b in zip(self.scores, other.scores, strict=True)]
        self.wins = [a + b for a, b in zip(self.wins, other.wins, strict=True)]
        self.games += other.games
        self.actions += other.actions
        self.lengths.update(other.lengths)
        self.faults += other.faults


def simulate(plan: Plan, jobs: int = 1) -> Iterator[Part]:
    """Play the plan; one part after the other, in order."""
    plan.check()
    begin = {"begin": partial(workshop_of, current())} if any(map(is_program, plan.bots)) else {}
    with Local(jobs, **begin) as workers:
        yield from workers.in_order(play_part, ((plan, first, count) for first, count in plan.chunks()))


def current() -> Setup:
    from koloda.arena.external import workshop

    workshop.sandbox()
    return workshop.current


def workshop_of(setup: Setup) -> None:
    from koloda.arena.external import workshop

    workshop.use(setup)


def play_part(part: tuple[Plan, int, int]) -> Part:
    return play(*part)


def play(plan: Plan, first: int, count: int) -> Part:
    """Play some deals of the plan."""
    game = game_by_id(plan.game)
    names = plan.bot_names()
    bots = [bot(name) for name in names]
    driver = Driver(game, bots, Setting(game.resolve(plan.seats, plan.options)))
    pinned = game.pinned(cast(Mapping[str, Value], plan.options)) if plan.rows else {}
    tally = Tally.empty(plan.seats)
    written: list[Any] = []
    rows: list[dict[str, Any]] = []
    for number in range(first, first + count):
        seed = seed_of(plan.seed, number, plan.secret)
        state = game.deal(plan.seats, seed, plan.options, watch=plan.traces or driver.watch)
        try:
            if plan.traces:
                writer = TraceWriter(state, plan.options)
                actions = driver.play_by(state, seed, writer.apply)
                written.append(json.dumps(writer.finished(), separators=(",", ":")))
            elif plan.rows:
                deal = DealWriter(state, plan.views)
                actions = driver.play_by(state, seed, deal.apply)
                rows.append(deal.row(number, pinned, seed, names))
            else:
                actions = driver.play(state, seed)
        finally:
            driver.close()
        if driver.watch:
            tally.faults += faults_of(bots)
        tally.count(state.scores(), game.result(state)["winners"], actions)
    if plan.rows:
        written.append(batch(rows))
    return Part(tally, written)
