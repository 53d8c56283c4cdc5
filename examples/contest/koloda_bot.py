#!/usr/bin/env python3
"""koloda's own player of the Durak contest in one file, to start from.

The follower turns the protocol's lines into a position of the game, in which cards that we have not seen lie
anywhere. A bot is asked with what our seat may know of it. Needs koloda: run it with the Python that has it.
"""

import sys

from koloda.arena.contest.follower import Follower
from koloda.arena.contest.protocol import answer_of
from koloda.bots import bot
from koloda.bots.player import Player
from koloda.core.rng import Rng


def main() -> None:
    follower, chance = Follower(), Rng(1)
    thinker = bot("mcts:50ms")
    for line in sys.stdin:
        word = line.strip()
        if word in ("MOVE", "BEAT", "ADD"):
            position = follower.asked(word)  # our seat is 0
            print(answer_of(thinker.choose(Player(position, 0, chance))), flush=True)
        else:
            follower.hear(line)


main()
