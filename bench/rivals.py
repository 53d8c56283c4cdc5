"""Does a simple rule of thumb beat the heuristic? Twelve policies of each game against it, on mirrored deals.

    python -m bench.rivals durak --deals 1000             team Durak; also yassa, flights, viceroy, junquick
    python -m bench.rivals durak --deals 1000 --seats 2

The rivals are opponents only: greedy rules, and the heuristic with one habit changed. Every deal is played
twice with seats exchanged; a draw counts half, intervals are of 95 %. One wholly above 50 % is marked.
"""

from __future__ import annotations

import argparse
import math

from bench import rivals_durak, rivals_flights, rivals_junquick, rivals_viceroy, rivals_yassa
from bench.rivals_common import Rule

import koloda
from koloda.cli.arguments import whole
from koloda.core.rng import Rng
from koloda.core.state import State

RIVALS: dict[str, dict[str, Rule]] = {
    "durak": rivals_durak.RULES,
    "yassa": rivals_yassa.RULES,
    "flights": rivals_flights.RULES,
    "viceroy": rivals_viceroy.RULES,
    "junquick": rivals_junquick.RULES,
}


def points(rival: Rule, deal: State, ours: int, rng: Rng) -> float:
    """Of the rival, where the heuristic has the seats of this parity."""
    heuristic = deal.game.heuristic
    state = deal.clone()
    while state.pending:
        seat = int(state.actor)
        action = int(heuristic.choose(state, seat, rng))
        if seat % 2 != ours:
            action = rival(state, seat, action, rng)
        state.apply(seat, action)
    returns = state.returns()
    sides: list[list[float]] = [[], []]
    for seat, value in enumerate(returns):
        sides[seat % 2 != ours].append(value)
    lead = sum(sides[1]) / len(sides[1]) - sum(sides[0]) / len(sides[0])
    return 0.5 if abs(lead) < 1e-9 else float(lead > 0)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game", choices=tuple(RIVALS))
    parser.add_argument("--deals", type=whole(2), default=1000, help="each played twice; default: 1000")
    parser.add_argument("--seats", type=whole(2), help="default: the usual number")
    parser.add_argument("--seed", type=whole(0), default=10_000)
    args = parser.parse_args()
    game = koloda.game(args.game)
    rng = Rng(args.seed, 1)
    print("| rival | its points |\n|---|---|")
    for name, rival in RIVALS[args.game].items():
        found = []
        for seed in range(args.seed, args.seed + args.deals):
            deal = game.deal(args.seats or game.default_seats, seed)
            found.append(sum(points(rival, deal, ours, rng) for ours in (0, 1)) / 2)
        mean = sum(found) / len(found)
        error = math.sqrt(sum((value - mean) ** 2 for value in found) / (len(found) - 1) / len(found))
        mark = " **better**" if mean - 1.96 * error > 0.5 else ""
        print(f"| {name} | {100 * mean:.1f} % ± {196 * error:.1f}{mark} |", flush=True)


if __name__ == "__main__":
    main()
