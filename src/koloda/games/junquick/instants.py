"""Before a round: hands are filled, instant cards take effect; and the end of the game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from koloda.core.bits import bit, shifted
from koloda.core.vecs import append, vec
from koloda.games.junquick import effects
from koloda.games.junquick.actions import BATTLE, DECLARE, EMIGRATE, INST, LAY_BATTLE, OVER, READY
from koloda.games.junquick.cards import (
    BT,
    CODES,
    DM,
    EM,
    EV,
    IM,
    INSTANT_FIELDS,
    KINDS,
    LAID,
    NEST_FIELDS,
    NOMINAL,
    NOMINALS,
    codes,
    copies,
    first_card,
    first_of_class,
    listed,
    most_packs,
    of_class,
    one,
    present,
    size,
)
from koloda.games.junquick.effects import HAND_ZONES, penalise
from koloda.games.junquick.knowledge import tracking
from koloda.games.junquick.knowledge.history import DREW, record
from koloda.games.junquick.legal import nameable

if TYPE_CHECKING:
    from koloda.games.junquick.state import JunQuickState

HAND: Final = 6


# drawing


def refill(s: JunQuickState) -> None:
    if fill_all(s):
        run(s)


def fill_all(s: JunQuickState) -> bool:
    """Every hand to six cards, clockwise from the first player; false if that has ended the game."""
    seat = s.fp
    for place in range(s.seats):
        if size(s.hands[seat]) < HAND and not fill(s, seat):
            return False
        seat = s.after(seat)
    return True


def fill(s: JunQuickState, seat: i64) -> bool:
    """Draw to six; instants count while drawing, then they are laid (declare: they stay in the hand)."""
    need = HAND - size(s.hands[seat])
    kept: i64 = 0
    laid: i64 = 0
    deck = s.deck
    drawn = s.drawn
    end = i64(len(deck))
    first: i64 = KINDS if s.rules.declare else BT  # this card and those after it are laid at once
    while need and drawn < end:
        card = deck[drawn]
        drawn += 1
        need -= 1
        if card < first:
            kept += one(card)
        else:
            enqueue(s, seat, card)
            laid += 1
    s.drawn = drawn
    s.hands[seat] += kept
    if s.tracks:
        tracking.draws(s, seat, size(kept))
        record(s, DREW, seat, 0, kept)
    if s.log is not None:
        cards = tuple(codes(kept))
        s.log.tell_some(1 << int(seat), "draw", (int(seat), cards), (int(seat), ("??",) * len(cards)))
        shift: i64 = 0
        while s.queue >> shift:
            shift += 6
        for i in range(laid):
            entry = s.queue >> (shift - 6 * (laid - i)) & 63
            s.log.tell("queue", int(seat), CODES[LAID + (entry & 7)])
    if need:
        end_game(s, 0)
        return False
    return True


def enqueue(s: JunQuickState, seat: i64, card: i64) -> None:
    """An instant is laid, behind those that lie there."""
    shift: i64 = 0
    while s.queue >> shift:
        shift += 6
    s.queue |= shifted(card - LAID | seat << 3, shift)


def redraw(s: JunQuickState, seat: i64) -> None:
    """The hand is shown, shuffled into the deck and drawn anew; instants take effect at once."""
    hand = s.hands[seat]
    if s.log is not None:
        s.log.tell("redraw", int(seat), tuple(codes(hand)))
    cards = present(hand & INSTANT_FIELDS)
    while cards:
        card = first_card(cards)
        for i in range(copies(hand, card)):
            penalise(s, seat, card)
        cards &= cards - 1
    hand = s.hands[seat]
    tracking.returns_hand(s, seat, hand)
    s.hands[seat] = 0
    deck = listed(hand)
    for i in range(s.drawn, len(s.deck)):
        deck = append(deck, s.deck[i])
    s.shuffle("jun_deck", deck)
    s.deck = deck
    s.drawn = 0
    s.redrawn = True
    s.mid_round = True
    if fill(s, seat):
        run(s)


# instants


def run(s: JunQuickState) -> None:
    """Carry out the instants that were laid, until somebody must decide or the round begins."""
    while s.queue:
        card = LAID + (s.queue & 7)
        if card != BT:
            while not all_full(s):
                if not fill_all(s):
                    return
        if s.log is not None:
            s.log.tell("instant", CODES[card], int(s.queue >> 3 & 7))
        if card == BT:
            if begin_battle(s):
                return
        elif card == EM:
            ask_gift(s, s.fp)
            return
        elif card == IM:
            immigrate(s)
        else:
            depopulate(s)
        if not finish(s):
            return
    if s.rules.declare and ask_instants(s):
        return
    go_to_round(s)


def all_full(s: JunQuickState) -> bool:
    for seat in range(s.seats):
        if size(s.hands[seat]) < HAND:
            return False
    return True


def finish(s: JunQuickState) -> bool:
    """The instant at the head is done; false if the refill has ended the game."""
    s.discard += one(LAID + (s.queue & 7))
    s.queue >>= 6
    return fill_all(s)


def go_to_round(s: JunQuickState) -> None:
    if s.mid_round:
        s.mid_round = False
        s.resume_round()
    else:
        s.begin_round()


def ask_instants(s: JunQuickState) -> bool:
    """Option declare: everybody who holds instants says which of them he lays."""
    if s.log is not None:
        s.log.tell("window", "declare")
    asked: i64 = 0
    for seat in range(s.seats):
        s.picks[seat] = 0
        if s.hands[seat] & INSTANT_FIELDS:
            asked |= bit(seat)
    s.pending = asked
    s.phase = DECLARE
    if not asked:
        s.leave_scene(DECLARE, s.turn)
    return asked != 0


def declare(s: JunQuickState, seat: i64, action: i64) -> None:
    """Name one more instant, or be ready; the last one to be ready opens the lists."""
    if action != READY:
        shift: i64 = 0
        while s.picks[seat] >> shift:
            shift += 3
        s.picks[seat] |= shifted(action - INST + 1, shift)
        if nameable(s, seat):
            return
    s.pending &= ~bit(seat)
    if s.pending:
        return
    for place in range(s.seats):
        owner = (s.fp + place) % s.seats
        named = s.picks[owner]
        while named:
            card = LAID + (named & 7)
            s.hands[owner] -= one(card)
            tracking.leaves_hand(s, owner, card)
            enqueue(s, owner, card)
            if s.log is not None:
                s.log.tell("queue", int(owner), CODES[card])
            named >>= 3
        s.picks[owner] = 0
    if s.queue:
        run(s)
    else:
        go_to_round(s)


def begin_battle(s: JunQuickState) -> bool:
    """Everybody with a nominal must lay one; false if nobody has one."""
    asked: i64 = 0
    for seat in range(s.seats):
        s.picks[seat] = 0
        if present(s.hands[seat]) & NOMINALS:
            asked |= bit(seat)
    s.pending = asked
    s.phase = BATTLE
    return asked != 0


def lay_battle(s: JunQuickState, seat: i64, card: i64) -> None:
    """The unique highest value wins, else the unique lowest, else nobody."""
    s.picks[seat] = LAY_BATTLE + card + 1
    s.pending &= ~bit(seat)
    if s.pending:
        return
    winner = battle_winner(s)
    won: i64 = 0
    cards: list[tuple[int, str]] = []
    for other in range(s.seats):
        laid = s.picks[other] - LAY_BATTLE - 1
        s.picks[other] = 0
        if laid < 0:
            tracking.proves_lack(s, other, NOMINALS)
            continue
        if s.log is not None:
            cards.append((int(other), CODES[laid]))
        if winner < 0:
            tracking.shows(s, other, one(laid))
        else:
            s.hands[other] -= one(laid)
            tracking.leaves_hand(s, other, laid)
            won += one(laid)
    if s.log is not None:
        s.log.tell("battle", tuple(cards), int(winner) if winner >= 0 else None)
    if winner >= 0:
        s.nests[winner] += won
        tracking.comes_to_nest(s, winner, won)
    if finish(s):
        run(s)


def battle_winner(s: JunQuickState) -> i64:
    """-1: a draw."""
    high: i64 = 0
    low: i64 = 9
    highest: i64 = -1
    lowest: i64 = -1
    for seat in range(s.seats):
        card = s.picks[seat] - LAY_BATTLE - 1
        if card >= 0:
            value: i64 = 5 if card == DM else NOMINAL[card]
            if value > high:
                high = value
                highest = seat
            elif value == high:
                highest = -1
            if value < low:
                low = value
                lowest = seat
            elif value == low:
                lowest = -1
    return highest if highest >= 0 else lowest


def ask_gift(s: JunQuickState, seat: i64) -> None:
    s.phase = EMIGRATE
    s.turn = seat
    s.pending = bit(seat)
    s.put = 0
    s.put_count = 0
    s.put_last = 0


def give(s: JunQuickState, card: i64) -> None:
    """Three cards go to the left neighbour, together after the third."""
    effects.put(s, card)
    if s.put_count < 3:
        return
    giver = s.turn
    receiver = s.after(giver)
    given = s.put
    s.hands[giver] -= given
    s.hands[receiver] += given
    s.put = 0
    s.put_count = 0
    if s.tracks or s.log is not None:
        cards = listed(given)
        tracking.passes(s, giver, receiver, cards, False)
        tell_passed(s, "gift", giver, receiver, cards)
    if receiver != s.fp:
        ask_gift(s, receiver)
    elif finish(s):
        run(s)


def tell_passed(s: JunQuickState, kind: str, giver: i64, receiver: i64, cards: vec[i64]) -> None:
    if s.log is not None:
        both = 1 << int(giver) | 1 << int(receiver)
        seen = (int(giver), int(receiver))
        names = tuple(CODES[card] for card in cards)
        s.log.tell_some(both, kind, (*seen, names), (*seen, ("??",) * len(names)))


def immigrate(s: JunQuickState) -> None:
    """Everybody takes three random cards from the hand of the right neighbour."""
    told = s.tracks or s.log is not None
    taker = s.fp
    for place in range(s.seats):
        victim = s.before(taker)
        cards = vec[i64]()
        for i in range(3):
            card = s.blind(HAND_ZONES[victim], s.hands[victim])
            s.hands[victim] -= one(card)
            s.hands[taker] += one(card)
            if told:
                cards = append(cards, card)
        if told:
            tracking.passes(s, victim, taker, cards, True)
            tell_passed(s, "taken", victim, taker, cards)
        taker = s.after(taker)


def depopulate(s: JunQuickState) -> None:
    """Everybody discards two random cards of the right neighbour; a Dominant goes back."""
    victim = s.before(s.fp)
    for place in range(s.seats):
        lost: i64 = 0
        for i in range(2):
            card = s.blind(HAND_ZONES[victim], s.hands[victim])
            s.hands[victim] -= one(card)
            lost += one(card)
        if lost & one(DM):
            lost -= one(DM)
            s.hands[victim] += one(DM)
            tracking.shows(s, victim, one(DM))
            if s.log is not None:
                s.log.tell("spared", int(victim))
        s.discard += lost
        if s.tracks:
            cards = listed(lost)
            for i in range(len(cards)):
                tracking.leaves_hand(s, victim, cards[i], True)
        if s.log is not None:
            s.log.tell("lost", int(victim), tuple(codes(lost)))
        victim = s.after(victim)


# the end of the game


def end_game(s: JunQuickState, why: i64) -> None:
    """Hands join the nests, and all packs that are possible are formed."""
    while s.queue:
        s.discard += one(LAID + (s.queue & 7))
        s.queue >>= 6
    for seat in range(s.seats):
        kept = s.hands[seat] & (~INSTANT_FIELDS if s.rules.whole_hand else NEST_FIELDS)
        s.nests[seat] += kept
        s.discard += s.hands[seat] - kept
        s.hands[seat] = 0
        count = most_packs(s.nests[seat])
        if count:
            s.packs = s.packs[:]
        for i in range(count):
            pack: i64 = seat << 20
            for nominal in range(1, 5):
                pack |= final_card(s, seat, nominal) << (5 * nominal - 5)
            s.packs = append(s.packs, pack)
    s.phase = OVER
    s.pending = 0
    s.free = 0
    s.mid_round = False
    s.end = why
    if s.log is not None:
        for seat in range(s.seats):
            s.log.tell("count", int(seat), int(s.home(seat)), int(s.virus_count(seat)))
        s.log.tell("over", ("deck", "idle")[int(why)])


def final_card(s: JunQuickState, seat: i64, nominal: i64) -> i64:
    """The card that stands for this nominal in a final pack: a printed one if there is any."""
    nest = s.nests[seat]
    if of_class(nest, nominal):
        card = first_of_class(nest, nominal)
    else:
        card = DM if nominal == 4 and copies(nest, DM) else EV
    s.nests[seat] = nest - one(card)
    return card
