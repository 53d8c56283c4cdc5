"""Finds puzzles in games of strong bots: decisions with one clearly best action that is not the obvious one.

A deal is played by short searches. Where such a search prefers something else than the heuristic does, by
enough, longer ones with other generators are asked. If they agree, and the action is better than each other
one by many standard errors of their difference, the position is a puzzle. Endings that a game solves need no
second opinion. The same request gives the same puzzles on every machine.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from koloda.bots.mcts import Estimate, evaluate
from koloda.bots.player import Player, bot_rng
from koloda.bots.puzzle import EXACT, FORMAT, SEARCHED, Puzzle
from koloda.bots.search import Search
from koloda.core.game import Game
from koloda.core.policy import next_seat
from koloda.core.rng import Rng
from koloda.core.state import State

ORDER = 2  # streams of a deal's seed, as bots/driver.py and bots/player.py use them
OPINIONS = 64
SEARCHES = 5  # long ones, each with a generator of its own
ERRORS = 4.0  # how many standard errors a margin must have
LEAST_TRIES = 40  # of each other action in all long searches together: fewer say nothing of it
FROM_A_DEAL = 2
LONGEST = 500  # actions before the position: longer deals make large files
# who tries to solve a puzzle: a part of the game's short search, and the rating that we give it
SOLVERS = ((0.0, 1000.0), (0.05, 1200.0), (0.25, 1450.0), (1.0, 1700.0))
TRIES = 4
EASIEST, HARDEST = 700, 2400


@dataclass(frozen=True)
class Request:
    """What to look for: deal i has the seed `seed` + i and the i-th number of seats, again from the first."""

    game: Game
    seats: Sequence[int]
    seed: int
    options: Mapping[str, object]
    short: int  # iterations of the searches that play
    long: int  # iterations of each long search
    least: float  # margin, in the game's returns
    endings: bool  # exact ones only

    def head(self) -> dict[str, Any]:
        """The first line of a file: what is needed to make it once more."""
        return {
            "format": FORMAT,
            "game": self.game.id,
            "seats": list(self.seats),
            "seed": self.seed,
            "options": dict(self.options),
            "short": self.short,
            "long": self.long,
            "margin": self.least,
            "endings": self.endings,
        }


def found(request: Request, deal: int) -> list[Puzzle]:
    """The puzzles of one deal, at most FROM_A_DEAL: those with the clearest margins."""
    every = sorted(positions(request, deal), key=lambda puzzle: -clarity(puzzle))
    return sorted(every[:FROM_A_DEAL], key=lambda puzzle: len(puzzle.actions))


def clarity(puzzle: Puzzle) -> float:
    return puzzle.margin / (puzzle.error + 0.01)


def positions(request: Request, deal: int) -> Iterator[Puzzle]:
    game = request.game
    seats, seed = request.seats[deal % len(request.seats)], request.seed + deal
    state = game.deal(seats, seed, request.options)
    rngs = [bot_rng(seed, seat) for seat in range(seats)]
    order = Rng(seed, ORDER)
    played: list[tuple[int, str]] = []
    while state.pending and len(played) < LONGEST:
        seat = int(next_seat(state, order))
        legal = [int(action) for action in state.legal(seat)]
        action = legal[0]
        if len(legal) > 1:
            player = Player(state, seat, rngs[seat])
            usual = int(game.heuristic.choose(state.masked(seat), seat, rngs[seat].fork()))
            if request.endings and not solvable(state, seat):
                action = usual  # nothing to find yet
            else:
                estimates = evaluate(player, None, request.short)
                action = estimates[0].action
                if action != usual and [int(a) for a in state.offered(seat)] == legal and not state.free:
                    values = judged(request, state, seat, estimates, len(played))
                    if values is not None:
                        yield puzzle(request, state, seat, played, seed, *values)
        played.append((seat, game.text(action)))
        state.apply(seat, action)


def solvable(state: State, seat: int) -> bool:
    """Does the seat know all that an exact solution needs?"""
    return bool(state.game.tuning.endings.solvable(state.determinize(seat, Rng(0)), seat))


def judged(
    request: Request, state: State, seat: int, estimates: list[Estimate], place: int
) -> tuple[dict[int, float], int, float, float] | None:
    """(values, the best action, margin, its standard error) of a position that is a puzzle, else None."""
    best = estimates[0].action
    if estimates[0].visits == 0:  # solved
        exact = {estimate.action: estimate.value for estimate in estimates}
        margin = exact[best] - max(value for action, value in exact.items() if action != best)
        return (exact, best, margin, 0.0) if margin > 0 else None
    if request.endings:
        return None
    rest = [estimate.value for estimate in estimates[1:]]
    if estimates[0].value - max(rest) < request.least:
        return None
    opinions = []
    for number in range(SEARCHES):
        player = Player(state, seat, Rng(request.seed + place, OPINIONS + number))
        opinion = evaluate(player, None, request.long)
        if opinion[0].action != best:
            return None
        opinions.append(opinion)
    return settled(request, best, opinions)


def settled(
    request: Request, best: int, opinions: list[list[Estimate]]
) -> tuple[dict[int, float], int, float, float] | None:
    """What several long searches say together, if it is clear."""
    by_action: dict[int, list[Estimate]] = {}
    for opinion in opinions:
        for estimate in opinion:
            by_action.setdefault(estimate.action, []).append(estimate)
    values: dict[int, float] = {}
    margin, error = math.inf, 0.0
    for action, each in by_action.items():
        if len(each) < SEARCHES or sum(estimate.visits for estimate in each) < LEAST_TRIES:
            return None
        values[action] = sum(estimate.value for estimate in each) / SEARCHES
    for action, each in by_action.items():
        if action == best:
            continue
        gaps = [mine.value - other.value for mine, other in zip(by_action[best], each, strict=True)]
        mean = sum(gaps) / SEARCHES
        spread = math.sqrt(sum((gap - mean) ** 2 for gap in gaps) / (SEARCHES - 1) / SEARCHES)
        if mean < request.least or mean < ERRORS * spread:
            return None
        if mean < margin:
            margin, error = mean, spread
    return values, best, margin, error


def puzzle(
    request: Request,
    state: State,
    seat: int,
    played: Sequence[tuple[int, str]],
    seed: int,
    values: Mapping[int, float],
    best: int,
    margin: float,
    error: float,
) -> Puzzle:
    game = request.game
    rounded = {game.text(action): round(value, 3) for action, value in values.items()}
    solution = game.text(best)
    others = max(value for text, value in rounded.items() if text != solution)
    return Puzzle(
        game.id,
        dict(request.options),
        int(state.seats),
        seed,
        list(played),
        seat,
        [solution],
        rounded,
        round(rounded[solution] - others, 3),
        round(error, 3),
        SEARCHED if error else EXACT,
        difficulty(request, state, seat, best, len(values)),
    )


def difficulty(request: Request, state: State, seat: int, best: int, choices: int) -> int:
    """The rating at which our solvers, by theirs, would find it as often as they did."""
    tries: list[tuple[float, bool]] = []
    for part, rating in SOLVERS:
        for number in range(TRIES):
            rng = Rng(request.seed + number, OPINIONS + SEARCHES + number)
            player = Player(state, seat, rng)
            if part:
                iterations = max(choices, round(part * request.short))
                guess = hasty(player, iterations)
            else:
                guess = int(request.game.novice.choose(player.masked(), seat, rng))
            tries.append((rating, guess == best))
    return solved_by(tries)


def hasty(player: Player, iterations: int) -> int:
    """What a search of so few iterations does; it solves no endings."""
    game = player.game
    search = Search(
        player.determinize(player.rng.fork()), player.seat, game.heuristic, game.tuning, player.rng
    )
    search.run(iterations)
    return int(search.best())


def solved_by(tries: Sequence[tuple[float, bool]]) -> int:
    """The difficulty of which one would expect as many solutions as there were, by the curve of ratings.

    >>> solved_by([(1500.0, True), (1500.0, False)])
    1500
    >>> solved_by([(1000.0, True), (1500.0, True)]) < solved_by([(1000.0, False), (1500.0, True)])
    True
    """
    known = [*tries, (1500.0, True), (1500.0, False)]  # one of each before we know anything
    right = sum(good for _, good in known)
    low, high = float(EASIEST), float(HARDEST)
    for _ in range(40):
        middle = (low + high) / 2
        expected = sum(1 / (1 + 10 ** ((middle - rating) / 400)) for rating, _ in known)
        low, high = (middle, high) if expected > right else (low, middle)
    return round((low + high) / 2)
