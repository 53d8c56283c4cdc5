"""The phases of a round: whom the rules wait for. A room of its own, for rules and knowledge both need it."""

from typing import Final

LAY: Final = 0  # everybody lays a hand card and a Flight card, sealed
TAKE: Final = 1  # the player whose turn it is takes a laid card
EXCHANGE: Final = 2  # the same player swaps two cities
OVER: Final = 3
PHASES: Final = ["lay", "take", "exchange", "over"]
