"""Does memory grow with the number of games? `python bench/memory.py [GAMES ...]` (10000 50000 100000).

The largest resident set of the command's process for ever more games of Durak between bots that cost nothing.
A tournament keeps the outcome of every game for its ratings.
"""

from __future__ import annotations

import os
import subprocess
import sys

COMMANDS = {
    "simulate": ["simulate", "durak", "--games", "{}"],
    "simulate --jobs 2": ["simulate", "durak", "--games", "{}", "--jobs", "2"],
    "match": ["match", "durak", "random", "heuristic", "--games", "{}"],
    "match --jobs 2": ["match", "durak", "random", "heuristic", "--games", "{}", "--jobs", "2"],
    "match of three": ["match", "yassa", "random", "heuristic", "easy", "--seats", "3", "--games", "{}"],
}


def peak(words: list[str]) -> float:
    """Megabytes that the process held at most."""
    code = "import sys; from koloda.cli import main; sys.exit(main(sys.argv[1:]))"
    process = subprocess.Popen([sys.executable, "-c", code, *words], stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"koloda {' '.join(words)}: exit code {process.returncode}")
    return usage.ru_maxrss / 1024


def main() -> None:
    counts = [int(text) for text in sys.argv[1:]] or [10_000, 50_000, 100_000]
    print(f"{'MB at most':<20}" + "".join(f"{count:>10}" for count in counts) + "   games")
    for name, words in COMMANDS.items():
        found = [peak([word.format(count) if "{}" in word else word for word in words]) for count in counts]
        print(f"{name:<20}" + "".join(f"{value:>10.1f}" for value in found), flush=True)


if __name__ == "__main__":
    main()
