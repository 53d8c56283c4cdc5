"""What the rivals of all games share."""

from __future__ import annotations

from collections.abc import Callable

from koloda.core.rng import Rng
from koloda.core.state import State

# what a rival does for a seat where the heuristic would do this
Rule = Callable[[State, int, int, Rng], int]
