"""The memory of the solver: what was found out about a position, in flat arrays that never grow too large.

Of a position it keeps two numbers in one word: how much is missing until a question about it is answered
with yes, and with no. An answered one misses nothing, and can no longer be answered otherwise.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from koloda.core.bits import shifted
from koloda.core.rows import zeros
from koloda.core.vecs import vec

MANY: Final = 0x1FFFFFFF  # of a question that cannot be answered so
FIRST_SLOTS: Final = 1024
MOST_SLOTS: Final = 0x200000  # two words each: 32 megabytes, and half of that more while it grows
PROBES: Final = 8


def both(yes: i64, no: i64) -> i64:
    """The two numbers as one word, which is never 0."""
    return shifted(yes, 30) | no


YES: Final[i64] = both(0, MANY)
NO: Final[i64] = both(MANY, 0)


def settled(word: i64) -> bool:
    """Is the question answered?"""
    return word >> 30 == 0 or word & MANY == 0


class Proofs:
    """A hash table. It grows while it may; then, in a crowded place, what is new takes that of the old."""

    keys: vec[i64]
    words: vec[i64]  # 0 where free
    mask: i64
    count: i64
    most: i64
    replaced: i64

    def __init__(self, most: i64 = MOST_SLOTS) -> None:
        self.most = most
        self.clear()

    def clear(self) -> None:
        self.keys = zeros(FIRST_SLOTS)
        self.words = zeros(FIRST_SLOTS)
        self.mask = FIRST_SLOTS - 1
        self.count = 0
        self.replaced = 0

    def place(self, key: i64) -> i64:
        """The slot of a position, or the free one where it belongs; -1 where it has no place."""
        for i in range(PROBES):
            slot = (key + i) & self.mask
            if self.words[slot] == 0 or self.keys[slot] == key:
                return slot
        return -1

    def get(self, key: i64) -> i64:
        """What is known of the position, 0: nothing."""
        slot = self.place(key)
        return 0 if slot < 0 else self.words[slot]

    def put(self, key: i64, word: i64) -> None:
        slot = self.place(key)
        while (slot < 0 or self.count * 2 > self.mask) and self.mask + 1 < self.most:
            self.grow()
            slot = self.place(key)
        if slot < 0:
            # always another one, or two positions could drive each other out for ever
            self.replaced += 1
            slot = (key + self.replaced % PROBES) & self.mask
        elif not self.words[slot]:
            self.count += 1
        self.keys[slot] = key
        self.words[slot] = word

    def grow(self) -> None:
        """Twice the slots; what finds no place there, which is rare, is forgotten."""
        keys = self.keys
        words = self.words
        size = i64(len(words)) * 2
        self.keys = zeros(size)
        self.words = zeros(size)
        self.mask = size - 1
        self.count = 0
        for i in range(len(words)):
            slot = self.place(keys[i])
            if words[i] and slot >= 0:
                self.keys[slot] = keys[i]
                self.words[slot] = words[i]
                self.count += 1
