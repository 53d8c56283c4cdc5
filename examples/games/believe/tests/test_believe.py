"""The rules of I don't believe by example, and the whole contract suite of koloda."""

from __future__ import annotations

import pytest

import koloda
from koloda.core.errors import IllegalAction
from koloda.core.rng import Rng
from koloda.core.state import State
from koloda.testing import contract_tests

GAME = koloda.game("believe")
test_contract = contract_tests("believe")


def played(position: str, *actions: str) -> State:
    state = GAME.position(position)
    for action in actions:
        state.play(action)
    return state


def test_a_lie_that_is_doubted_brings_the_pile_to_the_liar() -> None:
    state = played("1: 6H 7S; 2: 8C 9C; turn 1", "put 6H", "say 7", "doubt")
    assert state.reveal()["hands"] == [["6H", "7S"], ["8C", "9C"]]
    assert state.actor == 1  # who doubted leads


def test_who_doubts_the_truth_takes_the_pile() -> None:
    state = played("1: 6H 7S; 2: 8C 9C; turn 1", "put 6H", "say 6", "doubt")
    assert state.reveal()["hands"] == [["7S"], ["6H", "8C", "9C"]]
    assert state.actor == 0


def test_a_card_that_is_put_ready_can_be_taken_back() -> None:
    state = played("1: 6H 7S; 2: 8C 9C; turn 1", "put 6H", "say 6", "put 8C", "put 9C", "back 8C")
    assert state.view(1)["hand"] == ["8C"]
    assert state.view(1)["puts"] == ["9C"]
    assert state.view(0)["counts"] == [1, 2]
    layout = GAME.layout(state.view(1), "en")
    assert layout is not None
    assert layout["back"] == "back 9C"
    with pytest.raises(IllegalAction, match="not ready"):
        state.play("back 8C")
    state.play("back 9C")
    state.play("doubt")  # nobody has seen anything: he may still doubt
    assert state.reveal()["hands"] == [["7S"], ["6H", "8C", "9C"]]


def test_nobody_notices_what_is_taken_back() -> None:
    state = played("1: 6H 7S; 2: 8C 9C; turn 1", "put 6H")
    assert not state.notices(1, 0, GAME.action("back 6H"))
    assert state.notices(0, 0, GAME.action("back 6H"))
    before = state.view(1)
    state.play("back 6H")
    assert state.view(1) == before


def test_one_wrong_card_makes_a_lie() -> None:
    state = played("1: 6H 7S KD; 2: 8C; turn 1", "put 6H", "put 7S", "say 6", "doubt")
    assert state.reveal()["shown"]["honest"] is False


def test_the_last_card_wins_when_it_is_believed() -> None:
    state = played("1: 6H; 2: 8C 9C; turn 1", "put 6H", "say K", "put 8C", "lay")
    assert state.over
    assert state.returns() == [1.0, -1.0]


def test_the_last_card_wins_when_it_is_doubted_and_true() -> None:
    state = played("1: 6H; 2: 8C 9C; turn 1", "put 6H", "say 6", "doubt")
    assert state.scores() == [1.0, 0.0]


def test_the_rank_stays_until_somebody_doubts() -> None:
    state = played("1: 6H 7S; 2: 8C 9C; turn 1", "put 6H", "say 7", "put 8C")
    with pytest.raises(IllegalAction, match="the rank 7 stands"):
        state.play("say 8")
    state.play("lay")
    assert state.view(0)["rank"] == "7"


def test_everybody_remembers_what_was_taken() -> None:
    state = played("1: 6H 7S; 2: 8C 9C; 3: TC JC; turn 1", "put 6H", "say 6", "doubt")
    assert state.view(2)["known"] == [[], ["6H"], []]
    for seed in range(20):
        world = state.determinize(2, Rng(seed))
        assert "6H" in world.reveal()["hands"][1]


def test_a_claim_is_believed_half_of_the_time_or_so() -> None:
    """Worlds in which somebody lied without need are less likely."""
    state = played("1: 6H 7S; 2: 8C 9C; turn 1", "put 6H", "say 6")
    lie = played("1: 6H 7S; 2: 8C 9C; turn 1", "put 7S", "say 6")
    assert state.likelihood(1) > lie.likelihood(1)
