"""The phases of a round: whom the rules wait for. A room of its own, for rules and knowledge both need it."""

from typing import Final

MOVE: Final = 0  # the attacker leads
BEAT: Final = 1  # the defender beats or takes
ADD: Final = 2  # an attacker adds or passes
OVER: Final = 3
PHASES: Final = ["move", "beat", "add", "over"]
