"""Points and places of one game: one more room, read by the rules and by the result of a trace."""

from __future__ import annotations

from mypy_extensions import i64

from koloda.core.bits import lowest
from koloda.games.flights.cards import colours_of, same_colour


def count_points(cities: i64, finisher: bool) -> i64:
    """A finisher has the best city of each colour; for others two of a colour are their difference."""
    points: i64 = 0
    colours = colours_of(cities)
    while colours:
        of_colour = cities & same_colour(lowest(colours))
        colours &= colours - 1
        low = lowest(of_colour)
        high = low if of_colour & (of_colour - 1) == 0 else lowest(of_colour & (of_colour - 1))
        points += high % 6 + 1
        if high != low and not finisher:
            points -= low % 6 + 1
    return points


def placement(scores: list[int], finishers: list[int], collector: bool) -> list[list[int]]:
    """Groups of seats, best first: finishers if the collector wins, points, finishers in their order."""
    best = max(scores)
    keys: list[tuple[bool, int, int]] = []
    for seat, score in enumerate(scores):
        behind = collector and seat not in finishers
        keys.append((behind, best - score, finishers.index(seat) if seat in finishers else len(scores)))
    return [[seat for seat, own in enumerate(keys) if own == key] for key in sorted(set(keys))]


def collector_of(scores: list[float], finishers: list[int]) -> i64:
    """The finisher with the most points, of equal ones the earliest; -1 in a capped game."""
    found: i64 = -1
    best = -1.0
    for seat in finishers:
        if scores[seat] > best:
            best = scores[seat]
            found = seat
    return found


def returns_of(scores: list[float], collector: i64) -> list[float]:
    """The distance to the mean of the scores, where the collector (or -1) has a point more than any other."""
    if collector >= 0:
        ahead = scores[collector]
        for seat in range(len(scores)):
            if seat != collector and scores[seat] >= ahead:
                ahead = scores[seat] + 1.0
        scores[collector] = ahead
    mean = sum(scores) / float(len(scores))
    return [score - mean for score in scores]
