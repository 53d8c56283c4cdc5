"""What a seat knows: determinize respects all of it, and nothing else."""

from __future__ import annotations

from collections import Counter

import pytest

from durak.positions import hand, play, position
from koloda.core.bits import popcount
from koloda.core.rng import Rng
from koloda.games.durak import GAME
from koloda.games.durak.cards import CODES
from koloda.games.durak.state import DurakState


def samples(state: DurakState, player: int, count: int) -> list[DurakState]:
    rng = Rng(1)
    return [state.determinize(player - 1, rng) for number in range(count)]


def test_cards_taken_up_stay_known_until_they_are_played() -> None:
    state = position("stock 6H 7H 8H 9H; 1: 6C 7D KC; 2: 9C TD JH; 3: QC KD AH; 4: 8C 8D TC; lead 1")
    play(state, "1 move 6C", "2 take")
    assert state.view(2)["known"][1] == ["6C"]
    assert all("6C" in hand(sample, 2) for sample in samples(state, 3, 30))


def test_the_open_bottom_card_stays_where_it_is_and_then_with_who_drew_it() -> None:
    state = GAME.deal(2, 3)
    assert isinstance(state, DurakState)
    bottom = CODES[state.deck[35]]
    assert all(CODES[sample.deck[35]] == bottom for sample in samples(state, 1, 30))
    rng = Rng(3)
    while state.drawn < 36:
        state.apply(state.actor, state.random_legal(state.actor, rng))
    if not state.over:
        owner = next(seat for seat in range(2) if bottom in state.view(None)["known"][seat])
        other = 2 - owner
        assert all(bottom in hand(sample, owner + 1) for sample in samples(state, other, 10))


def test_every_way_to_deal_the_unseen_cards_is_equally_likely() -> None:
    state = position("stock 6H; 1: 6C 7D; 2: 9C; 3: QC; 4: 8C; lead 1")
    counts = Counter(
        (tuple(hand(sample, 2)), tuple(hand(sample, 3)), tuple(hand(sample, 4)))
        for sample in samples(state, 1, 4800)
    )
    assert len(counts) == 24
    assert all(130 < count < 280 for count in counts.values())


def test_a_lower_trump_than_the_one_shown_has_been_dealt_to_nobody() -> None:
    checked = 0
    for seed in range(60):
        state = GAME.deal(3, seed)
        assert isinstance(state, DurakState)
        for player in (1, 2, 3):
            for sample in samples(state, player, 10):
                dealt = sample.hands[0] | sample.hands[1] | sample.hands[2]
                assert not dealt & state.low
        checked += popcount(state.low)
    assert checked > 20


@pytest.mark.parametrize("seed", range(8))
def test_the_sampling_of_late_trumps_is_exact(seed: int) -> None:
    """Compared with plain rejection: all decks that are consistent with what the seat has seen."""
    state = GAME.deal(2, SEEDS_WITH_LATE_TRUMPS[seed])
    assert isinstance(state, DurakState)
    rng = Rng(seed)
    while state.round_no < 4 and not state.over:
        state.apply(state.actor, state.random_legal(state.actor, rng))
    bottom = 1 << int(state.deck[35])
    hidden_low = state.low & ~(state.hands[0] | state.discard | state.table | state.known[1] | bottom)
    assert hidden_low
    exact = Counter(popcount(sample.hands[1] & hidden_low) for sample in samples(state, 1, 3000))
    naive = Counter(by_rejection(state, hidden_low, rng) for number in range(3000))
    for held in set(exact) | set(naive):
        assert abs(exact[held] - naive[held]) < 170


def by_rejection(state: DurakState, low: int, rng: Rng) -> int:
    """How many of the low trumps the other player holds in one uniformly random consistent history."""
    while True:
        held = replay(state, low, rng)
        if held >= 0:
            return held


def replay(state: DurakState, low: int, rng: Rng) -> int:
    """Deal unseen cards to unseen places; -1 if a trump that was dealt to nobody lies in a dealt place."""
    # every place is True where its card was dealt, False where it was drawn
    places = [True] * (5 if state.first == 1 and state.first_card >= 0 else 6)
    for entry in state.history:
        seat, amount = (entry // 64, entry % 64) if entry >= 0 else ((-entry - 1) // 64, (-entry - 1) % 64)
        if seat != 1:
            continue
        if entry >= 0:
            places += [False] * amount
        else:
            dealt = places.pop(rng.below(len(places)))
            if dealt and state.low >> amount & 1:
                return -1
    places += [False] * (35 - state.drawn if state.drawn < 36 else 0)
    in_hand = popcount(state.hands[1] & ~state.known[1])
    order = list(range(len(places)))
    held = 0
    for card in range(popcount(low)):
        place = order.pop(rng.below(len(order)))
        if places[place]:
            return -1
        held += place < in_hand
    return held


def late(seed: int) -> bool:
    state = GAME.deal(2, seed)
    assert isinstance(state, DurakState)
    return popcount(state.low) >= 2


SEEDS_WITH_LATE_TRUMPS = [seed for seed in range(80) if late(seed)]


def test_a_defender_who_is_asked_only_when_he_can_beat_can_beat() -> None:
    state = position("stock 6H 7H; 1: 6C 7D; 2: 9C TH; 3: QC JH; 4: 8C TC; lead 1", ask_beat="when_possible")
    play(state, "1 move 6C")
    for sample in samples(state, 3, 50):
        assert sample.playable(1)


def test_who_is_being_asked_to_add_is_sampled_too() -> None:
    text = "stock -; 1: 6C 7D KD; 2: 7C TH JD; 3: QC 6H 9H; 4: 8C TC QH; lead 1"
    state = play(position(text), "1 move 6C", "2 beat 7C")
    asked = Counter(sample.actor for sample in samples(state, 4, 400))
    assert set(asked) == {0, 2}
    assert set(Counter(sample.actor for sample in samples(state, 3, 50))) == {0}
    play(state, "1 pass")
    assert state.actor == 2
    assert set(Counter(sample.actor for sample in samples(state, 4, 400))) == {0, 2}
    assert set(Counter(sample.actor for sample in samples(state, 1, 50))) == {2}
