"""An entry of the history, read into the cases of a belief: what the seat saw weighs each, what it did not
see turns one into several (see beliefs.py for the rules of that)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from koloda.core.rng import Rng
from koloda.core.vecs import vec
from koloda.games.junquick.cards import (
    G3,
    HY,
    INSTANT_FIELDS,
    NEST_FIELDS,
    copies,
    evolutions,
    first_card,
    missing,
    nth_card,
    one,
    present,
    size,
)
from koloda.games.junquick.knowledge.cases import (
    UNKNOWN,
    Belief,
    add_case,
    nest_slots,
    scale,
    scale_by_draw,
    scale_by_slots,
    slots,
    thin_out,
    tidy,
    unlocated,
    without,
)
from koloda.games.junquick.knowledge.history import (
    DREW,
    GIVEN,
    HOLDS,
    LACKS,
    LOST,
    PICKED,
    PLAYED,
    REDONE,
    RETURNED,
    SETTLED,
    SHOWN,
    SPENT,
    STOLEN,
    UNDONE,
    WON,
)

FEW: Final = 32  # so many cases go through a hidden move in all ways, more of them each in one by lot


def read_entry(b: Belief, word: i64, cards: i64) -> None:
    op = word & 15
    if b.last and (op == DREW or (op == PLAYED and cards != one(HY))):
        forget_last(b)
    place = word >> 4 & 15
    other = word >> 8 & 7
    own = place % b.seats == b.seat
    if op == PLAYED:
        if not own:
            see_chosen(b, place, cards)
            b.sizes[place] -= 1
            b.unseen -= cards
    elif op == DREW:
        find_deck(b)
        if own:
            see_drawn(b, cards)
        elif any_in_deck(b):
            move_unseen(b, b.seat, place, size(cards))
        else:
            b.sizes[place] += size(cards)
    elif op == WON:
        if not own:
            come(b, b.seats + place, cards)
    elif op == SPENT:
        if not own:
            spend(b, b.seats + place, first_card(cards))
            b.sizes[b.seats + place] -= 1
            b.unseen -= cards
    elif op == SHOWN:
        if not own:
            see_shown(b, place, cards)
    elif op == LOST:
        b.last = word
        b.taken = cards
        if not own:
            see_taken(b, place, first_card(cards))
            b.sizes[place] -= 1
            b.unseen -= cards
    elif op == STOLEN:
        b.last = word
        b.taken = cards
        steal(b, place, other, cards)
    elif op in (UNDONE, REDONE):
        flip(b, op == UNDONE)
    elif op in (GIVEN, PICKED):
        pass_on(b, place, other, cards, op == PICKED)
    elif op == RETURNED:
        if own:
            b.unseen += cards
        else:
            see_whole(b, place, cards)
            b.sizes[place] = 0
        put_in_deck(b, cards)
    elif op == LACKS:
        if not own:
            prove_lack(b, place, cards)
    elif op == HOLDS:
        if not own:
            prove_hold(b, place, cards)
    elif not own:
        prove_nest(b, b.seats + place, op == SETTLED)
    tidy(b)


def forget_last(b: Belief) -> None:
    """The last theft is final: which card it was makes no difference any more."""
    words = 2 * b.seats + 2
    b.last = 0
    for i in range(0, len(b.cases), words):
        b.cases[i + words - 2] = 0


def come(b: Belief, place: i64, cards: i64) -> None:
    """Everybody knows that these cards have come to this place."""
    words = 2 * b.seats + 2
    for i in range(0, len(b.cases), words):
        b.cases[i + place] += cards
    b.sizes[place] += size(cards)
    b.unseen += cards


# the deck: what everybody has seen return there is in no other hand, unless it was drawn again. It has the
# place of the seat's own hand, where nothing is hidden.


def find_deck(b: Belief) -> None:
    """Count the cards of the deck that a hand may hold."""
    count = size(b.unseen if b.declare else b.unseen & ~INSTANT_FIELDS)
    for place in range(2 * b.seats):
        if place % b.seats != b.seat:
            count -= b.sizes[place]
    b.sizes[b.seat] = count


def any_in_deck(b: Belief) -> bool:
    for i in range(0, len(b.cases), 2 * b.seats + 2):
        if b.cases[i + b.seat]:
            return True
    return False


def put_in_deck(b: Belief, cards: i64) -> None:
    for i in range(0, len(b.cases), 2 * b.seats + 2):
        b.cases[i + b.seat] += cards


# what is seen


def see_chosen(b: Belief, place: i64, cards: i64) -> None:
    """The owner of the hand has played this card, or given it to the seat."""
    words = 2 * b.seats + 2
    card = first_card(cards)
    for i in range(0, len(b.cases), words):
        if copies(b.cases[i + place], card):
            b.cases[i + place] -= cards
        else:
            scale_by_slots(b, i, place, card)


def see_drawn(b: Belief, cards: i64) -> None:
    """The seat itself has drawn these cards."""
    words = 2 * b.seats + 2
    returned = any_in_deck(b)
    kinds = present(cards)
    while kinds:
        card = first_card(kinds)
        for k in range(copies(cards, card)):
            if returned:
                see_taken(b, b.seat, card)
            elif len(b.cases) > words:
                for i in range(0, len(b.cases), words):
                    scale_by_draw(b, i, card)
            b.unseen -= one(card)
            b.sizes[b.seat] -= 1
        kinds &= kinds - 1


def see_shown(b: Belief, place: i64, cards: i64) -> None:
    words = 2 * b.seats + 2
    for i in range(0, len(b.cases), words):
        show(b, i, place, cards)


def show(b: Belief, i: i64, place: i64, cards: i64) -> None:
    """The hand holds these cards, located or not: now they are."""
    kinds = present(cards)
    while kinds:
        card = first_card(kinds)
        for k in range(copies(b.cases[i + place], card), copies(cards, card)):
            scale_by_slots(b, i, place, card)
            if not b.cases[i + 2 * b.seats + 1]:
                return
            b.cases[i + place] += one(card)
        kinds &= kinds - 1


def see_whole(b: Belief, place: i64, cards: i64) -> None:
    """The hand was these cards; they lie in the deck now."""
    words = 2 * b.seats + 2
    for i in range(0, len(b.cases), words):
        show(b, i, place, cards)
        if b.cases[i + place] != cards:
            scale(b, i, 0, 1)
        b.cases[i + place] = 0


def see_taken(b: Belief, place: i64, card: i64) -> None:
    """The card was taken blindly from this place, located or not."""
    words = 2 * b.seats + 2
    result = vec[i64]()
    for i in range(0, len(b.cases), words):
        located = copies(b.cases[i + place], card)
        if located:
            result = add_case(b, result, i)
            k = i64(len(result)) - words
            result[k + place] -= one(card)
            result[k + words - 1] = result[k + words - 1] * located // b.sizes[place]
        scale_by_slots(b, i, place, card)
        scale(b, i, 1, b.sizes[place])
        if b.cases[i + words - 1]:
            result = add_case(b, result, i)
    b.cases = result


def spend(b: Belief, place: i64, card: i64) -> None:
    """A card has left a nest for everybody to see: the first of its nominal in card order that lay there."""
    words = 2 * b.seats + 2
    earlier: i64 = 0
    if 3 < card <= G3:
        before = card - 4
        if card == G3:
            before = 10
        while before >= 0:
            earlier |= one(before)
            before -= 4
    for i in range(0, len(b.cases), words):
        if present(b.cases[i + place]) & earlier:
            scale(b, i, 0, 1)
        elif copies(b.cases[i + place], card):
            b.cases[i + place] -= one(card)
        else:
            scale_by_slots(b, i, place, card)


# what moves


def pass_on(b: Belief, giver: i64, receiver: i64, cards: i64, blind: bool) -> None:
    """Cards go from hand to hand."""
    count = size(cards)
    if b.seat == giver:
        come(b, receiver, cards)
    elif b.seat == receiver:
        left = cards
        while left:
            card = first_card(present(left))
            if blind:
                see_taken(b, giver, card)
            else:
                see_chosen(b, giver, one(card))
            b.sizes[giver] -= 1
            b.unseen -= one(card)
            left -= one(card)
    else:
        move_unseen(b, giver, receiver, count)


def move_unseen(b: Belief, giver: i64, receiver: i64, count: i64) -> None:
    """So many cards go from hand to hand, or are drawn, whichever they are."""
    words = 2 * b.seats + 2
    result = vec[i64]()
    if i64(len(b.cases)) <= FEW * words:
        for i in range(0, len(b.cases), words):
            result = split(b, result, i, giver, receiver, present(b.cases[i + giver]), 0, count, 1)
    else:
        thin_out(b)
        rng = Rng(b.read, 1)
        for i in range(0, len(b.cases), words):
            for k in range(b.cases[i + words - 1]):
                result = add_case(b, result, i)
                last = i64(len(result)) - words
                result[last + words - 1] = 1
                draw_lot(b, result, last, giver, receiver, count, rng)
    b.cases = result
    b.sizes[giver] -= count
    b.sizes[receiver] += count


def split(
    b: Belief,
    cases: vec[i64],
    i: i64,
    giver: i64,
    receiver: i64,
    kinds: i64,
    moved: i64,
    count: i64,
    ways: i64,
) -> vec[i64]:
    """All ways in which so many more cards, of these kinds or unlocated, may have gone with those moved."""
    if kinds and count:
        card = first_card(kinds)
        held = copies(b.cases[i + giver], card)
        chosen: i64 = 1
        for k in range(min(held, count) + 1):
            cases = split(
                b,
                cases,
                i,
                giver,
                receiver,
                kinds & (kinds - 1),
                moved + k * one(card),
                count - k,
                ways * chosen,
            )
            chosen = chosen * (held - k) // (k + 1)
        return cases
    unknown = slots(b, i, giver)
    if count > unknown:
        return cases
    for k in range(count):
        ways = ways * (unknown - k) // (k + 1)
    cases = add_case(b, cases, i)
    last = i64(len(cases)) - 2 * b.seats - 2
    cases[last + giver] -= moved
    cases[last + receiver] += moved
    cases[last + 2 * b.seats + 1] = cases[last + 2 * b.seats + 1] // 256 * ways
    return cases


def draw_lot(b: Belief, cases: vec[i64], i: i64, giver: i64, receiver: i64, count: i64, rng: Rng) -> None:
    """So many cards go, in one way out of all."""
    for k in range(count):
        number = rng.below(b.sizes[giver] - k)
        if number < size(cases[i + giver]):
            card = nth_card(cases[i + giver], number)
            cases[i + giver] -= one(card)
            cases[i + receiver] += one(card)


def steal(b: Belief, place: i64, taker: i64, cards: i64) -> None:
    """A nest card is taken blindly to the taker's nest."""
    card = first_card(cards)
    there = b.seats + taker
    if b.seat == taker:
        see_taken(b, place, card)
        b.sizes[place] -= 1
        b.unseen -= cards
        return
    if b.seat == place % b.seats:
        come(b, there, cards)
        return
    words = 2 * b.seats + 2
    result = vec[i64]()
    for i in range(0, len(b.cases), words):
        zone = b.cases[i + place] & NEST_FIELDS
        kinds = present(zone)
        while kinds:
            card = first_card(kinds)
            result = add_case(b, result, i)
            last = i64(len(result)) - words
            result[last + place] -= one(card)
            result[last + there] += one(card)
            result[last + words - 2] = card
            result[last + words - 1] = result[last + words - 1] * copies(zone, card) // b.sizes[place]
            kinds &= kinds - 1
        scale(b, i, slots(b, i, place), b.sizes[place])
        if place < b.seats:
            pool = unlocated(b, i)
            reserved = nest_slots(b, i)
            scale(b, i, size(pool & NEST_FIELDS) - reserved, size(pool) - reserved)
        if b.cases[i + words - 1]:
            b.cases[i + words - 2] = UNKNOWN
            result = add_case(b, result, i)
    b.cases = result
    b.sizes[place] -= 1
    b.sizes[there] += 1
    if place < b.seats:
        name_stolen(b)


def flip(b: Belief, back: bool) -> None:
    """The card that was taken last goes back, or is taken again."""
    words = 2 * b.seats + 2
    place = b.last >> 4 & 15
    cards = b.taken
    lost = b.last & 15 == LOST
    there = b.seats + (b.last >> 8 & 7)
    step: i64 = 1 if back else -1
    from_own = place % b.seats == b.seat
    to_own = not lost and there - b.seats == b.seat
    if not lost and not from_own and not to_own and place < b.seats:
        name_stolen(b)
    if not from_own:
        b.sizes[place] += step
    if not lost and not to_own:
        b.sizes[there] -= step
    if (lost or to_own) and not from_own:
        b.unseen += step * cards
    elif from_own and not lost:
        b.unseen -= step * cards
    for i in range(0, len(b.cases), words):
        moved = cards
        if not lost and not from_own and not to_own:
            card = b.cases[i + words - 2]
            moved = one(card) if card != UNKNOWN else 0
        if not from_own:
            b.cases[i + place] += step * moved
        if not lost and not to_own:
            b.cases[i + there] -= step * moved


def name_stolen(b: Belief) -> None:
    """Where the card that was stolen from a hand was never located, it is now: any that fits a nest."""
    words = 2 * b.seats + 2
    there = b.seats + (b.last >> 8 & 7)
    result = vec[i64]()
    for i in range(0, len(b.cases), words):
        if b.cases[i + words - 2] != UNKNOWN:
            result = add_case(b, result, i)
            continue
        pool = unlocated(b, i) & NEST_FIELDS
        kinds = present(pool)
        while kinds:
            card = first_card(kinds)
            result = add_case(b, result, i)
            last = i64(len(result)) - words
            result[last + there] += one(card)
            result[last + words - 2] = card
            result[last + words - 1] = result[last + words - 1] * copies(pool, card) // size(pool)
            kinds &= kinds - 1
    b.cases = result


# what is proved


def prove_lack(b: Belief, place: i64, cards: i64) -> None:
    """The hand holds none of these cards."""
    words = 2 * b.seats + 2
    for i in range(0, len(b.cases), words):
        if present(b.cases[i + place]) & cards:
            scale(b, i, 0, 1)
        elif len(b.cases) > words:
            b.cases[i + words - 1] = without(b, i, place, cards)


def prove_hold(b: Belief, place: i64, cards: i64) -> None:
    """The hand holds one of these cards."""
    words = 2 * b.seats + 2
    if len(b.cases) > words:
        for i in range(0, len(b.cases), words):
            if not present(b.cases[i + place]) & cards:
                b.cases[i + words - 1] -= without(b, i, place, cards)


def prove_nest(b: Belief, place: i64, settled: bool) -> None:
    """The nest has no natural pack, or no Evolution."""
    words = 2 * b.seats + 2
    for i in range(0, len(b.cases), words):
        nest = b.cases[i + place]
        if missing(nest) == 0 if settled else evolutions(nest):
            scale(b, i, 0, 1)
