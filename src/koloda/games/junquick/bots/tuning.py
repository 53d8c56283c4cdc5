# not compiled: read once
"""How JunQuick is searched, and how long the levels think: found by the ladder (docs/bots.md).

Where values were learned (docs/training.md), a search stops at the end of the round and asks them.
"""

from __future__ import annotations

from functools import cache

from koloda.core.outlook import Values
from koloda.core.tuning import Tuning, levels
from koloda.core.weights import load
from koloda.games.junquick.bots.values import JunQuickValues
from koloda.games.junquick.options import OPTIONS
from koloda.games.junquick.state import JunQuickState

TUNING = Tuning(randomness=5, horizon=2, exploration=1.0, modelled=100, trust=0.5)
LEVELS = levels(hard=400, expert=4000, master=40000, taught=(100, 1500, 20000))
MOST_SEATS = 4
TIMES = ("chief_time", "turn_ms", "response_ms", "silence_ms", "tie_ms", "match_games")
RARE = ("open_activation", "devourer_on_too_soon", "icewhirl_on_devourer")  # what they allow happens seldom
USUAL = {option.name: option.default for option in OPTIONS if option.name not in (*TIMES, *RARE)}


def tuning_with(values: Values) -> Tuning:
    """Stop where the next round begins."""
    return Tuning(randomness=5, horizon=1, exploration=1.0, modelled=100, trust=0.5, outlook=values)


def suits(state: JunQuickState) -> bool:
    """So many seats as a net can add up, with the usual deck and rules; whether in windows or in real time
    hardly changes what the beginning of a round is worth."""
    options = state.rules.options
    return state.seats <= MOST_SEATS and all(options[name] == value for name, value in USUAL.items())


def learnable(state: JunQuickState) -> JunQuickValues | None:
    return JunQuickValues(state.seats) if suits(state) else None


@cache
def learned(seats: int) -> Tuning:
    """With the weights of this package, or without where it has none."""
    values = JunQuickValues(seats)
    return tuning_with(values) if load(values, __package__) else TUNING


def tuned(state: JunQuickState) -> Tuning:
    return learned(int(state.seats)) if suits(state) else TUNING
