"""What the bot protocol costs: `python bench/bot_protocol.py [PROGRAM]`.

Plays the same deals twice, with a program from outside and with a bot inside that answers alike, and compares
the processor time that our own process takes for a decision: the difference is writing, sending, waiting,
reading and checking. Starting the program does not count. The floor is what a bare line of a question's size
to `cat` and back costs: writing, waiting and reading, which is the system's part of it.
"""

from __future__ import annotations

import os
import select
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import koloda
from koloda.arena.external import workshop
from koloda.arena.external.bot import ProgramBot
from koloda.bots import Bot, bot
from koloda.bots.driver import Driver
from koloda.bots.player import Player, Setting
from koloda.core.game import Game
from koloda.core.policy import Policy

FIRST = """#include <iostream>
#include <string>
int main() {
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
DEALS = 40


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


class Counted(ProgramBot):
    decisions = 0

    def choose(self, player: Player) -> int:
        self.decisions += 1
        return super().choose(player)


def cpu(game: Game, seats: int, subject: Bot) -> float:
    """Processor seconds of this process for the deals; a program lives through all of them."""
    bots = [subject, *[bot("random")] * (seats - 1)]
    driver = Driver(game, bots, Setting(game.resolve(seats)))
    state = game.deal(seats, 0, watch=True)
    driver.play(state, 0)  # starts the program
    if isinstance(subject, Counted):
        subject.decisions = 0
    begun = time.process_time()
    for seed in range(1, DEALS + 1):
        driver.play(game.deal(seats, seed, watch=True), seed)
    spent = time.process_time() - begun
    driver.close()
    return spent


def floor(size: int = 1000, count: int = 3000) -> float:
    """Microseconds of this process for a line that goes to another process and comes back."""
    with subprocess.Popen(["cat"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0) as cat:
        assert cat.stdin is not None
        assert cat.stdout is not None
        there, back = cat.stdin.fileno(), cat.stdout.fileno()
        poller = select.poll()
        poller.register(back, select.POLLIN)
        text = b"x" * size + b"\n"
        begun = time.process_time()
        for _ in range(count):
            os.write(there, text)
            left = len(text)
            while left:
                poller.poll()
                left -= len(os.read(back, 1 << 16))
        spent = time.process_time() - begun
        cat.stdin.close()
    return spent / count * 1e6


def main() -> None:
    workshop.use(workshop.Setup(workshop.Conditions(decision_ms=60_000)))
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "first.cpp"
        source.write_text(FIRST, "utf-8")
        measure(sys.argv[1] if len(sys.argv) > 1 else str(source))


def measure(text: str) -> None:
    print(f"floor: {floor():.1f} us CPU for a bare line there and back")
    print(
        f"{'game':<10} {'decisions':>9} {'inside':>10} {'program':>10} {'overhead':>10}   us CPU a decision"
    )
    for game in koloda.game_list():
        seats = game.default_seats
        program = Counted(f"cmd:{text}")
        outside = cpu(game, seats, program)
        faults = program.take_faults()
        inside = cpu(game, seats, First("first"))
        count = max(1, program.decisions)
        parts = [f"{seconds / count * 1e6:10.1f}" for seconds in (inside, outside, outside - inside)]
        note = f"   {len(faults)} faults" if faults else ""
        print(f"{game.id:<10} {count:>9} {' '.join(parts)}{note}")


if __name__ == "__main__":
    main()
