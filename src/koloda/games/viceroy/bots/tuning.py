# not compiled: read once
"""How Viceroy is searched, and how long the levels think: found by the ladder (docs/bots.md).

Where values were learned (docs/training.md), a search stops at the end of the turn and asks them.
"""

from __future__ import annotations

from functools import cache

from koloda.core.outlook import Values
from koloda.core.tuning import Tuning, levels
from koloda.core.weights import load
from koloda.games.viceroy.bots.values import ViceroyValues
from koloda.games.viceroy.deck import DEFAULT, NEWEST
from koloda.games.viceroy.state import ViceroyState

TUNING = Tuning(randomness=0, horizon=2, exploration=0.7, modelled=100, trust=0.5)
LEVELS = levels(hard=14, expert=140, master=4000, taught=(6, 42, 2500))


def tuning_with(values: Values) -> Tuning:
    """Stop where the next turn begins."""
    return Tuning(randomness=0, horizon=1, exploration=0.7, modelled=100, trust=0.5, outlook=values)


def learnable(state: ViceroyState) -> ViceroyValues | None:
    """Two people, with any deck: no feature is a card, only what cards are worth."""
    return ViceroyValues() if state.seats == 2 and not state.rules.virtuals else None


def suits(state: ViceroyState) -> bool:
    """Two people and today's deck, with which the weights of this package were learned."""
    return learnable(state) is not None and state.rules.options["deck"] in (DEFAULT, NEWEST)


@cache
def learned() -> Tuning:
    """With the weights of this package, or without if it has none."""
    values = ViceroyValues()
    return tuning_with(values) if load(values, __package__) else TUNING


def tuned(state: ViceroyState) -> Tuning:
    return learned() if suits(state) else TUNING
