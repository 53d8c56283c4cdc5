"""Plays a tournament: rounds, batches for the workers, results as they come."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence

from koloda.arena.executors import Executor
from koloda.arena.results import Folder, Memory
from koloda.arena.tournament import Batch, Fixture, Outcome, Plan, play_batch

LARGEST = 500  # games of a batch
SECONDS = 0.25  # that a batch shall take: long against its way to a worker, short against a crash


class Pace:
    """How many games are worth a task of their own, by how long they have taken so far."""

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self.began = time.monotonic()
        self.played = 0

    def size(self) -> int:
        if not self.played:
            return 1
        mean = self.workers * (time.monotonic() - self.began) / self.played
        return max(1, min(LARGEST, int(SECONDS / max(mean, 1e-9))))


def batches(plan: Plan, fixtures: Sequence[Fixture], pace: Pace) -> Iterator[Batch]:
    first = 0
    while first < len(fixtures):
        size = pace.size()
        # the last ones are smaller, so that no worker waits for another one
        size = min(size, max(1, (len(fixtures) - first) // (2 * pace.workers)))
        yield Batch(plan, tuple(fixtures[first : first + size]))
        first += size


def play_tournament(
    plan: Plan, kept: Folder | Memory, executor: Executor, workers: int = 1
) -> Iterator[list[Outcome]]:
    """Play what is missing, and yield what has been played, batch by batch; first what was there before."""
    for number in range(plan.round_count()):
        fixtures = plan.fixtures(number, kept.outcomes())
        left = kept.missing(fixtures)
        before = len(fixtures) - len(left)
        if before:
            wanted = {fixture.number for fixture in fixtures}
            yield [outcome for outcome in kept.outcomes() if outcome.number in wanted]
        if left:
            pace = Pace(workers)
            for lines in executor.run(play_batch, batches(plan, left, pace)):
                added = kept.add(lines)
                pace.played += len(added)
                yield added
