"""The seven categories of the score, and the best way to recolour circles."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from koloda.core.bits import lowest, popcount, shifted
from koloda.core.vecs import append, vec
from koloda.games.viceroy.cards import (
    CHARACTERS,
    CIRCLE_BONUS,
    COLOURS,
    DEFENCE,
    MAGIC,
    MAGIC_BONUS,
    PER_ADJACENT_CHARACTER,
    PER_CARD,
    PER_CIRCLE_OR_ENDLESS,
    PER_LEFTOVER_GEM,
    PER_SET,
    POINTS,
    SCIENCE,
    SCORE_PER,
    STORE_GEMS,
    TUCK_FREE_CARD,
    TUCK_HAND,
    TUCK_ON_DRAW,
)
from koloda.games.viceroy.pyramid import COLUMNS, LEVELS, PLACES, SECTORS, place_text
from koloda.games.viceroy.zones import (
    BUILT,
    PAINT_AT,
    PAINT_BITS,
    TOKEN_BITS,
    TOKEN_MASK,
    TRAY,
    ViceroyZones,
)

CIRCLE_POINTS: Final = 3
SET_POINTS: Final = 7
ATTACK_POINTS: Final = 3
SET_BEGUN: Final = [0.0, 0.2, 0.6]  # what a set with so many tokens is worth for every turn left


class Sums:
    """What lies in one pyramid, added up."""

    points: i64
    magic: i64
    science: i64
    defence: i64
    magic_bonus: i64
    bonus0: i64  # the circle bonuses by colour
    bonus1: i64
    bonus2: i64
    bonus3: i64
    endless: i64  # gems
    circles: i64  # of one colour, paint counted
    circle_points: i64

    def __init__(self) -> None:
        self.points = 0
        self.magic = 0
        self.science = 0
        self.defence = 0
        self.magic_bonus = 0
        self.bonus0 = 0
        self.bonus1 = 0
        self.bonus2 = 0
        self.bonus3 = 0
        self.endless = 0
        self.circles = 0
        self.circle_points = 0

    def bonus(self, colour: i64) -> i64:
        if colour < 2:
            return self.bonus1 if colour else self.bonus0
        return self.bonus2 if colour == 2 else self.bonus3

    def sets(self) -> i64:
        return complete(self.defence, self.magic, self.science)

    def begun(self) -> i64:
        """How many kinds of token there are for one more set: 0, 1 or 2."""
        return kinds_beyond(self.sets(), self.defence, self.magic, self.science)


def complete(defence: i64, magic: i64, science: i64) -> i64:
    """How many sets so many tokens make; min of three at once would be a call of Python's own."""
    least = min(defence, magic)
    return min(least, science)


def kinds_beyond(sets: i64, defence: i64, magic: i64, science: i64) -> i64:
    """How many of the three kinds of token there are for more than so many sets."""
    kinds: i64 = 0
    if defence > sets:
        kinds += 1
    if magic > sets:
        kinds += 1
    if science > sets:
        kinds += 1
    return kinds


def add_up(t: ViceroyZones, seat: i64) -> Sums:
    sums = Sums()
    sums.points = built_tokens(t, seat, POINTS)
    sums.magic = built_tokens(t, seat, MAGIC)
    sums.science = built_tokens(t, seat, SCIENCE)
    sums.defence = built_tokens(t, seat, DEFENCE)
    sums.magic_bonus = built_tokens(t, seat, MAGIC_BONUS)
    sums.bonus0 = built_tokens(t, seat, CIRCLE_BONUS)
    sums.bonus1 = built_tokens(t, seat, CIRCLE_BONUS + 1)
    sums.bonus2 = built_tokens(t, seat, CIRCLE_BONUS + 2)
    sums.bonus3 = built_tokens(t, seat, CIRCLE_BONUS + 3)
    for colour in range(4):
        sums.endless += t.endless[seat * 4 + colour]
    for level in range(1, LEVELS):
        row = t.rows[seat * LEVELS + level]
        while row:
            sectors = t.painted_sectors(seat, level * COLUMNS + lowest(row))
            row &= row - 1
            first = sectors & 3
            if sectors == first * 85:
                sums.circles += 1
                sums.circle_points += CIRCLE_POINTS + sums.bonus(first)
    return sums


def built_tokens(t: ViceroyZones, seat: i64, kind: i64) -> i64:
    """How many tokens of a kind lie on all cards of a pyramid."""
    return (t.built[seat * BUILT + 2 + kind // 3] >> (kind % 3 * TOKEN_BITS)) & TOKEN_MASK


def cards_of(t: ViceroyZones, seat: i64) -> i64:
    """The cards of a pyramid, placed and tucked."""
    cards: i64 = 0
    for level in range(LEVELS):
        row = t.rows[seat * LEVELS + level]
        while row:
            cards += 1 + t.tucked_under(t.board[seat * PLACES + level * COLUMNS + lowest(row)])
            row &= row - 1
    return cards


def endless_points(t: ViceroyZones, seat: i64, sums: Sums) -> i64:
    points: i64 = 0
    for colour in range(4):
        points += t.endless[seat * 4 + colour] * (CIRCLE_POINTS + sums.bonus(colour))
    return points


def law_points(t: ViceroyZones, seat: i64, sums: Sums) -> i64:
    """What all laws with a place in the pyramid score."""
    points: i64 = 0
    for level in range(LEVELS):
        row = t.rows[seat * LEVELS + level]
        while row:
            column = lowest(row)
            row &= row - 1
            card = t.board[seat * PLACES + level * COLUMNS + column]
            if card >= CHARACTERS:
                points += points_of_law(t, seat, level * COLUMNS + column, card, sums)
    return points


def points_of_law(t: ViceroyZones, seat: i64, place: i64, card: i64, sums: Sums) -> i64:
    op = t.deck.op[card]
    each = t.deck.points[card * 4]
    if op == TUCK_FREE_CARD:
        return t.deck.points[card * 4 + place // COLUMNS] if t.tucked_under(card) else 0
    if op in (TUCK_HAND, TUCK_ON_DRAW):
        return each * t.tucked_under(card)
    if op == STORE_GEMS:
        return each * t.stored_total(card)
    if op == SCORE_PER:
        return each * counted(t, seat, place, t.deck.what[card], sums)
    return 0


def counted(t: ViceroyZones, seat: i64, place: i64, what: i64, sums: Sums) -> i64:
    """What an end-of-game law counts."""
    if what == PER_ADJACENT_CHARACTER:
        return adjacent_characters(t, seat, place)
    if what == PER_CARD:
        return cards_of(t, seat)
    if what == PER_SET:
        return sums.sets()
    if what == PER_CIRCLE_OR_ENDLESS:
        return sums.circles + sums.endless
    if what == PER_LEFTOVER_GEM:
        return t.screen_total(seat)
    return sums.science


def adjacent_characters(t: ViceroyZones, seat: i64, place: i64) -> i64:
    column = place % COLUMNS
    count = is_character(t, seat, place, column - 1, 0) + is_character(t, seat, place, column + 1, 0)
    count += is_character(t, seat, place, column, -1) + is_character(t, seat, place, column + 1, -1)
    return count + is_character(t, seat, place, column - 1, 1) + is_character(t, seat, place, column, 1)


def is_character(t: ViceroyZones, seat: i64, place: i64, column: i64, up: i64) -> i64:
    """1 for a character in this column, so many levels above the place; else 0."""
    level = place // COLUMNS + up
    if column < 0 or column >= COLUMNS or level < 0 or level >= LEVELS:
        return 0
    card = t.board[seat * PLACES + level * COLUMNS + column]
    return 1 if 0 <= card < CHARACTERS else 0


def attack_loss(t: ViceroyZones, seat: i64, defence: i64) -> i64:
    """What the attack tokens left with the opponents cost."""
    attacks: i64 = 0
    for other in range(t.seats):
        if other != seat:
            attacks += t.attack[other]
    return ATTACK_POINTS * (attacks - defence) if attacks > defence else 0


def categories(t: ViceroyZones, seat: i64) -> list[i64]:
    """The seven numbers whose sum is the score."""
    sums = add_up(t, seat)
    return [
        sums.circle_points,
        endless_points(t, seat, sums),
        law_points(t, seat, sums),
        sums.points,
        sums.magic * sums.magic_bonus,
        SET_POINTS * sums.sets(),
        -attack_loss(t, seat, sums.defence),
    ]


def score(t: ViceroyZones, seat: i64) -> float:
    return score_of(t, seat, add_up(t, seat))


def score_of(t: ViceroyZones, seat: i64, sums: Sums) -> float:
    """The total; gains and loss apart, for mypyc shifts a negative number when it makes a float of it."""
    gains = sums.circle_points + endless_points(t, seat, sums) + law_points(t, seat, sums) + sums.points
    gains += sums.magic * sums.magic_bonus + SET_POINTS * sums.sets()
    return float(gains) - float(attack_loss(t, seat, sums.defence))


def prospects(t: ViceroyZones, left: i64) -> list[float]:
    """What the returns are likely to be when so many turns begin: the points, and what they become.

    The weights are those of a linear regression over deals of the heuristic.
    """
    return beyond_mean([prospect(t, seat, add_up(t, seat), left) for seat in range(t.seats)])


def prospect(t: ViceroyZones, seat: i64, sums: Sums, left: i64) -> float:
    """The points of one seat in the end."""
    turns = float(left)
    gems = t.screen_total(seat)
    worth = score_of(t, seat, sums) + 1.4 * float(min(gems, 8)) + 0.8 * float(max(gems - 8, 0))
    worth += (6.0 if left > 1 else 4.0) * float(t.hand_count(seat))
    worth += (1.4 + 0.15 * turns) * float(sums.magic) + 0.15 * turns * float(sums.magic_bonus)
    worth += turns * SET_BEGUN[sums.begun()]
    worth += 0.5 * min(turns, 7.0) * float(sums.endless)
    worth += 1.2 * float(t.attack[seat]) - 0.9 * float(sums.circles)
    worth += float(sums.bonus0 + sums.bonus1 + sums.bonus2 + sums.bonus3)
    worth += min(max(0.4 * (turns - 4.0), 0.0), 2.5) * float(popcount(t.rows[seat * LEVELS]))
    worth += min(1.2 + 0.5 * turns, 5.0) * float(popcount(t.rows[seat * LEVELS + 1]))
    return worth + min(1.6 + 0.8 * turns, 5.0) * float(popcount(t.rows[seat * LEVELS + 2]))


def beyond_mean(worths: list[float]) -> list[float]:
    total = 0.0
    for worth in worths:
        total += worth
    mean = total / float(len(worths))
    return [worth - mean for worth in worths]


# recolouring

# the worth of a painting in one number: points, then fewest gems, then points of the first category
POINT: Final = 0x200000000
GEM: Final = 0x4000000


def paint_best(t: ViceroyZones, seat: i64) -> None:
    """Recolour for the most points; among equals with the fewest gems, then with the best first category.

    A circle painted in a colour needs gems of that colour only, so this is a knapsack with four weights.
    """
    sums = add_up(t, seat)
    law_each: i64 = 0  # for each circle or endless gem
    gem_each: i64 = 0  # for each gem left over
    circles = vec[i64]()
    for level in range(LEVELS):
        row = t.rows[seat * LEVELS + level]
        while row:
            place = level * COLUMNS + lowest(row)
            row &= row - 1
            if level > 0:
                circles = append(circles, place)
            card = t.card_at(seat, place)
            if t.deck.op[card] == SCORE_PER:
                if t.deck.what[card] == PER_CIRCLE_OR_ENDLESS:
                    law_each += t.deck.points[card * 4]
                elif t.deck.what[card] == PER_LEFTOVER_GEM:
                    gem_each += t.deck.points[card * 4]
    size1 = t.screens[seat * 4] + 1
    size2 = size1 * (t.screens[seat * 4 + 1] + 1)
    size3 = size2 * (t.screens[seat * 4 + 2] + 1)
    states = size3 * (t.screens[seat * 4 + 3] + 1)
    best = vec[i64]()  # for each number of circles looked at, for each stock of gems: worth
    for i in range(states):
        best = append(best, 0)
    paints = vec[i64]()  # the colour chosen for the last of them, or -1
    for k in range(i64(len(circles))):
        sectors = t.circle_sectors(seat, circles[k])
        for gems in range(states):
            most = best[k * states + gems]
            choice: i64 = -1
            for colour in range(4):
                step = step_of(colour, size1, size2, size3)
                have = gems // step % (t.screens[seat * 4 + colour] + 1)
                need = others(sectors, colour)
                if 0 < need <= have:
                    worth = best[k * states + gems - need * step] + painted_worth(
                        sums, sectors, colour, need, law_each, gem_each
                    )
                    if worth > most:
                        most = worth
                        choice = colour
            best = append(best, most)
            paints = append(paints, choice)
    stock = states - 1
    last = i64(len(circles))
    while last > 0:
        last -= 1
        chosen = paints[last * states + stock]
        if chosen >= 0:
            stock -= paint_circle(t, seat, circles[last], chosen) * step_of(chosen, size1, size2, size3)


def step_of(colour: i64, size1: i64, size2: i64, size3: i64) -> i64:
    """What one gem of a colour weighs in the number of a stock."""
    if colour < 2:
        return size1 if colour else 1
    return size2 if colour == 2 else size3


def others(sectors: i64, colour: i64) -> i64:
    """How many sectors of a circle have another colour."""
    count: i64 = 0
    for i in range(4):
        if (sectors >> (2 * i)) & 3 != colour:
            count += 1
    return count


def painted_worth(sums: Sums, sectors: i64, colour: i64, need: i64, law_each: i64, gem_each: i64) -> i64:
    """What painting a circle in a colour adds."""
    circle = CIRCLE_POINTS + sums.bonus(colour)
    points = circle - need * gem_each
    if need == 4 and sectors == (sectors & 3) * 85:
        before = CIRCLE_POINTS + sums.bonus(sectors & 3)
        circle -= before
        points -= before
    else:
        points += law_each
    return points * POINT - need * GEM + circle


def paint_circle(t: ViceroyZones, seat: i64, place: i64, colour: i64) -> i64:
    """Cover all sectors of other colours; returns the number of gems."""
    count: i64 = 0
    sectors = t.circle_sectors(seat, place)
    for sector in range(4):
        if (sectors >> (2 * sector)) & 3 != colour:
            paint(t, seat, place, sector, colour)
            count += 1
    return count


def paint(t: ViceroyZones, seat: i64, place: i64, sector: i64, colour: i64) -> None:
    """Lay a gem of the own screen on a sector of a circle."""
    t.screens[seat * 4 + colour] -= 1
    t.trays[t.card_at(seat, place) * TRAY + 3] |= shifted(colour + 1, PAINT_AT + PAINT_BITS * sector)
    if t.log is not None:
        t.log.tell("paint", int(seat), place_text(place), SECTORS[sector], COLOURS[colour])
