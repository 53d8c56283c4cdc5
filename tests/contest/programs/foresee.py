"""Tries to find the whole deck from its own six cards, by seeds that are easy to guess; answers NO."""

import sys
from collections.abc import Iterator
from hashlib import sha256

RANKS = "6789TJQKA"
SUITS = "HSCD"
CARDS = [f"{rank}{suit}" for suit in SUITS for rank in RANKS]
M = 0xFFFFFFFF


def numbers(seed: int, stream: int = 0) -> Iterator[int]:
    """sfc32, as the engine has it."""
    a, b, c, d = stream & M, seed & M, seed >> 32 & M, 1
    count = 0
    while True:
        t = (a + b + d) & M
        d = (d + 1) & M
        a, b, c = b ^ (b >> 9), (c + (c << 3)) & M, (((c << 21) & M | c >> 11) + t) & M
        count += 1
        if count > 12:
            yield t


def shuffled(seed: int) -> list[str]:
    drawn = numbers(seed)
    deck = list(CARDS)
    for i in range(len(deck) - 1, 0, -1):
        j = next(drawn) * (i + 1) >> 32
        deck[i], deck[j] = deck[j], deck[i]
    return deck


def by_stream(seed: int, deal: int) -> int:
    drawn = numbers(seed, deal)
    return (next(drawn) & 0x7FFFFFFF) << 32 | next(drawn)


def by_hash(seed: int, deal: int) -> int:
    return int.from_bytes(sha256(f"koloda deal {seed} {deal}".encode()).digest()[:8], "big") >> 1


def foresee(own: set[str]) -> str:
    for seed in range(200):
        for deal in range(1, 4):
            for made in (seed + deal, by_stream(seed, deal), by_hash(seed, deal)):
                deck = shuffled(made)
                if any(set(deck[start : start + 6]) == own for start in (0, 6, 12, 18)):
                    return f"seed {seed} deal {deal}: {' '.join(deck)}"
    return "nothing"


own: set[str] = set()
for line in sys.stdin:
    word, *rest = line.split()
    if word == "give" and rest[0] == "1" and len(own) < 6:
        own.add(rest[1])
        if len(own) == 6:
            sys.stderr.write(f"foreseen: {foresee(own)}\n")
            sys.stderr.flush()
    elif word.isupper():
        sys.stdout.write("NO\n")
        sys.stdout.flush()
