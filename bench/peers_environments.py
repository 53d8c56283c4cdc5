"""koloda's environments beside RLCard, PettingZoo, OpenSpiel and Pgx, alternately, in one run.

    python bench/peers_environments.py --peers PYTHON --pgx PYTHON [--rounds 3] [--seconds 2] [--core 1]

PYTHON are interpreters of environments of their own, of the same version as this one:
--peers has open_spiel, rlcard, pettingzoo[classic] and koloda, --pgx has pgx and jax.
Rates are decisions per second of CPU time; ratios are of medians of one run, so that they mean something on a
busy machine. The games differ in size: none of the others has Durak, and Uno is the nearest to Yassa.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
PARTS = Path(__file__).with_name("peer_parts.py")


def part(python: str, name: str, seconds: float, core: int | None) -> dict[str, float]:
    command = [python, str(PARTS), name, str(seconds)]
    if core is not None and shutil.which("taskset"):
        command[:0] = ["taskset", "-c", str(core)]
    places = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "JAX_PLATFORMS": "cpu"}
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, env=places)
    found: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return found


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--peers", help="an interpreter with OpenSpiel, RLCard and PettingZoo")
    parser.add_argument("--pgx", help="an interpreter with Pgx")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--core", type=int, help="pin everything to this core")
    args = parser.parse_args()
    jobs = [(sys.executable, "koloda")]
    if args.peers:
        jobs += [(args.peers, "rlcard"), (args.peers, "openspiel"), (args.peers, "adapter")]
    if args.pgx:
        jobs.append((args.pgx, "pgx"))
    rates: dict[str, list[float]] = {}
    for _ in range(args.rounds):
        for python, name in jobs:
            for title, rate in part(python, name, args.seconds, args.core).items():
                rates.setdefault(title, []).append(rate)
    print("| | decisions per CPU second |\n|---|---:|")
    found = {title: statistics.median(each) for title, each in rates.items()}
    for title, rate in found.items():
        print(f"| {title} | {rate:,.0f} |")
    for ours, theirs in (
        (
            "koloda durak, 4 seats, VecEnv of 1024",
            "Pgx sparrow_mahjong, batch of 1024, inside XLA on the CPU",
        ),
        (
            "koloda yassa, 4 seats, VecEnv of 1024",
            "Pgx sparrow_mahjong, batch of 1024, inside XLA on the CPU",
        ),
        ("koloda yassa, 2 seats, PettingZoo AEC", "RLCard Uno, 2 players, PettingZoo AEC"),
        ("koloda durak, 4 seats, PettingZoo AEC", "RLCard Uno, 2 players, PettingZoo AEC"),
        ("koloda durak, 2 seats, OpenSpiel adapter, state API", "OpenSpiel python_kuhn_poker, state API"),
        ("koloda durak, 2 seats, OpenSpiel adapter, state API", "OpenSpiel python_liars_poker, state API"),
    ):
        if ours in found and theirs in found:
            print(f"{ours} : {theirs} = {found[ours] / found[theirs]:.1f}")


if __name__ == "__main__":
    main()
