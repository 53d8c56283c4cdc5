"""The 88 cards as tables of numbers. A card is its place in the deck file: characters 0-63, laws 64-87."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from koloda.core.vecs import vec

CHARACTERS: Final = 64
LAWS: Final = 24
CARDS: Final = 88
HALF: Final = 44  # a set of cards is two masks of 44 bits

COLOURS: Final = "BRGY"
SPOTS: Final = ["base", "tip"]

# atoms of rewards
GEMS: Final = 0
DRAW: Final = 1
ATTACK: Final = 2
ENDLESS: Final = 3
TOKEN: Final = 4  # from here on the atom's op is TOKEN + the kind of token
ANY: Final = 4  # the colour of an endless gem that its owner names

# kinds of tokens that lie on a card
POINTS: Final = 0
MAGIC: Final = 1
SCIENCE: Final = 2
DEFENCE: Final = 3
MAGIC_BONUS: Final = 4
CIRCLE_BONUS: Final = 5  # four kinds, one for each colour
TOKENS: Final = 9
TOKEN_NAMES: Final = [
    "points",
    "magic",
    "science",
    "defence",
    "magic_bonus",
    "circle_bonus_B",
    "circle_bonus_R",
    "circle_bonus_G",
    "circle_bonus_Y",
]
LEVEL5_POINTS: Final = 15

# what laws do; 0 for characters
CHOOSE_ONE: Final = 1
DRAW_KEEP: Final = 2
AUCTION_PICK: Final = 3
REPLACE_CHARACTER: Final = 4
DUPLICATE_TOKENS: Final = 5
MOVE_FREE_CARD: Final = 6
TUCK_FREE_CARD: Final = 7
TUCK_HAND: Final = 8
TUCK_ON_DRAW: Final = 9
STORE_GEMS: Final = 10
PASS_BONUS: Final = 11
WILD_PAYMENT: Final = 12
CIRCLE_GEM: Final = 13
SCORE_PER: Final = 14

# what SCORE_PER counts
PER_ADJACENT_CHARACTER: Final = 0
PER_CARD: Final = 1
PER_SET: Final = 2
PER_CIRCLE_OR_ENDLESS: Final = 3
PER_SCIENCE: Final = 4
PER_LEFTOVER_GEM: Final = 5


def make_atom(op: i64, n: i64, colour: i64) -> i64:
    return op | n << 4 | colour << 12


class Deck:
    """What the rules need to know of the cards."""

    codes: list[str]
    number: vec[i64]
    sectors: vec[i64]  # tl, tr, bl, br, two bits each
    price: vec[i64]  # card * 5 + level - 1: gems of each colour, eight bits each
    atoms: vec[i64]  # all rewards one after another
    reward: vec[i64]  # card * 5 + level - 1 (laws: option): begin * 4096 + end in atoms
    op: vec[i64]  # what a law does
    amount: vec[i64]  # options, cards looked at, highest level, most gems, or more gems, by op
    what: vec[i64]  # what SCORE_PER counts
    points: vec[i64]  # card * 4 + level - 1 for TUCK_FREE_CARD, else card * 4

    def __init__(
        self,
        codes: list[str],
        number: list[i64],
        sectors: list[i64],
        price: list[i64],
        atoms: list[i64],
        reward: list[i64],
        op: list[i64],
        amount: list[i64],
        what: list[i64],
        points: list[i64],
    ) -> None:
        self.codes = codes
        self.number = vec[i64](number)
        self.sectors = vec[i64](sectors)
        self.price = vec[i64](price)
        self.atoms = vec[i64](atoms)
        self.reward = vec[i64](reward)
        self.op = vec[i64](op)
        self.amount = vec[i64](amount)
        self.what = vec[i64](what)
        self.points = vec[i64](points)


def count_of(gems: i64, colour: i64) -> i64:
    """How many gems of a colour an amount (eight bits for each colour) has."""
    return (gems >> (colour * 8)) & 255
