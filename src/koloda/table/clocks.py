"""How long decisions may take. Server time is the authority; all numbers are milliseconds.

A turn has its own time, then that of the bank. Reactions have a short, fixed time, after which the rules'
default is taken. Where hidden cards decide who is asked (State.question), the question takes that time
whoever is asked: nobody can tell from the time that passes what somebody holds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from koloda.core.bits import members
from koloda.core.state import SECRET, SECRET_CHOICE, TURN, WINDOW, State

if TYPE_CHECKING:
    from koloda.table.room import Room

EARLY = 150  # before the end of a fixed window its silent seats are decided, so that it ends in time for all
GRACE = 1_000  # so long what could be noticed just before is no mistake: a person's message takes its way
LAG = 300  # between the clock that a person sees at zero and the decision taken for him
BETWEEN_DEALS = 15_000
OPENING = 10_000  # for browsers to open the lucks of their people
ABSENCE = 30_000  # after so long a bot takes over
MISSED_TURNS = 3  # or after so many decisions in a row that the clock took
ASLEEP = 5_000  # a deadline so long ago: nobody has served the table
# by correspondence
DAY = 24 * 3600_000
SLOW_REACTION = 4 * 3600_000  # then the rules' default is taken, as always
SLOW_ASLEEP = 600_000  # a deadline so long ago: no server was there
SPARED = DAY // 2  # what is left then to whoever had to move


def limit(room: Room, state: State | None = None) -> int:
    """The time for the question of this state (usual: the room's), without the bank; 0: no limit."""
    state = room.state if state is None else state
    assert state is not None
    if is_fixed(room, state):
        return window(room, state)
    own = int(state.time_limit())
    return own or (room.made.reaction if state.question() == WINDOW else room.made.turn)


def is_fixed(room: Room, state: State) -> bool:
    """Does the question of this state take the same time whoever is asked, and whatever is answered?"""
    return state.question() >= SECRET and room.made.reaction > 0 and not room.solo


def window(room: Room, state: State | None = None) -> int:
    """How long a secret question stays open whoever is asked; 0 where nothing is to be hidden."""
    state = room.state if state is None else state
    assert state is not None
    question = int(state.question())
    if question < SECRET:
        return 0
    if room.solo:
        return room.made.pause
    return room.made.reaction * (2 if question == SECRET_CHOICE else 1)


def left(room: Room, seat: int, now: int) -> tuple[int, int] | None:
    """What a seat that owes a decision has left: of its turn, and of its bank. None: no limit."""
    length = limit(room)
    if not length:
        return None
    assert room.state is not None
    bank = bank_of(room, room.state, seat)
    used = max(0, now - room.owed_since[seat] - rested(room, seat, now))
    return max(0, length - used), max(0, bank - max(0, used - length))


def deadline(room: Room, seat: int) -> int | None:
    """When the clock decides for this seat."""
    assert room.state is not None
    length = limit(room)
    if not length:
        return None
    if is_fixed(room, room.state):
        return room.owed_since[seat] + length - EARLY
    end = room.owed_since[seat] + length + bank_of(room, room.state, seat) + LAG
    if room.state.question() == TURN:
        for begin, until in room.seats[seat].rests:
            if begin < end and until > room.owed_since[seat]:
                end += until - max(begin, room.owed_since[seat])
    return end


def rested(room: Room, seat: int, now: int) -> int:
    """How long the clock of this turn has stood still because its owner was on vacation."""
    assert room.state is not None
    if room.state.question() != TURN:
        return 0
    since = room.owed_since[seat]
    return sum(max(0, min(until, now) - max(begin, since)) for begin, until in room.seats[seat].rests)


def bank_of(room: Room, state: State, seat: int) -> int:
    """What the seat may use of its bank for this question."""
    return 0 if state.question() == WINDOW or is_fixed(room, state) else room.seats[seat].bank


def due(room: Room) -> int | None:
    """When something happens by itself next, people apart."""
    times: list[int] = []
    if room.sealed_at:
        times.append(room.sealed_at if room.all_open else room.sealed_at + OPENING)
    if room.status == "playing" and room.state is not None:
        for seat in members(room.state.pending):
            if not room.seats[seat].by_bot:
                when = deadline(room, seat)
                if when is not None:
                    times.append(when)
    elif room.status == "between":
        times.append(room.ended + BETWEEN_DEALS)
    return min(times, default=None)


def begins(room: Room) -> int | None:
    """When a table that begins by itself has something to do: to begin, or to give a seat to a bot."""
    if room.status != "waiting" or not room.made.auto or room.sealed_at:
        return None
    if all(seat.ready for seat in room.seats):
        return 0
    if room.made.fill and any(seat.kind == "empty" for seat in room.seats):
        return 0
    late = [
        seat.waits_since + room.made.auto for seat in room.seats if seat.kind == "person" and not seat.ready
    ]
    return min(late, default=None)


def absent(room: Room) -> list[tuple[int, int]]:
    """(when, seat) of the people who are away and for whom a bot will play."""
    if room.status != "playing" or room.slow:
        return []
    return [
        (max(seat.gone_at, room.deals[-1].began) + ABSENCE, number)
        for number, seat in enumerate(room.seats)
        if seat.kind == "person" and not seat.link and not seat.taken_over
    ]


def next_moment(room: Room, now: int, late: int) -> int | None:
    """When there is something to do or to show next.

    Others are left so much time to do it (`late`); -1: it is left to them altogether.
    """
    times = [stage.at for stage in room.stages if stage.at > now]
    if late >= 0:
        when = due(room)
        if when is not None:
            times.append(when + late)
        times += [when + late for when, _ in absent(room)]
        first = begins(room)
        if first is not None:
            times.append(first + late)
    return min(times, default=None)
