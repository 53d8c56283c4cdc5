"""Do the bots keep to their time and memory? On an idle machine; the longest answers are shown.

    python bench/bot_limits.py                    some six minutes
    python bench/bot_limits.py --positions 100    more positions of every game and seat count

Time is what a person waits, on the clock of the wall. A deal is played by the heuristic to a point drawn at
random, then the bots are asked there. Memory is the peak of a process of its own that thinks for 3 s.
"""

from __future__ import annotations

import argparse
import os
import resource
import sys
import time
from multiprocessing import get_context

import koloda
from koloda.bots import bot
from koloda.bots.player import Player
from koloda.core.policy import next_seat
from koloda.core.rng import Rng
from koloda.core.state import State
from koloda.games import game as game_by_id

BUDGETS = (20, 100, 300)  # milliseconds
THREE_SECONDS = "mcts:3000ms"
ALLOWED_MILLISECONDS = 20
ALLOWED_MEGABYTES = 300


def position(game_id: str, seats: int, seed: int) -> tuple[State, int]:
    """A decision with a choice, and whose it is."""
    game = game_by_id(game_id)
    while True:
        rng = Rng(seed, 3)
        state = game.deal(seats, seed, {})
        stop = rng.below(150)
        while not state.over:
            seat = int(next_seat(state, rng))
            if stop <= 0 and len(state.legal(seat)) > 1:
                return state, seat
            state.apply(seat, game.heuristic.choose(state, seat, rng))
            stop -= 1
        seed += 1_000_000  # the deal was over before that


def overruns(game_id: str, seats: int, positions: int) -> list[float]:
    """By how many milliseconds each answer was late (below 0: early), the latest last."""
    late = []
    for number in range(positions):
        state, seat = position(game_id, seats, 1 + number)
        for budget in BUDGETS:
            asked = bot(f"mcts:{budget}ms")
            player = Player(state, seat, Rng(number))
            start = time.perf_counter()
            asked.choose(player)
            late.append((time.perf_counter() - start) * 1000 - budget)
    return sorted(late)


def peak_of_three_seconds(task: tuple[str, int, int]) -> tuple[float, float]:
    """Peak megabytes of this process, before and after a search."""
    state, seat = position(*task)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    bot(THREE_SECONDS).choose(Player(state, seat, Rng(1)))
    return before, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--positions", type=int, default=20, help="of each game and seat count; default: 20")
    parser.add_argument("--searches", type=int, default=2, help="of three seconds each; default: 2")
    args = parser.parse_args()
    if not koloda.compiled():
        sys.exit("the limits are those of the compiled build: python hatch_build.py")
    print(f"load when started: {os.getloadavg()[0]:.2f}")
    print("| game, seats | answers | median late | 99% | latest | peak memory of a 3 s search |")
    print("|---|---|---|---|---|---|")
    kept = True
    for game in koloda.game_list():
        for seats in sorted({game.seat_counts[0], game.seat_counts[-1], 2} & set(game.seat_counts)):
            late = overruns(game.id, seats, args.positions)
            with get_context("spawn").Pool(1, maxtasksperchild=1) as pool:
                tasks = [(game.id, seats, 1 + number) for number in range(args.searches)]
                peaks = pool.map(peak_of_three_seconds, tasks, chunksize=1)
            peak = max(after for _, after in peaks)
            kept = kept and late[-1] <= ALLOWED_MILLISECONDS and peak <= ALLOWED_MEGABYTES
            print(
                f"| {game.names['en']}, {seats} | {len(late)} | {late[len(late) // 2]:+.1f} ms "
                f"| {late[int(len(late) * 0.99)]:+.1f} ms | {late[-1]:+.1f} ms "
                f"| {peak:.0f} MB ({min(before for before, _ in peaks):.0f} before) |",
                flush=True,
            )
    print(f"within {ALLOWED_MILLISECONDS} ms and {ALLOWED_MEGABYTES} MB: {'yes' if kept else 'NO'}")
    sys.exit(not kept)


if __name__ == "__main__":
    main()
