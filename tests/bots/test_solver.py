"""The solver against plain minimax, and what it is used for."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

import koloda
from koloda.bots import bot
from koloda.bots.player import Player
from koloda.cli import main
from koloda.core.endings import Endings
from koloda.core.errors import KolodaError
from koloda.core.rng import Rng
from koloda.games.durak import GAME
from koloda.games.durak.bots.proofs import FIRST_SLOTS, Proofs, both
from koloda.games.durak.bots.solver import UNKNOWN, Solver, solvable
from koloda.games.durak.cards import CODES
from koloda.games.durak.state import DurakState

FEW_RANKS = [code for code in CODES if code[0] in "69KA"]  # where more can be added


def minimax(state: DurakState) -> int:
    """The value for the side of seat 0, by trying everything."""
    if state.over:
        return result(state)
    seat = state.actor
    values = []
    for action in state.legal(seat):
        child = state.clone()
        child.apply(seat, action)
        values.append(minimax(child))
    return min(values) if seat % 2 else max(values)


def result(state: DurakState) -> int:
    first = state.returns()[0]
    return (first > 0) - (first < 0)


@st.composite
def endings(draw: st.DrawFn) -> DurakState:
    seats = draw(st.sampled_from([2, 4]))
    sizes = [draw(st.integers(1, 3 if seats == 2 else 2)) for seat in range(seats)]
    if seats == 2:
        sizes[draw(st.integers(0, 1))] += draw(st.integers(0, 1))
    cards = draw(st.permutations(draw(st.sampled_from([CODES, FEW_RANKS]))))
    hands = []
    for seat, size in enumerate(sizes):
        hands.append(f"{seat + 1}: {' '.join(cards[:size])}")
        cards = cards[size:]
    text = f"trump {draw(st.sampled_from('HSCD'))}; lead {draw(st.integers(1, seats))}; {'; '.join(hands)}"
    options = {
        "final_beat": draw(st.sampled_from(["on", "off"])),
        "ask_add": draw(st.sampled_from(["always", "when_possible"])),
        "ask_beat": draw(st.sampled_from(["always", "when_possible"])),
        "first_discard_cap": draw(st.sampled_from([5, 6])),
    }
    return GAME.position(text, options)


@given(endings())
def test_the_solver_agrees_with_trying_everything(state: DurakState) -> None:
    value, action = Solver(1_000_000).best(state)
    assert value == minimax(state)
    after = state.clone()
    after.apply(state.actor, action)
    assert minimax(after) == value


@given(endings())
def test_every_action_has_the_value_of_trying_everything(state: DurakState) -> None:
    for action, value in Solver(1_000_000).values(state):
        after = state.clone()
        after.apply(state.actor, action)
        assert value == minimax(after)


@given(endings(), st.data())
def test_so_it_does_in_the_middle_of_a_round(state: DurakState, data: st.DataObject) -> None:
    """Here the shortcuts are: what is taken or beaten at once, and what may be added to it."""
    for _ in range(data.draw(st.integers(1, 4))):
        if state.pending:
            state.apply(state.actor, data.draw(st.sampled_from([int(a) for a in state.legal(state.actor)])))
    assert Solver(1_000_000).value(state.clone()) == minimax(state)


@given(endings())
def test_the_line_of_best_play_ends_as_promised(state: DurakState) -> None:
    solver = Solver(1_000_000)
    value, _ = solver.best(state)
    for seat, action in solver.line(state):
        state.step(seat, action)
    assert state.over
    assert result(state) == value


def test_a_small_budget_is_kept() -> None:
    state = GAME.position("trump S; 1: 6C 7D 8H 9C TD JH; 2: QC KD AH 6S 7H 8C; lead 1")
    solver = Solver(5)
    assert solver.best(state)[0] == UNKNOWN
    assert solver.nodes <= 6


LONG = "trump S; 1: AH TH KS KH TD QC JS QS; 2: 8C 9S KC QH 9H 7D 6H AC; lead 1"


def test_what_a_full_table_forgets_costs_time_but_no_value() -> None:
    state = GAME.position(LONG)
    small = Solver(1_000_000, FIRST_SLOTS)
    assert small.values(state) == Solver(1_000_000).values(state)
    assert small.proofs.replaced > 0
    assert len(small.proofs.words) == FIRST_SLOTS


def test_the_table_keeps_what_was_put_last() -> None:
    for most in (FIRST_SLOTS, 64 * FIRST_SLOTS):
        proofs = Proofs(most)
        rng = Rng(1)
        kept = {}
        for number in range(8 * FIRST_SLOTS):
            key = rng.below(1 << 30)
            proofs.put(key, both(number, 1))
            assert proofs.get(key) == both(number, 1)
            kept[key] = both(number, 1)
        found = [proofs.get(key) for key in kept]
        assert all(word in (0, kept[key]) for key, word in zip(kept, found, strict=True))
        assert len(proofs.words) <= most
        assert proofs.count == sum(word != 0 for word in found)
        assert (proofs.replaced > 0) == (most == FIRST_SLOTS)


def test_only_open_cards_of_two_sides_can_be_solved() -> None:
    assert solvable(GAME.position("1: 6C 7C; 2: 8C 9C; lead 1"), 0)
    assert solvable(GAME.position("1: 6C 7C; 2: 8C 9C; out 3 4; lead 1"), 0)
    assert not solvable(GAME.position("stock 6H; 1: 6C 7C; 2: 8C 9C; lead 1"), 0)
    assert not solvable(GAME.position("1: 6C 7C; 2: 8C 9C; 3: TC; lead 1"), 0)
    assert not solvable(GAME.position("1: 6C 7C; 2: 8C 9C; 4: JC; out 3; lead 1"), 0)


def test_the_searching_bot_plays_an_open_ending_perfectly() -> None:
    state = GAME.position("trump S; 1: 6C 9H TD; 2: 7C JH QH; lead 1")
    value, _ = Solver(1_000_000).best(state)
    searching = bot("mcts:1")
    while not state.over:
        state.step(state.actor, searching.choose(Player(state, int(state.actor), Rng(1))))
    assert result(state) == value


def test_the_command_tells_who_wins_and_how(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "trump S; 1: 9H TD; 2: JH QH; lead 1"]) == 0
    assert capsys.readouterr().out.startswith("1 wins with best play:\n  1 move TD")
    assert main(["solve", "trump S; 1: 9H TD; 2: JH QH; lead 1", "--json"]) == 0
    facts = json.loads(capsys.readouterr().out)
    assert (facts["result"], facts["winners"]) == ("decided", [0])
    assert facts["line"][0] == "1 move TD"


@pytest.mark.parametrize(
    "position", ["nonsense", "1: 6C; 2: 6C", "stock 6H; 1: 6C; 2: 7C", "1: 6C; 2: 7C; 3: 8C", ""]
)
def test_a_position_that_cannot_be_solved_is_refused(
    position: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["solve", position]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_the_command_takes_any_game_that_has_a_solver(capsys: pytest.CaptureFixture[str]) -> None:
    text = "trump C; 1: 6C 9C; 2: KD QD; 3: 7H; 4: AS; lead 2"
    assert main(["solve", text]) == 0
    usual = capsys.readouterr().out
    assert usual.startswith("2 and 4 win with best play:\n  2 move QD")
    assert main(["solve", "--game", "durak", text]) == 0
    assert capsys.readouterr().out == usual
    assert main(["solve", "--game", "chess", text]) == 2
    assert "unknown game" in capsys.readouterr().err
    with pytest.raises(KolodaError, match="flights has no solver"):
        Endings().check(koloda.game("flights").deal(2, 1))


def test_a_draw_has_no_winners(capsys: pytest.CaptureFixture[str]) -> None:
    assert (
        main(["solve", "trump S; 1: 6C; 2: 7C; lead 1", "--json", "--options", '{"final_beat": "on"}']) == 0
    )
    facts = json.loads(capsys.readouterr().out)
    assert (facts["result"], facts["winners"]) == ("draw", [])
    assert facts["line"] == ["1 move 6C", "2 beat 7C"]


def test_giving_up_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    text = "trump S; 1: 6C 7D 8H 9C TD JH; 2: QC KD AH 6S 7H 8C; lead 1"
    assert main(["solve", text, "--nodes", "5"]) == 1
    assert "--nodes 50" in capsys.readouterr().out


@pytest.mark.parametrize("seats", [2, 4])
def test_normal_counts_out_the_endings_that_it_knows(seats: int) -> None:
    """Where a seat knows all cards and the ending is short, normal never gives a win or a draw away."""
    found = turned = 0
    for seed in range(60):
        state = GAME.deal(seats, seed)
        rng = Rng(seed)
        while not state.over:
            seat = int(state.actor)
            action = int(GAME.heuristic.choose(state, seat, rng))
            if solvable(state, seat) and len(state.legal(seat)) > 1:
                values = dict(Solver(1000).values(state))
                if values:
                    sign = -1 if seat % 2 else 1
                    best = max(sign * value for value in values.values())
                    chosen = bot("normal").choose(Player(state, seat, Rng(1)))
                    assert sign * values[chosen] == best
                    found += 1
                    turned += sign * values[action] < best
            state.apply(seat, action)
    assert found > 40
    assert turned > 0  # else the heuristic alone would do as well
