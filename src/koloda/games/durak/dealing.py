"""The deal: from a seed, from a setup, or from an arranged position."""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import i64

from koloda.core.bits import bit, lowest, members, popcount
from koloda.core.rng import Rng
from koloda.core.vecs import append, vec
from koloda.games.durak.cards import CARDS, CODES, suit_cards
from koloda.games.durak.options import BEFORE_FOOL, LOWEST_TRUMP, DurakRules
from koloda.games.durak.state import DurakState

TRIES: Final = 20_000  # a small deck begins in a few hundred ways; an arranged one need not be among them


def shuffled_deck(absent: i64, rng: Rng) -> vec[i64]:
    """The cards in play in a random order."""
    deck = vec[i64]()
    for card in range(CARDS):
        if not absent & bit(card):
            deck = append(deck, card)
    rng.shuffle(deck)
    return deck


def below(absent: i64, cards: vec[i64]) -> vec[i64]:
    """These cards as the end of a whole deck, of which the rest has been drawn already."""
    if not absent:
        return cards
    deck = vec[i64]()
    for card in members(absent):
        deck = append(deck, card)
    for card in cards:
        deck = append(deck, card)
    return deck


def deal(game: Any, seats: i64, rules: DurakRules, previous_fool: i64, rng: Rng, watch: bool) -> DurakState:
    """Draw the deck, the trump and the first mover from the generator, in this order, and deal."""
    deck = below(rules.absent, shuffled_deck(rules.absent, rng))
    trump = deck[CARDS - 1] // 9 if rules.bottom_card else rng.below(rules.suits)
    return lay_out(game, seats, rules, deck, trump, -1, previous_fool, rng, watch)


def restore(
    game: Any,
    seats: i64,
    rules: DurakRules,
    deck: list[i64],
    trump: i64,
    first: i64,
    previous_fool: i64,
    watch: bool,
) -> DurakState:
    """Deal these cards: all that are in play."""
    whole = below(rules.absent, vec[i64](deck))
    return lay_out(game, seats, rules, whole, trump, first, previous_fool, Rng(0), watch)


def lay_out(
    game: Any,
    seats: i64,
    rules: DurakRules,
    deck: vec[i64],
    trump: i64,
    first: i64,
    previous_fool: i64,
    rng: Rng,
    watch: bool,
) -> DurakState:
    """Deal this deck. `first` moves first where the rules leave it to chance; -1: ask the generator."""
    hands = vec[i64]([0] * int(seats))
    s = DurakState(game, seats, rules, deck, hands, hands[:], rng)
    s.trumps = suit_cards(trump)
    s.discard = rules.absent
    s.drawn = popcount(rules.absent)
    if watch:
        s.watch()
    first_mover = rules.first_mover
    if first_mover == BEFORE_FOOL:
        s.previous_fool = previous_fool
        if previous_fool < 0:
            first_mover = LOWEST_TRUMP
    if s.log is not None:
        s.log.tell("trump", CODES[lowest(s.trumps)][1], CODES[deck[CARDS - 1]] if rules.bottom_card else None)
    if first_mover == LOWEST_TRUMP:
        s.first = 0
        deal_hands(s)
        show_lowest_trump(s, first)
    else:
        if first_mover == BEFORE_FOOL:
            first = (previous_fool - 1 + seats) % seats
        s.first = first if first >= 0 else rng.below(seats)
        deal_hands(s)
    if s.log is not None:
        s.log.tell("first", int(s.first), CODES[s.first_card] if s.first_card >= 0 else None)
    s.start_round(s.first)
    return s


def redeal(s: DurakState, rng: Rng) -> DurakState | None:
    """Another deal that began in public as this one did; None if that seems to be impossible."""
    for i in range(TRIES):
        other = deal(s.game, s.seats, s.rules, s.previous_fool, rng, False)
        if begins_alike(s, other):
            return other
    return None


def begins_alike(s: DurakState, other: DurakState) -> bool:
    if other.trumps != s.trumps or other.first != s.first or other.first_card != s.first_card:
        return False
    return not s.rules.bottom_card or other.deck[CARDS - 1] == s.deck[CARDS - 1]


def deal_hands(s: DurakState) -> None:
    """A refill from nothing, beginning with the first mover."""
    s.attacker = s.first
    s.refill()


def show_lowest_trump(s: DurakState, first: i64) -> None:
    """The holder of the lowest trump moves first and shows it; so nobody was dealt a lower one."""
    trumps = s.trumps
    for card in range(lowest(trumps), lowest(trumps) + 9):
        for seat in range(s.seats):
            if s.hands[seat] & bit(card):
                s.first = seat
                s.first_card = card
                s.known[seat] |= bit(card)
                s.low = trumps & (bit(card) - 1)
                s.history = []
                return
    s.first = first if first >= 0 else s.rng.below(s.seats)
    s.low = trumps
    s.history = []


def arrange(
    game: Any,
    rules: DurakRules,
    trump: i64,
    hands: list[i64],
    stock: list[i64],
    out: list[i64],
    seen: i64,
    takes: i64,
    lead: i64,
) -> DurakState:
    """A position between two rounds: cards that are not listed lie in the discard.

    `seen` are the cards in hands that everybody has seen.
    """
    rest: i64 = 0
    for hand in hands:
        rest |= hand
    for card in stock:
        rest |= bit(card)
    deck = vec[i64]()
    for card in range(CARDS):
        if not rest & bit(card):
            deck = append(deck, card)
    discarded = i64(len(deck))
    for hand in hands:
        cards = hand
        while cards:
            deck = append(deck, lowest(cards))
            cards &= cards - 1
    for card in stock:
        deck = append(deck, card)
    seats = i64(len(hands))
    s = DurakState(game, seats, rules, deck, vec[i64](hands), vec[i64]([0] * int(seats)), Rng(0))
    s.trumps = suit_cards(trump)
    s.drawn = CARDS - i64(len(stock))
    for i in range(discarded):
        s.discard |= bit(deck[i])
    for gone in out:
        s.out_order |= gone << (popcount(s.out) * 4)
        s.out |= bit(gone)
    s.beaten_off = (popcount(s.discard & ~rules.absent) + 1) // 2
    for seat in range(seats):
        s.known[seat] = s.hands[seat] & seen
    s.takes = takes
    s.first = lead
    s.start_round(lead)
    return s
