"""A round: the turns of the Gathering phase, the windows of the Chieftain phase, Hysteria and Icewhirl."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from koloda.core.bits import bit
from koloda.core.vecs import append, vec
from koloda.games.junquick import effects
from koloda.games.junquick.actions import (
    ACT,
    CHIEF,
    FREEZE,
    GATHER,
    HYS,
    INF,
    INFLUENCE,
    LAY_G3,
    LAYABLE,
    LIAR_LAY,
    N4,
    NEST,
    ON_D1,
    ON_TOO_SOON,
    OPEN,
    PASS,
    RESPONSE,
    WAIT,
)
from koloda.games.junquick.cards import (
    CODES,
    CS,
    D1,
    DM,
    EV,
    G3,
    HY,
    HYSTERIA_FIELD,
    IW,
    L1,
    NOMINAL,
    SLATES,
    T1,
    one,
)
from koloda.games.junquick.knowledge import tracking
from koloda.games.junquick.legal import can_undo, influences

if TYPE_CHECKING:
    from koloda.games.junquick.state import JunQuickState


def begin(s: JunQuickState) -> None:
    s.round_no += 1
    s.in_round = bit(s.seats) - 1
    s.surface = OPEN
    s.top = -1
    s.decided = False
    s.redrawn = False
    if s.log is not None:
        s.log.tell("round", int(s.round_no), int(s.fp))
    ask(s, s.fp)


def ask(s: JunQuickState, seat: i64) -> None:
    """The first seat in the round from this one on moves."""
    while not s.in_round & bit(seat):
        seat = s.after(seat)
    s.turn = seat
    s.phase = GATHER
    s.pending = bit(seat)
    s.free = 0


# plays


def play(s: JunQuickState, seat: i64, action: i64) -> None:
    """LAY, NEST, ACT or INF, on one's own turn or in a freeze."""
    s.decided = True
    if action == LAY_G3:
        lay(s, seat, G3)
    elif action < NEST:
        lay(s, seat, LAYABLE[action])
    elif action < ACT:
        evolve(s, seat, action - NEST + 1)
    elif action < INF:
        activate(s, seat, L1 + (action - ACT) // 6, (action - ACT) % 6)
    else:
        influence(s, seat, INFLUENCE[action - INF])


def cover(s: JunQuickState, seat: i64, card: i64, value: i64) -> None:
    """A card comes on top of the pile."""
    s.pile = append(s.pile, card | seat << 5 | value << 8)
    s.top = seat


def lay(s: JunQuickState, seat: i64, card: i64) -> None:
    value = s.surface + 1 if card == EV else NOMINAL[card]
    s.hands[seat] -= one(card)
    tracking.leaves_hand(s, seat, card)
    cover(s, seat, card, value)
    s.last_card = -1
    if s.log is not None:
        s.log.tell("lay", int(seat), CODES[card], int(value))
    if card == DM:
        s.end_round()
        return
    s.surface = value
    after_play(s, seat)


def evolve(s: JunQuickState, seat: i64, value: i64) -> None:
    """An Evolution from the own nest takes any higher value."""
    s.nests[seat] -= one(EV)
    tracking.leaves_nest(s, seat, EV)
    cover(s, seat, EV, value)
    s.last_card = -1
    s.surface = value
    if s.log is not None:
        s.log.tell("evolve", int(seat), int(value))
    after_play(s, seat)


def activate(s: JunQuickState, seat: i64, card: i64, target: i64) -> None:
    """A property card lies aside while its effect takes place."""
    s.hands[seat] -= one(card)
    tracking.leaves_hand(s, seat, card)
    s.aside = one(card)
    remember(s, seat, card, True, s.surface)
    if s.log is not None:
        s.log.tell("act", int(seat), CODES[card], int(target))
    s.opponent = target
    if card < T1:
        s.put = 0
        s.put_count = 0
        s.put_last = 0
        s.phase = LIAR_LAY
        s.pending = bit(seat)
        return
    if card < G3:
        effects.rob(s, seat, target)
    else:
        effects.crash(s, seat, target)
    after_play(s, seat)


def influence(s: JunQuickState, seat: i64, card: i64) -> None:
    s.hands[seat] -= one(card)
    tracking.leaves_hand(s, seat, card)
    if s.log is not None:
        s.log.tell("inf", int(seat), CODES[card])
    if card == IW:
        cover(s, seat, card, 0)
        s.last_card = -1
        if is_over(s):
            s.end_round()
            return
        s.freeze = seat
        s.extra = 2
        ask_frozen(s)
        return
    remember(s, seat, card, False, surface_of(card))
    cover(s, seat, card, 0)
    s.surface = s.last_after
    after_play(s, seat)


def surface_of(card: i64) -> i64:
    """What an influence card, no Icewhirl and no Hysteria, makes of the pile."""
    if card >= D1:
        return ON_D1 + card - D1
    return OPEN if card == CS else ON_TOO_SOON


def remember(s: JunQuickState, seat: i64, card: i64, aside: bool, after: i64) -> None:
    """This play can be cancelled."""
    s.last_card = card
    s.last_author = seat
    s.last_base = seat
    s.last_aside = aside
    s.last_before = s.surface
    s.last_after = after
    s.last_in_force = True
    s.last_top = s.top
    s.moved = -1
    s.crashed = False


def forget(s: JunQuickState) -> None:
    """The last play is final; what lay aside is discarded."""
    s.last_card = -1
    s.discard += s.aside
    s.aside = 0


# what follows a play


def is_over(s: JunQuickState) -> bool:
    """Nobody is in the round, or nobody but the top player."""
    if s.top < 0:
        return s.in_round == 0
    return s.in_round & ~bit(s.top) == 0


def after_play(s: JunQuickState, seat: i64) -> None:
    if s.freeze >= 0:
        if s.extra == 2:
            if s.surface >= N4:
                s.end_round()
                return
            s.extra = 1
            forget(s)
            ask_frozen(s)
            return
        s.freeze = -1
    go_on(s, seat)


def go_on(s: JunQuickState, base: i64) -> None:
    """After a play and its effect: the end, a window, or the next turn after the base player."""
    if is_over(s):
        s.end_round()
    elif s.surface >= N4:
        open_chief(s)
    elif s.last_card >= 0:
        open_response(s)
    else:
        ask(s, s.after(base))


def ask_frozen(s: JunQuickState) -> None:
    """Only the player of the Icewhirl acts."""
    s.turn = s.freeze
    s.phase = FREEZE
    s.pending = bit(s.freeze)
    s.free = 0


def stop(s: JunQuickState) -> None:
    """The rest of the extra plays is given up."""
    seat = s.freeze
    s.freeze = -1
    if s.log is not None:
        s.log.tell("stop", int(seat))
    go_on(s, seat)


def leave_gathering(s: JunQuickState, seat: i64) -> None:
    """A pass in the Gathering phase costs a virus if the seat has a pack."""
    s.decided = True
    tracking.proves_by_passing(s, seat)
    s.in_round &= ~bit(seat)
    if s.log is not None:
        s.log.tell("pass", int(seat))
    if s.home(seat):
        effects.take_virus(s, seat)
    go_on(s, seat)


# windows


def open_response(s: JunQuickState) -> None:
    """Who can undo the last play is asked; in real time everybody in the round but its author."""
    if s.log is not None:
        s.log.tell("window", "response")
    asked = s.in_round & ~bit(s.last_author)
    if not s.rules.real_time:
        for seat in range(s.seats):
            if not s.hands[seat] & HYSTERIA_FIELD:
                asked &= ~bit(seat)
    s.pending = asked
    s.free = 0
    if s.rules.real_time:
        s.free = asked
    if asked:
        s.phase = RESPONSE
        clear_picks(s)
    else:
        s.leave_scene(RESPONSE, s.turn)
        close_response(s)


def close_response(s: JunQuickState) -> None:
    """Nobody has undone the last play."""
    base = s.last_base
    forget(s)
    go_on(s, base)


def open_chief(s: JunQuickState) -> None:
    """Who can play a card is asked; in real time everybody in the round."""
    if s.log is not None:
        s.log.tell("window", "chief")
    asked = s.in_round
    if not s.rules.real_time:
        for seat in range(s.seats):
            # influence cards have the highest fields
            if asked & bit(seat) and (
                s.hands[seat] < SLATES or (not influences(s, seat) and not can_undo(s, seat))
            ):
                asked &= ~bit(seat)
    s.pending = asked
    s.free = 0
    if s.rules.real_time:
        s.free = asked
    if asked:
        s.phase = CHIEF
        clear_picks(s)
    else:
        s.leave_scene(CHIEF, s.turn)
        s.end_round()


def clear_picks(s: JunQuickState) -> None:
    for seat in range(s.seats):
        s.picks[seat] = 0


def submit(s: JunQuickState, seat: i64, action: i64) -> None:
    """A sealed choice in a window; the last one opens them all."""
    s.picks[seat] = action + 1
    s.pending &= ~bit(seat)
    if not s.pending:
        if s.phase == CHIEF:
            leave_chief(s)
        players: i64 = 0
        for other in range(s.seats):
            pick = s.picks[other] - 1
            if pick >= 0 and pick != WAIT and pick != PASS:
                players |= bit(other)
        if players:
            first = first_in_priority(s, players)
            if s.log is not None:
                tell_outrun(s, players & ~bit(first))
            respond(s, first, s.picks[first] - 1)
        elif s.phase == CHIEF:
            s.end_round()
        else:
            close_response(s)


def tell_outrun(s: JunQuickState, seats: i64) -> None:
    """Only these seats learn that their card was not the first; it stays in their hand."""
    for seat in range(s.seats):
        if seats & bit(seat) and s.log is not None:
            pick = s.picks[seat] - 1
            card = HY if pick == HYS else INFLUENCE[pick - INF]
            s.log.tell_some(1 << int(seat), "outrun", (int(seat), CODES[card]), None)


def leave_chief(s: JunQuickState) -> None:
    """Who has submitted a pass leaves the round."""
    for seat in range(s.seats):
        if s.picks[seat] == PASS + 1:
            if not s.rules.real_time:
                tracking.proves_by_leaving(s, seat)
            s.in_round &= ~bit(seat)
            if s.log is not None:
                s.log.tell("leave", int(seat))


def first_in_priority(s: JunQuickState, players: i64) -> i64:
    """Whose card is laid: the first player's, else that of the nearest seat counter-clockwise from him."""
    if s.rules.shuffled and players & (players - 1):
        order = vec[i64]()
        for seat in range(s.seats):
            if players & bit(seat):
                order = append(order, seat)
        s.shuffle("priority", order)
        return order[0]
    seat = s.fp
    while not players & bit(seat):
        seat = s.before(seat)
    return seat


def respond(s: JunQuickState, seat: i64, action: i64) -> None:
    if action == HYS:
        undo(s, seat)
    else:
        influence(s, seat, INFLUENCE[action - INF])


def react(s: JunQuickState, seat: i64, action: i64) -> None:
    """The windows in real time: a card is laid at once, and who waits in a chief window may still act.

    `pending` are those who have not answered yet, `free` all who may act while the window is open.
    """
    if action != WAIT and action != PASS:
        respond(s, seat, action)
        return
    s.pending &= ~bit(seat)
    if action == PASS:
        s.free &= ~bit(seat)
        s.picks[seat] = PASS + 1
        leave_chief(s)
        s.picks[seat] = 0
        if is_over(s):
            s.pending = 0
    elif s.phase == RESPONSE:
        s.free &= ~bit(seat)
    if not s.pending:
        if s.phase == CHIEF:
            s.end_round()
        else:
            close_response(s)


def undo(s: JunQuickState, seat: i64) -> None:
    """Hysteria: the last play is undone, or done again."""
    s.last_in_force = not s.last_in_force
    if s.log is not None:
        s.log.tell("hysteria", int(seat), CODES[s.last_card], s.last_in_force)
    s.hands[seat] -= one(HY)
    tracking.leaves_hand(s, seat, HY)
    s.surface = s.last_after if s.last_in_force else s.last_before
    if s.moved >= 0:
        if s.moved == HY and s.moved_from == seat and s.last_in_force:
            s.moved = -1  # it came back to him, and it is the card that he plays
        else:
            effects.flip_move(s, seat)
    if s.crashed:
        packs = s.packs
        s.packs = s.other_packs
        s.other_packs = packs
    if s.last_aside:
        s.aside += one(HY)
    else:
        cover_hysteria(s, seat)
    s.last_author = seat
    go_on(s, s.last_base)


def cover_hysteria(s: JunQuickState, seat: i64) -> None:
    """Hysteria comes on top of the influence card that it cancels."""
    cover(s, seat, HY, 0)
    if not s.rules.hysteria_takes_lead:
        s.top = s.last_base if s.last_in_force else s.last_top
