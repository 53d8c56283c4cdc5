"""The parts of the search: its memory, the endings it knows, where it stops, what it maximizes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import koloda
from koloda.bots.search import UNNOTICED, WAY, Search
from koloda.bots.tree import NONE, ROOT, Tree
from koloda.core.endings import Endings
from koloda.core.game import Game
from koloda.core.rng import Rng
from koloda.core.tuning import Tuning
from koloda.games.durak import GAME as DURAK
from koloda.games.durak.bots.solver import DurakEndings, Solver, side
from koloda.games.flights import GAME as FLIGHTS
from koloda.games.viceroy import GAME as VICEROY
from koloda.games.viceroy.scoring import prospects
from koloda.games.viceroy.state import ViceroyState


def a_search(game: Game, seats: int, tuning: Tuning) -> Search:
    state = game.deal(seats, 5)
    return Search(state, state.actor, game.heuristic, tuning, Rng(1))


@given(st.lists(st.tuples(st.integers(0, 40), st.integers(0, 2**41)), unique=True, max_size=300))
def test_the_tree_finds_what_was_added_and_nothing_else(entries: list[tuple[int, int]]) -> None:
    tree = Tree()
    for number, (node, key) in enumerate(entries):
        assert tree.find(node, key) == NONE
        assert tree.add(node, key) == number
    for number, (node, key) in enumerate(entries):
        assert tree.find(node, key) == number


def test_the_tree_grows_far_beyond_its_first_size() -> None:
    tree = Tree()
    for key in range(5000):
        tree.add(key % 7, key)
    assert all(tree.find(key % 7, key) == key for key in range(5000))
    assert tree.find(8, 1) == NONE
    # half of the slots are free, which keeps ways short; more would be a waste
    assert 2 * 5000 <= len(tree.slots) <= 4 * 5000


def test_the_same_key_at_another_node_is_another_entry_also_in_the_same_slot() -> None:
    tree = Tree()
    crowd = [node for node in range(10_000) if tree.place(node, 5) == tree.place(0, 5)]
    first, second, third = crowd[:3]
    assert [tree.add(node, 5) for node in (second, first)] == [0, 1]
    assert [int(tree.find(node, 5)) for node in (first, second, third)] == [1, 0, NONE]


@pytest.mark.parametrize(
    "entries",
    [
        [(3, number) for number in range(512)],
        [(number, 3) for number in range(512)],
        [(3, WAY + (number << 20)) for number in range(512)],
    ],
    ids=["actions of a node", "an action of many nodes", "ways"],
)
def test_entries_are_spread_over_the_slots(entries: list[tuple[int, int]]) -> None:
    """By chance 403 of 1024 slots would be met; a search whose entries crowd is slow."""
    tree = Tree()
    assert len({tree.place(node, key) for node, key in entries}) > 300


def test_ways_lead_to_nodes_of_their_own() -> None:
    tree = Tree()
    first, second = tree.follow(ROOT, 11), tree.follow(ROOT, 12)
    assert len({ROOT, first, second, tree.follow(first, 11)}) == 4
    assert tree.follow(ROOT, 11) == first


def test_what_was_noticed_never_has_the_key_of_something_unnoticed() -> None:
    # four choices are made in one window, so that much is noticed at once
    search = a_search(FLIGHTS, 4, Tuning())
    search.run(40)
    ways = [key for key in search.tree.keys if WAY <= key < UNNOTICED]
    assert ways
    assert max(search.tree.keys) <= UNNOTICED + 4


@pytest.mark.parametrize("game", koloda.game_list(), ids=lambda game: game.id)
def test_a_full_tree_grows_no_more_and_the_search_goes_on(game: Game) -> None:
    search = a_search(game, game.default_seats, Tuning())
    search.tree = Tree(60)
    search.run(150)
    assert search.iterations == 150
    # an iteration that finds room may add an edge and the way to it
    assert search.tree.count <= 62
    assert search.best() in search.root.legal(search.seat)


def test_a_horizon_shortens_iterations() -> None:
    near, far = (a_search(VICEROY, 2, Tuning(horizon=horizon)) for horizon in (1, 0))
    near.run(10)
    far.run(10)
    assert near.actions * 3 < far.actions


def test_the_outlook_of_viceroy_is_a_difference_to_the_mean() -> None:
    state = VICEROY.deal(3, 2)
    rng = Rng(2)
    while state.stage() < 6:
        state.apply(state.actor, VICEROY.heuristic.choose(state, state.actor, rng))
    assert sum(state.outlook()) == pytest.approx(0.0)
    assert len(set(state.outlook())) == 3


def test_the_outlook_of_viceroy_counts_the_turns_that_are_left() -> None:
    state = VICEROY.deal(3, 2)
    rng = Rng(2)
    assert isinstance(state, ViceroyState)
    for turn in (2, 6, 12):
        while state.stage() < turn:
            state.apply(state.actor, VICEROY.heuristic.choose(state, state.actor, rng))
        assert state.outlook() == prospects(state, 13 - turn)


ENDING = "trump S; 1: 6C 9H TD; 2: 7C JH QH; lead 1"


def test_known_endings_have_the_values_of_the_solver() -> None:
    state = DURAK.position(ENDING)
    value, _ = Solver(1_000_000).best(state)
    endings = DurakEndings(8, 1000)
    assert endings.known(state)
    assert endings.results() == [float(side(seat) * value) for seat in range(state.seats)]
    assert not state.over


def test_an_ending_is_left_alone_where_it_is_long_or_cards_are_to_be_drawn() -> None:
    state = DURAK.position(ENDING)
    assert not DurakEndings(5, 1000).known(state)
    assert not DurakEndings(8, 1).known(state)
    assert not DurakEndings(36, 1000).known(DURAK.deal(4, 1))
    assert not Endings().known(state)


def test_what_one_search_learns_is_not_known_to_another() -> None:
    endings = DurakEndings(8, 1000)
    endings.known(DURAK.position(ENDING))
    again = endings.fresh()
    assert isinstance(again, DurakEndings)
    assert again.solver.nodes == 0


def test_being_first_can_be_worth_something() -> None:
    search = a_search(VICEROY, 4, Tuning(winning=30.0))
    assert search.utilities([5.0, 1.0, -3.0, -3.0]) == pytest.approx([35.0, -9.0, -13.0, -13.0])
    assert search.utilities([4.0, 4.0, -4.0, -4.0]) == pytest.approx([14.0, 14.0, -14.0, -14.0])
    assert search.utilities([0.0, 0.0, 0.0, 0.0]) == [0.0, 0.0, 0.0, 0.0]
    # a billionth is rounding, and makes nobody second
    assert search.utilities([0.0, -1e-9, -4.0, -4.0]) == pytest.approx([10.0, 10.0, -14.0, -14.0])


def test_a_search_repeats_exactly() -> None:
    first, second = (a_search(DURAK, 4, Tuning()) for _ in range(2))
    first.run(40)
    second.run(40)
    assert first.values() == second.values()


@pytest.mark.parametrize("game", koloda.game_list(), ids=lambda game: game.id)
def test_the_worse_half_of_the_actions_is_dropped_time_and_again(game: Game) -> None:
    state = game.deal(seed=5)
    rng = Rng(5)
    while len(state.legal(state.actor)) < 4:
        state.apply(state.actor, game.heuristic.choose(state, state.actor, rng))
    search = Search(state, state.actor, game.heuristic, Tuning(), rng)
    search.expected = 400
    running = [int(action) for action in search.root.legal(search.seat)]
    halvings = (len(running) - 1).bit_length()  # down to one
    assert halvings > 1
    for iteration in range(400):
        before = list(search.running) or running
        worths = {action: search.worth(action) for action in before if iteration >= len(running)}
        search.run(1)
        now = list(search.running)
        assert set(now) <= set(before)
        if len(now) < len(before):
            assert len(now) == (len(before) + 1) // 2
            dropped = set(before) - set(now)
            assert min(worths[action] for action in now) >= max(worths[action] for action in dropped)
        tries = [each[1] for each in search.values() if each[0] in now]
        if iteration >= len(running):
            assert max(tries) - min(tries) <= 1
    assert len(search.running) == 2
    assert search.expected == 400
    assert search.best() == max(search.running, key=search.worth)
    assert search.values()[0][0] == search.best()
