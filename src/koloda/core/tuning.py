"""How a game is searched, and how long each level may think: found by matches, kept with the game."""

from __future__ import annotations

from typing import NamedTuple

from mypy_extensions import i64

from koloda.core.endings import Endings
from koloda.core.outlook import Outlook


class Tuning:
    """The settings of the search, as the compiled code reads them.

    The usual ones are for a game that nobody has tuned: careful rather than strong. The others play by the
    policy, which knows no more than their seats do, and the search leaves the policy's own choice only for
    something that is better by more than luck. A search that sees far but models badly could else lose to the
    easy level. No tuning mends a game in which choices tell of hidden cards: that needs a likelihood.
    """

    randomness: i64  # per cent of random actions after the tree
    horizon: i64  # stages after the tree until the position is estimated; 0: to the end
    exploration: float  # in standard deviations of the results
    urgency: float  # of untried actions, in standard deviations above the mean of a node
    modelled: i64  # per cent of the others' decisions in the tree that follow the rollout policy
    winning: float  # what it is worth to be first, in the game's returns
    trust: float  # in the rollout policy's choices: by how many standard errors another must be better
    mixed: bool  # learn small deals of two seats as a whole, where nobody exploits the bot (bots/deals.py)
    candidates: i64  # worlds of which one is taken by its likelihood; 1: the others' choices tell nothing
    endings: Endings  # what is known without playing on
    outlook: Outlook  # what is expected where the horizon is reached

    def __init__(
        self,
        randomness: i64 = 20,
        horizon: i64 = 0,
        exploration: float = 1.0,
        urgency: float = 1000.0,
        modelled: i64 = 100,
        winning: float = 0.0,
        trust: float = 1.0,
        candidates: i64 = 1,
        endings: Endings | None = None,
        outlook: Outlook | None = None,
        mixed: bool = False,
    ) -> None:
        self.randomness = randomness
        self.horizon = horizon
        self.exploration = exploration
        self.urgency = urgency
        self.modelled = modelled
        self.winning = winning
        self.trust = trust
        self.candidates = candidates
        self.mixed = mixed
        self.endings = Endings() if endings is None else endings
        self.outlook = Outlook() if outlook is None else outlook


class Thought(NamedTuple):
    """How long a level may search. The iterations decide, so that a level plays alike on every machine; the
    time is what people wait at most where a machine is slow."""

    iterations: int
    milliseconds: int
    taught: int = 0  # the iterations where values were learned, which are worth more; 0: as many


HARD_MILLISECONDS = 1000
EXPERT_MILLISECONDS = 3000
MASTER_MILLISECONDS = 5000
LONGER = 5  # times as many iterations as an expert has a master, where a game says nothing else


def levels(
    hard: int, expert: int, master: int | None = None, taught: tuple[int, int, int] = (0, 0, 0)
) -> dict[str, Thought]:
    """The levels that search, by their iterations; the others play by the game's policies."""
    longest = LONGER * expert if master is None else master
    return {
        "hard": Thought(hard, HARD_MILLISECONDS, taught[0]),
        "expert": Thought(expert, EXPERT_MILLISECONDS, taught[1]),
        "master": Thought(longest, MASTER_MILLISECONDS, taught[2]),
    }
