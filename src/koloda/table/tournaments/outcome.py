"""What a match at a table brings its sides in a tournament. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from koloda.table.room import PERSON, Room


def outcome(
    room: Room, sides: Sequence[Sequence[int]], members: Sequence[Sequence[str]]
) -> tuple[list[int], list[str]]:
    """The place of each side (1 is best, 0: nobody came), and who did not come.

    A side whose people have all left comes after those who stayed, whatever the bots have done for it.
    """
    seated = {seat.user for seat in room.seats if seat.kind == PERSON}
    absent = [user for users in members for user in users if user not in seated]
    come = [not users or any(user in seated for user in users) for users in members]
    match = room.match
    if match is None:  # it never began
        if all(come):
            return [0] * len(sides), []  # it was closed from outside: nobody's fault, and nobody's points
        return [int(here and bool(users)) for here, users in zip(come, members, strict=True)], absent
    deserters = {room.seats[number].user for number in room.deserters}
    left = [bool(users) and all(user in deserters for user in users) for users in members]
    if match.over:
        winners = set(match.winners)
        ranks = [0 if seats[0] in winners else 1 for seats in sides]
    else:
        if not any(left):
            return [0] * len(sides), absent  # closed from outside
        ranks = [0] * len(sides)
    ranks = [3 if not come[i] else 2 if left[i] else rank for i, rank in enumerate(ranks)]
    places = [1 + sum(other < rank for other in ranks) for rank in ranks]
    return [place if here else 0 for place, here in zip(places, come, strict=True)], absent


def deserted_since(room: Room) -> int:
    """Since when nobody is connected to a match."""
    gone = [seat.gone_at for seat in room.seats if seat.kind == PERSON]
    return max([*gone, room.asked_at, room.ended, *(deal.began for deal in room.deals[-1:])])
