# not compiled: read once
"""How Durak is searched, and how long the levels think: found by the ladder (docs/bots.md).

Where values were learned (docs/training.md), a search stops at the end of the round and asks them.
"""

from __future__ import annotations

from functools import cache

from koloda.core.outlook import Values
from koloda.core.tuning import Tuning, levels
from koloda.core.weights import load
from koloda.games.durak.bots.solver import DurakEndings
from koloda.games.durak.bots.values import DurakValues
from koloda.games.durak.options import HAND
from koloda.games.durak.state import DurakState

ENDINGS = DurakEndings(6, 20)
TUNING = Tuning(exploration=1.4, modelled=0, trust=0.0, endings=ENDINGS, mixed=True)
LEVELS = levels(hard=300, expert=4000, master=40000, taught=(70, 1000, 40000))


def tuning_with(values: Values) -> Tuning:
    """Stop where the next round begins."""
    return Tuning(
        randomness=0,
        horizon=1,
        exploration=1.4,
        modelled=0,
        trust=0.0,
        endings=ENDINGS,
        outlook=values,
        mixed=True,
    )


def learnable(state: DurakState) -> DurakValues | None:
    """With the whole deck and hands of six; the other options change too little to be learned apart."""
    if state.rules.absent or state.rules.hand != HAND:
        return None
    return DurakValues(state.seats, state.rules.team or state.seats == 2)


@cache
def learned(seats: int, sides: bool) -> Tuning:
    """With the weights of this package, or without where it has none."""
    values = DurakValues(seats, sides)
    return tuning_with(values) if load(values, __package__) else TUNING


def tuned(state: DurakState) -> Tuning:
    if state.rules.absent or state.rules.hand != HAND:
        return TUNING
    return learned(int(state.seats), state.rules.team or state.seats == 2)
