"""How many games a second a tournament plays: in one process, in two, and by Ray; for docs/scale.md.

    python bench/scale.py --games 20000 --bots heuristic random
    python bench/scale.py --games 400 --bots mcts:100 heuristic --no-ray

The games are the same each time, and so must be the results.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable

from koloda.arena.executors import Executor, Local, RayExecutor
from koloda.arena.results import Memory
from koloda.arena.run import play_tournament
from koloda.arena.tournament import Outcome, Plan


def timed(plan: Plan, make: Callable[[], Executor], workers: int) -> tuple[float, list[Outcome]]:
    kept = Memory(plan)
    with make() as executor:
        list(executor.run(abs, range(2 * workers)))  # workers that are there already
        began = time.perf_counter()
        for _ in play_tournament(plan, kept, executor, workers):
            pass
        return time.perf_counter() - began, kept.outcomes()


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--game", default="durak")
    parser.add_argument("--bots", nargs=2, default=["heuristic", "random"])
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--records", action="store_true", help="keep the decisions")
    parser.add_argument("--no-ray", action="store_true")
    args = parser.parse_args()
    plan = Plan(args.game, 4, {}, tuple(args.bots), games=args.games, records=args.records)
    plan.check()
    ways: list[tuple[str, Callable[[], Executor], int]] = [
        ("1 process", lambda: Local(1), 1),
        ("2 processes", lambda: Local(2), 2),
    ]
    if not args.no_ray:
        ways.append(("Ray, 2 CPUs", lambda: RayExecutor(None, 2), 2))
    first: list[Outcome] | None = None
    for name, make, workers in ways:
        seconds, outcomes = timed(plan, make, workers)
        first = first or outcomes
        print(
            f"{name:12} {plan.total()} games in {seconds:6.2f} s: {plan.total() / seconds:8.0f} games/s, "
            f"{'the same results' if outcomes == first else 'OTHER RESULTS'}"
        )


if __name__ == "__main__":
    main()
