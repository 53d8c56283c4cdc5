"""Puzzles at the server: nothing is told before the answer, the first one counts, the day decides more."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import msgspec
import pytest

from koloda.bots.puzzle import EXACT, Puzzle
from koloda.bots.puzzle import read as lines
from koloda.core.game import Game
from koloda.core.rng import Rng
from koloda.games import all_games, game
from koloda.table.puzzle_api import asked_of, called
from koloda.table.puzzle_rating import Strength
from koloda.table.puzzle_wire import PuzzlePosition
from koloda.table.puzzles import DAY, PuzzleBooks, book, daily, daily_game, position
from koloda.table.store import open_store
from koloda.table.wire import encode
from table.serving import Person, Server

GAMES = [each for each in all_games() if book(each)]
EVERY = [(each, puzzle) for each in GAMES for puzzle in book(each).values()]
DURAK = game("durak")
FIRST, SECOND, *_ = book(DURAK).values()
THIRD_OF_MAY = int(datetime(2031, 5, 3, 12, tzinfo=UTC).timestamp() * 1000)


@pytest.fixture
def server(sqlite_url: str) -> Iterator[Server]:
    with Server(sqlite_url) as found:
        yield found


def at_noon(server: Server, days: int = 0) -> int:
    """Put the clock to a noon, so that no day ends during a test."""
    now = THIRD_OF_MAY + days * DAY
    server.koloda.tables.now = lambda: now
    return now


def wrong(puzzle: Puzzle) -> str:
    return next(text for text in puzzle.values if text not in puzzle.solutions)


def path(puzzle: Puzzle) -> str:
    return f"/api/puzzles/{puzzle.game}/{puzzle.id}"


# secrets


@pytest.mark.parametrize("each", GAMES, ids=lambda each: each.id)
def test_what_is_asked_is_the_same_in_every_world_that_the_seat_cannot_tell_apart(each: Game) -> None:
    different = 0
    for puzzle in book(each).values():
        state = position(each, puzzle.id)
        names = called(puzzle, None, "uk")
        told = encode(asked_of(each, puzzle, state, names, "uk", False, None))
        for number in range(3):
            world = state.determinize(puzzle.seat, Rng(number))
            assert state.log is not None
            world.watch().events = list(state.log.events)
            different += world.reveal() != state.reveal()
            assert encode(asked_of(each, puzzle, world, names, "uk", False, None)) == told
    hidden = [puzzle for puzzle in book(each).values() if puzzle.source != EXACT]  # where not all is known
    assert different >= len(hidden), "the worlds must differ, or nothing was tested"


def test_a_position_tells_no_seed_no_values_and_no_actions_of_the_others(server: Server) -> None:
    allowed = {field.encode_name for field in msgspec.structs.fields(PuzzlePosition)}
    assert not allowed & {"seed", "values", "solutions", "margin", "actions", "source", "error"}
    for each, puzzle in EVERY:
        status, answer, _ = server.call("GET", path(puzzle))
        assert status == 200
        assert set(answer) == allowed
        assert set(answer["legal"][0]) == {"a", "label"}
        assert [action["a"] for action in answer["legal"]] == [
            each.text(int(action)) for action in position(each, puzzle.id).offered(puzzle.seat)
        ], "in the order of the rules, which tells nothing"
        assert len(answer["events"]) == len(position(each, puzzle.id).log.seen_by(puzzle.seat))  # type: ignore[union-attr]


def test_nothing_else_tells_the_answer_before_it_is_given(server: Server) -> None:
    ann = server.person()
    for where in ("", "/durak", "/durak/next", f"/durak/{FIRST.id}"):
        text = json.dumps(ann.do("GET", f"/api/puzzles{where}"))
        assert '"value' not in text
        assert '"solution' not in text
        assert '"best' not in text
    for seat in ("?seat=open", f"?seat={FIRST.seat}", ""):
        status, refused = ann.ask("GET", f"{path(FIRST)}/replay{seat}")
        assert (status, refused["error"]["code"]) == (409, "puzzle_first")
    assert server.call("GET", f"{path(FIRST)}/replay?seat=open")[0] == 401
    ann.do("POST", path(FIRST), {"a": wrong(FIRST)})
    assert server.person("Bob").ask("GET", f"{path(FIRST)}/replay?seat=open")[0] == 409


def test_the_deal_can_be_seen_after_the_answer_and_ends_with_the_solution(server: Server) -> None:
    ann = server.person()
    for puzzle in [next(iter(book(each).values())) for each in GAMES]:
        ann.do("POST", path(puzzle), {"a": wrong(puzzle)})
        replay = ann.do("GET", f"{path(puzzle)}/replay?seat=open")
        assert replay["steps"][-1]["a"] == puzzle.solutions[0]
        assert replay["steps"][0]["view"]["open"]
        assert ann.do("GET", f"{path(puzzle)}/replay?seat={puzzle.seat}")["viewer"] == puzzle.seat
        assert ann.ask("GET", f"{path(puzzle)}/replay?seat={puzzle.seats}")[0] == 404


# answers


def test_an_answer_tells_what_every_action_was_worth(server: Server) -> None:
    ann = server.person()
    for _, puzzle in EVERY:
        given = ann.do("POST", path(puzzle), {"a": puzzle.solutions[0]})
        assert given["solved"] is True
        assert given["counted"] is True
        assert given["exact"] == (puzzle.error == 0)
        assert {each["a"]: each["value"] for each in given["worth"]} == puzzle.values
        assert [each["a"] for each in given["worth"] if each["best"]] == puzzle.solutions
        assert given["worth"][0]["cost"] == 0
        assert given["worth"][1]["cost"] == pytest.approx(puzzle.margin, abs=0.01)
        assert given["change"] > 0
        assert all(each["label"] for each in given["worth"])


def test_only_the_first_answer_counts_and_looking_up_is_one(server: Server) -> None:
    ann = server.person()
    first = ann.do("POST", path(FIRST), {"a": wrong(FIRST)})
    assert (first["solved"], first["counted"]) == (False, True)
    assert first["change"] < 0
    again = ann.do("POST", path(FIRST), {"a": FIRST.solutions[0]})
    assert (again["solved"], again["counted"], again["change"]) == (True, False, 0)
    assert again["rating"] == first["rating"]
    shown = ann.do("POST", path(SECOND), {"a": None})
    assert (shown["solved"], shown["counted"]) == (None, True)
    assert shown["change"] < 0
    assert ann.do("POST", path(SECOND), {"a": SECOND.solutions[0]})["counted"] is False
    found = {each["id"]: each["tried"] for each in ann.do("GET", "/api/puzzles/durak")["puzzles"]}
    assert (found[FIRST.id], found[SECOND.id]) == ("missed", "missed")
    assert set(found.values()) == {"missed", None}
    assert ann.do("GET", path(FIRST))["tried"] == "missed"
    assert ann.do("GET", "/api/puzzles/durak")["rating"] == shown["rating"]
    assert (shown["rating"]["tries"], shown["rating"]["solved"]) == (2, 0)


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"a": "move 2C"}, "unknown_action"),
        ({"a": "x" * 500}, "bad_request"),
        ({"a": 7}, "bad_request"),
        ({"b": "pass"}, "bad_request"),
        ([], "bad_request"),
        ({"a": "\ud800"}, "bad_request"),
    ],
)
def test_what_is_no_answer_is_refused_and_counts_nothing(server: Server, given: object, code: str) -> None:
    ann = server.person()
    status, refused = ann.ask("POST", path(FIRST), given)
    assert (status, refused["error"]["code"]) == (400, code)
    assert ann.do("GET", "/api/puzzles/durak")["rating"] is None


@pytest.mark.parametrize(
    ("where", "code"),
    [
        ("/durak/0000000000", "no_puzzle"),
        ("/durak/" + "a" * 3000, "no_puzzle"),
        ("/durak/%2e%2e%2fpuzzles.jsonl", "no_puzzle|no_page|no_method"),
        ("/durak/%D0%BF%27%3B--", "no_puzzle"),
        (f"/yassa/{FIRST.id}", "no_puzzle"),
        ("/whist", "no_game"),
        ("/whist/next", "no_game"),
        (f"/whist/{FIRST.id}", "no_game"),
        ("/..%2f..%2fetc", "no_game|no_page"),
        (f"/durak/{FIRST.id}%00", "bad_request"),
    ],
)
def test_ids_from_outside_are_refused(server: Server, where: str, code: str) -> None:
    ann = server.person()
    for method, body in (("GET", None), ("POST", {"a": None})):
        if method == "POST" and where.count("/") < 2 + where.endswith("/next"):
            continue
        status, refused = ann.ask(method, f"/api/puzzles{where}", body)
        assert status in (400, 404, 405)
        assert refused["error"]["code"] in code.split("|")
    assert ann.ask("GET", f"/api/puzzles/durak/next?after={'x' * 3000}")[0] == 200


def test_an_answer_needs_a_name_and_no_bot_gives_one(server: Server) -> None:
    assert server.call("GET", "/api/puzzles")[0] == 200
    assert server.call("GET", "/api/puzzles/durak/next")[0] == 200
    status, refused, _ = server.call("POST", path(FIRST), {"a": None})
    assert (status, refused["error"]["code"]) == (401, "no_session")


def test_answers_have_a_limit(sqlite_url: str) -> None:
    with Server(sqlite_url, strict_limits=True) as server:
        ann = server.person()
        status = [ann.ask("POST", path(FIRST), {"a": None})[0] for _ in range(40)]
    assert status[0] == 200
    assert status[-1] == 429


def test_what_is_not_possible_is_explained_as_at_a_table(server: Server) -> None:
    puzzle = next(each for each in book(DURAK).values() if each.solutions[0].startswith("move "))
    for card in DURAK.codes:
        text = server.call("GET", f"{path(puzzle)}/why?a=move%20{card}&lang=uk")[1]["text"]
        assert (text == "") == (f"move {card}" in puzzle.values)
    status, refused, _ = server.call("GET", f"{path(FIRST)}/why?a={'x' * 3000}")
    assert (status, refused["error"]["code"]) == (400, "unknown_action")


# ratings


def test_of_two_answers_at_once_one_counts(url: str) -> None:
    async def test() -> None:
        store = open_store(url)
        await store.open()
        books = PuzzleBooks(store)
        solution = FIRST.solutions[0]
        both = await asyncio.gather(
            *(books.answer("a", DURAK, FIRST, solution, 5) for _ in range(4)),
            books.answer("a", DURAK, SECOND, solution, 5),
        )
        assert sorted(counted for _, _, counted in both) == [False, False, False, True, True]
        strength = (await books.strengths("a"))["durak"]
        assert (strength.tries, len(await books.tries("a", "durak"))) == (2, 2)
        await store.close()

    asyncio.run(test())


def test_a_hard_puzzle_gives_more_and_costs_less() -> None:
    easy, hard = Strength().after(1000, True), Strength().after(1700, True)
    assert Strength().rating < easy.rating < hard.rating
    assert Strength().after(1000, False).rating < Strength().after(1700, False).rating < Strength().rating


def test_a_rating_settles_where_half_is_solved() -> None:
    strength = Strength()
    for number in range(400):
        strength = strength.after(1600, number % 2 == 0)
    assert abs(strength.rating - 1600) < 40
    assert strength.deviation >= 60
    assert (strength.tries, strength.solved) == (400, 200)


def test_the_next_puzzle_is_near_to_the_rating_and_new(server: Server) -> None:
    ann = server.person()
    given = []
    after = ""
    for _ in book(DURAK):
        found = ann.do("GET", f"/api/puzzles/durak/next?after={after}")
        assert found["again"] is False
        after = found["id"]
        given.append(after)
        ann.do("POST", f"/api/puzzles/durak/{after}", {"a": book(DURAK)[after].solutions[0]})
    assert len(set(given)) == len(book(DURAK))
    assert abs(book(DURAK)[given[0]].difficulty - 1200) == min(
        abs(puzzle.difficulty - 1200) for puzzle in book(DURAK).values()
    )
    found = ann.do("GET", f"/api/puzzles/durak/next?after={given[0]}")
    assert found == {"game": "durak", "id": given[1], "again": True}


def test_when_all_were_tried_what_was_missed_comes_first(server: Server) -> None:
    ann = server.person()
    every = list(book(game("yassa")).values())
    for number, puzzle in enumerate(every):
        ann.do("POST", path(puzzle), {"a": None if number == 3 else puzzle.solutions[0]})
    found = ann.do("GET", "/api/puzzles/yassa/next")
    assert found == {"game": "yassa", "id": every[3].id, "again": True}


# days


def test_the_daily_puzzles_follow_from_the_day_alone(server: Server) -> None:
    for each in GAMES:
        shown = [daily(each, day) for day in range(len(book(each)))]
        assert len({puzzle.id for puzzle in shown if puzzle}) == len(book(each)), "all in turn"
        later = [daily(each, day) for day in range(len(book(each)), 2 * len(book(each)))]
        assert later != shown, "and then in another order"
    assert {daily_game(day).id for day in range(len(GAMES))} == {each.id for each in GAMES}  # type: ignore[union-attr]
    now = at_noon(server)
    page = server.call("GET", "/api/puzzles")[1]
    assert (page["day"], page["ends"]) == ("2031-05-03", DAY // 2)
    assert page["daily"]["game"] == daily_game(now // DAY).id  # type: ignore[union-attr]
    for found in page["games"]:
        assert found["daily"]["id"] == daily(game(found["game"]), now // DAY).id  # type: ignore[union-attr]
        assert server.call("GET", f"/api/puzzles/{found['game']}/{found['daily']['id']}")[1]["daily"] is True
    at_noon(server, 1)
    tomorrow = server.call("GET", "/api/puzzles")[1]
    assert tomorrow["daily"]["game"] != page["daily"]["game"]


def solve_daily(person: Person, name: str, right: bool = True) -> Any:
    [found] = [each for each in person.do("GET", "/api/puzzles")["games"] if each["game"] == name]
    puzzle = book(game(name))[found["daily"]["id"]]
    return person.do("POST", path(puzzle), {"a": puzzle.solutions[0] if right else wrong(puzzle)})


def test_days_in_a_row_are_counted_by_the_first_answer_of_each(server: Server) -> None:
    ann = server.person()
    at_noon(server, 0)
    assert solve_daily(ann, "durak")["streak"] == 1
    assert solve_daily(ann, "yassa")["streak"] == 1, "two on one day are one day"
    at_noon(server, 1)
    assert ann.do("GET", "/api/puzzles")["streak"] == 1, "the day is not over yet"
    assert solve_daily(ann, "durak", right=False)["streak"] == 1
    assert solve_daily(ann, "durak")["streak"] == 1, "the second answer comes too late"
    assert solve_daily(ann, "flights")["streak"] == 2
    page = ann.do("GET", "/api/puzzles")
    assert {each["game"]: each["daily"]["tried"] for each in page["games"]} == {
        **{each.id: None for each in GAMES},
        "durak": "missed",
        "flights": "solved",
    }
    at_noon(server, 2)
    assert ann.do("GET", "/api/puzzles")["streak"] == 2
    at_noon(server, 3)
    assert ann.do("GET", "/api/puzzles")["streak"] == 0
    assert solve_daily(ann, "durak")["streak"] == 1


def test_a_daily_puzzle_that_was_tried_before_counts_for_the_day_alone(server: Server) -> None:
    ann = server.person()
    now = at_noon(server)
    puzzle = daily(DURAK, now // DAY + 1)
    assert puzzle is not None
    first = ann.do("POST", path(puzzle), {"a": wrong(puzzle)})
    assert (first["daily"], first["streak"]) == (False, 0)
    at_noon(server, 1)
    again = solve_daily(ann, "durak")
    assert (again["daily"], again["streak"], again["counted"]) == (True, 1, False)
    assert again["rating"] == first["rating"]


# people


def test_answers_are_exported_and_deleted(server: Server) -> None:
    ann, bob = server.person(), server.person("Bob")
    at_noon(server)
    for person in (ann, bob):
        person.do("POST", path(FIRST), {"a": FIRST.solutions[0]})
        solve_daily(person, "yassa")
    kept = ann.do("GET", "/api/account")["puzzles"]
    assert set(kept["ratings"]) == {"durak", "yassa"}
    assert {each["id"] for each in kept["tries"]} >= {FIRST.id}
    own = {"game": "durak", "id": FIRST.id, "at": THIRD_OF_MAY, "a": FIRST.solutions[0], "solved": True}
    assert own in kept["tries"]
    days = [(each["day"], each["game"], each["solved"]) for each in kept["days"]]
    assert days == [("2031-05-03", "yassa", True)]
    assert ann.ask("POST", "/api/account/delete", {})[0] == 204

    async def left(user: str) -> list[int]:
        return [
            len(await server.koloda.store.all(f"select 1 from {relation} where user_id = ?1", user))
            for relation in ("puzzle_ratings", "puzzle_tries", "puzzle_days")
        ]

    loop = server.server.servers[0].get_loop()
    assert asyncio.run_coroutine_threadsafe(left(ann.user), loop).result(30) == [0, 0, 0]
    assert asyncio.run_coroutine_threadsafe(left(bob.user), loop).result(30) == [2, 2, 1]


def test_what_forgotten_guests_answered_is_forgotten(url: str) -> None:
    async def test() -> None:
        store = open_store(url)
        await store.open()
        books = PuzzleBooks(store)
        await store.run(
            "insert into users(id, name, kind, created, seen, keys, muted_until, banned_until) "
            "values('here', 'Ann', 'guest', 1, 1, 1, 0, 0)"
        )
        for user in ("here", "gone"):
            await books.answer(user, DURAK, FIRST, None, 5)
        await books.forget()
        assert len((await books.export("here")).tries) == 1
        assert (await books.export("gone")).tries == []
        await store.close()

    asyncio.run(test())


# games from elsewhere


@pytest.mark.parametrize("content", [None, "no puzzles at all", '{"format": "koloda-puzzles/1"}\n{}\n'])
def test_a_game_without_puzzles_has_none_and_a_broken_file_harms_nobody(
    server: Server, monkeypatch: pytest.MonkeyPatch, content: str | None
) -> None:
    def read(game: Game) -> list[Puzzle]:
        return [] if content is None else lines(content.splitlines())[1]

    monkeypatch.setattr("koloda.table.puzzles.puzzles", read)
    book.cache_clear()
    try:
        page = server.call("GET", "/api/puzzles")[1]
        assert (page["games"], page["daily"]) == ([], None)
        status, refused, _ = server.call("GET", "/api/puzzles/durak/next")
        assert (status, refused["error"]["code"]) == (404, "no_puzzle")
        assert server.call("GET", "/api/puzzles/durak")[1]["puzzles"] == []
        assert server.call("GET", path(FIRST))[0] == 404
    finally:
        book.cache_clear()


def test_a_puzzle_that_does_not_hold_is_no_puzzle(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    broken = replace(FIRST, seed=FIRST.seed + 1)
    monkeypatch.setattr("koloda.table.puzzles.puzzles", lambda game: [broken] if game is DURAK else [])
    book.cache_clear()
    try:
        status, refused, _ = server.call("GET", path(broken))
        assert (status, refused["error"]["code"]) == (404, "no_puzzle")
    finally:
        book.cache_clear()
