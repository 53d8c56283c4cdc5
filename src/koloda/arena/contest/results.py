"""Points, standings and awards of a tournament (protocol, section 12)."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

AWARD = 200
Z95 = 1.959964  # normal quantile of a two-sided interval of 95 %


@dataclass(frozen=True)
class GameResult:
    """One game as the standings see it: programs by their place in the list."""

    teams: tuple[int, int]
    deal: int
    winner: int | None  # 0 or 1: which of `teams`
    reason: str
    at_fault: int | None = None  # a program
    code: str = ""

    def points(self, program: int) -> float:
        if program not in self.teams or self.reason == "void":
            return 0.0
        if self.winner is None:
            return 0.5
        return 1.0 if self.teams[self.winner] == program else 0.0


@dataclass
class Standing:
    program: int
    points: float = 0.0
    among_tied: float = 0.0
    faults: int = 0
    clean_deals: int = 0  # won 2-0
    first_place: int = 1
    last_place: int = 1
    award: int = 0

    @property
    def key(self) -> tuple[float, float, int, int]:
        """Ascending order is the order of the standings."""
        return (-self.points, -self.among_tied, self.faults, -self.clean_deals)

    @property
    def place(self) -> str:
        if self.first_place == self.last_place:
            return str(self.first_place)
        return f"{self.first_place}-{self.last_place}"


def standings(programs: int, games: list[GameResult]) -> list[Standing]:
    """The order of the programs, with shared places and awards."""
    table = [Standing(program) for program in range(programs)]
    won: Counter[tuple[int, int, int]] = Counter()
    for game in games:
        for program in set(game.teams):
            table[program].points += game.points(program)
            if game.points(program) == 1.0:
                won[(program, sum(game.teams) - program, game.deal)] += 1
        if game.at_fault is not None:
            table[game.at_fault].faults += 1
    for (program, _, _), count in won.items():
        table[program].clean_deals += count == 2
    for standing in table:
        tied = {each.program for each in table if each.points == standing.points}
        standing.among_tied = sum(
            game.points(standing.program) for game in games if len(tied) > 1 and set(game.teams) <= tied
        )
    table.sort(key=lambda standing: standing.key)
    for standing in table:
        shared = [place for place, each in enumerate(table, 1) if each.key == standing.key]
        standing.first_place, standing.last_place = shared[0], shared[-1]
        standing.award = award(programs, Fraction(sum(shared), len(shared)))
    return table


def award(programs: int, place: Fraction) -> int:
    """Points of the contest for a (mean) place, rounded half up."""
    if programs == 1:
        return AWARD
    return math.floor(AWARD * (programs - place) / (programs - 1) + Fraction(1, 2))


def interval(points: float, games: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a win rate. Mirrored deals make it a little wider than it need be."""
    if games == 0:
        return 0.0, 1.0
    rate = points / games
    spread = Z95 * math.sqrt(rate * (1 - rate) / games + Z95**2 / (4 * games**2))
    middle = rate + Z95**2 / (2 * games)
    scale = 1 + Z95**2 / games
    return max(0.0, (middle - spread) / scale), min(1.0, (middle + spread) / scale)


@dataclass
class MatchResult:
    """Two programs against each other."""

    programs: tuple[int, int]
    games: int = 0
    void: int = 0
    points: list[float] = field(default_factory=lambda: [0.0, 0.0])
    wins: list[int] = field(default_factory=lambda: [0, 0])
    faults: list[Counter[str]] = field(default_factory=lambda: [Counter(), Counter()])

    def add(self, game: GameResult) -> None:
        self.games += 1
        self.void += game.reason == "void"
        for side, program in enumerate(self.programs):
            points = game.points(program)
            self.points[side] += points
            self.wins[side] += points == 1.0
            if game.at_fault == program:
                self.faults[side][game.code] += 1

    def facts(self) -> dict[str, Any]:
        counted = self.games - self.void
        low, high = interval(self.points[0], counted)
        return {
            "programs": list(self.programs),
            "games": self.games,
            "void": self.void,
            "wins": self.wins,
            "draws": counted - sum(self.wins),
            "points": self.points,
            "win_rate": self.points[0] / counted if counted else None,
            "interval": [low, high],
            "lost_by_fault": [dict(faults) for faults in self.faults],
            "lost_on_cards": [self.wins[1 - side] - sum(self.faults[side].values()) for side in range(2)],
        }


def matches(programs: int, games: list[GameResult]) -> list[MatchResult]:
    found = {(a, b): MatchResult((a, b)) for a in range(programs) for b in range(a + 1, programs)}
    for game in games:
        a, b = sorted(game.teams)
        found[(a, b)].add(game)
    return list(found.values())
