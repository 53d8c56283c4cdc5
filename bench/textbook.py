"""Our search against the one of the textbook, at equal iterations, on mirrored deals.

    python bench/textbook.py durak --iterations 200 --deals 100
    python bench/textbook.py yassa --iterations 200 --deals 100 --seats 2

The opponent is single-observer ISMCTS as it was published (Cowling, Powley, Whitehouse 2012): a fairly
sampled world an iteration, one tree of what was noticed, UCB with c = 0.7 and availability counts, one new
edge, a uniform random playout, rewards of 1 for a win, 0 for a loss, 1/2 for a draw; in the end the action
tried most often. It solves no endings. A draw of a deal counts half, intervals are of 95 %.
"""

from __future__ import annotations

import argparse
import math
import time

import koloda
from koloda.bots.mcts import think
from koloda.bots.player import Player, bot_rng
from koloda.cli.arguments import whole
from koloda.core.policy import next_seat, random_playout
from koloda.core.rng import Rng
from koloda.core.state import State

EXPLORATION = 0.7


class Edge:
    def __init__(self) -> None:
        self.visits = 0
        self.available = 0
        self.total = 0.0


class Node:
    def __init__(self) -> None:
        self.edges: dict[tuple[int, int], Edge] = {}
        self.ways: dict[tuple[int, int] | None, Node] = {}


def rewards(state: State) -> list[float]:
    """1 for those who did best, shared by nobody else; 1/2 for all if all did alike."""
    returns = state.returns()
    best, worst = max(returns), min(returns)
    if best - worst < 1e-9:
        return [0.5] * len(returns)
    return [float(value > best - 1e-9) for value in returns]


def textbook(player: Player, iterations: int) -> int:
    """The decision of single-observer ISMCTS."""
    legal = player.legal()
    if len(legal) == 1:
        return legal[0]
    root = Node()
    rng = player.rng.fork()
    for _ in range(iterations):
        iterate(root, player.determinize(rng), player.seat, rng)
    visits = {action: edge.visits for (_, action), edge in root.edges.items()}
    return max(legal, key=lambda action: visits.get(action, 0))


def iterate(node: Node, state: State, observer: int, rng: Rng) -> None:
    path: list[tuple[int, Edge]] = []
    adding = False
    first = True
    while state.pending and not adding:
        seat = observer if first else int(next_seat(state, rng))
        first = False
        legal = [int(action) for action in state.legal(seat)]
        untried = [action for action in legal if (seat, action) not in node.edges]
        if untried:
            adding = True
            action = untried[int(rng.below(len(untried)))]
            node.edges[seat, action] = Edge()
        else:
            action = max(legal, key=lambda action: bound(node.edges[seat, action]))
        for each in legal:
            if (seat, each) in node.edges:
                node.edges[seat, each].available += 1
        path.append((seat, node.edges[seat, action]))
        seen = (seat, action) if state.notices(observer, seat, action) else None
        state.apply(seat, action)
        node = node.ways.setdefault(seen, Node())
    random_playout(state, rng)
    found = rewards(state)
    for seat, edge in path:
        edge.visits += 1
        edge.total += found[seat]


def bound(edge: Edge) -> float:
    return edge.total / edge.visits + EXPLORATION * math.sqrt(math.log(edge.available) / edge.visits)


def points(deal: State, ours: int, seed: int, iterations: int) -> float:
    """Of our search, on the seats of this parity."""
    state = deal.clone()
    rngs = [bot_rng(seed, seat) for seat in range(state.seats)]
    order = Rng(seed, 2)
    while state.pending:
        seat = int(next_seat(state, order))
        player = Player(state, seat, rngs[seat])
        chosen = think(player, None, iterations) if seat % 2 == ours else textbook(player, iterations)
        state.apply(seat, chosen)
    sides: list[list[float]] = [[], []]
    for seat, value in enumerate(state.returns()):
        sides[seat % 2 != ours].append(value)
    lead = sum(sides[0]) / len(sides[0]) - sum(sides[1]) / len(sides[1])
    return 0.5 if abs(lead) < 1e-9 else float(lead > 0)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game", choices=[game.id for game in koloda.game_list()])
    parser.add_argument("--iterations", type=whole(1), default=200)
    parser.add_argument(
        "--deals", type=whole(2), default=100, help="at most, each played twice; default: 100"
    )
    parser.add_argument("--seconds", type=float, default=math.inf, help="of CPU time, then no deal is begun")
    parser.add_argument("--seats", type=whole(2), help="default: the usual number")
    parser.add_argument("--seed", type=whole(0), default=20_000)
    args = parser.parse_args()
    game = koloda.game(args.game)
    seats = args.seats or game.default_seats
    found: list[float] = []
    start = time.process_time()
    for seed in range(args.seed, args.seed + args.deals):
        if time.process_time() - start > args.seconds and len(found) > 1:
            break
        deal = game.deal(seats, seed)
        found.append(sum(points(deal, ours, seed, args.iterations) for ours in (0, 1)) / 2)
    mean = sum(found) / len(found)
    error = math.sqrt(sum((value - mean) ** 2 for value in found) / (len(found) - 1) / len(found))
    row = f"{100 * mean:.1f} % ± {196 * error:.1f}"
    print(f"| {game.id}, {seats} | {args.iterations} | {len(found)} | {row} |")


if __name__ == "__main__":
    main()
