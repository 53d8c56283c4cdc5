"""Small deals learned as a whole: mixed decisions that belong together, and no effect on large ones."""

from __future__ import annotations

import math
from hashlib import sha256
from typing import Any

import pytest

import koloda
from koloda.bots import deals
from koloda.bots.mcts import mixture, think
from koloda.bots.player import Player
from koloda.bots.regrets import WALKS, Regrets
from koloda.core.game import Game
from koloda.core.rng import Rng
from koloda.core.state import State
from koloda.games.durak import GAME as DURAK
from koloda.games.flights import GAME as FLIGHTS

APPOINTED: dict[str, Any] = {"trump_source": "appointed", "first_mover": "appointed"}
SIX_CARDS: dict[str, Any] = {"ranks": 3, "suits": 2, "hand_size": 2, **APPOINTED}
SHOWN: dict[str, Any] = {**SIX_CARDS, "trump_source": "bottom_card", "first_mover": "lowest_trump"}
ROUND: dict[str, Any] = {"board": "small", "max_rounds": 1}
SMALL = [
    pytest.param(FLIGHTS, ROUND, 120, id="flights"),
    pytest.param(DURAK, SIX_CARDS, 280, id="durak"),
]


def regrets(state: State, most: int) -> Regrets:
    game = state.game
    deal = game.redeal(state, Rng(0))
    return Regrets(deal, game.encoder(2), game.tuning.endings, most)


def chances(state: State, iterations: int, seed: int = 1) -> list[tuple[int, float]]:
    return mixture(Player(state, int(state.actor), Rng(seed)), None, iterations)


def positions(game: Game, options: dict[str, Any], count: int, seed: int = 1) -> list[State]:
    """Positions with a choice, of deals that begin alike."""
    first = game.deal(2, seed, options)
    rng = Rng(seed)
    found: list[State] = []
    while len(found) < count:
        state: Any = game.redeal(first, rng)
        while state.pending:
            if len(state.legal(state.actor)) > 1:
                found.append(state.clone())
            state.apply(state.actor, state.random_legal(state.actor, rng))
    return found[:count]


@pytest.mark.parametrize(("game", "options", "iterations"), SMALL)
def test_a_mixture_is_of_legal_actions_and_whole(
    game: Game, options: dict[str, Any], iterations: int
) -> None:
    mixed = 0
    for state in positions(game, options, 30):
        found = chances(state, iterations)
        assert {action for action, _ in found} <= set(state.legal(state.actor))
        assert sum(chance for _, chance in found) == pytest.approx(1.0)
        assert all(chance > 0 for _, chance in found)
        chosen = think(Player(state, int(state.actor), Rng(3)), None, iterations)
        assert chosen in {action for action, _ in found}
        mixed += len(found) > 1
    assert mixed


@pytest.mark.parametrize(("game", "options", "iterations"), SMALL)
def test_it_repeats_exactly_and_knows_no_hidden_card(
    game: Game, options: dict[str, Any], iterations: int
) -> None:
    for state in positions(game, options, 4):
        seat = int(state.actor)
        first = chances(state, iterations, 5)
        deals._kept.clear()  # what others have asked for must make no difference
        for other in range(3):
            assert chances(state.determinize(seat, Rng(other)), iterations, 5) == first


def test_all_deals_that_begin_alike_have_one_solution() -> None:
    deals._kept.clear()
    for state in positions(FLIGHTS, ROUND, 30):
        chances(state, 120, seed=len(state.view(None)["bids"]))
    assert len(deals._kept) == 1
    for seed in range(8):
        chances(FLIGHTS.deal(2, seed, ROUND), 120)
    assert len(deals._kept) == 2  # by who is first
    chances(FLIGHTS.deal(2, 1, ROUND), 121)
    chances(FLIGHTS.deal(2, 1, {**ROUND, "burn_mode": "pair_first"}), 121)
    assert len(deals._kept) == 4
    for more in range(20):
        chances(FLIGHTS.deal(2, 1, ROUND), 1 + more)
    assert len(deals._kept) == deals.KEPT


@pytest.mark.parametrize(("game", "options"), [(FLIGHTS, ROUND), (DURAK, SIX_CARDS), (DURAK, SHOWN)])
def test_another_deal_begins_alike_in_public_and_hides_other_cards(
    game: Game, options: dict[str, Any]
) -> None:
    for seed in range(12):
        start = game.deal(2, seed, options)
        shown = start.view(None)
        later = start.clone()
        for _ in range(4):
            if later.pending:
                later.apply(later.actor, later.random_legal(later.actor, Rng(seed)))
        hidden = set()
        for stream in range(20):
            other = game.redeal(later, Rng(7, stream))
            assert other is not None
            assert other.view(None) == shown
            hidden.add(repr(other.reveal()))
            for seat in range(2):
                same = game.redeal(later.determinize(seat, Rng(stream)), Rng(7, stream))
                assert same is not None
                assert same.reveal() == other.reveal()
        assert len(hidden) > 2


def test_an_arranged_position_that_no_deal_begins_like_is_left_to_the_search() -> None:
    """Without a shown trump a deck of six of which both trumps are dealt would have shown one."""
    all_dealt = {**SHOWN, "ranks": 2, "trump_source": "appointed"}
    arranged = DURAK.position("trump H; stock -; 1: 6H 6S; 2: 7H 7S; lead 1", all_dealt)
    assert DURAK.redeal(arranged, Rng(0)) is None
    assert deals.chances(arranged, 0, 1000, lambda: True) == []


def test_in_a_window_it_does_not_matter_who_has_chosen_in_secret() -> None:
    start = FLIGHTS.deal(2, 5, ROUND)
    for seat in range(2):
        alone = deals.chances(start, seat, 120, lambda: True)
        assert len(alone) == len(start.legal(seat))
        for action in start.legal(1 - seat):
            after = start.clone()
            after.apply(1 - seat, action)
            assert deals.chances(after, seat, 120, lambda: True) == alone


@pytest.mark.parametrize("game", koloda.game_list(), ids=lambda game: game.id)
def test_whole_games_are_left_to_the_usual_search(game: Game) -> None:
    state = game.deal(2, 4)
    assert game.redeal(state, Rng(0)) is None
    assert deals.chances(state, int(state.actor), 10_000, lambda: True) == []


def test_a_deal_that_is_too_large_is_soon_given_up() -> None:
    search = regrets(DURAK.deal(2, 1, {"ranks": 5, "hand_size": 4}), 3000)
    search.run(3000)
    assert search.hopeless
    assert search.done
    assert search.iterations < 1500
    state = DURAK.deal(2, 1, {"ranks": 5, "hand_size": 4})
    assert search.chances(state, int(state.actor)) == []
    assert len(chances(state, 20)) == 1  # the usual search decides


def test_too_few_walks_are_no_answer() -> None:
    state = FLIGHTS.deal(2, 1, ROUND)
    search = regrets(state, 6000)
    search.run(100)
    assert search.walks < WALKS * len(search.places)
    assert search.chances(state, 0) == []
    search.run(6000)
    assert search.chances(state, 0) != []


def test_what_was_only_tried_is_left_out() -> None:
    left_out = 0
    search = regrets(FLIGHTS.deal(2, 1, ROUND), 6000)
    search.run(6000)
    for state in positions(FLIGHTS, ROUND, 40):
        found = search.chances(state, int(state.actor))
        least = 0.9 * min(0.1, 2 / math.sqrt(search.walks))
        assert all(chance == 0 or chance >= least for chance in found)
        left_out += 0.0 in found
    assert left_out


def test_a_clock_that_stops_it_makes_no_difference_in_the_end() -> None:
    state = FLIGHTS.deal(2, 2, ROUND)
    deals._kept.clear()
    at_once = deals.chances(state, 0, 120, lambda: True)
    deals._kept.clear()
    ticks = iter([True, True, False, *[True, False] * 200])
    answers = [deals.chances(state, 0, 120, lambda: next(ticks)) for _ in range(60)]
    assert answers[0] == []
    assert answers[-1] == at_once != []


def test_both_builds_learn_the_same() -> None:
    """The compiled code and plain Python: the suite runs by either."""
    learned = [
        [(action, repr(chance)) for action, chance in chances(state, iterations)]
        for game, options, iterations in ((FLIGHTS, ROUND, 120), (DURAK, SIX_CARDS, 280))
        for state in positions(game, options, 12)
    ]
    assert any(len(found) > 1 for found in learned)
    assert sha256(repr(learned).encode()).hexdigest()[:16] == "1521561bce62e38f"
