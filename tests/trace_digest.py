"""Prints a digest of traces of one game in all its variants: run in both builds, it must be the same."""

from __future__ import annotations

import hashlib
import json
import sys

import koloda
from koloda.core.rng import Rng
from koloda.core.state import State
from koloda.core.trace import write_trace
from koloda.testing.variants import every


def main(name: str) -> None:
    game = koloda.game(name)
    digest = hashlib.sha256()
    for variant in every(game):
        for seed in range(3):
            rng = Rng(seed, 3)

            def choose(state: State, seat: int, rng: Rng = rng, seed: int = seed) -> int:
                if rng.below(2):
                    return state.random_legal(seat, rng)
                # worlds are dear in plain Python: one deal of each variant asks for some
                world = state.masked(seat) if seed or rng.below(24) else state.determinize(seat, rng)
                return game.heuristic.choose(world, seat, rng)

            trace, end = write_trace(game, choose, variant.seats, seed, variant.options)
            events = [end.watch().seen_by(seat) for seat in (None, *range(variant.seats))]
            digest.update(json.dumps([trace, events, end.reveal()]).encode())
    print(digest.hexdigest())


if __name__ == "__main__":
    main(sys.argv[1])
