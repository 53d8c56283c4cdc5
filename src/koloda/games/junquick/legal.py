"""What may be done: the legal actions of every phase, as lists, by lot, and when the time has run out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from koloda.core.bits import bit, lowest, members, nth, popcount, shifted
from koloda.core.rng import Rng
from koloda.core.rows import Masks
from koloda.core.vecs import vec
from koloda.games.junquick.actions import (
    ACT,
    BATTLE,
    CHIEF,
    CLAIM,
    CURE,
    DECLARE,
    DONE,
    EMIGRATE,
    FORM,
    FORM_PACK,
    FREEZE,
    GATHER,
    GIVE,
    HYS,
    INF,
    INST,
    LAY,
    LAY_BATTLE,
    LAY_DM,
    LAY_EV,
    LAY_G3,
    LIAR_CLAIM,
    LIAR_GUESS,
    LIAR_LAY,
    LIE,
    N4,
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
    ACTIVE,
    BT,
    CLASS,
    DM,
    DOMINANT,
    EVOLUTIONS,
    FOURS,
    G3,
    HIGHER,
    HYSTERIA_FIELD,
    INSTANTS,
    LAID,
    NOMINAL,
    NOMINALS,
    ONES,
    START,
    T1,
    THREES,
    TWOS,
    card_at,
    copies,
    evolutions,
    first_card,
    missing,
    of_class,
    present,
    size,
)

if TYPE_CHECKING:
    from koloda.games.junquick.state import JunQuickState


# combinations of a pack as masks: with at most so many Evolutions, and with an Evolution as the 1, 2 or 3
BY_JOKERS: Final = vec[i64]([0x3, 0x30DF, 0xDF7FF, 0x7FFFFF, 0xFFFFFF])
JOKER_ONE: Final = 0xFFF000
JOKER_TWO: Final = 0xFC0FC0
JOKER_THREE: Final = 0xE38E38
PRINTED_FOUR: Final = 0x249249
DOMINANT_FOUR: Final = 0x492492
OF_PRICE: Final = vec[i64]([0, 0, 5, 10, 16, 24])  # where the payments of each price begin
PAYS_ALL: Final = FOURS & ~DOMINANT | 0xE000000000  # a 4 or an Evolution
EIGHTS: Final = 0x888880  # of each class of a payment: what is left after it shows whether there was enough


# a turn in the Gathering phase


def layable(s: JunQuickState) -> i64:
    """The cards that may be laid now for their nominal, and Evolution."""
    if s.surface >= N4:
        return 0
    cards = s.rules.layable[s.surface] | EVOLUTIONS
    return cards | DOMINANT if s.surface else cards


def lays(s: JunQuickState, seat: i64) -> i64:
    return present(s.hands[seat]) & layable(s)


def nest_values(s: JunQuickState, seat: i64) -> i64:
    """The values (a mask) that an Evolution from the own nest may take."""
    if not s.rules.evolution_from_nest or s.surface >= N4 or not evolutions(s.nests[seat]) or not len(s.pile):
        return 0
    return 0b11110 & -bit(s.surface + 1)


def activable(s: JunQuickState) -> i64:
    """The property cards that may be activated now, as far as pile and nominal go."""
    if s.surface >= N4 or not (len(s.pile) or s.rules.open_activation):
        return 0
    return HIGHER[s.surface] & ACTIVE


def acts(s: JunQuickState, seat: i64) -> i64:
    return present(s.hands[seat]) & activable(s)


def targets(s: JunQuickState, seat: i64, card: i64) -> i64:
    """The seats against which this seat may activate this property card."""
    others = (bit(s.seats) - 1) & ~bit(seat)
    if card < T1:
        if size(s.hands[seat]) < 2:
            return 0
        return others
    with_nest: i64 = 0
    with_hand: i64 = 0
    for other in range(s.seats):
        if card == G3:
            if s.takeable(other) >= 0:
                with_nest |= bit(other)
        else:
            if s.nests[other]:
                with_nest |= bit(other)
            if s.hands[other]:
                with_hand |= bit(other)
    with_nest &= others
    with_hand &= others
    if card == G3:
        return with_nest
    if s.rules.rob_any_hand:
        return with_nest | with_hand
    return with_nest if with_nest else with_hand


def influences(s: JunQuickState, seat: i64) -> i64:
    return present(s.hands[seat]) & s.rules.influence[s.surface]


def can_play(s: JunQuickState, seat: i64) -> bool:
    """Is a LAY, NEST, ACT or INF legal?"""
    if lays(s, seat) or nest_values(s, seat) or influences(s, seat):
        return True
    cards = acts(s, seat)
    while cards:
        if targets(s, seat, first_card(cards)):
            return True
        cards &= cards - 1
    return False


def can_redraw(s: JunQuickState, seat: i64) -> bool:
    return not s.decided and not s.redrawn and seat == s.fp and not present(s.hands[seat]) & s.rules.openers


def can_pass(s: JunQuickState, seat: i64) -> bool:
    if not len(s.pile):
        if present(s.hands[seat]) & s.rules.openers:
            return False
        if s.idle and can_redraw(s, seat):
            return False
    return not (s.rules.strict and can_play(s, seat))


# the Chieftain phase


def can_undo(s: JunQuickState, seat: i64) -> bool:
    """May the seat, which is in the round, play Hysteria?"""
    return s.last_card >= 0 and s.last_author != seat and s.hands[seat] & HYSTERIA_FIELD != 0


# cards one by one, in card order


def puts(s: JunQuickState, seat: i64) -> i64:
    """The hand cards not yet put, from the last one on."""
    return present(s.hands[seat] - s.put) & -bit(START[s.put_last])


def gives(s: JunQuickState, seat: i64) -> i64:
    """The same for an Emigration, where three cards must come together."""
    rest = s.hands[seat] - s.put
    cards = present(rest) & -bit(START[s.put_last])
    result = cards
    needed = 3 - s.put_count
    while cards and needed > 1:
        if size(rest & -(cards & -cards)) < needed:
            result &= ~cards
            break
        cards &= cards - 1
    return result


# packs and viruses


def forms(nest: i64) -> i64:
    """The combinations of which the nest holds a 1, 2, 3 and 4: printed, Dominant or Evolution; as a mask."""
    found = BY_JOKERS[min(evolutions(nest), 4)]
    if not nest & ONES:
        found &= JOKER_ONE
    if not nest & TWOS:
        found &= JOKER_TWO
    if not nest & THREES:
        found &= JOKER_THREE
    if not nest & FOURS & ~DOMINANT:
        found &= ~PRINTED_FOUR
    if not nest & DOMINANT:
        found &= ~DOMINANT_FOUR
    return found


def payments(s: JunQuickState, seat: i64) -> i64:
    """The payments that the seat can make, as a mask."""
    found: i64 = 0
    viruses = s.viruses[seat]
    if viruses and s.nests[seat]:
        nest = wealth(s.nests[seat])
        for price in range(1, 5):
            if viruses >> (4 * price - 4) & 15:
                for number in range(OF_PRICE[price], OF_PRICE[price + 1]):
                    if (nest - (PAYMENTS[number] - price)) & EIGHTS == EIGHTS:
                        found |= bit(number)
    return found


def wealth(nest: i64) -> i64:
    """How many cards of each class a nest holds, as in PAYMENTS, at most 7; and 8 more of each."""
    held = min(of_class(nest, 1), 7) << 4 | min(of_class(nest, 2), 7) << 8
    held |= min(of_class(nest, 3), 7) << 12 | min(of_class(nest, 4), 7) << 16
    return held | evolutions(nest) << 20 | EIGHTS


def can_pay_any(s: JunQuickState, seat: i64) -> bool:
    """Is there a payment? Cards whose nominals reach the price are one, and so is any 4 or Evolution."""
    viruses = s.viruses[seat]
    if not viruses:
        return False
    nest = s.nests[seat]
    if nest & PAYS_ALL:
        return True
    cheapest = (lowest(viruses) >> 2) + 1
    return of_class(nest, 1) + 2 * of_class(nest, 2) + 3 * of_class(nest, 3) >= cheapest


# instants


def nameable(s: JunQuickState, seat: i64) -> i64:
    """The instants in hand that the seat has not named in this submission."""
    hand = s.hands[seat]
    named = s.picks[seat]
    while named:
        hand -= bit(START[LAID + (named & 7)])
        named >>= 3
    return present(hand) & INSTANTS


def add_cards(actions: list[i64], base: i64, cards: i64) -> None:
    """An action for every card of a set; card 0 is the action `base`."""
    while cards:
        actions.append(base + first_card(cards))
        cards &= cards - 1


def legal(s: JunQuickState, seat: i64) -> list[i64]:
    actions: list[i64] = []
    if seat < 0 or seat >= s.seats or not (s.pending | s.free) & bit(seat):
        return actions
    phase = s.phase
    if phase in (GATHER, FREEZE):
        add_plays(s, seat, actions)
        if phase == FREEZE:
            actions.append(STOP)
        else:
            if can_pass(s, seat):
                actions.append(PASS)
            if can_redraw(s, seat):
                actions.append(REDRAW)
    elif phase == CHIEF:
        add_influences(s, seat, actions)
        actions.append(PASS)
        if can_undo(s, seat):
            actions.append(HYS)
        actions.append(WAIT)
    elif phase == RESPONSE:
        if can_undo(s, seat):
            actions.append(HYS)
        actions.append(WAIT)
    elif phase == LIAR_LAY:
        add_cards(actions, PUT, puts(s, seat))
        if s.put_count:
            actions.append(DONE)
    elif phase == LIAR_CLAIM:
        actions += [CLAIM + name for name in range(s.claim_last, 10)]
    elif phase == LIAR_GUESS:
        actions.append(TRUTH)
        actions.append(LIE)
    elif phase == FORM:
        if missing(s.nests[seat]):
            actions.append(DONE)
        nest = s.nests[seat]
        actions += [FORM_PACK + number for number in members(forms(nest))]
    elif phase == CURE:
        actions.append(DONE)
        actions += [PAY + number for number in members(payments(s, seat))]
    elif phase == BATTLE:
        add_cards(actions, LAY_BATTLE, present(s.hands[seat]) & NOMINALS)
    elif phase == EMIGRATE:
        add_cards(actions, GIVE, gives(s, seat))
    elif phase == DECLARE:
        add_cards(actions, INST - BT, nameable(s, seat))
        actions.append(READY)
    return actions


def allow(s: JunQuickState, seat: i64, mask: Masks) -> None:
    """The same for a mask."""
    phase = s.phase
    if phase in (GATHER, FREEZE):
        allow_plays(s, seat, mask)
        if phase == FREEZE:
            mask.add(STOP)
        else:
            if can_pass(s, seat):
                mask.add(PASS)
            if can_redraw(s, seat):
                mask.add(REDRAW)
    elif phase == CHIEF:
        allow_influences(s, seat, mask)
        mask.add(PASS)
        if can_undo(s, seat):
            mask.add(HYS)
        mask.add(WAIT)
    elif phase == RESPONSE:
        if can_undo(s, seat):
            mask.add(HYS)
        mask.add(WAIT)
    elif phase == LIAR_LAY:
        allow_cards(mask, PUT, puts(s, seat))
        if s.put_count:
            mask.add(DONE)
    elif phase == LIAR_CLAIM:
        mask.add_set(CLAIM, 0x3FF & -bit(s.claim_last))
    elif phase == LIAR_GUESS:
        mask.add(TRUTH)
        mask.add(LIE)
    elif phase == FORM:
        if missing(s.nests[seat]):
            mask.add(DONE)
        mask.add_set(FORM_PACK, forms(s.nests[seat]))
    elif phase == CURE:
        mask.add(DONE)
        mask.add_set(PAY, payments(s, seat))
    elif phase == EMIGRATE:
        allow_cards(mask, GIVE, gives(s, seat))
    elif phase == BATTLE:
        allow_cards(mask, LAY_BATTLE, present(s.hands[seat]) & NOMINALS)
    elif phase == DECLARE:
        allow_cards(mask, INST - BT, nameable(s, seat))
        mask.add(READY)


def allow_cards(mask: Masks, base: i64, cards: i64) -> None:
    while cards:
        mask.add(base + first_card(cards))
        cards &= cards - 1


def allow_influences(s: JunQuickState, seat: i64, mask: Masks) -> None:
    cards = influences(s, seat)
    while cards:
        mask.add(inf_action(first_card(cards)))
        cards &= cards - 1


def allow_plays(s: JunQuickState, seat: i64, mask: Masks) -> None:
    cards = lays(s, seat)
    while cards:
        mask.add(lay_action(first_card(cards)))
        cards &= cards - 1
    mask.add_set(NEST - 1, nest_values(s, seat))
    cards = acts(s, seat)
    while cards:
        card = first_card(cards)
        mask.add_set(act_action(card, 0), targets(s, seat, card))
        cards &= cards - 1
    allow_influences(s, seat, mask)


def lay_action(card: i64) -> i64:
    if card < G3:
        return LAY + card
    return LAY_G3 if card == G3 else LAY_DM if card == DM else LAY_EV


def inf_action(card: i64) -> i64:
    if card > 16:
        return INF + card - 16
    return INF if card == 14 else INF + 1


def act_action(card: i64, target: i64) -> i64:
    return ACT + (card - 4) * 6 + target


def add_influences(s: JunQuickState, seat: i64, actions: list[i64]) -> None:
    cards = influences(s, seat)
    while cards:
        actions.append(inf_action(first_card(cards)))
        cards &= cards - 1


def add_plays(s: JunQuickState, seat: i64, actions: list[i64]) -> None:
    cards = lays(s, seat)
    while cards:
        actions.append(lay_action(first_card(cards)))
        cards &= cards - 1
    values = nest_values(s, seat)
    while values:
        actions.append(NEST - 1 + lowest(values))
        values &= values - 1
    cards = acts(s, seat)
    while cards:
        card = first_card(cards)
        seats = targets(s, seat, card)
        while seats:
            actions.append(act_action(card, lowest(seats)))
            seats &= seats - 1
        cards &= cards - 1
    add_influences(s, seat, actions)


# by lot, without a list where that is worth while


def random_legal(s: JunQuickState, seat: i64, rng: Rng) -> i64:
    phase = s.phase
    if phase in (GATHER, FREEZE):
        return random_play(s, seat, rng)
    if phase == CHIEF:
        return random_reaction(s, seat, rng)
    if phase == LIAR_LAY:
        cards = puts(s, seat)
        count = popcount(cards)
        k = rng.below(count + 1 if s.put_count else count)
        if k < count:
            return PUT + card_at(nth(cards, k))
        return DONE
    if phase == LIAR_CLAIM:
        return CLAIM + s.claim_last + rng.below(10 - s.claim_last)
    if phase == LIAR_GUESS:
        return TRUTH + rng.below(2)
    if phase == BATTLE:
        cards = present(s.hands[seat]) & NOMINALS
        return LAY_BATTLE + card_at(nth(cards, rng.below(popcount(cards))))
    if phase == EMIGRATE:
        cards = gives(s, seat)
        return GIVE + card_at(nth(cards, rng.below(popcount(cards))))
    if phase == RESPONSE:
        return HYS + rng.below(2) if can_undo(s, seat) else WAIT + rng.below(1)
    if phase in (FORM, CURE):
        done: i64 = 1 if phase == CURE or missing(s.nests[seat]) else 0
        first: i64 = PAY if phase == CURE else FORM_PACK
        ways = payments(s, seat) if phase == CURE else forms(s.nests[seat])
        k = rng.below(popcount(ways) + done)
        if k < done:
            return DONE
        return first + nth(ways, k - done)
    actions = legal(s, seat)
    return actions[rng.below(len(actions))]


def random_reaction(s: JunQuickState, seat: i64, rng: Rng) -> i64:
    cards = influences(s, seat)
    count = popcount(cards)
    undo: i64 = 1 if can_undo(s, seat) else 0
    k = rng.below(count + undo + 2)
    if k < count:
        return inf_action(card_at(nth(cards, k)))
    k -= count
    return PASS if k == 0 else HYS if undo and k == 1 else WAIT


def random_play(s: JunQuickState, seat: i64, rng: Rng) -> i64:
    held = present(s.hands[seat])
    lay = held & layable(s)
    values = nest_values(s, seat)
    act = held & activable(s)
    influence = held & s.rules.influence[s.surface]
    lay_count = popcount(lay)
    value_count = popcount(values)
    act_count: i64 = 0
    cards = act
    while cards:
        act_count += popcount(targets(s, seat, first_card(cards)))
        cards &= cards - 1
    play_count = lay_count + value_count + act_count + popcount(influence)
    if s.phase == FREEZE:
        k = rng.below(play_count + 1)
    else:
        total = play_count
        passing = can_pass(s, seat)
        if passing:
            total += 1
        if can_redraw(s, seat):
            total += 1
        k = rng.below(total)
        if k >= play_count:
            return PASS if passing and k == play_count else REDRAW
    if k < lay_count:
        return lay_action(card_at(nth(lay, k)))
    k -= lay_count
    if k < value_count:
        return NEST - 1 + nth(values, k)
    k -= value_count
    if k < act_count:
        while True:
            card = first_card(act)
            seats = targets(s, seat, card)
            if k < popcount(seats):
                return act_action(card, nth(seats, k))
            k -= popcount(seats)
            act &= act - 1
    k -= act_count
    if influence and k < popcount(influence):
        return inf_action(card_at(nth(influence, k)))
    return STOP


def default(s: JunQuickState, seat: i64) -> i64:
    """Pass, else redraw, else lay the lowest card; elsewhere what costs least: wait, stop, done."""
    phase = s.phase
    if phase == GATHER:
        if can_pass(s, seat):
            return PASS
        if can_redraw(s, seat):
            return REDRAW
        openers = lays(s, seat) & s.rules.openers
        return lowest_opener(openers) if openers else legal(s, seat)[0]
    if phase in (CHIEF, RESPONSE):
        return WAIT
    if phase == FREEZE:
        return STOP
    if phase == LIAR_LAY:
        return DONE if s.put_count else PUT + first_card(puts(s, seat))
    if phase == LIAR_CLAIM:
        return CLAIM + true_class(s)
    if phase == LIAR_GUESS:
        return TRUTH
    if phase == CURE:
        return DONE
    if phase == DECLARE:
        return READY
    return legal(s, seat)[0]


def lowest_opener(cards: i64) -> i64:
    """Lay the card with the lowest nominal, the first in card order where there are several."""
    best = first_card(cards)
    while cards:
        card = first_card(cards)
        if NOMINAL[card] < NOMINAL[best]:
            best = card
        cards &= cards - 1
    return lay_action(best)


def true_class(s: JunQuickState) -> i64:
    """The class that the next claim must name if the claim is to be true, as far as it can still be."""
    truth = true_claims(s.put)
    for name in range(s.claim_last, 10):
        if truth >> (4 * name) & 15 > s.claims >> (4 * name) & 15:
            return name
    return s.claim_last


def true_claims(zone: i64) -> i64:
    """How many cards of each class the zone holds, four bits each."""
    result: i64 = 0
    cards = present(zone) & ~INSTANTS
    while cards:
        card = first_card(cards)
        result += shifted(copies(zone, card), 4 * CLASS[card])
        cards &= cards - 1
    return result
