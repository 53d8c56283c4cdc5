"""Time at a table: deadlines, the bank, missed turns, and ends that are not in sight yet."""

from __future__ import annotations

import random

import pytest

from koloda.core.bits import members
from koloda.core.state import WINDOW
from koloda.games.junquick import GAME as JUNQUICK
from koloda.table import clocks, rows, wire
from koloda.table.checks import checked
from koloda.table.errors import BrokenTable, Refused
from koloda.table.room import Room
from koloda.table.timers import overdue_row
from koloda.table.updates import Snapshot, table_info
from table.test_secret_times import HOLDS, REACTION, START, act, seated
from table.test_wire_secrets import opened

BANK = 30_000


def asked_in_secret() -> Room:
    """Seat 1 may answer with Hysteria, which nobody else knows."""
    room = seated(JUNQUICK.position(HOLDS))
    act(room, 0, 0, "inf CS")
    return room


def test_an_answer_to_a_secret_question_is_late_after_the_default_is_due() -> None:
    """Between the default and the end of the window the answer would show when nothing may show."""
    room = asked_in_secret()
    deadline = clocks.deadline(room, 1)
    assert deadline is not None
    assert deadline < START + REACTION

    def answered(arrived: int) -> str:
        return checked(room, 1, wire.Act("1", "hys"), arrived, arrived, "en")

    assert answered(deadline) == "hys"
    with pytest.raises(Refused) as caught:
        answered(deadline + 1)
    assert caught.value.code == "late"


def test_nothing_can_be_done_in_a_deal_that_is_over() -> None:
    room = opened("durak", 2, {"mode": "individual"}, 0)
    now = START
    while room.status == "playing":
        state = room.state
        assert state is not None
        now = max(now + 500, room.live_at)
        seat = int(state.actor)
        room.fold(rows.Act(now, seat, state.game.text(state.default(seat))))
    with pytest.raises(Refused) as caught:
        checked(room, 0, wire.Act("1", "take"), room.live_at, room.live_at, "en")
    assert caught.value.code == "over"


def test_a_window_that_is_over_has_no_time_left() -> None:
    room = opened("yassa", 3, {}, 0)
    rng = random.Random(1)
    now = START
    while room.state is not None and room.state.question() != WINDOW:
        state = room.state
        now = max(now + 500, room.live_at)
        seat = members(state.pending)[0]
        room.fold(rows.Act(now, seat, state.game.text(rng.choice(state.legal(seat)))))
    end = room.asked_at + room.made.reaction

    def window(now: int) -> int | None:
        clock = Snapshot(room, now).clock(None)
        assert clock is not None
        return clock.window

    assert [window(end - 1), window(end), window(end + 1000)] == [1, 0, 0]


def test_no_bank_in_a_secret_question() -> None:
    room = asked_in_secret()
    room.seats[1].bank = BANK
    assert clocks.left(room, 1, START + REACTION + 1000) == (0, 0)
    assert clocks.deadline(room, 1) == START + REACTION - clocks.EARLY
    room.fold(rows.Act(START + REACTION + 5000, 1, "wait"))
    assert room.seats[1].bank == BANK


def test_no_bank_in_a_reaction_window() -> None:
    """A reaction has its short time and no more, however much there is in the bank."""
    room = opened("yassa", 3, {}, 0)
    rng = random.Random(1)
    now = START
    for _ in range(400):
        state = room.state
        assert state is not None
        seat = members(state.pending)[0]
        if state.question() == WINDOW:
            break
        now = max(now + 500, room.live_at)
        room.fold(rows.Act(now, seat, state.game.text(rng.choice(state.legal(seat)))))
    else:
        pytest.fail("no reaction was asked for")
    assert room.made.reaction < room.made.turn
    asked = room.owed_since[seat]
    assert clocks.left(room, seat, asked + room.made.reaction + 1000) == (0, 0)
    assert clocks.deadline(room, seat) == asked + room.made.reaction + clocks.LAG
    text = state.game.text(state.default(seat))
    room.fold(rows.Act(asked + room.made.reaction + 5000, seat, text))
    assert room.seats[seat].bank == BANK


def test_a_turn_beyond_its_time_is_paid_by_the_bank() -> None:
    room = opened("yassa", 3, {}, 0)
    state = room.state
    assert state is not None
    seat = int(state.actor)
    asked = room.owed_since[seat]
    assert clocks.left(room, seat, asked + 61_000) == (0, BANK - 1000)
    assert clocks.deadline(room, seat) == asked + 60_000 + BANK + clocks.LAG
    room.fold(rows.Act(asked + 65_000, seat, state.game.text(state.default(seat))))
    assert room.seats[seat].bank == BANK - 5000


def test_the_table_wakes_when_the_time_of_a_person_is_over_and_not_of_a_bot() -> None:
    room = opened("durak", 2, {"mode": "individual"}, 0)
    assert room.state is not None
    seat = int(room.state.actor)
    assert clocks.due(room) == START + 60_000 + BANK + clocks.LAG
    room.seats[seat].taken_over = True
    assert clocks.due(room) is None
    room.seats[seat].taken_over = False
    room.seats[1 - seat].taken_over = True
    assert clocks.due(room) == START + 60_000 + BANK + clocks.LAG


def test_a_table_tells_its_times_in_seconds() -> None:
    assert table_info(opened("yassa", 3, {}, 0), START).clock == wire.ClockRule(60, 30, 4)


def test_what_a_bot_decides_for_somebody_costs_his_bank_nothing() -> None:
    room = opened("yassa", 3, {}, 0)
    assert room.state is not None
    seat = int(room.state.actor)
    text = room.state.game.text(room.state.default(seat))
    late = rows.Act(room.owed_since[seat] + 65_000, seat, text, by="bot")
    room.fold(rows.read(rows.written(late)))
    assert room.seats[seat].bank == BANK


def play_by_default(room: Room, until: str) -> None:
    """Everybody lets the clock decide, until the table has this status."""
    while room.status != until:
        state = room.state
        assert state is not None
        if state.over:
            room.fold(rows.Dealt(room.ended))
            continue
        seat = members(state.pending)[0]
        room.fold(rows.Act(room.live_at, seat, state.game.text(state.default(seat))))


def test_a_table_wakes_for_the_next_deal_and_not_before_or_after_a_match() -> None:
    made = Room("a table of a test")
    made.fold(rows.Made(START, "flights", 2, {}, "00" * 32, "u0", turn=60_000, bank=0, reaction=4000))
    assert clocks.due(made) is None
    room = opened("durak", 2, {"mode": "individual", "match_games": 2}, 0)
    play_by_default(room, "between")
    assert clocks.due(room) == room.ended + clocks.BETWEEN_DEALS
    play_by_default(room, "over")
    assert clocks.due(room) is None


def test_a_server_that_comes_back_puts_off_the_next_deal_but_not_the_end_of_a_match() -> None:
    room = opened("durak", 2, {"mode": "individual", "match_games": 2}, 0)
    play_by_default(room, "between")
    back = room.ended + 60_000
    room.fold(rows.Woke(back))
    assert clocks.due(room) == back + clocks.BETWEEN_DEALS
    play_by_default(room, "over")
    ended = room.ended
    room.fold(rows.Woke(ended + 60_000))
    assert room.ended == ended


def test_in_real_time_everybody_gets_the_full_time_again_after_what_all_have_seen() -> None:
    position = "0: TS; 1: J1; 2: J1; pile J4@2; fp 1"
    room = seated(JUNQUICK.position(position, {"chief_time": "real"}))
    act(room, 1000, 2, "wait")
    assert room.owed_since == [START] * 3
    act(room, 2000, 0, "inf TS")
    assert room.owed_since == [START + 2000] * 3


def test_one_awaited_seat_has_its_own_clock_and_several_a_common_one() -> None:
    def window(room: Room) -> int | None:
        clock = Snapshot(room, START + 1000).clock(None)
        assert clock is not None
        return clock.window

    alone, together = opened("durak", 4, {}, 0), opened("viceroy", 2, {}, 0)
    assert together.state is not None
    assert len(together.state.awaited(None) or ()) == 2
    assert [window(alone), window(together)] == [None, 59_000]


@pytest.mark.parametrize("action", ["nonsense", "swap R1 P1 B1"], ids=["no action", "none that is possible"])
def test_a_log_that_the_rules_cannot_follow_is_told_with_its_table_and_row(action: str) -> None:
    room = opened("flights", 2, {}, 0)
    with pytest.raises(BrokenTable, match="a table of a test: row 5"):
        room.fold(rows.Act(START, 0, action))


def test_missed_turns_count_in_a_row_only() -> None:
    """Two turns missed, one taken, one more missed: that is no reason to replace somebody."""
    room = opened("durak", 2, {"mode": "individual"}, 0)
    for sitting in room.seats:
        sitting.link = "here"
    mine = ["clock", "clock", "", "clock"]  # who has decided the turns of seat 0
    now = START
    while True:
        state = room.state
        assert state is not None
        now = max(now + 500, room.live_at)
        seat = int(state.actor)
        if seat == 0 and not mine:
            break
        by = mine.pop(0) if seat == 0 else ""
        room.fold(rows.Act(now, seat, state.game.text(state.default(seat)), by=by))
        assert room.status == "playing"
    assert room.seats[0].missed == 1
    assert overdue_row(room, now) is None


def test_before_the_first_deal_the_first_is_to_come_and_nobody_has_points() -> None:
    room = Room("a table of a test")
    room.fold(rows.Made(START, "durak", 4, {}, "00" * 32, "u0", turn=0, bank=0, reaction=0))
    assert table_info(room, START).deal == 1
    assert table_info(room, START).totals == [0.0] * 4


def test_the_end_of_a_deal_and_its_totals_show_when_the_end_is_in_sight() -> None:
    """The last decision may be a silent one: until its time is over nobody knows that the deal has ended."""
    rng = random.Random(3)
    hidden = 0
    for number in range(12):
        room = opened("junquick", 3, {}, number)
        now = START
        while room.status == "playing":
            state = room.state
            assert state is not None
            now = max(now + 500, room.live_at)
            seat = rng.choice(members(state.pending))
            room.fold(rows.Act(now, seat, state.game.text(rng.choice(state.legal(seat)))))
        if room.live_at > now:
            assert room.match is not None
            hidden += any(room.match.totals)
            before, after = table_info(room, room.live_at - 1), table_info(room, room.live_at)
            assert before.status == "playing"
            assert before.totals == [0.0] * 3
            assert after.totals == room.match.totals
            assert Snapshot(room, room.live_at - 1).over() is None
            assert Snapshot(room, room.live_at).over() is not None
    assert hidden, "no deal ended in secret"
