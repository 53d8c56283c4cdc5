"""Points and places. Pure.

A game brings a side the share of the other sides that it has left behind, half for those it has drawn with:
for two sides 1, ½ or 0. A bye brings 1 where two sides meet, else ½.

Equal points of a Swiss tournament are told apart by the points of the opponents (Buchholz), then by those of
the opponents that were beaten and half of those that were drawn with (Sonneborn-Berger), then by victories;
of an arena by victories, then by fewer games. What is equal after that shares the place.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from koloda.table.tournaments.log import Tournament


def shares(places: Sequence[int]) -> list[Fraction]:
    """The points of the sides by their places, 1 is best; 0: did not come, and has nothing.

    >>> [str(each) for each in shares([1, 2])], [str(each) for each in shares([1, 1, 3])]
    (['1', '0'], ['3/4', '3/4', '0'])
    >>> [str(each) for each in shares([1, 0, 0])], [str(each) for each in shares([0, 0])]
    (['1', '0', '0'], ['0', '0'])
    """
    last = max(places) + 1
    ranks = [place or last for place in places]
    return [
        Fraction(2 * sum(other > rank for other in ranks) + ranks.count(rank) - 1, 2 * (len(ranks) - 1))
        if place
        else Fraction(0)
        for place, rank in zip(places, ranks, strict=True)
    ]


def bye_points(width: int) -> Fraction:
    return Fraction(1) if width == 2 else Fraction(1, 2)


@dataclass(frozen=True, slots=True)
class Line:
    place: int
    entry: int
    points: Fraction
    games: int
    wins: int
    buchholz: Fraction
    berger: Fraction


def standings(tournament: Tournament) -> list[Line]:
    entries = tournament.entries
    games = [game for game in tournament.games.values() if game.places is not None]
    buchholz = [Fraction(0) for _ in entries]
    berger = [Fraction(0) for _ in entries]
    for game in games:
        assert game.places is not None
        for side, number in enumerate(game.sides):
            if number < 0:
                continue
            for other, opponent in enumerate(game.sides):
                if other != side and opponent >= 0:
                    points = entries[opponent].points
                    buchholz[number] += points
                    berger[number] += points * duel(game.places[side], game.places[other])
    keys = {}
    for each in entries:
        number = each.number
        swiss = (buchholz[number], berger[number], Fraction(each.wins), Fraction(0))
        arena = (Fraction(each.wins), Fraction(-each.played), Fraction(0), Fraction(0))
        keys[number] = (each.points, *(swiss if tournament.made.style == "swiss" else arena))
    order = sorted(range(len(entries)), key=lambda number: keys[number], reverse=True)
    return [
        Line(
            1 + sum(keys[other] > keys[number] for other in order),
            number,
            entries[number].points,
            entries[number].played,
            entries[number].wins,
            buchholz[number],
            berger[number],
        )
        for number in order
    ]


def duel(own: int, other: int) -> Fraction:
    if own == other:
        return Fraction(1, 2) if own else Fraction(0)
    return Fraction(int(own != 0 and (other == 0 or own < other)))
