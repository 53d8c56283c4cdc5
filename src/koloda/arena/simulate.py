"""Deals between bots, counted or written down. A plan gives the same results with any number of jobs."""

from __future__ import annotations

import json
import signal
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from koloda.bots import Bot, bot
from koloda.bots.player import Player, bot_rng
from koloda.core.errors import BadOption
from koloda.core.game import MAX_SEED
from koloda.core.policy import seated_playout
from koloda.core.rng import Rng
from koloda.core.state import State
from koloda.core.trace import write_trace
from koloda.games import game as game_by_id

TRACES_AT_ONCE = 20


@dataclass(frozen=True)
class Plan:
    """What to play: deal i has the seed `seed` + i; `bots` sit down in turn, again from the first."""

    game: str
    seats: int
    seed: int
    games: int
    options: Mapping[str, object]
    bots: Sequence[str]
    traces: bool = False

    def check(self) -> None:
        """A clear error for what is wrong, before anything is played."""
        game = game_by_id(self.game)
        game.resolve(self.seats, self.options)
        for name in self.bots:
            bot(name).policy(game)
        if not 0 <= self.seed <= MAX_SEED - self.games:
            raise BadOption(
                f"seed {self.seed}: with {self.games} games it can be 0 to 2**63 - 1 - {self.games}"
            )

    def bot_names(self) -> list[str]:
        """The bot on each seat."""
        return [self.bots[seat % len(self.bots)] for seat in range(self.seats)]

    def chunks(self) -> Iterator[tuple[int, int]]:
        """(first deal, how many) of each part of the work: the same for all jobs, so that sums are equal."""
        size = TRACES_AT_ONCE if self.traces else max(200, self.games // 2000)
        for first in range(0, self.games, size):
            yield first, min(size, self.games - first)


@dataclass
class Tally:
    """What is counted of the deals played."""

    scores: list[float]
    wins: list[int]
    games: int = 0
    actions: int = 0
    lengths: Counter[int] = field(default_factory=Counter)

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


def simulate(plan: Plan, jobs: int = 1) -> Iterator[tuple[Tally, list[str]]]:
    """Play the plan; one tally and the traces, as JSON lines, for each part, in order."""
    plan.check()
    if jobs == 1:
        for first, count in plan.chunks():
            yield play(plan, first, count)
        return
    from multiprocessing import Pool

    with Pool(jobs, leave_interrupts_to_the_parent) as pool:
        yield from pool.imap(play_part, ((plan, first, count) for first, count in plan.chunks()))


def leave_interrupts_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def play_part(part: tuple[Plan, int, int]) -> tuple[Tally, list[str]]:
    return play(*part)


def play(plan: Plan, first: int, count: int) -> tuple[Tally, list[str]]:
    """Play some deals of the plan."""
    game = game_by_id(plan.game)
    bots = [bot(name) for name in plan.bot_names()]
    policies = [each.policy(game) for each in bots]
    tally = Tally.empty(plan.seats)
    lines: list[str] = []
    for seed in range(plan.seed + first, plan.seed + first + count):
        rngs = [bot_rng(seed, seat) for seat in range(plan.seats)]
        if plan.traces:
            trace = traced(plan, seed, bots, rngs)
            lines.append(json.dumps(trace, separators=(",", ":")))
            tally.count(trace["result"]["scores"], trace["result"]["winners"], len(trace["steps"]))
        else:
            state = game.deal(plan.seats, seed, plan.options)
            actions = seated_playout(state, policies, rngs, Rng(seed, 2))
            tally.count(state.scores(), game.result(state)["winners"], int(actions))
    return tally, lines


def traced(plan: Plan, seed: int, bots: Sequence[Bot], rngs: Sequence[Rng]) -> dict[str, Any]:
    """The trace of one deal, in which each bot is asked with what its seat may know."""

    def choose(state: State, seat: int) -> int:
        return bots[seat].choose(Player(state, seat, rngs[seat]))

    return write_trace(game_by_id(plan.game), choose, plan.seats, seed, plan.options)[0]
