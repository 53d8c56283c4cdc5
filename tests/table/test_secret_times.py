"""Time does not tell who is asked a secret question: the same messages at the same moments."""

from __future__ import annotations

from typing import Any

import pytest

from koloda.core.state import State
from koloda.games.durak import GAME as DURAK
from koloda.games.junquick import GAME as JUNQUICK
from koloda.games.junquick.knowledge.tracking import place_index
from koloda.table import clocks, rows
from koloda.table.room import Room, Stage
from koloda.table.updates import Snapshot

REACTION = 4000
START = 1_000_000
Answers = dict[int, list[tuple[int, str]]]


def seated(state: State, people: int = 9) -> Room:
    """A room in which this state has just come into sight, with so many people and else bots."""
    room = Room("a table of a test")
    seats = int(state.seats)
    options: dict[str, Any] = {"mode": "individual"} if state.game.id == "durak" else {}
    room.fold(
        rows.Made(
            START, state.game.id, seats, options, "00" * 32, "u0", turn=60_000, bank=0, reaction=REACTION
        )
    )
    for seat in range(seats):
        person = rows.Sat(START, seat, f"u{seat}", f"P{seat}")
        room.fold(person if seat < people else rows.BotSat(START, seat, "normal"))
    room.fold(rows.Dealt(START))
    state.watch()
    room.state = state
    room.seen = [[] for _ in range(seats + 1)]
    room.stages = [Stage(START, state, 0)]
    room.asked_at = START
    room.owed_since = [START] * seats
    return room


def act(room: Room, after: int, seat: int, action: str, by: str = "") -> None:
    """What the hub lets happen: nothing that is not in sight, nothing after the time is over."""
    now = START + after
    assert room.live(now)
    assert room.state is not None
    assert room.state.game.action(action) in room.state.legal(seat)
    deadline = clocks.deadline(room, seat)
    assert deadline is None or now <= deadline
    room.fold(rows.Act(now, seat, action, by=by))


def film(room: Room, seat: int | None, plan: list[tuple[int, int, str]], length: int) -> list[bytes]:
    """What this viewer would be sent, looking every tenth of a second, while others act as planned."""
    shots = []
    for after in range(0, length, 100):
        while plan and plan[0][0] == after:
            _, actor, action = plan.pop(0)
            act(room, after, actor, action)
        shots.append(Snapshot(room, START + after).update(seat, "en", 0))
    assert not plan
    return shots


def position(text: str) -> State:
    return JUNQUICK.position(text)


HOLDS = "0: CS J1 J1; 1: HY J1; 2: J1 J2; pile J2@2; fp 1"
LACKS = "0: CS J1 J1; 1: J3 J1; 2: J1 J2; pile J2@2; fp 1"
PLAY = (100, 0, "inf CS")


@pytest.mark.parametrize("seat", [0, 2, None])
@pytest.mark.parametrize("answered", [200, 1700, 3900])
def test_a_response_looks_the_same_whether_or_not_anybody_can_respond(
    seat: int | None, answered: int
) -> None:
    nobody = film(seated(position(LACKS)), seat, [PLAY], 9000)
    somebody = film(seated(position(HOLDS)), seat, [PLAY, (answered, 1, "wait")], 9000)
    assert nobody == somebody
    assert nobody[2] != nobody[-1]


def test_a_response_shows_when_its_time_is_over_however_fast_it_came() -> None:
    fast = film(seated(position(HOLDS)), 2, [PLAY, (300, 1, "hys")], 9000)
    slow = film(seated(position(HOLDS)), 2, [PLAY, (3900, 1, "hys")], 9000)
    silent = film(seated(position(LACKS)), 2, [PLAY], 9000)
    assert fast == slow
    shown = (100 + REACTION) // 100
    assert fast[:shown] == silent[:shown]
    assert fast[shown] != silent[shown]


def test_who_has_answered_is_not_asked_again_while_the_window_stays_open() -> None:
    room = seated(position(HOLDS))
    act(room, 0, 0, "inf CS")
    assert Snapshot(room, START + 100).seen(1).owed
    act(room, 200, 1, "wait")
    seen = Snapshot(room, START + 300).seen(1)
    assert (seen.legal, seen.owed) == ([], False)
    assert b'"to_act":1' not in seen.encoded
    assert not room.live(START + 300)
    assert room.live(START + REACTION)


def test_a_silent_person_is_decided_for_just_before_the_window_ends() -> None:
    """So that the default is on disk when the window ends."""
    room = seated(position(HOLDS))
    act(room, 0, 0, "inf CS")
    deadline = clocks.deadline(room, 1)
    assert deadline == START + REACTION - clocks.EARLY
    room.fold(rows.Act(deadline, 1, "wait", by="clock"))
    assert room.live_at == START + REACTION


def test_a_window_for_bots_only_is_as_long_as_any_other() -> None:
    """Two people, and a bot that holds the card."""
    text = "0: CS J1 J1; 1: J1 J2; 2: {} J1; pile J2@1; fp 1"
    asked = seated(position(text.format("HY")), people=2)
    shots = film(seated(position(text.format("J3")), people=2), 1, [PLAY], 9000)
    act(asked, 100, 0, "inf CS")
    asked.fold(rows.Act(START + 150, 2, "wait", by="bot"))
    assert [Snapshot(asked, START + after).update(1, "en", 0) for after in range(200, 9000, 100)] == shots[2:]


def test_one_person_among_bots_takes_his_time() -> None:
    room = seated(position("0: HY J1; 1: J1 J1; 2: CS J1; pile J2@1; turn 2; fp 1"), people=1)
    room.fold(rows.Act(START, 2, "inf CS", by="bot"))
    assert room.solo
    assert clocks.deadline(room, 0) == START + 60_000 + clocks.LAG
    act(room, 9000, 0, "wait")
    assert room.live(START + 9000)


@pytest.mark.parametrize("viewer", [0, None])
def test_who_has_left_learns_nothing_from_the_time_that_the_other_takes(viewer: int | None) -> None:
    """He may look on and come back: the last person at a table is not alone with bots."""

    def left_alone(hand: str, plan: list[tuple[int, int, str]]) -> list[bytes]:
        text = f"0: J1 J1; 1: {hand} J1; 2: CS J1; pile J2@0; turn 2; fp 1"
        room = seated(position(text), people=2)
        room.fold(rows.TakenOver(START, 0))
        room.fold(rows.Act(START, 2, "inf CS", by="bot"))
        return film(room, viewer, plan, 9000)

    assert left_alone("HY", [(3000, 1, "wait")]) == left_alone("J3", [])


TOP = "top J1 J1 J2 J2 J3 J3 J4 J4 J1 J1 J2 J2 J3 J3 J4 J4"


def hidden_nest(text: str) -> State:
    """The position, but nobody has seen what came into the nest of seat 0."""
    state = JUNQUICK.position(text)
    for observer in (1, 2):
        state.known[place_index(state, observer, 3)] = 0
    return state


@pytest.mark.parametrize("answered", [200, 5000])
@pytest.mark.parametrize("seat", [1, 2, None])
def test_a_pack_that_could_be_formed_takes_the_same_time_as_none(seat: int | None, answered: int) -> None:
    """Seat 0 could form a pack with the Evolution, and need not."""
    text = f"0: J1; 1: J1 J2; 2: J1; nest 0: J1 J2 J3 {{}}; pile J2@1; turn 2; out 0; fp 0; {TOP}"
    can, cannot = hidden_nest(text.format("EV")), hidden_nest(text.format("J3"))
    assert can.view(seat) == cannot.view(seat)
    passed = (100, 2, "pass")
    assert film(seated(can), seat, [passed, (answered, 0, "done")], 12_000) == film(
        seated(cannot), seat, [passed], 12_000
    )


HANDS = "1: 6H 7D KC TC TH AC; 2: 8H 9C KD QD QH JD; 3: {} JC QC AD AH 7C"
CAN_ADD = f"trump S; lead 1; {HANDS.format('8D')}; stock 6D 6C 9D 9H TD 7H"
CANNOT_ADD = f"trump S; lead 1; {HANDS.format('TD')}; stock 6D 6C 9D 9H 8D 7H"


@pytest.mark.parametrize("answered", [4200, 6000])
@pytest.mark.parametrize("seat", [0, 1, None])
def test_an_attacker_who_adds_nothing_takes_the_same_time_as_one_who_cannot(
    seat: int | None, answered: int
) -> None:
    """The leader has nothing to add; then seat 2 would be asked if it had an eight."""
    plan = [(0, 0, "move 6H"), (100, 1, "beat 8H")]
    can, cannot = durak(CAN_ADD), durak(CANNOT_ADD)
    assert can.view(seat) == cannot.view(seat)
    assert film(seated(can), seat, [*plan, (answered, 2, "pass")], 12_000) == film(
        seated(cannot), seat, plan, 12_000
    )


def test_a_card_that_is_added_shows_at_once() -> None:
    room = seated(durak(CAN_ADD))
    act(room, 0, 0, "move 6H")
    act(room, 100, 1, "beat 8H")
    act(room, 4500, 2, "add 8D")
    assert room.live(START + 4500)


def durak(text: str) -> State:
    return DURAK.position(text, {"mode": "individual"})
