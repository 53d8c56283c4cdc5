"""Taking back an action: by consent, where nothing counts and nobody would know more than before."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest

from koloda.core.fair import check_fair
from koloda.core.options import Value
from koloda.core.record import check_record
from koloda.core.rng import Rng
from koloda.games import game as game_by_id
from koloda.table import rows, takeback
from koloda.table.room import PlayedDeal, Room
from koloda.table.takeback import is_harmless
from table.serving import Chair, Person, Server, until

SLOW = {"turn": 0, "bank": 0, "reaction": 0}
OPEN: dict[str, Value] = {"mode": "individual", "ask_add": "always"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(f"sqlite:///{tmp_path_factory.mktemp('server')}/koloda.db") as server:
        yield server


@pytest.fixture
def ann(server: Server) -> Person:
    return server.person("Ann")


@pytest.fixture
def bob(server: Server) -> Person:
    return server.person("Bob")


def duel(ann: Person, bob: Person, **wanted: Any) -> str:
    given = {"seats": 2, "options": OPEN, "clock": SLOW, "casual": True, **wanted}
    table = ann.make("durak", **given)
    bob.sit(table, luck="ab")
    ann.do("POST", f"/api/tables/{table}/start", {})
    return table


def movers(one: Chair, other: Chair) -> tuple[Chair, Chair]:
    for chair in (one, other):
        if not chair.update:
            chair.wait("update")
    return (one, other) if one.update["owed"] else (other, one)


def wished(*chairs: Chair) -> dict[str, Any]:
    for chair in chairs:
        if not chair.table.get("wish"):
            chair.wait("table", that=lambda message: message["table"]["wish"] is not None)
    found: dict[str, Any] = chairs[0].table["wish"]
    return found


def asked(chair: Chair) -> int:
    """The number of a wish that this person has not been told of before."""
    known = max(
        (
            each["table"]["wish"]["n"]
            for each in chair.received[:-1]
            if each["t"] == "table" and each["table"]["wish"]
        ),
        default=0,
    )
    found = chair.wait("table", that=lambda message: (message["table"]["wish"] or {"n": 0})["n"] > known)
    return int(found["table"]["wish"]["n"])


def undone(chair: Chair) -> dict[str, Any]:
    return chair.wait("update", that=lambda message: message["full"])


def test_both_agree_and_the_table_is_as_before(server: Server, ann: Person, bob: Person) -> None:
    table = duel(ann, bob)
    with ann.at(table) as one, bob.at(table) as other:
        mover, waiter = movers(one, other)
        before = mover.update
        first = before["legal"][0]["a"]
        assert mover.act(first)["t"] == "ok"
        shown = mover.seen
        assert mover.answer(mover.send("takeback"))["t"] == "ok"
        wish = wished(mover, waiter)
        assert wish["waits"] == [1 - wish["seat"]]
        assert waiter.answer(waiter.send("consent", yes=True, n=wish["n"]))["t"] == "ok"
        for chair in (mover, waiter):
            assert undone(chair)["v"] > shown  # no number of an event means two things
            until(lambda chair=chair: chair.table["taken_back"] == 1 or not chair.take())  # type: ignore[misc]
            assert chair.table["wish"] is None
        again = mover.update
        assert (again["view"], again["legal"], again["owed"]) == (
            before["view"], before["legal"], True,
        )  # fmt: skip
        assert not waiter.update["owed"]
        # what was meant for the other table is too late
        late = mover.send("act", a=first, v=shown)
        assert mover.answer(late)["code"] == "late"
        other_card = again["legal"][-1]["a"]
        assert mover.act(other_card)["t"] == "ok"
        log = server.koloda.tables.live[table].room.deals[-1].actions
        assert len(log) == 1
        for chair in (mover, waiter):
            chair.quiet()
            assert [event["text"] for event in chair.update["events"]]


def test_records_replays_and_proofs_are_those_of_what_was_played(
    server: Server, ann: Person, bob: Person
) -> None:
    table = duel(ann, bob)
    rng = random.Random(3)
    with ann.at(table) as one, bob.at(table) as other:
        taken = 0
        while not (one.update and one.update["over"]):
            mover, waiter = movers(one, other)
            if not mover.update["owed"]:
                mover.take()
                continue
            mover.act(rng.choice(mover.update["legal"])["a"])
            mover.quiet(0.02)
            waiter.quiet(0.02)
            if taken < 3 and not mover.update["over"]:
                answer = mover.answer(mover.send("takeback"))
                if answer["t"] == "ok":
                    wish = wished(mover, waiter)
                    waiter.answer(waiter.send("consent", yes=True, n=wish["n"]))
                    taken += 1
                    undone(mover)
                    undone(waiter)
        assert taken == 3
        record = ann.do("GET", f"/api/tables/{table}/record")
        check_record(game_by_id("durak"), record)
        check_fair(record)
        assert ann.ask("GET", f"/api/tables/{table}/replay?seat=0")[0] == 200
        room = Room(table)
        store = server.koloda.tables.store
        import asyncio

        loop = server.server.servers[0].get_loop()
        for _, data in asyncio.run_coroutine_threadsafe(store.read(table), loop).result(10):
            room.fold(rows.read(data))
        assert room.record(1) == record
        assert room.taken_back == 3
        fate = server.koloda.results.ratings
        assert asyncio.run_coroutine_threadsafe(fate.of(ann.user), loop).result(10) == {}  # a casual match


def test_a_no_ends_it_until_the_next_action(ann: Person, bob: Person) -> None:
    table = duel(ann, bob)
    with ann.at(table) as one, bob.at(table) as other:
        mover, waiter = movers(one, other)
        mover.act(mover.update["legal"][0]["a"])
        assert mover.answer(mover.send("takeback"))["t"] == "ok"
        wish = wished(mover, waiter)
        assert waiter.answer(waiter.send("takeback"))["code"] == "wish_open"
        assert waiter.answer(waiter.send("consent", yes=True, n=wish["n"] + 1))["code"] == "late"
        assert waiter.answer(waiter.send("consent", yes=False, n=wish["n"]))["t"] == "ok"
        assert mover.answer(mover.send("takeback"))["code"] == "wish_denied"


def test_the_asker_withdraws_and_the_next_action_ends_it(ann: Person, bob: Person) -> None:
    table = duel(ann, bob)
    with ann.at(table) as one, bob.at(table) as other:
        mover, waiter = movers(one, other)
        mover.act(mover.update["legal"][0]["a"])
        mover.send("takeback")
        wish = wished(mover, waiter)
        assert mover.answer(mover.send("consent", yes=True, n=wish["n"]))["code"] == "not_asked"
        assert mover.answer(mover.send("consent", yes=False, n=wish["n"]))["t"] == "ok"
        mover.send("takeback")
        second = wished(mover, waiter)
        waiter.wait("table", that=lambda message: (message["table"]["wish"] or wish)["n"] != wish["n"])
        waiter.act(next(each["a"] for each in waiter.update["legal"] if each["a"] == "take"))
        answer = waiter.answer(waiter.send("consent", yes=True, n=second["n"]))
        assert answer["code"] == "late"


def test_who_asks_and_withdraws_again_and_again_leaves_the_other_in_peace(ann: Person, bob: Person) -> None:
    table = duel(ann, bob)
    with ann.at(table) as one, bob.at(table) as other:
        mover, waiter = movers(one, other)
        mover.act(mover.update["legal"][0]["a"])
        for _ in range(takeback.ASKED):
            assert mover.answer(mover.send("takeback"))["t"] == "ok"
            assert mover.answer(mover.send("consent", yes=False, n=asked(mover)))["t"] == "ok"
        assert mover.answer(mover.send("takeback"))["code"] == "wish_denied"
        waiter.wait("update", that=lambda message: message["owed"])
        waiter.act(next(each["a"] for each in waiter.update["legal"] if each["a"] == "take"))
        mover.wait("update", that=lambda message: message["owed"])
        mover.act(mover.update["legal"][0]["a"])
        assert mover.answer(mover.send("takeback")).get("code") != "wish_denied"


def test_a_deal_has_so_many_takebacks_and_no_more(
    ann: Person, bob: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else people fill the disk with one deal, and whoever reads its log stops the server meanwhile."""
    monkeypatch.setattr(takeback, "MOST", 3)
    table = duel(ann, bob)
    with ann.at(table) as one, bob.at(table) as other:
        mover, waiter = movers(one, other)
        first = mover.update["legal"][0]["a"]
        for _ in range(3):
            assert mover.act(first)["t"] == "ok"
            assert mover.answer(mover.send("takeback"))["t"] == "ok"
            waiter.send("consent", yes=True, n=asked(waiter))
            for chair in (mover, waiter):
                undone(chair)
        assert mover.act(first)["t"] == "ok"
        assert mover.answer(mover.send("takeback"))["code"] == "takebacks_used"


def test_never_where_a_match_counts(ann: Person, bob: Person) -> None:
    table = duel(ann, bob, casual=False)
    with ann.at(table) as one, bob.at(table) as other:
        mover, _ = movers(one, other)
        mover.act(mover.update["legal"][0]["a"])
        assert mover.table["takebacks"] is False
        assert mover.answer(mover.send("takeback"))["code"] == "no_takebacks"


def test_who_has_done_nothing_and_who_only_watches(server: Server, ann: Person, bob: Person) -> None:
    table = duel(ann, bob)
    with ann.at(table) as one, bob.at(table) as other, server.person("Cid").at(table) as watcher:
        mover, waiter = movers(one, other)
        assert waiter.answer(waiter.send("takeback"))["code"] == "nothing_done"
        watcher.wait("update")
        assert watcher.answer(watcher.send("takeback"))["code"] == "not_seated"
        assert watcher.answer(watcher.send("consent", yes=True, n=1))["code"] == "not_seated"
        mover.act(mover.update["legal"][0]["a"])
        mover.send("takeback")
        wish = wished(mover, waiter)
        waiter.answer(waiter.send("consent", yes=True, n=wish["n"]))
        assert undone(watcher)["view"]["table"] == []


def test_the_same_message_twice_takes_back_once(server: Server, ann: Person, bob: Person) -> None:
    table = duel(ann, bob)
    with ann.at(table) as one, bob.at(table) as other:
        mover, waiter = movers(one, other)
        mover.act(mover.update["legal"][0]["a"])
        mover.send("takeback")
        wish = wished(mover, waiter)
        yes = json.dumps({"t": "consent", "id": "yes", "yes": True, "n": wish["n"]})
        for _ in range(2):
            waiter.socket.send(yes)
            assert waiter.wait("ok", "error")["t"] == "ok"
        assert server.koloda.tables.live[table].room.taken_back == 1


def test_bots_are_not_asked_and_think_anew(tmp_path: Any) -> None:
    # bots that take a minute: the person is faster
    with Server(f"sqlite:///{tmp_path}/k.db", pause=(60_000, 60_000)) as server:
        ann = server.person("Ann")
        table = ""
        for _ in range(20):
            table = ann.quick("durak", seats=2, options=OPEN)
            with ann.at(table) as chair:
                chair.wait("update")
                if chair.update["owed"]:
                    break
        with ann.at(table) as chair:
            before = chair.wait("update")
            chair.act(before["legal"][0]["a"])
            live = server.koloda.tables.live[table]
            until(lambda: bool(live.asked))
            moment = live.moment()
            assert chair.answer(chair.send("takeback"))["t"] == "ok"
            assert undone(chair)["view"] == before["view"]
            assert live.moment()[0] != moment[0]


# the rule


def arranged(
    game: str, seats: int, actions: list[tuple[int, str]], options: dict[str, Any], seed: int
) -> Room:
    """A table of people with this deal under way."""
    room = Room("test")
    rules = game_by_id(game)
    room.fold(
        rows.Made(0, game, seats, options, "", "u0", 0, 0, 0, casual=True, pinned=rules.pinned(options))
    )
    for seat in range(seats):
        room.fold(rows.Sat(0, seat, f"u{seat}", f"P{seat}"))
    deal = PlayedDeal(0, seed, {})
    deal.actions = [(seat, int(rules.action(text))) for seat, text in actions]
    room.deals.append(deal)
    return room


def played(game: str, seats: int, options: dict[str, Any], seed: int, count: int) -> list[tuple[int, str]]:
    state = game_by_id(game).deal(seats, seed, options)
    rng = random.Random(seed)
    taken: list[tuple[int, str]] = []
    while not state.over and len(taken) < count:
        seat = int(state.actor)
        action = rng.choice(state.legal(seat))
        taken.append((seat, game_by_id(game).text(int(action))))
        state.apply(seat, action)
    return taken


@pytest.mark.parametrize(
    ("game", "seats", "options"),
    [("durak", 2, OPEN), ("yassa", 3, {}), ("flights", 3, {}), ("viceroy", 3, {})],
)
def test_what_is_harmless_has_shown_no_hidden_card(game: str, seats: int, options: dict[str, Any]) -> None:
    """Another world of the asker, not among those that were tried, tells him the same."""
    found = 0
    for seed in range(4):
        actions = played(game, seats, options, seed, 8)
        for end in range(1, len(actions) + 1):
            room = arranged(game, seats, actions[:end], options, seed)
            done = room.deals[-1].actions
            for seat in {seat for seat, _ in done}:
                to = max(place for place, (who, _) in enumerate(done) if who == seat)
                if not is_harmless(room, seat, done, to):
                    continue
                found += 1
                before, now = room.replayed(done[:to]), room.replayed(done)
                assert len(before.watch().chance) == len(now.watch().chance)
                assert all(event.seats in (-1, 0, 1 << seat) for event in now.events[len(before.events) :])
                for number in range(6):
                    world = before.determinize(seat, Rng(1000 + number, 5))
                    for actor, action in done[to:]:
                        world.step(actor, action)
                    assert world.view(seat) == now.view(seat)
    assert found


def test_a_card_that_somebody_has_shown_stays_shown() -> None:
    state = game_by_id("durak").deal(2, 1, OPEN)
    one = int(state.actor)
    first = state.legal(one)[0]
    text = game_by_id("durak").text
    for action in state.legal(one):
        probe = state.clone()
        probe.apply(one, action)
        beats = [each for each in probe.legal(1 - one) if text(int(each)).startswith("beat")]
        if beats:
            first = action
            break
    state.apply(one, first)
    beat = next(each for each in state.legal(1 - one) if text(int(each)).startswith("beat"))
    opening = [(one, text(int(first)))]
    room = arranged("durak", 2, opening, OPEN, 1)
    assert is_harmless(room, one, room.deals[-1].actions, 0)
    room = arranged("durak", 2, [*opening, (1 - one, "take")], OPEN, 1)
    assert is_harmless(room, one, room.deals[-1].actions, 0)  # anybody may take
    room = arranged("durak", 2, [*opening, (1 - one, text(int(beat)))], OPEN, 1)
    assert not is_harmless(room, one, room.deals[-1].actions, 0)


def test_a_drawn_card_stays_drawn() -> None:
    rules = game_by_id("yassa")
    for seed in range(40):
        state = rules.deal(3, seed, {})
        seat = int(state.actor)
        if "draw" in [rules.text(int(action)) for action in state.legal(seat)]:
            room = arranged("yassa", 3, [(seat, "draw")], {}, seed)
            assert not is_harmless(room, seat, room.deals[-1].actions, 0)
            return
    raise AssertionError("nobody could draw")


def test_nothing_is_taken_back_in_a_race() -> None:
    rules = game_by_id("yassa")
    real = rules.table_choice({}, 3)
    races = 0
    for seed in range(2, 8):
        actions = played("yassa", 3, real, seed, 60)
        state = rules.deal(3, seed, real)
        for end, (actor, text) in enumerate(actions, 1):
            state.play(text, actor)
            now = state.unnoticed()
            if now.free or now.gives_time() or now.needs_sight():
                races += 1
                room = arranged("yassa", 3, actions[:end], real, seed)
                assert not is_harmless(room, actor, room.deals[-1].actions, end - 1)
    assert races


def test_it_is_asked_through_one_process_and_granted_through_another(postgres_url: str) -> None:
    with Server(postgres_url) as first, Server(postgres_url) as second:
        ann, bob = first.person("Ann"), first.person("Bob")
        table = duel(ann, bob)
        elsewhere = Person(second, bob.user, bob.token)
        with ann.at(table) as one, elsewhere.at(table) as other:
            mover, waiter = movers(one, other)
            before = mover.update
            mover.act(before["legal"][0]["a"])
            assert mover.answer(mover.send("takeback"))["t"] == "ok"
            wish = wished(mover, waiter)
            assert waiter.answer(waiter.send("consent", yes=True, n=wish["n"]))["t"] == "ok"
            for chair in (mover, waiter):
                undone(chair)
            assert mover.update["view"] == before["view"]
            mover.act(mover.update["legal"][-1]["a"])
            waiter.wait("update", that=lambda message: bool(message["view"]["table"]))
            # a process without people at a table does not follow it
            rooms = [server.koloda.tables.live[table].room for server in (first, second)]
            until(lambda: rooms[0].seq == rooms[1].seq)
        assert [room.taken_back for room in rooms] == [1, 1]
        assert rooms[0].deals[-1].actions == rooms[1].deals[-1].actions
