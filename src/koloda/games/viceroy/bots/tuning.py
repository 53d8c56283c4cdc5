# not compiled: read once
"""How Viceroy is searched, and how long the levels think: found by the ladder (docs/bots.md)."""

from __future__ import annotations

from koloda.core.tuning import Tuning, levels

TUNING = Tuning(randomness=0, horizon=2, exploration=0.7, modelled=100, trust=0.5)
LEVELS = levels(hard=40, expert=600, master=6000)
