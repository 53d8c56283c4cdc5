"""Puzzles for people: which there are, which is today's, what each has answered, and how strong it makes him.

The puzzles themselves belong to the games (koloda/bots/puzzle.py). What follows from the day follows from it
alone, so all processes say the same. Only the first answer to a puzzle counts for a rating, and only the
first answer of a day to a daily one for the row of days.
"""

from __future__ import annotations

import functools
import hashlib
import logging
from collections.abc import Mapping
from datetime import date, timedelta
from typing import Any

from koloda.bots.puzzle import Puzzle, asked, puzzles
from koloda.core.errors import KolodaError
from koloda.core.game import Game
from koloda.core.record import FORMAT
from koloda.core.state import State
from koloda.games import all_games
from koloda.table.errors import Refused
from koloda.table.puzzle_rating import Strength
from koloda.table.puzzle_wire import (
    DailyPuzzle,
    NextPuzzle,
    PuzzleDay,
    PuzzleExport,
    PuzzleGame,
    PuzzleItem,
    PuzzleList,
    PuzzleRating,
    Puzzles,
    Tried,
    TriedPuzzle,
)
from koloda.table.store import Step, Store

log = logging.getLogger(__name__)
DAY = 24 * 3600 * 1000
LONGEST_ROW = 4000  # days that are looked at
LISTED = 1000
RACES = 20
TRY = (
    "insert into puzzle_tries(user_id, game, puzzle, at, answer, solved) values(?1, ?2, ?3, ?4, ?5, ?6) "
    "on conflict do nothing"
)
NOTE_DAY = (
    "insert into puzzle_days(user_id, day, game, puzzle, solved) values(?1, ?2, ?3, ?4, ?5) "
    "on conflict do nothing"
)
INSERT = (
    "insert into puzzle_ratings(user_id, game, rating, deviation, tries, solved) "
    "values(?1, ?2, ?3, ?4, ?5, ?6) on conflict do nothing"
)
UPDATE = (
    "update puzzle_ratings set rating = ?3, deviation = ?4, tries = ?5, solved = ?6 "
    "where user_id = ?1 and game = ?2 and tries = ?7"
)


@functools.cache
def book(game: Game) -> Mapping[str, Puzzle]:
    """The puzzles of a game by their ids, the easiest first; a file that is wrong has none."""
    try:
        found = sorted(puzzles(game), key=lambda puzzle: (puzzle.difficulty, puzzle.id))
    except KolodaError as error:
        log.warning("the puzzles of %s cannot be read: %s", game.id, error)
        return {}
    return {puzzle.id: puzzle for puzzle in found}


def need_puzzle(game: Game, name: str) -> Puzzle:
    puzzle = book(game).get(name)
    if puzzle is None:
        raise Refused("no_puzzle")
    return puzzle


@functools.lru_cache(256)
def position(game: Game, name: str) -> State:
    """The position of a puzzle: nobody acts in it, it is only looked at."""
    try:
        return asked(game, need_puzzle(game, name))
    except Refused:
        raise
    except KolodaError as error:
        log.warning("puzzle %s of %s does not hold: %s", name, game.id, error)
        raise Refused("no_puzzle") from None


def record(puzzle: Puzzle, names: list[str]) -> dict[str, Any]:
    """The deal of a puzzle up to its position, and the solution as one more action."""
    return {
        "format": FORMAT,
        "game": puzzle.game,
        "options": puzzle.options,
        "seats": puzzle.seats,
        "names": names,
        "seed": puzzle.seed,
        "actions": [*map(list, puzzle.actions), [puzzle.seat, puzzle.solutions[0]]],
        "result": None,
    }


def today(now: int) -> int:
    """The number of a day by UTC, from a time in milliseconds."""
    return now // DAY


def written(day: int) -> str:
    """
    >>> written(0), written(20_000)
    ('1970-01-01', '2024-10-04')
    """
    return (date(1970, 1, 1) + timedelta(days=day)).isoformat()


def order_of(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def daily(game: Game, day: int) -> Puzzle | None:
    """All puzzles of a game in turn, and after the last one all of them in another order."""
    every = book(game)
    if not every:
        return None
    turn, place = divmod(day, len(every))
    return every[sorted(every, key=lambda name: order_of(f"{turn} {name}"))[place]]


def daily_game(day: int) -> Game | None:
    """The game whose daily puzzle is that of all games."""
    games = sorted((game for game in all_games() if book(game)), key=lambda game: game.id)
    return games[day % len(games)] if games else None


def is_daily(game: Game, puzzle: str, now: int) -> bool:
    found = daily(game, today(now))
    return found is not None and found.id == puzzle


def shown(strength: Strength) -> PuzzleRating:
    return PuzzleRating(
        round(strength.rating, 1), round(strength.deviation, 1), strength.tries, strength.solved
    )


def tried(solved: bool | None) -> Tried:
    return None if solved is None else "solved" if solved else "missed"


class PuzzleBooks:
    """What people have answered."""

    def __init__(self, store: Store) -> None:
        self.store = store

    async def strengths(self, user: str | None) -> dict[str, Strength]:
        """Game -> how strong somebody is there, if he has tried any."""
        rows = await self.store.all(
            "select game, rating, deviation, tries, solved from puzzle_ratings where user_id = ?1", user
        )
        return {str(game): Strength(*numbers) for game, *numbers in rows}  # type: ignore[arg-type]

    async def tries(self, user: str | None, game: str) -> dict[str, tuple[bool, int]]:
        """Puzzle -> whether its first answer was right, and when that was."""
        rows = await self.store.all(
            "select puzzle, solved, at from puzzle_tries where user_id = ?1 and game = ?2", user, game
        )
        return {str(puzzle): (bool(solved), int(str(at))) for puzzle, solved, at in rows}

    async def of_day(self, user: str | None, day: int) -> dict[str, bool]:
        """Game -> whether the first answer to the daily puzzle of this day was right."""
        rows = await self.store.all(
            "select game, solved from puzzle_days where user_id = ?1 and day = ?2", user, day
        )
        return {str(game): bool(solved) for game, solved in rows}

    async def streak(self, user: str | None, day: int) -> int:
        """Days in a row, to today or (the day is not over) to yesterday, with a daily puzzle solved."""
        rows = await self.store.all(
            "select distinct day from puzzle_days where user_id = ?1 and solved = 1 and day <= ?2 "
            f"order by day desc limit {LONGEST_ROW}",
            user, day,
        )  # fmt: skip
        days = [int(str(each)) for (each,) in rows]
        if not days or days[0] < day - 1:
            return 0
        return next((n for n, each in enumerate(days) if each != days[0] - n), len(days))

    async def page(self, user: str | None, now: int) -> Puzzles:
        day = today(now)
        strengths, done = await self.strengths(user), await self.of_day(user, day)
        found: dict[str, PuzzleGame] = {}
        for game in all_games():
            puzzle = daily(game, day)
            if puzzle is not None:
                strength = strengths.get(game.id)
                found[game.id] = PuzzleGame(
                    game.id,
                    len(book(game)),
                    0 if strength is None else min(strength.tries, len(book(game))),
                    DailyPuzzle(game.id, puzzle.id, puzzle.difficulty, tried(done.get(game.id))),
                    None if strength is None else shown(strength),
                )
        first = daily_game(day)
        return Puzzles(
            written(day),
            (day + 1) * DAY - now,
            None if first is None else found[first.id].daily,
            await self.streak(user, day),
            list(found.values()),
        )

    async def listed(self, user: str | None, game: Game) -> PuzzleList:
        known = await self.tries(user, game.id)
        strength = (await self.strengths(user)).get(game.id)
        return PuzzleList(
            [
                PuzzleItem(each.id, each.difficulty, tried(known[each.id][0] if each.id in known else None))
                for each in list(book(game).values())[:LISTED]
            ],
            None if strength is None else shown(strength),
        )

    async def next(self, user: str | None, game: Game, after: str) -> NextPuzzle:
        """Of those not tried the one nearest to my rating; else what was missed, or was tried long ago."""
        known = await self.tries(user, game.id)
        strength = (await self.strengths(user)).get(game.id, Strength())
        every = [each for each in book(game).values() if each.id != after] or list(book(game).values())
        if not every:
            raise Refused("no_puzzle")
        fresh = [each for each in every if each.id not in known]
        if fresh:
            best = min(
                fresh,
                key=lambda each: (abs(each.difficulty - strength.rating), order_of(f"{after} {each.id}")),
            )
        else:
            best = min(every, key=lambda each: known[each.id])
        return NextPuzzle(game.id, best.id, not fresh)

    async def answer(
        self, user: str, game: Game, puzzle: Puzzle, answer: str | None, now: int
    ) -> tuple[Strength, float, bool]:
        """Note an answer: the strength after it, by how much it has moved, and whether it has counted."""
        solved = answer in puzzle.solutions
        if is_daily(game, puzzle.id, now):
            await self.store.run(NOTE_DAY, user, today(now), game.id, puzzle.id, int(solved))
        for _ in range(RACES):
            known = (await self.strengths(user)).get(game.id)
            before = known or Strength()
            if puzzle.id in await self.tries(user, game.id):
                return before, 0.0, False
            after = before.after(puzzle.difficulty, solved)
            mark = (TRY, (user, game.id, puzzle.id, now, answer or "", int(solved)))
            if await self.store.together(mark, step(user, game.id, known, after)):
                return after, after.rating - before.rating, True
        raise Refused("busy")

    async def has_tried(self, user: str, game: str, puzzle: str) -> bool:
        return bool(
            await self.store.all(
                "select 1 from puzzle_tries where user_id = ?1 and game = ?2 and puzzle = ?3",
                user, game, puzzle,
            )
        )  # fmt: skip

    async def export(self, user: str) -> PuzzleExport:
        tries = await self.store.all(
            "select game, puzzle, at, answer, solved from puzzle_tries where user_id = ?1 order by at desc",
            user,
        )
        days = await self.store.all(
            "select day, game, puzzle, solved from puzzle_days where user_id = ?1 order by day desc, game",
            user,
        )
        return PuzzleExport(
            {game: shown(strength) for game, strength in (await self.strengths(user)).items()},
            [
                TriedPuzzle(str(game), str(name), int(str(at)), str(answer), bool(solved))
                for game, name, at, answer, solved in tries
            ],
            [
                PuzzleDay(written(int(str(day))), str(game), str(name), bool(solved))
                for day, game, name, solved in days
            ],
        )

    async def forget(self) -> None:
        """What guests have answered who are here no longer."""
        for relation in ("puzzle_ratings", "puzzle_tries", "puzzle_days"):
            await self.store.run(
                f"delete from {relation} where not exists "
                f"(select 1 from users where users.id = {relation}.user_id)"
            )


def step(user: str, game: str, before: Strength | None, after: Strength) -> Step:
    """Changes nothing, and so undoes the whole, if another answer was counted meanwhile."""
    values = (user, game, after.rating, after.deviation, after.tries, after.solved)
    return (INSERT, values) if before is None else (UPDATE, (*values, before.tries))
