# not compiled: read once
"""How Flights is searched, and how long the levels think: found by the ladder (docs/bots.md).

Where values were learned (docs/training.md), a search stops at the end of the round and asks them.
"""

from __future__ import annotations

from functools import cache

from koloda.core.outlook import Values
from koloda.core.tuning import Tuning, levels
from koloda.core.weights import load
from koloda.games.flights.bots.values import WINNING, FlightsValues
from koloda.games.flights.options import OPTIONS
from koloda.games.flights.state import FlightsState

TUNING = Tuning(exploration=1.0, modelled=100, winning=WINNING, trust=0.5, mixed=True)
LEVELS = levels(hard=400, expert=3000, master=15000, taught=(26, 160, 6000))
RULES = ("burn_mode", "multi_finish", "winner", "max_rounds", "board")
USUAL = {option.name: option.default for option in OPTIONS if option.name in RULES}


def tuning_with(values: Values) -> Tuning:
    """Stop where the next round begins."""
    return Tuning(
        randomness=0, horizon=1, exploration=1.0, modelled=0, winning=WINNING, trust=0.5, outlook=values
    )


def suits(state: FlightsState) -> bool:
    """The usual rules; which colours are in play makes no difference."""
    options = state.rules.options
    return all(options[name] == value for name, value in USUAL.items())


def learnable(state: FlightsState) -> FlightsValues | None:
    """Also where points win the game: what is shipped was learned for the collector."""
    options = state.rules.options
    usual = all(options[name] == value for name, value in USUAL.items() if name != "winner")
    return FlightsValues(state.seats) if usual else None


@cache
def learned(seats: int) -> Tuning:
    """With the weights of this package, or without where it has none."""
    values = FlightsValues(seats)
    return tuning_with(values) if load(values, __package__) else TUNING


def tuned(state: FlightsState) -> Tuning:
    return learned(int(state.seats)) if suits(state) else TUNING
