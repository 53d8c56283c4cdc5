"""What every game promises to its drivers, on random play in every game, seat count and option."""

from __future__ import annotations

import json
import math

import pytest

import koloda
from koloda.core.bits import members, popcount
from koloda.core.errors import BadNotation, BadOption, IllegalAction, UnknownGame
from koloda.core.game import Game
from koloda.core.record import check_record, write_record
from koloda.core.rng import Rng
from koloda.core.state import State
from koloda.core.trace import check_trace, write_trace
from variants import ALL, SPARE, Variant, random_end, walk

variants = pytest.mark.parametrize("variant", ALL, ids=str)
games = pytest.mark.parametrize("game", koloda.game_list(), ids=lambda game: game.id)


def able(state: State) -> list[int]:
    return [int(seat) for seat in members(state.pending | state.free)]


@variants
def test_legal_lists_are_ascending_without_repeats_and_only_for_seats_that_may_act(variant: Variant) -> None:
    for state in walk(variant.deal(1), 1):
        assert state.actor == min(members(state.pending))
        for seat in range(-1, variant.seats + 1):
            legal = state.legal(seat)
            assert legal == sorted(set(legal))
            assert bool(legal) == (seat in able(state))
            assert all(0 <= action < state.game.num_actions for action in legal)


@variants
def test_a_random_legal_action_is_that_of_the_list(variant: Variant) -> None:
    rng = Rng(5)
    for state in walk(variant.deal(2), 2):
        for seat in able(state):
            legal = state.legal(seat)
            assert state.random_legal(seat, rng.clone()) == legal[rng.clone().below(len(legal))]
        rng.next32()


@variants
def test_the_default_is_legal_for_every_seat_that_owes_a_decision(variant: Variant) -> None:
    for state in walk(variant.deal(3), 3):
        for seat in members(state.pending):
            assert state.default(seat) in state.legal(seat)


@variants
def test_a_deal_ends_when_everybody_takes_the_default(variant: Variant) -> None:
    state = variant.deal(4)
    for count in range(200_000):
        if state.over:
            break
        state.apply(state.actor, state.default(state.actor))
    assert state.over


@variants
def test_texts_of_actions_round_trip(variant: Variant) -> None:
    for state in walk(variant.deal(5), 5):
        for seat in able(state):
            for action in state.legal(seat):
                assert state.game.action(state.game.text(action)) == action
                assert all(state.game.label(action, lang) for lang in ("en", "uk", "ru"))


@variants
def test_a_clone_is_equal_and_independent(variant: Variant) -> None:
    state = variant.deal(6)
    for number, position in enumerate(walk(state, 6)):
        if number % 11 == 0:
            before = position.reveal()
            clone = position.clone()
            assert clone.reveal() == before
            random_end(clone, 7)
            assert position.reveal() == before
    copy = variant.deal(8)
    assert random_end(copy.clone(), 8).reveal() == random_end(copy, 8).reveal()


@variants
def test_an_illegal_step_is_refused_with_a_reason_and_without_effect(variant: Variant) -> None:
    state = variant.deal(9)
    rng = Rng(9)
    for position in walk(state, 9):
        before = position.reveal()
        for seat in range(variant.seats):
            action = rng.below(state.game.num_actions)
            if action not in position.legal(seat):
                with pytest.raises(IllegalAction) as refusal:
                    position.step(seat, action)
                assert refusal.value.reason
                assert "\n" not in str(refusal.value)
                assert position.why_not(seat, action) == refusal.value.reason
                assert position.reveal() == before
        for seat, action in ((-1, 0), (variant.seats, 0), (position.actor, -1), (position.actor, 10**6)):
            with pytest.raises(IllegalAction):
                position.step(seat, action)
    assert state.over
    for seat in range(variant.seats):
        assert state.legal(seat) == []
        with pytest.raises(IllegalAction):
            state.step(seat, 0)


@variants
def test_a_seat_cannot_tell_a_determinized_state_from_the_true_one(variant: Variant) -> None:
    rng = Rng(10)
    for number, state in enumerate(walk(variant.deal(10), 10)):
        if number % (5 * SPARE):
            continue
        for seat in range(variant.seats):
            other = state.determinize(seat, rng)
            assert other.view(seat) == state.view(seat)
            assert other.legal(seat) == state.legal(seat)


@variants
def test_worlds_are_sampled_from_what_the_seat_knows_alone(variant: Variant) -> None:
    """Whatever is hidden, the same generator gives the same world."""
    rng = Rng(22)
    stride = 8 * SPARE * SPARE * (4 if variant.options else 1)  # two worlds of each: dear in plain Python
    for number, state in enumerate(walk(variant.deal(22), 22)):
        if number % stride:
            continue
        for seat in members(state.pending):
            other = state.determinize(seat, rng)
            again = other.determinize(seat, Rng(3)).reveal()
            assert again == state.determinize(seat, Rng(3)).reveal()
            assert other.masked(seat).reveal() == state.masked(seat).reveal()


@variants
def test_a_determinized_state_is_a_possible_one(variant: Variant) -> None:
    rng = Rng(11)
    for number, state in enumerate(walk(variant.deal(11), 11)):
        if number % (9 * SPARE) == 0:
            end = random_end(state.determinize(number % variant.seats, rng), 12)
            assert all(math.isfinite(value) for value in end.returns())


@variants
def test_the_heuristic_does_not_see_what_its_seat_may_not_see(variant: Variant) -> None:
    rng = Rng(12)
    for number, state in enumerate(walk(variant.deal(12), 12)):
        if number % 3:
            continue
        for seat in able(state):
            policy = state.game.heuristic
            choice = policy.choose(state, seat, Rng(1))
            assert choice in state.legal(seat)
            assert policy.choose(state.determinize(seat, rng), seat, Rng(1)) == choice
            masked = state.masked(seat)
            assert masked.view(seat) == state.view(seat)
            assert masked.legal(seat) == state.legal(seat)
            assert policy.choose(masked, seat, Rng(1)) == choice


@variants
def test_the_heuristic_plays_to_the_end(variant: Variant) -> None:
    state = variant.deal(13)
    rng = Rng(13)
    while not state.over:
        state.step(state.actor, state.game.heuristic.choose(state, state.actor, rng))


@variants
def test_views_are_plain_data(variant: Variant) -> None:
    for number, state in enumerate(walk(variant.deal(14), 14)):
        if number % 7 == 0:
            for seat in (None, *range(variant.seats)):
                view = state.view(seat)
                assert json.loads(json.dumps(view)) == view
            assert json.loads(json.dumps(state.reveal())) == state.reveal()


@variants
def test_sealed_decisions_may_be_taken_in_any_order(variant: Variant) -> None:
    for state in walk(variant.deal(15), 15):
        if popcount(state.pending) > 1 and not state.free:
            seats = [int(seat) for seat in members(state.pending)]
            up, counts_up = sealed(state, seats)
            down, counts_down = sealed(state, seats[::-1])
            # the seat that comes last in one order shows by the other how many actions its decision has
            finish(up, seats[-1], counts_down[seats[-1]])
            finish(down, seats[0], counts_up[seats[0]])
            assert up.reveal() == down.reveal()


def sealed(state: State, order: list[int]) -> tuple[State, dict[int, int]]:
    """All decisions of all seats but the last one, in this order; with the number of actions of each."""
    clone = state.clone()
    counts: dict[int, int] = {}
    for seat in order[:-1]:
        counts[seat] = 0
        while seat in members(clone.pending):
            act(clone, seat, counts[seat])
            counts[seat] += 1
    return clone, counts


def finish(state: State, seat: int, count: int) -> None:
    for number in range(count):
        act(state, seat, number)


def act(state: State, seat: int, number: int) -> None:
    state.apply(seat, state.random_legal(seat, Rng(number, seat)))


@variants
def test_what_a_seat_has_sealed_is_in_nobody_elses_view(variant: Variant) -> None:
    for state in walk(variant.deal(16), 16):
        if popcount(state.pending) > 1 and not state.free:
            first = int(state.actor)
            others = [seat for seat in range(variant.seats) if seat != first]
            seen = []
            for action in (state.legal(first)[0], state.legal(first)[-1]):
                clone = state.clone()
                clone.apply(first, action)
                seen.append([clone.view(seat) for seat in (*others, None)])
            assert seen[0] == seen[1]


@variants
def test_a_finished_deal_has_scores_and_returns(variant: Variant) -> None:
    state = random_end(variant.deal(17), 17)
    assert len(state.scores()) == len(state.returns()) == variant.seats
    if variant.seats > 1:
        assert math.isclose(sum(state.returns()), 0.0, abs_tol=1e-9)
    result = state.game.result(state)
    assert list(result)[:3] == ["scores", "returns", "winners"]
    assert json.loads(json.dumps(result)) == result


@variants
def test_a_trace_is_accepted_by_the_replayer(variant: Variant) -> None:
    game = koloda.game(variant.game)
    rng = Rng(18)
    trace, end = write_trace(
        game, lambda state, seat: state.random_legal(seat, rng), variant.seats, 18, variant.options
    )
    assert list(trace) == ["koloda", "game", "options", "seats", "setup", "steps", "result"]
    again = check_trace(game, json.loads(json.dumps(trace)))
    assert again.reveal() == end.reveal()
    assert all(step["legal"] == sorted(set(step["legal"])) for step in trace["steps"])


@variants
def test_a_record_is_rebuilt_from_its_seed(variant: Variant) -> None:
    game = koloda.game(variant.game)
    state = variant.deal(19, watch=True)
    rng = Rng(19)
    actions: list[tuple[int, int]] = []
    while not state.over:
        seat = state.actor
        action = state.random_legal(seat, rng)
        state.step(seat, action)
        actions.append((seat, action))
    names = [f"player {seat}" for seat in range(variant.seats)]
    record = write_record(game, state, 19, variant.options, names, actions, list(range(len(actions))))
    assert check_record(game, json.loads(json.dumps(record))).reveal() == state.reveal()


@variants
def test_every_event_has_a_sentence_in_every_language(variant: Variant) -> None:
    state = variant.deal(20, watch=True)
    random_end(state, 20)
    names = [f"<{seat}>" for seat in range(variant.seats)]
    assert state.events
    for lang in ("en", "uk", "ru"):
        for seat in (None, *range(variant.seats)):
            for event in state.watch().seen_by(seat):
                text = state.game.event_text(event, names, lang)
                assert text
                assert "\n" not in text


@variants
def test_a_match_comes_to_its_end(variant: Variant) -> None:
    game = koloda.game(variant.game)
    match = game.match(variant.seats, 21, variant.options)
    policy = game.heuristic
    rng = Rng(21)
    while not match.over:
        assert len(match.results) < 1000
        state = match.next_deal()
        while not state.over:
            state.apply(state.actor, policy.choose(state, state.actor, rng))
        match.add(state)
    assert match.winners
    assert len(match.totals) == variant.seats


@games
def test_the_same_seed_gives_the_same_deal_and_another_seed_another(game: Game) -> None:
    assert game.deal(seed=5).reveal() == game.deal(seed=5).reveal()
    assert game.deal(seed=5).reveal() != game.deal(seed=6).reveal()


@games
def test_all_actions_have_different_texts(game: Game) -> None:
    texts = [game.text(action) for action in range(game.num_actions)]
    assert len(set(texts)) == game.num_actions
    assert [game.action(text) for text in texts] == list(range(game.num_actions))


@games
@pytest.mark.parametrize("text", ["", " ", "nonsense", "move", "\x00", "9" * 5000, "play  R1", "ход 6S"])
def test_a_text_that_is_no_action_is_refused_clearly(game: Game, text: str) -> None:
    with pytest.raises(BadNotation) as refusal:
        game.action(text)
    assert len(str(refusal.value)) < 400
    assert "\n" not in str(refusal.value)


@games
@pytest.mark.parametrize("seats", [0, -1, 11, True, 2.0, "2"])
def test_a_wrong_seat_count_is_refused_clearly(game: Game, seats: object) -> None:
    with pytest.raises(BadOption, match="seats"):
        game.deal(seats=seats)  # type: ignore[arg-type]


@games
@pytest.mark.parametrize("seed", [-1, 2**63, 1.5, "7", True])
def test_a_wrong_seed_is_refused_clearly(game: Game, seed: object) -> None:
    with pytest.raises(BadOption, match="seed"):
        game.deal(seed=seed)  # type: ignore[arg-type]


@games
def test_wrong_options_are_refused_with_the_allowed_values(game: Game) -> None:
    with pytest.raises(BadOption, match="known are"):
        game.deal(options={"nonsense": 1})
    with pytest.raises(BadOption, match="preset"):
        game.deal(options={"preset": "nonsense"})
    for option in game.options:
        values: tuple[object, ...] = (None, "nonsense", -(10**9), 10**9, 1.5, [], {})
        for value in values:
            with pytest.raises(BadOption, match=option.name):
                game.deal(options={option.name: value})


def test_an_unknown_game_is_refused_with_the_known_ones() -> None:
    with pytest.raises(UnknownGame, match="durak"):
        koloda.game("nonsense")


@games
@pytest.mark.parametrize("lang", ["en", "uk", "ru"])
def test_every_option_and_every_choice_has_words_in_the_language(game: Game, lang: str) -> None:
    assert set(game.option_words[lang]) == {option.name for option in game.options}
    for option in game.options:
        words = game.words(option, lang)
        told = [words.label, words.help, *words.choices]
        flag = all(isinstance(choice, bool) for choice in option.choices)  # a box to tick, or a number
        assert len(words.choices) == (0 if flag else len(option.choices)), option.name
        assert len(set(words.choices)) == len(words.choices), option.name
        assert all(told), option.name
        for text in told:
            cyrillic = any("а" <= letter <= "я" or letter in "іїєґё" for letter in text.lower())
            assert cyrillic == (lang != "en"), text
