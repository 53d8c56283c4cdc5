"""Who meets whom: groups of equal points without repeats as far as possible, byes, and fair seats. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations, permutations
from math import ceil, lcm

BLOCKED = 100  # as bad as so many repeats: two of whom one has blocked the other
LOOKED_AT_EACH = 20_000  # partners in a search for pairs, then somebody else rests or repeats are taken
LOOKED_AT = 150_000  # in all searches for one draw, then exchanges have to do
ROUNDS = 6  # of exchanges between groups
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


def in_whole_numbers(people: Sequence[Entrant]) -> list[int]:
    """Their points by one measure: fractions are slow."""
    measure = lcm(*(each.points.denominator for each in people))
    return [int(each.points * measure) for each in people]


def badness(one: Entrant, other: Entrant, apart: Apart) -> int:
    blocked = frozenset((one.number, other.number)) in apart
    return one.met[other.number] + BLOCKED * blocked


def paired(ranked: list[Entrant], fill: bool, apart: Apart) -> tuple[list[list[Entrant]], list[Entrant]]:
    """Pairs with the fewest repeats; of those who may sit out it is the one with whom that works best."""
    resting: list[Entrant | None] = [None]
    if len(ranked) % 2:
        fewest = min(each.byes for each in ranked)
        resting = [each for each in reversed(ranked) if each.byes == fewest]
    search = Search(ranked, apart)
    allowed = 0
    while search.looked_at < LOOKED_AT:
        for out in resting:
            found = search.pairs([each for each in ranked if each is not out], allowed)
            if found is not None:
                if out is None:
                    return found, []
                return ([*found, [out]], []) if fill else (found, [out])
        allowed = allowed + 1 if allowed < 5 else allowed * 2
    # there may be no way at all, as where many have blocked each other: the server has other things to do
    out = resting[0]
    groups = grouped([each for each in ranked if each is not out], 2, apart)
    if out is None:
        return groups, []
    return ([*groups, [out]], []) if fill else (groups, [out])


class Search:
    """For pairs with few repeats; all searches together look at so many partners and no more."""

    def __init__(self, everybody: Sequence[Entrant], apart: Apart) -> None:
        self.looked_at = 0
        self.bad = {
            (one.number, other.number): badness(one, other, apart)
            for one, other in combinations(everybody, 2)
        }

    def pairs(self, ranked: list[Entrant], allowed: int) -> list[list[Entrant]] | None:
        """All of them in pairs with so many repeats at the most; None: no such way was found."""
        count = len(ranked)
        points = in_whole_numbers(ranked)
        owed = [each.sides[0] - each.sides[1] for each in ranked]
        dead: set[tuple[int, int]] = set()
        last = min(self.looked_at + LOOKED_AT_EACH, LOOKED_AT)

        def rest(left: int, spare: int) -> list[list[Entrant]] | None:
            if not left:
                return []
            if (left, spare) in dead:
                return None
            self.looked_at += left.bit_count()
            first = (left & -left).bit_length() - 1
            for other in partners(points, owed, first, [i for i in range(first + 1, count) if left >> i & 1]):
                if self.looked_at > last:
                    return None
                bad = self.bad[ranked[first].number, ranked[other].number]
                if bad <= spare:
                    found = rest(left & ~(1 << first) & ~(1 << other), spare - bad)
                    if found is not None:
                        return [[ranked[first], ranked[other]], *found]
            dead.add((left, spare))
            return None

        return rest((1 << count) - 1, allowed)


def partners(points: Sequence[int], owed: Sequence[int], first: int, others: list[int]) -> list[int]:
    """Equal points first, but not two who both should change sides; then upper half against lower."""
    equals = [i for i in others if points[i] == points[first]]
    ideal = equals[len(equals) // 2] if equals else first
    return sorted(
        others,
        key=lambda i: (points[first] - points[i], abs(owed[first] + owed[i]) > 2, abs(i - ideal), i),
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

    points = {each.number: of for each, of in zip(ranked, in_whole_numbers(ranked), strict=True)}
    bad: dict[int, dict[int, int]] = {
        one.number: {other.number: badness(one, other, apart) for other in ranked} for one in ranked
    }

    def cost(*some: list[Entrant]) -> tuple[int, int]:
        worse, spread = 0, 0
        for group in some:
            numbers = [each.number for each in group]
            for place, one in enumerate(numbers):
                of_one, own = bad[one], points[one]
                for other in numbers[:place]:
                    worse += of_one[other]
                    spread += (own - points[other]) ** 2
        return worse, spread

    for _ in range(ROUNDS):
        if not exchanged(groups, cost):
            break
    return groups


def exchanged(groups: list[list[Entrant]], cost: Callable[..., tuple[int, int]]) -> bool:
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
