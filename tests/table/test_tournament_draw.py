"""Who meets whom in a tournament of people, and points: as pure functions."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from itertools import combinations
from typing import Literal

import pytest

from koloda.table.tournaments.draw import Entrant, draw
from koloda.table.tournaments.log import (
    Begun,
    Decided,
    Drawn,
    Joined,
    Made,
    Meeting,
    Teamed,
    Tournament,
    Withdrew,
)
from koloda.table.tournaments.standings import shares


def perfect(people: list[Entrant]) -> bool:
    """Can all be paired without a repeat? By trying everything."""
    if not people:
        return True
    first, *rest = people
    return any(
        not first.met[other.number] and perfect([each for each in rest if each is not other])
        for other in rest
    )


def play(people: list[Entrant], groups: list[list[int]], chance: random.Random) -> None:
    for group in groups:
        players = [people[number] for number in group if number >= 0]
        for side, number in enumerate(group):
            if number >= 0:
                people[number].sides[side] += 1
                people[number].last_side = side
        for one, other in combinations(players, 2):
            one.met[other.number] += 1
            other.met[one.number] += 1
            (one if chance.random() < 0.5 else other).points += 1


@pytest.mark.parametrize("count", [2, 3, 5, 6, 8, 9, 10])
def test_everybody_is_paired_without_repeats_while_that_is_possible(count: int) -> None:
    for seed in range(12):
        chance = random.Random(seed)
        people = [Entrant(number) for number in range(count)]
        for _ in range(count):
            fewest = min(each.byes for each in people)
            resting = [each for each in people if each.byes == fewest] if count % 2 else [None]
            possible = any(perfect([each for each in people if each is not out]) for out in resting)
            drawn = draw(people, 2)
            assert sorted(sum(drawn.groups, drawn.byes)) == list(range(count))
            repeats = [pair for pair in drawn.groups if people[pair[0]].met[pair[1]]]
            assert not (possible and repeats)
            assert len(drawn.byes) == count % 2
            for number in drawn.byes:
                assert people[number].byes == fewest  # nobody rests twice before all have
                people[number].byes += 1
                people[number].points += 1
            play(people, drawn.groups, chance)
            # to avoid a repeat goes before the side of the table, so not always two
            assert all(abs(each.sides[0] - each.sides[1]) <= 3 for each in people)


@pytest.mark.parametrize(("count", "width"), [(6, 3), (9, 3), (12, 4), (16, 4), (20, 5)])
def test_groups_meet_few_people_again(count: int, width: int) -> None:
    for seed in range(5):
        chance = random.Random(seed)
        people = [Entrant(number) for number in range(count)]
        drawn = draw(people, width)
        play(people, drawn.groups, chance)
        again = draw(people, width)
        assert sorted(sum(again.groups, again.byes)) == list(range(count))
        least = 0 if count // width >= width else 1  # else some of three in two groups meet again
        repeats = sum(
            people[one].met[other] for group in again.groups for one, other in combinations(group, 2)
        )
        assert repeats <= (count * width if least else 2)


@pytest.mark.parametrize(("count", "width"), [(3, 2), (6, 4), (7, 4), (7, 3), (11, 10)])
def test_bots_take_seats_or_people_rest(count: int, width: int) -> None:
    people = [Entrant(number) for number in range(count)]
    drawn = draw(people, width)
    assert len(drawn.byes) == count % width
    filled = draw(people, width, fill=True)
    assert not filled.byes
    assert sorted(number for group in filled.groups for number in group if number >= 0) == list(range(count))
    assert all(len(group) == width for group in filled.groups)
    if count > width > 2:
        assert all(sum(number >= 0 for number in group) > 1 for group in filled.groups)


def test_seats_are_rotated_in_groups() -> None:
    chance = random.Random(1)
    people = [Entrant(number) for number in range(8)]
    for _ in range(8):
        play(people, draw(people, 4).groups, chance)
    for each in people:
        assert max(each.sides[side] for side in range(4)) - min(each.sides[side] for side in range(4)) <= 3


def test_equal_points_meet_and_blocked_people_do_not_while_there_are_others() -> None:
    people = [Entrant(number, Fraction(points)) for number, points in enumerate((2, 0, 2, 0))]
    assert {frozenset(group) for group in draw(people, 2).groups} == {frozenset((0, 2)), frozenset((1, 3))}
    apart = {frozenset((0, 2))}
    assert frozenset((0, 2)) not in {frozenset(group) for group in draw(people, 2, apart=apart).groups}
    assert draw(people[:1] + people[2:3], 2, apart=apart).groups  # with nobody else they must


def test_a_large_field_is_drawn() -> None:
    chance = random.Random(4)
    people = [Entrant(number) for number in range(99)]
    for _ in range(9):
        drawn = draw(people, 2)
        assert not any(people[one].met[other] for one, other in drawn.groups)
        people[drawn.byes[0]].byes += 1
        play(people, drawn.groups, chance)
    assert Counter(each.byes for each in people) == {0: 90, 1: 9}


def test_all_points_of_a_game_together_are_half_of_its_sides() -> None:
    chance = random.Random(2)
    for _ in range(50):
        places = [chance.randint(1, 4) for _ in range(chance.randint(2, 8))]
        assert sum(shares(places)) == Fraction(len(places), 2)


def begun(style: Literal["arena", "swiss"], count: int) -> Tournament:
    tournament = Tournament("t")
    made = Made(0, "maker", "Maker", "Cup", style, "flights", 2, {}, 1, 1, 1, 0, 60_000, 3)
    tournament.fold(made)
    for number in range(count):
        tournament.fold(Joined(number, f"u{number}", f"U{number}", "guest"))
    tournament.fold(Begun(100))
    return tournament


def test_ties_are_broken_by_the_opponents_points() -> None:
    cup = begun("swiss", 4)
    cup.fold(Drawn(101, [Meeting("a", [0, 1]), Meeting("b", [2, 3])]))
    cup.fold(Decided(102, "a", [1, 2]))
    cup.fold(Decided(103, "b", [1, 2]))
    cup.fold(Drawn(104, [Meeting("c", [0, 3]), Meeting("d", [1, 2])]))
    cup.fold(Decided(105, "c", [2, 1]))
    cup.fold(Decided(106, "d", [2, 1]))
    # 2 has two points; 0 and 3 have one: 0 met 1 (none) and 3 (one), 3 met 2 (two) and 0 (one)
    assert [(line.entry, line.place, str(line.points)) for line in cup.lines] == [
        (2, 1, "2"),
        (3, 2, "1"),
        (0, 3, "1"),
        (1, 4, "0"),
    ]
    assert [str(line.buchholz) for line in cup.lines] == ["1", "3", "1", "3"]


def test_who_is_away_may_come_back_and_keeps_the_points() -> None:
    cup = begun("arena", 3)
    cup.fold(Drawn(101, [Meeting("a", [0, 1])]))
    cup.fold(Decided(102, "a", [1, 0], ["u1"]))
    assert cup.people["u1"].missed == 1
    cup.fold(Withdrew(103, "u0"))
    assert [entry.number for entry in cup.active] == [1, 2]
    cup.fold(Joined(104, "u0", "U0", "guest"))
    assert [entry.number for entry in cup.active] == [0, 1, 2]
    assert cup.entries[0].points == 1
    cup.fold(Joined(105, "new", "New", "account"))
    assert cup.entries[3].members == ["new"]


def test_a_small_field_has_fewer_rounds() -> None:
    assert begun("swiss", 2).rounds == 1
    assert begun("swiss", 3).rounds == 3
    assert begun("swiss", 4).rounds == 3


def test_teams_are_one_line() -> None:
    cup = Tournament("t")
    made = Made(0, "m", "M", "Cup", "swiss", "durak", 4, {"mode": "team"}, 1, 1, 1, 0, 0, 2)
    cup.fold(made)
    assert (cup.width, cup.team_size) == (2, 2)
    for number in range(4):
        cup.fold(Joined(number, f"u{number}", f"U{number}", "guest", "Foxes" if number in (1, 2) else ""))
    cup.fold(Begun(10))
    assert [person.user for person in cup.single()] == ["u0", "u1", "u2", "u3"]
    cup.fold(Teamed(11, ["u1", "u2"]))
    cup.fold(Teamed(11, ["u0", "u3"]))
    assert [(entry.name, entry.members) for entry in cup.entries] == [
        ("Foxes", ["u1", "u2"]),
        ("", ["u0", "u3"]),
    ]


class Looked(Counter[int]):
    """Counts how often a draw looks whether two have met."""

    times = 0

    def __getitem__(self, number: int) -> int:
        Looked.times += 1
        assert Looked.times < 300_000, "nobody could wait for this draw"
        return super().__getitem__(number)


@pytest.mark.parametrize("width", [2, 4])
@pytest.mark.parametrize(("count", "hostile"), [(33, 18), (64, 40), (127, 66)])
def test_people_who_block_each_other_do_not_keep_the_server_busy(
    count: int, hostile: int, width: int
) -> None:
    """More than half of them want to meet nobody else of their own: no draw can please them all."""
    Looked.times = 0
    people = [Entrant(number, met=Looked()) for number in range(count)]
    apart = {frozenset(pair) for pair in combinations(range(hostile), 2)}
    drawn = draw(people, width, apart=apart)
    assert sorted(sum(drawn.groups, drawn.byes)) == list(range(count))
    against = sum(frozenset(pair) in apart for group in drawn.groups for pair in combinations(group, 2))
    assert against <= (hostile * 2 - count + 1 if width == 2 else hostile * 2)
