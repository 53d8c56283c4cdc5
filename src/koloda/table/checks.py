"""What an action that a person sends means at this moment, or why it is refused."""

from __future__ import annotations

from koloda.core.errors import BadNotation
from koloda.core.options import shown
from koloda.core.state import TURN
from koloda.table import clocks, wire
from koloda.table.errors import Refused
from koloda.table.room import PLAYING, Room


def checked(room: Room, seat: int, message: wire.Act, arrived: int, now: int, lang: str) -> str:
    """The action in its canonical text, if this seat may do it now; empty: it is ignored.

    Whoever must notice something himself is not helped by the way in which he is refused.
    """
    state = room.state
    if state is None:
        raise Refused("not_started")
    if room.status_at(now) != PLAYING:
        raise Refused("over")  # an end behind a window is none yet: there is just nothing to decide
    if room.seats[seat].rests_until > now:
        raise Refused("on_vacation")  # a clock that stands still must not be one to play by
    count = room.seen_count(seat, room.front(arrived))
    stale = message.v is not None and message.v < count
    if not room.live(now):
        raise Refused("late" if stale else "not_yours")
    if room.deals[-1].taken_back and message.v is not None and message.v < room.seen_before[seat]:
        raise Refused("late")  # it was meant for what is taken back
    try:
        tried = state.game.action(message.a)
    except BadNotation:
        tried = -1
    action = tried
    if tried >= 0:
        action = int(state.meant(seat, tried))
        closed = room.noticeable.get((seat, tried))
        if action < 0 or (action != tried and closed is not None and arrived <= closed + clocks.GRACE):
            return ""
    sight = state.unnoticed()
    possible = action >= 0 and state.why_not(seat, action) is None
    if not possible and not (sight.pending | sight.free) >> seat & 1:
        raise Refused("late" if stale else "not_yours")
    deadline = clocks.deadline(room, seat) if clocks.is_fixed(room, state) else None
    if deadline is not None and arrived > deadline:
        raise Refused("late")
    if stale and (state.needs_sight() or state.question() != TURN):
        # nobody covers a card that he has not seen; what he noticed stays noticed
        if not possible or action in sight.legal(seat):
            raise Refused("late")
    if action < 0:
        raise Refused("unknown_action", shown(message.a))
    if not possible:
        reason = sight.why_not(seat, action)
        assert reason is not None
        raise Refused("late") if stale else Refused("illegal", state.game.reason_text(reason, lang))
    return str(state.game.text(action))


def tie_time(room: Room, seat: int, message: wire.Act, now: int, lang: str) -> int:
    """Real time: how long actions of others are waited for that count as simultaneous with this one."""
    state = room.state
    if state is None or not state.free:
        return 0
    text = checked(room, seat, message, now, now, lang)
    return int(state.tie_time(seat, state.game.action(text))) if text else 0
