"""Lessons: positions of games with what they turned out to be worth."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import NamedTuple

from koloda.arena.training.bot import tuning_of
from koloda.arena.training.plan import Plan
from koloda.bots.mcts import think
from koloda.bots.player import Player, bot_rng
from koloda.core.outlook import Values
from koloda.core.policy import HazyPolicy, next_seat, playout
from koloda.core.rng import Rng
from koloda.core.state import State

CHUNK = {False: 200, True: 40}  # games of a task: of the heuristic, of the search
ROLLOUTS = 12  # of which a lesson of the heuristic's is the mean
HAZE = 5  # per cent of random actions in these
RANDOM = 15  # per cent of random actions in the heuristic's games,
STRAY = 3  # and in those of the search
SHARE = 2  # one in so many positions of a game of the heuristic: neighbours are alike
LESSONS = 6  # the stream of a deal's seed that belongs to whoever makes lessons of it


class Task(NamedTuple):
    plan: Plan
    generation: int
    number: int  # of the chunk
    best: str  # the file of the values that play, or none


class Lessons(NamedTuple):
    """Features of positions, as many for each, and targets, as the bytes of two arrays."""

    features: bytes  # unsigned, of 16 bits
    targets: bytes  # of 32 bits


def chunks(plan: Plan, generation: int) -> int:
    """How many tasks a generation has."""
    games = plan.searched if generation else plan.games
    size = CHUNK[generation > 0]
    return (games + size - 1) // size


def learned_in(task: Task) -> Lessons:
    """The lessons of one chunk: they follow from the task alone."""
    plan, generation = task.plan, task.generation
    size = CHUNK[generation > 0]
    games = plan.searched if generation else plan.games
    book = Book(plan.values())
    for number in range(task.number * size, min(games, (task.number + 1) * size)):
        seed = plan.seed_of(generation, number)
        state = plan.rules().deal(plan.seats, seed, plan.options)
        if generation:
            searched(plan, task.best, state, seed, book)
        else:
            wandered(plan, state, Rng(seed, LESSONS), book)
    return Lessons(book.features.tobytes(), book.targets.tobytes())


class Book:
    """Where lessons are written down."""

    def __init__(self, values: Values) -> None:
        self.values = values
        self.endings = values.endings.fresh()
        self.features = array("H")
        self.targets = array("f")

    def add(self, state: State, seen: Sequence[int], returns: list[float]) -> None:
        self.features.extend(seen)
        self.targets.extend(self.values.targets(state, returns))


def wandered(plan: Plan, state: State, rng: Rng, book: Book) -> None:
    """A game of the heuristic with some random actions: exact where an ending is short, else the mean of
    rollouts, in each of which chance decides anew."""
    heuristic = plan.rules().heuristic
    wandering = HazyPolicy(heuristic, RANDOM)
    rollout = HazyPolicy(heuristic, HAZE)
    state.stop_tracking()
    stage = -1
    while state.pending:
        if state.begins() and state.stage() != stage:
            stage = int(state.stage())
            if rng.below(SHARE) == 0:
                book.add(state, book.values.seen(state), worth(state, rollout, rng, book))
        seat = next_seat(state, rng)
        state.apply(seat, wandering.choose(state, seat, rng))


def worth(state: State, rollout: HazyPolicy, rng: Rng, book: Book) -> list[float]:
    if book.endings.known(state):
        return book.endings.results()
    sums = [0.0] * int(state.seats)
    for _ in range(ROLLOUTS):
        copy = book.values.redrawn(state, rng)
        playout(copy, rollout, rng)
        sums = [total + value for total, value in zip(sums, book.values.outcome(copy), strict=True)]
    return [total / ROLLOUTS for total in sums]


def searched(plan: Plan, best: str, state: State, seed: int, book: Book) -> None:
    """A game of searches: exact where an ending is short, else how the game ended."""
    tuning = tuning_of(state, best)
    rng = Rng(seed, LESSONS)
    players = [Player(state, seat, bot_rng(seed, seat)) for seat in range(plan.seats)]
    waiting: list[tuple[State, list[int]]] = []
    stage = -1
    while state.pending:
        if state.begins() and state.stage() != stage:
            stage = int(state.stage())
            seen = book.values.seen(state)
            if book.endings.known(state):
                book.add(state, seen, book.endings.results())
            else:
                waiting.append((state.clone(), seen))
        seat = int(next_seat(state, rng))
        if rng.below(100) < STRAY:
            action = int(state.random_legal(seat, rng))
        else:
            action = think(players[seat], None, plan.iterations, tuning=tuning)
        state.apply(seat, action)
    for position, seen in waiting:
        book.add(position, seen, book.values.outcome(state))
