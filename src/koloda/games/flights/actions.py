"""The numbers of actions: one more room, for the rules, the notation and the heuristic share them.

Lay a card with a Flight card; take a card; swap a city with a seat for its city of the same value.
"""

from typing import Final

from mypy_extensions import i64

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
