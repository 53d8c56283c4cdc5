"""The deal: from a seed, from a setup, or from an arranged position."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mypy_extensions import i64

from koloda.core.bits import bit
from koloda.core.rng import Rng
from koloda.core.vecs import append, vec
from koloda.games.junquick import rounds
from koloda.games.junquick.actions import N4
from koloda.games.junquick.cards import BT, HY, INSTANTS, IW, KINDS, codes, one
from koloda.games.junquick.knowledge import tracking
from koloda.games.junquick.knowledge.beliefs import belief_of
from koloda.games.junquick.options import JunQuickRules
from koloda.games.junquick.state import JunQuickDealt, JunQuickState

if TYPE_CHECKING:
    from koloda.games.junquick.positions import JunQuickPosition


def deal(game: Any, seats: i64, rules: JunQuickRules, rng: Rng, watch: bool) -> JunQuickState:
    """Six cards each of those that are no instants; the instants are shuffled into the rest."""
    deck = vec[i64]()
    rest = vec[i64]()
    for card in range(KINDS):
        for i in range(rules.deck.copies[card]):
            if card < BT:
                deck = append(deck, card)
            else:
                rest = append(rest, card)
    rng.shuffle(deck)
    hands = vec[i64]([0] * int(seats))
    for i in range(len(deck)):
        if i < 6 * seats:
            hands[i // 6] += one(deck[i])
        else:
            rest = append(rest, deck[i])
    rng.shuffle(rest)
    viruses = rules.deck.prices[:]
    rng.shuffle(viruses)
    return lay_out(game, seats, rules, hands, rest, viruses, rng.below(seats), rng, watch)


def lay_out(
    game: Any,
    seats: i64,
    rules: JunQuickRules,
    hands: vec[i64],
    deck: vec[i64],
    viruses: vec[i64],
    fp: i64,
    rng: Rng,
    watch: bool,
) -> JunQuickState:
    s = JunQuickState(game, seats, rules, deck, hands, rng)
    s.set_up()
    for i in range(len(viruses)):
        s.virus_deck |= viruses[i] << (3 * i)
    s.fp = fp
    s.dealt = JunQuickDealt(fp, hands[:], deck, s.virus_deck)
    if rules.declare:
        for seat in range(seats):
            s.proofs[seat] = INSTANTS
    if watch:
        log = s.watch()
        for seat in range(seats):
            cards = tuple(codes(hands[seat]))
            log.tell_some(1 << int(seat), "draw", (int(seat), cards), (int(seat), ("??",) * 6))
    s.begin_round()
    return s


def arrange(game: Any, rules: JunQuickRules, position: JunQuickPosition) -> JunQuickState:
    """A position in a round; nests are as known to everybody as if they had been won."""
    seats: i64 = position.seats
    s = JunQuickState(game, seats, rules, vec[i64](position.deck), vec[i64]([0] * int(seats)), Rng(0))
    s.set_up()
    packs = vec[i64]()
    for seat in range(seats):
        s.hands[seat] = zone_of(position.hands.get(seat, []))
        for pack in position.homes.get(seat, []):
            packs = append(packs, packed(pack) | seat << 20)
        for price in position.viruses.get(seat, []):
            s.viruses[seat] += bit(4 * price - 4)
    s.packs = packs
    for price in reversed(position.virus_deck or []):
        s.virus_deck = s.virus_deck << 3 | price
    for price in position.virus_discard:
        s.virus_discard += bit(4 * price - 4)
    s.discard = zone_of(position.discard)
    s.fp = position.fp
    s.idle = position.idle
    s.round_no = position.round - 1
    s.begin_round()
    for seat in range(seats):
        nest = zone_of(position.nests.get(seat, []))
        s.nests[seat] = nest
        tracking.comes_to_nest(s, seat, nest)
    for card, seat, value in position.pile:
        lay_down(s, card, seat, value)
    for seat in range(seats):
        belief_of(s, seat)
    for seat in position.out:
        s.in_round &= ~bit(seat)
    turn: i64 = position.turn
    s.turn = turn
    s.redrawn = position.redrawn
    s.decided = position.begun or len(s.pile) > 0 or turn != s.fp
    if position.extra:
        s.last_card = -1
        s.freeze = turn
        s.extra = position.extra
        rounds.ask_frozen(s)
    elif s.surface >= N4:
        rounds.open_chief(s)
    else:
        s.last_card = -1  # the time to answer with Hysteria is over
        rounds.ask(s, turn)
    return s


def zone_of(cards: list[int]) -> i64:
    zone: i64 = 0
    for card in cards:
        zone += one(card)
    return zone


def packed(pack: list[int]) -> i64:
    """A pack as a home keeps it."""
    result: i64 = 0
    for card in reversed(pack):
        result = result << 5 | card
    return result


def lay_down(s: JunQuickState, card: i64, seat: i64, value: i64) -> None:
    """One more card on the pile, with what it does to the surface and whether it can be cancelled."""
    if card == HY:
        s.last_in_force = not s.last_in_force
        s.surface = s.last_after if s.last_in_force else s.last_before
        rounds.cover_hysteria(s, seat)
        s.last_author = seat
        return
    if value or card == IW:
        s.last_card = -1
        s.surface = value if value else s.surface
    else:
        rounds.remember(s, seat, card, False, rounds.surface_of(card))
        s.surface = s.last_after
    rounds.cover(s, seat, card, value)
