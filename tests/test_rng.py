"""Chance and sets of bits, against slow and obvious ways to say the same."""

from __future__ import annotations

from collections import Counter

import pytest
from mypy_extensions import i64

from koloda.core.bits import lowest, members, nth, popcount
from koloda.core.rng import Rng
from koloda.core.vecs import vec


@pytest.mark.parametrize("n", [1, 2, 6, 36, 3 << 29, (1 << 31) - 1])
def test_a_number_below_is_the_first_that_gives_every_value_the_same_chance(n: int) -> None:
    """Of the 2**32 values of a word as many are thrown away as are left over when n shares them."""
    for seed in range(200):
        words = Rng(seed)
        word = words.next32()
        while word * n % 2**32 < 2**32 % n:
            word = words.next32()
        rng = Rng(seed)
        assert rng.below(n) == word * n >> 32
        assert rng.next32() == words.next32()


def test_forks_of_a_generator_differ_from_it_and_from_each_other() -> None:
    rng = Rng(1)
    first, second = rng.fork(), rng.fork()
    streams = [[int(one.next32()) for _ in range(4)] for one in (rng, first, second)]
    assert max(Counter(word for words in streams for word in words).values()) == 1


def test_a_fork_is_seeded_by_the_next_three_words() -> None:
    rng, words = Rng(4), Rng(4)
    high, low, stream = (int(words.next32()) for _ in range(3))
    fork, expected = rng.fork(), Rng((high % 2**31 << 32) + low, stream)
    assert [fork.next32() for _ in range(4)] == [expected.next32() for _ in range(4)]
    assert rng.next32() == words.next32()


@pytest.mark.parametrize("count", [0, 1])
def test_where_there_is_nothing_to_shuffle_no_chance_is_used(count: int) -> None:
    rng, untouched = Rng(6), Rng(6)
    cards = vec[i64](range(count))
    rng.shuffle(cards)
    assert list(cards) == list(range(count))
    assert rng.next32() == untouched.next32()


def test_bits_are_counted_and_listed() -> None:
    rng = Rng(2)
    for _ in range(300):
        m = int(rng.next32() << 30 & rng.next32() << 29 | rng.below(1 << 29) | 1 << rng.below(62))
        numbers = [n for n in range(62) if m >> n & 1]
        assert popcount(m) == len(numbers)
        assert members(m) == numbers
        assert lowest(m) == numbers[0]
        assert nth(m, len(numbers) - 1) == numbers[-1]
