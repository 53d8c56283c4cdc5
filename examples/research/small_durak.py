"""Durak with six cards, solved twice: CFR+ on the whole tree, and external-sampling MCCFR by playing.

    python examples/research/small_durak.py            # two minutes: 78,927 information sets
    python examples/research/small_durak.py --short    # seconds: four cards
    python examples/research/small_durak.py --plot FILE.svg

Both are measured by their exact exploitability: half of what two best responses win together.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import Any

import numpy as np
from training import plot

import koloda
from koloda.research.solving import SmallGame
from koloda.research.trees import End, Node, Tree

OPTIONS = {"trump_source": "appointed", "first_mover": "appointed", "suits": 2}
GIVEN = {"trump": "H", "first": 0}  # the other deals are the same with suits or seats exchanged


def nested(nodes: Iterator[Node]) -> Any:
    """The nodes, which are listed in preorder, as (information set, children) or an end."""
    node = next(nodes)
    return node.end if node.at is None else (node.at, [nested(nodes) for _ in node.at.actions])


class Sampling:
    """MCCFR: the own actions are all tried, those of chance and of the other seat are drawn."""

    def __init__(self, game: SmallGame, seed: int) -> None:
        self.game = game
        self.rng = np.random.default_rng(seed)
        nodes = iter(game.tree.nodes)
        self.deals = [nested(nodes) for _ in game.tree.chances]
        self.regrets = [np.zeros(side.size) for side in game.sides]
        self.sums = [np.zeros(side.size) for side in game.sides]

    def iterate(self) -> None:
        for seat in (0, 1):
            deal = self.rng.choice(len(self.deals), p=self.game.tree.chances)
            self.walk(self.deals[deal], seat)

    def walk(self, node: Any, me: int) -> float:
        if isinstance(node, End):
            return node.returns[me]
        at, children = node
        places = slice(at.first, at.first + len(at.actions))
        hopes = np.maximum(self.regrets[at.seat][places], 0)
        total = hopes.sum()
        chances = hopes / total if total > 0 else np.full(len(hopes), 1 / len(hopes))
        if at.seat != me:
            self.sums[at.seat][places] += chances
            return self.walk(children[self.rng.choice(len(children), p=chances)], me)
        values = np.array([self.walk(child, me) for child in children])
        mean = float(chances @ values)
        self.regrets[me][places] += values - mean
        return mean


def main() -> None:
    parser = argparse.ArgumentParser(description="Small Durak by CFR+ and MCCFR")
    parser.add_argument("--short", action="store_true", help="four cards, few iterations")
    parser.add_argument("--plot", metavar="FILE", help="the curves as SVG")
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    size = {"ranks": 2, "hand_size": 1} if args.short else {"ranks": 3, "hand_size": 2}
    game = SmallGame(Tree(koloda.game("durak"), 2, {**OPTIONS, **size}, GIVEN))
    print(f"{len(game.tree.nodes)} positions, {len(game.tree.sets)} information sets")

    whole: list[tuple[float, float]] = []

    def report(number: int, policy: list[Any]) -> None:
        if number in (1, 3, 10, 30, 100, 300):
            whole.append((number, game.exploitability(policy)))
            print(f"CFR+   {number:>7} iterations: {whole[-1][1]:.6f}", flush=True)

    policy = game.solve(30 if args.short else 300, report)
    print(f"value of the game for who leads: {game.value(policy):+.4f}")

    sampling = Sampling(game, args.seed)
    sampled: list[tuple[float, float]] = []
    for number in range(1, (300 if args.short else 10_000) + 1):
        sampling.iterate()
        if number in (10, 100, 300, 1000, 3000, 10_000):
            sampled.append((number, game.exploitability(game.average(sampling.sums))))
            print(f"MCCFR  {number:>7} iterations: {sampled[-1][1]:.6f}", flush=True)
    if args.plot:
        lines = {
            "CFR+": [(np.log10(x), np.log10(y + 1e-9)) for x, y in whole],
            "MCCFR": [(np.log10(x), np.log10(y + 1e-9)) for x, y in sampled],
        }
        plot(args.plot, "small Durak: log10 of the exploitability", "log10 of iterations", lines)


if __name__ == "__main__":
    main()
