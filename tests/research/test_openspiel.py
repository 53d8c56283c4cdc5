"""OpenSpiel's own tests of games, where it is installed."""

from __future__ import annotations

import unittest

import pytest

from koloda.core.rng import Rng
from koloda.games import ids

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel comes with the extra openspiel")

from koloda.research import openspiel  # noqa: E402


@pytest.mark.parametrize("name", ids())
def test_openspiels_simulations_accept_the_game(name: str) -> None:
    game = pyspiel.load_game("python_koloda", {"game": name, "seats": 2})
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("name", ids())
def test_openspiels_tests_of_the_interface_accept_the_game(name: str) -> None:
    from open_spiel.integration_tests.api_test import EnforceAPIOnPartialTreeBase

    game = pyspiel.load_game("python_koloda", {"game": name, "seats": 2})
    theirs = type("Theirs", (EnforceAPIOnPartialTreeBase,), {"game_name": "python_koloda", "game": game})
    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(theirs).run(result)
    assert result.testsRun >= 5
    assert [*result.errors, *result.failures] == []


def test_an_observer_of_what_is_public_is_not_given_a_hand() -> None:
    game = openspiel.KolodaGame({"game": "durak", "seats": 2})
    for public, private in ((True, "NONE"), (False, "SINGLE_PLAYER"), (True, "ALL_PLAYERS")):
        told = getattr(pyspiel.PrivateInfoType, private)
        kind = pyspiel.IIGObservationType(public_info=public, perfect_recall=False, private_info=told)
        assert game.make_py_observer(kind) is None
    assert game.make_py_observer(pyspiel.IIGObservationType(perfect_recall=True)) is not None


def test_an_information_state_tells_what_the_seat_was_told_and_no_more() -> None:
    game = openspiel.KolodaGame({"game": "durak", "seats": 2})
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[7][0])
    for _ in range(10):
        state.apply_action(state.legal_actions()[0])
    assert state.deal is not None
    other = state.clone()
    assert other.deal is not state.deal
    texts = {state.information_state_string(seat) for seat in (0, 1)}
    assert len(texts) == 2
    assert other.information_state_string(0) == state.information_state_string(0)
    world = state.deal.determinize(0, Rng(1))
    assert world.view(0) == state.deal.view(0)
    state.apply_action(state.legal_actions()[0])
    assert other.information_state_string(0) != state.information_state_string(0)
