"""Transcripts and game records: what the judge writes is right, and what is wrong is found."""

from __future__ import annotations

import copy
import json
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contest.players import GOLDEN, against, golden_with
from contest.table import Table, conditions, deal_of
from koloda.arena.contest.explain import explained
from koloda.arena.contest.record import as_transcript, write_record
from koloda.arena.contest.referee import Conditions, Played
from koloda.arena.contest.transcript import check_transcript, write_transcript
from koloda.arena.programs.making import Programs
from koloda.arena.programs.sandbox import Sandbox
from koloda.core.errors import BadTrace, KolodaError
from koloda.games.durak import GAME

PROGRAMS = {"1": "./a", "2": "./b"}


def transcript_of(played: Played, **conditions: Any) -> dict[str, Any]:
    """As it is read from a file."""
    item: dict[str, Any] = json.loads(
        json.dumps(write_transcript(played, PROGRAMS, Conditions(**conditions)))
    )
    return item


@pytest.fixture(scope="module")
def good() -> dict[str, Any]:
    table = Table(GOLDEN.state({}))
    table.finish_at_random(5)
    return transcript_of(table.played(GOLDEN))


def test_a_right_transcript(good: dict[str, Any]) -> None:
    check_transcript(GAME, good)
    assert list(good) == [
        "koloda", "game", "options", "programs", "deck", "trump", "first", "seats", "rounds", "out",
        "verdict",
    ]  # fmt: skip
    assert good["options"] == {}


def change(item: dict[str, Any], *path: Any, value: Any) -> dict[str, Any]:
    changed = copy.deepcopy(item)
    place: Any = changed
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    return changed


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("first",), 1),
        (("first",), 9),
        (("trump",), "H"),
        (("trump",), "X"),
        (("deck", 0), "6S"),
        (("deck",), []),
        (("rounds",), 3),
        (("out",), [1, 2]),
        (("verdict", "winner"), None),
        (("verdict", "reason"), "draw"),
        (("verdict", "reason"), "void"),
        (("verdict", "code"), "TIME"),
        (("verdict",), {"winner": 1, "reason": "fault", "seat": 2, "code": "ILLEGAL"}),
        (("verdict",), {"winner": 1, "reason": "fault", "seat": 2, "code": "TIME", "detail": "wall"}),
        (("verdict",), {"winner": 1, "reason": "fault", "seat": 2, "code": "LATE"}),
        (("programs",), {"1": "a"}),
        (("seats", "1", 0, 1), "trump H"),
        (("seats", "1", 1), [">", "give 2 6D"]),
        (("seats", "2", 3), ["?", "x"]),
        (("seats", "3", 2), "no entry"),
        (("seats", "4"), []),
        (("seats", "5"), []),
        (("options",), {"ask_add": "always"}),
        (("options",), {"speed": 9}),
        (("options",), {"time_scale": -1}),
        (("options",), {"players": 3}),
        (("options",), {"extensions": "on"}),
    ],
)
def test_every_change_is_found(good: dict[str, Any], path: tuple[Any, ...], value: Any) -> None:
    with pytest.raises(KolodaError):
        check_transcript(GAME, change(good, *path, value=value))


def test_another_answer_is_found(good: dict[str, Any]) -> None:
    for seat in "1234":
        for place, entry in enumerate(good["seats"][seat]):
            if entry[0] == "<":
                other = "NO" if entry[1] != "NO" else "6S"
                with pytest.raises(KolodaError):
                    check_transcript(GAME, change(good, "seats", seat, place, 1, value=other))


def test_times_are_numbers_that_fit_the_clock(good: dict[str, Any]) -> None:
    place = next(place for place, entry in enumerate(good["seats"]["2"]) if entry[0] == "<")
    answer = good["seats"]["2"][place][1]
    check_transcript(GAME, change(good, "seats", "2", place, value=["<", answer, 3.2]))
    for wrong in ("3", -1, 5000, True):
        with pytest.raises(BadTrace):
            check_transcript(GAME, change(good, "seats", "2", place, value=["<", answer, wrong]))


def broken_off() -> dict[str, Any]:
    table = Table(GOLDEN.state({}))
    table.finish_at_random(5, most=6)
    return transcript_of(table.played(GOLDEN))


BROKEN_OFF = broken_off()
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 99) | st.text(max_size=5) | st.floats(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=5,
)


def test_a_void_game_has_lists_as_far_as_they_got() -> None:
    check_transcript(GAME, BROKEN_OFF)
    assert BROKEN_OFF["verdict"] == {"winner": None, "reason": "void"}


@given(st.sampled_from(sorted(BROKEN_OFF)), VALUES)
def test_nonsense_is_always_an_error_and_never_a_crash(key: str, value: object) -> None:
    item = {**BROKEN_OFF, key: value}
    with suppress(KolodaError):
        check_transcript(GAME, item)
    with suppress(KolodaError):
        list(explained(item))


OPTIONS: list[tuple[dict[str, Any], int, bool]] = [
    ({"ask_add": "always"}, 4, False),
    ({"ask_beat": "when_possible"}, 4, False),
    ({"final_beat": "on"}, 4, True),
    ({"first_discard_cap": 5}, 4, False),
    ({"first_mover": "lowest_trump", "trump_source": "bottom_card"}, 4, True),
    ({"mode": "individual"}, 2, True),
    ({"mode": "individual"}, 3, False),
    ({"mode": "individual", "first_mover": "appointed", "trump_source": "appointed"}, 5, False),
    ({"mode": "individual"}, 6, True),
]


@pytest.mark.protocol("P11", "P12", "P13")
@pytest.mark.parametrize(("options", "seats", "extensions"), OPTIONS)
def test_games_with_options_and_of_individuals(options: dict[str, Any], seats: int, extensions: bool) -> None:
    for seed in range(20):
        table = Table.dealt(seed, options, seats, extensions)
        table.finish_at_random(seed)
        played = table.played(deal_of(seed, options, seats))
        sides = {"1": "a", "2": "b"} if table.state.rules.team else {str(n + 1): "x" for n in range(seats)}
        item = json.loads(json.dumps(write_transcript(played, sides, conditions(options, extensions))))
        check_transcript(GAME, item)
        record = json.loads(json.dumps(write_record(played, 1, 1, sides, conditions(options, extensions))))
        check_transcript(GAME, record)
        assert as_transcript(record, times=False) == item
        assert "Verdict" in list(explained(item))[-1]


@pytest.mark.parametrize(
    "misbehaviour",
    [
        "",
        "illegal",
        "garbage",
        "letters",
        "no_newline_exit",
        "exit",
        "signal",
        "memory_300",
        "network",
        "second_line",
    ],
)
def test_transcripts_of_faults(programs: Programs, best: Sandbox, misbehaviour: str) -> None:
    played = against(programs, best, *([misbehaviour] if misbehaviour else []))
    item = transcript_of(played)
    check_transcript(GAME, item)
    assert sum("Verdict" in line for line in explained(item)) == 1
    assert list(explained(item, 2))
    if played.fault is not None:
        other = change(item, "verdict", "code", value="EXTRA" if played.fault.code != "EXTRA" else "ILLEGAL")
        with pytest.raises(BadTrace):
            check_transcript(GAME, other)
        with pytest.raises(BadTrace):
            check_transcript(GAME, change(item, "verdict", "winner", value=2))
    record = json.loads(json.dumps(write_record(played, 1, 1, PROGRAMS, Conditions())))
    check_transcript(GAME, record)


def test_a_transcript_of_time(programs: Programs, best: Sandbox) -> None:
    played = golden_with(programs, best, 2, "sleep=3", "6D", scale=0.1)
    item = transcript_of(played, time_scale=0.1)
    assert item["options"] == {"time_scale": 0.1}
    assert item["verdict"]["code"] == "TIME"
    assert item["verdict"]["detail"].startswith("wall")
    check_transcript(GAME, item)
    with pytest.raises(BadTrace, match="wall or cpu"):
        check_transcript(GAME, change(item, "verdict", "detail", value="late"))


def test_the_verdict_before_the_cards_are_dealt(good: dict[str, Any]) -> None:
    start = change(good, "seats", value={seat: [] for seat in "1234"})
    start |= {"rounds": 0, "out": [], "verdict": {"winner": 2, "reason": "fault", "seat": 1, "code": "START"}}
    check_transcript(GAME, start)
    check_transcript(GAME, start | {"verdict": {"winner": None, "reason": "void"}})
    with pytest.raises(BadTrace):
        check_transcript(GAME, start | {"rounds": 1})
    with pytest.raises(BadTrace):
        check_transcript(
            GAME, start | {"verdict": {"winner": 1, "reason": "fault", "seat": 1, "code": "START"}}
        )


def test_what_a_record_says_beside_its_dialogue_must_follow_from_it(good: dict[str, Any]) -> None:
    table = Table(GOLDEN.state({}))
    table.finish_at_random(5)
    record = json.loads(json.dumps(write_record(table.played(GOLDEN), 3, 17, PROGRAMS, Conditions())))
    check_transcript(GAME, record)
    assert as_transcript(record, times=False) == good
    for path, value in [
        (("decisions", 0, 0), 1),
        (("decisions", 0, 2), "6s"),
        (("decisions", 0, 2), "9S"),
        (("decisions", 0, 3), "soon"),
        (("decisions",), []),
        (("decisions",), record["decisions"][:-1]),
        (("decisions",), [*record["decisions"], record["decisions"][0]]),
        (("result", "winner"), 3 - record["result"]["winner"]),
        (("mode",), "individual"),
        (("number",), "3"),
        (("deal_id",), True),
        (("time_used", "1"), -1),
    ]:
        with pytest.raises(KolodaError):
            check_transcript(GAME, change(record, *path, value=value))
