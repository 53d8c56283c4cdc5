"""How each deal of a match began for each seat, for the statistics of its people."""

from __future__ import annotations

from koloda.core.bits import bit
from koloda.table.room import Room

MOST_DEALS = 100

# was the seat asked first (None: several were asked at once), its first choice, and whether it won the deal
Beginning = tuple[bool | None, str, bool]


def beginnings(room: Room) -> list[list[Beginning]]:
    """By seat, for each finished deal. A first choice is the first one with more than one possibility."""
    seats = range(len(room.seats))
    found: list[list[Beginning]] = [[] for _ in seats]
    results = [] if room.match is None else room.match.results
    for deal, result in list(zip(room.deals, results, strict=False))[:MOST_DEALS]:
        state = room.game.deal(len(room.seats), deal.seed, room.options, deal.context)
        asked = state.pending
        alone = asked & (asked - 1) == 0
        chosen = [""] * len(room.seats)
        for seat, action in deal.actions:
            if not chosen[seat] and len(state.legal(seat)) > 1:
                chosen[seat] = room.game.text(action)
                if all(chosen):
                    break
            state.apply(seat, action)
        for seat in seats:
            first = asked == bit(seat) if alone else None
            found[seat].append((first, chosen[seat], seat in result["winners"]))
    return found
