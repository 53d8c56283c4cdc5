# not compiled: read once
"""How Yassa is searched, and how long the levels think: found by the ladder (docs/bots.md)."""

from __future__ import annotations

from koloda.core.tuning import Tuning, levels

TUNING = Tuning(exploration=1.4, modelled=0, winning=100.0, trust=0.5)
LEVELS = levels(hard=1000, expert=10000, master=40000)
