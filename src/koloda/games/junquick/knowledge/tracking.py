"""What each seat knows of the cards that it does not see.

A place is a hand (its seat) or a nest (seats + seat). `known` has for every observer and place the cards that
he knows to lie there for certain. A card that he knows, but that may have moved unseen, is one of his
`floats`: the card and the places where it may be. How likely it is at each is the subject of beliefs.py.

`proofs` has for every seat a set of cards and, after all sets, how many cards of that set its hand can hold
at most; `holds` a set of which its hand holds at least one card, not counting those that it drew later, and
after all sets how many of them are left on the average, in sixteenths. `settled` are the seats whose nest has
no natural pack, `jokerless` those whose nest has no Evolution, `shown` the hands of which anybody knows
anything. Nothing of it is kept where `tracks` is false.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from koloda.core.bits import bit, lowest
from koloda.core.vecs import append, pop, vec
from koloda.games.junquick.cards import (
    DOMINANT,
    EVOLUTIONS,
    G3,
    GATECRASHERS,
    HY,
    HYSTERIAS,
    KINDS,
    L1,
    LIARS,
    NEST_FIELDS,
    NEST_SET,
    T1,
    THIEVES,
    common,
    copies,
    first_card,
    one,
    present,
    size,
)
from koloda.games.junquick.knowledge.history import (
    GIVEN,
    HOLDS,
    JOKERLESS,
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
    record,
)
from koloda.games.junquick.legal import activable, targets

if TYPE_CHECKING:
    from koloda.games.junquick.state import JunQuickState

CARD_AND_OBSERVER: Final = 0xE001F


def place_index(s: JunQuickState, observer: i64, place: i64) -> i64:
    return observer * 2 * s.seats + place


# floats: card, places * 32, observer * 2**17


def float_of(card: i64, places: i64, observer: i64) -> i64:
    return card | places << 5 | observer << 17


def places_of(entry: i64) -> i64:
    return entry >> 5 & 0xFFF


def remove_float(s: JunQuickState, i: i64) -> None:
    last = i64(len(s.floats)) - 1
    s.floats[i] = s.floats[last]
    s.floats = pop(s.floats)[0]


def is_float(entry: i64, observer: i64, place: i64, card: i64) -> bool:
    """Is this float of the observer this card, perhaps at this place?"""
    there = bit(place + 5)
    return entry & (CARD_AND_OBSERVER | there) == card | there | observer << 17


def drop_float(s: JunQuickState, observer: i64, place: i64, card: i64) -> None:
    """The observer sees this card at this place: it may have been one of his floats.

    Where it may have been any of several, those that are left may be wherever any of them may have been.
    """
    found: i64 = -1
    places: i64 = 0
    several = False
    for i in range(len(s.floats)):
        if is_float(s.floats[i], observer, place, card):
            several = found >= 0
            found = i
            places |= places_of(s.floats[i])
    if found >= 0:
        remove_float(s, found)
    if several:
        for i in range(len(s.floats)):
            if is_float(s.floats[i], observer, place, card):
                s.floats[i] = float_of(card, places, observer)


def exclude(s: JunQuickState, i: i64, place: i64) -> bool:
    """This float does not lie at this place; true if one place is left, so that it is a float no more."""
    entry = s.floats[i]
    places = places_of(entry) & ~bit(place)
    if places & (places - 1):
        s.floats[i] = float_of(entry & 31, places, entry >> 17)
        return False
    s.known[place_index(s, entry >> 17, lowest(places))] += one(entry & 31)
    remove_float(s, i)
    return True


# what everybody sees


def leaves_hand(s: JunQuickState, seat: i64, card: i64, blind: bool = False) -> None:
    """A card of this hand is played or discarded for everybody to see."""
    if not s.tracks:
        return
    record(s, LOST if blind else PLAYED, seat, 0, one(card))
    if s.shown & bit(seat):
        leaves(s, seat, card)
    if s.holds[seat]:
        if one(card) & s.holds[seat]:
            proves_holding(s, seat, 0)
        else:
            count = size(s.hands[seat])
            s.holds[s.seats + seat] = s.holds[s.seats + seat] * count // (count + 1)
    if one(card) & s.proofs[seat]:
        s.proofs[s.seats + seat] -= 1


def leaves_nest(s: JunQuickState, seat: i64, card: i64) -> None:
    """Of equal nominals the first in card order is used: so the nest held none that comes before."""
    if not s.tracks:
        return
    record(s, SPENT, seat, 0, one(card))
    leaves(s, s.seats + seat, card)
    if len(s.floats) and 3 < card <= G3:
        earlier = card - 4
        if card == G3:
            earlier = 10
        while earlier >= 0:
            lacks(s, s.seats + seat, earlier)
            earlier -= 4


def lacks(s: JunQuickState, place: i64, card: i64) -> None:
    """Everybody knows that this card does not lie at this place."""
    i: i64 = 0
    while i < len(s.floats):
        entry = s.floats[i]
        if entry & 31 != card or not places_of(entry) & bit(place) or not exclude(s, i, place):
            i += 1


def leaves(s: JunQuickState, place: i64, card: i64) -> None:
    owner = place if place < s.seats else place - s.seats
    seekers: i64 = 0
    for observer in range(s.seats):
        if observer != owner:
            i = place_index(s, observer, place)
            if copies(s.known[i], card):
                s.known[i] -= one(card)
            else:
                seekers |= bit(observer)
    found: i64 = 0
    for i in range(len(s.floats)):
        if s.floats[i] & 31 == card and s.floats[i] >> 5 & bit(place):
            found |= bit(s.floats[i] >> 17)
    found &= seekers
    while found:
        drop_float(s, lowest(found), place, card)
        found &= found - 1


def misses(s: JunQuickState, observer: i64, place: i64, card: i64) -> None:
    """The observer sees this card leave the place."""
    i = place_index(s, observer, place)
    if copies(s.known[i], card):
        s.known[i] -= one(card)
    elif len(s.floats):
        drop_float(s, observer, place, card)


def comes_to_nest(s: JunQuickState, seat: i64, cards: i64) -> None:
    """Everybody has seen these cards go into this nest."""
    if not s.tracks:
        return
    if cards:
        record(s, WON, seat, 0, cards)
        for observer in range(s.seats):
            if observer != seat:
                s.known[place_index(s, observer, s.seats + seat)] += cards
        s.settled &= ~bit(seat)
        s.jokerless &= ~bit(seat)


def shows(s: JunQuickState, seat: i64, cards: i64) -> None:
    """Everybody sees these cards of this hand, where they stay."""
    if not s.tracks:
        return
    record(s, SHOWN, seat, 0, cards)
    for observer in range(s.seats):
        if observer != seat:
            sees(s, observer, seat, cards)


def sees(s: JunQuickState, observer: i64, place: i64, cards: i64) -> None:
    """The observer sees that these cards, of which he may know some already, lie there."""
    i = place_index(s, observer, place)
    kinds = present(cards)
    while kinds:
        card = first_card(kinds)
        for k in range(copies(s.known[i], card), copies(cards, card)):
            drop_float(s, observer, place, card)
            s.known[i] += one(card)
        kinds &= kinds - 1
    s.shown |= bit(place)


def returns_hand(s: JunQuickState, seat: i64, hand: i64) -> None:
    """The whole hand was shown and is shuffled into the deck."""
    if not s.tracks:
        return
    record(s, RETURNED, seat, 0, hand)
    for observer in range(s.seats):
        if observer != seat:
            i = place_index(s, observer, seat)
            rest = hand - common(hand, s.known[i])
            s.known[i] = 0
            kinds = present(rest)
            while kinds:
                card = first_card(kinds)
                for k in range(copies(rest, card)):
                    drop_float(s, observer, seat, card)
                kinds &= kinds - 1
    for card in range(KINDS):
        lacks(s, seat, card)
    s.shown &= ~bit(seat)
    s.proofs[seat] = 0
    s.proofs[s.seats + seat] = 0
    proves_holding(s, seat, 0)


# proofs


def draws(s: JunQuickState, seat: i64, count: i64) -> None:
    if not s.tracks:
        return
    if s.holds[seat]:
        s.holds[s.seats + seat] += 16 * count
    if s.proofs[seat]:
        s.proofs[s.seats + seat] += count
        if s.proofs[s.seats + seat] >= size(s.hands[seat]):
            s.proofs[seat] = 0
            s.proofs[s.seats + seat] = 0


def proves_holding(s: JunQuickState, seat: i64, cards: i64) -> None:
    """The hand holds one of these cards; without any: nothing is known of that."""
    s.holds[seat] = cards
    s.holds[s.seats + seat] = 0


def proves_lack(s: JunQuickState, seat: i64, cards: i64) -> None:
    """The hand holds none of these cards."""
    if not s.tracks:
        return
    record(s, LACKS, seat, 0, cards)
    s.proofs[seat] = cards if s.proofs[s.seats + seat] else s.proofs[seat] | cards
    s.proofs[s.seats + seat] = 0


def proves_by_passing(s: JunQuickState, seat: i64) -> None:
    """Who passes on an empty pile has no opener; with strict passing, nothing that he could have played."""
    if not s.tracks:
        return
    if not len(s.pile):
        proves_lack(s, seat, s.rules.openers)
    if s.rules.strict:
        cards = s.rules.layable[s.surface] | EVOLUTIONS | s.rules.influence[s.surface]
        if s.surface:
            cards |= DOMINANT
        proves_lack(s, seat, cards | activated(s, seat))
        if s.rules.evolution_from_nest and len(s.pile):
            s.jokerless |= bit(seat)
            record(s, JOKERLESS, seat, 0, 0)


def activated(s: JunQuickState, seat: i64) -> i64:
    """The property cards that this seat could activate if it held them: everybody can tell."""
    cards = activable(s)
    result: i64 = 0
    for card in (L1, T1, G3):
        if targets(s, seat, card):
            result |= LIARS if card == L1 else THIEVES if card == T1 else GATECRASHERS
    return cards & result


def proves_by_leaving(s: JunQuickState, seat: i64) -> None:
    """Only who can play a card is asked in a chief window, so who leaves in one could have played."""
    if not s.tracks:
        return
    cards = s.rules.influence[s.surface]
    if s.last_card >= 0 and s.last_author != seat:
        cards |= HYSTERIAS
    proves_holding(s, seat, cards)
    record(s, HOLDS, seat, 0, cards)


def settles(s: JunQuickState, seat: i64) -> None:
    """Everybody knows that this nest has no natural pack."""
    if not s.tracks:
        return
    s.settled |= bit(seat)
    if s.robbed & bit(seat):
        record(s, SETTLED, seat, 0, 0)


# what only two see


def passes(s: JunQuickState, giver: i64, receiver: i64, cards: vec[i64], blind: bool) -> None:
    """Cards go from hand to hand; the two know them."""
    if not s.tracks:
        return
    zone: i64 = 0
    for i in range(len(cards)):
        zone += one(cards[i])
    record(s, PICKED if blind else GIVEN, giver, receiver, zone)
    for i in range(len(cards)):
        hides(s, giver, receiver, cards[i])
    drift(s, giver, receiver)
    proves_holding(s, giver, 0)
    draws(s, receiver, i64(len(cards)))


def learns_taken(s: JunQuickState, taker: i64, victim: i64) -> None:
    """The taker, or everybody where it is discarded, sees the card that is taken."""
    if not s.tracks:
        return
    if s.moved_to < 0:
        for observer in range(s.seats):
            if observer != victim:
                sees(s, observer, victim, one(s.moved))
    else:
        sees(s, taker, s.moved_from, one(s.moved))
    s.other_known = s.known[:]
    s.other_floats = s.floats[:]


def moves(s: JunQuickState, victim: i64) -> None:
    """The card that was taken has moved."""
    if not s.tracks:
        return
    if s.moved_to < 0:
        leaves_hand(s, victim, s.moved, True)
    else:
        record(s, STOLEN, s.moved_from, s.moved_to - s.seats, one(s.moved))
        s.robbed |= bit(victim) | bit(s.moved_to - s.seats)
        hides(s, s.moved_from, s.moved_to, s.moved)
        drift(s, s.moved_from, s.moved_to)
        if s.moved_from < s.seats:
            proves_holding(s, victim, 0)


def hides(s: JunQuickState, here: i64, there: i64, card: i64) -> None:
    """A card has moved; the owners of the two places know which."""
    receiver = there if there < s.seats else there - s.seats
    giver = here if here < s.seats else here - s.seats
    misses(s, receiver, here, card)
    s.known[place_index(s, giver, there)] += one(card)
    if there < s.seats:
        s.shown |= bit(there)
    else:
        s.settled &= ~bit(receiver)
        s.jokerless &= ~bit(receiver)


def drift(s: JunQuickState, here: i64, there: i64) -> None:
    """Cards have gone from here to there, and only the two owners know which."""
    receiver = there if there < s.seats else there - s.seats
    giver = here if here < s.seats else here - s.seats
    to_nest = here < s.seats and there >= s.seats
    emptied = not (s.hands[here] if here < s.seats else s.nests[giver])
    for i in range(len(s.floats)):
        entry = s.floats[i]
        observer = entry >> 17
        if entry >> 5 & bit(here) and observer != giver and observer != receiver:
            if not to_nest or one(entry & 31) & NEST_SET:
                places = places_of(entry) | bit(there)
                s.floats[i] = float_of(entry & 31, places & ~bit(here) if emptied else places, observer)
    for observer in range(s.seats):
        i = place_index(s, observer, here)
        if s.known[i] and observer != receiver:
            gone = s.known[i] & NEST_FIELDS if to_nest else s.known[i]
            s.known[i] -= gone
            if emptied:
                s.known[place_index(s, observer, there)] += gone
            else:
                loosen(s, observer, gone, bit(here) | bit(there))


def loosen(s: JunQuickState, observer: i64, cards: i64, places: i64) -> None:
    """The observer knows these cards no longer at one place, but at one of several."""
    kinds = present(cards)
    while kinds:
        card = first_card(kinds)
        for k in range(copies(cards, card)):
            s.floats = append(s.floats, float_of(card, places, observer))
        kinds &= kinds - 1


def flips(s: JunQuickState, seat: i64) -> None:
    """Hysteria has moved the card back, or again: everybody knows what he knew then, and that HY is gone."""
    if not s.tracks:
        return
    record(s, REDONE if s.last_in_force else UNDONE, 0, 0, 0)
    known = s.known
    floats = s.floats
    s.known = s.other_known
    s.floats = s.other_floats
    s.other_known = known
    s.other_floats = floats
    leaves(s, seat, HY)
    if s.moved_to < 0:
        victim = s.moved_from
        s.shown |= bit(victim)
        if one(s.moved) & s.proofs[victim]:
            s.proofs[s.seats + victim] += -1 if s.last_in_force else 1
