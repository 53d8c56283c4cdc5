"""How strong players are, from the results of games among any number of them.

    results = [Result((("a",), ("b",)), (1, 2), group=7), ...]      # who sat on which side, their places
    table = bradley_terry(results)           # all games at once: Elo with 95% intervals
    table["a"].elo, table["a"].low, table["a"].high
    table.difference("a", "b")               # Elo(value, low, high) of a over b
    table.superiority("a", "b")              # the chance that a is the stronger one
    skills = openskill(results)              # one game after the other: mean and deviation, for histories
    elo(0.75), expected(190.8)               # win rate <-> Elo difference

A game has two or more sides, a side one or more players, and every two sides of a game are compared: the
better place is a win, equal places half a win. A side is as strong as its members on the average; the same
name may sit on several sides. So Bradley and Terry's model serves duels, teams and games of many seats alike.

The comparisons of one game, and those of games on the same cards (equal `group`, such as a mirrored pair),
are not independent. The intervals take that into account: they come from how much whole groups vary (the
"sandwich" variance), not from the number of comparisons: exchanging seats on a deal makes them narrower.

Every player also has one win and one loss against a made-up average one. That keeps ratings finite where
somebody has won everything, and comparable where two never met; it weighs little after twenty games.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from koloda.core.errors import KolodaError

BASE = 1500.0  # the mean of all, or the anchor
NORMAL_95 = 1.959964
PER_ELO = math.log(10.0) / 400.0
STEPS = 100
CLOSE = 1e-10


class BadResult(KolodaError):
    """A result that says nothing."""


class Result(NamedTuple):
    """A game: the players of each side, and the places of the sides (smaller is better, equal ones drew)."""

    sides: tuple[tuple[str, ...], ...]
    places: tuple[float, ...]
    group: Hashable = None  # games that share their luck; None: this one has its own


class Elo(NamedTuple):
    value: float
    low: float
    high: float


@dataclass(frozen=True)
class Strength:
    """A player's rating with its 95% interval; games, and points won in the comparisons of these games."""

    elo: float
    low: float
    high: float
    games: int
    points: float
    compared: int

    @property
    def rate(self) -> float:
        """The part of the points, 0 to 1."""
        return self.points / self.compared if self.compared else 0.5


class RatingTable(Mapping[str, Strength]):
    """Name -> Strength, the strongest first; differences know what the two have in common."""

    def __init__(
        self, strengths: Mapping[str, Strength], covariance: Mapping[tuple[str, str], float]
    ) -> None:
        self.strengths = dict(sorted(strengths.items(), key=lambda each: (-each[1].elo, each[0])))
        self.covariance = covariance

    def __getitem__(self, name: str) -> Strength:
        return self.strengths[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.strengths)

    def __len__(self) -> int:
        return len(self.strengths)

    def deviation(self, a: str, b: str) -> float:
        """The standard deviation of the difference of two ratings: how much another game could tell."""
        cov = self.covariance
        return math.sqrt(max(0.0, cov[a, a] + cov[b, b] - 2 * cov[a, b]))

    def difference(self, a: str, b: str) -> Elo:
        value = self[a].elo - self[b].elo
        margin = NORMAL_95 * self.deviation(a, b)
        return Elo(value, value - margin, value + margin)

    def superiority(self, a: str, b: str) -> float:
        """The chance that a is stronger than b."""
        deviation = self.deviation(a, b)
        if deviation == 0.0:
            return 0.5
        return 0.5 * math.erfc(-(self[a].elo - self[b].elo) / deviation / math.sqrt(2.0))


def expected(difference: float) -> float:
    """The win rate of an Elo difference."""
    if difference < 0:
        part = math.pow(10.0, max(difference, -120_000.0) / 400.0)
        return part / (1.0 + part)
    return 1.0 / (1.0 + math.pow(10.0, -difference / 400.0))


def elo(rate: float) -> float | None:
    """The Elo difference of a win rate; None where it is without bound."""
    if rate <= 0.0 or rate >= 1.0:
        return None
    return 400.0 * math.log10(rate / (1.0 - rate))


# Bradley and Terry

Weights = tuple[tuple[int, float], ...]  # (player, how much of him) of one comparison, sparse


def bradley_terry(
    results: Iterable[Result], players: Iterable[str] = (), anchor: str | None = None, base: float = BASE
) -> RatingTable:
    """The most likely ratings of everybody in `results` and `players`.

    Their mean is `base`, or the `anchor` has it: intervals are then those of the differences to the anchor.
    """
    games = list(results)
    for result in games:
        check(result)
    names = list(dict.fromkeys([*players, *(name for game in games for side in game.sides for name in side)]))
    if anchor is not None and anchor not in names:
        raise BadResult(f"{anchor}: nobody of this name has played")
    if not names:
        return RatingTable({}, {})
    number = {name: place for place, name in enumerate(names)}
    groups: defaultdict[Hashable, list[tuple[Weights, float]]] = defaultdict(list)
    points = [0.0] * len(names)
    compared = [0] * len(names)
    played = [0] * len(names)
    for place, game in enumerate(games):
        group = ("alone", place) if game.group is None else ("shared", game.group)
        for player in {number[name] for side in game.sides for name in side}:
            played[player] += 1
        for a, b, score in comparisons(game):
            weights = compare(game.sides[a], game.sides[b], number)
            if not weights:  # against oneself
                continue
            groups[group].append((weights, score))
            for side, won in ((game.sides[a], score), (game.sides[b], 1.0 - score)):
                for name in set(side):
                    points[number[name]] += won
                    compared[number[name]] += 1
    theta, cov = fit(len(names), list(groups.values()))
    rows = mean_free(len(names)) if anchor is None else from_anchor(len(names), number[anchor])
    values = [base + dot(row, theta) / PER_ELO for row in rows]
    half = [[dot(row, column) for column in cov] for row in rows]
    spread = [[dot(row, each) / PER_ELO**2 for each in rows] for row in half]
    strengths = {}
    for name, i in number.items():
        margin = NORMAL_95 * math.sqrt(max(0.0, spread[i][i]))
        strengths[name] = Strength(
            values[i], values[i] - margin, values[i] + margin, played[i], points[i], compared[i]
        )
    covariance = {(a, b): spread[i][j] for a, i in number.items() for b, j in number.items()}
    return RatingTable(strengths, covariance)


def check(result: Result) -> None:
    if len(result.sides) < 2 or len(result.sides) != len(result.places):
        raise BadResult("a result needs two sides or more, and a place for each")
    if not all(result.sides):
        raise BadResult("a side without players")
    if not all(math.isfinite(place) for place in result.places):
        raise BadResult("a place is a number")


def comparisons(result: Result) -> Iterator[tuple[int, int, float]]:
    """(side, side, what the first has won) of every two sides."""
    places = result.places
    for a in range(len(places)):
        for b in range(a + 1, len(places)):
            yield a, b, 1.0 if places[a] < places[b] else 0.0 if places[a] > places[b] else 0.5


def compare(side: Sequence[str], other: Sequence[str], number: Mapping[str, int]) -> Weights:
    """The difference of two sides as a sum of players; nothing if it cannot differ."""
    total: dict[int, float] = {}
    for members, sign in ((side, 1.0), (other, -1.0)):
        for name in members:
            total[number[name]] = total.get(number[name], 0.0) + sign / len(members)
    return tuple((player, weight) for player, weight in sorted(total.items()) if abs(weight) > 1e-12)


def fit(
    count: int, groups: Sequence[Sequence[tuple[Weights, float]]]
) -> tuple[list[float], list[list[float]]]:
    """The maximum by Newton's method, and the covariance of it; both in natural units."""
    # equal comparisons of the whole are taken together: a million games have few different ones
    sums: dict[Weights, list[float]] = {}
    for group in groups:
        for weights, score in group:
            entry = sums.setdefault(weights, [0.0, 0.0])
            entry[0] += score
            entry[1] += 1.0
    for player in range(count):  # against the average one, whose strength is 0
        entry = sums.setdefault(((player, 1.0),), [0.0, 0.0])
        entry[0] += 1.0
        entry[1] += 2.0
    theta = [0.0] * count
    best = likelihood(theta, sums)
    curvature = [[0.0] * count for _ in range(count)]
    for _ in range(STEPS):
        gradient = [0.0] * count
        curvature = [[0.0] * count for _ in range(count)]
        for weights, (won, played) in sums.items():
            chance = logistic(advantage(weights, theta))
            slope = played * chance * (1.0 - chance)
            for i, x in weights:
                gradient[i] += x * (won - played * chance)
                for j, y in weights:
                    curvature[i][j] += x * y * slope
        step = solve(curvature, [gradient])[0]
        moved, theta, best = stride(theta, step, best, sums)
        if moved < CLOSE:
            break
    return theta, sandwich(theta, curvature, groups)


def stride(
    theta: list[float], step: Sequence[float], best: float, sums: Mapping[Weights, Sequence[float]]
) -> tuple[float, list[float], float]:
    """Go this step, or a part of it: the likelihood has one summit, a step that goes down was too long."""
    size = 1.0
    while size > CLOSE:
        tried = [value + size * each for value, each in zip(theta, step, strict=True)]
        value = likelihood(tried, sums)
        if value >= best:
            return max(abs(size * each) for each in step), tried, value
        size /= 2
    return 0.0, theta, best


def sandwich(
    theta: Sequence[float],
    curvature: Sequence[Sequence[float]],
    groups: Sequence[Sequence[tuple[Weights, float]]],
) -> list[list[float]]:
    """The covariance when the comparisons of a group may depend on each other in any way."""
    count = len(theta)
    middle = [[0.0] * count for _ in range(count)]
    for group in groups:
        total: dict[int, float] = {}
        for weights, score in group:
            surprise = score - logistic(advantage(weights, theta))
            for i, x in weights:
                total[i] = total.get(i, 0.0) + x * surprise
        for i, x in total.items():
            for j, y in total.items():
                middle[i][j] += x * y
    for player in range(count):
        chance = logistic(theta[player])
        middle[player][player] += (1.0 - chance) ** 2 + chance**2
    observed = len(groups) + 2 * count
    scale = observed / (observed - 1)
    half = solve(curvature, middle)  # rows of middle times the inverse
    columns = [list(column) for column in zip(*half, strict=True)]
    return [[scale * value for value in row] for row in solve(curvature, columns)]


def likelihood(theta: Sequence[float], sums: Mapping[Weights, Sequence[float]]) -> float:
    total = 0.0
    for weights, (won, played) in sums.items():
        ahead = advantage(weights, theta)
        # log(1 + exp(-ahead)) without overflow
        total -= played * (max(0.0, -ahead) + math.log1p(math.exp(-abs(ahead)))) + (played - won) * ahead
    return total


def advantage(weights: Weights, theta: Sequence[float]) -> float:
    return sum(weight * theta[player] for player, weight in weights)


def logistic(value: float) -> float:
    if value < 0:
        part = math.exp(max(value, -700.0))
        return part / (1.0 + part)
    return 1.0 / (1.0 + math.exp(-value))


# a little linear algebra: there are as many numbers as players


def solve(matrix: Sequence[Sequence[float]], wanted: Sequence[Sequence[float]]) -> list[list[float]]:
    """x with matrix x = each of `wanted`, for a symmetric positive matrix (Cholesky)."""
    count = len(matrix)
    low = [[0.0] * count for _ in range(count)]
    for i in range(count):
        for j in range(i + 1):
            rest = matrix[i][j] - sum(low[i][k] * low[j][k] for k in range(j))
            low[i][j] = math.sqrt(max(rest, 1e-300)) if i == j else rest / low[j][j]
    found = []
    for right in wanted:
        x = list(right)
        for i in range(count):
            x[i] = (x[i] - sum(low[i][k] * x[k] for k in range(i))) / low[i][i]
        for i in reversed(range(count)):
            x[i] = (x[i] - sum(low[k][i] * x[k] for k in range(i + 1, count))) / low[i][i]
        found.append(x)
    return found


def dot(a: Sequence[float], b: Sequence[float]) -> float:
    return sum(x * y for x, y in zip(a, b, strict=True))


def mean_free(count: int) -> list[list[float]]:
    return [[(1.0 if i == j else 0.0) - 1.0 / count for j in range(count)] for i in range(count)]


def from_anchor(count: int, anchor: int) -> list[list[float]]:
    return [[float(i == j) - float(j == anchor) for j in range(count)] for i in range(count)]


# openskill


@dataclass(frozen=True)
class Skill:
    """Mean and deviation as openskill (Plackett and Luce's model) gives them; newcomers have 25 and 25/3."""

    mean: float
    deviation: float

    @property
    def ordinal(self) -> float:
        """What the player surely has: three deviations below the mean."""
        return self.mean - 3.0 * self.deviation


def openskill(results: Iterable[Result], start: Mapping[str, Skill] | None = None) -> dict[str, Skill]:
    """The skills after these games, played in this order, from `start` on.

    Of a player who sits on several sides of a game or several times on one the new skill is the mean of all.
    """
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    skills = dict(start or {})
    newcomer = Skill(float(model.mu), float(model.sigma))
    for result in results:
        check(result)
        teams = []
        for side in result.sides:
            known = [skills.get(name, newcomer) for name in side]
            teams.append([model.rating(mu=each.mean, sigma=each.deviation) for each in known])
        after = model.rate(teams, ranks=list(result.places))
        fresh: defaultdict[str, list[Skill]] = defaultdict(list)
        for side, ratings in zip(result.sides, after, strict=True):
            for name, rating in zip(side, ratings, strict=True):
                fresh[name].append(Skill(float(rating.mu), float(rating.sigma)))
        for name, found in fresh.items():
            skills[name] = Skill(
                sum(each.mean for each in found) / len(found),
                sum(each.deviation for each in found) / len(found),
            )
    return skills
