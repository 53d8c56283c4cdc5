"""What a competent person would do, from his own cards and what everybody has seen."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from koloda.core.bits import bit, lowest
from koloda.core.policy import Policy
from koloda.core.rng import Rng
from koloda.core.state import State
from koloda.core.vecs import vec
from koloda.games.junquick.actions import (
    BATTLE,
    CHIEF,
    CLAIM,
    CURE,
    DONE,
    EMIGRATE,
    FORM,
    FORM_PACK,
    FREEZE,
    GATHER,
    GIVE,
    HYS,
    INST,
    LAY_BATTLE,
    LAY_EV,
    LIAR_CLAIM,
    LIAR_GUESS,
    LIAR_LAY,
    LIE,
    NEST,
    PASS,
    PAY,
    PAYMENTS,
    PUT,
    READY,
    REDRAW,
    RESPONSE,
    STOP,
    TRUTH,
    WAIT,
)
from koloda.games.junquick.cards import (
    BT,
    CS,
    D1,
    DEVOURERS,
    DM,
    DOMINANT,
    EVOLUTIONS,
    G3,
    GATECRASHERS,
    HIGHER,
    ICEWHIRLS,
    IW,
    LIARS,
    NEST_SET,
    NOMINAL,
    NOMINALS,
    SLATES,
    THIEVES,
    TOO_SOONS,
    TS,
    first_card,
    listed,
    missing,
    of_class,
    one,
    present,
    size,
)
from koloda.games.junquick.legal import (
    act_action,
    acts,
    can_pass,
    can_redraw,
    can_undo,
    forms,
    gives,
    inf_action,
    influences,
    lay_action,
    lays,
    legal,
    nameable,
    nest_values,
    payments,
    puts,
    targets,
    true_class,
)
from koloda.games.junquick.state import JunQuickState

# what a hand card is worth to its holder, in card order
WORTH: Final = vec[i64]([2, 2, 3, 5, 3, 3, 4, 6, 3, 3, 4, 6, 6, 9, 4, 8, 5, 7, 8, 5, 6, 7, 0, 0, 0, 0])


NEST_FOUR: Final = NEST + 3  # an Evolution from the nest as 4
RICH: Final = 3  # cards of a nest that are worth the Fibber's dare


class JunQuickHeuristic(Policy):
    def choose(self, state: State, seat: i64, rng: Rng) -> i64:
        assert isinstance(state, JunQuickState)
        phase = state.phase
        if phase == GATHER:
            return turn(state, seat)
        if phase == FREEZE:
            return extra_play(state, seat)
        if phase == CHIEF:
            return reaction(state, seat)
        if phase == RESPONSE:
            return answer(state, seat)
        if phase == LIAR_LAY:
            return DONE if state.put_count else PUT + first_card(puts(state, seat))
        if phase == LIAR_CLAIM:
            return claim(state, rng)
        if phase == LIAR_GUESS:
            return guess(state, seat, rng)
        if phase == FORM:
            return pack(state, seat)
        if phase == CURE:
            return payment(state, seat)
        if phase == BATTLE:
            return LAY_BATTLE + highest(present(state.hands[seat]) & NOMINALS)
        if phase == EMIGRATE:
            return gift(state, seat)
        cards = nameable(state, seat)
        return INST + first_card(cards) - BT if cards else READY


def pile_worth(s: JunQuickState, seat: i64) -> i64:
    """The nest cards on the pile; those of a nominal that the own nest lacks count twice."""
    worth: i64 = 0
    for i in range(len(s.pile)):
        card = s.pile[i] & 31
        if one(card) & NEST_SET:
            nominal = NOMINAL[card]
            lacking = nominal == 0 or (of_class(s.nests[seat], nominal) == 0 and card != DM)
            worth += 2 if lacking else 1
    return worth


def highest(cards: i64) -> i64:
    """The card with the highest nominal, the Dominant first."""
    best = first_card(cards)
    while cards:
        card = first_card(cards)
        if card == DM or NOMINAL[card] > NOMINAL[best]:
            best = card
        cards &= cards - 1
    return best


def cheapest(cards: i64) -> i64:
    """The card that is worth least to its holder."""
    best = first_card(cards)
    while cards:
        card = first_card(cards)
        if WORTH[card] < WORTH[best]:
            best = card
        cards &= cards - 1
    return best


def fours(cards: i64) -> i64:
    """The cards of a set that end the Gathering phase when they are laid: J4, L4, T4."""
    return cards & HIGHER[3]


# the Gathering phase


def turn(s: JunQuickState, seat: i64) -> i64:
    cards = lays(s, seat)
    influence = influences(s, seat)
    worth = pile_worth(s, seat)
    joker = nest_values(s, seat) != 0
    action = crash(s, seat)
    if action >= 0:
        return action
    if worth >= 3 and cards & DOMINANT:
        return lay_action(DM)
    if worth >= 3 and influence & ICEWHIRLS and (fours(cards) or influence & DEVOURERS or joker):
        return inf_action(IW)
    action = steal(s, seat)
    if action >= 0:
        return action
    if worth >= 3 and fours(cards):
        return lay_action(cheapest(fours(cards)))
    action = dare(s, seat)
    if action >= 0:
        return action
    low = cards & s.rules.openers & ~fours(cards)
    if low:
        return lay_action(cheapest(low))
    if worth >= 4 and influence & DEVOURERS:
        return inf_action(D1 + (0 if influence & one(D1) else 1 if influence & one(D1 + 1) else 2))
    if fours(cards) and (worth >= 2 or not len(s.pile)):
        return lay_action(cheapest(fours(cards)))
    if can_redraw(s, seat):
        return REDRAW
    if joker and worth >= 4:
        return NEST_FOUR
    if s.home(seat):
        action = instead_of_passing(s, seat, cards, influence)
        if action >= 0:
            return action
    if can_pass(s, seat):
        return PASS
    return legal(s, seat)[0]


def instead_of_passing(s: JunQuickState, seat: i64, cards: i64, influence: i64) -> i64:
    """Passing would cost a virus: what else can be spent; -1: nothing."""
    if fours(cards):
        return lay_action(cheapest(fours(cards)))
    if influence & SLATES:
        return inf_action(CS)
    if influence & DEVOURERS:
        return inf_action(first_card(influence & DEVOURERS))
    if cards & EVOLUTIONS:
        return LAY_EV
    if influence & ICEWHIRLS:
        return inf_action(IW)
    return NEST_FOUR if nest_values(s, seat) else -1


def crash(s: JunQuickState, seat: i64) -> i64:
    """The Gatecrasher goes to whoever has the most packs."""
    if not acts(s, seat) & GATECRASHERS:
        return -1
    return against_richest(s, targets(s, seat, G3), G3)


def steal(s: JunQuickState, seat: i64) -> i64:
    """A Thief brings a card for certain, and the turn comes back; laid, it is most often won by another."""
    cards = acts(s, seat) & THIEVES
    if not cards:
        return -1
    card = first_card(cards)
    return against_richest(s, targets(s, seat, card), card)


def dare(s: JunQuickState, seat: i64) -> i64:
    """The Fibber's game is even: worth it with an empty nest, when only a hand card is at stake."""
    cards = acts(s, seat) & LIARS
    if not cards or s.nests[seat]:
        return -1
    card = first_card(cards)
    possible = targets(s, seat, card)
    rich: i64 = 0
    for other in range(s.seats):
        if possible & bit(other) and size(s.nests[other]) >= RICH:
            rich |= bit(other)
    return against_richest(s, rich, card)


def against_richest(s: JunQuickState, seats: i64, card: i64) -> i64:
    best: i64 = -1
    most: i64 = -1
    while seats:
        seat = lowest(seats)
        riches = s.home(seat) * 16 + size(s.nests[seat])
        if riches > most:
            best = seat
            most = riches
        seats &= seats - 1
    return act_action(card, best) if best >= 0 else -1


def extra_play(s: JunQuickState, seat: i64) -> i64:
    """The first extra card wins if it reaches or stays in the Chieftain phase."""
    cards = lays(s, seat)
    influence = influences(s, seat)
    if cards & DOMINANT:
        return lay_action(DM)
    if s.extra == 2:
        if fours(cards):
            return lay_action(cheapest(fours(cards)))
        if influence & (DEVOURERS | TOO_SOONS):
            return inf_action(first_card(influence & (DEVOURERS | TOO_SOONS)))
        if nest_values(s, seat):
            return NEST_FOUR
        if cards & EVOLUTIONS and s.surface == 3:
            return LAY_EV
    return STOP


# the Chieftain phase


def reaction(s: JunQuickState, seat: i64) -> i64:
    """Fight for a pile that is worth it, with the card that is worth least."""
    if s.top == seat or pile_worth(s, seat) < 3:
        return WAIT
    cards = influences(s, seat)
    if cards & TOO_SOONS:
        return inf_action(TS)
    if cards & DEVOURERS:
        return inf_action(first_card(cards & DEVOURERS))
    if can_undo(s, seat):
        return HYS
    return inf_action(CS) if cards & SLATES else WAIT


def answer(s: JunQuickState, seat: i64) -> i64:
    """Undo what is done to oneself, and what undoes one's own play."""
    if not can_undo(s, seat):
        return WAIT
    if s.last_in_force:
        return HYS if s.last_aside and s.opponent == seat else WAIT
    return HYS if s.last_base == seat and s.last_card == G3 else WAIT


# the Fibber's game


def claim(s: JunQuickState, rng: Rng) -> i64:
    """The truth every other time; else another nominal."""
    name = true_class(s)
    if rng.below(2):
        other = rng.below(4)
        name = max(s.claim_last, other if other != name else (other + 1) % 4)
    return CLAIM + name


def guess(s: JunQuickState, seat: i64, rng: Rng) -> i64:
    """Long and rare claims are lies."""
    if s.put_count == 1 and s.claims & 0xFFFF and rng.below(2):
        return TRUTH
    return LIE


# between the rounds


def pack(s: JunQuickState, seat: i64) -> i64:
    """Natural packs, the Dominant in the first of them, since it protects a pack; one Evolution at most."""
    nest = s.nests[seat]
    if missing(nest) > 1:
        return DONE
    best: i64 = -1
    fewest: i64 = 9
    ways = forms(nest)
    for number in range(24):
        if ways >> number & 1:
            last = number % 3
            jokers = (1 if last == 2 else 0) + (number // 3 & 1) + (number // 6 & 1) + number // 12
            cost = 2 * jokers + (0 if last == 1 else 1)
            if cost < fewest:
                best = number
                fewest = cost
    return FORM_PACK + best


def payment(s: JunQuickState, seat: i64) -> i64:
    """The payment that tears the fewest gaps into the nest, then the one with the fewest cards."""
    nest = s.nests[seat]
    best: i64 = -1
    least: i64 = 99
    ways = payments(s, seat)
    for number in range(24):
        if ways & bit(number):
            price = PAYMENTS[number]
            cost = 8 * (price >> 20)
            for nominal in range(1, 5):
                paid = price >> (4 * nominal) & 15
                cost += paid
                if paid and paid == of_class(nest, nominal):
                    cost += 3
            if cost < least:
                best = number
                least = cost
    return PAY + best if least < 8 or s.home(seat) <= s.virus_count(seat) else DONE


def gift(s: JunQuickState, seat: i64) -> i64:
    """The three cards that are worth least, in card order."""
    cards = listed(s.hands[seat])
    chosen: i64 = 0
    count: i64 = 0
    for worth in range(10):
        for i in range(len(cards)):
            if WORTH[cards[i]] == worth and count < 3:
                chosen += one(cards[i])
                count += 1
    allowed = gives(s, seat)
    wanted = present(chosen - s.put) & allowed
    return GIVE + first_card(wanted if wanted else allowed)
