"""Ratings of versions from all games, and the standings that everybody reads.

Bradley and Terry's model with priors: a first version is somewhere around 1500, a later one around its
predecessor, less surely. So a new version starts with the old one's rating and a wide interval.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from koloda.arena.ratings import BASE, NORMAL_95, PER_ELO, Result, bradley_terry, logistic, solve
from koloda.ladder.book import ENTERED, RETIRED, Book, Final, Results, shares_of
from koloda.ladder.folder import milliseconds

FIRST = 350.0  # the standard deviation of first versions, in Elo
NEXT = 150.0  # of the step from one version to the next
STEPS = 50
CLOSE = 1e-7
LEAST = 1e-9  # of a variance: rounding must not make it nothing


@dataclass(frozen=True)
class Rated:
    rating: float
    sigma: float  # the standard error

    @property
    def margin(self) -> float:
        """95%: this much to either side."""
        return NORMAL_95 * self.sigma

    def shown(self) -> list[float]:
        return [round(self.rating, 1), round(self.margin, 1)]


class Ratings(dict[str, Rated]):
    """The versions with their ratings, and how sure the difference of each two is."""

    def __init__(self) -> None:
        super().__init__()
        self.number: dict[str, int] = {}
        self.covariance: list[list[float]] = []

    def deviation(self, a: str, b: str) -> float:
        """The standard error of the difference of two ratings, in Elo."""
        i, j, cov = self.number[a], self.number[b], self.covariance
        return math.sqrt(max(LEAST, cov[i][i] + cov[j][j] - 2 * cov[i][j])) / PER_ELO


def rate(
    book: Book, before: Mapping[str, Rated] | None = None, fixture: Mapping[str, Any] | None = None
) -> Ratings:
    """All versions that were ever let in; `fixture` is not in the book yet, `before` is where to begin."""
    pairs = book.results.pairs
    if fixture is not None:
        news = Results()
        news.add(fixture)
        pairs = dict(pairs)
        for pair, (score, weight) in news.pairs.items():
            known = pairs.get(pair, [0.0, 0.0])
            pairs[pair] = [known[0] + score, known[1] + weight]
    chains = [
        [version.id for version in program.versions if version.state == ENTERED]
        for program in book.programs.values()
    ]
    return rated(chains, pairs, before or {})


def rated(
    chains: Sequence[Sequence[str]],
    pairs: Mapping[tuple[str, str], Sequence[float]],
    before: Mapping[str, Rated],
) -> Ratings:
    """`chains`: the versions of each program in order; `pairs`: (score of the first, weight)."""
    number = {version: place for place, version in enumerate(v for chain in chains for v in chain)}
    count = len(number)
    found = Ratings()
    if not count:
        return found
    # differences of theta that are expected to be 0: (player, other or -1, 1 / variance)
    links = []
    for chain in chains:
        for place, version in enumerate(chain):
            deviation = (NEXT if place else FIRST) * PER_ELO
            other = number[chain[place - 1]] if place else -1
            links.append((number[version], other, deviation**-2))
    duels = [
        (number[a], number[b], score, weight)
        for (a, b), (score, weight) in pairs.items()
        if a in number and b in number
    ]
    theta = [(before[v].rating - BASE) * PER_ELO if v in before else 0.0 for v in number]
    curvature: list[list[float]] = []
    for _ in range(STEPS):
        gradient = [0.0] * count
        curvature = [[0.0] * count for _ in range(count)]
        for i, j, score, weight in duels:
            chance = logistic(theta[i] - theta[j])
            push, slope = score - weight * chance, weight * chance * (1 - chance)
            gradient[i] += push
            gradient[j] -= push
            bend(curvature, i, j, slope)
        for i, j, strength in links:
            gradient[i] -= strength * (theta[i] - (theta[j] if j >= 0 else 0.0))
            if j >= 0:
                gradient[j] += strength * (theta[i] - theta[j])
            bend(curvature, i, j, strength)
        step = solve(curvature, [gradient])[0]
        longest = max(map(abs, step))
        size = min(1.0, 1.0 / longest) if longest else 0.0  # far from the summit a whole step may be too long
        theta = [value + size * each for value, each in zip(theta, step, strict=True)]
        if longest < CLOSE:
            break
    unit = [[float(i == j) for j in range(count)] for i in range(count)]
    inverse = solve(curvature, unit)
    # the programs of now are 1500 on the average
    last = [number[chain[-1]] for chain in chains if chain]
    mean = sum(theta[i] for i in last) / len(last)
    # how sure the average itself is matters to nobody: intervals are those of the difference to it
    best = [min((number[v] for v in chain), key=lambda i: inverse[i][i]) for chain in chains if chain]
    shared = [sum(row[i] for i in best) / len(best) for row in inverse]
    spread = sum(shared[i] for i in best) / len(best)
    found.number, found.covariance = number, inverse
    for version, i in number.items():
        variance = inverse[i][i] - 2 * shared[i] + spread if len(last) > 1 else inverse[i][i]
        sigma = math.sqrt(max(LEAST, variance)) / PER_ELO
        found[version] = Rated(BASE + (theta[i] - mean) / PER_ELO, sigma)
    return found


def bend(curvature: list[list[float]], i: int, j: int, slope: float) -> None:
    curvature[i][i] += slope
    if j >= 0:
        curvature[j][j] += slope
        curvature[i][j] -= slope
        curvature[j][i] -= slope


def standings(book: Book, ratings: Mapping[str, Rated]) -> dict[str, Any]:
    """What the page shows: every program with the version that plays, the strongest first."""
    rows = []
    for program in book.programs.values():
        version = program.current
        if version is None or program.status == RETIRED or version.id not in ratings:
            continue
        rating, margin = ratings[version.id].shown()
        rows.append(
            {
                "program": program.number,
                "version": version.number,
                "rating": rating,
                "margin": margin,
                "games": version.games,
                "score": round(version.score, 3),
            }
        )
    rows.sort(key=lambda row: (-row["rating"], row["program"]))
    versions = {version: rated.shown() for version, rated in ratings.items()}
    return {"at": milliseconds(), "games": book.games, "rows": rows, "versions": versions}


def final_standings(final: Final) -> dict[str, Any]:
    """The final counted afresh: nothing that was played before matters."""
    results = []
    scores = {version: [0.0, 0] for version in final.versions}
    for fixture, versions, returns in final.games:
        shares = shares_of(versions, returns)
        names = tuple(shares)
        places = tuple(-shares[name] for name in names)
        results.append(Result(tuple((name,) for name in names), places, group=fixture))
        for name in names:
            others = [shares[other] for other in names if other != name]
            won = sum(1.0 if shares[name] > each else 0.5 if shares[name] == each else 0.0 for each in others)
            scores[name][0] += won / max(1, len(others))
            scores[name][1] += 1
    table = bradley_terry(results, final.versions)
    rows: list[dict[str, Any]] = [
        {
            "version": version,
            "rating": round(table[version].elo, 1),
            "margin": round(table[version].high - table[version].elo, 1),
            "games": scores[version][1],
            "score": round(scores[version][0], 3),
        }
        for version in final.versions
    ]
    # points decide; the rating only says how sure the order is
    rows.sort(key=lambda row: (-row["score"], -row["rating"], row["version"]))
    return {
        "final": final.number,
        "rounds": final.rounds,
        "over": final.over,
        "games": len(final.games),
        "rows": rows,
    }
