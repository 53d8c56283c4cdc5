"""What a game promises to its drivers: legal lists, defaults, refusals, clones, the end."""

from __future__ import annotations

import math
from typing import Any

from koloda.core.bits import members, popcount
from koloda.core.errors import BadNotation, BadOption, IllegalAction, KolodaError
from koloda.core.game import LANGUAGES
from koloda.core.options import SEATS
from koloda.core.rng import Rng
from koloda.core.state import State
from koloda.testing.refusing import refused
from koloda.testing.variants import Variant, able, random_end, values, walk


def legal_lists_are_ascending_and_only_for_seats_that_may_act(variant: Variant) -> None:
    for state in walk(variant.deal(1), 1):
        assert state.actor == min(members(state.pending))
        for seat in range(-1, variant.seats + 1):
            legal = state.legal(seat)
            assert legal == sorted(set(legal))
            assert bool(legal) == (seat in able(state))
            assert all(0 <= action < state.game.num_actions for action in legal)


def a_random_legal_action_is_that_of_the_list(variant: Variant) -> None:
    rng = Rng(5)
    for state in walk(variant.deal(2), 2):
        for seat in able(state):
            legal = state.legal(seat)
            assert state.random_legal(seat, rng.clone()) == legal[rng.clone().below(len(legal))]
        rng.next32()


def the_default_is_legal_for_every_seat_that_owes_a_decision(variant: Variant) -> None:
    for state in walk(variant.deal(3), 3):
        for seat in members(state.pending):
            assert state.default(seat) in state.legal(seat)


def a_deal_ends_when_everybody_takes_the_default(variant: Variant) -> None:
    state = variant.deal(4)
    for count in range(200_000):
        if state.over:
            break
        state.apply(state.actor, state.default(state.actor))
    assert state.over


def volunteers_are_legal_actions(variant: Variant) -> None:
    for state in walk(variant.deal(23), 23):
        for seat in members(state.free):
            assert set(state.volunteers(seat)) <= set(state.legal(seat))


def a_clone_is_equal_and_independent(variant: Variant) -> None:
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


def a_clone_forgets_no_field(variant: Variant) -> None:
    """By introspection: every field of a state is the same in its clone, but for the log and scratch."""
    for number, position in enumerate(walk(variant.deal(24), 24)):
        if number % 7 == 0:
            clone = position.clone()
            for name in set(fields(position)) - variant.game.scratch:
                assert known(clone, name) == known(position, name), f"clone forgets {name}"


def fields(state: State) -> list[str]:
    """The names of all data that a state keeps, compiled or not."""
    own = getattr(state, "inner", state)
    names = set(getattr(own, "__dict__", {}))
    for kind in type(own).__mro__:
        for name, member in vars(kind).items():
            if type(member).__name__ == "getset_descriptor":
                names.add(name)
    return sorted(names - {"log", "__dict__", "__weakref__"})


UNSET = object()


def known(state: State, name: str) -> Any:
    """The value of a field in a form that can be compared."""
    value: Any = getattr(getattr(state, "inner", state), name, UNSET)
    if isinstance(value, Rng):
        return (value.a, value.b, value.c, value.d)
    if type(value).__name__ == "vec" or isinstance(value, list | tuple):
        return [comparable(each) for each in value]
    return comparable(value)


def comparable(value: Any) -> Any:
    if isinstance(value, list | tuple):
        return [comparable(each) for each in value]
    plain = value is None or isinstance(value, int | float | str | bool | dict | set)
    return value if plain else f"a {type(value).__name__}"


def an_illegal_step_is_refused_with_a_reason_and_without_effect(variant: Variant) -> None:
    state = variant.deal(9)
    game = state.game
    rng = Rng(9)
    for position in walk(state, 9):
        before = position.reveal()
        for seat in range(variant.seats):
            action = rng.below(game.num_actions)
            if action not in position.legal(seat):
                refusal = refused(IllegalAction, position.step, seat, action)
                assert refusal.reason
                assert "\n" not in str(refusal)
                assert position.why_not(seat, action) == refusal.why
                told = [game.reason_text(refusal.why, lang) for lang in LANGUAGES]
                assert all(told)
                assert position.reveal() == before
        for seat, action in ((-1, 0), (variant.seats, 0), (position.actor, -1), (position.actor, 10**6)):
            refused(IllegalAction, position.step, seat, action)
    assert state.over
    for seat in range(variant.seats):
        assert state.legal(seat) == []
        refused(IllegalAction, state.step, seat, 0)


def sealed_decisions_may_be_taken_in_any_order(variant: Variant) -> None:
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


def a_finished_deal_has_scores_and_returns(variant: Variant) -> None:
    state = random_end(variant.deal(17), 17)
    assert len(state.scores()) == len(state.returns()) == variant.seats
    if variant.seats > 1:
        assert math.isclose(sum(state.returns()), 0.0, abs_tol=1e-9), "returns add up to nothing"


def a_match_comes_to_its_end(variant: Variant) -> None:
    match = variant.game.match(variant.seats, 21, variant.options)
    policy = variant.game.heuristic
    rng = Rng(21)
    while not match.over:
        assert len(match.results) < 1000
        state = match.next_deal()
        while not state.over:
            state.apply(state.actor, policy.choose(state, state.actor, rng))
        match.add(state)
    assert match.winners
    assert len(match.totals) == variant.seats
    sides = variant.game.sides(variant.seats, match.options)
    assert sorted(seat for side in sides for seat in side) == list(range(variant.seats))


def both_policies_play_to_the_end(variant: Variant) -> None:
    for policy in (variant.game.heuristic, variant.game.novice):
        state = variant.deal(13)
        rng = Rng(13)
        while not state.over:
            state.step(state.actor, policy.choose(state, state.actor, rng))


def the_same_seed_gives_the_same_deal_and_another_seed_another(variant: Variant) -> None:
    assert variant.deal(5).reveal() == variant.deal(5).reveal()
    assert variant.deal(5).reveal() != variant.deal(6).reveal()


def wrong_seats_seeds_and_options_are_refused_clearly(variant: Variant) -> None:
    game = variant.game
    wrong: list[Any] = [0, -1, game.seat_counts[-1] + 1, True, 2.0, "2"]
    for seats in wrong:
        assert "seats" in str(refused(BadOption, game.deal, seats))
    wrong = [-1, 2**63, 1.5, "7", True]
    for seed in wrong:
        assert "seed" in str(refused(BadOption, game.deal, None, seed))
    assert "known are" in str(refused(BadOption, game.deal, options={"nonsense": 1}))
    assert "preset" in str(refused(BadOption, game.deal, options={"preset": "nonsense"}))
    for option in game.options:
        wrong = [None, "nonsense", -(10**9), 10**9, 1.5, [], {}]
        for value in wrong:
            assert option.name in str(refused(BadOption, game.deal, options={option.name: value}))


def positions_can_be_written_and_read(variant: Variant) -> None:
    """game.position(state.position()) shows every seat the same, wherever the notation has words."""
    game = variant.game
    written = 0
    for number, state in enumerate(walk(variant.deal(25), 25)):
        if number % 5 or state.free:
            continue
        try:
            text = state.position()
        except KolodaError:
            continue
        written += 1
        again = game.position(text, variant.options)
        assert again.position() == text
        for seat in range(variant.seats):
            assert again.legal(seat) == state.legal(seat), text
    assert written, "no moment of a deal can be written down"


def a_text_that_is_no_position_is_refused_clearly(variant: Variant) -> None:
    for text in ("nonsense", "\x00", "1: " + "9" * 3000, "1: ZZ; 2: ZZ"):
        error = refused(ValueError, variant.game.position, text)
        assert "\n" not in str(error)
        assert len(str(error)) < 400


def texts_of_actions_round_trip(variant: Variant) -> None:
    for state in walk(variant.deal(5), 5):
        for seat in able(state):
            for action in state.legal(seat):
                assert state.game.action(state.game.text(action)) == action
                assert all(state.game.label(action, lang) for lang in LANGUAGES)


def all_actions_have_different_texts(variant: Variant) -> None:
    game = variant.game
    texts = [game.text(action) for action in range(game.num_actions)]
    assert len(set(texts)) == game.num_actions
    assert [game.action(text) for text in texts] == list(range(game.num_actions))


def a_text_that_is_no_action_is_refused_clearly(variant: Variant) -> None:
    for text in ("", " ", "nonsense", "move", "\x00", "9" * 5000, "play  R1", "ход 6S"):
        error = refused(BadNotation, variant.game.action, text)
        assert len(str(error)) < 400
        assert "\n" not in str(error)


def an_option_changes_nothing_where_it_has_no_meaning(variant: Variant) -> None:
    """Option.only: there every value of it gives the same deal, move by move."""
    game, seats = variant.game, variant.seats
    known = {option.name: option for option in game.options}
    for option in game.options:
        for name, wanted in option.only.items():
            assert wanted, f"{option.name} has a meaning nowhere"
            for value in wanted:
                assert value in game.seat_counts if name == SEATS else known[name].check(value) == value
        if not option.only or option.applies(seats, game.resolve(seats, variant.options)):
            continue
        rest = {name: value for name, value in variant.options.items() if name != option.name}
        told = []
        for value in values(option):
            chosen = {**rest, option.name: value}
            if seats not in game.seats_with(chosen):
                continue
            state = game.deal(seats, 31, chosen, watch=True)
            random_end(state, 31)
            told.append(
                ([str(event) for event in state.watch().seen_by(None)], state.reveal(), game.result(state))
            )
        assert all(one == told[0] for one in told), f"{option.name} changes a deal where it has no meaning"


CHECKS = {
    "all": (
        legal_lists_are_ascending_and_only_for_seats_that_may_act,
        a_random_legal_action_is_that_of_the_list,
        the_default_is_legal_for_every_seat_that_owes_a_decision,
        a_deal_ends_when_everybody_takes_the_default,
        volunteers_are_legal_actions,
        a_clone_is_equal_and_independent,
        an_illegal_step_is_refused_with_a_reason_and_without_effect,
        sealed_decisions_may_be_taken_in_any_order,
        a_finished_deal_has_scores_and_returns,
        a_match_comes_to_its_end,
        both_policies_play_to_the_end,
        texts_of_actions_round_trip,
        positions_can_be_written_and_read,
        a_clone_forgets_no_field,
    ),
    "game": (
        the_same_seed_gives_the_same_deal_and_another_seed_another,
        wrong_seats_seeds_and_options_are_refused_clearly,
        a_text_that_is_no_position_is_refused_clearly,
        all_actions_have_different_texts,
        a_text_that_is_no_action_is_refused_clearly,
        an_option_changes_nothing_where_it_has_no_meaning,
    ),
}
