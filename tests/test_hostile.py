"""Input from outside is hostile until checked: one clear error, never another exception, nothing changed."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import koloda
from koloda.core.errors import KolodaError
from koloda.core.game import Game
from koloda.core.record import check_record, write_record
from koloda.core.rng import Rng
from koloda.core.state import State
from koloda.core.trace import check_trace, write_trace
from koloda.testing.formats import changed, complaint, paths
from koloda.testing.variants import random_end

GAMES = koloda.game_list()
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=True) | st.text(max_size=8),
    lambda children: (
        st.lists(children, max_size=4) | st.dictionaries(st.text(max_size=8), children, max_size=4)
    ),
    max_leaves=12,
)
games = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)


def a_trace(game: Game) -> dict[str, Any]:
    rng = Rng(7)
    trace, _ = write_trace(game, lambda state, seat: state.random_legal(seat, rng), seed=7)
    return trace


def a_record(game: Game) -> dict[str, Any]:
    state = game.deal(seed=7)
    rng = Rng(7)
    actions: list[tuple[int, int]] = []
    while not state.over:
        seat, action = state.actor, state.random_legal(state.actor, rng)
        actions.append((seat, action))
        state.apply(seat, action)
    return write_record(game, state, 7, {}, ["x"] * int(state.seats), actions)


TRACES = {game.id: a_trace(game) for game in GAMES}
RECORDS = {game.id: a_record(game) for game in GAMES}


@games
@given(data=st.data())
def test_a_changed_trace_is_refused_or_still_true(game: Game, data: st.DataObject) -> None:
    trace = TRACES[game.id]
    path = data.draw(st.sampled_from(paths(trace)))
    broken = changed(trace, path, data.draw(JSON | st.just(...)))
    complaint(lambda: check_trace(game, broken))


@games
@given(data=st.data())
def test_a_changed_record_is_refused_or_still_true(game: Game, data: st.DataObject) -> None:
    record = RECORDS[game.id]
    path = data.draw(st.sampled_from(paths(record)))
    broken = changed(record, path, data.draw(JSON | st.just(...)))
    complaint(lambda: check_record(game, broken))


@games
def test_a_wrong_result_is_found(game: Game) -> None:
    for key in TRACES[game.id]["result"]:
        with pytest.raises(KolodaError, match=key):
            check_trace(game, changed(TRACES[game.id], ("result", key), "nonsense"))


@games
@pytest.mark.parametrize(("off", "found"), [(0.25, True), (-0.25, True), (1e-12, False), (-1e-12, False)])
def test_a_score_of_a_result_may_be_rounded_and_no_more(game: Game, off: float, found: bool) -> None:
    scores = TRACES[game.id]["result"]["scores"]
    theirs = changed(TRACES[game.id], ("result", "scores"), [scores[0] + off, *scores[1:]])
    assert ("scores" in complaint(lambda: check_trace(game, theirs))) == found


@games
def test_a_step_or_action_of_nobody_is_refused_with_the_seats_there_are(game: Game) -> None:
    last = game.default_seats - 1
    trace = changed(TRACES[game.id], ("steps", 0, "seat"), last + 1)
    record = changed(RECORDS[game.id], ("actions", 0, 0), last + 1)
    expected = f"seat {last + 1}: there are seats 0 to {last}"
    assert complaint(lambda: check_trace(game, trace)) == f"step 0: {expected}"
    assert complaint(lambda: check_record(game, record)) == f"action 0: {expected}"


@games
def test_a_trace_without_a_seed_is_that_of_seed_0(game: Game) -> None:
    def first(state: State, seat: int) -> int:
        return int(state.default(seat))

    assert write_trace(game, first)[0] == write_trace(game, first, seed=0)[0]


@games
@pytest.mark.parametrize(
    "wrong", [None, 10**400, [], [[]], {}], ids=["null", "huge", "none", "nested", "object"]
)
def test_a_result_of_another_kind_is_found(game: Game, wrong: object) -> None:
    for key, right in TRACES[game.id]["result"].items():
        if wrong != right:
            with pytest.raises(KolodaError, match=key):
                check_trace(game, changed(TRACES[game.id], ("result", key), wrong))


@games
def test_a_missing_legal_action_is_found(game: Game) -> None:
    for number, step in enumerate(TRACES[game.id]["steps"]):
        if len(step["legal"]) > 1:
            short = [text for text in step["legal"] if text != step["legal"][0]]
            with pytest.raises(KolodaError, match=f"step {number}: legal: lacks"):
                check_trace(game, changed(TRACES[game.id], ("steps", number, "legal"), short))
            break


@games
def test_a_trace_that_ends_too_early_or_goes_on_too_long_is_found(game: Game) -> None:
    steps = TRACES[game.id]["steps"]
    with pytest.raises(KolodaError, match="ends before"):
        check_trace(game, {**TRACES[game.id], "steps": steps[:-1]})
    with pytest.raises(KolodaError, match="over before"):
        check_trace(game, {**TRACES[game.id], "steps": [*steps, steps[-1]]})


@games
@given(text=st.text(max_size=30))
def test_any_text_is_an_action_or_refused(game: Game, text: str) -> None:
    if not complaint(lambda: game.action(text)):
        assert game.text(game.action(text)) == text


@games
@given(options=st.dictionaries(st.text(max_size=10), JSON, max_size=3))
def test_any_options_are_resolved_or_refused(game: Game, options: dict[str, Any]) -> None:
    complaint(lambda: game.resolve(None, options))


@games
def test_a_number_too_long_to_be_written_is_called_huge(game: Game) -> None:
    for option in game.options:
        with pytest.raises(KolodaError, match=f"{option.name} = a huge number: allowed are"):
            game.resolve(None, {option.name: 10**5000})


@games
@given(context=st.dictionaries(st.sampled_from(["dealer", "previous_fool", "first", "x"]), JSON, max_size=2))
def test_any_context_gives_a_deal_or_is_refused(game: Game, context: dict[str, Any]) -> None:
    if not complaint(lambda: game.deal(context=context)):
        random_end(game.deal(context=context), 1)


@games
def test_the_formats_survive_json(game: Game) -> None:
    assert json.loads(json.dumps(TRACES[game.id])) == TRACES[game.id]
    assert json.loads(json.dumps(RECORDS[game.id])) == RECORDS[game.id]
    check_trace(game, TRACES[game.id])
    check_record(game, RECORDS[game.id])
