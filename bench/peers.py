"""Random play of all games beside OpenSpiel's C++ rollouts of crazy_eights, alternately, in one run.

    python bench/peers.py [--python PATH] [--rounds 3] [GAME...]

OpenSpiel goes into an environment of its own: --python names an interpreter that has it; without it one is
made in a temporary folder. Rates are decisions per second of CPU time on one core, 4 seats; ratios are of
medians, so that they mean something on a busy machine.
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import koloda
from koloda.core.policy import random_playouts
from koloda.core.rng import Rng

SECONDS = 0.2  # of one repetition

OPEN_SPIEL = r"""
import random, sys, time
import pyspiel
game = pyspiel.load_game("crazy_eights(players=4)")
rng = random.Random(1)

def chance(state):
    x = rng.random()
    for action, probability in state.chance_outcomes():
        x -= probability
        if x <= 0:
            break
    return action

def dealt():
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(chance(state))
    return state

def decisions(state):
    count = 0
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(chance(state))
        else:
            state.apply_action(rng.choice(state.legal_actions()))
            count += 1
    return count

deals = [dealt() for _ in range(100)]
length = sum(decisions(state.clone()) for state in deals for _ in range(4)) / 400
# one simulation of 200 rollouts: the library's own loop in C++
bot = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(200, 1), 2.0, 1, 100, False, 1, False)
best = 0.0
for _ in range(5):
    start = time.process_time()
    for state in deals[:20]:
        bot.step(state)
    best = max(best, 20 * 200 * length / (time.process_time() - start))
print(best)
"""


def environment(folder: Path) -> str:
    subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
    python = str(folder / "bin" / "python")
    subprocess.run([python, "-m", "pip", "install", "--quiet", "open_spiel"], check=True)
    return python


def open_spiel(python: str) -> float:
    command = [python, "-c", OPEN_SPIEL]
    return float(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def playouts(name: str) -> float:
    """Random play to the end of deals, as that loop does it; the best of five, too."""
    rng = Rng(1, 3)
    deals = [koloda.game(name).deal(4, seed) for seed in range(20)]
    best = 0.0
    for _ in range(5):
        start, count = time.process_time(), 0
        while time.process_time() - start < SECONDS:
            count += sum(int(random_playouts(deal, 4, rng)) for deal in deals)
        best = max(best, count / (time.process_time() - start))
    return best


def main() -> None:
    parser = argparse.ArgumentParser(description="koloda beside OpenSpiel")
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("--python", help="an interpreter that has OpenSpiel")
    parser.add_argument("--rounds", type=int, default=3)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        python = args.python or environment(Path(folder) / "venv")
        theirs: list[float] = []
        ours: dict[str, list[float]] = {}
        for _ in range(args.rounds):
            theirs.append(open_spiel(python))
            for name in args.games or [game.id for game in koloda.game_list()]:
                ours.setdefault(name, []).append(playouts(name))
    base = statistics.median(theirs)
    print(f"{'OpenSpiel crazy_eights':<24}{base / 1e6:8.2f} M/s")
    for name, rates in ours.items():
        rate = statistics.median(rates)
        print(f"{'koloda ' + name:<24}{rate / 1e6:8.2f} M/s {rate / base:6.1f} times")


if __name__ == "__main__":
    main()
