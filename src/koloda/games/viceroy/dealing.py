"""The deal: from a seed, from a setup, or a position arranged piece by piece."""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import i64

from koloda.core.bits import bit, shifted
from koloda.core.rng import Rng
from koloda.core.vecs import append, vec
from koloda.games.viceroy.actions import (
    AUCTION_BID,
    BID,
    BUILD,
    CIRCLE,
    DECIDE,
    LAW,
    LAW_CHOOSE,
    PAY_BUILD,
    PAY_DECIDE,
    RECOLOUR,
    SETUP_CHOOSE,
    START,
)
from koloda.games.viceroy.cards import CARDS, CHARACTERS, HALF, Deck
from koloda.games.viceroy.options import ViceroyRules
from koloda.games.viceroy.state import ViceroyState
from koloda.games.viceroy.zones import GEM_BITS, PAINT_AT, PAINT_BITS, STORED, TRAY

LARGE: Final = 48

# the moments at which a position can be arranged, and what is asked then
MOMENTS: Final = {
    SETUP_CHOOSE: START,
    LAW_CHOOSE: LAW,
    AUCTION_BID: BID,
    PAY_DECIDE: DECIDE,
    PAY_BUILD: BUILD,
    RECOLOUR: CIRCLE,
}


def deal(game: Any, seats: i64, deck: Deck, rules: ViceroyRules, rng: Rng, watch: bool) -> ViceroyState:
    """Shuffle characters and laws, then let everybody give back two of eight gems, in this order."""
    characters = numbers(0, CHARACTERS)
    laws = numbers(CHARACTERS, CARDS)
    rng.shuffle(characters)
    rng.shuffle(laws)
    small = characters[LARGE:]
    returned = vec[i64]()
    for seat in range(seats):
        first = rng.below(8)
        second = rng.below(7)
        if second >= first:
            second += 1
        for colour in range(4):
            count: i64 = 0
            if first // 2 == colour:
                count += 1
            if second // 2 == colour:
                count += 1
            returned = append(returned, count)
    return lay_out(
        game,
        seats,
        deck,
        rules,
        characters[:LARGE],
        small[: seats * 3],
        small[seats * 3 :],
        laws,
        returned,
        rng,
        watch,
    )


def restore(
    game: Any,
    seats: i64,
    deck: Deck,
    rules: ViceroyRules,
    large: list[i64],
    dealt: list[i64],
    small: list[i64],
    laws: list[i64],
    returned: list[i64],
    watch: bool,
) -> ViceroyState:
    return lay_out(
        game,
        seats,
        deck,
        rules,
        vec[i64](large),
        vec[i64](dealt),
        vec[i64](small),
        vec[i64](laws),
        vec[i64](returned),
        Rng(0),
        watch,
    )


def lay_out(
    game: Any,
    seats: i64,
    deck: Deck,
    rules: ViceroyRules,
    large: vec[i64],
    dealt: vec[i64],
    small: vec[i64],
    laws: vec[i64],
    returned: vec[i64],
    rng: Rng,
    watch: bool,
) -> ViceroyState:
    s = ViceroyState(game, seats, deck, rules, rng)
    s.lay_out()
    if watch:
        s.watch()
    s.large = large
    s.small = small
    s.first_small = small
    s.law = laws
    s.first_law = laws[:]
    s.dealt = dealt
    s.returned = returned
    for seat in range(seats):
        for i in range(3):
            s.to_hand(seat, dealt[seat * 3 + i])
        for colour in range(4):
            kept = 2 - returned[seat * 4 + colour]
            s.screens[seat * 4 + colour] = kept
            s.reserve[colour] -= kept
    s.begin()
    return s


def numbers(begin: i64, end: i64) -> vec[i64]:
    result = vec[i64]()
    for number in range(begin, end):
        result = append(result, number)
    return result


class Arrangement:
    """The pieces of a position, checked by who made it: everything that lies somewhere, and who is asked."""

    turn: int
    phase: int
    round: int
    virtuals_in: int
    asked: list[int]
    reserve: list[int]
    slots: list[int]  # colour * 2 + spot: a card or -1
    discard: list[int]
    large: list[int]  # the decks, the top card first
    small: list[int]
    law: list[int]
    # by seat
    screens: list[list[int]]
    attack: list[int]
    hands: list[list[int]]
    shown: list[list[int]]
    acquired: list[int]
    out: list[bool]
    passed: list[bool]
    gave: list[list[int]]
    least: list[list[int]]
    most: list[list[int]]
    back: list[list[int]]
    knows: list[list[int]]
    # the pyramids
    placed: list[tuple[int, int, int]]  # seat, card, place
    tokens: list[tuple[int, int, int, int]]  # seat, card, kind, count
    endless: list[tuple[int, int, int, int]]  # seat, card, colour, count
    stored: list[tuple[int, int, int, int]]
    tucked: list[tuple[int, int]]  # card, under which card
    paint: list[tuple[int, int, int]]  # card, sector, colour

    def __init__(self, seats: int, virtuals: int) -> None:
        self.turn = 1
        self.phase = LAW_CHOOSE
        self.round = 0
        self.virtuals_in = virtuals
        self.asked = []
        self.reserve = [0, 0, 0, 0]
        self.slots = [-1] * 8
        self.discard = []
        self.large = []
        self.small = []
        self.law = []
        self.screens = [[0, 0, 0, 0] for _ in range(seats)]
        self.attack = [0] * seats
        self.hands = [[] for _ in range(seats)]
        self.shown = [[] for _ in range(seats)]
        self.acquired = [-1] * seats
        self.out = [False] * seats
        self.passed = [False] * seats
        self.gave = [[0, 0, 0, 0] for _ in range(seats)]
        self.least = [[0, 0, 0, 0] for _ in range(seats)]
        self.most = [[2, 2, 2, 2] for _ in range(seats)]
        self.back = [[] for _ in range(seats)]
        self.knows = [[] for _ in range(seats)]
        self.placed = []
        self.tokens = []
        self.endless = []
        self.stored = []
        self.tucked = []
        self.paint = []


def arrange(game: Any, seats: i64, deck: Deck, rules: ViceroyRules, plan: Arrangement) -> ViceroyState:
    """A watched state in which everything lies as planned."""
    s = ViceroyState(game, seats, deck, rules, Rng(0))
    s.lay_out()
    s.watch()
    s.turn = plan.turn
    s.phase = plan.phase
    s.round = plan.round
    s.virtuals_in = plan.virtuals_in
    s.large = pile(plan.large)
    s.small = pile(plan.small)
    s.law = pile(plan.law)
    s.first_small = s.small
    s.first_law = s.law[:]
    s.reserve = pile(plan.reserve)
    s.slots = pile(plan.slots)
    for card in plan.discard:
        if card < HALF:
            s.discard0 |= bit(card)
        else:
            s.discard1 |= bit(card - HALF)
    for seat in range(seats):
        arrange_seat(s, plan, seat)
    for owner, card, place in plan.placed:
        s.place_card(owner, card, place)
    for owner, card, kind, count in plan.tokens:
        s.add_tokens(owner, card, kind, count)
    for owner, card, colour, count in plan.endless:
        for _ in range(count):
            s.add_endless(owner, card, colour)
    for _, card, colour, count in plan.stored:
        s.trays[i64(card) * TRAY + 3] += shifted(count, STORED + i64(colour) * GEM_BITS)
    for card, host in plan.tucked:
        s.tuck(card, host)
    for card, sector, colour in plan.paint:
        s.trays[i64(card) * TRAY + 3] |= shifted(i64(colour) + 1, PAINT_AT + PAINT_BITS * i64(sector))
    for seat in range(seats):
        s.find_lasting(seat)
    asked: i64 = 0
    for seat in plan.asked:
        asked |= bit(seat)
    if plan.phase == AUCTION_BID:
        s.inside = asked
    elif plan.phase == PAY_BUILD:
        s.queue = asked
    s.ask_all(asked, MOMENTS[plan.phase])
    return s


def arrange_seat(s: ViceroyState, plan: Arrangement, seat: i64) -> None:
    s.attack[seat] = plan.attack[seat]
    s.acquired[seat] = plan.acquired[seat]
    if plan.out[seat]:
        s.sitting |= bit(seat)
    for card in plan.hands[seat]:
        s.to_hand(seat, card)
        if plan.phase == SETUP_CHOOSE:
            s.dealt = append(s.dealt, card)
    for card in plan.shown[seat]:
        s.show_in_hand(seat, card)
    for card in plan.back[seat]:
        s.back[seat * 2 + i64(card) // HALF] |= bit(i64(card) % HALF)
    for card in plan.knows[seat]:
        s.seen[seat] |= bit(card - CHARACTERS)
    for colour in range(4):
        i = seat * 4 + colour
        s.screens[i] = plan.screens[seat][colour]
        s.returned[i] = plan.gave[seat][colour]
        s.returned_least[i] = plan.least[seat][colour]
        s.returned_most[i] = plan.most[seat][colour]


def pile(cards: list[int]) -> vec[i64]:
    result = vec[i64]()
    for card in cards:
        result = append(result, card)
    return result
