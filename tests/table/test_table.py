"""What happens at a table: coming back, repeating, being late, clocks, take-over, the next deal."""

from __future__ import annotations

import json
import os
import random
import signal
from collections.abc import Iterator
from typing import Any

import pytest

from koloda.core.record import check_record
from koloda.games import all_games
from koloda.games import game as game_by_id
from table.serving import Chair, Person, Server, together, until

PAIR = {"mode": "individual"}
SLOW = {"turn": 60, "bank": 30, "reaction": 0}


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


def duel(ann: Person, bob: Person, game: str = "durak", **wanted: Any) -> str:
    """Two people, dealt."""
    table = ann.make(
        game, **{"seats": 2, "options": PAIR if game == "durak" else {}, "clock": SLOW, **wanted}
    )
    bob.sit(table)
    ann.do("POST", f"/api/tables/{table}/start", {})
    return table


def asked_first(*chairs: Chair) -> tuple[Chair, Chair]:
    """Who is to decide, and the other."""
    for chair in chairs:
        if not chair.update:
            chair.wait("update")
    one, other = chairs
    return (one, other) if one.update["owed"] else (other, one)


# messages


def test_who_comes_back_gets_exactly_what_was_missed(ann: Person, bob: Person) -> None:
    table = duel(ann, bob)
    with ann.at(table) as one, bob.at(table) as other:
        mover, _ = asked_first(one, other)
        watcher = other if mover is one else one
        who = bob if watcher is other else ann
        seen = watcher.seen
        watcher.close()
        mover.act(mover.update["legal"][0]["a"])
        with who.at(table, seen) as back:
            update = back.wait("update")
            assert not update["full"]
            assert [event["n"] for event in update["events"]] == list(range(seen + 1, update["v"] + 1))
            assert update["events"]
        with who.at(table, 0) as fresh:
            everything = fresh.wait("update")
            assert everything["full"]
            assert everything["events"][-len(update["events"]) :] == update["events"]
            assert everything["view"] == update["view"]


def test_a_number_from_the_future_gets_everything(ann: Person) -> None:
    with ann.at(ann.quick("durak"), seen=9999) as chair:
        chair.seen = 0
        assert chair.wait("update")["full"]


def test_the_same_message_twice_has_one_effect(ann: Person, bob: Person) -> None:
    table = duel(ann, bob)
    with ann.at(table) as one, bob.at(table) as other:
        mover, _ = asked_first(one, other)
        hand = len(mover.update["view"]["hand"])
        message = json.dumps({"t": "act", "id": "once", "a": mover.update["legal"][0]["a"]})
        for _ in range(3):
            mover.socket.send(message)
            assert mover.wait("ok", "error") == {"t": "ok", "id": "once"}
        mover.quiet()
        assert len(mover.update["view"]["hand"]) == hand - 1


def test_a_repeated_message_is_known_after_reconnecting(ann: Person, bob: Person) -> None:
    table = duel(ann, bob)
    with ann.at(table) as one, bob.at(table) as other:
        mover, _ = asked_first(one, other)
        action = mover.update["legal"][0]["a"]
        mover.socket.send(json.dumps({"t": "act", "id": "lost answer", "a": action}))
        mover.wait("ok")
        with (ann if mover is one else bob).at(table, mover.seen) as again:
            again.socket.send(json.dumps({"t": "act", "id": "lost answer", "a": action}))
            assert again.wait("ok", "error")["t"] == "ok"


def test_illegal_and_foreign_decisions_are_refused_with_a_reason(ann: Person, bob: Person) -> None:
    table = duel(ann, bob)
    with ann.at(table) as one, bob.at(table) as other:
        mover, waiter = asked_first(one, other)
        before = mover.update["view"]
        assert waiter.act("move 6S")["code"] == "not_yours"
        foreign = next(card for card in ("6S", "7S", "8S", "9S", "TS") if card not in before["hand"])
        refused = mover.act(f"move {foreign}")
        assert refused["code"] == "illegal"
        assert refused["text"]
        assert mover.act("fly away")["code"] == "illegal"
        why = mover.answer(mover.send("why", a=f"move {foreign}"))
        assert why == {"t": "why", "id": why["id"], "text": refused["text"]}
        assert mover.answer(mover.send("why", a=mover.update["legal"][0]["a"]))["text"] == ""
        with (ann if mover is one else bob).at(table) as again:
            assert again.wait("update")["view"] == before


def test_a_message_that_is_no_message_is_an_error_and_a_flood_of_them_the_end(ann: Person) -> None:
    with ann.at(ann.quick("durak")) as chair:
        for bad in (
            "",
            "{",
            '{"t":"act"}',
            '{"t":"act","id":"1","a":"take","more":1}',
            '{"t":"dance","id":"1"}',
        ):
            chair.socket.send(bad)
            error = chair.wait("error")
            assert (error["id"], error["code"]) == (None, "bad_message")
        chair.socket.send("[]")
        assert chair.wait("bye")["code"] == "flood"
        until(lambda: chair.socket.close_code is not None)
        assert chair.socket.close_code == 4400


def test_a_message_of_more_than_16_kilobytes_ends_the_connection(ann: Person) -> None:
    with ann.at(ann.quick("durak")) as chair:
        chair.socket.send(json.dumps({"t": "chat", "id": "1", "text": "x" * 17_000}))
        chair.quiet(1)
        assert chair.socket.close_code == 1009


def test_a_late_reaction_is_refused(ann: Person, bob: Person) -> None:
    """Yassa in real time: nobody makes a mistake because his screen was behind."""
    table = duel(ann, bob, "yassa", options={"reaction_mode": "realtime", "mistake_penalty": "on"})
    with ann.at(table) as one, bob.at(table) as other:
        mover, waiter = asked_first(one, other)
        action = next(a["a"] for a in mover.update["legal"] if not a["a"].startswith("mistake"))
        seen = waiter.seen
        assert mover.act(action)["t"] == "ok"
        assert waiter.answer(waiter.send("act", a="call", v=seen))["code"] == "late"


def seated(ann: Person, bob: Person, seat: int, **wanted: Any) -> str:
    """Team Durak: Ann on seat 0, Bob on this one, bots on the others."""
    bots = [{"seat": other, "level": "easy"} for other in (1, 2, 3) if other != seat]
    table = ann.make("durak", clock=SLOW, bots=bots, **wanted)
    bob.sit(table, seat=seat)
    ann.do("POST", f"/api/tables/{table}/start", {})
    return table


def test_a_hint_is_a_legal_action(ann: Person, bob: Person) -> None:
    partners = seated(ann, bob, 2)
    with ann.at(partners) as one, bob.at(partners) as other:
        assert one.wait("table")["table"]["hints"]
        while not (one.update and other.update and (one.update["owed"] or other.update["owed"])):
            one.quiet(0.05)
            other.quiet(0.05)
        mover, waiter = (one, other) if one.update["owed"] else (other, one)
        hint = mover.answer(mover.send("hint"))
        assert {"a": hint["a"], "label": hint["label"]} in mover.update["legal"]
        assert waiter.answer(waiter.send("hint"))["code"] == "not_yours"
    strict = seated(ann, bob, 2, hints=False)
    with ann.at(strict) as one:
        assert one.answer(one.send("hint"))["code"] == "no_hints"


def test_people_who_play_against_each_other_get_no_hints(ann: Person, bob: Person) -> None:
    for table in (duel(ann, bob), seated(ann, bob, 1)):
        with ann.at(table) as one, bob.at(table) as other:
            assert not one.wait("table")["table"]["hints"]
            for chair in (one, other):
                assert chair.answer(chair.send("hint"))["code"] == "no_hints"


def test_a_person_finds_the_way_back_to_a_running_game(ann: Person, bob: Person) -> None:
    def mine(person: Person) -> list[str]:
        return [table["id"] for table in person.do("GET", "/api/session/tables")["tables"]]

    assert mine(ann) == []
    waiting = ann.make("flights", seats=2, public=False)
    playing = ann.quick("durak")
    both = duel(ann, bob, public=False)
    assert sorted(mine(ann)) == sorted([waiting, playing, both])
    assert mine(bob) == [both]
    ann.do("POST", f"/api/tables/{waiting}/leave", {})
    ann.do("POST", f"/api/tables/{both}/leave", {})  # a bot plays on, until she returns
    assert sorted(mine(ann)) == sorted([playing, both])


def test_a_list_of_ones_tables_tells_where_it_is_ones_turn(ann: Person, bob: Person) -> None:
    table = duel(ann, bob)
    with ann.at(table) as one, bob.at(table) as other:
        owed = [chair.wait("update")["owed"] for chair in (one, other)]
        turns = [person.do("GET", "/api/session/tables")["tables"][0]["turn"] for person in (ann, bob)]
    assert turns == owed
    assert sorted(owed) == [False, True], "the attacker alone begins"
    assert not ann.do("GET", f"/api/tables/{table}")["table"]["turn"], "nobody's own list"
    mover = ann if owed[0] else bob
    mover.do("POST", f"/api/tables/{table}/leave", {})
    assert not mover.do("GET", "/api/session/tables")["tables"][0]["turn"], "a bot plays on"


def test_the_history_shows_the_points_of_durak_as_its_results_do(ann: Person) -> None:
    for deals in (1, 2):
        options = {"mode": "individual", "match_games": deals}
        table = ann.quick("durak", seats=2, options=options, level="easy")
        with ann.at(table) as chair:
            over = chair.play(random.Random(1))["over"]
        assert over["match_over"]

        def listed(table: str = table) -> list[dict[str, Any]]:
            games = ann.do("GET", f"/api/users/{ann.user}/games")["games"]
            return [game for game in games if game["table"] == table]

        until(lambda: bool(listed()))
        (game,) = listed()
        assert game["scores"] == (over["scores"] if deals == 1 else over["totals"])
        best = [seat for seat, score in enumerate(game["scores"]) if score == max(game["scores"])]
        assert best == over["winners"]
        assert sum(game["scores"]) == deals or len(best) == 2


def test_guests_are_called_so_in_every_language(server: Server) -> None:
    guest = server.person("Guest 297")
    table = guest.quick("flights", seats=2, options={"match_mode": "single"}, level="easy")
    for lang, name in (("uk", "Гість 297"), ("ru", "Гость 297"), ("en", "Guest 297")):
        with guest.at(table, lang=lang) as chair:
            texts = " ".join(event["text"] for event in chair.wait("update")["events"])
        assert name in texts
        assert sum(each in texts for each in ("Гість 297", "Гость 297", "Guest 297")) == 1


def test_what_is_usual_depends_on_the_seats(ann: Person) -> None:
    def asked(**wanted: Any) -> dict[str, Any]:
        found: dict[str, Any] = ann.do("POST", "/api/games/durak/options", wanted)
        return found

    four, three = asked(), asked(seats=3, options={"mode": "team", "match_games": 5})
    assert four["options"]["mode"] == "team"
    assert four["possible"]["mode"] == ["team", "individual"]
    assert four["possible"]["stall_limit"] == []
    assert three["options"]["mode"] == "individual"
    assert three["given"] == {"match_games": 5}
    assert three["possible"]["mode"] == ["individual"]
    assert three["possible"]["stall_limit"]
    alone = asked(seats=4, options={"mode": "individual"})
    assert alone["options"]["first_mover"] == "lowest_trump"
    assert ann.ask("POST", "/api/games/durak/options", {"seats": 9})[0] == 400
    assert ann.ask("POST", "/api/games/chess/options", {})[0] == 404


def test_the_dialogue_shows_what_a_table_of_people_would_get(ann: Person) -> None:
    for game in all_games():
        seats = game.default_seats
        shown = ann.do("POST", f"/api/games/{game.id}/options", {"seats": seats})["options"]
        assert {name: shown[name] for name in game.table_options} == dict(game.table_options)


def test_an_onlooker_gets_no_hint_and_no_reason(ann: Person, bob: Person, server: Server) -> None:
    table = duel(ann, bob)
    with server.person("Cyd").at(table) as onlooker:
        assert onlooker.answer(onlooker.send("hint"))["code"] == "not_seated"
        assert onlooker.answer(onlooker.send("why", a="6S"))["code"] == "not_seated"


def test_chat_reaches_everybody_once_and_stays_for_latecomers(ann: Person, bob: Person) -> None:
    table = duel(ann, bob)
    with ann.at(table) as one, bob.at(table) as other:
        message = json.dumps({"t": "chat", "id": "hello", "text": "  Привіт,\n\tBob\u202e! "})
        one.socket.send(message)
        one.socket.send(message)
        said = other.wait("chat")
        assert (said["n"], said["from"], said["name"], said["text"]) == (1, ann.user, "Ann", "Привіт, Bob !")
        assert one.answer(one.send("chat", text="   "))["code"] == "empty"
        assert one.answer(one.send("chat", text="x" * 501))["code"] == "too_long"
        with bob.at(table) as late:
            assert late.wait("chat") == said
            assert [message for message in late.quiet() if message["t"] == "chat"] == []


def test_another_language_gives_other_texts_for_the_same_events(ann: Person) -> None:
    with ann.at(ann.quick("durak")) as chair:
        first = chair.wait("update")
        chair.send("lang", lang="uk")
        second = chair.wait("update", that=lambda update: update["full"])  # a bot may move meanwhile
        events = first["events"]
        assert [event["e"] for event in second["events"]][: len(events)] == [event["e"] for event in events]
        assert second["events"][0]["text"] != first["events"][0]["text"]


def test_bots_are_named_in_the_language_of_the_reader(ann: Person) -> None:
    table = ann.quick("durak", level="easy")
    with ann.at(table) as chair:
        chair.play(random.Random(1))
        chair.send("lang", lang="uk")
        heard = " ".join(event["text"] for event in chair.wait("update")["events"])
    assert "Заєць 2" in heard
    assert "Hare" not in heard
    assert "bot" not in heard
    replay = ann.do("GET", f"/api/tables/{table}/replay?lang=ru")
    assert replay["names"][1:] == ["Заяц", "Заяц 2", "Заяц 3"]
    assert replay["bots"] == [None, "easy", "easy", "easy"]
    told = " ".join(event["text"] for step in replay["steps"] for event in step["events"])
    assert "Заяц 2" in told
    assert "Hare" not in told
    assert "bot" not in told
    record = ann.do("GET", f"/api/tables/{table}/record")
    assert record["names"][1:] == ["Hare (bot)", "Hare 2 (bot)", "Hare 3 (bot)"]
    # a record from before bots were animals
    record["names"] = [record["names"][0], "Bot 2", "Bot 3", "Bot 4"]
    old = ann.do("POST", "/api/replay?lang=ru", record)
    assert (old["names"][1:], old["bots"]) == (["Бот 2", "Бот 3", "Бот 4"], [None] * 4)


def test_the_options_of_the_games_are_told_in_the_language_asked_for(ann: Person) -> None:
    games = {game["id"]: game for game in ann.do("GET", "/api/games?lang=uk")["games"]}
    sides = games["durak"]["options"][0]
    assert (sides["label"], sides["values"]) == ("Сторони", ["team", "individual"])
    assert sides["names"] == ["дві команди по двоє", "кожен за себе"]


def test_ping_tells_the_time_of_the_server(server: Server, ann: Person) -> None:
    with ann.at(ann.quick("durak")) as chair:
        pong = chair.answer(chair.send("ping"))
        assert abs(pong["now"] - server.koloda.tables.now()) < 10_000


def test_a_bot_process_that_dies_is_replaced(server: Server, ann: Person) -> None:
    with ann.at(ann.quick("durak")) as chair:
        chair.play(random.Random(1), lambda update: update["v"] > 8)
        process = server.koloda.bots.thinkers[0].process
        assert process is not None
        assert process.pid is not None
        os.kill(process.pid, signal.SIGKILL)
        assert chair.play(random.Random(1))["over"]["match_over"]


# clocks and absence


def test_the_clock_decides_for_whoever_does_not_and_the_bank_is_used_up(
    server: Server, ann: Person, bob: Person
) -> None:
    table = duel(ann, bob)
    with ann.at(table) as one, bob.at(table) as other:
        mover, waiter = asked_first(one, other)
        seat = 0 if mover is one else 1
        clock = waiter.update["clock"]["seats"]
        assert [(each["seat"], each["bank"]) for each in clock] == [(seat, 30_000)]
        server.pass_time(61_000)
        assert all(message["t"] != "update" for message in waiter.quiet())
        server.pass_time(30_000)
        update = waiter.wait("update")
        assert any(event["e"][0] == "move" for event in update["events"])


def test_a_person_who_misses_three_turns_is_replaced_until_he_acts(
    server: Server, ann: Person, bob: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    # the bot leaves him the time
    monkeypatch.setattr(server.koloda.hub.bot_seats, "pause", (600_000, 600_000))
    table = duel(ann, bob)
    with ann.at(table) as one, bob.at(table) as other:
        asked_first(one, other)
        while not any(seat["taken_over"] for seat in one.table["seats"]):
            server.pass_time(100_000)
            one.quiet(0.1)
            other.quiet(0.1)
            assert one.update["over"] is None
        seat = next(seat["seat"] for seat in one.table["seats"] if seat["taken_over"])
        sleeper, awake = (one, other) if seat == 0 else (other, one)
        while not sleeper.update["legal"]:  # his last turn was missed: it may be the other's now
            if awake.update["legal"]:
                awake.act(awake.update["legal"][0]["a"])
            one.quiet(0.1)
            other.quiet(0.1)
            assert one.update["over"] is None
        assert sleeper.act(sleeper.update["legal"][0]["a"])["t"] == "ok"
        assert not ann.do("GET", f"/api/tables/{table}")["table"]["seats"][seat]["taken_over"]


def test_a_bot_plays_for_an_absent_person_who_takes_the_seat_back(
    server: Server, ann: Person, bob: Person
) -> None:
    table = duel(ann, bob, clock={"turn": 0, "bank": 0, "reaction": 0})
    with ann.at(table) as one:
        with bob.at(table):
            one.wait("table", that=lambda message: message["table"]["seats"][1]["online"])
        one.wait("table", that=lambda message: not message["table"]["seats"][1]["online"])
        server.pass_time(29_000)
        assert not one.table["seats"][1]["taken_over"]
        server.pass_time(2_000)
        one.wait("table", that=lambda message: message["table"]["seats"][1]["taken_over"])
        one.play(random.Random(2), lambda update: update["v"] > 12)
        with bob.at(table) as back:
            assert not back.table or not back.table["seats"][1]["taken_over"]
            one.wait("table", that=lambda message: not message["table"]["seats"][1]["taken_over"])


def test_a_table_without_people_waits_for_them(server: Server, ann: Person) -> None:
    table = ann.quick("durak")
    with ann.at(table) as chair:
        chair.play(random.Random(1), lambda update: update["v"] > 8 and update["owed"])
        seen, view = chair.seen, chair.update["view"]
    server.pass_time(3_600_000)
    with ann.at(table, seen) as back:
        update = back.wait("update")
        assert (update["v"], update["view"]) == (seen, view)


def test_the_next_deal_begins_when_all_agree_or_after_a_while(
    server: Server, ann: Person, bob: Person
) -> None:
    options = {**PAIR, "match_games": 3}
    table = duel(ann, bob, options=options)

    def ended(update: dict[str, Any]) -> bool:
        return update["over"] is not None

    with ann.at(table) as one, bob.at(table) as other:
        together(lambda: one.play(random.Random(1), ended), lambda: other.play(random.Random(2), ended))
        over = one.update["over"]
        assert not over["match_over"]
        assert (over["seed"], over["secret"]) == ("", "")
        assert ann.ask("GET", f"/api/tables/{table}/record")[0] == 409
        one.answer(one.send("next"))
        one.quiet()
        assert one.update["deal"] == 1
        # known to the table, and not only waited for: else the clock would begin the deal in the end
        seats = server.koloda.tables.live[table].room.seats
        assert [seat.next for seat in seats] == [seat.name == "Ann" for seat in seats]
        other.answer(other.send("next"))
        other.wait("update", that=lambda update: update["deal"] == 2)
        one.wait("update", that=lambda update: update["deal"] == 2)
        together(lambda: one.play(random.Random(3), ended), lambda: other.play(random.Random(4), ended))
        assert one.update["deal"] == 2
        server.pass_time(16_000)
        one.wait("update", that=lambda update: update["deal"] == 3)
        other.wait("update", that=lambda update: update["deal"] == 3)
        together(lambda: one.play(random.Random(5)), lambda: other.play(random.Random(6)))
    for deal in (1, 2, 3):
        record = ann.do("GET", f"/api/tables/{table}/record?deal={deal}")
        assert record["fair"]["deal"] == deal
        check_record(game_by_id("durak"), record)


def test_who_is_ready_only_after_the_clock_has_dealt_plays_on(
    server: Server, ann: Person, bob: Person
) -> None:
    table = duel(ann, bob, options={**PAIR, "match_games": 2})

    def ended(update: dict[str, Any]) -> bool:
        return update["over"] is not None

    with ann.at(table) as one, bob.at(table) as other:
        together(lambda: one.play(random.Random(1), ended), lambda: other.play(random.Random(2), ended))
        server.pass_time(16_000)
        together(lambda: one.play(random.Random(3)), lambda: other.play(random.Random(4)))
        assert one.update["deal"] == 2
