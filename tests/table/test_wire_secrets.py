"""No message to a viewer depends on what that viewer may not know, in any of the games."""

from __future__ import annotations

import copy
import json
import random
from itertools import zip_longest
from typing import Any, NamedTuple

import pytest

import koloda
from koloda.core.bits import members
from koloda.core.record import begin_record
from koloda.core.rng import Rng
from koloda.core.state import State
from koloda.table import rows
from koloda.table.room import ChatLine, PlayedDeal, Room, Seat, Stage
from koloda.table.updates import Snapshot, table_info
from koloda.table.wire import encode
from table.serving import Chair, Server, together
from table.test_games import SHORT

START = 1_000_000
DEALS = 5
# events that by the rules show to everybody what was hidden or sealed, and of which no view tells afterwards
MOMENTS = {("viceroy", "bid"), ("junquick", "shown"), ("junquick", "leave")}
CASES: list[tuple[str, int, dict[str, Any]]] = [
    ("durak", 4, {}),
    ("durak", 3, {"mode": "individual", "ask_beat": "when_possible"}),
    ("yassa", 4, {}),
    ("yassa", 3, {"reaction_mode": "realtime", "intervention": "any_identical"}),
    ("flights", 4, {}),
    ("viceroy", 3, {}),
    ("junquick", 4, {"chief_time": "windows"}),
    ("junquick", 3, {"instant_mode": "declare"}),
    ("junquick", 3, {"chief_time": "real"}),
]


def opened(game: str, seats: int, options: dict[str, Any], number: int) -> Room:
    room = Room("a table of a test")
    secret = f"{number:064x}"
    room.fold(rows.Made(START, game, seats, options, secret, "u0", turn=60_000, bank=30_000, reaction=4000))
    for seat in range(seats):
        room.fold(rows.Sat(START, seat, f"u{seat}", f"P{seat}"))
    room.fold(rows.Dealt(START))
    return room


class Told(NamedTuple):
    """An event as a seat was shown it; own: nobody else was shown the same."""

    kind: str
    seen: tuple[object, ...]
    own: bool


def attributes(thing: object) -> list[str]:
    """Those of an object whose class may be compiled."""
    names = getattr(type(thing), "__mypyc_attrs__", None) or vars(thing)
    return [name for name in names if hasattr(thing, name)]


def copied(value: Any) -> Any:
    """A deep copy; objects of compiled classes do not know how to make one."""
    if isinstance(value, list):
        return [copied(each) for each in value]
    if isinstance(value, ChatLine):
        return value  # it never changes
    if not isinstance(value, Seat | PlayedDeal):
        return copy.deepcopy(value)
    made = Seat() if isinstance(value, Seat) else PlayedDeal(0, 0, {})
    for name in attributes(value):
        setattr(made, name, copied(getattr(value, name)))
    return made


class Twin:
    """The same table in another world that one seat cannot tell from the true one, and goes on beside it."""

    def __init__(self, room: Room, seat: int, rng: Rng) -> None:
        assert room.state is not None
        assert room.state.log is not None
        self.seat = seat
        self.told = Snapshot(room, room.live_at).count(seat)
        self.first = len(room.state.events)
        self.room = Room(room.id)
        # what is folded changes these; of the rest both have the same
        own = ("seats", "seen", "deals", "onlookers", "owed_since", "seen_before", "chats")
        for name in attributes(room):
            setattr(self.room, name, copied(getattr(room, name)) if name in own else getattr(room, name))
        match = self.room.match = copy.copy(room.match)
        assert match is not None
        match.totals, match.results = list(match.totals), list(match.results)
        world: State = room.state.determinize(seat, rng)
        # a sampled world has no past: until now it is told what was told, from now on it tells for itself
        world.watch().events = list(room.state.log.events)
        self.room.state = world
        self.room.stages = [Stage(stage.at, world, stage.told) for stage in room.stages[-1:]]

    def follows(self, row: rows.Act, sealed: bool, rng: random.Random) -> bool:
        """Do the same in this world, where it is possible; what is sealed may be something else."""
        state = self.room.state
        assert state is not None
        if not self.room.live(row.at) or not (state.pending | state.free) >> row.seat & 1:
            return False
        legal = state.legal(row.seat)
        if sealed and row.seat != self.seat:
            other = rng.choice(legal)
            if is_sealed(state, row.seat, other):
                row = rows.Act(row.at, row.seat, state.game.text(other))
        if state.game.action(row.a) not in legal:
            return False
        self.room.fold(row)
        return True

    def differs(self, room: Room) -> bool:
        """Are the hidden cards others?"""
        assert self.room.state is not None
        assert room.state is not None
        return bool(self.room.state.reveal() != room.state.reveal())

    def tells_apart(self, room: Room, now: int) -> bool:
        """Has the seat learnt by the rules in which of the worlds it is?"""
        mine, theirs = Snapshot(room, now).seen(self.seat), Snapshot(self.room, now).seen(self.seat)
        if mine.key != theirs.key or mine.over is not None:
            return True
        for one, other in zip_longest(self.shown(room), self.shown(self.room)):
            if one != other:
                # a thing of its own, or what is shown for a moment and in no view afterwards
                return any(
                    told is not None and (told.own or (room.game.id, told.kind) in MOMENTS)
                    for told in (one, other)
                )
        return False

    def compare(self, room: Room, now: int) -> None:
        """The seat is told the same at both tables, all that there was to tell since they parted."""
        mine, theirs = Snapshot(room, now), Snapshot(self.room, now)
        if room.asked_at != self.room.asked_at:
            # somebody else is asked in secret, and so at another time: test_secret_times looks at that
            assert mine.events(self.seat, self.told, "en") == theirs.events(self.seat, self.told, "en")
            return
        assert mine.update(self.seat, "en", self.told) == theirs.update(self.seat, "en", self.told)
        assert encode(table_info(room, now)) == encode(table_info(self.room, now))

    def shown(self, room: Room) -> list[Told]:
        """What the seat was shown at one of the tables since they parted."""
        assert room.state is not None
        found = []
        for event in room.state.events[self.first :]:
            seen = event.seen_by(self.seat)
            if seen is not None:
                found.append(Told(event.kind, seen, event.seats == 1 << self.seat))
        return found


@pytest.mark.parametrize(("game", "seats", "options"), CASES)
def test_nobody_is_told_what_only_hidden_cards_decide(game: str, seats: int, options: dict[str, Any]) -> None:
    """Tables whose hidden cards differ go on with the same actions, as long as one seat sees no difference.

    A message that depends on a hidden card, be it by its view or by an event, differs between them.
    """
    rng = random.Random(7)
    new = old = 0
    for number in range(DEALS):
        room = opened(game, seats, options, number)
        twins: list[Twin] = []
        sealed = False
        now = START
        for _ in range(160):
            state = room.state
            if state is None or room.status != "playing":
                break
            now = max(now + 500, room.live_at, *(twin.room.live_at for twin in twins))
            for seat in range(seats):
                if rng.random() < 0.06 and not sealed:
                    twin = Twin(room, seat, Rng(rng.getrandbits(30)))
                    assert twin.room.state is not None
                    if twin.room.state.question() != state.question():
                        continue  # how long an open question may take is known to all
                    twin.compare(room, now)
                    new += twin.differs(room)
                    twins.append(twin)
            row = chosen(rng, room, twins, now)
            # what the others have sealed is sampled, too, and is shown when all have decided
            sealed = is_sealed(state, row.seat, state.game.action(row.a))
            twins = [twin for twin in twins if twin.follows(row, sealed, rng)]
            room.fold(row)
            now = max(now, room.live_at, *(twin.room.live_at for twin in twins))
            twins = [twin for twin in twins if not twin.tells_apart(room, now)]
            for twin in twins:
                twin.compare(room, now)
                old += twin.differs(room)
    assert new > 5 * DEALS, "the worlds must differ, or nothing was tested"
    assert old > 5 * DEALS, "and go on for a while"


def is_sealed(state: State, seat: int, action: int) -> bool:
    """Does this decision wait for those of others?"""
    after = state.clone()
    after.apply(seat, action)
    return bool(after.pending and after.pending == state.pending & ~(1 << seat))


def chosen(rng: random.Random, room: Room, twins: list[Twin], now: int) -> rows.Act:
    """An action that is possible in as many of the worlds as one of two."""
    state = room.state
    assert state is not None
    found = []
    for _ in range(2):
        seat = rng.choice(members(state.pending | state.free))
        action = rng.choice(state.legal(seat))
        worlds = [twin.room.state for twin in twins]
        found.append(
            (sum(world is not None and action in world.legal(seat) for world in worlds), seat, action)
        )
    _, seat, action = max(found)
    return rows.Act(now, seat, state.game.text(action))


@pytest.mark.parametrize(("game", "seats", "options"), CASES)
def test_a_deal_tells_of_no_card_that_is_not_in_view(game: str, seats: int, options: dict[str, Any]) -> None:
    for number in range(5):
        room = opened(game, seats, options, number)
        for seat in (*range(seats), None):
            update = json.loads(Snapshot(room, room.live_at).update(seat, "en", None))
            in_view = set(words(update["view"]))
            assert {word for event in update["events"] for word in words(event["e"][1:])} <= in_view | {"??"}


def words(data: Any) -> list[str]:
    """All texts in some JSON."""
    if isinstance(data, str):
        return [data]
    values = data.values() if isinstance(data, dict) else data if isinstance(data, list) else ()
    return [word for value in values for word in words(value)]


@pytest.mark.parametrize("game", SHORT)
def test_everything_that_was_sent_is_what_the_rules_show(game: str, tmp_path: Any) -> None:
    """Two people and a spectator; afterwards the record tells what each of them was allowed to see."""
    with Server(f"sqlite:///{tmp_path}/koloda.db") as server:
        ann, bob, eve = server.person("Ann"), server.person("Bob"), server.person("Eve")
        clock = {"turn": 60, "bank": 0, "reaction": 0}
        table = ann.make(game, options=SHORT[game], clock=clock)
        bob.sit(table)
        for seat in ann.do("GET", f"/api/tables/{table}")["table"]["seats"]:
            if seat["kind"] == "empty":
                ann.do("POST", f"/api/tables/{table}/bot", {"seat": seat["seat"], "level": "easy"})
        ann.do("POST", f"/api/tables/{table}/start", {})
        with ann.at(table) as one, bob.at(table) as other, eve.at(table) as watcher:
            together(
                lambda: one.play(random.Random(1)),
                lambda: other.play(random.Random(2)),
                lambda: watcher.play(random.Random(3)),
            )
        record = ann.do("GET", f"/api/tables/{table}/record")
    for viewer, chair in ((0, one), (1, other), (None, watcher)):
        check_chair(record, viewer, chair)


def check_chair(record: dict[str, Any], viewer: int | None, chair: Chair) -> None:
    game = koloda.game(record["game"])
    state = begin_record(game, record)
    views = set()
    events: list[Any] = []
    legal: dict[str, list[list[str]]] = {}

    def look() -> None:
        view = json.dumps(as_json(state.view(viewer)), sort_keys=True)
        views.add(view)
        if viewer is not None and state.offered(viewer):
            legal.setdefault(view, []).append([game.text(action) for action in state.offered(viewer)])

    look()
    for seat, text in record["actions"]:
        state.step(seat, game.action(text))
        look()
    assert state.log is not None
    events = as_json(state.log.seen_by(viewer))
    for message, raw in zip(chair.received, chair.raw, strict=True):
        if message["t"] == "update":
            view = json.dumps(message["view"], sort_keys=True)
            assert view in views
            for event in message["events"]:
                assert event["e"] == events[event["n"] - 1]
            if message["legal"]:
                assert [action["a"] for action in message["legal"]] in legal[view]
            if message["over"] is None:
                assert record["fair"]["secret"] not in raw
                assert str(record["seed"]) not in raw
        else:
            assert message["t"] in ("table", "ok", "error")
            assert record["fair"]["secret"] not in raw
    assert chair.seen == len(events)


def as_json(data: Any) -> Any:
    return json.loads(json.dumps(data))
