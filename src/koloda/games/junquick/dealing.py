"""The deal: from a seed, from a setup, or from an arranged position."""

from __future__ import annotations

from typing import Any

from mypy_extensions import i64

from koloda.core.rng import Rng
from koloda.core.vecs import append, vec
from koloda.games.junquick import knowledge, rounds
from koloda.games.junquick.beliefs import belief_of
from koloda.games.junquick.cards import BT, COPIES, CS, D1, D3, INSTANTS, KINDS, TS, codes, one
from koloda.games.junquick.phases import N4, ON_D1, ON_TOO_SOON, OPEN
from koloda.games.junquick.state import Deal, JunQuickState, Rules


def deal(game: Any, seats: i64, rules: Rules, rng: Rng, watch: bool) -> JunQuickState:
    """Six cards each of those that are no instants; the instants are shuffled into the rest."""
    deck = vec[i64]()
    rest = vec[i64]()
    for card in range(KINDS):
        for i in range(COPIES[card]):
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
    viruses = vec[i64]([1, 1, 2, 2, 3, 3, 4, 4])
    rng.shuffle(viruses)
    return lay_out(game, seats, rules, hands, rest, viruses, rng.below(seats), rng, watch)


def lay_out(
    game: Any,
    seats: i64,
    rules: Rules,
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
    s.dealt = Deal(fp, hands[:], deck, s.virus_deck)
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


def arrange(
    game: Any,
    rules: Rules,
    hands: list[i64],
    nests: list[i64],
    packs: list[i64],
    viruses: list[i64],
    pile: list[i64],
    deck: list[i64],
    discard: i64,
    virus_deck: i64,
    in_round: i64,
    fp: i64,
    turn: i64,
    idle: i64,
) -> JunQuickState:
    """A position in a round; nests are as known to everybody as if they had been won."""
    seats = i64(len(hands))
    s = JunQuickState(game, seats, rules, vec[i64](deck), vec[i64](hands), Rng(0))
    s.set_up()
    s.packs = vec[i64](packs)
    s.viruses = vec[i64](viruses)
    s.virus_deck = virus_deck
    s.discard = discard
    s.fp = fp
    s.idle = idle
    s.begin_round()
    for seat in range(seats):
        s.nests[seat] = nests[seat]
        knowledge.comes_to_nest(s, seat, nests[seat])
    for entry in pile:
        rounds.cover(s, entry >> 5 & 7, entry & 31, entry >> 8)
        card = entry & 31
        if entry >> 8:
            s.surface = entry >> 8
        elif card == CS:
            s.surface = OPEN
        elif card == TS:
            s.surface = ON_TOO_SOON
        elif D1 <= card <= D3:
            s.surface = ON_D1 + card - D1
    for seat in range(seats):
        belief_of(s, seat)
    s.in_round = in_round
    s.decided = len(pile) > 0 or turn != fp
    if s.surface >= N4:
        rounds.open_chief(s)
    else:
        rounds.ask(s, turn)
    return s
