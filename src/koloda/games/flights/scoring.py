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


def placement(scores: list[int], finishers: list[int]) -> list[list[int]]:
    """Groups of seats, best first: by points, then finishers in their order, then shared."""
    best = max(scores)
    keys: list[tuple[int, int]] = []
    for seat, score in enumerate(scores):
        keys.append((best - score, finishers.index(seat) if seat in finishers else len(scores)))
    return [[seat for seat, own in enumerate(keys) if own == key] for key in sorted(set(keys))]
