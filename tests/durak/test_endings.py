"""What the solver tells the search."""

from __future__ import annotations

import pytest

from koloda.core.state import State
from koloda.games.durak import GAME
from koloda.games.durak.bots.solver import DurakEndings, Solver, solvable

ENDING = "1: 6C 7D AD KH 8S; 2: 7C KD AC 9S QD; lead 1"
WON = "trump S; 1: 9H TD; 2: JH QH; lead 2"
ENOUGH = 100_000


def endings() -> DurakEndings:
    made = GAME.tuning.endings.fresh()
    assert isinstance(made, DurakEndings)
    return made


def exact(state: State) -> dict[int, float]:
    """The return of each action for the seat to act."""
    sign = -1 if state.actor % 2 else 1
    return {action: float(sign * value) for action, value in Solver(ENOUGH).values(state)}


@pytest.mark.parametrize("lead", [1, 2])
def test_every_action_has_its_exact_return_the_best_first(lead: int) -> None:
    state = GAME.position(ENDING.replace("lead 1", f"lead {lead}"))
    found = endings().solve(state, ENOUGH, True)
    assert dict(found) == exact(state)
    assert sorted(action for action, _ in found) == state.legal(state.actor)
    assert [value for _, value in found] == sorted((value for _, value in found), reverse=True)


@pytest.mark.parametrize("lead", [1, 2])
def test_one_best_action_is_enough_unless_all_are_asked_for(lead: int) -> None:
    state = GAME.position(ENDING.replace("lead 1", f"lead {lead}"))
    ((action, value),) = endings().solve(state, ENOUGH, False)
    values = exact(state)
    assert values[action] == value == max(values.values())


@pytest.mark.parametrize("every", [True, False])
def test_too_few_positions_give_nothing_and_are_kept_for_the_next_try(every: bool) -> None:
    state = GAME.position(ENDING)
    whole = endings()
    solved = whole.solve(state, ENOUGH, every)
    parts = endings()
    nodes = 4
    assert not parts.solve(state, nodes, every)
    while not (found := parts.solve(state, nodes, every)):
        nodes *= 2
    assert found == solved
    assert parts.solve(state, 0, every) == solved
    assert parts.solver.nodes < 3 * whole.solver.nodes


def test_a_fresh_search_knows_nothing_of_another() -> None:
    used = endings()
    used.solve(GAME.position(ENDING), ENOUGH, True)
    fresh = used.fresh()
    assert isinstance(fresh, DurakEndings)
    assert used.solver.proofs.count > 0
    assert fresh.solver.proofs.count == fresh.solver.nodes == 0
    assert (fresh.cards, fresh.nodes) == (used.cards, used.nodes)


def test_solvable_is_what_a_seat_knows_of_two_sides() -> None:
    for text in ("1: 6C 7C; 2: 8C 9C; lead 1", "1: 6C 7C; 2: 8C; 3: TC; out 4; lead 1"):
        state = GAME.position(text)
        assert endings().solvable(state, 0) == solvable(state, 0) == (state.seats == 2)
    assert endings().solvable(GAME.position("1: 6C 7C; 2: 8C; 3: TC; out 4; seen TC; lead 1"), 0)
    assert not endings().solvable(GAME.position("stock 6H; 1: 6C; 2: 8C; lead 1"), 0)


def test_a_short_ending_is_known_with_its_results() -> None:
    short = endings()
    assert short.known(GAME.position(WON))
    assert short.results() == [-1.0, 1.0]
    assert not short.known(GAME.position("stock 6H; 1: 9H TD; 2: JH QH; lead 2"))
