"""Observations, masks, histories and copies: what they say, and that they tell a seat nothing else."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Iterable
from pathlib import Path

import pytest

import koloda
from koloda.core.bits import popcount
from koloda.core.encoding import FactsEncoder, Lens
from koloda.core.policy import random_playout, random_playouts
from koloda.core.rng import Rng
from koloda.core.rows import Masks, Rows
from koloda.core.state import State
from koloda.research.batch import Batch, Learner
from koloda.research.history import Vocabulary, information_state, told
from koloda.research.layout import decoded, described, field_of, page
from koloda.testing.secrets import alike
from koloda.testing.variants import SHORT, Variant, able, all_variants, usual, walk
from research.seen import READINGS, Seen

GAMES = sorted(READINGS)
every_game = pytest.mark.parametrize("name", GAMES)
USUAL = [variant for name in GAMES for variant in usual(koloda.game(name))]
VARIANTS = USUAL if SHORT else [variant for variant in all_variants() if variant.name in READINGS]
COPIED = [*USUAL, *[variant for variant in VARIANTS if variant.options][::5]]  # all options travel alike


def row_of(words: Iterable[int]) -> list[int]:
    """The bytes of a row of words, the lowest first."""
    return [int(word) >> (8 * byte) & 255 for word in words for byte in range(8)]


def positions(variant: Variant, seed: int, apart: int, most: int) -> list[State]:
    found = []
    for number, state in enumerate(walk(variant.deal(seed), seed)):
        if number % apart == 0:
            found.append(state.clone())
        if len(found) == most:
            break
    return found


@pytest.mark.parametrize("variant", USUAL, ids=str)
def test_every_field_says_what_the_view_says(variant: Variant) -> None:
    encoder = variant.game.encoder(variant.seats, variant.options)
    lens = Lens(encoder)
    for seed in range(2):
        for state in positions(variant, seed, 11, 4 if SHORT else 9):
            for seat in range(variant.seats):
                lens.look(state, seat)
                row = row_of(lens.seen.words)
                assert set(row) <= {0, 1}
                words = decoded(encoder, row)
                assert words["seat"] == str(seat)
                READINGS[variant.name](words, Seen(state.view(seat)))


@every_game
def test_fields_follow_each_other_and_nothing_is_written_between_them(name: str) -> None:
    encoder = koloda.game(name).encoder()
    place, used = 0, set()
    for field in encoder.fields:
        assert field.at == place
        assert len(field.labels) in (0, field.width)
        place = field.end
        for row in range(max(1, len(field.rows))):
            begin = field.at + row * field.stride
            used |= set(range(begin, begin + field.width))
    assert place == encoder.words * 8
    names = [field.name for field in encoder.fields]
    assert len(set(names)) == len(names)
    assert all(f"`{field.name}`" in described(encoder) for field in encoder.fields)
    lens = Lens(encoder)
    for state in positions(Variant(name, koloda.game(name).default_seats, {}), 4, 9, 20):
        lens.look(state, state.actor)
        ones = {number for number, value in enumerate(row_of(lens.seen.words)) if value}
        assert ones <= used


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_a_seat_observes_nothing_that_it_may_not_know(variant: Variant) -> None:
    """Hidden cards are exchanged: observation and mask stay, and the mask is what is legal."""
    encoder = variant.game.encoder(variant.seats, variant.options)
    lens, rng = Lens(encoder), Rng(6)
    for state in positions(variant, 6, 17, 4 if SHORT else 6):
        for seat in range(variant.seats):
            lens.look(state, seat)
            seen, mask = list(lens.seen.words), row_of(lens.mask.words)
            asked = state.pending >> seat & 1
            assert [number for number, value in enumerate(mask) if value] == (
                state.legal(seat) if asked else []
            )
            lens.look(state.determinize(seat, rng), seat)
            assert (list(lens.seen.words), row_of(lens.mask.words)) == (seen, mask)


@every_game
def test_an_observation_of_another_seat_would_be_found(name: str) -> None:
    game = koloda.game(name)
    inner, rng = game.encoder(), Rng(8)
    found = 0
    for state in positions(Variant(name, game.default_seats, {}), 8, 11, 6):
        for seat in range(game.default_seats):
            out, there = Rows(inner.words), Rows(inner.words)
            other = (seat + 1) % game.default_seats
            inner.look(state, other, out, 0)
            inner.look(state.determinize(seat, rng), other, there, 0)
            found += list(out.words) != list(there.words)
    assert found


@every_game
def test_a_history_tells_two_worlds_apart_only_if_the_seat_can(name: str) -> None:
    """Two worlds that a seat cannot tell apart are played on alike: the same tokens, the same text."""
    game = koloda.game(name)
    vocabulary, rng = Vocabulary(game), Rng(9)
    compared = before = 0
    for number, state in enumerate(walk(game.deal(seed=9), 9)):
        # what others have sealed may differ between the worlds, and is told in the end
        is_sealed = popcount(before) > 1 and not state.pending & ~before
        before = int(state.pending)
        if number % (36 if SHORT else 12) or is_sealed:
            continue
        seat = int(state.actor)
        mine, other = state.clone(), state.determinize(seat, rng)
        mine.watch()
        other.watch()
        other.rng = mine.rng.clone()
        for _ in range(3):
            if mine.over or mine.pending != other.pending:
                break
            actor = able(mine)[0]
            action = mine.random_legal(actor, rng)
            if action not in other.legal(actor):
                break
            mine.apply(actor, action)
            other.apply(actor, action)
            if not alike(mine, other, seat):
                break
            here, there = (sorted(vocabulary.tokens(told(each, seat))) for each in (mine, other))
            assert here == there
            compared += 1
    assert compared


@every_game
def test_a_history_can_be_read_again(name: str) -> None:
    game = koloda.game(name)
    vocabulary = Vocabulary(game)
    state = game.deal(seed=5, watch=True)
    for _ in walk(state, 5):
        pass
    for seat in range(game.default_seats):
        events = told(state, seat)
        tokens = vocabulary.tokens(events)
        assert max(tokens) < vocabulary.size

        def tuples(value: object) -> object:
            return tuple(map(tuples, value)) if isinstance(value, list | tuple) else value

        assert vocabulary.events(tokens) == [tuples(event) for event in events]
        assert vocabulary.last(events, 20) == tokens[-20:]
        assert vocabulary.last(events[:1], 500)[-1] == vocabulary.tokens(events[:1])[-1]
        assert vocabulary.events(vocabulary.last(events[:2], 500)) == [tuples(event) for event in events[:2]]
    assert information_state(state, 0) != information_state(state, 1)


def test_a_history_needs_a_watched_state() -> None:
    with pytest.raises(koloda.KolodaError, match="watch=True"):
        told(koloda.game(GAMES[0]).deal(), 0)


def test_a_word_that_no_vocabulary_has_is_spelled() -> None:
    vocabulary = Vocabulary(koloda.game(GAMES[0]))
    events: list[tuple[object, ...]] = [("їжак", 70000, -17, 0.5, None, (True, ("x",)), False)]
    assert vocabulary.events(vocabulary.tokens(events)) == events


@pytest.mark.parametrize("variant", COPIED, ids=str)
def test_copies_of_states_play_on_alike(variant: Variant) -> None:
    state = variant.deal(2, watch=True)
    rng = Rng(2)
    for _ in range(25):
        if not state.over:
            seat = able(state)[0]
            state.apply(seat, state.random_legal(seat, rng))
    if not state.over:
        state.determinize(able(state)[0], rng)  # what it works out for itself must not get in the way
    for made in (pickle.loads(pickle.dumps(state)), copy.deepcopy(state)):
        assert made is not state
        assert made.reveal() == state.reveal()
        assert made.watch().seen_by(0) == state.watch().seen_by(0)
        assert variant.game.setup(made) == variant.game.setup(state) if variant.name == "junquick" else True
        here, there = state.clone(), made
        one, two = Rng(3), Rng(3)
        while not here.over:
            seat = able(here)[0]
            action = here.random_legal(seat, one)
            assert there.random_legal(able(there)[0], two) == action
            here.apply(seat, action)
            there.apply(seat, action)
            if here.log is None and rng.below(60) == 0 and not here.over:
                seat = able(here)[0]
                assert here.determinize(seat, Rng(1)).reveal() == there.determinize(seat, Rng(1)).reveal()
        assert there.reveal() == here.reveal()
        assert there.returns() == here.returns()


@every_game
def test_a_mask_counts_its_actions_and_finds_the_nth(name: str) -> None:
    """One mask for all positions: what a decision has left must not be in the next."""
    encoder = koloda.game(name).encoder()
    mask = Masks(2, encoder.mask_words)
    for state in walk(koloda.game(name).deal(seed=5), 5):
        if state.over:
            break
        legal = list(state.legal(state.actor))
        mask.open(1)
        state.allow(state.actor, mask)
        mask.close(1)
        assert mask.counts[1] == len(legal)
        assert [mask.pick(1, n) for n in range(len(legal))] == legal
        assert all(mask.allows(1, action) for action in legal)
    assert not any(mask.words[: encoder.mask_words])


@every_game
def test_playouts_that_track_nothing_are_the_same(name: str) -> None:
    state = koloda.game(name).deal(seed=9)
    here, there = Rng(4), Rng(4)
    assert random_playouts(state, 6, here) == sum(random_playout(state.clone(), there) for _ in range(6))
    assert here.next32() == there.next32()


@every_game
def test_rows_of_a_batch_are_deals_that_can_be_played_again(name: str) -> None:
    """Deal, decisions, observations, masks and rewards of each row, beside the plain contract."""
    game = koloda.game(name)
    encoder = game.encoder()
    batch = Batch(encoder, 3, 11, 60)
    lens = Lens(encoder)
    states = [game.deal(seed=int(seed)) for seed in batch.seeds]
    ended = broken = 0
    for _ in range(400 if name == "durak" else 130):
        for row, state in enumerate(states):
            seat = int(batch.seat[row])
            assert seat == state.actor
            lens.look(state, seat)
            words = encoder.words
            assert list(lens.seen.words) == list(batch.observations.words[row * words : (row + 1) * words])
            words = encoder.mask_words
            assert list(lens.mask.words) == list(batch.masks.words[row * words : (row + 1) * words])
        batch.sample()
        actions = [int(action) for action in batch.actions]
        assert batch.examine(batch.actions) == -1
        for row, state in enumerate(states):
            assert actions[row] in state.legal(batch.seat[row])
            state.apply(batch.seat[row], actions[row])
        batch.step(batch.actions)
        for row, state in enumerate(states):
            rewards = list(batch.rewards[row * game.default_seats : (row + 1) * game.default_seats])
            if batch.ended[row]:
                assert rewards == (state.returns() if state.over else [0.0] * game.default_seats)
                assert bool(batch.truncated[row]) == (not state.over)
                assert batch.ended[row] == 60 or state.over
                ended += state.over
                broken += not state.over
                states[row] = game.deal(seed=int(batch.seeds[row]))
            else:
                assert not state.over
                assert not any(rewards)
    assert broken
    assert ended or name != "durak"


def test_a_row_does_not_depend_on_the_number_of_rows() -> None:
    encoder = koloda.game("yassa").encoder()
    few, many = Batch(encoder, 2, 5, 0), Batch(encoder, 9, 5, 0)
    assert list(few.seeds) == list(many.seeds)[:2]
    few.begin(6)
    assert list(few.seeds) != list(many.seeds)[:2]
    many.begin(6)
    assert list(few.seeds) == list(many.seeds)[:2]


def test_illegal_actions_of_a_batch_are_found_before_anything_is_done() -> None:
    batch = Batch(koloda.game("durak").encoder(), 4, 1, 0)
    batch.sample()
    for wrong in (-1, 110, 10**6, 109):  # nobody may pass at the beginning
        actions = batch.actions[:]
        actions[2] = wrong
        assert batch.examine(actions) == 2


@every_game
def test_a_learner_meets_only_its_own_decisions(name: str) -> None:
    game = koloda.game(name)
    batch = Learner(game.encoder(), 4, 3, 0, game.default_seats - 1, game.novice)
    ended = 0
    for _ in range(40):
        assert {int(seat) for seat in batch.seat} == {game.default_seats - 1}
        assert all(state.pending >> (game.default_seats - 1) & 1 for state in batch.states)
        batch.sample()
        assert batch.examine(batch.actions) == -1
        batch.step(batch.actions)
        ended += sum(1 for length in batch.ended if length)
    assert ended or name in ("viceroy", "flights", "yassa", "junquick")


def test_a_game_without_an_encoder_of_its_own_has_one() -> None:
    game = koloda.game("durak")
    encoder = FactsEncoder(game, 4)
    lens, state = Lens(encoder), game.deal(seed=3)
    lens.look(state, 1)
    seen = list(lens.seen.words)
    assert any(seen)
    lens.look(state.determinize(1, Rng(1)), 1)
    assert list(lens.seen.words) == seen
    lens.look(state, 2)
    assert list(lens.seen.words) != seen
    assert field_of(encoder, "facts").width == 1024
    with pytest.raises(KeyError, match="facts"):
        field_of(encoder, "hand")


def test_the_layouts_in_the_documentation_are_those_of_the_games() -> None:
    path = Path(__file__).parents[2] / "docs" / "research-layouts.md"
    assert path.read_text("utf-8") == page(), "python -m koloda.research.layout > docs/research-layouts.md"
