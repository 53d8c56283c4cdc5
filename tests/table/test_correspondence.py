"""Matches by correspondence: days for a move, nobody connected, no process that keeps them in memory."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Coroutine
from typing import Any

import pytest

from koloda.core.bits import members
from koloda.games import all_games
from koloda.games import game as game_by_id
from koloda.table import clocks, correspondence, rows
from koloda.table.correspondence import standing
from koloda.table.room import OVER, PLAYING, Room
from koloda.table.timers import overdue_row
from table.serving import PATIENCE, Person, Server, until

DAY = 24 * 3600_000
HOUR = 3600_000
T0 = 1_800_000_000_000


def slow_room(game: str = "durak", seats: int = 2, days: int = 1, **options: Any) -> Room:
    """A match that has begun, with a person on each seat."""
    rules = game_by_id(game)
    chosen = {**rules.table_choice(options, seats), **rules.slow_options}
    room = Room("slow-table")
    room.fold(
        rows.Made(
            T0, game, seats, chosen, "00" * 32, "u0", days * DAY, 0, clocks.SLOW_REACTION,
            days=days, fair=2, pinned=rules.pinned(chosen),
        )
    )  # fmt: skip
    for seat in range(seats):
        room.fold(rows.Sat(T0, seat, f"u{seat}", f"Person {seat}"))
    room.fold(rows.Dealt(T0))
    return room


def mover(room: Room) -> int:
    assert room.state is not None
    return members(room.state.pending)[0]


def default(room: Room, seat: int, at: int, by: str = "") -> None:
    assert room.state is not None
    room.fold(rows.Act(at, seat, room.state.game.text(room.state.default(seat)), by=by))


def test_a_bot_takes_no_seat_of_somebody_who_is_away() -> None:
    room = slow_room()
    assert clocks.absent(room) == []
    assert overdue_row(room, T0 + 23 * HOUR) is None


def test_the_clock_decides_after_the_days_and_after_three_turns_a_bot_plays() -> None:
    room = slow_room(days=2)
    late = mover(room)
    now = T0
    decided = 0
    while not room.seats[late].taken_over:
        seat = mover(room)
        if seat != late:
            now = max(now + 1, room.live_at)
            default(room, seat, now)
            continue
        deadline = clocks.deadline(room, late)
        assert deadline is not None
        if room.seats[late].missed < clocks.MISSED_TURNS:
            assert deadline == room.owed_since[late] + 2 * DAY + clocks.LAG
            assert overdue_row(room, deadline - 1) is None
        now = deadline
        row = overdue_row(room, now)
        assert row is not None
        decided += isinstance(row, rows.Act)
        room.fold(row)
    assert decided == clocks.MISSED_TURNS
    assert room.deserters == [late]


def test_a_match_that_all_have_let_run_out_ends() -> None:
    room = slow_room()
    now = T0
    for _ in range(60):
        if room.status == OVER:
            break
        row = overdue_row(room, now)
        if row is not None:
            room.fold(row)
        elif room.seats[mover(room)].taken_over:
            default(room, mover(room), now, "bot")
        else:
            when = clocks.next_moment(room, now, 0)
            assert when is not None
            now = when
    assert room.status == OVER
    assert room.counts


@pytest.mark.parametrize("game", [game.id for game in all_games()])
def test_no_game_runs_in_real_time_where_a_move_takes_days(game: str) -> None:
    """No seat may act out of turn, no question has a time of its own, and windows end by themselves."""
    room = slow_room(game, game_by_id(game).default_seats)
    rng = random.Random(5)
    now = T0
    for _ in range(3000):
        if room.status == OVER:
            break
        now = max(now + 1, room.live_at)
        if room.status == "between":
            room.fold(rows.Dealt(now))
            continue
        state = room.state
        assert state is not None
        assert not state.free
        assert not state.time_limit()
        seat = mover(room)
        if clocks.is_fixed(room, state):
            assert clocks.limit(room) <= 2 * clocks.SLOW_REACTION
        assert clocks.deadline(room, seat) is not None
        room.fold(rows.Act(now, seat, state.game.text(rng.choice(state.legal(seat)))))
    assert room.status == OVER


def test_a_clock_stands_still_on_vacation_and_nobody_moves_by_it() -> None:
    room = slow_room()
    seat = mover(room)
    before = clocks.deadline(room, seat)
    assert before is not None
    room.fold(rows.Rests(T0 + 6 * HOUR, seat, T0 + 6 * HOUR + 3 * DAY))
    assert clocks.deadline(room, seat) == before + 3 * DAY
    at = T0 + 6 * HOUR + 2 * DAY
    assert clocks.left(room, seat, at) == (18 * HOUR, 0)
    assert overdue_row(room, at) is None
    room.fold(rows.Rests(at, seat, at))  # back after two days
    assert clocks.deadline(room, seat) == before + 2 * DAY
    assert clocks.left(room, seat, at + HOUR) == (17 * HOUR, 0)
    # a turn that begins on vacation has all its time afterwards
    room.fold(rows.Rests(at + HOUR, 1 - seat, at + HOUR + DAY))
    default(room, seat, at + 2 * HOUR)
    while mover(room) == seat:
        default(room, seat, at + 2 * HOUR)
    assert clocks.deadline(room, 1 - seat) == at + HOUR + DAY + DAY + clocks.LAG


def test_while_no_server_was_there_no_clock_has_run_out() -> None:
    room = slow_room()
    seat = mover(room)
    at = T0 + 5 * DAY
    room.fold(rows.Woke(at))
    assert clocks.deadline(room, seat) == at + clocks.SPARED
    assert overdue_row(room, at) is None
    room.fold(rows.Woke(at + HOUR))  # a restart in time gives nothing
    assert clocks.deadline(room, seat) == at + clocks.SPARED


def test_a_seat_is_told_nothing_about_a_secret_question() -> None:
    """Whose hand decides who is asked: to the others it stands the same whoever is asked."""
    room = slow_room("junquick", 3)
    rng = random.Random(2)
    now = T0
    seen = 0
    for _ in range(400):
        state = room.state
        if room.status != PLAYING or state is None:
            break
        now = max(now + 1, room.live_at)
        seat = mover(room)
        if clocks.is_fixed(room, state):
            seen += 1
            for other in range(3):
                stands = standing(room, other, now)
                if not state.pending >> other & 1:
                    assert (stands.since, stands.until) == (0, 0)
        room.fold(rows.Act(now, seat, state.game.text(rng.choice(state.legal(seat)))))
    assert seen > 3


# with a server


def within(server: Server, work: Coroutine[Any, Any, Any]) -> Any:
    return asyncio.run_coroutine_threadsafe(work, server.server.servers[0].get_loop()).result(PATIENCE)


def look(server: Server) -> None:
    within(server, server.koloda.correspondence.once())


def forget(server: Server, table: str) -> None:
    """No process has it in memory, as after a minute without anybody."""

    def gone() -> bool:
        live = server.koloda.tables.live.get(table)
        if live is not None and not live.clients and not live.asked and not live.lock.held:
            server.koloda.tables.forget(table)
        return table not in server.koloda.tables.live

    until(gone)


def noted(server: Server, table: str) -> int:
    found = "select count(*) from turns where table_id = ?1"
    return int(within(server, server.koloda.store.all(found, table))[0][0])


def own(person: Person, table: str) -> dict[str, Any]:
    found = person.do("GET", "/api/session/news")["tables"]
    [info] = [info for info in found if info["id"] == table]
    return dict(info)


def match(server: Server, game: str = "durak", days: int = 1, **wanted: Any) -> tuple[str, Person, Person]:
    ann, ben = server.person("Ann"), server.person("Ben")
    table = ann.make(game, seats=2, days=days, **{"options": {"mode": "individual"}, **wanted})
    ben.do("POST", f"/api/tables/{table}/join", {})
    return table, ann, ben


def turn_of(table: str, *people: Person) -> Person:
    [person] = [person for person in people if own(person, table)["turn"]]
    return person


def move(person: Person, table: str) -> None:
    with person.at(table) as chair:
        chair.wait("update", that=lambda update: bool(update["owed"]))
        assert chair.answer(chair.send("act", a=chair.update["legal"][0]["a"]))["t"] == "ok"


def test_who_sits_down_last_begins_and_may_go_away(url: str) -> None:
    with Server(url) as server:
        table, ann, ben = match(server)
        info = ann.do("GET", f"/api/tables/{table}")["table"]
        assert (info["status"], info["days"], info["clock"]["turn"]) == ("playing", 1, 86_400)
        assert info["options"]["ask_add"] == "always"
        until(lambda: any(own(person, table)["turn"] for person in (ann, ben)))
        first = turn_of(table, ann, ben)
        forget(server, table)
        assert turn_of(table, ann, ben) is first
        second = ben if first is ann else ann
        stands = own(second, table)
        assert stands["awaited"] == [own(first, table)["awaited"][0]]
        assert stands["until"] == own(first, table)["until"]
        move(first, table)
        forget(server, table)
        until(lambda: own(second, table)["turn"])
        server.ahead += 30 * 60_000
        look(server)
        assert not any(seat["taken_over"] for seat in own(second, table)["seats"])


def test_the_clock_runs_out_where_nobody_has_the_table_in_memory(url: str) -> None:
    with Server(url) as server:
        table, ann, ben = match(server)
        until(lambda: any(own(person, table)["turn"] for person in (ann, ben)))
        forget(server, table)
        until_ = own(ann, table)["until"]
        log = within(server, server.koloda.store.read(table))
        server.ahead += DAY + 1000
        until(lambda: len(within(server, server.koloda.store.read(table))) > len(log))
        last = rows.read(within(server, server.koloda.store.read(table))[-1][1])
        assert isinstance(last, rows.Act)
        assert last.by == "clock"
        until(lambda: (own(ann, table)["until"] or 0) > until_)


def test_a_match_goes_on_after_a_restart_and_outlives_retention(url: str) -> None:
    with Server(url) as server:
        table, ann, ben = match(server, days=7)
        until(lambda: any(own(person, table)["turn"] for person in (ann, ben)))
        first = turn_of(table, ann, ben)
    with Server(url, keep_days=1, keep_abandoned_days=1) as server:
        first.server = server
        server.ahead += 5 * DAY
        within(server, server.koloda.retention.once())
        within(server, server.koloda.results.close_abandoned(server.koloda.tables.now() - DAY))
        assert own(first, table)["turn"]
        move(first, table)
        assert first.ask("GET", f"/api/tables/{table}")[1]["table"]["status"] == "playing"


def test_a_crash_between_a_move_and_its_note_is_made_good(url: str) -> None:
    with Server(url) as server:
        table, ann, ben = match(server)
        until(lambda: any(own(person, table)["turn"] for person in (ann, ben)))
        first = turn_of(table, ann, ben)
        forget(server, table)
        post = server.koloda.hub.post
        server.koloda.hub.post = None
        move(first, table)
        forget(server, table)
        assert own(first, table)["turn"]
        server.koloda.hub.post = post
        within(server, server.koloda.correspondence.find_unnoted())
        until(lambda: not own(first, table)["turn"])


def test_bots_move_where_nobody_looks(sqlite_url: str) -> None:
    with Server(sqlite_url) as server:
        ann = server.person()
        table = ann.make(
            "durak", seats=2, days=3, options={"mode": "individual"}, bots=[{"seat": 1, "level": "easy"}]
        )
        until(lambda: own(ann, table)["turn"])
        move(ann, table)
        forget(server, table)
        until(lambda: own(ann, table)["turn"])


def test_a_table_waits_for_people_who_are_not_there(url: str) -> None:
    with Server(url) as server:
        ann, ben = server.person("Ann"), server.person("Ben")
        table = ann.make("yassa", seats=2, days=2)
        until(lambda: own(ann, table)["status"] == "waiting")
        forget(server, table)
        server.ahead += 3 * DAY

        def listed() -> list[dict[str, Any]]:
            found: list[dict[str, Any]] = ben.do("GET", "/api/tables?status=waiting")["tables"]
            return found

        # it is noted behind the answer
        until(lambda: [(info["id"], info["days"]) for info in listed()] == [(table, 2)])
        assert listed()[0]["options"]["reaction_mode"] == "windows"
        server.ahead += 12 * DAY
        until(lambda: ben.do("GET", f"/api/tables/{table}")["table"]["status"] == "over")
        until(lambda: ann.do("GET", "/api/session/news")["tables"] == [])


def test_an_invitation_to_it_is_good_for_days(sqlite_url: str) -> None:
    with Server(sqlite_url) as server:
        ann, ben = server.person("Ann"), server.person("Ben")
        table = ann.make("durak", seats=2, days=1, options={"mode": "individual"}, public=False)
        assert ann.ask("POST", f"/api/tables/{table}/invite", {"user": ben.user})[0] == 204
        server.ahead += 2 * DAY
        [invitation] = ben.do("GET", "/api/session/news")["invitations"]
        answer = ben.do("POST", f"/api/invitations/{invitation['id']}", {"accept": True})
        assert answer["table"]["status"] == "playing"


def test_the_same_people_once_more(sqlite_url: str) -> None:
    with Server(sqlite_url) as server:
        table, ann, ben = match(server)
        ann.do("POST", f"/api/tables/{table}/leave", {})
        ben.do("POST", f"/api/tables/{table}/leave", {})
        until(lambda: ann.do("GET", f"/api/tables/{table}")["table"]["status"] == "over")
        again = ann.do("POST", f"/api/tables/{table}/rematch", {})["table"]
        assert (again["status"], again["days"]) == ("waiting", 1)
        server.ahead += 60 * 60_000
        look(server)
        assert ben.do("POST", f"/api/tables/{table}/rematch", {})["table"]["status"] == "playing"


def test_what_is_refused(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(correspondence, "MOST", 2)
    with Server(sqlite_url) as server:
        ann = server.person()
        clock = {"turn": 60, "bank": 0, "reaction": 5}
        status, answer = ann.ask("POST", "/api/tables", {"game": "yassa", "days": 2, "clock": clock})
        assert status == 400
        assert "not both" in answer["error"]["text"]
        assert ann.ask("POST", "/api/tables", {"game": "yassa", "days": 8})[0] == 400
        for _ in range(2):
            table = ann.make("yassa", days=2)
            until(lambda table=table: own(ann, table)["days"] == 2)  # type: ignore[misc]
            until(lambda table=table: noted(server, table) == 1)  # type: ignore[misc]
        status, answer = ann.ask("POST", "/api/tables", {"game": "yassa", "days": 2})
        assert answer["error"]["code"] == "too_many_slow"


def test_a_vacation_stops_all_clocks_of_a_person(url: str) -> None:
    with Server(url) as server:
        table, ann, ben = match(server)
        until(lambda: any(own(person, table)["turn"] for person in (ann, ben)))
        first = turn_of(table, ann, ben)
        other = ben if first is ann else ann
        forget(server, table)
        ends = own(first, table)["until"]
        assert first.do("GET", "/api/vacation")["left"] == 21
        assert first.ask("POST", "/api/vacation", {"days": 22})[1]["error"]["code"] == "no_vacation"
        given = first.do("POST", "/api/vacation", {"days": 5})
        assert (given["left"], given["until"] > ends) == (16, True)
        until(lambda: abs(own(first, table)["until"] - ends - 5 * DAY) < HOUR)
        [away] = [seat["away"] for seat in own(other, table)["seats"] if seat["user"] == first.user]
        assert abs(away - given["until"]) < 10
        with first.at(table) as chair:  # he sees everything, and does nothing
            chair.wait("update", that=lambda update: bool(update["owed"]))
            refused = chair.answer(chair.send("act", a=chair.update["legal"][0]["a"]))
            assert refused["code"] == "on_vacation"
        assert (
            first.ask("POST", "/api/tables", {"game": "yassa", "days": 1})[1]["error"]["code"]
            == "on_vacation"
        )
        server.ahead += 36 * HOUR
        back = first.do("POST", "/api/vacation", {"days": 0})
        assert (back["left"], back["until"]) == (19, None)  # three days had not begun
        until(lambda: DAY < own(first, table)["until"] - ends < 2 * DAY)
        move(first, table)


def test_a_note_on_its_way_does_not_put_off_what_is_due(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It may have been begun before a vacation, and be written after it."""
    monkeypatch.setattr(correspondence, "EVERY", 3600.0)
    with Server(sqlite_url) as server:
        table, _, _ = match(server)
        store = server.koloda.store
        due = "select due from slow_tables where table_id = ?1"
        until(lambda: bool(within(server, store.all(due, table))))
        within(server, store.run("update slow_tables set due = 0 where table_id = ?1", table))
        live = within(server, server.koloda.tables.find(table))
        within(server, server.koloda.correspondence.note(live))
        assert within(server, store.all(due, table)) == [(0,)]
        look(server)
        assert within(server, store.all(due, table))[0][0] > 0
