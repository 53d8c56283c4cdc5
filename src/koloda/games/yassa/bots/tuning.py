# not compiled: read once
"""How Yassa is searched, and how long the levels think: found by the ladder (docs/bots.md).

Where values were learned (docs/training.md), a search stops where a turn begins and asks them.
"""

from __future__ import annotations

from functools import cache

from koloda.core.outlook import Values
from koloda.core.tuning import Tuning, levels
from koloda.core.weights import load
from koloda.games.yassa.bots.values import YassaValues
from koloda.games.yassa.options import OPTIONS
from koloda.games.yassa.state import YassaState

TUNING = Tuning(exploration=1.4, modelled=0, winning=100.0, trust=0.5)
LEVELS = levels(hard=400, expert=4000, master=20000, taught=(36, 400, 6000))
MOST_SEATS = 4
BELIEVED = 4  # worlds of which one is taken
OF_MATCHES = ("target_points", "limit_points", "max_rounds", "max_steps")
INDIFFERENT = (*OF_MATCHES, "reaction_mode", "challenge_reveal")
USUAL = {option.name: option.default for option in OPTIONS if option.name not in INDIFFERENT}


def tuning_with(values: Values) -> Tuning:
    """Stop where the next turn begins. The only opponent's choices tell of his hand; of several they would
    tell too little for the time."""
    return Tuning(
        randomness=0,
        horizon=1,
        exploration=1.4,
        modelled=0,
        winning=100.0,
        trust=0.5,
        candidates=BELIEVED if values.outputs == 1 else 1,
        outlook=values,
    )


def suits(state: YassaState) -> bool:
    """So many seats as a net can add up, with the usual rules, in windows or in real time."""
    options = state.rules.options
    return state.seats <= MOST_SEATS and all(options[name] == value for name, value in USUAL.items())


def learnable(state: YassaState) -> YassaValues | None:
    return YassaValues(state.seats) if suits(state) else None


@cache
def learned(seats: int) -> Tuning:
    """With the weights of this package, or without where it has none."""
    values = YassaValues(seats)
    return tuning_with(values) if load(values, __package__) else TUNING


def tuned(state: YassaState) -> Tuning:
    return learned(int(state.seats)) if suits(state) else TUNING
