"""`koloda bench`: how fast the rules run here, in CPU time on one core."""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from koloda.core.game import Game
    from koloda.core.rng import Rng
    from koloda.core.state import State

HELP = "how fast the rules run: random play, 4 seats, per second of CPU time on one core"
EXAMPLES = ("koloda bench", "koloda bench durak", "koloda bench --json")

SEATS = 4
DEALS = 50  # different deals in each figure
REPETITIONS = 5  # the best one counts: the machine may be busy
SECONDS = 0.12  # of one repetition


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", nargs="*", metavar="GAME", help="these games (default: all)")
    parser.add_argument("--json", action="store_true", help="as JSON")


def run(args: argparse.Namespace) -> int:
    from koloda.cli.terminal import Progress
    from koloda.games import all_games, game

    games = [game(name) for name in dict.fromkeys(args.game)] or all_games()
    figures: dict[str, dict[str, Any]] = {}
    for number, each in enumerate(games):
        with Progress(f"measuring {each.id}") as progress:
            figures[each.id] = measured(each, progress.update)
        if not args.json:
            print(("\n" if number else "") + as_text(each.id, figures[each.id]), flush=True)
    if args.json:
        print(json.dumps(figures, indent=1))
    return 0


def measured(game: Game, progress: Callable[[float], None]) -> dict[str, Any]:
    from koloda import compiled
    from koloda.bots.search import Search
    from koloda.core.policy import RandomPolicy, random_playouts
    from koloda.core.rng import Rng
    from koloda.core.tuning import Tuning

    deals = [game.deal(SEATS, seed) for seed in range(DEALS)]
    middle = [half_played(deal) for deal in deals]
    rng = Rng(1, 3)

    def playouts(times: int) -> int:
        return sum(int(random_playouts(deal, times, rng)) for deal in deals)

    def python_loop(times: int) -> int:
        return sum(plain_loop(deal.clone(), rng) for _ in range(times) for deal in deals)

    def clones(times: int) -> int:
        for _ in range(times):
            for state in middle:
                state.clone()
        return times * DEALS

    def determinizations(times: int) -> int:
        for _ in range(times):
            for state in middle:
                state.determinize(state.actor, rng)
        return times * DEALS

    def new_deals(times: int) -> int:
        for seed in range(times * DEALS):
            game.deal(SEATS, seed)
        return times * DEALS

    policy = RandomPolicy()
    tuning = Tuning(randomness=0, horizon=0, exploration=1.4, urgency=1000.0, modelled=0, trust=0.0)

    def searches(times: int) -> int:
        for deal in deals[:5]:
            if len(deal.legal(deal.actor)) > 1:  # without a choice a bot does not search
                Search(deal, deal.actor, policy, tuning, rng).run(times * 10)
        return times * 50

    actions = best(playouts)
    progress(0.15)
    iterations = best(searches)
    progress(0.3)
    python_actions = best(python_loop)
    progress(0.4)
    clone = best(clones)
    progress(0.6)
    determinize = best(determinizations)
    progress(0.8)
    deal = best(new_deals)
    return {
        "actions_per_s": round(actions),
        "games_per_s": round(actions / (playouts(4) / (4 * DEALS)), 1),
        "mcts_iterations_per_s": round(iterations),
        "compiled": compiled(),
        "python_actions_per_s": round(python_actions),
        "clone_us": round(1e6 / clone, 3),
        "determinize_us": round(1e6 / determinize, 3),
        "deal_us": round(1e6 / deal, 3),
        "memory_growth_kb": memory_growth(lambda: playouts(4)),
    }


def best(work: Callable[[int], int]) -> float:
    """What `work(times)` counts, per second of CPU time: the best of several repetitions of equal work."""
    times = 1
    while True:
        start = time.process_time()
        count = work(times)
        spent = time.process_time() - start
        if spent >= SECONDS / 4:
            break
        times *= 4
    times = max(1, round(times * SECONDS / spent))
    rate = count / spent
    for _ in range(REPETITIONS):
        start = time.process_time()
        count = work(times)
        rate = max(rate, count / (time.process_time() - start))
    return rate


def plain_loop(state: State, rng: Rng) -> int:
    """What a bot author writes: ask for the legal actions, take one, apply it."""
    count = 0
    while state.pending:
        seat = state.actor
        legal = state.legal(seat)
        state.apply(seat, legal[rng.below(len(legal))])
        count += 1
    return count


def half_played(deal: State) -> State:
    """A position from the middle of a deal."""
    from koloda.core.rng import Rng

    total = plain_loop(deal.clone(), Rng(2, 3))
    state = deal.clone()
    rng = Rng(2, 3)
    for _ in range(total // 2):
        legal = state.legal(state.actor)
        state.apply(state.actor, legal[rng.below(len(legal))])
    return state


def memory_growth(work: Callable[[], object]) -> int:
    """By how many kilobytes the process grows while it plays on and on: 0 unless something leaks."""
    import gc

    for _ in range(3):
        work()
    gc.collect()
    before = resident_kb()
    for _ in range(20):
        work()
    gc.collect()
    return max(0, resident_kb() - before)


def resident_kb() -> int:
    """The memory of this process; 0 where the system does not say."""
    try:
        with open("/proc/self/statm", encoding="ascii") as file:
            return int(file.read().split()[1]) * 4
    except OSError:
        return 0


def as_text(name: str, figures: dict[str, Any]) -> str:
    build = "compiled" if figures["compiled"] else "plain Python"
    rows = (
        ("playout loop", f"{figures['actions_per_s']:>12,} actions/s, {figures['games_per_s']:,.0f} games/s"),
        ("search, random rollouts", f"{figures['mcts_iterations_per_s']:>12,} iterations/s"),
        ("loop in plain Python", f"{figures['python_actions_per_s']:>12,} actions/s"),
        ("clone", f"{figures['clone_us']:>12} µs"),
        ("determinize", f"{figures['determinize_us']:>12} µs"),
        ("deal", f"{figures['deal_us']:>12} µs"),
        ("memory growth", f"{figures['memory_growth_kb']:>12} kB over {20 * 4 * DEALS} games"),
    )
    return "\n".join(
        [f"{name}, {SEATS} seats, {build}:", *(f"  {what:<25}{figure}" for what, figure in rows)]
    )
