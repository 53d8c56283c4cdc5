"""The random number generator: sfc32, four 32-bit words.

Every intermediate value is below 2**63, so that the compiled (64-bit) and the interpreted (unbounded)
arithmetic give the same numbers on every machine.
"""

from __future__ import annotations

from mypy_extensions import i64

from koloda.core.vecs import vec


class Rng:
    a: i64
    b: i64
    c: i64
    d: i64

    def __init__(self, seed: i64, stream: i64 = 0) -> None:
        """Streams of one seed are independent: one for each deal, seat or worker that needs its own."""
        self.a = stream & 0xFFFFFFFF
        self.b = seed & 0xFFFFFFFF
        self.c = (seed >> 32) & 0xFFFFFFFF
        self.d = 1
        for i in range(12):
            self.next32()

    def next32(self) -> i64:
        b = self.b
        c = self.c
        d = self.d
        t = (self.a + b + d) & 0xFFFFFFFF
        self.d = (d + 1) & 0xFFFFFFFF
        self.a = b ^ (b >> 9)
        self.b = (c + (c << 3)) & 0xFFFFFFFF
        self.c = ((((c << 21) & 0xFFFFFFFF) | (c >> 11)) + t) & 0xFFFFFFFF
        return t

    def below(self, n: i64) -> i64:
        """A uniform number of 0 .. n-1 (Lemire's method, without bias)."""
        m = self.next32() * n
        low = m & 0xFFFFFFFF
        if low < n:
            least = (0x100000000 - n) % n
            while low < least:
                m = self.next32() * n
                low = m & 0xFFFFFFFF
        return m >> 32

    def shuffle(self, cards: vec[i64]) -> None:
        """Put the cards into a uniformly random order, in place."""
        i = i64(len(cards)) - 1
        while i > 0:
            j = self.below(i + 1)
            card = cards[i]
            cards[i] = cards[j]
            cards[j] = card
            i -= 1

    def fork(self) -> Rng:
        """A generator of its own, seeded by this one."""
        high = self.next32() & 0x7FFFFFFF
        return Rng((high << 32) | self.next32(), self.next32())

    def clone(self) -> Rng:
        rng = Rng(0)
        rng.a = self.a
        rng.b = self.b
        rng.c = self.c
        rng.d = self.d
        return rng
