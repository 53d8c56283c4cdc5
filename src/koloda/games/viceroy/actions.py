"""The phases of a turn, and the kinds of decision with the numbers of their actions."""

from __future__ import annotations

from typing import Final

# phases
SETUP_CHOOSE: Final = 0
SETUP_REWARD: Final = 1
LAW_CHOOSE: Final = 2
LAW_RESOLVE: Final = 3
AUCTION_BID: Final = 4
AUCTION_SPLIT: Final = 5
AUCTION_ATTACK: Final = 6
AUCTION_PASS: Final = 7
PAY_DECIDE: Final = 8
PAY_PASS: Final = 9
PAY_BUILD: Final = 10
PAY_REWARD: Final = 11
RECOLOUR: Final = 12
OVER: Final = 13
PHASES: Final = [
    "setup_choose",
    "setup_reward",
    "law_choose",
    "law_resolve",
    "auction_bid",
    "auction_split",
    "auction_attack",
    "auction_pass",
    "pay_decide",
    "pay_pass",
    "pay_build",
    "pay_reward",
    "recolour",
    "over",
]

# a decision is asked by its kind, the number of its first action; the last action of a block may be "none"
START: Final = 0  # 64 characters
LAW: Final = 64  # 88 cards, none
PUT: Final = 153  # 204 places
SWAP: Final = 357  # 204 places
UNDER: Final = 561  # 255 places
PICK: Final = 816  # 3 options
COLOUR: Final = 819  # 4 colours
OWN: Final = 823  # yes, no
PETITION: Final = 825  # 24 laws
TOP: Final = 849  # 24 laws
APPOINT: Final = 873  # 8 spots
MOVE: Final = 881  # 255 places, none
TO: Final = 1137  # 204 places
RETIRE: Final = 1341  # 255 places
FILE: Final = 1596  # 88 cards, none
STORE: Final = 1685  # 4 colours, none
BID: Final = 1690  # 4 colours, attack, none
WANT: Final = 1696  # base, tip, continue
HIT: Final = 1699  # 8 spots
TAKE: Final = 1707  # 4 colours, none
DRAW_FROM: Final = 1712  # law deck, small deck
STASH: Final = 1714  # yes, no
DECIDE: Final = 1716  # keep, refuse
BUILD: Final = 1718  # 255 places
USE: Final = 1973  # endless gems: 4 colours with 0 to 5 each
COIN: Final = 1997  # 12 pairs of colours, none
CIRCLE: Final = 2010  # 204 places of level 2 to 5, none
PAINT: Final = 2215  # 4 sectors in 4 colours
NUM_ACTIONS: Final = 2231

LAW_NONE: Final = 152
MOVE_NONE: Final = 1136
FILE_NONE: Final = 1684
STORE_NONE: Final = 1689
BID_ATTACK: Final = 1694
BID_NONE: Final = 1695
WANT_TIP: Final = 1697
TAKE_NONE: Final = 1711
KEEP: Final = 1716
REFUSE: Final = 1717
COIN_NONE: Final = 2009
CIRCLE_NONE: Final = 2214

# the kinds in the order of their numbers, as a view names them
KINDS: Final = {
    START: "start",
    LAW: "law",
    PUT: "put",
    SWAP: "swap",
    UNDER: "under",
    PICK: "pick",
    COLOUR: "colour",
    OWN: "own",
    PETITION: "petition",
    TOP: "top",
    APPOINT: "appoint",
    MOVE: "move",
    TO: "to",
    RETIRE: "retire",
    FILE: "file",
    STORE: "store",
    BID: "bid",
    WANT: "want",
    HIT: "hit",
    TAKE: "take",
    DRAW_FROM: "draw",
    STASH: "stash",
    DECIDE: "decide",
    BUILD: "build",
    USE: "endless",
    COIN: "coin",
    CIRCLE: "circle",
    PAINT: "paint",
}
