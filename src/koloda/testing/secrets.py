"""No view, no event, no legal list and no decision of a bot depends on what a seat may not know."""

from __future__ import annotations

import math
from typing import Any

from koloda.bots import bot
from koloda.bots.player import Player
from koloda.core.bits import members, popcount
from koloda.core.rng import Rng
from koloda.core.state import State
from koloda.testing.variants import SPARE, Variant, able, random_end, walk

STEPS = 4  # how long two worlds are followed side by side
BOTS = ("random", "heuristic", "easy", "normal")
SEARCH = "mcts:4"
POSITIONS = (0, 4, 25)


def a_seat_cannot_tell_a_determinized_state_from_the_true_one(variant: Variant) -> None:
    rng = Rng(10)
    for number, state in enumerate(walk(variant.deal(10), 10)):
        if number % (5 * SPARE):
            continue
        for seat in range(variant.seats):
            other = state.determinize(seat, rng)
            mine, theirs = state.view(seat), other.view(seat)
            differing = sorted(key for key in {*mine, *theirs} if mine.get(key) != theirs.get(key))
            assert not differing, f"seat {seat}, decision {number}: {differing[0]} differs in a sampled world"
            assert other.legal(seat) == state.legal(seat)
            assert other.awaited(seat) == state.awaited(seat)
            assert (other.question(), other.time_limit()) == (state.question(), state.time_limit()), (
                f"seat {seat}, decision {number}: a clock would tell a sampled world from the true one"
            )


def a_world_does_not_know_the_next_shuffle(variant: Variant) -> None:
    """A sampled world has a generator of its own (rng.fork()), and so has every other."""
    state = variant.deal(32)
    worlds = [state.determinize(seat, Rng(seed)) for seat in range(min(2, variant.seats)) for seed in (1, 2)]
    ahead = [[int(each.rng.clone().next32()) for count in range(2)] for each in (state, *worlds)]
    assert all(numbers != ahead[0] for numbers in ahead[1:]), "determinize: the world needs rng.fork()"


def worlds_are_sampled_from_what_the_seat_knows_alone(variant: Variant) -> None:
    """Whatever is hidden, the same generator gives the same world."""
    rng = Rng(22)
    stride = 8 * SPARE * SPARE * (4 if variant.options else 1)  # two worlds of each: dear in plain Python
    for number, state in enumerate(walk(variant.deal(22), 22)):
        if number % stride:
            continue
        for seat in members(state.pending):
            other = state.determinize(seat, rng)
            again = other.determinize(seat, Rng(3)).reveal()
            assert again == state.determinize(seat, Rng(3)).reveal()
            assert other.masked(seat).reveal() == state.masked(seat).reveal()


def a_determinized_state_is_a_possible_one(variant: Variant) -> None:
    rng = Rng(11)
    for number, state in enumerate(walk(variant.deal(11), 11)):
        if number % (9 * SPARE) == 0:
            end = random_end(state.determinize(number % variant.seats, rng), 12)
            assert all(math.isfinite(value) for value in end.returns())


def events_tell_a_seat_nothing_that_it_may_not_know(variant: Variant) -> None:
    """Two worlds that a seat cannot tell apart are played on alike: it must see the same events.

    That it cannot tell them apart is what the game itself says: by its views, its legal lists, and by drawing
    the same worlds from the same generator.
    """
    rng = Rng(26)
    compared = before = 0
    for number, state in enumerate(walk(variant.deal(26), 26)):
        # what others have sealed may differ between the worlds, and is told in the end
        is_sealed = popcount(before) > 1 and not state.pending & ~before
        before = int(state.pending)
        if number % (3 * SPARE * SPARE) or is_sealed:  # dear in plain Python
            continue
        for seat in (*range(variant.seats), None):
            observer = 0 if seat is None else seat
            compared += followed(state, observer, seat, rng)
    assert compared, "no two worlds could be followed side by side"


def followed(state: State, observer: int, viewer: int | None, rng: Rng) -> int:
    """How many steps two worlds could be compared, from here on, as this viewer saw them."""
    mine, other = state.clone(), state.determinize(observer, rng)
    mine.watch()
    other.watch()
    getattr(other, "inner", other).rng = mine.rng.clone()  # chance goes on alike
    compared = 0
    for step in range(STEPS):
        if mine.over or mine.pending != other.pending:
            break
        seat = able(mine)[rng.below(len(able(mine)))]
        action = mine.random_legal(seat, rng)
        if action not in other.legal(seat):
            break
        mine.apply(seat, action)
        other.apply(seat, action)
        if not alike(mine, other, observer):
            break
        told, told_there = unordered(mine, viewer), unordered(other, viewer)
        assert told == told_there, f"seat {viewer} is told {told} in one world and {told_there} in another"
        compared += 1
    return compared


def unordered(state: State, viewer: int | None) -> list[list[Any]]:
    """What was told; the order in which somebody got several cards at once is nobody's knowledge."""
    seen = state.watch().seen_by(viewer)
    return [
        [sorted(part, key=str) if isinstance(part, tuple | list) else part for part in event]
        for event in seen
    ]


def alike(one: State, other: State, seat: int) -> bool:
    """Says the game that this seat cannot tell these states apart?"""
    if one.over != other.over or one.view(seat) != other.view(seat) or one.legal(seat) != other.legal(seat):
        return False
    if one.over:
        return True
    return all(
        one.determinize(seat, Rng(seed)).reveal() == other.determinize(seat, Rng(seed)).reveal()
        for seed in (1, 2)
    )


def what_is_told_of_the_deal_is_in_sight(variant: Variant) -> None:
    """Every card that the events of the deal name to a seat is in what this seat sees then."""
    for seed in range(3):
        state = variant.deal(seed, watch=True)
        codes = set(state.game.codes)
        for seat in (None, *range(variant.seats)):
            told = codes & words_of(state.watch().seen_by(seat))
            extra = sorted(told - words_of(state.view(seat)))
            assert not extra, f"seat {seat} is told of {extra}, which it does not see"


def words_of(value: Any) -> set[str]:
    """All texts in plain data."""
    if isinstance(value, dict):
        return set().union(*(words_of(each) for pair in value.items() for each in pair))
    if isinstance(value, list | tuple):
        return set().union(*(words_of(each) for each in value))
    return {value, *value.replace(":", " ").split()} if isinstance(value, str) else set()


def what_a_seat_has_sealed_is_in_nobody_elses_view(variant: Variant) -> None:
    for state in walk(variant.deal(16), 16):
        if popcount(state.pending) > 1 and not state.free:
            first = int(state.actor)
            others = [seat for seat in range(variant.seats) if seat != first]
            seen = []
            for action in (state.legal(first)[0], state.legal(first)[-1]):
                clone = state.clone()
                clone.watch()
                clone.apply(first, action)
                seen.append(
                    [(clone.view(seat), clone.watch().seen_by(seat)) for seat in (*others, None)]
                    if popcount(clone.pending)
                    else []
                )
            assert seen[0] == seen[1]


def the_heuristic_does_not_see_what_its_seat_may_not_see(variant: Variant) -> None:
    rng = Rng(12)
    for number, state in enumerate(walk(variant.deal(12), 12)):
        if number % 3:
            continue
        for seat in able(state):
            policy = state.game.heuristic
            choice = policy.choose(state, seat, Rng(1))
            assert choice in state.legal(seat)
            assert policy.choose(state.determinize(seat, rng), seat, Rng(1)) == choice
            masked = state.masked(seat)
            assert masked.view(seat) == state.view(seat)
            assert masked.legal(seat) == state.legal(seat)
            assert policy.choose(masked, seat, Rng(1)) == choice


def bots_do_not_see_what_their_seat_may_not_see(variant: Variant) -> None:
    for name in BOTS:
        same_decisions(variant, name)


def a_search_does_not_see_what_its_seat_may_not_see(variant: Variant) -> None:
    same_decisions(variant, SEARCH)


def same_decisions(variant: Variant, name: str) -> None:
    rng = Rng(1)
    for number, state in enumerate(walk(variant.deal(31), 31)):
        if number > POSITIONS[-1]:
            break
        if number not in POSITIONS:
            continue
        for seat in members(state.pending):
            choice = bot(name).choose(Player(state, int(seat), Rng(7)))
            assert choice in state.legal(seat)
            for exchange in range(2):
                other = state.determinize(seat, rng)
                assert bot(name).choose(Player(other, int(seat), Rng(7))) == choice


CHECKS = {
    "all": (
        a_seat_cannot_tell_a_determinized_state_from_the_true_one,
        worlds_are_sampled_from_what_the_seat_knows_alone,
        a_determinized_state_is_a_possible_one,
        a_world_does_not_know_the_next_shuffle,
        what_a_seat_has_sealed_is_in_nobody_elses_view,
        the_heuristic_does_not_see_what_its_seat_may_not_see,
        bots_do_not_see_what_their_seat_may_not_see,
    ),
    "usual": (
        what_is_told_of_the_deal_is_in_sight,
        events_tell_a_seat_nothing_that_it_may_not_know,
        a_search_does_not_see_what_its_seat_may_not_see,
    ),
}
