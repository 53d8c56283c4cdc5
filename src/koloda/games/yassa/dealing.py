"""The deal: from a seed, from a setup, or from an arranged position."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from mypy_extensions import i64

from koloda.core.bits import bit
from koloda.core.errors import BadNotation
from koloda.core.options import shown
from koloda.core.rng import Rng
from koloda.core.vecs import append, vec
from koloda.games.yassa.actions import (
    AFTER_DRAW,
    DRAWS_FOUR,
    DRAWS_TWO,
    NONE,
    READY,
    RESPOND_DRAW2,
    RESPOND_SKIP,
    SKIPPED,
    TURN,
)
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
from koloda.games.yassa.knowledge.memory import ARRIVE, SNAP
from koloda.games.yassa.notation import check_deck
from koloda.games.yassa.options import APPLY, DIGITS_ONLY, YassaRules
from koloda.games.yassa.positions import YassaPosition
from koloda.games.yassa.state import YassaState

HAND: Final = 7


def starters(rules: YassaRules) -> i64:
    """The types that may be the start card; 0: all."""
    if rules.start_card == DIGITS_ONLY:
        return DIGITS
    return ALL & ~bit(W4) if rules.start_card == APPLY else 0


def can_start(card: i64, rules: YassaRules) -> bool:
    """May this card be the start card?"""
    types = starters(rules)
    return not types or types & bit(card) != 0


def deal(game: Any, seats: i64, rules: YassaRules, dealer: i64, rng: Rng, watch: bool) -> YassaState:
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


def restore(game: Any, seats: i64, rules: YassaRules, setup: Mapping[str, Any], watch: bool) -> YassaState:
    """Deal the cards of a setup, as a trace has it."""
    keys = ("dealer", "hands", "stock", "discard")
    for key in (*keys, *setup):
        if key not in setup or key not in keys:
            raise BadNotation(f"setup {shown(key)}: a setup has exactly {', '.join(keys)}")
    dealer = seat_number(setup["dealer"], int(seats))
    if not isinstance(setup["hands"], list) or len(setup["hands"]) != seats:
        raise BadNotation(f"hands: one list for each of {seats} seats")
    hands = [game.cards(hand, "hands") for hand in setup["hands"]]
    for hand in hands:
        if len(hand) != HAND or hand != sorted(hand):
            raise BadNotation(f"hands: {HAND} cards each, in canonical order")
    stock = game.cards(setup["stock"], "stock")
    discard = game.cards(setup["discard"], "discard")
    if len(discard) != 1:
        raise BadNotation("discard: the start card alone")
    check_deck([card for hand in hands for card in hand] + stock + discard)
    if not can_start(discard[0], rules):
        raise BadNotation(f"discard: {CODES[discard[0]]} cannot be the start card by option start_card")
    return lay_out(game, rules, dealer, hands, vec[i64](stock), discard[0], Rng(0), watch)


def seat_number(value: object, seats: int) -> int:  # no i64: the value may be huge
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < seats:
        raise BadNotation(f"dealer {shown(value)}: there are seats 0 to {seats - 1}")
    return value


def lay_out(
    game: Any,
    rules: YassaRules,
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


def place(game: Any, rules: YassaRules, p: YassaPosition) -> YassaState:
    """A watched position, as it was written."""
    check(rules, p)
    if p.drawn >= 0:
        # the card drawn came last
        p.hands[p.turn].remove(p.drawn)
    s = arrange(
        game, rules, p.turn, p.hands, vec[i64](p.stock), vec[i64](p.discard), p.colour, Rng(0), p.drawn
    )
    if p.dealer >= 0:
        s.dealer = p.dealer
    s.direction = p.direction
    s.layer = p.layer
    s.shouted = p.shouted
    s.effect = p.effect
    if p.effect == DRAWS_FOUR:
        s.prev_colour = p.before
        s.shown_held = s.held[p.layer]
        s.shown_more = s.more[p.layer]
        s.shown_seat = p.layer
        s.note(SNAP, p.layer, 0)
    if p.ready >= 0:
        s.after_ready = p.turn
        s.ask(READY, p.ready)
    elif p.has_drawn:
        s.drawn = p.drawn
        s.ask(AFTER_DRAW, p.turn)
    elif p.effect:
        s.ask(RESPOND_SKIP + p.effect - SKIPPED, p.turn)
    else:
        s.ask(TURN, p.turn)
    if p.unsaid:
        s.unsaid = p.layer
        if not rules.realtime:
            s.open_call_window()
    if p.twins:
        if rules.realtime:
            s.right = True
        else:
            s.open_intervention_window()
    s.steps = p.steps
    s.mistakes = p.mistakes
    s.watch()
    if rules.realtime:
        s.find_free()
    return s


def check(rules: YassaRules, p: YassaPosition) -> None:
    """BadNotation for parts of a position that contradict each other or the options."""
    top = p.discard[-1]
    symbol = -1 if top >= WC else top % 13
    if p.effect == DRAWS_FOUR and (top != W4 or p.colour == OPEN or p.layer < 0):
        raise BadNotation("effect wd4: the top is a W4 with its colour, and somebody has laid it")
    if (p.effect == SKIPPED and symbol != SKIP) or (p.effect == DRAWS_TWO and symbol != DRAW_TWO):
        raise BadNotation(f"effect: {CODES[top]} on the top has another one")
    waits = p.effect != NONE or p.unsaid or p.twins
    if (p.has_drawn and p.ready >= 0) or (waits and (p.has_drawn or p.ready >= 0)):
        raise BadNotation("after a draw and before 'ready' no card waits for an answer")
    if p.unsaid and p.layer < 0:
        raise BadNotation("unsaid: of the seat that has laid the top card")
    if p.twins:
        if not rules.any_identical or len(p.hands) == 2 or p.layer < 0 or top == W4:
            raise BadNotation(
                "twins: with intervention=any_identical, three seats at least, and a laid card other than W4"
            )
        if p.unsaid and not rules.realtime:
            raise BadNotation("twins: the window opens when nobody can be called out any more")


def arrange(
    game: Any,
    rules: YassaRules,
    dealer: i64,
    hands: list[list[i64]],
    stock: vec[i64],
    discard: vec[i64],
    colour: i64,
    rng: Rng,
    drawn: i64 = -1,
) -> YassaState:
    """The cards in their places; nobody is asked yet. The card drawn comes to the dealer after his hand."""
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
    if drawn >= 0:
        put(s.held, s.more, dealer, drawn)
        put(held, more, 0, drawn)
        s.note(ARRIVE, dealer, drawn + 64)
        s.sizes[dealer] += 1
    for card in stock:
        put(held, more, 0, card)
    s.pools[0] = held[0]
    s.pools[1] = more[0]
    s.dealer = dealer
    s.top = discard[len(discard) - 1]
    s.colour = colour
    s.find_fit()
    return s
