"""Decisions by regrets: mixed where two seats hide little, and nowhere else."""

from __future__ import annotations

import json
import math
from hashlib import sha256
from typing import Any

import pytest

import koloda
from koloda.bots.mcts import mixture, think
from koloda.bots.player import Player
from koloda.bots.regrets import Regrets
from koloda.core.game import Game
from koloda.core.rng import Rng
from koloda.core.state import State
from koloda.core.tuning import Tuning
from koloda.games.durak import GAME as DURAK

SIX_CARDS: dict[str, Any] = {"ranks": 3, "suits": 2, "hand_size": 2}


def regrets(state: State, seat: int, seed: int = 1, tuning: Tuning | None = None) -> Regrets:
    game = state.game
    return Regrets(state, seat, game.encoder(2), game.heuristic, tuning or Tuning(), Rng(seed))


def chances(state: State, seat: int, seed: int, iterations: int = 400) -> list[tuple[int, float]]:
    return mixture(Player(state, seat, Rng(seed)), None, iterations)


def test_a_mixture_is_of_legal_actions_and_whole() -> None:
    mixed = 0
    for seed in range(8):
        state = DURAK.deal(2, seed, SIX_CARDS)
        seat = int(state.actor)
        found = chances(state, seat, seed)
        assert {action for action, _ in found} <= set(state.legal(seat))
        assert sum(chance for _, chance in found) == pytest.approx(1.0)
        assert all(chance > 0 for _, chance in found)
        chosen = think(Player(state, seat, Rng(seed)), None, 400)
        assert chosen in {action for action, _ in found}
        mixed += len(found) > 1
    assert mixed


def test_it_repeats_exactly_and_knows_no_hidden_card() -> None:
    for seed in range(3):
        state = DURAK.deal(2, seed, SIX_CARDS)
        seat = int(state.actor)
        first = chances(state, seat, 5)
        assert chances(state, seat, 5) == first
        for other in range(2):
            assert chances(state.determinize(seat, Rng(other)), seat, 5) == first


def test_positions_that_hide_much_or_nothing_are_left_to_the_usual_search() -> None:
    whole = DURAK.deal(2, 1)
    assert not regrets(whole, int(whole.actor)).suits(1000)
    small = DURAK.deal(2, 1, SIX_CARDS)
    assert regrets(small, int(small.actor)).suits(1000)
    assert not regrets(small, int(small.actor)).suits(5)
    open_cards = DURAK.position("trump S; stock -; 1: 9H TD; 2: JH QH; lead 1")
    assert not regrets(open_cards, 0).suits(1000)


def test_both_seats_imagine_each_other() -> None:
    """The tree has hands of the searching seat that it does not hold: the other one may expect those."""
    state = DURAK.deal(2, 1, SIX_CARDS)
    seat = int(state.actor)
    search = regrets(state, seat)
    held = set()
    for _ in range(60):
        search.run(1)
        held.add(json.dumps(search.world.view(seat)["hand"]))
    assert len(held) > 2


def test_what_was_only_tried_is_left_out() -> None:
    state = DURAK.deal(2, 1, SIX_CARDS)
    search = regrets(state, int(state.actor))
    search.run(500)
    assert search.iterations >= 500 > search.walks
    found = search.chances()
    least = min(0.1, 2 / math.sqrt(search.walks))
    assert sum(found) == pytest.approx(1.0)
    assert all(chance == 0 or chance >= least for chance in found)


@pytest.mark.parametrize("game", koloda.game_list(), ids=lambda game: game.id)
def test_any_game_for_two_can_be_searched_by_regrets(game: Game) -> None:
    state = game.deal(2, 4)
    seat = int(state.actor)
    search = regrets(state, seat, tuning=Tuning(horizon=1))
    search.run(3)
    assert len(search.chances()) == len(state.legal(seat))


def test_both_builds_learn_the_same() -> None:
    """The compiled code and plain Python: the suite runs by either."""
    learned = []
    for seed in range(6):
        state = DURAK.deal(2, seed, SIX_CARDS)
        for _ in range(3):
            if state.pending:
                seat = int(state.actor)
                learned.append([(action, repr(chance)) for action, chance in chances(state, seat, seed)])
                state.apply(seat, state.legal(seat)[0])
    assert any(len(found) > 1 for found in learned)
    assert sha256(repr(learned).encode()).hexdigest()[:16] == "b62494f89b0e4b22"
