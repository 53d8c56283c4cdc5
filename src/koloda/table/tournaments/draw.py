"""Who meets whom: groups of equal points without repeats as far as possible, byes, and fair seats. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations, permutations
from math import ceil

BLOCKED = 100  # as bad as so many repeats: two of whom one has blocked the other
STEPS = 20_000  # of a search for pairs, then some repeats more are taken
ROUNDS = 40  # of exchanges between groups
ORDERED = 5  # sides of which all orders are looked at; more are only rotated


@dataclass(slots=True)
class Entrant:
    """What a draw must know of a player or a team."""

    number: int
    points: Fraction = Fraction(0)
    met: Counter[int] = field(default_factory=Counter)
    byes: int = 0
    sides: Counter[int] = field(default_factory=Counter)  # how often on which side of the table
    last_side: int = -1


@dataclass(frozen=True, slots=True)
class Draw:
    groups: list[list[int]]  # numbers in the order of the sides; -1: a bot
    byes: list[int]


Apart = Collection[frozenset[int]]


def draw(entrants: Sequence[Entrant], width: int, fill: bool = False, apart: Apart = ()) -> Draw:
    """One round for all, the best first in the list where points are equal; `width` sides meet at a table.

    Who is left over has a bye, those with the fewest byes and points first; with `fill` bots take the seats.

    >>> draw([Entrant(0), Entrant(1), Entrant(2)], 2)
    Draw(groups=[[0, 1]], byes=[2])
    """
    ranked = sorted(entrants, key=lambda each: -each.points)
    over = len(ranked) % width
    if width == 2:
        groups, byes = paired(ranked, fill, apart)
    else:
        byes = []
        if over and not fill:
            order = sorted(range(len(ranked)), key=lambda i: (ranked[i].byes, -i))
            byes = [ranked[i] for i in sorted(order[:over])]
            ranked = [each for each in ranked if each not in byes]
        groups = grouped(ranked, width, apart)
    return Draw([seated(group, width) for group in groups], [each.number for each in byes])


def badness(one: Entrant, other: Entrant, apart: Apart) -> int:
    blocked = frozenset((one.number, other.number)) in apart
    return one.met[other.number] + BLOCKED * blocked


def paired(ranked: list[Entrant], fill: bool, apart: Apart) -> tuple[list[list[Entrant]], list[Entrant]]:
    """Pairs with the fewest repeats; of those who may sit out it is the one with whom that works best."""
    resting: list[Entrant | None] = [None]
    if len(ranked) % 2:
        fewest = min(each.byes for each in ranked)
        resting = [each for each in reversed(ranked) if each.byes == fewest]
    most = sum(badness(one, other, apart) for one, other in combinations(ranked, 2))
    allowed = 0
    while True:
        for out in resting:
            found = pairs([each for each in ranked if each is not out], allowed, apart)
            if found is not None:
                if out is None:
                    return found, []
                return ([*found, [out]], []) if fill else (found, [out])
        if allowed >= most:  # the search gave up at every step, which only large fields could do
            found = [[one, other] for one, other in zip(ranked[::2], ranked[1::2], strict=False)]
            return found, ranked[2 * len(found) :]
        allowed = min(most, max(allowed + 1, allowed * 2 if allowed > 4 else 0))


def pairs(ranked: list[Entrant], allowed: int, apart: Apart) -> list[list[Entrant]] | None:
    """All of them in pairs with so many repeats at the most; None: there is no such way."""
    count = len(ranked)
    dead: set[tuple[int, int]] = set()
    steps = 0

    def rest(left: int, spare: int) -> list[list[Entrant]] | None:
        nonlocal steps
        if not left:
            return []
        steps += 1
        if (left, spare) in dead or steps > STEPS:
            return None
        first = (left & -left).bit_length() - 1
        for other in partners(ranked, first, [i for i in range(first + 1, count) if left >> i & 1]):
            bad = badness(ranked[first], ranked[other], apart)
            if bad <= spare:
                found = rest(left & ~(1 << first) & ~(1 << other), spare - bad)
                if found is not None:
                    return [[ranked[first], ranked[other]], *found]
        dead.add((left, spare))
        return None

    return rest((1 << count) - 1, allowed)


def partners(ranked: list[Entrant], first: int, others: list[int]) -> list[int]:
    """Equal points first, but not two who both should change sides; then upper half against lower."""

    def owed(each: Entrant) -> int:
        return each.sides[0] - each.sides[1]

    def clash(other: Entrant) -> bool:
        return abs(owed(ranked[first]) + owed(other)) > 2

    equals = [i for i in others if ranked[i].points == ranked[first].points]
    ideal = equals[len(equals) // 2] if equals else first
    return sorted(
        others,
        key=lambda i: (ranked[first].points - ranked[i].points, clash(ranked[i]), abs(i - ideal), i),
    )


def grouped(ranked: list[Entrant], width: int, apart: Apart) -> list[list[Entrant]]:
    """Groups by points, as equal in size as bots allow; then exchanges while they make it better."""
    count = ceil(len(ranked) / width)
    groups: list[list[Entrant]] = []
    start = 0
    for number in range(count):
        size = (len(ranked) - start) // (count - number) if len(ranked) % width else width
        groups.append(ranked[start : start + size])
        start += size

    def cost(*some: list[Entrant]) -> tuple[int, Fraction]:
        bad, spread = 0, Fraction(0)
        for group in some:
            for one, other in combinations(group, 2):
                bad += badness(one, other, apart)
                spread += (one.points - other.points) ** 2
        return bad, spread

    for _ in range(ROUNDS):
        if not exchanged(groups, cost):
            break
    return groups


def exchanged(groups: list[list[Entrant]], cost: Callable[..., tuple[int, Fraction]]) -> bool:
    """Do all exchanges of two people that have fewer repeats, or as many and nearer points."""
    better = False
    for one, other in combinations(groups, 2):
        before = cost(one, other)
        if not before[0]:
            continue  # by points they are near already
        for i in range(len(one)):
            for j in range(len(other)):
                one[i], other[j] = other[j], one[i]
                after = cost(one, other)
                if after < before:
                    before, better = after, True
                else:
                    one[i], other[j] = other[j], one[i]
    return better


def seated(group: Sequence[Entrant], width: int) -> list[int]:
    """The sides of the table: who was seldom on one gets it, and not the same twice if it can be helped."""
    places: list[Entrant | None] = [*group, *[None] * (width - len(group))]
    if width <= ORDERED:
        orders = [list(order) for order in permutations(places)]
    else:
        orders = [places[i:] + places[:i] for i in range(width)]

    def unfair(order: Sequence[Entrant | None]) -> int:
        return sum(
            4 * each.sides[side] + (each.last_side == side)
            for side, each in enumerate(order)
            if each is not None
        )

    return [-1 if each is None else each.number for each in min(orders, key=unfair)]
