"""What a viewer is shown of a table: the only place where something of a deal becomes a message.

Everything goes through view(seat), seen_by(seat) and offered(seat). Parts that several viewers share are
encoded once for all of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Raw

from koloda.core.game import Game
from koloda.core.log import Event
from koloda.core.state import WINDOW
from koloda.table import clocks, wire
from koloda.table.encoded import MadeEvent, MadeUpdate
from koloda.table.room import BETWEEN, OVER, PERSON, PLAYING, Room, Stage
from koloda.table.texts import spoken

encode = wire.encode
_labels: dict[tuple[int, int, str], Raw] = {}
MOST_LABELS = 200_000


def label(game: Game, action: int, lang: str) -> Raw:
    """An action as {a, label}; the game objects live as long as the process, so their ids serve as keys."""
    key = (id(game), action, lang)
    raw = _labels.get(key)
    if raw is None:
        if len(_labels) > MOST_LABELS:
            _labels.clear()
        raw = Raw(encode(wire.LegalAction(game.text(action), game.label(action, lang))))
        _labels[key] = raw
    return raw


class Seen:
    """What a viewer is shown apart from events and clocks."""

    def __init__(
        self, view: dict[str, Any] | None, legal: list[int], owed: bool, free: bool, over: wire.Over | None
    ) -> None:
        self.view = view
        self.encoded = encode(view)
        self.legal = legal
        self.owed = owed
        self.free = free
        self.over = over

    @property
    def key(self) -> tuple[object, ...]:
        """The same as long as nothing changes for the viewer."""
        return self.encoded, self.legal, self.owed, self.free, self.over is not None


NOTHING = Seen(None, [], False, False, None)


class Snapshot:
    """One moment of a table, for all its viewers. Short-lived: it remembers what is already encoded."""

    def __init__(self, room: Room, now: int) -> None:
        self.room = room
        self.now = now
        self.stage: Stage | None = room.front(now) if room.stages else None
        self.true = self.stage is not None and self.stage is room.stages[-1]
        self.log: Sequence[Event] = () if room.state is None else room.state.events
        self._counts: dict[int | None, int] = {}
        self._events: dict[tuple[int, int, bool, str], Raw] = {}
        self._texts: dict[tuple[int, bool, str], str] = {}
        self._names: dict[str, tuple[str, ...]] = {}
        self._times: tuple[int, int, bool] | None = None
        self._over: wire.Over | None = None

    def count(self, seat: int | None) -> int:
        """The number of the last event that this viewer has been shown."""
        found = self._counts.get(seat)
        if found is None:
            found = 0 if self.stage is None else self.room.seen_count(seat, self.stage)
            self._counts[seat] = found
        return found

    def seen(self, seat: int | None) -> Seen:
        """The view, the legal actions, whether one is owed, and the end."""
        stage = self.stage
        if stage is None:
            return NOTHING
        state = stage.state
        view = state.view(seat)
        legal: list[int] = []
        owed = False
        free = False
        if seat is not None and self.true:
            # a program sees what is there to be noticed; its list is that of the bot protocol
            bot = self.room.seats[seat].bot
            legal = [int(action) for action in (state.legal(seat) if bot else state.offered(seat))]
            owed = bool(state.pending >> seat & 1)
            free = bool(state.unnoticed().free >> seat & 1)
        return Seen(view, legal, owed, free, self.over())

    def over(self) -> wire.Over | None:
        room = self.room
        if (
            not self.true
            or room.status not in (BETWEEN, OVER)
            or room.match is None
            or not room.match.results
        ):
            return None
        if room.state is None or not room.state.over:
            return None
        if self._over is None:
            ended = room.status == OVER
            result = room.match.results[-1]
            self._over = wire.Over(
                result=result,
                scores=[float(score) for score in result["scores"]],
                winners=list(room.match.winners if room.match.over else result["winners"]),
                totals=room.game.shown_totals(room.match.totals, len(room.match.results)),
                match_over=ended,
                next=None if ended else max(0, room.ended + clocks.BETWEEN_DEALS - self.now),
                seed=str(room.deals[-1].seed) if ended else "",
                secret=room.made.secret if ended and room.proven else "",
            )
        return self._over

    def events(self, seat: int | None, after: int, lang: str) -> list[Raw]:
        """What this viewer was shown in this deal after the event with this number."""
        stage, room = self.stage, self.room
        if stage is None or room.state is None:
            return []
        viewer = room.viewer(seat)
        before = room.seen_before[viewer]
        numbers = room.seen[viewer]
        return [
            self.event(numbers[place], before + place + 1, seat, lang)
            for place in range(max(0, after - before), self.count(seat) - before)
        ]

    def event(self, number: int, shown_as: int, seat: int | None, lang: str) -> Raw:
        """An event with the number that it has for this viewer; most viewers share it."""
        event = self.log[number]
        full = event.seats == -1 or (seat is not None and bool(event.seats >> seat & 1))
        key = (number, shown_as, full, lang)
        found = self._events.get(key)
        if found is None:
            seen = event.seen_by(seat)
            assert seen is not None
            text = self._texts.get((number, full, lang))
            if text is None:
                text = self.room.game.event_text(seen, self.names(lang), lang)
                self._texts[number, full, lang] = text
            found = self._events[key] = Raw(encode(MadeEvent(shown_as, seen, text)))
        return found

    def names(self, lang: str) -> tuple[str, ...]:
        found = self._names.get(lang)
        if found is None:
            found = self._names[lang] = spoken(tuple(self.room.names), lang)
        return found

    def times(self) -> tuple[int, int, bool]:
        """Of the question in sight: the fixed time, the limit, and whether it is a window for several."""
        if self._times is None:
            assert self.stage is not None
            shown = self.stage.state
            length = clocks.window(self.room, shown)
            limit = length or clocks.limit(self.room, shown)
            self._times = length, limit, shown.question() == WINDOW
        return self._times

    def clock(self, seat: int | None) -> wire.ClockOut | None:
        """The clocks that this viewer may see: somebody else's only where it knows who is awaited."""
        room = self.room
        if self.stage is None or room.status_at(self.now) != "playing":
            return None
        length, limit, is_window = self.times()
        if length:
            left = max(0, self.stage.at + length - self.now)
            return wire.ClockOut(self.now, self.seat_clocks([seat]), left)
        if not limit:
            return wire.ClockOut(self.now, [], None)
        awaited = self.stage.state.awaited(seat)
        alone = awaited is not None and len(awaited) == 1 and not is_window
        window = None if alone else max(0, room.asked_at + limit - self.now)
        return wire.ClockOut(self.now, self.seat_clocks([seat] if awaited is None else awaited), window)

    def seat_clocks(self, seats: Sequence[int | None]) -> list[wire.SeatClock]:
        """The clocks of those of these people who owe a decision that is in updates."""
        room, state = self.room, self.room.state
        found: list[wire.SeatClock] = []
        if self.true and state is not None:
            for seat in seats:
                if seat is not None and state.pending >> seat & 1 and room.seats[seat].kind == PERSON:
                    left = clocks.left(room, seat, self.now)
                    if left is not None:
                        found.append(wire.SeatClock(seat, *left))
        return found

    def update(self, seat: int | None, lang: str, after: int | None) -> bytes:
        """The message that brings a viewer up to date who has seen the events to number `after`."""
        return self.message(seat, lang, after, self.seen(seat))

    def message(self, seat: int | None, lang: str, after: int | None, seen: Seen) -> bytes:
        """The same, if what is seen is known; after None: everything of this deal."""
        room = self.room
        count = self.count(seat)
        first = room.seen_before[room.viewer(seat)] if room.seen_before else 0
        full = after is None or not first <= after <= count
        game = room.state.game if room.state is not None else room.game
        return encode(
            MadeUpdate(
                v=count,
                deal=len(room.deals),
                full=full,
                events=self.events(seat, first if full or after is None else after, lang),
                view=Raw(seen.encoded),
                layout=None if seen.view is None else game.layout(seen.view, game.spoken(lang)),
                aids=None if seen.view is None else game.aids(seen.view) or None,
                legal=[label(game, action, lang) for action in seen.legal],
                owed=seen.owed,
                free=seen.free,
                awaited=[] if self.stage is None else self.stage.state.awaited(seat),
                clock=self.clock(seat),
                over=seen.over,
            )
        )


def table_info(room: Room, now: int, spectators: int = 0) -> wire.TableInfo:
    """What anybody may know of a table who knows its id."""
    made = room.made
    return wire.TableInfo(
        id=room.id,
        game=made.game,
        options=made.options,
        status=room.status_at(now),  # type: ignore[arg-type]
        public=made.public,
        locked=bool(made.password),
        hints=made.hints and not room.rated,
        spectators=spectators,
        spectating=made.spectators,
        host=room.host,
        seats=[
            wire.SeatInfo(
                seat=number,
                kind=seat.kind,  # type: ignore[arg-type]
                name=seat.name or (room.names[number] if seat.kind != "empty" else ""),
                user=seat.user,
                level=seat.level or None,
                ready=seat.ready,
                online=bool(seat.link) or seat.kind == "bot",
                taken_over=seat.taken_over,
                seal=seat.seal,
                guest=seat.guest,
                bot=seat.bot,
                away=seat.rests_until if seat.rests_until > now else 0,
            )
            for number, seat in enumerate(room.seats)
        ],
        clock=wire.ClockRule(made.turn // 1000, made.bank // 1000, made.reaction // 1000),
        deal=max(1, len(room.deals)),
        totals=totals(room, now),
        commit=room.commit if room.proven or room.match is None else None,
        next=room.next_table or None,
        sealed=bool(room.sealed_at),
        auto=made.auto > 0,
        tournament=made.tournament,
        days=made.days,
        casual=made.casual,
        takebacks=room.takebacks,
        taken_back=room.taken_back,
        wish=wish_out(room),
    )


def wish_out(room: Room) -> wire.Wish | None:
    wish = room.wish
    if wish is None:
        return None
    waits = [seat for seat in room.voters(wish.seat) if not wish.agreed >> seat & 1]
    return wire.Wish(wish.number, wish.seat, waits)


def owes(room: Room, user: str, now: int) -> bool:
    """Does this person owe a decision, as far as his own updates tell?"""
    state = room.state
    if state is None or room.status_at(now) != PLAYING or room.front(now) is not room.stages[-1]:
        return False
    return any(seat.user == user and state.pending >> number & 1 for number, seat in enumerate(room.seats))


def totals(room: Room, now: int) -> list[float]:
    """The totals in sight: those of a deal whose end is still behind a window do not count yet."""
    if room.match is None:
        return [0.0] * len(room.seats)
    match = room.match
    found, deals = match.totals, len(match.results)
    if room.status_at(now) != room.status:
        points = room.game.points_in_match(match, match.results[-1])
        found = [total - point for total, point in zip(found, points, strict=True)]
        deals -= 1
    return room.game.shown_totals(found, deals)


def result_of(room: Room) -> dict[str, Any]:
    """How a match has ended, for the history of its players."""
    match = room.match
    assert match is not None
    alone = len(match.results) == 1  # its points say more than what it was worth in a match
    return {
        "names": room.names,
        "scores": match.results[0]["scores"]
        if alone
        else [0.0] * len(room.seats)
        if not match.results
        else room.game.shown_totals(match.totals, len(match.results)),
        "winners": match.winners,
        "deals": len(room.deals),
    }
