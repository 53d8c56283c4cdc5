"""What a seat does not know, dealt anew: exactly as likely as the rules make it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from koloda.core.bits import bit, lowest, popcount
from koloda.core.rng import Rng
from koloda.core.vecs import append, vec
from koloda.games.durak.actions import BEAT, MOVE, OVER
from koloda.games.durak.cards import ALL, CARDS
from koloda.games.durak.legal import playable

if TYPE_CHECKING:
    from koloda.games.durak.state import DurakState


def sampled(s: DurakState, seat: i64, rng: Rng) -> DurakState:
    """A state that this seat cannot tell from s, uniformly from all of them."""
    sample = s.clone()
    sample.rng = rng  # not the deal's own; no fork, for nothing is left to chance after the deal
    hidden = ALL & ~(s.hands[seat] | s.discard | s.table)
    for other in range(s.seats):
        hidden &= ~s.known[other]
    if s.rules.bottom_card and s.drawn < CARDS:
        hidden &= ~bit(s.deck[CARDS - 1])
    while True:
        if hidden & s.low:
            deal_late(s, sample, seat, hidden, rng)
        else:
            deal_hidden(s, sample, seat, hidden, rng)
        if plausible(sample, s.turn, seat):
            return sample


def unseen(s: DurakState, seat: i64) -> i64:
    """How many cards of this hand are known to its owner only."""
    return popcount(s.hands[seat] & ~s.known[seat])


def deal_hidden(s: DurakState, sample: DurakState, seat: i64, hidden: i64, rng: Rng) -> None:
    """Deal what the seat has not seen to the other hands and the stock, uniformly."""
    cards = in_order(hidden, rng)
    k: i64 = 0
    for other in range(s.seats):
        if other != seat:
            hand = s.known[other]
            for i in range(unseen(s, other)):
                hand |= bit(cards[k])
                k += 1
            sample.hands[other] = hand
    stock_up(s, sample, cards, k)


def stock_up(s: DurakState, sample: DurakState, cards: vec[i64], k: i64) -> None:
    """The cards from place k on become the unseen part of the stock."""
    if s.drawn < CARDS:
        deck = s.deck[:]
        for i in range(len(cards) - k):
            deck[s.drawn + i] = cards[k + i]
        sample.deck = deck


def deal_late(s: DurakState, sample: DurakState, seat: i64, hidden: i64, rng: Rng) -> None:
    """The same where some unseen trumps were dealt to nobody: they have been drawn, or lie in the stock.

    An unseen card is in the stock, or it is a card of a hand that was either dealt or drawn. How many of a
    hand's unseen cards were drawn is sampled from its history; the number of ways in which the trumps can
    lie among the places so found decides how often the sample is kept.
    """
    late = hidden & s.low
    wanted = popcount(late)
    stock = CARDS - s.drawn - (1 if s.rules.bottom_card and s.drawn < CARDS else 0)
    most = stock
    for other in range(s.seats):
        if other != seat:
            most += min(unseen(s, other), drawn_unseen(s, other))
    places = late_places(s, seat, stock, rng)
    while not kept(i64(len(places)), wanted, most, rng):
        places = late_places(s, seat, stock, rng)
    rng.shuffle(places)
    trumps = in_order(late, rng)
    rest = in_order(hidden & ~late, rng)
    k: i64 = 0
    for other in range(s.seats):
        if other != seat:
            hand = s.known[other]
            need = unseen(s, other)
            for i in range(wanted):
                if places[i] == other:
                    hand |= bit(trumps[i])
                    need -= 1
            for i in range(need):
                hand |= bit(rest[k])
                k += 1
            sample.hands[other] = hand
    left = vec[i64]()
    for i in range(wanted):
        if places[i] == s.seats:
            left = append(left, trumps[i])
    for i in range(k, len(rest)):
        left = append(left, rest[i])
    rng.shuffle(left)
    stock_up(s, sample, left, 0)


def late_places(s: DurakState, seat: i64, stock: i64, rng: Rng) -> vec[i64]:
    """The owners (`seats`: the stock) of the places of cards that were not dealt; empty: try again."""
    places = vec[i64]()
    for i in range(stock):
        places = append(places, s.seats)
    for other in range(s.seats):
        if other != seat:
            drawn = drawn_cards(s, other, rng)
            if drawn < 0:
                return vec[i64]()
            for i in range(drawn):
                places = append(places, other)
    return places


def kept(places: i64, wanted: i64, most: i64, rng: Rng) -> bool:
    """True in proportion to the ways to put `wanted` different cards into the places (`most`: always)."""
    for i in range(wanted):
        if rng.below(most - i) >= places - i:
            return False
    return True


def drawn_unseen(s: DurakState, seat: i64) -> i64:
    """How many cards this seat has drawn after the deal without showing them."""
    count: i64 = 0
    for entry in s.history:
        if entry >= 0 and entry // 64 == seat:
            count += entry % 64
    return count


def drawn_cards(s: DurakState, seat: i64, rng: Rng) -> i64:
    """How many of the unseen cards in this hand were drawn, not dealt: a sample, or -1 for an impossible one.

    Every unseen card that it played was with equal chance each of those it then held.
    """
    drawn: i64 = 0
    held = s.rules.hand
    if seat == s.first and s.first_card >= 0:
        held -= 1
    for entry in s.history:
        if entry >= 0:
            if entry // 64 == seat:
                drawn += entry % 64
                held += entry % 64
        elif (-entry - 1) // 64 == seat:
            from_stock = rng.below(held) < drawn
            if bit((-entry - 1) % 64) & s.low and not from_stock:
                return -1
            if from_stock:
                drawn -= 1
            held -= 1
    return drawn


def plausible(s: DurakState, asked_turn: i64, seat: i64) -> bool:
    """Does the question that is being asked fit the sampled hands, as far as this seat knows of it?"""
    if s.pending & bit(seat) or s.phase == MOVE or s.phase == OVER:
        return True
    if s.phase == BEAT:
        return s.rules.ask_beat_always or playable(s, s.defender) != 0
    if s.rules.ask_add_always:
        return True
    # whom the poll has reached is unknown, except that a seat knows whether it was asked itself
    begin: i64 = 0
    end: i64 = 2 if s.rules.team else s.seats
    for turn in range(end):
        if s.adder(turn) == seat and playable(s, seat):
            if turn < asked_turn:
                begin = turn + 1
            else:
                end = turn
    for turn in range(begin, end):
        other = s.adder(turn)
        if other >= 0 and other != seat and playable(s, other):
            s.turn = turn
            s.pending = bit(other)
            return True
    return False


def in_order(cards: i64, rng: Rng) -> vec[i64]:
    """A set of cards in a random order."""
    result = vec[i64]()
    while cards:
        result = append(result, lowest(cards))
        cards &= cards - 1
    rng.shuffle(result)
    return result
