"""How much faster are several processes than one? `python bench/jobs.py [--game G] [--games N] [--jobs J]`

Each round plays the same deals three times: `koloda simulate --jobs 1`, the same with `--jobs J`, and J
commands with `--jobs 1` at the same time that know nothing of each other and share the deals. The last one is
what the machine has to give: processors share caches, memory and clock, and virtual ones perhaps a core.
Starting Python is not counted, as the command itself does not count it. CPU is that of all processes of a
command: what `--jobs J` needs beyond the commands of the third line is what sharing the work costs. On a busy
machine only the CPU says something.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
from dataclasses import dataclass, field
from statistics import median

CODE = "import sys; from koloda.cli import main; sys.exit(main(sys.argv[1:]))"


@dataclass
class Way:
    name: str
    jobs: int
    commands: int
    wall: list[float] = field(default_factory=list)
    cpu: list[float] = field(default_factory=list)

    def measure(self, game: str, games: int, start: float) -> None:
        """Play once; `start` is the CPU time of a command that plays next to nothing."""
        each = games // self.commands
        before = cpu_of_children()
        running = [
            command(game, each, 1 + number * each, self.jobs, wait=False) for number in range(self.commands)
        ]
        self.wall.append(max(seconds(process) for process in running))
        self.cpu.append(cpu_of_children() - before - self.commands * start)


def cpu_of_children() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def command(game: str, games: int, seed: int, jobs: int, wait: bool = True) -> subprocess.Popen[str]:
    words = ["simulate", game, "--games", str(games), "--seed", str(seed), "--jobs", str(jobs), "--json"]
    process = subprocess.Popen([sys.executable, "-c", CODE, *words], stdout=subprocess.PIPE, text=True)
    if wait:
        seconds(process)
    return process


def seconds(process: subprocess.Popen[str]) -> float:
    """What the command says that it took."""
    facts = json.loads(process.communicate()[0])
    return float(facts["seconds"])


def cpu_of_a_start(game: str) -> float:
    found = []
    for _ in range(3):
        before = cpu_of_children()
        command(game, 1, 1, 1)
        found.append(cpu_of_children() - before)
    return min(found)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--game", default="durak")
    parser.add_argument("--games", type=int, default=500_000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--jobs", type=int, default=2)
    args = parser.parse_args()
    ways = [
        Way("--jobs 1", 1, 1),
        Way(f"--jobs {args.jobs}", args.jobs, 1),
        Way(f"{args.jobs} at once", 1, args.jobs),
    ]
    start = cpu_of_a_start(args.game)
    load = os.getloadavg()[0]
    for _ in range(args.rounds):
        for way in ways:
            way.measure(args.game, args.games - args.games % args.jobs, start)
    print(
        f"{args.game}: {args.games} deals, {args.rounds} rounds, {os.cpu_count()} processors, load {load:.1f}"
    )
    print(f"{'':<12} {'seconds':>8} {'best':>8} {'times':>6} {'best':>6} {'CPU':>8} {'best':>8}")
    one = ways[0]
    for way in ways:
        times = median(a / b for a, b in zip(one.wall, way.wall, strict=True))
        best = min(one.wall) / min(way.wall)
        print(
            f"{way.name:<12} {median(way.wall):8.2f} {min(way.wall):8.2f} {times:6.2f} {best:6.2f}"
            f" {median(way.cpu):8.2f} {min(way.cpu):8.2f}"
        )


if __name__ == "__main__":
    main()
