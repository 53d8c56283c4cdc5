"""The deal: from a seed or from a setup."""

from __future__ import annotations

from typing import Any

from mypy_extensions import i64

from koloda.core.rng import Rng
from koloda.core.vecs import append, vec
from koloda.games.viceroy.cards import CARDS, CHARACTERS, Deck, Rules
from koloda.games.viceroy.state import ViceroyState

LARGE = 48


def deal(game: Any, seats: i64, deck: Deck, rules: Rules, rng: Rng, watch: bool) -> ViceroyState:
    """Shuffle characters and laws, then let everybody give back two of eight gems, in this order."""
    characters = numbers(0, CHARACTERS)
    laws = numbers(CHARACTERS, CARDS)
    rng.shuffle(characters)
    rng.shuffle(laws)
    small = characters[LARGE:]
    returned = vec[i64]()
    for seat in range(seats):
        first = rng.below(8)
        second = rng.below(7)
        if second >= first:
            second += 1
        for colour in range(4):
            count: i64 = 0
            if first // 2 == colour:
                count += 1
            if second // 2 == colour:
                count += 1
            returned = append(returned, count)
    return lay_out(
        game,
        seats,
        deck,
        rules,
        characters[:LARGE],
        small[: seats * 3],
        small[seats * 3 :],
        laws,
        returned,
        rng,
        watch,
    )


def restore(
    game: Any,
    seats: i64,
    deck: Deck,
    rules: Rules,
    large: list[i64],
    dealt: list[i64],
    small: list[i64],
    laws: list[i64],
    returned: list[i64],
    watch: bool,
) -> ViceroyState:
    return lay_out(
        game,
        seats,
        deck,
        rules,
        vec[i64](large),
        vec[i64](dealt),
        vec[i64](small),
        vec[i64](laws),
        vec[i64](returned),
        Rng(0),
        watch,
    )


def lay_out(
    game: Any,
    seats: i64,
    deck: Deck,
    rules: Rules,
    large: vec[i64],
    dealt: vec[i64],
    small: vec[i64],
    laws: vec[i64],
    returned: vec[i64],
    rng: Rng,
    watch: bool,
) -> ViceroyState:
    s = ViceroyState(game, seats, deck, rules, rng)
    s.lay_out()
    if watch:
        s.watch()
    s.large = large
    s.small = small
    s.first_small = small
    s.law = laws
    s.first_law = laws[:]
    s.dealt = dealt
    s.returned = returned
    for seat in range(seats):
        for i in range(3):
            s.to_hand(seat, dealt[seat * 3 + i])
        for colour in range(4):
            kept = 2 - returned[seat * 4 + colour]
            s.screens[seat * 4 + colour] = kept
            s.reserve[colour] -= kept
    s.begin()
    return s


def numbers(begin: i64, end: i64) -> vec[i64]:
    result = vec[i64]()
    for number in range(begin, end):
        result = append(result, number)
    return result
