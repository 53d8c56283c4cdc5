"""Phases, surfaces and action numbers, which all parts of the rules need."""

from typing import Final

from mypy_extensions import i64

from koloda.core.vecs import vec

# whom the rules wait for
GATHER: Final = 0  # the seat `turn`
FREEZE: Final = 1  # the player of the Icewhirl
LIAR_LAY: Final = 2  # the Fibber puts cards
LIAR_CLAIM: Final = 3  # and says what they are
LIAR_GUESS: Final = 4  # his opponent answers
RESPONSE: Final = 5  # everybody who can undo the last play
CHIEF: Final = 6  # everybody in the round who can play
FORM: Final = 7
CURE: Final = 8
BATTLE: Final = 9
EMIGRATE: Final = 10
DECLARE: Final = 11  # option instant_mode = declare: everybody who holds an instant
OVER: Final = 12
PHASES: Final = [
    *("gather", "freeze", "liar_lay", "liar_lay", "liar_guess", "response", "chief"),
    *("form", "cure", "battle", "emigrate", "declare", "over"),
]

# surfaces: 0-3 are the ranks of the Gathering phase, the others are those of the Chieftain phase
OPEN: Final = 0
N4: Final = 4
ON_TOO_SOON: Final = 5
ON_D1: Final = 6
SURFACES: Final = ["OPEN", "N1", "N2", "N3", "N4", "TS", "D1", "D2", "D3"]

# actions
LAY: Final = 0  # 14: J, L, T, DM, EV
LAY_DM: Final = 12
LAY_EV: Final = 13
NEST: Final = 14  # 4: value 1-4
ACT: Final = 18  # 54: L1-L4 T1-T4 G3, times six seats
INF: Final = 72  # 6: CS TS IW D1 D2 D3
PASS: Final = 78
REDRAW: Final = 79
STOP: Final = 80
PUT: Final = 81  # 26
DONE: Final = 107
CLAIM: Final = 108  # 10
TRUTH: Final = 118
LIE: Final = 119
HYS: Final = 120
WAIT: Final = 121
FORM_PACK: Final = 122  # 24: (N1 EV) (N2 EV) (N3 EV) (N4 DM EV), the last fastest
PAY: Final = 146  # 24: see PAYMENTS
LAY_BATTLE: Final = 170  # 14
GIVE: Final = 184  # 26
INST: Final = 210  # 4
READY: Final = 214
LAY_G3: Final = 215  # only with a deck in which the Gatecrasher is a card of double action
NUM_ACTIONS: Final = 216

LAYABLE: Final = vec[i64]([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15])
INFLUENCE: Final = vec[i64]([14, 16, 18, 19, 20, 21])


def payment(virus: i64, ones: i64, twos: i64, threes: i64, fours: i64, jokers: i64) -> i64:
    return virus | ones << 4 | twos << 8 | threes << 12 | fours << 16 | jokers << 20


# the minimal payments: price of the virus, then how many of N1 N2 N3 N4 EV, four bits each
PAYMENTS: Final = vec[i64](
    [
        payment(1, 1, 0, 0, 0, 0),
        payment(1, 0, 1, 0, 0, 0),
        payment(1, 0, 0, 1, 0, 0),
        payment(1, 0, 0, 0, 1, 0),
        payment(1, 0, 0, 0, 0, 1),
        payment(2, 2, 0, 0, 0, 0),
        payment(2, 0, 1, 0, 0, 0),
        payment(2, 0, 0, 1, 0, 0),
        payment(2, 0, 0, 0, 1, 0),
        payment(2, 0, 0, 0, 0, 1),
        payment(3, 3, 0, 0, 0, 0),
        payment(3, 1, 1, 0, 0, 0),
        payment(3, 0, 2, 0, 0, 0),
        payment(3, 0, 0, 1, 0, 0),
        payment(3, 0, 0, 0, 1, 0),
        payment(3, 0, 0, 0, 0, 1),
        payment(4, 4, 0, 0, 0, 0),
        payment(4, 2, 1, 0, 0, 0),
        payment(4, 1, 0, 1, 0, 0),
        payment(4, 0, 2, 0, 0, 0),
        payment(4, 0, 1, 1, 0, 0),
        payment(4, 0, 0, 2, 0, 0),
        payment(4, 0, 0, 0, 1, 0),
        payment(4, 0, 0, 0, 0, 1),
    ]
)
