"""What a seat does not know, dealt anew."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from koloda.core.bits import bit
from koloda.core.rng import Rng
from koloda.core.vecs import append, vec
from koloda.games.junquick.actions import (
    BATTLE,
    CHIEF,
    CURE,
    DECLARE,
    EMIGRATE,
    FORM,
    LIAR_CLAIM,
    LIAR_GUESS,
    LIAR_LAY,
    OVER,
    RESPONSE,
)
from koloda.games.junquick.cards import (
    INSTANT_FIELDS,
    NEST_FIELDS,
    NOMINALS,
    common,
    evolutions,
    fields,
    formable,
    listed,
    missing,
    nth_card,
    one,
    present,
    size,
)
from koloda.games.junquick.homes import nest_is_open
from koloda.games.junquick.knowledge.beliefs import belief_of, certain, unseen
from koloda.games.junquick.knowledge.cases import UNKNOWN, Belief, one_case
from koloda.games.junquick.knowledge.tracking import place_index
from koloda.games.junquick.legal import can_pay_any, can_undo, influences

if TYPE_CHECKING:
    from koloda.games.junquick.state import JunQuickState

TRIES: Final = 32  # deals of one case before another is taken
PATIENCE: Final = 512  # deals before the belief is given up


def sampled(s: JunQuickState, seat: i64, rng: Rng) -> JunQuickState:
    """A state that this seat cannot tell from s, sampled from all of them."""
    sample = s.clone()
    sample.rng = rng.fork()
    sample.dealt = None
    if s.phase == OVER:
        return sample
    belief = belief_of(s, seat)
    shuffle_viruses(sample, rng)
    unseen_move = s.last_card >= 0 and s.moved >= 0 and s.moved_to >= 0
    if unseen_move and (s.moved_from % s.seats == seat or s.moved_to % s.seats == seat):
        unseen_move = False
    believed = belief
    failures: i64 = 0
    while True:
        if failures >= PATIENCE:
            # the few cases that are left of many fit no more: what is certain does
            believed = certain(s, seat)
            failures = 0
        case = one_case(believed, rng)
        if not deal_plausibly(sample, seat, believed, case, rng):
            failures += TRIES
        elif unseen_move and not name_moved(sample, believed, case, rng):
            failures += 1
        elif ask_again(s, sample, seat, rng):
            break
        else:
            failures += 1
    stack_deck(sample, rng)
    sample.history = vec[i64]()
    sample.beliefs = [None] * int(s.seats)
    sample.beliefs[seat] = belief.since_now()
    sample.known = shared_knowledge(s, sample.known, seat)
    sample.floats = own_floats(sample.floats, seat)
    if s.last_card >= 0 and s.moved >= 0:
        sample.other_known = shared_knowledge(s, sample.other_known, seat)
        sample.other_floats = own_floats(sample.other_floats, seat)
    return sample


def shuffle_viruses(sample: JunQuickState, rng: Rng) -> None:
    """From the lowest price up, whatever their true order: the same generator must give the same deck."""
    prices = vec[i64]()
    for price in range(1, 5):
        left = sample.virus_deck
        while left:
            if left & 7 == price:
                prices = append(prices, price)
            left >>= 3
    rng.shuffle(prices)
    sample.virus_deck = 0
    for i in range(len(prices)):
        sample.virus_deck |= prices[i] << (3 * i)


# the cards


def deal_plausibly(s: JunQuickState, seat: i64, belief: Belief, case: i64, rng: Rng) -> bool:
    """Deal this case until the hands and nests fit what their owners have proved, for a while."""
    for attempt in range(TRIES):
        if deal_hidden(s, seat, belief, case, rng) and plausible(s, seat, rng):
            return True
    return False


def deal_hidden(s: JunQuickState, seat: i64, belief: Belief, case: i64, rng: Rng) -> bool:
    """Deal the cards that the seat has not located to the other hands and nests; false: try again.

    Slots that may not hold every card come first. Where several kinds of them compete for the same cards, the
    deal is kept in proportion to the number of ways in which it could have gone on, which makes it uniform.
    """
    pool = unseen(s, seat)
    places = 2 * s.seats
    zones = vec[i64]([0] * int(places))
    room = vec[i64]([0] * int(places))
    for place in range(places):
        if place % s.seats != seat:
            zones[place] = belief.cases[case + place]
            room[place] = belief.sizes[place] - size(zones[place])
            pool -= zones[place]
    in_deck = belief.cases[case + seat]
    pool -= in_deck
    cards = listed(pool)
    rng.shuffle(cards)
    taken = vec[i64]([0] * int(places))
    narrow = vec[i64]([0] * int(places))
    hand_fields = ~0 if s.rules.declare else ~INSTANT_FIELDS
    for i in range(places):
        place = (s.seats + i) % places
        if place >= s.seats:
            taken[place] = room[place]
            narrow[place] = NEST_FIELDS
        elif s.proofs[place]:
            barred = fields(s.proofs[place])
            allowed = s.proofs[s.seats + place] - size(zones[place] & barred)
            taken[place] = max(0, room[place] - max(0, allowed))
            narrow[place] = hand_fields & ~barred
        if taken[place]:
            if not kept(cards, pool, taken, narrow, place, i, rng):
                return False
            deal_some(cards, zones, place, taken[place], narrow[place])
            rng.shuffle(cards)  # those that it could not have come first now
            room[place] -= taken[place]
    for place in range(s.seats):
        deal_some(cards, zones, place, room[place], hand_fields)
    for place in range(s.seats):
        if place != seat:
            s.hands[place] = zones[place]
            s.nests[place] = zones[s.seats + place]
    returned = listed(in_deck)
    for i in range(len(returned)):
        cards = append(cards, returned[i])
    s.deck = cards
    return True


def stack_deck(s: JunQuickState, rng: Rng) -> None:
    """The deck is what is left of the pool."""
    deck = vec[i64]()
    for i in range(len(s.deck)):
        if s.deck[i] >= 0:
            deck = append(deck, s.deck[i])
    rng.shuffle(deck)
    s.deck = deck
    s.drawn = 0


def kept(
    cards: vec[i64], pool: i64, taken: vec[i64], narrow: vec[i64], place: i64, turn: i64, rng: Rng
) -> bool:
    """True in proportion to the ways to fill this place, compared with the most ways that there can be."""
    most = size(pool & narrow[place])
    for i in range(turn):
        before = (len(taken) // 2 + i) % len(taken)
        if taken[before] and pool & narrow[before] & ~narrow[place] == 0:
            most -= taken[before]
    left: i64 = 0
    for i in range(len(cards)):
        if cards[i] >= 0 and one(cards[i]) & narrow[place]:
            left += 1
    for i in range(taken[place]):
        if left - i <= 0 or (left < most and rng.below(most - i) >= left - i):
            return False
    return True


def deal_some(cards: vec[i64], zones: vec[i64], place: i64, count: i64, allowed: i64) -> None:
    """The first cards that are allowed there; they become -1 in the pool."""
    i: i64 = 0
    while count > 0:
        if cards[i] >= 0 and one(cards[i]) & allowed:
            zones[place] += one(cards[i])
            cards[i] = -1
            count -= 1
        i += 1


def fits_holds(s: JunQuickState, seat: i64, rng: Rng) -> bool:
    """Does the hand hold a card that it proved to hold, and not only among those that it drew later?"""
    hand = s.hands[seat]
    later = s.holds[s.seats + seat]
    for i in range(size(hand & fields(s.holds[seat]))):
        if later <= 16 * i or rng.below(16 * (size(hand) - i)) >= later - 16 * i:
            return True
    return False


def plausible(s: JunQuickState, seat: i64, rng: Rng) -> bool:
    """Do the sampled hands and nests fit what their owners have proved?"""
    for other in range(s.seats):
        if other != seat:
            nest = s.nests[other]
            if s.settled & bit(other) and missing(nest) == 0:
                return False
            if s.jokerless & bit(other) and evolutions(nest):
                return False
            if s.holds[other] and not fits_holds(s, other, rng):
                return False
    return True


def name_moved(s: JunQuickState, belief: Belief, case: i64, rng: Rng) -> bool:
    """The card that was taken unseen; one that was never located is any of those that lie there now."""
    s.moved = belief.cases[case + 2 * s.seats]
    if s.moved == UNKNOWN:
        place = s.moved_to if s.last_in_force else s.moved_from
        zone = s.hands[place] if place < s.seats else s.nests[place - s.seats]
        cards = (zone - belief.cases[case + place]) & NEST_FIELDS
        if not cards:
            return False
        s.moved = nth_card(cards, rng.below(size(cards)))
    return True


def shared_knowledge(s: JunQuickState, known: vec[i64], seat: i64) -> vec[i64]:
    """Of what the others know of each other, the part that this seat knows too."""
    result = known[:]
    for observer in range(s.seats):
        if observer != seat:
            for place in range(2 * s.seats):
                if place % s.seats != seat:
                    i = place_index(s, observer, place)
                    if known[i]:
                        result[i] = common(known[i], known[place_index(s, seat, place)])
    return result


def own_floats(floats: vec[i64], seat: i64) -> vec[i64]:
    result = vec[i64]()
    for i in range(len(floats)):
        if floats[i] >> 17 == seat:
            result = append(result, floats[i])
    return result


# the question that is being asked


def ask_again(s: JunQuickState, sample: JunQuickState, seat: i64, rng: Rng) -> bool:
    """Whom the rules ask in the sample, as far as it is a secret; false if they would ask nobody."""
    phase = s.phase
    if phase in (CHIEF, RESPONSE):
        if s.rules.real_time:
            return True
        asked: i64 = 0
        for other in range(s.seats):
            if other != seat and s.in_round & bit(other):
                if can_undo(sample, other) or (phase == CHIEF and influences(sample, other)):
                    asked |= bit(other)
        return ask_sealed(s, sample, seat, asked)
    if phase in (BATTLE, DECLARE):
        asked = 0
        for other in range(s.seats):
            if other != seat:
                hand = sample.hands[other]
                if hand & INSTANT_FIELDS if phase == DECLARE else present(hand) & NOMINALS:
                    asked |= bit(other)
        return ask_sealed(s, sample, seat, asked)
    if s.pending & bit(seat):
        return True
    if phase in (FORM, CURE):
        return ask_next(s, sample, seat)
    if phase in (LIAR_LAY, LIAR_CLAIM, LIAR_GUESS):
        if s.turn != seat:
            put_again(sample, sample.put_count, rng)
    elif phase == EMIGRATE:
        put_again(sample, 3, rng)
        keep_first(sample, s.put_count)
    return True


def ask_sealed(s: JunQuickState, sample: JunQuickState, seat: i64, asked: i64) -> bool:
    """What the others have submitted, and whether, is a secret: in the sample all of them still owe it."""
    for other in range(s.seats):
        if other != seat:
            sample.picks[other] = 0
    sample.pending = asked | (s.pending & bit(seat))
    return sample.pending != 0


def ask_next(s: JunQuickState, sample: JunQuickState, seat: i64) -> bool:
    """Form and cure: the first seat that can, from the last that was seen to; each knows his own turn.

    Only one that is asked in the same way: everybody knows which nests are open, and sees the clock.
    """
    is_open = nest_is_open(s, s.turn)
    begin = s.spoken
    end = s.seats
    own = (seat - s.fp + s.seats) % s.seats
    able = formable(s.nests[seat]) if s.phase == FORM else can_pay_any(s, seat)
    if able and own >= begin:
        if own < (s.turn - s.fp + s.seats) % s.seats:
            begin = own + 1
        else:
            end = own
    for place in range(begin, end):
        other = (s.fp + place) % s.seats
        if other != seat and nest_is_open(s, other) == is_open:
            if formable(sample.nests[other]) if s.phase == FORM else can_pay_any(sample, other):
                sample.turn = other
                sample.pending = bit(other)
                return True
    return False


def put_again(sample: JunQuickState, count: i64, rng: Rng) -> None:
    """Some cards of the hand lie face down: any."""
    hand = sample.hands[sample.turn]
    sample.put = 0
    for i in range(count):
        card = nth_card(hand, rng.below(size(hand)))
        hand -= one(card)
        sample.put += one(card)
        sample.put_last = max(card, sample.put_last) if i else card


def keep_first(sample: JunQuickState, count: i64) -> None:
    """Of the cards of a gift, those that have been chosen so far."""
    cards = listed(sample.put)
    sample.put = 0
    sample.put_last = 0
    for i in range(count):
        sample.put += one(cards[i])
        sample.put_last = cards[i]
