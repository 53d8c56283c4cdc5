"""Who notices (4.5 b, items 6 to 8): people do, and nothing that a table offers tells of a missing shout."""

from __future__ import annotations

import pytest

from koloda.core.bits import members
from koloda.core.rng import Rng
from koloda.games.yassa import GAME
from koloda.games.yassa.actions import OVER, READY
from koloda.games.yassa.state import YassaState
from yassa.positions import LETTERS, now, play, position, yassa

OTHERS = "B: Y1 Y2 Y3; C: B1 B2 B3; D: G1 G2 G3"
LAST_BUT_ONE = f"A: R5 R9; {OTHERS}; top R2"


def offered(state: YassaState, player: str) -> list[str]:
    return [GAME.text(action) for action in state.offered(LETTERS.index(player))]


def tried(state: YassaState, player: str, text: str) -> str | None:
    action = int(state.meant(LETTERS.index(player), GAME.action(text)))
    return None if action < 0 else GAME.text(action)


@pytest.mark.rule("R26")
@pytest.mark.parametrize("mistakes", ["off", "on"])
def test_everybody_is_offered_the_same_whether_the_shout_came_or_not(mistakes: str) -> None:
    options = {"reaction_mode": "realtime", "mistake_penalty": mistakes}
    said = play(position(LAST_BUT_ONE, **options), "A play R5!")
    forgotten = play(position(LAST_BUT_ONE, **options), "A play R5")
    assert forgotten.unsaid == 0
    for player in "ABCD":
        assert offered(forgotten, player) == offered(said, player)
        assert "call" in offered(said, player)
        assert "mistake call" not in offered(said, player)
    for name in ("gives_time", "needs_sight", "question", "time_limit"):
        assert getattr(forgotten, name)() == getattr(said, name)()
    for seat in (None, 0, 1, 2, 3):
        assert forgotten.awaited(seat) == said.awaited(seat)


@pytest.mark.rule("R26")
def test_one_card_is_offered_from_the_deal_to_the_end_of_the_round_to_everybody() -> None:
    for seed in range(4):
        state = yassa(GAME.deal(3, seed, {"reaction_mode": "realtime", "intervention": "any_identical"}))
        rng = Rng(seed)
        while not state.over:
            for player in "ABC":
                assert offered(state, player)[-1] == "call"
            seat = next(iter(members(state.pending | state.free)))
            state.apply(seat, state.random_legal(seat, rng))
        assert state.phase == OVER
        assert [offered(state, player) for player in "ABC"] == [[], [], []]


@pytest.mark.rule("R26")
def test_what_is_offered_is_what_is_legal_where_nobody_has_to_notice_anything() -> None:
    """All that differs from the legal list is the call and the shout."""
    for options in (
        {},
        {"reaction_mode": "realtime"},
        {"reaction_mode": "realtime", "mistake_penalty": "on"},
    ):
        state = yassa(GAME.deal(3, 5, {**options, "max_steps": 200}))
        rng = Rng(5)
        while not state.over:
            for seat in range(3):
                shown = {state.advice(action) for action in state.offered(seat)} - {GAME.action("call")}
                legal = {state.advice(action) for action in state.legal(seat)}
                assert shown - legal == set()
                assert {GAME.text(action) for action in legal - shown} <= {"call", "mistake call"}
            seat = next(iter(members(state.pending | state.free)))
            state.apply(seat, state.random_legal(seat, rng))


@pytest.mark.rule("R26")
def test_a_press_before_the_taker_is_ready_is_ignored() -> None:
    for mistakes in ("off", "on"):
        state = position(f"A: W4 R9 G1; {OTHERS}; top R2", reaction_mode="realtime", mistake_penalty=mistakes)
        play(state, "A play W4:G", "B accept")
        assert state.phase == READY
        for player in "ABCD":
            assert "call" in offered(state, player)
            assert tried(state, player, "call") is None


@pytest.mark.rule("R26")
def test_the_shout_is_offered_with_any_number_of_cards() -> None:
    for mode in ("windows", "realtime"):
        three = position(f"A: R5 R9 G1; {OTHERS}; top R2", reaction_mode=mode)
        two = position(LAST_BUT_ONE, reaction_mode=mode)
        assert (
            offered(three, "A")[:4] == offered(two, "A")[:4] == ["play R5", "play R9", "play R5!", "play R9!"]
        )
        last = position(f"A: R5; {OTHERS}; top R2", reaction_mode=mode)
        assert offered(last, "A")[:2] == ["play R5", "play R5!"]
        assert tried(last, "A", "play R5!") == "play R5"


@pytest.mark.rule("R26")
def test_a_shout_with_the_very_last_card_is_harmless_even_with_penalties() -> None:
    state = position(f"A: R5; {OTHERS}; top R2", reaction_mode="realtime", mistake_penalty="on")
    assert tried(state, "A", "play R5!") == "play R5"


@pytest.mark.rule("R26")
def test_an_escape_and_an_intervention_may_carry_the_shout_too() -> None:
    state = position("A: RD G1 G2; B: GD B2 B3; C: RD B1 Y3; D: G3 G4 G5; top R7",
                     reaction_mode="realtime", intervention="any_identical")  # fmt: skip
    play(state, "A play RD")
    assert now(state) == "RESPOND_DRAW2(B)"
    assert {"play GD", "play GD!"} <= set(offered(state, "B"))
    assert {"intervene RD", "intervene RD!"} <= set(offered(state, "C"))
    assert tried(state, "C", "intervene RD!") == "intervene RD"


@pytest.mark.rule("R26")
def test_an_automatic_shout_leaves_nothing_to_notice() -> None:
    state = position(LAST_BUT_ONE, reaction_mode="realtime", yassa_mode="auto")
    assert offered(state, "A") == ["play R5!", "play R9!"]
    assert offered(state, "C") == []


@pytest.mark.rule("R26")
def test_who_has_noticed_nothing_does_not_know_that_he_may_call() -> None:
    state = play(position(LAST_BUT_ONE, reaction_mode="realtime"), "A play R5")
    unaware = state.unnoticed()
    assert unaware.legal(1) == [GAME.action("draw")]
    assert unaware.free == 0
    assert "call" in [GAME.text(action) for action in state.legal(1)]
    assert GAME.text(GAME.heuristic.choose(unaware, 1, Rng(1))) == "draw"
    assert state.unsaid == 0


@pytest.mark.rule("R26")
def test_a_hint_does_not_remind_of_the_shout() -> None:
    state = position(LAST_BUT_ONE, reaction_mode="realtime")
    assert GAME.text(state.advice(GAME.action("play R5!"))) == "play R5"
    assert GAME.text(state.advice(GAME.action("intervene WC:G!"))) == "intervene WC:G"
    automatic = position(LAST_BUT_ONE, yassa_mode="auto")
    assert GAME.text(automatic.advice(GAME.action("play R5!"))) == "play R5!"


@pytest.mark.rule("R26")
def test_tables_with_people_have_real_time_and_programs_windows() -> None:
    assert GAME.resolve()["reaction_mode"] == "windows"
    assert GAME.resolve(4, GAME.table_choice({}))["reaction_mode"] == "realtime"
    assert GAME.resolve(4, GAME.table_choice({"reaction_mode": "windows"}))["reaction_mode"] == "windows"
