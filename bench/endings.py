"""Do the levels throw away won endings? They are asked at critical positions of Durak, and the solver judges.

    python bench/endings.py --positions 500 normal hard expert master

A position is critical where the stock is empty, the seat to move knows every card, and one of its actions
gives away what another keeps. They come from deals of the heuristic for two, one of each deal. The judge is
the solver with all the positions that it needs, every action solved; tests hold it to minimax.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator

import koloda
from koloda.bots import bot
from koloda.bots.player import Player, bot_rng
from koloda.cli.arguments import whole
from koloda.core.rng import Rng
from koloda.core.state import State

NODES = 5_000_000


def critical(seats: int, seed: int) -> Iterator[tuple[int, State, int, dict[int, float]]]:
    """Deal after deal: its seed, the first critical position, who decides, and what each action is worth."""
    game = koloda.game("durak")
    while True:
        state = game.deal(seats, seed)
        rng = Rng(seed, 1)
        while state.pending:
            seat = int(state.actor)
            if game.tuning.endings.solvable(state, seat) and len(state.legal(seat)) > 1:
                solved = game.tuning.endings.fresh().solve(state, NODES, True)
                values = {int(action): float(value) for action, value in solved}
                if values and max(values.values()) > min(values.values()):
                    yield seed, state, seat, values
                    break
            state.apply(seat, game.heuristic.choose(state, seat, rng))
        seed += 1


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("bots", nargs="+", metavar="BOT", help="like heuristic, normal, hard, mcts:1000")
    parser.add_argument("--positions", type=whole(1), default=500)
    parser.add_argument("--seats", type=whole(2), default=2)
    parser.add_argument("--seed", type=whole(0), default=30_000)
    args = parser.parse_args()
    bots = [bot(name) for name in args.bots]
    errors = dict.fromkeys(args.bots, 0)
    positions = critical(args.seats, args.seed)
    for _ in range(args.positions):
        seed, state, seat, values = next(positions)
        for each in bots:
            chosen = each.choose(Player(state, seat, bot_rng(seed, seat)))
            errors[each.name] += values[chosen] < max(values.values()) - 1e-9
    print("| bot | critical positions | errors |\n|---|---|---|")
    for name, count in errors.items():
        print(f"| {name} | {args.positions} | {count} |")


if __name__ == "__main__":
    main()
