"""Puzzles: positions in which one action is clearly the best (`koloda-puzzles/1`, JSON lines).

The first line of a file says how it was made, each other line is a puzzle. A game keeps its own in
`puzzles.jsonl` of its package; one without that file has none.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Iterable
from dataclasses import asdict, dataclass, fields
from typing import Any

from koloda.core.errors import BadTrace, KolodaError
from koloda.core.game import Game
from koloda.core.record import take_action
from koloda.core.state import State

FORMAT = "koloda-puzzles/1"
RESOURCE = "puzzles.jsonl"
EXACT = "solver"
SEARCHED = "search"
LARGEST = 1 << 20  # characters of a line
MOST = 10_000  # puzzles of a file


@dataclass(frozen=True)
class Puzzle:
    """A deal up to a decision of `seat`, and what each of its actions is worth there."""

    game: str
    options: dict[str, Any]
    seats: int
    seed: int
    actions: list[tuple[int, str]]
    seat: int
    solutions: list[str]
    values: dict[str, float]  # the return that the seat may expect, by action
    margin: float  # by which the best of the other actions is worse
    error: float  # the standard error of the margin; 0: it is exact
    source: str  # EXACT or SEARCHED
    difficulty: int  # on the scale of ratings, from what bots find

    @property
    def id(self) -> str:
        """A name that tells nothing of the deal and stays while the position does.

        >>> Puzzle("whist", {}, 2, 1, [], 0, ["6S"], {"6S": 1.0}, 1.0, 0.0, EXACT, 1500).id
        '9a8d6c9782'
        """
        position = [self.game, self.options, self.seats, self.seed, self.actions, self.seat]
        return hashlib.sha256(json.dumps(position, sort_keys=True).encode()).hexdigest()[:10]

    def cost(self, action: str) -> float:
        """What this action loses against the best one."""
        return max(0.0, max(self.values.values()) - self.values[action])


def begin(game: Game, puzzle: Puzzle) -> State:
    """The watched state in which the puzzle is asked; BadTrace if it does not come to that."""
    if puzzle.game != game.id:
        raise BadTrace(f"a puzzle of {puzzle.game}, not of {game.id}")
    state = game.deal(puzzle.seats, puzzle.seed, puzzle.options, watch=True)
    for number, (seat, text) in enumerate(puzzle.actions):
        try:
            take_action(state, [seat, text])
        except KolodaError as error:
            raise BadTrace(f"action {number}: {error}", number) from None
    return state


def check(game: Game, puzzle: Puzzle) -> State:
    """Replay a puzzle and check all that can be checked without a search."""
    state = asked(game, puzzle)
    if puzzle.source == EXACT:
        check_exact(game, puzzle, state)
    return state


def asked(game: Game, puzzle: Puzzle) -> State:
    """The state in which a puzzle is asked, checked but for its values."""
    state = begin(game, puzzle)
    if not 0 <= puzzle.seat < state.seats or not state.pending >> puzzle.seat & 1:
        raise BadTrace(f"seat {puzzle.seat} is not asked in this position")
    legal = [game.text(int(action)) for action in state.legal(puzzle.seat)]
    if set(legal) != set(puzzle.values):
        raise BadTrace("values: one for each legal action, and no others")
    if [int(action) for action in state.offered(puzzle.seat)] != [game.action(text) for text in legal]:
        raise BadTrace("a table would not offer these actions to a person")
    if puzzle.source not in (EXACT, SEARCHED) or not puzzle.solutions:
        raise BadTrace(f"source: {EXACT} or {SEARCHED}; solutions: at least one")
    best = min((puzzle.values.get(text, float("-inf")) for text in puzzle.solutions), default=0.0)
    others = [value for text, value in puzzle.values.items() if text not in puzzle.solutions]
    if not others or best - max(others) <= 0 or abs(best - max(others) - puzzle.margin) > 0.01:
        raise BadTrace("margin: not the difference between the solution and the next best action")
    return state


def check_exact(game: Game, puzzle: Puzzle, state: State) -> None:
    """Solve the ending once more."""
    endings = game.tuning.endings.fresh()
    if not endings.solvable(state, puzzle.seat):
        raise BadTrace("the seat does not know enough for exact values")
    found = {game.text(int(action)): float(value) for action, value in endings.solve(state, 5_000_000, True)}
    if found != puzzle.values:
        raise BadTrace(f"exact values are {found}")


KINDS: dict[str, tuple[type, ...]] = {  # of the fields; lists and objects are looked into
    **dict.fromkeys(("game", "source"), (str,)),
    **dict.fromkeys(("seats", "seed", "seat", "difficulty"), (int,)),
    **dict.fromkeys(("margin", "error"), (int, float)),
    **dict.fromkeys(("actions", "solutions"), (list,)),
    **dict.fromkeys(("options", "values"), (dict,)),
}


def puzzle_of(given: object) -> Puzzle:
    """A line that was read, if everything in it is of its kind."""
    names = {field.name for field in fields(Puzzle)}
    if not isinstance(given, dict) or set(given) != names:
        raise ValueError(f"a puzzle has {', '.join(sorted(names))}")
    for name, kinds in KINDS.items():
        if type(given[name]) not in kinds:
            raise ValueError(f"{name}: not of the right kind")
    for entry in given["actions"]:
        if not isinstance(entry, list) or [type(part) for part in entry] != [int, str]:
            raise ValueError("actions: each is [seat, text]")
    if not all(isinstance(text, str) for text in given["solutions"]):
        raise ValueError("solutions: texts of actions")
    if not all(type(value) in (int, float) and math.isfinite(value) for value in given["values"].values()):
        raise ValueError("values: a number for each action")
    return Puzzle(**{**given, "actions": [(seat, text) for seat, text in given["actions"]]})


def read(lines: Iterable[str], name: str = "") -> tuple[dict[str, Any], list[Puzzle]]:
    """How a file was made, and its puzzles; BadTrace names the line that is wrong."""
    head: dict[str, Any] | None = None
    found: list[Puzzle] = []
    for number, written in enumerate(lines, 1):
        try:
            if len(written) > LARGEST or number > MOST:
                raise ValueError("too long")
            if head is None:
                head = json.loads(written)
                if not isinstance(head, dict) or head.get("format") != FORMAT:
                    raise ValueError(f"the format is {FORMAT}")
            else:
                found.append(puzzle_of(json.loads(written)))
        except (ValueError, RecursionError) as error:
            raise BadTrace(f"{name or 'puzzles'}, line {number}: {error}") from None
    if head is None:
        raise BadTrace(f"{name or 'puzzles'}: empty")
    return head, found


def line(content: object) -> str:
    """One line of a file of puzzles."""
    plain = asdict(content) if isinstance(content, Puzzle) else content
    return json.dumps(plain, separators=(",", ":"), ensure_ascii=False) + "\n"


def puzzles(game: Game) -> list[Puzzle]:
    """Those that a game brings; none without a file of them."""
    text = game.resource(RESOURCE)
    return [] if text is None else read(text.splitlines(), f"{game.id}/{RESOURCE}")[1]
