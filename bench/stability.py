"""How far can the choice of a search be trusted? The same position with another seed.

    python bench/stability.py durak --iterations 300 --positions 40
    python bench/stability.py flights --iterations 400 --positions 40 --seats 2

Positions with a choice come from deals of the heuristic, one of each deal. A search is certain where every
other action costs more than two of its standard errors. Told are: in how many positions it was, how often a
search with another seed chose the same there, and everywhere.
"""

from __future__ import annotations

import argparse
import math
import time

import koloda
from koloda.bots.mcts import Estimate, evaluate
from koloda.bots.player import Player
from koloda.cli.arguments import whole
from koloda.core.game import Game
from koloda.core.policy import next_seat
from koloda.core.rng import Rng
from koloda.core.state import State


def position(game: Game, seats: int, seed: int) -> tuple[State, int] | None:
    """A decision of this deal, by lot, and whose it is; None: the deal was over before."""
    state = game.deal(seats, seed)
    rng = Rng(seed, 1)
    skipped = int(rng.below(30))
    while state.pending:
        seat = int(next_seat(state, rng))
        if len(state.legal(seat)) > 1:
            if not skipped:
                return state, seat
            skipped -= 1
        state.apply(seat, game.heuristic.choose(state, seat, rng))
    return None


def certain(found: list[Estimate]) -> bool:
    """Does every other action cost more than two standard errors?"""
    best = found[0]
    return all(best.value - each.value > 2 * each.cost_error for each in found[1:])


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game", choices=[game.id for game in koloda.game_list()])
    parser.add_argument("--iterations", type=whole(2), default=400)
    parser.add_argument("--positions", type=whole(1), default=40, help="at most")
    parser.add_argument(
        "--seconds", type=float, default=math.inf, help="of CPU time, then no position is begun"
    )
    parser.add_argument("--seats", type=whole(2), help="default: the usual number")
    parser.add_argument("--seed", type=whole(0), default=40_000)
    args = parser.parse_args()
    game = koloda.game(args.game)
    seats = args.seats or game.default_seats
    start = time.process_time()
    tried = alike = sure = sure_alike = 0
    seed = args.seed
    while tried < args.positions and time.process_time() - start < args.seconds:
        seed += 1
        found = position(game, seats, seed)
        if found is None:
            continue
        state, seat = found
        first, second = (
            evaluate(Player(state, seat, Rng(seed, stream)), None, args.iterations) for stream in (50, 51)
        )
        same = first[0].action == second[0].action
        tried += 1
        alike += same
        if certain(first):
            sure += 1
            sure_alike += same
    print("| game, seats | iterations | positions | same choice | certain | same choice there |")
    print("|---|---|---|---|---|---|")
    print(f"| {game.id}, {seats} | {args.iterations} | {tried} | {alike} | {sure} | {sure_alike} |")


if __name__ == "__main__":
    main()
