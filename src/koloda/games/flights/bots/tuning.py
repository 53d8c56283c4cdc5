# not compiled: read once
"""How Flights is searched, and how long the levels think: found by the ladder (docs/bots.md)."""

from __future__ import annotations

from koloda.core.tuning import Tuning, levels

TUNING = Tuning(exploration=1.0, modelled=100, winning=10.0, trust=0.5, mixed=True)
LEVELS = levels(hard=400, expert=3000, master=15000)
