"""Bodies of HTTP about puzzles: positions with one clearly best action (koloda/bots/puzzle.py)."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from koloda.core.layout import Layout
from koloda.table.rows import Value
from koloda.table.wire import EventOut, In, Lang, LegalAction, View

Tried = Annotated[
    Literal["solved", "missed"] | None, Meta(description="how my first answer was; null: there was none")
]


class PuzzleAnswer(In):
    """The text of an action; null: show me, which counts as a miss."""

    a: Annotated[str, Meta(max_length=200)] | None = None


class PuzzleRating(Struct):
    """How strong somebody is at the puzzles of a game, on the scale of their difficulties."""

    rating: float
    deviation: float
    tries: Annotated[int, Meta(description="puzzles whose first answer has counted")]
    solved: int


class PuzzleItem(Struct):
    id: str
    difficulty: int
    tried: Tried


class DailyPuzzle(Struct):
    game: str
    id: str
    difficulty: int
    tried: Annotated[
        Literal["solved", "missed"] | None, Meta(description="my first answer today; null: there was none")
    ]


class PuzzleGame(Struct):
    """A game that has puzzles."""

    game: str
    count: int
    tried: int
    daily: DailyPuzzle
    rating: Annotated[PuzzleRating | None, Meta(description="mine; null: I have answered none")]


class Puzzles(Struct):
    day: Annotated[str, Meta(description="by UTC, as 2027-01-31")]
    ends: Annotated[int, Meta(description="milliseconds until the next day begins")]
    daily: Annotated[DailyPuzzle | None, Meta(description="the one of the day; null: no game has puzzles")]
    streak: Annotated[int, Meta(description="days in a row on which I have solved a daily one")]
    games: list[PuzzleGame]


class PuzzleList(Struct):
    puzzles: Annotated[list[PuzzleItem], Meta(description="the easiest first")]
    rating: PuzzleRating | None


class NextPuzzle(Struct):
    game: str
    id: str
    again: Annotated[bool, Meta(description="all of them were tried: it is one of those")]


class PuzzlePosition(Struct):
    """What the seat that is asked sees at a table, and nothing else."""

    game: str
    id: str
    options: dict[str, Value]
    seat: int
    names: list[str]
    bots: Annotated[list[str | None], Meta(description="the level of every bot; null: whoever solves it")]
    lang: Lang
    difficulty: int
    daily: Annotated[bool, Meta(description="is it one of today's?")]
    tried: Tried
    events: list[EventOut]
    view: View
    layout: Layout | None
    aids: dict[str, Any] | None
    legal: list[LegalAction]
    awaited: list[int] | None


class PuzzleWhy(Struct):
    """Why an action is not possible; empty: it is."""

    text: str


class PuzzleWorth(Struct):
    a: str
    label: str
    value: Annotated[float, Meta(description="what the seat may expect, in the returns of the game")]
    cost: Annotated[float, Meta(description="by how much that is worse than the best")]
    best: bool


class PuzzleResult(Struct):
    solved: Annotated[bool | None, Meta(description="was it the best? null: the answer was asked for")]
    counted: Annotated[bool, Meta(description="false: there was an answer before, which has counted")]
    exact: Annotated[bool, Meta(description="counted out to the end; else what long searches expect")]
    error: Annotated[float, Meta(description="the standard error of the margin of the best one")]
    worth: Annotated[list[PuzzleWorth], Meta(description="of every action, the best first")]
    rating: PuzzleRating
    change: Annotated[float, Meta(description="of the rating, by this answer")]
    daily: bool
    streak: int


class TriedPuzzle(Struct):
    game: str
    id: str
    at: int
    a: str
    solved: bool


class PuzzleDay(Struct):
    day: str
    game: str
    id: str
    solved: bool


class PuzzleExport(Struct):
    ratings: dict[str, PuzzleRating]
    tries: Annotated[list[TriedPuzzle], Meta(description="first answers, the newest first")]
    days: Annotated[list[PuzzleDay], Meta(description="first answers to daily ones, the newest first")]
