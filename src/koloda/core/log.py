"""What happened in a watched deal: events with their visibility, and the outcomes of chance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

from koloda.core.errors import BadTrace

EVERYBODY: Final = -1


class Event:
    """Something that happened, as the seats in the mask `seats` see it and as all others see it."""

    def __init__(
        self, kind: str, full: tuple[object, ...], seats: int, public: tuple[object, ...] | None
    ) -> None:
        self.kind = kind
        self.full = full
        self.seats = seats
        self.public = public

    def seen_by(self, seat: int | None) -> tuple[object, ...] | None:
        """(kind, *details) as this seat (None: a spectator) may know it; None if it must not notice."""
        if self.seats == EVERYBODY or (seat is not None and self.seats >> seat & 1):
            return (self.kind, *self.full)
        return None if self.public is None else (self.kind, *self.public)


class Chance:
    """One outcome of chance: a zone in its new order, or (pick) one thing taken blindly from a zone."""

    def __init__(self, zone: str, values: list[int], pick: bool) -> None:
        self.zone = zone
        self.values = values
        self.pick = pick

    def __str__(self) -> str:
        return f"a pick from {self.zone}" if self.pick else f"a shuffle of {self.zone}"


class Log:
    """Kept by a state that is watched. With a script, chance does what the script says.

    `scenes` are moments that a table shows although the rules do not stop there: a secret question for which
    nobody turned out to have the cards (State.question). Each has the number of events told before it.
    """

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.scenes: list[tuple[int, Any]] = []  # Any: a State
        self.chance: list[Chance] = []
        self.script: list[Chance] | None = None

    def tell(self, kind: str, *details: object) -> None:
        """An event that everybody sees."""
        self.events.append(Event(kind, details, EVERYBODY, None))

    def tell_some(
        self, seats: int, kind: str, full: tuple[object, ...], public: tuple[object, ...] | None
    ) -> None:
        """An event that the seats in the mask see in full, the others as `public` (None: not at all)."""
        self.events.append(Event(kind, full, seats, public))

    def scene(self, state: Any) -> None:
        """Nobody is asked: keep how the table looks while everybody believes that somebody might be."""
        self.scenes.append((len(self.events), state))

    def seen_by(self, seat: int | None) -> list[tuple[object, ...]]:
        """All events so far as this seat may know them."""
        seen = (event.seen_by(seat) for event in self.events)
        return [event for event in seen if event is not None]

    def scripted(self, zone: str, values: Sequence[int], pick: bool) -> list[int] | None:
        """The outcome that the script gives now, checked against what is possible; None: no script."""
        if self.script is None:
            return None
        wanted = Chance(zone, [], pick)
        if not self.script:
            raise BadTrace(f"the rules need {wanted}, the trace has no chance outcome here")
        outcome = self.script.pop(0)
        if outcome.zone != zone or outcome.pick != pick:
            raise BadTrace(f"the rules need {wanted}, the trace has {outcome}")
        possible = outcome.values[0] in values if pick else Counter(outcome.values) == Counter(values)
        if not possible:
            raise BadTrace(f"{outcome}: not what lies there")
        return outcome.values
