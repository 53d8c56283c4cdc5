"""What property cards and viruses do: the Fibber's game, Thief and Gatecrasher, and how that is undone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from koloda.core.bits import bit, shifted
from koloda.core.vecs import append, vec
from koloda.games.junquick.actions import LIAR_CLAIM, LIAR_GUESS
from koloda.games.junquick.cards import (
    BT,
    CLASSES,
    CODES,
    INSTANT_FIELDS,
    NEST_SET,
    VIRUSES,
    codes,
    copies,
    first_card,
    one,
    present,
)
from koloda.games.junquick.knowledge import tracking
from koloda.games.junquick.legal import true_claims

if TYPE_CHECKING:
    from koloda.games.junquick.state import JunQuickState

HAND_ZONES: Final = [f"hand {seat}" for seat in range(6)]
NEST_ZONES: Final = [f"nest {seat}" for seat in range(6)]


# the Fibber


def put(s: JunQuickState, card: i64) -> None:
    """One more card face down; it stays in the hand until it is shown."""
    s.put += one(card)
    s.put_count += 1
    s.put_last = card


def done_putting(s: JunQuickState) -> None:
    s.phase = LIAR_CLAIM
    s.claims = 0
    s.claim_count = 0
    s.claim_last = 0
    if s.log is not None:
        s.log.tell("put", int(s.turn), int(s.put_count))


def claim(s: JunQuickState, name: i64) -> None:
    s.claims += shifted(1, 4 * name)
    s.claim_count += 1
    s.claim_last = name
    if s.claim_count == s.put_count:
        s.phase = LIAR_GUESS
        s.pending = bit(s.opponent)
        if s.log is not None:
            s.log.tell("claim", int(s.turn), claimed(s.claims))


def claimed(claims: i64) -> tuple[str, ...]:
    """The classes of a claim, in their order."""
    names: list[str] = []
    for name in range(10):
        names += [CLASSES[name]] * int(claims >> (4 * name) & 15)
    return tuple(names)


def answer(s: JunQuickState, truth: bool) -> None:
    """The cards are shown; whoever was wrong loses a card, nest first, to the other."""
    liar = s.turn
    shown = s.put
    true = s.claims == true_claims(shown) and not shown & INSTANT_FIELDS
    s.put = 0
    s.put_count = 0
    tracking.shows(s, liar, shown)
    if s.log is not None:
        s.log.tell("say", int(s.opponent), truth)
        s.log.tell("shown", int(liar), tuple(codes(shown)), true)
    instants = present(shown) & present(INSTANT_FIELDS)
    while instants:
        card = first_card(instants)
        for i in range(copies(shown, card)):
            penalise(s, liar, card)
        instants &= instants - 1
    if true == truth:
        rob(s, s.opponent, liar)
    else:
        rob(s, liar, s.opponent)


# blind takings


def rob(s: JunQuickState, taker: i64, victim: i64) -> None:
    """The taker gets a random card of the victim's nest, or else a nest card, if it is one, of the hand."""
    if s.nests[victim]:
        place = s.seats + victim
        card = s.blind(NEST_ZONES[victim], s.nests[victim])
    elif s.hands[victim]:
        place = victim
        card = s.blind(HAND_ZONES[victim], s.hands[victim])
        if card >= BT:
            penalise(s, victim, card)
            return
    else:
        return
    s.moved = card
    s.moved_from = place
    s.moved_to = s.seats + taker if one(card) & NEST_SET else -1
    tracking.learns_taken(s, taker, victim)
    s.take_away(place, card)
    s.put_away(s.moved_to, card)
    tracking.moves(s, victim)
    if s.log is not None:
        where = "nest" if place >= s.seats else "hand"
        if s.moved_to < 0:
            s.log.tell("robbed", int(taker), int(victim), CODES[card])
        else:
            both = 1 << int(taker) | 1 << int(victim)
            seen = (int(taker), int(victim), where)
            s.log.tell_some(both, "stolen", (*seen, CODES[card]), (*seen, "??"))


def flip_move(s: JunQuickState, seat: i64) -> None:
    """The card that was taken goes back, or is taken again, because this seat has played Hysteria."""
    back = not s.last_in_force
    here = s.moved_to if back else s.moved_from
    there = s.moved_from if back else s.moved_to
    s.take_away(here, s.moved)
    s.put_away(there, s.moved)
    tracking.flips(s, seat)
    if s.log is not None:
        victim = int(s.moved_from % s.seats)
        to = "victim" if back else "taker"
        if s.moved_to < 0:
            s.log.tell("moved", victim, to, CODES[s.moved])
        else:
            both = 1 << victim | 1 << int(s.moved_to % s.seats)
            s.log.tell_some(both, "moved", (victim, to, CODES[s.moved]), (victim, to, "??"))


def penalise(s: JunQuickState, seat: i64, card: i64) -> None:
    """An instant found in a hand during the round is discarded and costs two viruses."""
    s.hands[seat] -= one(card)
    s.discard += one(card)
    tracking.leaves_hand(s, seat, card)
    if s.log is not None:
        s.log.tell("penalty", int(seat), CODES[card])
    take_virus(s, seat)
    take_virus(s, seat)


# the Gatecrasher


def crash(s: JunQuickState, taker: i64, victim: i64) -> None:
    """The pack that came home first, the Dominant's excepted, changes its home."""
    taken = s.takeable(victim)
    pack = s.packs[taken] & 0xFFFFF
    packs = vec[i64]()
    for i in range(len(s.packs)):
        if i != taken:
            packs = append(packs, s.packs[i])
    s.other_packs = s.packs
    s.packs = append(packs, pack | taker << 20)
    s.crashed = True
    if s.log is not None:
        s.log.tell("crashed", int(taker), int(victim), pack_codes(pack))


def pack_codes(pack: i64) -> tuple[str, ...]:
    return (CODES[pack & 31], CODES[pack >> 5 & 31], CODES[pack >> 10 & 31], CODES[pack >> 15 & 31])


# viruses


def take_virus(s: JunQuickState, seat: i64) -> None:
    """The top virus; the discard is shuffled into a new deck where there is none."""
    if not s.virus_deck:
        if not s.virus_discard:
            return
        prices = vec[i64]()
        for price in range(1, 5):
            for i in range(s.virus_discard >> (4 * price - 4) & 15):
                prices = append(prices, price)
        s.shuffle("virus_deck", prices)
        for i in range(len(prices)):
            s.virus_deck |= prices[i] << (3 * i)
        s.virus_discard = 0
        if s.log is not None:
            s.log.tell("virus deck")
    price = s.virus_deck & 7
    s.virus_deck >>= 3
    s.viruses[seat] += bit(4 * price - 4)
    if s.log is not None:
        s.log.tell("virus", int(seat), VIRUSES[price - 1])
