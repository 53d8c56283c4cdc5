# not compiled: read once
"""How Durak is searched, and how long the levels think: found by the ladder (docs/bots.md)."""

from __future__ import annotations

from koloda.core.tuning import Tuning, levels
from koloda.games.durak.bots.solver import DurakEndings

TUNING = Tuning(exploration=1.4, modelled=0, trust=0.0, endings=DurakEndings(6, 20))
LEVELS = levels(hard=300, expert=4000)
