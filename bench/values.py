"""The search with learned values against the one without, on mirrored deals, at equal CPU time a decision.

    python bench/values.py durak --net durak-2/best.net --seats 2 --ms 10 --deals 60

It stops after `--minutes` and prints a row of the table in docs/training.md. Time is CPU time of the process,
so that other work on the machine weakens neither side.
"""

from __future__ import annotations

import argparse
import sys
import time

import koloda
from koloda.arena.pairing import Pairing, Score, play_pair
from koloda.bots import Bot, bot


def on_cpu(name: str) -> Bot:
    made = bot(name)
    made.clock = time.process_time
    return made


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("game")
    parser.add_argument("--seats", type=int, required=True)
    parser.add_argument("--ms", type=int, default=10)
    parser.add_argument("--deals", type=int, default=60)
    parser.add_argument("--seed", type=int, default=7_000_000)
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--net", required=True, help="a file of koloda train")
    args = parser.parse_args()
    if not koloda.compiled():
        sys.exit("compile first: python hatch_build.py")
    first = f"values:{args.net}:{args.ms}ms"
    pairing = Pairing(args.game, args.seats, first, f"values:none:{args.ms}ms", args.deals, args.seed, {})
    try:
        pairing.check()
    except koloda.KolodaError as problem:
        sys.exit(str(problem))
    score = Score()
    begun = time.monotonic()
    for deal in range(args.deals):
        score.add(play_pair(pairing, deal, on_cpu))
        if time.monotonic() - begun > args.minutes * 60:
            break
    low, high = score.interval()
    print(
        f"| {args.game}, {args.seats} | {args.ms} ms | {score.pairs} "
        f"| {score.win_rate:.1%} ({low:.1%} to {high:.1%}) "
        f"| {score.mean_difference:+.2f} ± {score.difference_margin():.2f} |"
    )


if __name__ == "__main__":
    main()
