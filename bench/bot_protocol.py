"""What the bot protocol costs: `python bench/bot_protocol.py [PROGRAM] [--games G ...]`.

Plays the same deals in turn with a program from outside and with a bot inside that answers alike. The
difference is writing, sending, waiting, reading and checking: as processor time of our own process, and as
time on the wall, which has the program's own time and its way to a processor in it. Starting the program
does not count. The floor is what a bare line of a question's size to `cat` and back costs, which is the
system's part. Both are measured three times: where the system lets the processes run (free), both on one
processor (one), and each on a processor of its own (two), where each has to be woken for every line; with
`taskset -c 0 koloda match ...` it is the second. Everything is measured in many small rounds, one beside the
other; the median of the rounds is shown, and the best one, which is what a busy machine disturbed least.
"""

from __future__ import annotations

import argparse
import os
import select
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

import koloda
from koloda.arena.external import workshop
from koloda.arena.external.bot import ProgramBot
from koloda.bots import Bot, bot
from koloda.bots.driver import Driver
from koloda.bots.player import Player, Setting
from koloda.core.game import Game
from koloda.core.policy import Policy

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from bench import processor  # noqa: E402

FIRST = """#include <iostream>
#include <string>
int main() {
    std::ios::sync_with_stdio(false);
    for (std::string line; std::getline(std::cin, line);) {
        if (line.find("\\"type\\":\\"hello\\"") != std::string::npos) {
            std::cout << R"({"type":"hello","protocol":"koloda-bot/1","name":"first"})" << std::endl;
        } else if (line.find("\\"type\\":\\"ask\\"") != std::string::npos) {
            size_t from = line.find("\\"legal\\":[\\"") + 10, to = line.find('"', from);
            line = line.substr(from, to - from);
            std::cout << R"({"type":"answer","answer":")" << line << "\\"}" << std::endl;
        }
    }
}
"""
ROUNDS = 30
DEALS = 4  # in a round
LINES = 100  # in a round of the floor


class First(Bot):
    """Takes the first legal action; asks the rules for what the program is told."""

    follows = True
    told = 0
    player: Player | None = None

    def policy(self, game: Game) -> Policy | None:
        return None

    def follow(self, player: Player) -> None:
        if player is not self.player:
            self.player, self.told = player, 0
        _, self.told = player.news(self.told)
        player.result()

    def choose(self, player: Player) -> int:
        player.view()
        legal = player.legal()
        texts = [player.game.text(action) for action in legal]
        return legal[texts.index(texts[0])]


@dataclass
class Cost:
    """Microseconds for one decision, a number for each round."""

    cpu: list[float] = field(default_factory=list)
    wall: list[float] = field(default_factory=list)

    def measure(self, work: Callable[[int], int], number: int) -> None:
        """A round; `work` says how many decisions it made."""
        cpu, wall = time.process_time(), time.perf_counter()
        count = max(1, work(number))
        self.cpu.append((time.process_time() - cpu) / count * 1e6)
        self.wall.append((time.perf_counter() - wall) / count * 1e6)

    def figures(self) -> list[float]:
        return [of(part) for part in (self.cpu, self.wall) for of in (median, min)]


class Rounds:
    """Deals of a game with one bot on seat 0, the others random; a program lives through all of them."""

    def __init__(self, game: Game, subject: Bot) -> None:
        self.game = game
        self.seats = game.default_seats
        bots = [subject, *[bot("random")] * (self.seats - 1)]
        self.driver = Driver(game, bots, Setting(game.resolve(self.seats)))
        self.deal(0)  # starts the program

    def deal(self, seed: int) -> int:
        state = self.game.deal(self.seats, seed, watch=True)
        count = 0

        def apply(seat: int, action: int) -> None:
            nonlocal count
            count += seat == 0
            state.apply(seat, action)

        self.driver.play_by(state, seed, apply)
        return count

    def play(self, number: int) -> int:
        first = number * DEALS + 1
        return sum(self.deal(seed) for seed in range(first, first + DEALS))


class Floor:
    """A bare line to another process and back."""

    def __init__(self, size: int = 1000) -> None:
        self.cat = subprocess.Popen(["cat"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
        assert self.cat.stdin is not None
        assert self.cat.stdout is not None
        self.there, self.back = self.cat.stdin.fileno(), self.cat.stdout.fileno()
        self.poller = select.poll()
        self.poller.register(self.back, select.POLLIN)
        self.text = b"x" * size + b"\n"

    def send(self, number: int) -> int:
        for _ in range(LINES):
            os.write(self.there, self.text)
            left = len(self.text)
            while left:
                self.poller.poll()
                left -= len(os.read(self.back, 1 << 16))
        return LINES

    def close(self) -> None:
        self.cat.communicate()


class Placed:
    """The processors of this process, and of another one with those that it has started."""

    def __init__(self, pid: int) -> None:
        self.free = os.sched_getaffinity(0)
        self.theirs = [pid, *below(pid)]
        first, *others = sorted(self.free)
        self.ways: dict[str, tuple[set[int], set[int]]] = {"free": (self.free, self.free)}
        self.ways["one"] = ({first}, {first})
        if others:
            self.ways["two"] = ({first}, {others[0]})

    def measure(self, way: str, cost: Cost, work: Callable[[int], int], number: int) -> None:
        ours, theirs = self.ways[way]
        try:
            for pid in self.theirs:
                os.sched_setaffinity(pid, theirs)
            os.sched_setaffinity(0, ours)
            cost.measure(work, number)
        finally:
            os.sched_setaffinity(0, self.free)


def below(pid: int) -> list[int]:
    found = processor.children(pid)
    return found + [each for child in found for each in below(child)]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("program", nargs="?", help="(default: one in C++ that takes the first legal action)")
    parser.add_argument("--games", nargs="*", default=[game.id for game in koloda.game_list()])
    args = parser.parse_args()
    workshop.use(workshop.Setup(workshop.Conditions(decision_ms=60_000)))
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "first.cpp"
        source.write_text(FIRST, "utf-8")
        print(f"{'':<26} {'our CPU':>8} {'':>8} {'wall':>8}   microseconds a decision")
        print(f"{'':<26} {'median':>8} {'best':>8} {'median':>8} {'best':>8}", flush=True)
        for game in args.games:
            measure(koloda.game(game), args.program or str(source))


def measure(game: Game, text: str) -> None:
    program = ProgramBot(f"cmd:{text}")
    cat = Floor()
    theirs, ours = Rounds(game, program), Rounds(game, First("first"))
    process = program.talks[0].process
    assert process is not None
    played, echoed = Placed(process.child.popen.pid), Placed(cat.cat.pid)
    inside = Cost()
    costs = {way: (Cost(), Cost()) for way in played.ways}
    for number in range(ROUNDS):
        for way, (outside, floor) in costs.items():
            played.measure(way, outside, theirs.play, number)
            echoed.measure(way, floor, cat.send, number)
        inside.measure(ours.play, number)
    theirs.driver.close()
    cat.close()
    faults = program.take_faults()
    note = f"   {len(faults)} faults" if faults else ""
    row(game.id, "inside", "", inside.figures())
    for way, (outside, floor) in costs.items():
        overhead = [a - b for a, b in zip(outside.figures(), inside.figures(), strict=True)]
        row(game.id, "overhead", way, overhead, note)
        row(game.id, "floor", way, floor.figures())


def row(game: str, name: str, way: str, figures: list[float], note: str = "") -> None:
    cells = "".join(f" {figure:8.1f}" for figure in figures)
    print(f"{game:<10} {name:<10} {way:<4}{cells}{note}", flush=True)


if __name__ == "__main__":
    main()
