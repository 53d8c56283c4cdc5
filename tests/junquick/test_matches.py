"""Series of games, scores, the trace's options, and the bot of the house."""

from __future__ import annotations

import pytest

from junquick.positions import position
from koloda.core.errors import BadNotation, BadOption
from koloda.core.policy import RandomPolicy, seated_playout
from koloda.core.rng import Rng
from koloda.games.junquick import GAME
from koloda.games.junquick.state import JunQuickState


def test_a_series_adds_up_returns_and_draws_a_new_first_player() -> None:
    match = GAME.match(3, 7, {"match_games": 6})
    firsts = set()
    while not match.over:
        state = match.next_deal()
        firsts.add(GAME.setup(state)["fp"])
        rng = Rng(len(match.results))
        while not state.over:
            state.apply(state.actor, state.random_legal(state.actor, rng))
        match.add(state)
    assert len(match.results) == 6
    assert len(firsts) > 1
    assert match.totals == pytest.approx(
        [sum(result["returns"][seat] for result in match.results) for seat in range(3)]
    )
    assert match.winners


def test_equal_sums_are_broken_by_packs_then_by_nest_cards() -> None:
    match = GAME.match(3, 7, {"match_games": 2})
    match.totals = [0.0, 0.0, 0.0]
    match.results = [
        {"scores": [2, 2, 1], "nest": [1, 4, 9]},
        {"scores": [1, 1, 1], "nest": [0, 0, 9]},
    ]
    assert match.winners == [1]


def test_a_game_hands_nothing_on() -> None:
    with pytest.raises(BadOption, match="dealer"):
        GAME.deal(context={"dealer": 1})


def test_a_trace_lists_the_options_that_differ_and_matter() -> None:
    options = GAME.resolve(4, {"turn_ms": 9000, "pass_rule": "strict", "match_games": 3})
    assert GAME.trace_options(4, options) == {"pass_rule": "strict"}


def test_a_sampled_state_has_no_setup() -> None:
    sample = GAME.deal(3, 1).determinize(0, Rng(1))
    with pytest.raises(BadNotation, match="no setup"):
        GAME.setup(sample)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"fp": 4}, "fp"),
        ({"hands": []}, "hands"),
        ({"hands": [["J1"]] * 4}, "6 cards"),
        ({"jun_deck": ["J1"] * 65}, "times"),
        ({"virus_deck": ["V1"] * 8}, "virus_deck"),
        ({"extra": 1}, "extra"),
    ],
)
def test_a_wrong_setup_is_refused_with_its_fault(change: dict[str, object], message: str) -> None:
    setup = GAME.setup(GAME.deal(4, 1))
    with pytest.raises(BadNotation, match=message):
        GAME.restore({**setup, **change}, 4)


def test_the_outlook_of_a_richer_seat_is_better() -> None:
    state = position("0: J1; 1: J1; 2: J1; home 0: J1 J2 J3 J4; nest 1: J1")
    outlook = state.outlook()
    assert outlook[0] > outlook[1] > outlook[2]
    assert sum(outlook) == pytest.approx(0.0)


def test_the_outlook_of_a_seat_with_a_virus_is_worse() -> None:
    outlook = position("0: J1; 1: J1; 2: J1; home 0: J1 J2 J3 J4; home 1: J1 J2 J3 J4; virus 0: V1").outlook()
    assert outlook[0] < outlook[1]
    assert outlook[0] == pytest.approx(outlook[2])


def test_the_heuristic_beats_random_play() -> None:
    won = 0.0
    for seed in range(8):
        for seat in range(2):
            state = GAME.deal(2, seed)
            assert isinstance(state, JunQuickState)
            policies = [GAME.heuristic if each == seat else RandomPolicy() for each in range(2)]
            seated_playout(state, policies, [Rng(seed, 3), Rng(seed, 4)], Rng(seed, 5))
            won += state.returns()[seat] > 0
    assert won >= 14
