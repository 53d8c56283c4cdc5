"""What could be won with more knowledge: a search that sees all cards, on mirrored deals.

    python bench/upper.py durak --seats 4 --deals 100
    python bench/upper.py yassa --sees order --against normal

With `--sees hands` it knows what all hold, and draws the order of the decks anew in every iteration; with
`--sees order` it knows the order too. What the others choose in a sealed window it does not see. It searches
with the tuning and the iterations of `hard`. No bot may do that. The first bounds what could be gained by
conclusions from the others' choices, the second what any play could win; both only roughly, for a search is
no perfect player, and this one believes that the others see as much. Where the others are modelled by the
heuristic (Flights, Viceroy, JunQuick) it foresees what `normal` will do, so that those rows say too much.
"""

from __future__ import annotations

import argparse
import sys
import time

from mypy_extensions import i64

import koloda
from koloda.arena.pairing import PairResult, Score
from koloda.bots import Bot, bot
from koloda.bots.levels import LEVELS
from koloda.bots.mcts import Budget
from koloda.bots.player import Player, bot_rng
from koloda.bots.search import Search
from koloda.cli.arguments import whole
from koloda.core.policy import next_seat
from koloda.core.rng import Rng
from koloda.core.state import State
from koloda.core.vecs import vec
from koloda.games.durak.bots.values import DurakValues
from koloda.games.durak.state import DurakState
from koloda.games.flights.state import FlightsState
from koloda.games.junquick.bots.values import JunQuickValues
from koloda.games.junquick.state import JunQuickState
from koloda.games.viceroy.bots.values import ViceroyValues
from koloda.games.viceroy.state import ViceroyState
from koloda.games.yassa.state import YassaState


def shuffled(cards: vec[i64], begin: int, rng: Rng) -> vec[i64]:
    """All but the first so many in another order."""
    rest = vec[i64]([cards[i] for i in range(begin, len(cards))])
    rng.shuffle(rest)
    return vec[i64]([*(cards[i] for i in range(begin)), *rest])


def redrawn(state: State, rng: Rng) -> State:
    """The same hands, and decks in another order."""
    if isinstance(state, DurakState):
        return DurakValues(state.seats, True).redrawn(state, rng)
    if isinstance(state, JunQuickState):
        return JunQuickValues(state.seats).redrawn(state, rng)
    if isinstance(state, ViceroyState):
        return ViceroyValues().redrawn(state, rng)
    copy = state.clone()
    copy.rng = rng.fork()
    if isinstance(copy, YassaState):
        copy.stock = shuffled(copy.stock, int(copy.taken), rng)
    elif isinstance(copy, FlightsState):
        copy.pile = shuffled(copy.pile, int(copy.drawn), rng)
    return copy


class SeesOrder(Search):
    def world(self) -> State:
        return self.root.clone()


class SeesHands(Search):
    def world(self) -> State:
        return redrawn(self.root, self.rng)


SEES = {"order": SeesOrder, "hands": SeesHands}


def choice(kind: type[Search], state: State, seat: int, iterations: int, rng: Rng) -> int:
    """Of a search in this state, which it sees."""
    game = state.game
    legal = state.legal(seat)
    if len(legal) == 1:
        return int(legal[0])
    tuning = game.tuned(state)
    if tuning.endings.solvable(state, seat):
        solved = Budget(None, iterations).solve(tuning.endings.fresh(), state, False)
        if solved:
            return solved[0].action
    search = kind(state, seat, game.heuristic, tuning, rng)
    search.run(iterations)
    return int(search.best())


def lead(deal: State, own: int, kind: type[Search], iterations: int, against: Bot, seed: int) -> float:
    """By how much more who sees all gets, on the seats of this parity."""
    state = deal.clone()
    before = state.clone()  # the window that is open, as it was when nobody had chosen in it
    rngs = [bot_rng(seed, seat) for seat in range(state.seats)]
    order = Rng(seed, 2)
    while state.pending:
        seat = int(next_seat(state, order))
        left = state.pending & ~(1 << seat)
        if seat % 2 == own:
            action = choice(kind, before, seat, iterations, rngs[seat])
        else:
            action = against.choose(Player(state, seat, rngs[seat]))
        state.apply(seat, action)
        if state.pending != left:
            before = state.clone()
    sides: list[list[float]] = [[], []]
    for seat, value in enumerate(state.returns()):
        sides[seat % 2 != own].append(value)
    return sum(sides[0]) / len(sides[0]) - sum(sides[1]) / len(sides[1])


def pair(deal: State, kind: type[Search], iterations: int, against: Bot, seed: int) -> PairResult:
    leads = [lead(deal, own, kind, iterations, against, seed) for own in (0, 1)]
    points = sum(1.0 if each > 1e-9 else 0.0 if each < -1e-9 else 0.5 for each in leads)
    return PairResult(points, sum(leads) / 2)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game", choices=[game.id for game in koloda.game_list()])
    parser.add_argument("--sees", choices=SEES, default="hands")
    parser.add_argument("--against", choices=LEVELS, default="hard")
    parser.add_argument("--iterations", type=whole(1), help="default: those of hard")
    parser.add_argument("--deals", type=whole(2), default=100, help="at most, each played twice")
    parser.add_argument("--seconds", type=float, default=1e9, help="of CPU time, then no deal is begun")
    parser.add_argument("--seats", type=whole(2), help="default: the usual number")
    parser.add_argument("--seed", type=whole(0), default=3_000_000)
    args = parser.parse_args()
    if not koloda.compiled():
        sys.exit("compile first: python hatch_build.py")
    game = koloda.game(args.game)
    seats = args.seats or game.default_seats
    iterations = args.iterations or game.levels["hard"].iterations
    score = Score()
    start = time.process_time()
    for seed in range(args.seed, args.seed + args.deals):
        if time.process_time() - start > args.seconds and score.pairs > 1:
            break
        deal = game.deal(seats, seed)
        score.add(pair(deal, SEES[args.sees], iterations, bot(args.against), seed))
    low, high = score.interval()
    print(
        f"| {game.id}, {seats} | {args.sees}, {iterations} | {args.against} | {score.pairs} "
        f"| {score.win_rate:.1%} ({low:.1%} to {high:.1%}) "
        f"| {score.mean_difference:+.2f} ± {score.difference_margin():.2f} |"
    )


if __name__ == "__main__":
    main()
