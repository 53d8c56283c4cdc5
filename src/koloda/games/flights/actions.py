"""The phases of a round and the numbers of actions.

Lay a card with a Flight card; take a card; swap a city with a seat for its city of the same value.
"""

from typing import Final

from mypy_extensions import i64

# phases: whom the rules wait for
LAY: Final = 0  # everybody lays a hand card and a Flight card, sealed
TAKE: Final = 1  # the player whose turn it is takes a laid card
EXCHANGE: Final = 2  # the same player swaps two cities
OVER: Final = 3
PHASES: Final = ["lay", "take", "exchange", "over"]

# actions
FLIGHTS: Final = 6
ALL_FLIGHTS: Final = 63
TAKE_CARD: Final = 264
SWAP: Final = 308
NUM_ACTIONS: Final = 1028
NOTHING: Final = -1  # no action, no card


def swap_action(own: i64, partner: i64, theirs: i64) -> i64:
    colour = theirs // 6
    if colour > own // 6:
        colour -= 1
    return SWAP + (own * 4 + partner) * 5 + colour


def swap_own(action: i64) -> i64:
    return (action - SWAP) // 20


def swap_partner(action: i64) -> i64:
    return (action - SWAP) // 5 % 4


def swap_theirs(action: i64) -> i64:
    own = swap_own(action)
    colour = (action - SWAP) % 5
    if colour >= own // 6:
        colour += 1
    return colour * 6 + own % 6
