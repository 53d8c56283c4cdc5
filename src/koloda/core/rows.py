"""Rows of bytes 0 and 1, in memory that NumPy sees without a copy: observations, and masks of legal actions.

Eight places are one 64-bit word, so that eight bits become eight bytes by one look-up and one store (the
first place is the lowest byte: little-endian machines).
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from koloda.core.bits import bit, nth, popcount, shifted
from koloda.core.vecs import append, vec

ALL: Final = 0x0101010101010101  # eight places that are 1


def zeros(count: i64) -> vec[i64]:
    words = vec[i64](capacity=count)
    for i in range(count):
        words = append(words, 0)
    return words


def spread_table() -> vec[i64]:
    """For each byte the word whose eight bytes are its bits, the lowest first."""
    table = zeros(256)
    for byte in range(256):
        word: i64 = 0
        for j in range(8):
            word |= shifted((byte >> j) & 1, j * 8)
        table[byte] = word
    return table


class Rows:
    """Rows of words. They never grow, so that a NumPy view of `words` stays valid."""

    words: vec[i64]
    table: vec[i64]
    base: i64  # the first word of the row that is being written

    def __init__(self, words: i64) -> None:
        self.words = zeros(words)
        self.table = spread_table()
        self.base = 0

    def start(self, base: i64, count: i64) -> None:
        """Begin a row of so many words: all zeros."""
        self.base = base
        words = self.words
        for i in range(base, base + count):
            words[i] = 0

    def word(self, at: i64, word: i64) -> None:
        """Eight places at once."""
        self.words[self.base + at] = word

    def bits(self, at: i64, bits: i64) -> None:
        """The bits of a set, the lowest first, from a word of the row on."""
        place = self.base + at
        words = self.words
        table = self.table
        while bits:
            words[place] = table[bits & 255]
            bits >>= 8
            place += 1

    def one(self, at: i64, place: i64) -> None:
        """One place of a field; below 0: none."""
        if place >= 0:
            self.words[self.base + at + (place >> 3)] |= shifted(1, (place & 7) * 8)

    def has(self, at: i64, place: i64) -> bool:
        """Is this place of a field 1 already?"""
        return self.words[self.base + at + (place >> 3)] >> ((place & 7) * 8) & 1 != 0

    def up_to(self, at: i64, count: i64, width: i64) -> None:
        """So many ones, at most the width of the field."""
        if count > width:
            count = width
        place = self.base + at
        words = self.words
        while count > 8:
            words[place] = ALL
            count -= 8
            place += 1
        if count > 0:
            words[place] = self.table[bit(count) - 1]


class Masks(Rows):
    """A row is 1 at the legal actions of a decision. It knows where its ones are: few words need clearing."""

    width: i64  # words of a row
    first: vec[i64]  # by row: the first word that is not 0, and the one after the last
    end: vec[i64]
    counts: vec[i64]  # by row: how many actions
    low: i64  # of the row that is being written
    high: i64
    count: i64

    def __init__(self, rows: i64, width: i64) -> None:
        super().__init__(rows * width)
        self.width = width
        self.first = zeros(rows)
        self.end = zeros(rows)
        self.counts = zeros(rows)
        self.low = 0
        self.high = 0
        self.count = 0

    def open(self, row: i64) -> None:
        """Begin a row: no action."""
        words = self.words
        self.base = row * self.width
        for i in range(self.base + self.first[row], self.base + self.end[row]):
            words[i] = 0
        self.low = self.width
        self.high = 0
        self.count = 0

    def close(self, row: i64) -> None:
        """The row is written."""
        self.first[row] = self.low
        self.end[row] = self.high
        self.counts[row] = self.count

    def add(self, action: i64) -> None:
        """One more action; none twice."""
        word = action >> 3
        self.words[self.base + word] |= shifted(1, (action & 7) * 8)
        self.low = min(self.low, word)
        self.high = max(self.high, word + 1)
        self.count += 1

    def add_set(self, first: i64, actions: i64) -> None:
        """The actions of a set, where bit 0 is the action `first`."""
        if not actions:
            return
        self.count += popcount(actions)
        words = self.words
        table = self.table
        word = first >> 3
        self.low = min(self.low, word)
        shift = first & 7
        if shift:
            words[self.base + word] |= table[(actions & 255) << shift & 255]
            actions >>= 8 - shift
            word += 1
        while actions:
            words[self.base + word] |= table[actions & 255]
            actions >>= 8
            word += 1
        self.high = max(self.high, word)

    def allows(self, row: i64, action: i64) -> bool:
        """Is this action of this game legal in the row?"""
        return self.words[row * self.width + (action >> 3)] >> ((action & 7) * 8) & 1 != 0

    def pick(self, row: i64, n: i64) -> i64:
        """The n-th action of the row, from 0."""
        base = row * self.width
        word = self.first[row]
        count = popcount(self.words[base + word])  # each byte is 0 or 1
        while n >= count:
            n -= count
            word += 1
            count = popcount(self.words[base + word])
        return word * 8 + (nth(self.words[base + word], n) >> 3)
