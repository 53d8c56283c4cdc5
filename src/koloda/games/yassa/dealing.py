"""The deal: from a seed, from a setup, or from an arranged position."""

from __future__ import annotations

from typing import Any

from mypy_extensions import i64

from koloda.core.bits import bit
from koloda.core.rng import Rng
from koloda.core.vecs import append, vec
from koloda.games.yassa.cards import (
    ALL,
    CODES,
    DIGITS,
    DRAW_TWO,
    OPEN,
    REVERSE,
    SKIP,
    TYPES,
    W4,
    WC,
    copies,
    put,
)
from koloda.games.yassa.memory import ARRIVE
from koloda.games.yassa.phases import (
    APPLY,
    DIGITS_ONLY,
    DRAWS_TWO,
    RESPOND_DRAW2,
    RESPOND_SKIP,
    SKIPPED,
    TURN,
)
from koloda.games.yassa.state import YassaState
from koloda.games.yassa.table import Rules

HAND = 7


def starters(rules: Rules) -> i64:
    """The types that may be the start card; 0: all."""
    if rules.start_card == DIGITS_ONLY:
        return DIGITS
    return ALL & ~bit(W4) if rules.start_card == APPLY else 0


def can_start(card: i64, rules: Rules) -> bool:
    """May this card be the start card?"""
    types = starters(rules)
    return not types or types & bit(card) != 0


def deal(game: Any, seats: i64, rules: Rules, dealer: i64, rng: Rng, watch: bool) -> YassaState:
    """Draw the first dealer (-1: by lot) and the deck from the generator, and deal one card at a time."""
    if dealer < 0:
        dealer = rng.below(seats)
    deck = vec[i64]()
    for card in range(TYPES):
        for i in range(copies(card)):
            deck = append(deck, card)
    rng.shuffle(deck)
    hands: list[list[i64]] = []
    for seat in range(seats):
        place = (seat - dealer - 1 + seats) % seats
        hands.append([deck[place + i * seats] for i in range(HAND)])
    stock = deck[HAND * seats :]
    while not can_start(stock[0], rules):
        rng.shuffle(stock)
    start = stock[0]
    return lay_out(game, rules, dealer, hands, stock[1:], start, rng, watch)


def restore(
    game: Any, rules: Rules, dealer: i64, hands: list[list[i64]], stock: list[i64], start: i64, watch: bool
) -> YassaState:
    """Deal given cards."""
    return lay_out(game, rules, dealer, hands, vec[i64](stock), start, Rng(0), watch)


def lay_out(
    game: Any,
    rules: Rules,
    dealer: i64,
    hands: list[list[i64]],
    stock: vec[i64],
    start: i64,
    rng: Rng,
    watch: bool,
) -> YassaState:
    discard = append(vec[i64](), start)
    s = arrange(game, rules, dealer, hands, stock, discard, OPEN if start >= WC else start // 13, rng)
    s.turned = starters(rules)
    s.ask(TURN, dealer)
    if rules.start_card == APPLY and start < WC:
        symbol = start % 13
        if symbol == SKIP:
            s.effect = SKIPPED
            s.ask(RESPOND_SKIP, dealer)
        elif symbol == DRAW_TWO:
            s.effect = DRAWS_TWO
            s.ask(RESPOND_DRAW2, dealer)
        elif symbol == REVERSE:
            s.direction = -1
    if watch:
        s.watch()
    if s.log is not None:
        s.log.tell("deal", int(dealer), CODES[start])
        for seat in range(s.seats):
            cards = tuple([CODES[card] for card in sorted(hands[seat])])
            s.log.tell_some(1 << int(seat), "hand", (int(seat), cards), None)
    if rules.realtime:
        s.find_free()
    return s


def place(
    game: Any,
    rules: Rules,
    turn: i64,
    direction: i64,
    hands: list[list[i64]],
    stock: list[i64],
    discard: list[i64],
    colour: i64,
) -> YassaState:
    """A watched position before a turn."""
    s = arrange(game, rules, turn, hands, vec[i64](stock), vec[i64](discard), colour, Rng(0))
    s.direction = direction
    s.ask(TURN, turn)
    s.watch()
    if rules.realtime:
        s.find_free()
    return s


def arrange(
    game: Any,
    rules: Rules,
    dealer: i64,
    hands: list[list[i64]],
    stock: vec[i64],
    discard: vec[i64],
    colour: i64,
    rng: Rng,
) -> YassaState:
    """The cards in their places; nobody is asked yet."""
    seats = i64(len(hands))
    zeros = vec[i64]([0] * int(seats))
    pools = vec[i64]([0, 0])
    s = YassaState(
        game, seats, rules, zeros, zeros[:], zeros[:], zeros[:], stock, discard, vec[i64](), pools, rng
    )
    held = vec[i64]([0])
    more = vec[i64]([0])
    for seat in range(seats):
        for card in hands[seat]:
            put(s.held, s.more, seat, card)
            put(held, more, 0, card)
            s.note(ARRIVE, seat, card)
        s.sizes[seat] = i64(len(hands[seat]))
    for card in stock:
        put(held, more, 0, card)
    s.pools[0] = held[0]
    s.pools[1] = more[0]
    s.dealer = dealer
    s.top = discard[len(discard) - 1]
    s.colour = colour
    s.find_fit()
    return s
