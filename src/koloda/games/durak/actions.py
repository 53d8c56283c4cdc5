"""The phases of a round, and the numbers of the actions."""

from typing import Final

# whom the rules wait for
MOVE: Final = 0  # the attacker leads
BEAT: Final = 1  # the defender beats or takes
ADD: Final = 2  # an attacker adds or passes
OVER: Final = 3

# move a card (its own number), beat with a card, add a card, take, pass
BEAT_WITH: Final = 36
ADD_CARD: Final = 72
TAKE: Final = 108
PASS: Final = 109
