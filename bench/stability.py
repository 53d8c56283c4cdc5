"""How far can the choice of a search be trusted? The same position with another seed, and a judge.

    python bench/stability.py durak --iterations 2000 --positions 60 --seats 2
    python bench/stability.py flights --iterations 1500 --positions 40 --seats 2 --worlds 30

Positions with a choice come from deals of the heuristic, one of each deal. A search is certain of a position
where every other action costs more than two of its standard errors, and certain of a cost that is more. Told
are: in how many positions it was certain, how often a search with another seed chose the same there, and
everywhere.

With `--worlds` a judge hears one of the costs of which the search is certain, by lot, in each position: the
choice and the other action begin in the same worlds, drawn anew, and searches of `--strong` iterations play
each to the end on all seats. Told are how many costs were judged, how many have the judge's sign, of how many
the judge is certain by two standard errors of its own, and how many of these have its sign.
"""

from __future__ import annotations

import argparse
import math
import time

import koloda
from koloda.bots.mcts import Estimate, evaluate, think
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


def dear(found: list[Estimate]) -> list[Estimate]:
    """The actions that cost more than two standard errors."""
    return [each for each in found[1:] if found[0].value - each.value > 2 * each.cost_error]


def played(world: State, seat: int, action: int, strong: int, seed: int) -> float:
    """What the seat gets by this action if searches play on."""
    state = world.clone()
    state.apply(seat, action)
    rng = Rng(seed, 60)
    while state.pending:
        actor = int(next_seat(state, rng))
        state.apply(actor, think(Player(state, actor, rng), None, strong))
    return float(state.returns()[seat])


def cost(state: State, seat: int, choice: int, other: int, worlds: int, strong: int) -> tuple[float, float]:
    """By how much the choice is better in the same worlds, and the standard error of that."""
    differences = []
    for number in range(worlds):
        world = state.determinize(seat, Rng(number, 61))
        first, second = (played(world, seat, action, strong, number) for action in (choice, other))
        differences.append(first - second)
    mean = sum(differences) / worlds
    squares = sum((each - mean) ** 2 for each in differences)
    return mean, math.sqrt(squares / (worlds - 1) / worlds)


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
    parser.add_argument("--worlds", type=whole(0), default=0, help="of the judge; default: no judge")
    parser.add_argument("--strong", type=whole(1), default=30, help="iterations of the judge's searches")
    args = parser.parse_args()
    game = koloda.game(args.game)
    seats = args.seats or game.default_seats
    start = time.process_time()
    tried = alike = sure = sure_alike = judged = agreed = firm = firm_agreed = 0
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
        costly = dear(first)
        if len(costly) == len(first) - 1:
            sure += 1
            sure_alike += same
        if args.worlds > 1 and costly:  # one of a position, by lot: they are not independent
            other = costly[Rng(seed, 62).below(len(costly))]
            mean, error = cost(state, seat, first[0].action, other.action, args.worlds, args.strong)
            judged += 1
            agreed += mean >= 0
            if abs(mean) > 2 * error:
                firm += 1
                firm_agreed += mean > 0
    print(
        "| game, seats | iterations | positions | same choice | certain | same choice there "
        "| judged | judge's sign | judge certain | judge's sign there |"
    )
    print("|---|---|---|---|---|---|---|---|---|---|")
    print(
        f"| {game.id}, {seats} | {args.iterations} | {tried} | {alike} | {sure} | {sure_alike} "
        f"| {judged} | {agreed} | {firm} | {firm_agreed} |"
    )


if __name__ == "__main__":
    main()
