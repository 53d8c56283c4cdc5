"""Our own player of the contest: reads the protocol, thinks within its clock, answers."""

from __future__ import annotations

import time
from typing import TextIO

from koloda.arena.contest.clock import Clock
from koloda.arena.contest.follower import Follower
from koloda.arena.contest.protocol import answer_of
from koloda.bots import Bot, bot
from koloda.bots.player import Player
from koloda.core.rng import Rng
from koloda.games.durak.state import DurakState

SAVED = 0.4  # seconds of the clock that are never planned with
SHARE = 0.08  # of what is left, for one decision
MOST = 0.15  # seconds for one decision


class Thinker:
    """Decides by a bot of the registry; without a name by the searching one, as long as the clock allows."""

    def __init__(self, name: str = "", seed: int = 0) -> None:
        self.bot = bot(name) if name else None
        self.rng = Rng(seed, 1)
        self.waited = 0.0

    def decide(self, state: DurakState) -> int:
        """The action of seat 0, which is asked."""
        start = time.monotonic()
        chosen = (self.bot or self.searching(int(state.round_no))).choose(Player(state, 0, self.rng))
        self.waited += time.monotonic() - start
        return chosen

    def searching(self, rounds: int) -> Bot:
        """Our strongest bot, with what it may spend on one decision."""
        # both the waiting time and the CPU time from the start are charged
        left = Clock().budget(rounds) - SAVED - max(self.waited, time.process_time())
        return bot(f"mcts:{max(5, round(min(MOST, left * SHARE) * 1000))}ms")


def serve(lines: TextIO, answers: TextIO, thinker: Thinker) -> None:
    """Play one game: from the first line to the end of the input."""
    follower = Follower()
    for line in lines:
        line = line.strip()
        if line.isupper() and line.isalpha():
            answers.write(answer_of(thinker.decide(follower.asked(line))) + "\n")
            answers.flush()
        else:
            follower.hear(line)
