# not compiled: read once
"""How JunQuick is searched, and how long the levels think: found by the ladder (docs/bots.md)."""

from __future__ import annotations

from koloda.core.tuning import Tuning, levels

TUNING = Tuning(randomness=5, horizon=2, exploration=1.0, modelled=100, trust=0.5)
LEVELS = levels(hard=400, expert=4000, master=40000)
